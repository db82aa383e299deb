import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleKernel } from '../scripts/kernel.mjs';
import { CHANGE_IDS_MAX, type Change } from '../src/protocol/changes.ts';
import type { Timings } from '../src/protocol/explain.ts';
import { createEngine, type Engine } from './engine.ts';
import { importCapsule } from './import-capsule.ts';
import { loadSqlite, openMemoryDriver } from './store/sqlite.ts';

const sqlite3 = await loadSqlite();

async function open(): Promise<{ engine: Engine; changesOf: (command: string) => Promise<Change[]> }> {
  const engine = await createEngine(openMemoryDriver(sqlite3));
  const changesOf = async (command: string) => {
    const changes: Change[] = [];
    expect((await engine.execute({ command }, { onCommit: (change) => changes.push(change) })).error).toBe(undefined);
    return changes;
  };
  await changesOf(`UPSERT {
    CONCEPT ?d { {type: "$ConceptType", name: "Drug"} }
    CONCEPT ?s { {type: "$ConceptType", name: "Symptom"} }
    CONCEPT ?t { {type: "$PropositionType", name: "treats"} }
    CONCEPT ?pain { {type: "Symptom", name: "Pain"} }
    CONCEPT ?asa { {type: "Drug", name: "ASA"} SET ATTRIBUTES { risk: 1 } SET PROPOSITIONS { ("treats", ?pain) } }
    CONCEPT ?aspirin { {type: "Drug", name: "Aspirin"} SET PROPOSITIONS { ("treats", ?pain) } }
  }`);
  return { engine, changesOf };
}

const brief = (change: Change): string =>
  `${change.statement}: ${change.elements
    .map(({ of, counts }) => `${of} +${counts.created} ~${counts.updated} -${counts.deleted}`)
    .join(', ')}`;

describe('the log of written rows', () => {
  it('is the one row-log.wat describes', async () => {
    const checkedIn = readFileSync(new URL('store/row-log.generated.ts', import.meta.url), 'utf8');
    expect(await assembleKernel('store/row-log')).toBe(checkedIn);
  });
});

describe('what a commit is reported as', () => {
  it('is told apart from no change without looking what it is', async () => {
    const { engine } = await open();
    let writes = 0;
    for (const command of [
      'UPSERT { CONCEPT ?x { {type: "Drug", name: "Ibuprofen"} } }',
      'UPDATE ?d SET ATTRIBUTES { risk: 3 } WHERE { ?d {type: "Drug"} }',
      'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug", name: "Ibuprofen"} }',
    ]) {
      await engine.execute({ command }, { onWrite: () => writes++ });
    }
    expect(writes).toBe(3);
  });

  it('names elements with their types and predicates, for every form of write', async () => {
    const { engine, changesOf } = await open();
    const { result } = await engine.execute({ command: 'FIND(?d.id) WHERE { ?d {type: "Drug", name: "ASA"} }' });
    const [update] = await changesOf('UPDATE ?d SET ATTRIBUTES { risk: 2 } WHERE { ?d {type: "Drug", name: "ASA"} }');
    expect(update).toEqual({
      statement: 'UPDATE',
      elements: [
        {
          kind: 'concept',
          of: 'Drug',
          created: [],
          updated: result,
          deleted: [],
          counts: { created: 0, updated: 1, deleted: 0 },
        },
      ],
      counts: { created: 0, updated: 1, deleted: 0 },
      listed: true,
    });
    for (const [command, expected] of [
      [
        'UPSERT { CONCEPT ?x { {type: "Drug", name: "Ibuprofen"} SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Pain"}) } } }',
        'UPSERT: Drug +1 ~0 -0, treats +1 ~0 -0',
      ],
      ['UPDATE ?l SET METADATA { a: 1 } WHERE { ?l (?d, "treats", ?s) }', 'UPDATE: treats +0 ~3 -0'],
      ['DELETE ATTRIBUTES {"risk"} FROM ?d WHERE { ?d {type: "Drug"} }', 'DELETE ATTRIBUTES: Drug +0 ~1 -0'],
      ['DELETE METADATA {"a"} FROM ?l WHERE { ?l (?d, "treats", ?s) }', 'DELETE METADATA: treats +0 ~3 -0'],
      [
        'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "ASA"} ?b {type: "Drug", name: "Aspirin"} }',
        'MERGE: treats +0 ~0 -1, Drug +0 ~1 -1',
      ],
      [
        'DELETE PROPOSITIONS ?l WHERE { ?l ({type: "Drug", name: "Ibuprofen"}, "treats", ?s) }',
        'DELETE PROPOSITIONS: treats +0 ~0 -1',
      ],
      ['DELETE CONCEPT ?s DETACH WHERE { ?s {type: "Symptom"} }', 'DELETE CONCEPT: treats +0 ~0 -1, Symptom +0 ~0 -1'],
      [
        'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "$ConceptType", name: "Symptom"} }',
        'DELETE CONCEPT: $ConceptType +0 ~0 -1',
      ],
    ] as const) {
      expect((await changesOf(command)).map(brief)).toEqual([expected]);
    }
  });

  it('is silent for what changes nothing, fails, only reads, or is a dry run', async () => {
    const { engine } = await open();
    for (const request of [
      { command: 'UPSERT { CONCEPT ?x { {type: "Drug", name: "ASA"} SET ATTRIBUTES { risk: 1 } } }' },
      { command: 'UPDATE ?d SET ATTRIBUTES { risk: 2 } WHERE { ?d {type: "Drug", name: "ASA"} }', dry_run: true },
      { command: 'UPSERT { CONCEPT ?x { {type: "Drug", name: "new"} } CONCEPT ?y { {type: "Nonsense", name: "y"} } }' },
      { command: 'FIND(?d) WHERE { ?d {type: "Drug"} }' },
      { command: 'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug"} FILTER(?d.name == "none") }' },
    ]) {
      await engine.execute(request, { onCommit: (change) => expect.fail(brief(change)) });
      await engine.execute(request, { onWrite: () => expect.fail(JSON.stringify(request)) });
    }
  });

  it('tells one change for each commit of a batch and of an import', async () => {
    const { engine } = await open();
    const changes: string[] = [];
    const onCommit = (change: Change) => void changes.push(brief(change));
    const commands = [1, 2].map((n) => `UPSERT { CONCEPT ?x { {type: "Drug", name: "n${n}"} } }`);
    await engine.execute(
      { commands: [commands[0]!, 'FIND(?d) WHERE { ?d {type: "Drug"} }', commands[1]!] },
      { onCommit },
    );
    expect(changes).toEqual(['UPSERT: Drug +1 ~0 -0', 'UPSERT: Drug +1 ~0 -0']);
    const telling: Pick<Engine, 'execute'> = {
      execute: (request, options) => engine.execute(request, { ...options, onCommit }),
    };
    await importCapsule(telling, [3, 4].map((n) => commands[0]!.replace('n1', `n${n}`)).join('\n'));
    expect(changes.slice(2)).toEqual(['UPSERT: Drug +2 ~0 -0']);
  });

  it('lists the ids of thousands, and of more than can be listed the counts', async () => {
    const { engine, changesOf } = await open();
    const blocks = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `CONCEPT ?c${n} { {type: "Drug", name: "d${from + n}"} }`).join('\n');
    const [many] = await changesOf(`UPSERT { ${blocks(0, 5000)} }`);
    expect([many!.listed, many!.elements[0]!.created.length]).toEqual([true, 5000]);
    for (const from of [5000, 10_000]) await engine.execute({ command: `UPSERT { ${blocks(from, 4000)} }` });
    const [all] = await changesOf('UPDATE ?d SET ATTRIBUTES { seen: true } WHERE { ?d {type: "Drug"} }');
    expect(all!.counts.updated).toBeGreaterThan(CHANGE_IDS_MAX);
    expect(all).toMatchObject({ listed: false, elements: [{ of: 'Drug', updated: [], counts: all!.counts }] });
  });
});

describe('timings', () => {
  it('say where the time of a request went', async () => {
    const { engine } = await open();
    for (const command of [
      'FIND(?d) WHERE { ?d {type: "Drug"} }',
      'UPSERT { CONCEPT ?x { {type: "Drug", name: "x"} } }',
    ]) {
      let timings: Timings | undefined;
      await engine.execute({ command }, { onTimings: (measured) => (timings = measured) });
      const { parseMs, runMs, commitMs, totalMs } = timings!;
      expect(Math.min(parseMs, runMs, commitMs)).toBeGreaterThanOrEqual(0);
      expect(runMs).toBeGreaterThan(0);
      expect(totalMs).toBeGreaterThanOrEqual(parseMs + runMs + commitMs);
    }
  });
});
