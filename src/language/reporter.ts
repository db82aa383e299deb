// Collects the diagnostics of one text.
import type { ErrorKind, Range } from '../protocol/errors.ts';
import { describePosition, type Diagnostic, type Fix } from './diagnostics.ts';

export class Reporter {
  readonly text: string;
  readonly diagnostics: Diagnostic[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** `message` without its full stop: the position is put behind it. */
  report(kind: ErrorKind, { from, to }: Range, message: string, hint: string, fixes: readonly Fix[] = []): void {
    const where = describePosition(this.text, from);
    this.diagnostics.push({ kind, message: `${message} (${where}).`, hint, fixes, from, to });
  }
}
