import { describe, expect, it } from 'vitest';
import { checkBudget, MAX_COMMAND_BYTES, MAX_NESTING } from './budget.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('checkBudget', () => {
  it('counts UTF-8 bytes', () => {
    expect(checkBudget('a'.repeat(MAX_COMMAND_BYTES))).toBeUndefined();
    expect(checkBudget('a'.repeat(MAX_COMMAND_BYTES + 1))?.kind).toBe('resourceExhausted');
    expect(checkBudget('你'.repeat(Math.floor(MAX_COMMAND_BYTES / 3)))).toBeUndefined();
    expect(checkBudget('你'.repeat(Math.ceil(MAX_COMMAND_BYTES / 3)))?.kind).toBe('resourceExhausted');
    expect(checkBudget('🚀'.repeat(MAX_COMMAND_BYTES / 4))).toBeUndefined();
    expect(checkBudget(`${'🚀'.repeat(MAX_COMMAND_BYTES / 4)}a`)?.kind).toBe('resourceExhausted');
  });

  it('counts open brackets of all kinds, outside strings and comments', () => {
    expect(checkBudget(nested(MAX_NESTING))).toBeUndefined();
    expect(checkBudget(nested(MAX_NESTING + 1))).toMatchObject({ kind: 'resourceExhausted', from: MAX_NESTING });
    expect(checkBudget(`"${nested(99)}" // ${nested(99)}`)).toBeUndefined();
    expect(checkBudget(`"\\"${nested(99)}"`)).toBeUndefined();
  });

  it('refuses half characters, with their place', () => {
    expect(checkBudget('ab\ud83dc')).toMatchObject({ kind: 'invalidSyntax', from: 2, to: 3 });
    expect(checkBudget('ab🚀c')).toBeUndefined();
  });
});
