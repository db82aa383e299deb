// What models are told is true: every example runs, in the order in which it stands, on one memory.
import { encodingForModel } from 'js-tiktoken';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAgentNexus } from '../../testing/agent-nexus.ts';
import type { AgentNexus } from './agent-nexus.ts';
import type { KipRequest } from '../protocol/request.ts';
import { INSTRUCTIONS, KIP_CARD } from './instructions.ts';

const tokens = (text: string) => encodingForModel('gpt-4o').encode(text).length;

interface Example {
  readonly command: string;
  readonly parameters: string | undefined;
}

/** No row, or nothing but counts of zero. */
function isEmpty(result: unknown): boolean {
  if (Array.isArray(result))
    return result.length === 0 || result.every((column) => Array.isArray(column) && column.length === 0);
  return Object.values(result as object).every((count) => count === 0);
}

const BLOCK = /^```kip\n(.*?)^```\n(?:\s*^```json\n(.*?)^```\n)?/gms;

describe('the KIP card', () => {
  const examples: Example[] = [...KIP_CARD.matchAll(BLOCK)].map(([, command, parameters]) => ({
    command: command!.trim(),
    parameters,
  }));
  let door: AgentNexus;
  beforeAll(async () => {
    door = await openAgentNexus();
  });

  it('shows every statement', () => {
    const words = new Set(examples.map(({ command }) => /^[A-Z]+/.exec(command)![0]));
    expect([...words].sort()).toEqual(['DELETE', 'DESCRIBE', 'EXPORT', 'FIND', 'MERGE', 'SEARCH', 'UPDATE', 'UPSERT']);
    expect(examples.length).toBe([...KIP_CARD.matchAll(/^```kip$/gm)].length);
  });

  it.each(examples)('runs and finds: $command', async ({ command, parameters }) => {
    const request: KipRequest = { command, ...(parameters && { parameters: JSON.parse(parameters) }) };
    const { result, error } = await door.execute(request);
    expect(error).toBeUndefined();
    // An example that matches nothing would prove nothing.
    expect(isEmpty(result)).toBe(false);
  });

  it('keeps to the size it states', () => expect(tokens(KIP_CARD)).toBeLessThan(2500));
});

describe('the instructions', () => {
  it('have at most 700 tokens', () => expect(tokens(INSTRUCTIONS)).toBeLessThanOrEqual(700));

  it('give examples that run', async () => {
    const door = await openAgentNexus();
    const examples = [...INSTRUCTIONS.matchAll(/`((?:SEARCH|DESCRIBE|FIND|UPSERT)[^`]+)`/g)].map(
      ([, command]) => command!,
    );
    expect(examples.length).toBeGreaterThanOrEqual(5);
    await door.execute({
      command: 'UPSERT { CONCEPT ?t { {type: "Preference", name: "Tea"} SET ATTRIBUTES { description: "Tea." } } }',
    });
    for (const command of examples) expect(await door.execute({ command }), command).not.toHaveProperty('error');
  });

  it('name no tool that is not there', () => {
    expect(new Set(INSTRUCTIONS.match(/execute_\w+/g))).toEqual(new Set(['execute_kip', 'execute_kip_readonly']));
  });
});
