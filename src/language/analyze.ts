// The rules that need no data: every variable is bound where it is used.
import type { Program } from './ast.ts';
import type { Diagnostic } from './diagnostics.ts';

export function analyze(text: string, program: Program): Diagnostic[] {
  void text;
  void program;
  return [];
}
