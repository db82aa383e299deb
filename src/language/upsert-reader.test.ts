import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';
import { checkBudget } from './budget.ts';
import { kip1 } from './dialect.ts';
import { parse } from './parse.ts';
import { readUpserts } from './upsert-reader.ts';

/** The same language with the grammar as the only reader. */
const grammarOnly = { ...kip1, read: () => undefined };

const capsules = readdirSync('capsules')
  .filter((name) => name.endsWith('.kip'))
  .map((name) => readFileSync(`capsules/${name}`, 'utf8'));

const SAMPLES = [
  ...capsules,
  'UPSERT { CONCEPT ?a { {type: "Drug", name: "A"} } }',
  'UPSERT { CONCEPT ?a { {id: :id} EXPECT VERSION 3 SET ATTRIBUTES { a: 1.5, "b": [true, null, {c: :p}], } } WITH METADATA { s: "x" } }',
  'UPSERT{PROPOSITION?z{(id:"P:9")}CONCEPT?a{{name:"A",type:"T"}SET PROPOSITIONS{("p",?z)("q",{id:"C:1"})WITH METADATA{c:1}("r",(id:"P:3"))}}}WITH METADATA{}',
  '// first\nUPSERT { // why\n PROPOSITION { ({id: "C:1"}, :p, ((id: :l), "q", {id: :c})) SET ATTRIBUTES {} } }\nUPSERT { PROPOSITION ?l { ("id": "P:1") } }',
];

/** Numbers in [0, 1) from a seed (mulberry32). */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SNIPPETS = [
  '"',
  '{',
  '}',
  '(',
  ')',
  ',',
  ':',
  '?',
  ' ',
  '\n',
  'SET',
  'id',
  '_',
  '-1',
  '.5',
  'e9',
  '[',
  ']',
].concat(['// x\n', '\\', ':p', 'null', 'WITH', '|', 'EXPECT VERSION 3 ', '\u00a0', 'é', '"a" ', '?x ', '{1,2}']);

/** A text with one or two random edits. */
function damaged(text: string, next: () => number): string {
  const edits = 1 + Math.floor(next() * 2);
  for (let i = 0; i < edits; i++) {
    const at = Math.floor(next() * text.length);
    const cut = Math.floor(next() * 4);
    const insert = next() < 0.6 ? SNIPPETS[Math.floor(next() * SNIPPETS.length)] : '';
    text = text.slice(0, at) + insert + text.slice(at + cut);
  }
  return text;
}

describe('the quick reader of UPSERT', () => {
  it('reads faultless commands as the grammar does, to the last range and slot', () => {
    for (const text of SAMPLES) {
      const program = readUpserts(text);
      expect(program, text.slice(0, 80)).toBeDefined();
      expect(program).toEqual(parse(text, grammarOnly).program);
    }
  });

  it('leaves every other command to the grammar', () => {
    expect(readUpserts('FIND(?x) WHERE { ?x {type: "Drug"} }')).toBeUndefined();
    expect(readUpserts('UPSERT { }')).toBeUndefined();
    expect(readUpserts('UPSERT { CONCEPT ?a { {type: "Drug", name: "A"} } } DESCRIBE PRIMER')).toBeUndefined();
    expect(
      readUpserts('UPSERT { CONCEPT ?a { {type: "Drug", name: "A"} } } WITH METADATA { _version: 1 }'),
    ).toBeUndefined();
  });

  it('accepts nothing that the grammar refuses, and reads nothing differently', () => {
    const next = random(7);
    const short = SAMPLES.filter(({ length }) => length < 3000);
    for (let i = 0; i < 800; i++) {
      const text = damaged(short[i % short.length] as string, next);
      if (checkBudget(text)) continue;
      const program = readUpserts(text);
      if (!program || analyze(text, program).length > 0) continue;
      expect(program, text).toEqual(parse(text, grammarOnly).program);
    }
  });
});
