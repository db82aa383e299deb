// REGEX (§3.4.3) on RE2: time linear in the text whatever the pattern, so that no pattern can hang the worker. The library is
// loaded when the first REGEX is seen.
import type { RE2JS } from 're2js';
import { errors, type Range } from '../../src/protocol/errors.ts';
import type { Driver } from './driver.ts';

let library: typeof RE2JS | undefined;
const compiled = new Map<string, RE2JS>();
const COMPILED_MAX = 64;

/** To be awaited before a statement with REGEX runs; statements themselves are synchronous. */
export async function loadRegex(): Promise<void> {
  library ??= (await import('re2js')).RE2JS;
}

/** Gives the connection `regexp(pattern, text)`: an unanchored, case-sensitive search. */
export function defineRegexp(driver: Driver): void {
  driver.defineFunction('regexp', 2, (pattern, text) =>
    typeof pattern === 'string' && typeof text === 'string' && search(pattern, text) ? 1 : 0,
  );
}

/** A pattern computed per row may be wrong per row; there it matches nothing. */
function search(pattern: string, text: string): boolean {
  try {
    return patternOf(pattern).test(text);
  } catch {
    return false;
  }
}

function patternOf(pattern: string): RE2JS {
  let expression = compiled.get(pattern);
  if (!expression) {
    expression = library!.compile(pattern);
    if (compiled.size >= COMPILED_MAX) compiled.clear();
    compiled.set(pattern, expression);
  }
  return expression;
}

/** invalidSyntax for a pattern RE2 does not take. */
export function checkPattern(pattern: string, range?: Range): void {
  try {
    patternOf(pattern);
  } catch (error) {
    throw errors.invalidSyntax(
      `${JSON.stringify(pattern)} is not a regular expression: ${error instanceof Error ? error.message : String(error)}.`,
      'Use RE2 syntax: no look-ahead, look-behind or back-references; write \\\\ for one backslash. For plain text use CONTAINS.',
      range,
    );
  }
}
