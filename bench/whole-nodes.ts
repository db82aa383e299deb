// Whole nodes all the way to the page. The engine's answer crosses as one text and is parsed once, by the page; by hand every
// JSON cell is parsed in the worker and the objects are cloned across.
import type { Engine } from '../worker/engine.ts';
import { difference } from './answers.ts';
import type { Connection } from './connection.ts';
import { interleave, pairedRatio } from './measure.ts';
import { typeId } from './memory.ts';
import type { LoadedMemory } from './memory.ts';
import { conceptColumns, rowReader } from './workload/hand-rows.ts';

export interface WholeNodesCost {
  readonly nodes: number;
  readonly hand: number;
  readonly engine: number;
  readonly ratio: number;
}

export async function wholeNodesCost(engine: Engine, db: Connection, memory: LoadedMemory): Promise<WholeNodesCost> {
  const rows = rowReader(memory);
  const types = ['Person', 'Topic'];
  const sql = `SELECT ${conceptColumns('c')} FROM concepts c WHERE type = ?`;
  const byHand = (i: number): unknown[] =>
    structuredClone(db.all(sql, [typeId(memory, types[i % 2] as string)]).map((row) => rows.concept(row)));
  const byEngine = async (i: number): Promise<unknown[]> => {
    const text = structuredClone(
      await engine.executeText({ command: `FIND(?n) WHERE { ?n {type: "${types[i % 2]}"} }` }),
    );
    return (JSON.parse(text) as { result: unknown[] }).result;
  };
  const wrong = difference(byHand(0), await byEngine(0));
  if (wrong) throw new Error(`Whole nodes differ: ${wrong}`);
  const { hand, engine: own } = await interleave({ hand: byHand, engine: byEngine }, { inputs: 2, budgetMs: 2500 });
  return { nodes: byHand(0).length, hand: hand.median, engine: own.median, ratio: pairedRatio(own, hand) };
}
