// One (graph, query) pair through the engine and through the naive evaluator, and a failing pair made small enough to read.
import { parse } from '../src/language/index.ts';
import type { FindStatement } from '../src/language/ast.ts';
import { disagreement } from './compare-answers.ts';
import { openGraph, type OpenedGraph } from './graph-engine.ts';
import { evaluateFind, TooLarge } from './naive-evaluator.ts';
import { graphText, randomGraph, smallerGraphs, type GraphPlan } from './random-graph.ts';
import { queryText, rephrase, smallerQueries, type QueryPlan } from './query-plan.ts';
import { randomQuery } from './random-query.ts';
import type { Graph } from './naive-values.ts';
import { seededRandom, type Random } from './random.ts';

const QUERIES_PER_GRAPH = 25;

export interface Failure {
  readonly why: string;
  readonly graph: GraphPlan;
  readonly query: QueryPlan;
  /** The query as it was drawn, before it was made smaller. */
  readonly drawn: string;
}

/** What came of a run; `skipped` queries were too large for brute force, `empty` ones had no rows to compare. */
export interface Tally {
  pairs: number;
  skipped: number;
  empty: number;
  readonly failures: Failure[];
}

/** Draws `pairs` pairs from `seed` and compares them, giving up after `failuresMax` failures. */
export async function comparePairs(seed: number, pairs: number, failuresMax = 3): Promise<Tally> {
  const tally: Tally = { pairs: 0, skipped: 0, empty: 0, failures: [] };
  for (let number = 0; tally.pairs < pairs && tally.failures.length < failuresMax; number++) {
    const random = seededRandom(seed * 100_003 + number);
    const plan = randomGraph(random);
    const opened = await openGraph(plan);
    for (let count = 0; count < QUERIES_PER_GRAPH && tally.pairs < pairs; count++) {
      const query = drawQuery(random, plan, opened);
      await compareOne(opened, plan, query, tally);
      if (random.chance(0.5)) await compareOne(opened, plan, rephrase(query, random, opened.ids), tally);
    }
    opened.engine.close();
  }
  return tally;
}

/** Most queries without a single row are passed over: one that finds something tests more. */
function drawQuery(random: Random, plan: GraphPlan, { graph, ids }: OpenedGraph): QueryPlan {
  for (;;) {
    const query = randomQuery(random, plan, ids);
    if (random.chance(0.2) || !findsNothing(query, graph)) return query;
  }
}

function findsNothing(query: QueryPlan, graph: Graph): boolean {
  const { program } = parse(queryText(query));
  if (!program) return false;
  try {
    const answer = evaluateFind(program.statements[0] as FindStatement, graph, query.parameters);
    return answer.kind === 'rows' && answer.rows.length === 0;
  } catch (failure) {
    if (failure instanceof TooLarge) return true;
    throw failure;
  }
}

async function compareOne(opened: OpenedGraph, graph: GraphPlan, query: QueryPlan, tally: Tally): Promise<void> {
  const outcome = await check(opened, query);
  if (outcome === 'too large') tally.skipped++;
  else tally.pairs++;
  if (outcome === 'empty') tally.empty++;
  if (typeof outcome !== 'string')
    tally.failures.push(await minimise({ ...outcome, graph, query, drawn: queryText(query) }));
}

type Outcome = 'same' | 'empty' | 'too large' | { readonly why: string };

async function check({ engine, graph }: OpenedGraph, query: QueryPlan): Promise<Outcome> {
  const command = queryText(query);
  const { program, diagnostics } = parse(command);
  if (!program) return { why: `refused by the language: ${diagnostics[0]?.message ?? 'no diagnostic'}` };
  const statement = program.statements[0] as FindStatement;
  try {
    const answer = evaluateFind(statement, graph, query.parameters);
    const response = await engine.execute({ command, parameters: query.parameters });
    const why = disagreement(answer, response, statement);
    if (why !== undefined) return { why };
    return answer.kind === 'rows' && answer.rows.length === 0 ? 'empty' : 'same';
  } catch (failure) {
    if (failure instanceof TooLarge) return 'too large';
    return { why: `threw ${failure instanceof Error ? failure.stack : String(failure)}` };
  }
}

/** Removes parts of the query, then of the graph, as long as the two sides still disagree. */
async function minimise(failure: Failure): Promise<Failure> {
  let best = failure;
  for (let again = true; again;) {
    again = false;
    for (const candidate of candidates(best)) {
      const why = await stillFails(candidate);
      if (why === undefined) continue;
      best = { ...best, ...candidate, why };
      again = true;
      break;
    }
  }
  return best;
}

type Pair = Pick<Failure, 'graph' | 'query'>;

function* candidates({ graph, query }: Pair): Generator<Pair> {
  for (const smaller of smallerQueries(query)) yield { graph, query: smaller };
  // Ids are numbered anew in a smaller graph, so a query that names one keeps its graph.
  if (/"[CP]:\d/.test(queryText(query) + JSON.stringify(query.parameters))) return;
  for (const smaller of smallerGraphs(graph)) yield { graph: smaller, query };
}

async function stillFails({ graph, query }: Pair): Promise<string | undefined> {
  // A part taken away may leave a variable unbound; such a query tells nothing.
  if (!parse(queryText(query)).program) return undefined;
  const opened = await openGraph(graph);
  const outcome = await check(opened, query);
  opened.engine.close();
  return typeof outcome === 'string' ? undefined : outcome.why;
}

/** A failure as text that can be pasted: the graph, the query, what is wrong. */
export function reportFailure({ why, graph, query, drawn }: Failure): string {
  const command = queryText(query);
  const used = Object.entries(query.parameters).filter(([name]) => command.includes(`:${name}`));
  const parameters = used.length > 0 ? `\nparameters: ${JSON.stringify(Object.fromEntries(used))}` : '';
  const origin = drawn === command ? '' : `\nmade smaller from: ${drawn}`;
  return `${why}\n${command}${parameters}\n${graphText(graph)}${origin}\n`;
}
