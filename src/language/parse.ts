// Text → Program. Budget, strict parse, lowering, analysis, in this order; each stage runs only when the one before found
// nothing, so that a text with one fault gets one complaint and not its echoes.
import type { Tree } from '@lezer/common';
import type { Program } from './ast.ts';
import { checkBudget } from './budget.ts';
import { type Diagnostic, toError } from './diagnostics.ts';
import { type Dialect, kip1 } from './dialect.ts';
import { explainSyntax } from './explain/explain.ts';
import { Lowering } from './lower/lowering.ts';
import { NotPlain } from './lower/value.ts';
import { analyze } from './analyze.ts';

export interface ParseResult {
  /** Undefined if there is any diagnostic. */
  readonly program: Program | undefined;
  /** In source order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses and analyzes a command text; never throws, whatever the text. */
export function parse(text: string, dialect: Dialect = kip1): ParseResult {
  const overBudget = checkBudget(text);
  if (overBudget) return { program: undefined, diagnostics: [overBudget] };
  const tree = strictTree(text, dialect.fastParser);
  if (!tree) return { program: undefined, diagnostics: explainSyntax(text, dialect) };
  const lowered = lower(text, tree, dialect);
  if (!lowered) return parseFully(text, dialect);
  return conclude(lowered);
}

/** As `parse`, throwing the first diagnostic as a KipError. */
export function parseStrict(text: string, dialect: Dialect = kip1): Program {
  const { program, diagnostics } = parse(text, dialect);
  if (diagnostics[0]) throw toError(diagnostics[0]);
  return program as Program;
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

function parseFully(text: string, dialect: Dialect): ParseResult {
  const tree = strictTree(text, dialect.strictParser);
  const lowered = tree && lower(text, tree, dialect);
  return lowered ? conclude(lowered) : { program: undefined, diagnostics: explainSyntax(text, dialect) };
}

interface Lowered {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** Undefined where the reader of whole values gave up, and the grammar has to say why. */
function lower(text: string, tree: Tree, dialect: Dialect): Lowered | undefined {
  const l = new Lowering(text, tree.cursor());
  try {
    const program = dialect.lower(l);
    return { program, diagnostics: l.diagnostics.length > 0 ? l.diagnostics : analyze(text, program) };
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function conclude({ program, diagnostics }: Lowered): ParseResult {
  if (diagnostics.length === 0) return { program, diagnostics };
  return { program: undefined, diagnostics: diagnostics.toSorted((a, b) => a.from - b.from || a.to - b.to) };
}
