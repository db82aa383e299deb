// SQLite's plan for a statement (EXPLAIN QUERY PLAN) as a tree, each step said in plain words.
import type { PlanStep } from '../../src/protocol/explain.ts';
import type { Driver, SqlValue } from './driver.ts';

export interface ExplainedPlan {
  readonly plan: readonly PlanStep[];
  /** Preparing it, which costs what preparing the statement itself does. */
  readonly prepareMs: number;
}

export function explainSql(driver: Driver, sql: string, parameters: readonly SqlValue[]): ExplainedPlan {
  const start = performance.now();
  const rows = driver.all(`EXPLAIN QUERY PLAN ${sql}`, parameters) as unknown as [number, number, number, string][];
  const prepareMs = performance.now() - start;
  const words = new Words(driver, tablesOf(sql));
  const stepsBelow = (parent: number): PlanStep[] =>
    rows
      .filter((row) => row[1] === parent)
      .map(([id, , , detail]) => ({ detail, ...words.of(detail), steps: stepsBelow(id) }));
  return { plan: stepsBelow(0), prepareMs };
}

/** What the tables are to a person. */
const TABLES: Readonly<Record<string, string>> = {
  concepts: 'concepts',
  propositions: 'links',
  concept_index: 'the word index of concepts',
  proposition_index: 'the word index of links',
  vectors: 'vectors',
  json_each: 'a list that was handed in',
};

/** The tables that are counted where a step reads the whole of one. */
const COUNTED = ['concepts', 'propositions'];

const COLUMNS: Readonly<Record<string, string>> = { rowid: 'id' };

/** By alias: the printer and the fixed statements name a table, AS, and its alias. */
function tablesOf(sql: string): ReadonlyMap<string, string> {
  const named = sql.matchAll(/\b(?:FROM|JOIN|,)\s+(\w+)(?:\([^()]*\))?\s+AS\s+(\w+)/g);
  return new Map([...named].map(([, table, alias]) => [alias!, table!]));
}

class Words {
  readonly #driver: Driver;
  readonly #tables: ReadonlyMap<string, string>;

  constructor(driver: Driver, tables: ReadonlyMap<string, string>) {
    this.#driver = driver;
    this.#tables = tables;
  }

  of(detail: string): Pick<PlanStep, 'words' | 'rows'> {
    const access = /^(SEARCH|SCAN) (\S+)(.*)$/.exec(detail);
    if (access) return this.#access(access[1]!, access[2]!, access[3]!);
    const known = STEPS.find(([pattern]) => pattern.test(detail));
    return { words: known ? detail.replace(...known) : detail };
  }

  #access(verb: string, alias: string, rest: string): Pick<PlanStep, 'words' | 'rows'> {
    if (alias === 'CONSTANT') return { words: 'Starts from a single empty row.' };
    const table = this.#tables.get(alias) ?? alias;
    const what = TABLES[table];
    const optional = rest.includes('LEFT-JOIN') ? ' Rows without one stay.' : '';
    if (rest.includes('VIRTUAL TABLE')) return { words: `Asks ${what ?? 'a list made before'}.` };
    if (verb === 'SEARCH')
      return { words: `Looks up ${what ?? 'rows of a list made before'} by ${keysIn(rest)}.${optional}` };
    if (!what) return { words: 'Goes through the list made before.' };
    if (!COUNTED.includes(table)) return { words: `Goes through all ${what}.` };
    const rows = this.#driver.get(`SELECT count(*) FROM ${table}`)![0] as number;
    const order = rest.includes('INDEX') ? ', in the order of an index' : '';
    return { words: `Walks over all ${what}: ${rows.toLocaleString('en')} rows${order}.`, rows };
  }
}

/** "USING COVERING INDEX concepts_type_name (type=? AND name=?)" is "type and name, through an index that holds all it needs". */
function keysIn(rest: string): string {
  const keys = /\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(rest)?.[1] ?? '';
  const attribute = /INDEX concepts_attribute \$\.(\S+)/.exec(rest)?.[1];
  const columns = keys.split(' AND ').map((key) => {
    const column = /^(.+?)[=<>]/.exec(key)?.[1] ?? key;
    return column === '<expr>' ? `the attribute ${attribute ?? 'that is indexed'}` : (COLUMNS[column] ?? column);
  });
  const unique = [...new Set(columns)].join(' and ');
  if (rest.includes('AUTOMATIC')) return `${unique}, through an index made for this query alone`;
  if (rest.includes('PRIMARY KEY')) return unique;
  return `${unique}, through an index${rest.includes('COVERING') ? ' that holds all it needs' : ''}`;
}

const STEPS: readonly (readonly [RegExp, string])[] = [
  [
    /^USE TEMP B-TREE FOR (?:LAST TERM|LAST \d+ TERMS|RIGHT PART) OF ORDER BY$/,
    'Sorts the rows that are still in no order.',
  ],
  [/^USE TEMP B-TREE FOR ORDER BY$/, 'Sorts the rows.'],
  [/^USE TEMP B-TREE FOR DISTINCT$/, 'Drops repeated rows.'],
  [/^USE TEMP B-TREE FOR GROUP BY$/, 'Sorts the rows into groups.'],
  [/^USE TEMP B-TREE FOR (.*)$/, 'Collects rows for $1.'],
  [/^CO-ROUTINE .*$/, 'Makes a list row by row, as it is asked for:'],
  [/^MATERIALIZE .*$/, 'Makes a list first:'],
  [/^CORRELATED SCALAR SUBQUERY \d+$/, 'For each row, looks up one value:'],
  [/^SCALAR SUBQUERY \d+$/, 'Looks up one value, once:'],
  [/^CORRELATED LIST SUBQUERY \d+$/, 'For each row, makes a list to compare with:'],
  [/^LIST SUBQUERY \d+$/, 'Makes a list to compare with, once:'],
  [/^REUSE LIST SUBQUERY \d+$/, 'Uses that list again.'],
  [/^MERGE \((UNION|UNION ALL|EXCEPT|INTERSECT)\)$/, 'Puts two sorted lists together:'],
  [/^COMPOUND QUERY$/, 'Puts lists together:'],
  [/^LEFT-MOST SUBQUERY$|^LEFT$/, 'The first list:'],
  [/^RIGHT$/, 'The second list:'],
  [/^UNION ALL$/, 'And after it:'],
  [/^UNION USING TEMP B-TREE$/, 'And after it, without what was there already:'],
  [/^SETUP$/, 'Where a walk begins:'],
  [/^RECURSIVE STEP$/, 'Each step of the walk:'],
  [/^MULTI-INDEX OR$/, 'Looks in several places and puts what is found together:'],
  [/^INDEX \d+$/, 'One of the places:'],
  [/^(?:CREATE )?BLOOM FILTER.*$/, 'Makes a filter that passes quickly over what cannot match.'],
];
