// Commands as tests send them: one that must succeed, one that must be refused.
import { expect } from 'vitest';
import type { ErrorObject } from '../src/protocol/errors.ts';
import type { JsonObject } from '../src/protocol/values.ts';
import type { Engine } from '../worker/engine.ts';
import { openEngine } from './node-door.ts';

/** A result whose shape the test itself knows. */
type Parsed = ReturnType<typeof JSON.parse>;

export interface Commands {
  readonly engine: Engine;
  /** The result; fails the test on an error. */
  ok(command: string, parameters?: JsonObject): Promise<Parsed>;
  /** The error; fails the test where there is none. */
  refusal(command: string, parameters?: JsonObject): Promise<ErrorObject>;
}

/** A fresh memory in which these commands have been run. */
export async function openCommands(...setup: readonly string[]): Promise<Commands> {
  const engine = await openEngine();
  const commands: Commands = {
    engine,
    async ok(command, parameters = {}) {
      const { result, error } = await engine.execute({ command, parameters });
      expect(error, command).toBeUndefined();
      return result;
    },
    async refusal(command, parameters = {}) {
      const { error } = await engine.execute({ command, parameters });
      expect(error, command).toBeDefined();
      return error as ErrorObject;
    },
  };
  for (const command of setup) await commands.ok(command);
  return commands;
}
