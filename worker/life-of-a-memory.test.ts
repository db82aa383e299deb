import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { openEngine } from '../testing/node-door.ts';
import type { Engine } from './engine.ts';

// A year in the life of one memory: each test goes on where the one before ended, as maintenance and conversation do.
// Days are advanced by hand; what the clock says becomes _updated_at and nothing else.

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 5, 9);
let today = START;
let engine: Engine;

const day = (number: number) => new Date(START + number * DAY).toISOString();

async function kip(command: string, parameters: JsonObject = {}): Promise<Json> {
  const response = await engine.execute({ command, parameters });
  expect(response.error, `${command}\n${JSON.stringify(parameters)}`).toBe(undefined);
  return response.result!;
}

/** An Event of a conversation, what it was about, and the TTL that only the event and its own links get. */
const RECORD = `UPSERT {
  CONCEPT ?event {
    {type: "Event", name: :name}
    SET ATTRIBUTES { event_class: "Conversation", start_time: :at, participants: ["mira", "$self"], content_summary: :summary, salience_score: :salience }
    SET PROPOSITIONS { ("involves", {type: "Person", name: "mira"}) ("mentions", {type: "Topic", name: :topic}) }
  } WITH METADATA { expires_at: :expires, memory_tier: "short-term" }
} WITH METADATA { source: :name, author: "$self", confidence: 0.9, created_at: :at }`;

async function record(number: number, topic: string, summary: string, salience: number): Promise<void> {
  today = START + number * DAY;
  await kip(RECORD, {
    name: `Conversation:${day(number).slice(0, 10)}:${topic}`,
    at: day(number),
    summary,
    salience,
    topic,
    expires: day(number + 30),
  });
}

describe('the life of a memory (§2.10, §4, §5)', () => {
  beforeAll(async () => {
    engine = await openEngine({ now: () => today });
    await kip(`UPSERT {
      CONCEPT ?topic { {type: "$ConceptType", name: "Topic"} SET ATTRIBUTES { description: "Something people talk about." } SET PROPOSITIONS { ("belongs_to_domain", {type: "Domain", name: "CoreSchema"}) } }
      CONCEPT ?city { {type: "$ConceptType", name: "City"} SET ATTRIBUTES { description: "A place to live." } }
      CONCEPT ?lives { {type: "$PropositionType", name: "lives_in"} SET ATTRIBUTES { description: "Where a person lives.", subject_types: ["Person"], object_types: ["City"] } }
      CONCEPT ?disputes { {type: "$PropositionType", name: "disputes"} SET ATTRIBUTES { description: "Someone doubts a statement.", subject_types: ["Person"], object_types: ["*"] } }
    }`);
    await kip(`UPSERT {
      CONCEPT ?private { {type: "Domain", name: "Private"} SET ATTRIBUTES { description: "Life outside of work." } }
      CONCEPT ?mira { {type: "Person", name: "mira"} SET ATTRIBUTES { person_class: "Human", aliases: ["Mira K."] } SET PROPOSITIONS { ("belongs_to_domain", ?private) } }
      CONCEPT ?tea { {type: "Topic", name: "tea"} SET PROPOSITIONS { ("belongs_to_domain", ?private) } }
      CONCEPT ?move { {type: "Topic", name: "moving house"} }
      CONCEPT ?lyon { {type: "City", name: "Lyon"} }
      CONCEPT ?graz { {type: "City", name: "Graz"} }
    } WITH METADATA { source: "setup", confidence: 1.0 }`);
  });

  it('takes in conversations, each with an end of its own', async () => {
    await record(1, 'tea', 'Mira likes green tea and never drinks coffee. 她喜欢绿茶。', 40);
    await record(2, 'tea', 'Mira asked for green tea again.', 20);
    await record(3, 'moving house', 'Mira lives in Lyon but looks at flats elsewhere.', 70);
    await record(40, 'tea', 'Mira brought sencha from a journey.', 55);
    const found = await kip(
      `FIND(?e.name, ?t.name) WHERE { ?e {type: "Event"} (?e, "mentions", ?t) } ORDER BY ?e.attributes.salience_score DESC`,
    );
    expect(found).toEqual([
      [3, 40, 1, 2].map((number) => expect.stringContaining(day(number).slice(0, 10))),
      ['moving house', 'tea', 'tea', 'tea'],
    ]);
    expect(await kip('FIND(?p.metadata.expires_at) WHERE { ?p {type: "Person", name: "mira"} }')).toEqual([null]);
    expect(
      await kip('FIND(COUNT(?l)) WHERE { ?l ({type: "Event"}, ?p, ?o) FILTER(IS_NOT_NULL(?l.metadata.expires_at)) }'),
    ).toBe(8);
  });

  it('finds them by words in any script', async () => {
    const names = async (term: string) =>
      ((await kip('SEARCH CONCEPT :term WITH TYPE "Event" LIMIT 5', { term })) as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names('sencha')).toEqual([expect.stringContaining(day(40).slice(0, 10))]);
    expect(await names('绿茶')).toEqual([expect.stringContaining(day(1).slice(0, 10))]);
    expect(await kip('SEARCH CONCEPT "Mira K." LIMIT 1')).toMatchObject([{ type: 'Person', name: 'mira' }]);
  });

  it('consolidates what was said three times into one preference that counts its evidence', async () => {
    today = START + 41 * DAY;
    await kip(
      `UPSERT {
        CONCEPT ?pref {
          {type: "Preference", name: "mira:green_tea"}
          EXPECT VERSION 0
          SET ATTRIBUTES { preference_class: "drink", description: "Mira prefers green tea.", evidence_count: 0, first_observed: :first }
        }
        CONCEPT ?mira { {type: "Person", name: "mira"} SET PROPOSITIONS { ("prefers", ?pref) } }
      } WITH METADATA { source: "consolidation", confidence: 0.6, created_at: :now }`,
      { first: day(1), now: day(41) },
    );
    const events = (await kip(
      'FIND(?e.id) WHERE { (?e, "mentions", {type: "Topic", name: "tea"}) ?e {type: "Event"} } ORDER BY ?e.attributes.start_time',
    )) as string[];
    expect(events).toHaveLength(3);
    for (const id of events) {
      await kip(
        `UPSERT { CONCEPT ?e { {id: :id} SET PROPOSITIONS { ("consolidated_to", {type: "Preference", name: "mira:green_tea"}) } } }`,
        { id },
      );
      await kip(
        `UPDATE ?p SET ATTRIBUTES { evidence_count: ADD(COALESCE(?p.attributes.evidence_count, 0), 1), last_observed: :now }
         SET METADATA { confidence: CLAMP(ADD(?p.metadata.confidence, 0.15), 0.0, 0.95) }
         WHERE { ?p {type: "Preference", name: "mira:green_tea"} }`,
        { now: day(41) },
      );
    }
    const preference =
      'FIND(?p.attributes.evidence_count, ?p.metadata.confidence, ?p.metadata._version) WHERE { ({type: "Person", name: "mira"}, "prefers", ?p) }';
    expect(await kip(preference)).toEqual([[3], [0.95], [4]]);
    expect(await kip('FIND(COUNT(?e)) WHERE { ?e {type: "Event"} NOT { (?e, "consolidated_to", ?x) } }')).toBe(1);
  });

  it('lets a new fact supersede an old one and keeps both', async () => {
    await kip(
      `UPSERT { PROPOSITION { ({type: "Person", name: "mira"}, "lives_in", {type: "City", name: "Lyon"}) } WITH METADATA { confidence: 0.9, created_at: :at } }`,
      { at: day(3) },
    );
    today = START + 60 * DAY;
    const [old] = (await kip(
      'FIND(?l.id) WHERE { ?l ({type: "Person", name: "mira"}, "lives_in", ?city) }',
    )) as string[];
    const { upsert_proposition_links: links } = (await kip(
      `UPSERT { PROPOSITION { ({type: "Person", name: "mira"}, "lives_in", {type: "City", name: "Graz"}) } WITH METADATA { confidence: 0.9, created_at: :at, supersedes: :old } }`,
      { at: day(60), old: old! },
    )) as { upsert_proposition_links: string[] };
    await kip(
      `UPSERT { PROPOSITION { (id: :old) } WITH METADATA { superseded: true, superseded_by: :new, superseded_at: :at } }`,
      { old: old!, new: links[0]!, at: day(60) },
    );
    const now = `FIND(?c.name) WHERE { ?l ({type: "Person", name: "mira"}, "lives_in", ?c) FILTER(IS_NULL(?l.metadata.superseded) || ?l.metadata.superseded != true) }`;
    expect(await kip(now)).toEqual(['Graz']);
    const history = `FIND(?c.name, ?l.metadata.superseded) WHERE { ?l ({type: "Person", name: "mira"}, "lives_in", ?c) } ORDER BY ?l.metadata.created_at`;
    expect(await kip(history)).toEqual([
      ['Lyon', 'Graz'],
      [true, null],
    ]);
  });

  it('doubts a statement with a statement about it', async () => {
    await kip(
      `UPSERT { PROPOSITION { ({type: "Person", name: "$self"}, "disputes", ({type: "Person", name: "mira"}, "lives_in", {type: "City", name: "Graz"})) SET ATTRIBUTES { reason: "hearsay" } } }`,
    );
    const doubts = `FIND(?c.name, ?d.attributes.reason) WHERE { ?d (?who, "disputes", (?p, "lives_in", ?c)) }`;
    expect(await kip(doubts)).toEqual([['Graz'], ['hearsay']]);
  });

  it('fades what was not confirmed, once a cycle however often the sweep runs', async () => {
    today = START + 100 * DAY;
    const sweep = `UPDATE ?link
      SET METADATA { confidence: CLAMP(MUL(?link.metadata.confidence, :factor), 0.0, 1.0), decay_applied_at: :now }
      WHERE {
        ?link (?s, ?p, ?o)
        FILTER(?p != "belongs_to_domain")
        FILTER(IS_NULL(?link.metadata.superseded) || ?link.metadata.superseded != true)
        FILTER(?link.metadata.created_at < :threshold)
        FILTER(?link.metadata.confidence > 0.3 && ?link.metadata.confidence < 1.0)
        FILTER(IS_NULL(?link.metadata.decay_applied_at) || ?link.metadata.decay_applied_at < :cycle_start)
      } LIMIT 4`;
    const parameters = { factor: 0.5, now: day(100), threshold: day(70), cycle_start: day(99) };
    const updated: number[] = [];
    for (let more = true; more;) {
      const result = (await kip(sweep, parameters)) as { updated: number; matched: number };
      expect(result.updated).toBe(result.matched);
      updated.push(result.updated);
      more = result.updated === 4;
    }
    // 8 links of the events, the preference, and where Mira lives; what is superseded, axiomatic or structural stays.
    expect(updated).toEqual([4, 4, 2]);
    expect(await kip(sweep, parameters)).toEqual({ updated: 0, matched: 0 });
    expect(
      await kip('FIND(?c.name, ?l.metadata.confidence) WHERE { ?l (?p, "lives_in", ?c) } ORDER BY ?c.name'),
    ).toEqual([
      ['Graz', 'Lyon'],
      [0.45, 0.9],
    ]);
  });

  it('merges a person met under two names, with all that is known of both', async () => {
    await kip(
      `UPSERT {
      CONCEPT ?dup { {type: "Person", name: "Mira Kovač"} SET ATTRIBUTES { person_class: "Human", aliases: ["M. Kovač"], birthday: "05-02" } SET PROPOSITIONS { ("lives_in", {type: "City", name: "Graz"}) WITH METADATA { confidence: 0.8, noted_by: "$self" } } }
      CONCEPT ?promise { {type: "Commitment", name: "Commitment:tea_shop"} SET ATTRIBUTES { commitment_class: "promise", description: "Send the address of the tea shop.", status: "pending", due_at: :due } SET PROPOSITIONS { ("owed_to", ?dup) } }
      PROPOSITION { ({type: "Person", name: "$self"}, "committed_to", ?promise) }
    }`,
      { due: day(110) },
    );
    const merge =
      'MERGE CONCEPT ?dup INTO ?mira WHERE { ?dup {type: "Person", name: "Mira Kovač"} ?mira {type: "Person", name: "mira"} }';
    expect(await kip(merge)).toMatchObject({ merged: true, links_deduplicated: 1 });
    const again = await engine.execute({ command: merge });
    expect(again.error).toMatchObject({ code: 'KIP_3002', hint: expect.stringMatching(/merged/i) });
    const [mira] = (await kip('FIND(?m) WHERE { ?m {type: "Person", name: "mira"} }')) as unknown as {
      attributes: { aliases: string[]; birthday: string };
      metadata: { _merged_from: string[] };
    }[];
    expect(new Set(mira!.attributes.aliases)).toEqual(new Set(['Mira K.', 'M. Kovač', 'Mira Kovač']));
    expect(mira!.attributes.birthday).toBe('05-02');
    expect(mira!.metadata._merged_from).toEqual(['Person:Mira Kovač']);
    expect(await kip('SEARCH CONCEPT "Kovač" LIMIT 1')).toMatchObject([{ name: 'mira' }]);
    const graz =
      'FIND(?l.metadata.confidence, ?l.metadata.noted_by) WHERE { ?l ({type: "Person", name: "mira"}, "lives_in", {type: "City", name: "Graz"}) }';
    expect(await kip(graz)).toEqual([[0.45], ['$self']]);
    const owed = 'FIND(?c.attributes.description) WHERE { (?c, "owed_to", {type: "Person", name: "mira"}) }';
    expect(await kip(owed)).toEqual(['Send the address of the tea shop.']);
  });

  it('forgets expired events and nothing that outlives them', async () => {
    const people = await kip('FIND(?p.name, ?p.attributes) WHERE { ?p {type: "Person"} } ORDER BY ?p.name');
    const forget = `DELETE CONCEPT ?e DETACH WHERE { ?e {type: "Event"} FILTER(IS_NOT_NULL(?e.metadata.expires_at) && ?e.metadata.expires_at < :now) (?e, "consolidated_to", ?x) }`;
    expect(await kip(forget, { now: day(100) })).toEqual({ deleted_concepts: 3, deleted_propositions: 9 });
    expect(await kip('FIND(COUNT(?e)) WHERE { ?e {type: "Event"} }')).toBe(1);
    expect(await kip('FIND(?p.name, ?p.attributes) WHERE { ?p {type: "Person"} } ORDER BY ?p.name')).toEqual(people);
    expect(await kip('SEARCH CONCEPT "sencha"')).toEqual([]);
  });

  it('survives a race of two writers, the slower of which reads again', async () => {
    const read = async () =>
      (await kip(
        'FIND(?s.attributes.strengths, ?s.metadata._version) WHERE { ?s {type: "Person", name: "$self"} }',
      )) as [(string[] | null)[], number[]];
    const write = (strengths: string[], version: number) =>
      engine.execute({
        command:
          'UPSERT { CONCEPT ?s { {type: "Person", name: "$self"} EXPECT VERSION :v SET ATTRIBUTES { strengths: :strengths } } }',
        parameters: { v: version, strengths },
      });
    const [[before], [version]] = await read();
    expect((await write([...(before ?? []), 'remembers'], version!)).error).toBe(undefined);
    expect((await write([...(before ?? []), 'listens'], version!)).error?.code).toBe('KIP_3005');
    const [[now], [newer]] = await read();
    expect((await write([...now!, 'listens'], newer!)).error).toBe(undefined);
    expect((await read())[0]).toEqual([[...(before ?? []), 'remembers', 'listens']]);
  });

  it.each([1, 3, 1000])('moves into another nexus as capsules of %i elements and is the same there', async (size) => {
    const copy = await openEngine({ now: () => today });
    const where = `WHERE {
      ?x {type: "$ConceptType"} FILTER(IN(?x.name, ["Topic", "City"]))
      UNION { ?x {type: "$PropositionType"} FILTER(IN(?x.name, ["lives_in", "disputes"])) }
      UNION { ?x {type: "Domain", name: "Private"} } UNION { ?x {type: "Topic"} } UNION { ?x {type: "City"} }
      UNION { ?x {type: "Person", name: "mira"} } UNION { ?x {type: "Event"} } UNION { ?x {type: "Preference"} } UNION { ?x {type: "Commitment"} }
      UNION { ?x (?s, "lives_in" | "prefers" | "mentions" | "involves" | "owed_to" | "committed_to" | "disputes" | "belongs_to_domain", ?o) }
    }`;
    let cursor: string | undefined;
    do {
      const command = `EXPORT ?x ${where} LIMIT ${size}${cursor === undefined ? '' : ' CURSOR :cursor'}`;
      const page = await engine.execute({ command, parameters: cursor === undefined ? {} : { cursor } });
      expect(page.error).toBe(undefined);
      const { capsule } = page.result as { capsule: string };
      for (const times of [1, 2]) {
        const imported = await copy.execute({ command: capsule });
        expect(imported.error, `${capsule}\nimport ${times}`).toBe(undefined);
      }
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(await picture(copy)).toEqual(await picture(engine));
    copy.close();
  });
});

/** What a memory knows, in words that mean the same in another nexus: no ids, none of the engine's own metadata. */
async function picture(of: Engine): Promise<Json> {
  const read = async (command: string) => {
    const { result, error } = await of.execute({ command });
    expect(error).toBe(undefined);
    return result as readonly JsonObject[];
  };
  const own = (metadata: Json | undefined) =>
    Object.entries(metadata as JsonObject)
      .filter(([key]) => !key.startsWith('_'))
      .sort();
  const types = ['Topic', 'City', 'Domain', 'Event', 'Preference', 'Commitment'];
  const concepts = await Promise.all(types.map((type) => read(`FIND(?n) WHERE { ?n {type: "${type}"} }`)));
  const all = [...concepts.flat(), ...(await read('FIND(?n) WHERE { ?n {type: "Person", name: "mira"} }'))];
  const [links, subjects, objects] = (await read(
    `FIND(?l, ?s, ?o) WHERE { ?l (?s, "lives_in" | "prefers" | "mentions" | "involves" | "owed_to" | "committed_to" | "disputes", ?o) }`,
  )) as unknown as [JsonObject[], JsonObject[], JsonObject[]];
  const named = (element: JsonObject) => String(element['name'] ?? `(${String(element['predicate'])})`);
  const described = links.map((link, index) => [
    named(subjects[index]!),
    link['predicate']!,
    named(objects[index]!),
    link['attributes']!,
    own(link['metadata']),
  ]);
  const nodes = all.map((node) => [node['type']!, node['name']!, node['attributes']!, own(node['metadata'])]);
  return [...nodes, ...described].map((each) => JSON.stringify(each)).sort();
}
