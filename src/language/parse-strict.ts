// Text → Program, or its first fault as an error with the reason and the way out. A syntax fault is told once and without repairs,
// which keeps those out of the engine; parse.ts gives the whole list.
import { errors, type KipError } from '../protocol/errors.ts';
import type { Program } from './ast.ts';
import { toError } from './diagnostics.ts';
import { type Dialect, kip1 } from './dialect.ts';
import { firstFault, toDiagnostic } from './explain/explain.ts';
import { parseOnce } from './parse-once.ts';

/** The program of a command text, or its first fault thrown as a KipError. */
export function parseStrict(text: string, dialect: Dialect = kip1): Program {
  const result = parseOnce(text, dialect);
  if (result?.program) return result.program;
  const [first] = result?.diagnostics ?? [];
  throw first ? toError(first) : explainFault(text, dialect);
}

/** What is wrong with a text that `parseOnce` cannot read. */
export function explainFault(text: string, dialect: Dialect = kip1): KipError {
  const fault = firstFault(text, dialect);
  if (!fault) return errors.internal('A command was refused without a reason.');
  return toError(toDiagnostic(text, fault.complaint));
}
