// A page far down a cursor against the first page of the same query: a cursor that re-reads what it has passed shows here.
import type { Engine } from '../worker/engine.ts';
import { resultOf } from './ask.ts';
import { interleave, pairedRatio } from './measure.ts';

export const FAR_PAGE = 80;
const PAGE_SIZE_MAX = 100;

export interface PageCost {
  readonly pageSize: number;
  readonly first: number;
  readonly far: number;
  readonly ratio: number;
}

/** @param rows how many solutions `query` has; its pages are cut so that page 80 is one of the last full ones */
export async function pageCost(engine: Engine, query: string, rows: number): Promise<PageCost> {
  const pageSize = Math.max(1, Math.min(PAGE_SIZE_MAX, Math.floor(rows / (FAR_PAGE + 2))));
  const text = `${query} LIMIT ${pageSize}`;
  let far = text;
  for (let page = 1; page < FAR_PAGE; page++) {
    const { cursor } = await resultOf(engine, far);
    if (cursor === undefined) throw new Error(`The query has no page ${page + 1}.`);
    far = `${text} CURSOR ${JSON.stringify(cursor)}`;
  }
  const samples = await interleave(
    { first: () => engine.execute({ command: text }), far: () => engine.execute({ command: far }) },
    { budgetMs: 1500 },
  );
  const { median: first } = samples.first;
  return { pageSize, first, far: samples.far.median, ratio: pairedRatio(samples.far, samples.first) };
}
