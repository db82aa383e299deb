// From the text of a command to its program. What is wrong with a text that cannot be read is found out by a part of the language that
// is loaded only then, so that the engine itself, which runs without waiting, learns of a fault first and of its reason later.
import { parseOnce, requireParameters, toError, type Program } from '../src/language/core.ts';
import type { KipError } from '../src/protocol/errors.ts';
import type { CheckedCommand } from './request-check.ts';

/** A command that cannot be read; why is still to be explained. */
export class SyntaxFault {
  readonly command: string;

  constructor(command: string) {
    this.command = command;
  }
}

/**
 * @throws KipError or SyntaxFault where the text cannot be read
 */
export function readCommand(command: string): Program {
  const result = parseOnce(command);
  if (result?.program) return result.program;
  const [first] = result?.diagnostics ?? [];
  throw first ? toError(first) : new SyntaxFault(command);
}

export async function explainSyntax({ command }: SyntaxFault): Promise<KipError> {
  const { explainFault } = await import('../src/language/parse-strict.ts');
  return explainFault(command);
}

/**
 * The program of a command with its parameters, for what may wait.
 *
 * @throws KipError where the text cannot be read or a parameter is missing
 */
export async function readProgram({ command, parameters }: CheckedCommand): Promise<Program> {
  try {
    const program = readCommand(command);
    requireParameters(program, parameters);
    return program;
  } catch (error) {
    throw error instanceof SyntaxFault ? await explainSyntax(error) : error;
  }
}
