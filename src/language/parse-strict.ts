// Text → Program, for the engine. Budget, strict parse, lowering, analysis, in this order; each stage runs only when the one
// before found nothing, so that a text with one fault gets one complaint and not its echoes.
// Here a syntax fault is told once and without repairs, which keeps them out of the engine; parse.ts gives the whole list.
import type { Tree } from '@lezer/common';
import { errors } from '../protocol/errors.ts';
import { analyze } from './analyze.ts';
import type { Program } from './ast.ts';
import { checkBudget } from './budget.ts';
import { type Diagnostic, toError } from './diagnostics.ts';
import { type Dialect, kip1 } from './dialect.ts';
import { firstFault, toDiagnostic } from './explain/explain.ts';
import { Lowering } from './lower/lowering.ts';
import { NotPlain } from './lower/value.ts';

export interface ParseResult {
  /** Undefined if there is any diagnostic. */
  readonly program: Program | undefined;
  /** In source order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The program of a command text, or its first fault thrown as a KipError. */
export function parseStrict(text: string, dialect: Dialect = kip1): Program {
  const { program, diagnostics } = parseOnce(text, dialect) ?? { diagnostics: [] };
  if (program) return program;
  const fault = diagnostics.length === 0 ? firstFault(text, dialect) : undefined;
  const first = diagnostics[0] ?? (fault && toDiagnostic(text, fault.complaint));
  throw first ? toError(first) : errors.internal('A command was refused without a reason.');
}

/** What budget, lowering and analysis say; undefined for a text with a syntax fault. */
export function parseOnce(text: string, dialect: Dialect): ParseResult | undefined {
  const overBudget = checkBudget(text);
  if (overBudget) return { program: undefined, diagnostics: [overBudget] };
  return (
    lower(text, strictTree(text, dialect.fastParser), dialect) ??
    lower(text, strictTree(text, dialect.strictParser), dialect)
  );
}

/** The tree of a faultless text. */
export function strictTree(text: string, parser: Dialect['strictParser']): Tree | undefined {
  try {
    return parser.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Undefined without a tree, or where the reader of whole values gave up and the grammar has to say why. */
function lower(text: string, tree: Tree | undefined, dialect: Dialect): ParseResult | undefined {
  if (!tree) return undefined;
  const l = new Lowering(text, tree.cursor());
  try {
    const program = dialect.lower(l);
    const diagnostics = l.diagnostics.length > 0 ? l.diagnostics : analyze(text, program);
    if (diagnostics.length === 0) return { program, diagnostics };
    return { program: undefined, diagnostics: diagnostics.toSorted((a, b) => a.from - b.from || a.to - b.to) };
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}
