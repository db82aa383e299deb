// Whatever the text, parse() answers with a program or with diagnostics, in time that grows with the text alone.
import { describe, expect, it } from 'vitest';
import { kip1 } from './dialect.ts';
import { applyEdits } from './mend/mended-text.ts';
import { format } from './format.ts';
import { parse } from './parse.ts';
import { shapeOf } from './shape.ts';
import { type Random, randomCommand, randomFrom } from './testing/random-command.ts';

const SNIPPETS = [
  ...'(){}[]<>,:;.?!=&|"\'`$#@*/\\-+',
  'FIND',
  'find',
  'WHERE',
  'AND',
  'LIKE',
  'NULL',
  '?',
  '?x',
  ':p',
  '"s"',
  '0',
  '01',
  '//',
  '/*',
  '--',
  '```',
  '\n',
  '“',
  '，',
  '\ud83d',
  '\0',
  '__proto__',
  'SELECT * FROM',
  '-[:x]->',
  'NOT',
  'IN',
];

function mutate(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const length = random.below(random.chance(0.5) ? 3 : 20);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + random.pick(SNIPPETS) + text.slice(at);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    default:
      return text.slice(0, at) + random.pick(SNIPPETS) + text.slice(at + length);
  }
}

function check(text: string): void {
  const { program, diagnostics } = parse(text);
  expect(program === undefined, text).toBe(diagnostics.length > 0);
  for (const { from, to, message, hint, fixes } of diagnostics) {
    expect(from >= 0 && from <= to && to <= text.length, `${text}\n${message}`).toBe(true);
    expect(message).toMatch(/\(line \d+, column \d+\)\.$|MiB\.$/);
    expect(hint.length).toBeGreaterThan(0);
    for (const fix of fixes) applyEdits(text, fix.edits);
  }
}

describe('parse, on damaged text', { timeout: 60_000 }, () => {
  it('answers with a program or with diagnostics inside the text', () => {
    for (let seed = 0; seed < 1500; seed++) {
      const random = randomFrom(seed);
      let text = randomCommand(random);
      for (let damage = 1 + random.below(3); damage > 0; damage--) text = mutate(text, random);
      check(text);
    }
  });

  it('answers on text without any sense', () => {
    for (let seed = 0; seed < 500; seed++) {
      const random = randomFrom(seed);
      check(Array.from({ length: random.below(40) }, () => random.pick(SNIPPETS)).join(random.pick(['', ' '])));
    }
  });

  it('lets no text of a known shape through that the parser would refuse', () => {
    const known = new Set<string>();
    for (let seed = 0; seed < 800; seed++) {
      const random = randomFrom(seed);
      const command = randomCommand(random);
      known.add(shapeOf(command)?.shape ?? '');
      const damaged = mutate(command, random);
      const shape = shapeOf(damaged)?.shape;
      if (shape !== undefined && known.has(shape)) expect(parse(damaged).diagnostics, damaged).toEqual([]);
    }
  });

  it('reads whole values as the grammar does', () => {
    for (let seed = 0; seed < 800; seed++) {
      const random = randomFrom(seed);
      const text = mutate(randomCommand(random), random);
      const slow = parse(text, { ...kip1, fastParser: kip1.strictParser });
      expect(parse(text), text).toEqual(slow);
    }
  });

  it('formats anything, and valid text to valid text', () => {
    for (let seed = 0; seed < 500; seed++) {
      const random = randomFrom(seed);
      const text = mutate(randomCommand(random), random);
      if (parse(text).program) expect(parse(format(text)).program, text).toBeDefined();
      else expect(typeof format(text)).toBe('string');
    }
  });
});

describe('parse, on large text', { timeout: 60_000 }, () => {
  const within = (ms: number, text: string): void => {
    const start = performance.now();
    check(text);
    expect(performance.now() - start).toBeLessThan(ms);
  };

  it.each([
    ['words', 'a '.repeat(500_000)],
    ['quotes', '"'.repeat(500_000)],
    ['opening brackets', '{'.repeat(500_000)],
    ['negations', `FIND(?x) WHERE { ?x {type: "T"} FILTER(${'!'.repeat(100_000)}(?x.name == "a")) }`],
    ['conditions', `FIND(?x) WHERE { ?x {type: "T"} FILTER(${Array(20_000).fill('?x.name == "a"').join(' && ')}) }`],
    ['an open string', `FIND(?x) WHERE { ?x {name: "${'x'.repeat(1_000_000)} }`],
    [
      'a broken list',
      `UPSERT { CONCEPT ?x { {type: "T", name: "n"} SET ATTRIBUTES { a: [${'1, '.repeat(100_000)} } } }`,
    ],
    ['lines', 'FIND(?x)\n'.repeat(50_000)],
  ])('answers on a megabyte of %s within seconds', (_, text) => {
    within(20_000, text);
  });
});
