import { describe, expect, it } from 'vitest';
import { parse } from '../../src/language/index.ts';
import type { FindStatement } from '../../src/language/ast.ts';
import type { KipResponse } from '../../src/protocol/response.ts';
import type { Json } from '../../src/protocol/values.ts';
import { disagreement } from '../../testing/compare-answers.ts';
import { openGraph, type OpenedGraph } from '../../testing/graph-engine.ts';
import { evaluateFind, TooLarge } from '../../testing/naive-evaluator.ts';
import type { Answer } from '../../testing/naive-projection.ts';
import { randomGraph } from '../../testing/random-graph.ts';
import { queryText, type QueryPlan } from '../../testing/query-plan.ts';
import { randomQuery } from '../../testing/random-query.ts';
import { firstSeed, randomScale, seededRandom, type Random } from '../../testing/random.ts';

const GRAPHS = 8 * randomScale;
const QUERIES = 12;

interface Paged {
  readonly query: QueryPlan;
  readonly statement: FindStatement;
  readonly answer: Answer;
}

/** A query of three to three hundred rows and without a LIMIT, and all its rows. */
function drawLongQuery(random: Random, { graph, ids }: OpenedGraph, plan: ReturnType<typeof randomGraph>): Paged {
  for (;;) {
    const query = { ...randomQuery(random, plan, ids), limit: undefined };
    const { program } = parse(queryText(query));
    if (!program) throw new Error(`refused by the language: ${queryText(query)}`);
    const statement = program.statements[0] as FindStatement;
    try {
      const answer = evaluateFind(statement, graph, query.parameters);
      if (answer.kind === 'rows' && answer.rows.length >= 3 && answer.rows.length <= 300)
        return { query, statement, answer };
    } catch (failure) {
      if (!(failure instanceof TooLarge)) throw failure;
    }
  }
}

type Column = readonly Json[];

/** All pages of the query, joined into one response; each page has the next of `sizes`, over and over. */
async function readPages(
  { engine }: OpenedGraph,
  { query, statement }: Paged,
  sizes: readonly number[],
): Promise<KipResponse> {
  const columns: Json[][] = statement.projections.map(() => []);
  let cursor: string | undefined;
  for (let page = 0; page <= 300; page++) {
    const size = sizes[page % sizes.length]!;
    const command = `${queryText(query)} LIMIT ${size}${cursor === undefined ? '' : ' CURSOR :cursor'}`;
    const response = await engine.execute({ command, parameters: { ...query.parameters, ...(cursor && { cursor }) } });
    if (response.error) return response;
    const read = (columns.length === 1 ? [response.result] : response.result) as readonly Column[];
    for (const [index, column] of read.entries()) columns[index]!.push(...column);
    cursor = response.next_cursor;
    if (cursor === undefined) return { result: columns.length === 1 ? columns[0]! : columns };
    expect(read[0]!.length, `rows on page ${page + 1} of ${command}`).toBe(size);
  }
  throw new Error(`the pages of ${queryText(query)} never end`);
}

/** The cursor with one character of its middle replaced by another that is just as legal there. */
function tamper(cursor: string, random: Random): string {
  const at = random.below(cursor.length);
  const letters = [...'abcdefgABCDEFG01234'].filter((letter) => letter !== cursor[at]);
  return cursor.slice(0, at) + random.pick(letters) + cursor.slice(at + 1);
}

describe('paging with CURSOR (§3.5)', () => {
  const graphs = Array.from({ length: GRAPHS }, (_, index) => firstSeed * 1_000_003 + index);

  it.each(graphs)('joins to the whole result whatever the page sizes, seed %i', async (graphSeed) => {
    const random = seededRandom(graphSeed);
    const plan = randomGraph(random);
    const opened = await openGraph(plan);
    for (let count = 0; count < QUERIES; count++) {
      const paged = drawLongQuery(random, opened, plan);
      const sizes = [1 + random.below(3), 1 + random.below(4)];
      const joined = await readPages(opened, paged, sizes);
      expect(disagreement(paged.answer, joined, paged.statement), `${queryText(paged.query)} by ${sizes.join()}`).toBe(
        undefined,
      );
    }
    opened.engine.close();
  });

  it('visits every row that stays exactly once while others come and go between the pages', async () => {
    const random = seededRandom(firstSeed * 31);
    const { engine } = await openGraph({ concepts: [], links: [] });
    const write = (command: string, name: string) => engine.execute({ command, parameters: { name } });
    const add = (name: string) => write('UPSERT { CONCEPT ?n { {type: "Note", name: :name} } }', name);
    const remove = (name: string) => write('DELETE CONCEPT ?n DETACH WHERE { ?n {type: "Note", name: :name} }', name);
    for (let round = 0; round < 10; round++) {
      const stays = Array.from({ length: 12 }, (_, index) => `stays ${(index * 7) % 12}`);
      const goes = Array.from({ length: 8 }, (_, index) => `stays ${(index * 5) % 12} and goes`);
      for (const name of [...stays, ...goes]) await add(name);
      const direction = random.pick(['ORDER BY ?n.name', 'ORDER BY ?n.name DESC', '']);
      const seen: string[] = [];
      for (let cursor: string | null = null; ;) {
        const page: KipResponse = await engine.execute({
          command: `FIND(?n.name) WHERE { ?n {type: "Note"} } ${direction} LIMIT 3 CURSOR :cursor`,
          parameters: { cursor },
        });
        expect(page.error).toBe(undefined);
        seen.push(...(page.result as string[]));
        if (page.next_cursor === undefined) break;
        cursor = page.next_cursor;
        if (goes.length > 0) await remove(goes.pop()!);
        await add(`stays ${random.below(12)} and comes ${random.below(4)}`);
      }
      expect(seen.filter((name) => stays.includes(name)).sort()).toEqual([...stays].sort());
      expect(new Set(seen).size, seen.join()).toBe(seen.length);
      await engine.execute({ command: 'DELETE CONCEPT ?n DETACH WHERE { ?n {type: "Note"} }' });
    }
    engine.close();
  });

  it('refuses a cursor that was changed, or given by another query or for other parameters', async () => {
    const random = seededRandom(firstSeed);
    const plan = randomGraph(random);
    const opened = await openGraph(plan);
    const { engine } = opened;
    for (let count = 0; count < 60; count++) {
      const [one, other] = [drawLongQuery(random, opened, plan), drawLongQuery(random, opened, plan)];
      const { parameters } = one.query;
      const { next_cursor } = await engine.execute({ command: `${queryText(one.query)} LIMIT 1`, parameters });
      const cursor = next_cursor!;
      const again = (query: QueryPlan, token: string) =>
        engine.execute({
          command: `${queryText(query)} LIMIT 1 CURSOR :cursor`,
          parameters: { ...query.parameters, cursor: token },
        });
      expect((await again(one.query, cursor)).error).toBe(undefined);
      const changed = tamper(cursor, random);
      expect((await again(one.query, changed)).error?.code, `${cursor} → ${changed}`).toBe('KIP_1001');
      if (queryText(one.query) !== queryText(other.query)) {
        expect((await again(other.query, cursor)).error?.code, `of ${queryText(one.query)}`).toBe('KIP_1001');
      }
    }
    const command = 'FIND(?x) WHERE { ?x {type: :type} } LIMIT 1';
    const first = await engine.execute({ command, parameters: { type: '$ConceptType' } });
    const foreign = { type: '$PropositionType', cursor: first.next_cursor! };
    const second = await engine.execute({ command: `${command} CURSOR :cursor`, parameters: foreign });
    expect(second.error?.code).toBe('KIP_1001');
    engine.close();
  });
});
