import { describe, expect, it } from 'vitest';
import { openGraph } from '../testing/graph-engine.ts';
import { randomGraph } from '../testing/random-graph.ts';
import { blockText, queryText } from '../testing/query-plan.ts';
import { randomQuery } from '../testing/random-query.ts';
import { firstSeed, randomScale, seededRandom, type Random } from '../testing/random.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[?:]?\w+|\{\d*,?\d*\}|[=!<>&|]{2}|\s+|./gu;

/** What a slip may put in place of a word: other words of the language, values, and characters that belong nowhere. */
const STRAYS = [
  ...[
    'FIND',
    'WHERE',
    'FILTER',
    'NOT',
    'OPTIONAL',
    'UNION',
    'ORDER',
    'BY',
    'LIMIT',
    'CURSOR',
    'COUNT',
    'DISTINCT',
    'IN',
    'REGEX',
  ],
  ...[
    '?a',
    '?p',
    '?zz',
    ':v0',
    ':nope',
    '"knows"',
    '"Thing"',
    '"x"',
    '"\\ud800"',
    '""',
    '0',
    '-1',
    '1e400',
    '9007199254740993',
    '1.5',
    'null',
    'true',
  ],
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ',',
    '.',
    '==',
    '!=',
    '&&',
    '||',
    '!',
    '|',
    '{2,}',
    '{0}',
    '.attributes',
    '.id',
    ';',
    '\u0000',
    '\ud83d',
    '（',
    "'",
  ],
];

/** The text with one to three of its words removed, doubled, exchanged or replaced. */
function damage(text: string, random: Random): string {
  const tokens = text.match(TOKEN) ?? [];
  for (let slips = 1 + random.below(3); slips > 0; slips--) {
    const at = random.below(tokens.length);
    const other = random.below(tokens.length);
    random.pick([
      () => tokens.splice(at, 1),
      () => tokens.splice(at, 0, tokens[other]!),
      () => tokens.splice(at, 1, tokens[other]!),
      () => tokens.splice(at, 1, random.pick(STRAYS)),
      () => tokens.splice(at, 0, ` ${random.pick(STRAYS)} `),
    ])();
  }
  return tokens.join('');
}

/** A command of any kind around a random query. */
function randomCommand(random: Random, query: Parameters<typeof queryText>[0]): string {
  const where = blockText(query.where);
  const variable = /\?[a-f]/.exec(query.find[0]!)?.[0] ?? '?a';
  return random.weighted([
    [6, () => queryText(query)],
    [1, () => `EXPORT ${variable} WHERE ${where} LIMIT 3`],
    [
      1,
      () =>
        `UPDATE ${variable} SET ATTRIBUTES { n: ADD(COALESCE(${variable}.attributes.n, 0), 1), s: "x" } SET METADATA { m: [1, {a: null}] } WHERE ${where} LIMIT 2`,
    ],
    [1, () => `DELETE METADATA {"confidence"} FROM ${variable} WHERE ${where}`],
    [1, () => `DELETE PROPOSITIONS ${variable} WHERE ${where}`],
    [1, () => `MERGE CONCEPT ?a INTO ?b WHERE ${where}`],
    [
      1,
      () =>
        `UPSERT { CONCEPT ?x { {type: "Thing", name: "n"} EXPECT VERSION 0 SET ATTRIBUTES { a: [1, "b", {c: null}] } SET PROPOSITIONS { ("knows", {type: "Note", name: "a"}) WITH METADATA { z: 1 } } } PROPOSITION ?l { (?x, "about", ?x) } } WITH METADATA { source: "f" }`,
    ],
    [0.5, () => 'SEARCH CONCEPT "深色 a" WITH TYPE "Thing" MODE "hybrid" THRESHOLD 0.1 LIMIT 5'],
    [0.5, () => 'DESCRIBE PROPOSITION TYPES LIMIT 3'],
  ] as const)();
}

describe('commands with slips in them', () => {
  const seeds = Array.from({ length: 6 * randomScale }, (_, index) => firstSeed * 7_001 + index);

  it.each(seeds)('are answered or refused with a hint, and never break the engine, seed %i', async (seed) => {
    const random = seededRandom(seed);
    const plan = randomGraph(random);
    const { engine, ids } = await openGraph(plan);
    for (let count = 0; count < 150; count++) {
      const query = randomQuery(random, plan, ids);
      const command = damage(randomCommand(random, query), random);
      const request = { command, parameters: query.parameters, dry_run: random.chance(0.8) };
      const response = await engine.execute(request, { deadlineMs: 5_000 });
      const { error } = response;
      if (!error) continue;
      expect(error.code, `${command}\n${error.message}`).toMatch(/^KIP_(1|2|3)\d{3}$/);
      expect(error.message, command).not.toBe('');
      expect(error.hint, command).not.toBe('');
    }
    expect(engine.nexus.driver.all('PRAGMA integrity_check')).toEqual([['ok']]);
    engine.close();
  });
});
