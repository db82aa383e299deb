// How well SEARCH brings up the one memory a query is about: recall among the first five, and the mean of 1 / rank.
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { createEngine, type Engine } from '../worker/engine.ts';
import type { Embedder } from '../worker/search/embedder.ts';
import { loadSqlite, openMemoryDriver } from '../worker/store/sqlite.ts';

export interface Pair {
  readonly query: string;
  readonly memory: string;
}

/** All memories and distractors are searched at once; a query has one right answer among them. */
export interface RetrievalSet {
  readonly pairs: readonly Pair[];
  readonly out_of_vocabulary: readonly Pair[];
  readonly distractors: readonly string[];
}

export const MODES = ['keyword', 'semantic', 'hybrid'] as const;
export type Mode = (typeof MODES)[number];

/** Each from 0 to 1. */
export interface Figures {
  readonly recall1: number;
  readonly recall5: number;
  readonly meanReciprocalRank: number;
}

/** How a memory's sentence is written down. */
export const STYLES = {
  'as names': 'CONCEPT ?m { {type: "Memory", name: :text} }',
  'as descriptions': 'CONCEPT ?m { {type: "Memory", name: :number} SET ATTRIBUTES { description: :text } }',
  'as events':
    'CONCEPT ?m { {type: "Event", name: :number} SET ATTRIBUTES { event_class: "Conversation", start_time: "2026-01-02T03:04:05Z", content_summary: :text } }',
} as const;
export type Style = keyof typeof STYLES;

const RANKS_LOOKED_AT = 100;

/** A memory that holds the whole set. Every search in it waits until all of it is embedded. */
export async function openSet(set: RetrievalSet, style: Style, embedder: Embedder): Promise<Engine> {
  const engine = await createEngine(openMemoryDriver(await loadSqlite()), { meaning: { catchUpMs: Infinity } });
  await run(engine, 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Memory"} } }', {});
  for (const [at, text] of textsOf(set).entries()) {
    await run(engine, `UPSERT { ${STYLES[style]} }`, { text, number: `memory ${at + 1}` });
  }
  await engine.nexus.meaning.use(embedder);
  return engine;
}

export async function measure(engine: Engine, pairs: readonly Pair[], mode: Mode): Promise<Figures> {
  const ranks: number[] = [];
  for (const pair of pairs) ranks.push(await rankOf(engine, pair, mode));
  const mean = (of: (rank: number) => number) => ranks.reduce((sum, rank) => sum + of(rank), 0) / ranks.length;
  return {
    recall1: mean((rank) => (rank === 1 ? 1 : 0)),
    recall5: mean((rank) => (rank <= 5 ? 1 : 0)),
    meanReciprocalRank: mean((rank) => 1 / rank),
  };
}

/** The place of the right answer, from 1; Infinity where it is not found. */
async function rankOf(engine: Engine, { query, memory }: Pair, mode: Mode): Promise<number> {
  const hits = (await run(engine, `SEARCH CONCEPT :query MODE :mode LIMIT ${RANKS_LOOKED_AT}`, {
    query,
    mode,
  })) as readonly {
    readonly name: string;
    readonly attributes: JsonObject;
  }[];
  const at = hits.findIndex(({ name, attributes }) => [name, ...Object.values(attributes)].includes(memory));
  return at < 0 ? Infinity : at + 1;
}

function textsOf({ pairs, out_of_vocabulary: others, distractors }: RetrievalSet): string[] {
  return [...pairs.map(({ memory }) => memory), ...others.map(({ memory }) => memory), ...distractors];
}

async function run(engine: Engine, command: string, parameters: JsonObject): Promise<Json> {
  const { result, error } = await engine.execute({ command, parameters });
  if (error) throw new Error(`${error.code} ${error.message}\n${command}`);
  return result ?? null;
}
