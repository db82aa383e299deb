import { describe, expect, it } from 'vitest';
import { kip1 } from './dialect.ts';
import { parse } from './parse.ts';
import { shapeOf } from './shape.ts';
import { skeleton } from './testing/plain.ts';
import { randomCommand, randomFrom } from './testing/random-command.ts';
import { relabel, respace } from './testing/reword.ts';

/** Literal values of a program by slot. */
function literalsOf(program: unknown): unknown[] {
  const found: unknown[] = [];
  JSON.stringify(program, (_, value: unknown) => {
    const node = value as { kind?: string; slot?: number; value?: unknown } | null;
    if (node?.kind === 'literal' && (node.slot as number) >= 0) found[node.slot as number] = node.value;
    return value;
  });
  return found;
}

describe('shapeOf', { timeout: 60_000 }, () => {
  it('lists the literals under the slots of the AST', () => {
    for (let seed = 0; seed < 400; seed++) {
      const command = randomCommand(randomFrom(seed));
      expect(shapeOf(command)?.literals, command).toEqual(literalsOf(parse(command).program));
    }
  });

  it('is the same for texts that differ in literals alone, and so are their ASTs', () => {
    for (let seed = 0; seed < 400; seed++) {
      const random = randomFrom(seed);
      const command = randomCommand(random);
      const other = relabel(command, kip1.strictParser.parse(command), random);
      expect(shapeOf(other)?.shape, other).toBe(shapeOf(command)?.shape);
      expect(skeleton(parse(other).program), other).toEqual(skeleton(parse(command).program));
    }
  });

  it('is the same for texts that differ in space and comments alone', () => {
    for (let seed = 0; seed < 500; seed++) {
      const random = randomFrom(seed);
      const command = randomCommand(random);
      const other = respace(command, kip1.strictParser.parse(command), random, true);
      expect(shapeOf(other)?.shape, other).toBe(shapeOf(command)?.shape);
    }
  });

  it.each([
    ['keys', '{"a": 1}', '{"b": 1}'],
    ['bare keys', '{a: 1}', '{b: 1}'],
    ['hops', '(?a, "p"{1,3}, ?b)', '(?a, "p"{1,4}, ?b)'],
    ['split hops', '(?a, "p"{12}, ?b)', '(?a, "p"{1 2}, ?b)'],
    ['placeholders', '{a: :x}', '{a: :y}'],
    ['kinds of literals', '{a: 1}', '{a: "1"}'],
    ['a colon and a placeholder', '{a: b}', '{a :b}'],
    ['variables', 'FIND(?a)', 'FIND(?b)'],
  ])('tells %s apart', (_, one, other) => {
    expect(shapeOf(one)?.shape).toBeDefined();
    expect(shapeOf(one)?.shape).not.toBe(shapeOf(other)?.shape);
  });

  it.each([
    "{name: 'x'}",
    'LIMIT 0',
    'LIMIT 1.5',
    'EXPECT VERSION -1',
    'THRESHOLD 1.5',
    'MODE "fuzzy"',
    'DELETE METADATA {"_version"}',
    '{a: 1e999}',
    '{a: 01}',
    '{"a\\q": 1}',
    '{a: "line\nbreak"}',
    '# x',
    'FIND(?1)',
    '{a: "open}',
  ])('leaves %s to the parser', (text) => {
    expect(shapeOf(text)).toBeUndefined();
  });

  it('decodes string literals', () => {
    expect(shapeOf('{a: "\\u4f60\\n"}')?.literals).toEqual(['你\n']);
  });
});
