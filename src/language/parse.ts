// Text → Program or every fault that can be told apart, with repairs: what the editor underlines.
// Later syntax faults are found by mending the first one and looking again, so that each is judged in a text that is right up
// to it.
import type { Diagnostic, Fix, TextEdit } from './diagnostics.ts';
import { type Dialect, kip1 } from './dialect.ts';
import { firstFault, toDiagnostic } from './explain/explain.ts';
import { MendedText } from './mend/mended-text.ts';
import { mendingOf } from './mend/mend.ts';
import { parseOnce, type ParseResult } from './parse-once.ts';

/** How many syntax faults are sought, and in texts of which length. */
const MAX_FAULTS = 8;
const MAX_LENGTH_FOR_MORE = 64 * 1024;

/** Parses and analyzes a command text; never throws, whatever the text. */
export function parse(text: string, dialect: Dialect = kip1): ParseResult {
  return parseOnce(text, dialect) ?? { program: undefined, diagnostics: syntaxFaults(text, dialect) };
}

function syntaxFaults(text: string, dialect: Dialect): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let mended = new MendedText(text);
  while (diagnostics.length < MAX_FAULTS) {
    const fault = firstFault(mended.text, dialect);
    if (!fault) break;
    const edits = mendingOf(fault);
    const range = mended.originalRange(fault.complaint.range);
    if (diagnostics.some((earlier) => earlier.from >= range.from)) break;
    const diagnostic = toDiagnostic(text, { ...fault.complaint, range });
    diagnostics.push({
      ...diagnostic,
      fixes: fixOf(
        text,
        edits.map((edit) => mended.originalEdit(edit)),
      ),
    });
    if (edits.length === 0 || text.length > MAX_LENGTH_FOR_MORE) break;
    mended = mended.with(edits);
  }
  return diagnostics;
}

/** The edits under a title that says what they do. */
function fixOf(text: string, edits: readonly TextEdit[]): readonly Fix[] {
  const [edit] = edits;
  if (!edit) return [];
  const removed = text.slice(edit.from, edit.to);
  const kind = edits.length > 1 ? 'many' : removed === '' ? 'insert' : edit.insert === '' ? 'remove' : 'write';
  const titles = {
    many: 'Mend it',
    insert: `Insert ${edit.insert.trim()}`,
    remove: `Remove ${removed.trim()}`,
    write: `Write ${edit.insert.trim()}`,
  };
  return [{ title: titles[kind], edits }];
}

export type { ParseResult };
