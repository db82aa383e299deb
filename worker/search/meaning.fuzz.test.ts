// Whatever is written while texts are being embedded: once the work is done, every element has the vectors of its text as it now is, no
// vector is left of anything that is gone, and the search in memory finds what the file holds.
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../testing/node-door.ts';
import { firstSeed, randomScale, seededRandom, type Random } from '../../testing/random.ts';
import { ToyEmbedder } from '../../testing/toy-embedder.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { createEngine, type Engine } from '../engine.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';
import { fromBlob } from './meaning-store.ts';
import { meaningTexts } from './meaning-text.ts';

const PATIENT = { meaning: { catchUpMs: Infinity } };
const NAMES = Array.from({ length: 12 }, (_, at) => `note ${at}`);
const WORDS = ['automobile', 'physician', 'tea', 'sick', '深色模式の設定', 'garden', 'invoice', '🙂', ''];
const STEPS = 60;

/** Answers after a while, so that writes come in between. */
class SlowEmbedder extends ToyEmbedder {
  readonly #random: Random;

  constructor(random: Random, id: string, dim: number) {
    super({ id, dim });
    this.#random = random;
  }

  override async embed(...given: Parameters<ToyEmbedder['embed']>): ReturnType<ToyEmbedder['embed']> {
    const ms = this.#random.below(4);
    if (ms > 0) await new Promise((go) => setTimeout(go, ms));
    return super.embed(...given);
  }
}

class Life {
  engine!: Engine;
  readonly #random: Random;
  #models = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  async begin(): Promise<void> {
    this.engine = await openEngine(PATIENT);
    await this.#run(`UPSERT {
      CONCEPT ?a { {type: "$ConceptType", name: "Note"} }
      CONCEPT ?b { {type: "$PropositionType", name: "cites"} }
      CONCEPT ?c { {type: "$PropositionType", name: "doubts"} }
    }`);
    if (this.#random.chance(0.5)) await this.#exchangeModel();
    await this.#run('UPSERT { CONCEPT ?n { {type: "Note", name: "note 0"} SET ATTRIBUTES { body: "about tea" } } }');
    if (this.#models === 0) await this.#exchangeModel();
  }

  async step(): Promise<void> {
    const random = this.#random;
    const [a, b] = [random.pick(NAMES), random.pick(NAMES)];
    const text = `${random.pick(WORDS)} ${random.pick(WORDS)}`;
    const act = random.weighted<() => Promise<unknown>>([
      [6, () => this.#write(a, text)],
      [
        3,
        () => this.#run(`UPDATE ?n SET ATTRIBUTES { body: :text } WHERE { ?n {type: "Note", name: :a} }`, { a, text }),
      ],
      [2, () => this.#run('DELETE ATTRIBUTES {"body"} FROM ?n WHERE { ?n {type: "Note", name: :a} }', { a })],
      [3, () => this.#run('DELETE CONCEPT ?n DETACH WHERE { ?n {type: "Note", name: :a} }', { a })],
      [1, () => this.#run('DELETE PROPOSITIONS ?l WHERE { ?l ({type: "Note", name: :a}, "cites", ?x) }', { a })],
      [4, () => this.#link(a, b, text)],
      [3, () => this.#merge(a, b)],
      [1, () => this.#rule()],
      [1, () => this.#exchangeModel()],
      [1, async () => this.engine.nexus.meaning.cancelChange()],
      [1, () => this.crash()],
      [2, () => this.#run('SEARCH CONCEPT :text LIMIT 3', { text: `${text} x` })],
      [4, () => new Promise((go) => setTimeout(go, random.below(6)))],
    ]);
    await act();
  }

  #write(a: string, text: string): Promise<void> {
    const dry_run = this.#random.chance(0.2);
    const command = 'UPSERT { CONCEPT ?n { {type: "Note", name: :a} SET ATTRIBUTES { body: :text, draft: "x" } } }';
    return this.#run(command, { a, text }, dry_run);
  }

  #link(a: string, b: string, text: string): Promise<void> {
    return this.#run(
      `UPSERT {
        CONCEPT ?a { {type: "Note", name: :a} } CONCEPT ?b { {type: "Note", name: :b} }
        PROPOSITION ?l { (?a, "cites", ?b) SET ATTRIBUTES { remark: :text } }
        PROPOSITION ?m { (?b, "doubts", ?l) }
        PROPOSITION ?n { (?m, "doubts", ?b) }
        PROPOSITION ?o { (?n, "doubts", ?a) }
      }`,
      { a, b, text },
    );
  }

  #merge(a: string, b: string): Promise<void> {
    const command = 'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Note", name: :a} ?b {type: "Note", name: :b} }';
    return this.#run(command, { a, b });
  }

  #rule(): Promise<void> {
    const rule = this.#random.pick(['null', '{type: true}', '{embed: false}', '{attributes: ["body"]}']);
    const name = this.#random.pick(['Note', 'cites']);
    const type = name === 'Note' ? '$ConceptType' : '$PropositionType';
    return this.#run(
      `UPSERT { CONCEPT ?t { {type: "${type}", name: "${name}"} SET ATTRIBUTES { semantic_grounding: ${rule} } } }`,
    );
  }

  async #exchangeModel(): Promise<void> {
    this.#models++;
    await this.engine.nexus.meaning.use(
      new SlowEmbedder(this.#random, `toy-${this.#models % 3}`, 16 * (1 + (this.#models % 3))),
    );
  }

  /** The program ends with whatever is in the file, and another one goes on with it. */
  async crash(): Promise<void> {
    const image = this.engine.nexus.driver.image();
    this.engine.close();
    this.engine = await createEngine(openMemoryDriver(await loadSqlite(), { image }), PATIENT);
    await this.resume();
  }

  async resume(): Promise<void> {
    const { serving, coming } = this.engine.nexus.meaning.state();
    for (const model of [serving, coming]) {
      if (model)
        await this.engine.nexus.meaning.use(new SlowEmbedder(this.#random, model.profile.id, model.profile.dim));
    }
  }

  /** Refusals are part of life: a name may be gone, or not be there yet. */
  async #run(command: string, parameters: JsonObject = {}, dry_run = false): Promise<void> {
    const { error } = await this.engine.execute({ command, parameters, dry_run });
    if (error && !/^KIP_[23]/.test(error.code)) throw new Error(`${error.code} ${error.message}\n${command}`);
  }
}

/** Waits until everything is embedded and a model that was to take over has done so. */
async function settled({ nexus }: Engine): Promise<void> {
  const done = (): boolean => {
    const { serving, coming } = nexus.meaning.state();
    const orphans = nexus.driver.get('SELECT count(DISTINCT model) FROM vectors')![0] as number;
    return serving?.pending === 0 && !coming && orphans <= 1;
  };
  for (let turn = 0; turn < 2000 && !done(); turn++) {
    nexus.meaning.wake();
    await new Promise((go) => setTimeout(go, 2));
  }
  expect(nexus.meaning.state()).toMatchObject({ serving: { pending: 0 } });
  expect(done()).toBe(true);
}

/** A vector as text, to be compared with others. */
const print = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('hex');

async function expectedVectors({ nexus }: Engine): Promise<Map<number, string[]>> {
  const { profile } = nexus.meaning.state().serving!;
  const embedder = new ToyEmbedder(profile);
  const ids = nexus.driver.all('SELECT id FROM concepts UNION SELECT id FROM propositions').map(([id]) => id as number);
  const expected = new Map<number, string[]>();
  for (const [id, texts] of meaningTexts(nexus, ids)) {
    const made = await embedder.embed(texts, 'passage');
    const vectors = made.flatMap((each) => each.vectors.map(print));
    if (vectors.length > 0) expected.set(id, vectors.sort());
  }
  return expected;
}

function storedVectors({ nexus }: Engine): Map<number, string[]> {
  const stored = new Map<number, string[]>();
  const rows = nexus.driver.all('SELECT v.element, x.vector FROM vectors AS v JOIN exact_vectors AS x USING (id)');
  for (const [element, blob] of rows) {
    stored.set(
      element as number,
      [...(stored.get(element as number) ?? []), print(fromBlob(blob as Uint8Array))].sort(),
    );
  }
  return stored;
}

/** What searches by meaning answer. */
async function answers(engine: Engine): Promise<unknown> {
  const commands = ['CONCEPT', 'PROPOSITION'].flatMap((kind) =>
    ['semantic', 'hybrid'].map((mode) => `SEARCH ${kind} "garden tea 深色" MODE "${mode}" LIMIT 7`),
  );
  return (await engine.execute({ commands })).result;
}

describe('Vectors under random writes', () => {
  it.each(Array.from({ length: 12 * randomScale }, (_, at) => firstSeed + at))(
    'are those of the texts, seed %i',
    async (seed) => {
      const life = new Life(seededRandom(seed));
      await life.begin();
      for (let step = 0; step < STEPS; step++) await life.step();
      await life.resume();
      await settled(life.engine);
      const { engine } = life;
      const expected = await expectedVectors(engine);
      expect(Object.fromEntries(storedVectors(engine))).toEqual(Object.fromEntries(expected));
      const left = engine.nexus.driver.all('SELECT id FROM exact_vectors WHERE id NOT IN (SELECT id FROM vectors)');
      expect(left).toEqual([]);
      // The vectors in memory have followed every change; a program that opens the file reads them afresh.
      const followed = await answers(engine);
      await life.crash();
      expect(followed).toEqual(await answers(life.engine));
      life.engine.close();
    },
  );
});
