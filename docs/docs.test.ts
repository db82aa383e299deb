// What the documents say is run: KIP blocks in order, on one memory per document; a JSON block behind one is its response.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openNodeDoor } from '../testing/node-door.ts';
import type { Door } from '../conformance/runner.ts';
import { ROOT } from '../scripts/child.mjs';
import { ERROR_CODES, ERROR_DESCRIPTIONS } from '../src/protocol/errors.ts';

interface Example {
  readonly line: number;
  readonly command: string;
  readonly response: unknown;
}

const BLOCK = /^```kip\n(.*?)^```\n(?:\s*^```json\n(.*?)^```\n)?/gms;

function examplesOf(text: string): Example[] {
  return [...text.matchAll(BLOCK)].map(({ index, 1: command, 2: response }) => ({
    line: text.slice(0, index).split('\n').length,
    command: command!,
    response: response === undefined ? { result: expect.anything() } : JSON.parse(response),
  }));
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe.each(['README.md'])('%s', (path) => {
  const examples = examplesOf(read(path));
  let door: Door;
  beforeAll(async () => {
    door = await openNodeDoor();
  });

  it('has examples', () => expect(examples.length).toBeGreaterThan(5));

  it.each(examples)('runs as it says, from line $line', async ({ command, response }) => {
    expect(await door.execute({ command })).toMatchObject(response as object);
  });

  it('says of agents what docs/agents.md says, which is run', () => {
    const blocks = [...read(path).matchAll(/^```js\n.*?^```$/gms)].filter(([block]) =>
      block.includes('pocket-nexus/agent'),
    );
    expect(blocks.length).toBeGreaterThan(0);
    for (const [block] of blocks) expect(read('docs/agents.md')).toContain(block);
  });

  it('links to documents that are there', () => {
    for (const [, target] of read(path).matchAll(/\]\((?!https?:)([^)#]+)/g)) expect(() => read(target!)).not.toThrow();
  });
});

describe('docs/errors.md', () => {
  it('has a row for every code, with its name and its hint', () => {
    const text = read('docs/errors.md').replace(/ +/g, ' ');
    for (const [kind, code] of Object.entries(ERROR_CODES)) {
      const { name, hint } = ERROR_DESCRIPTIONS[kind as keyof typeof ERROR_DESCRIPTIONS];
      expect(text).toContain(`| \`${code}\` | ${name} |`);
      expect(text).toContain(hint);
    }
  });
});
