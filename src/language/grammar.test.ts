import { readdirSync, readFileSync } from 'node:fs';
import { fileTests } from '@lezer/generator/test';
import { describe, expect, it } from 'vitest';
import { generateParser } from '../../scripts/grammar.mjs';
import { kip1 } from './dialect.ts';

const folder = new URL('.', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe('the generated parser', () => {
  it('is up to date with kip.grammar (npm run grammar)', () => {
    for (const [name, text] of Object.entries(generateParser() as Record<string, string>)) {
      expect(read(name) === text, name).toBe(true);
    }
  });
});

for (const file of readdirSync(new URL('cases/', folder)).filter((name) => name.endsWith('.grammar.txt'))) {
  describe(`the grammar, cases/${file}`, () => {
    for (const { name, run } of fileTests(read(`cases/${file}`), file)) it(name, () => run(kip1.editorParser));
  });
}
