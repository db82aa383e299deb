// docs/agents.md is run: its blocks one after the other, on one memory, with the real SDKs behind scripted models.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { MockLanguageModelV3 } from 'ai/test';
import OpenAI from 'openai';
import { afterAll, describe, expect, it } from 'vitest';
import { openNexus } from '../node/index.ts';
import { ROOT } from '../scripts/child.mjs';

const ENTRIES: Readonly<Record<string, string>> = {
  'pocket-nexus/engine': 'node/index.ts',
  'pocket-nexus/agent': 'src/agent/index.ts',
};
const FOLDER = join(ROOT, '.cache', `docs-agents-${process.pid}`);
const text = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8');
const blocks = [...text.matchAll(/^```js\n(.*?)^```\n/gms)].map(({ index, 1: code }) => ({
  line: text.slice(0, index).split('\n').length,
  code: code!,
}));

const command = 'FIND(?t.name) WHERE { ?t {type: "Preference"} }';
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** What the blocks take as given, each under its name. */
async function given() {
  const model = new MockLanguageModelV3({
    doGenerate: [
      {
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'execute_kip', input: JSON.stringify({ command }) }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: 'text', text: 'Tea.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
  const fetchOf = (bodies: unknown[]) => (async () => Response.json(bodies.shift())) as typeof fetch;
  const completion = (message: object) => ({ choices: [{ index: 0, message }] });
  const call = { id: 'c', type: 'function', function: { name: 'execute_kip', arguments: JSON.stringify({ command }) } };
  const openaiBodies = [
    completion({ role: 'assistant', tool_calls: [call] }),
    completion({ role: 'assistant', content: 'Tea.' }),
  ];
  const use = { type: 'tool_use', id: 't', name: 'execute_kip', input: { command } };
  const anthropicBodies = [
    { role: 'assistant', stop_reason: 'tool_use', content: [use] },
    { role: 'assistant', stop_reason: 'end_turn', content: [{ type: 'text', text: 'Tea.' }] },
  ];
  const nexus = await openNexus();
  const left = () => [openaiBodies.length, anthropicBodies.length, 2 - model.doGenerateCalls.length];
  return {
    left,
    names: {
      nexus,
      model,
      openaiClient: new OpenAI({ apiKey: 'k', fetch: fetchOf(openaiBodies) }),
      anthropicClient: new Anthropic({ apiKey: 'k', fetch: fetchOf(anthropicBodies) }),
    },
  };
}

/** The block as a module; names it does not define itself come from what is given. */
function moduleOf(code: string, names: readonly string[]): string {
  const missing = names.filter((name) => !new RegExp(`\\b(const|let) ${name}\\b`).test(code));
  const strict =
    "const console = { log() {}, assert(ok) { if (!ok) throw new Error('an assertion of the block failed'); } };";
  const imports = code.replace(/from '([^']+)'/g, (whole, name: string) =>
    name in ENTRIES ? `from ${JSON.stringify(join(ROOT, ENTRIES[name]!))}` : whole,
  );
  return `const { ${missing.join(', ')} } = globalThis.given;\n${strict}\n${imports}`;
}

describe('docs/agents.md', async () => {
  const { names, left } = await given();
  mkdirSync(FOLDER, { recursive: true });
  afterAll(async () => {
    rmSync(FOLDER, { recursive: true });
    await names.nexus.close();
  });

  it.each(blocks)('runs as it says, from line $line', async ({ line, code }) => {
    Object.assign(globalThis, { given: names });
    const file = join(FOLDER, `line-${line}.js`);
    writeFileSync(file, moduleOf(code, Object.keys(names)));
    await import(/* @vite-ignore */ file);
  });

  it('has had every scripted model speak to its end', () => {
    expect(blocks.length).toBeGreaterThan(8);
    expect(left()).toEqual([0, 0, 0]);
  });

  it('links to documents that are there', () => {
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) readFileSync(join(ROOT, 'docs', target!));
  });
});
