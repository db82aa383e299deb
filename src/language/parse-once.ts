// Text → Program where there is nothing to explain. Budget, strict parse, lowering, analysis, in this order; each stage runs only
// when the one before found nothing, so that a text with one fault gets one complaint and not its echoes.
// What a syntax fault means is told elsewhere (explain/), so that who never meets one never loads that.
import type { Tree } from '@lezer/common';
import { analyze } from './analyze.ts';
import type { Program } from './ast.ts';
import { checkBudget } from './budget.ts';
import type { Diagnostic } from './diagnostics.ts';
import { type Dialect, kip1 } from './dialect.ts';
import { Lowering } from './lower/lowering.ts';
import { NotPlain } from './lower/value.ts';
import { parseSkimming } from './whole-value.ts';

export interface ParseResult {
  /** Undefined if there is any diagnostic. */
  readonly program: Program | undefined;
  /** In source order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What budget, lowering and analysis say; undefined for a text with a syntax fault. */
export function parseOnce(text: string, dialect: Dialect = kip1): ParseResult | undefined {
  const overBudget = checkBudget(text);
  if (overBudget) return { program: undefined, diagnostics: [overBudget] };
  const read = dialect.read(text);
  if (read) return judged(text, read, []);
  const fast = attempt(() => parseSkimming(dialect.fastParser, text));
  return lower(text, fast, dialect) ?? lower(text, strictTree(text, dialect.strictParser), dialect);
}

/** The tree of a faultless text. */
export function strictTree(text: string, parser: Dialect['strictParser']): Tree | undefined {
  return attempt(() => parser.parse(text));
}

function attempt(parse: () => Tree): Tree | undefined {
  try {
    return parse();
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
    return judged(text, dialect.lower(l), l.diagnostics);
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** The program if nothing is wrong with it: neither what lowering has `found`, nor what the analysis finds. */
function judged(text: string, program: Program, found: readonly Diagnostic[]): ParseResult {
  const diagnostics = found.length > 0 ? found : analyze(text, program);
  if (diagnostics.length === 0) return { program, diagnostics };
  return { program: undefined, diagnostics: diagnostics.toSorted((a, b) => a.from - b.from || a.to - b.to) };
}
