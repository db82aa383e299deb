// The repair of a syntax fault: the one the rule had at hand, or the one the table of known faults names.
import type { TextEdit } from '../diagnostics.ts';
import { insertAt, replace } from '../explain/complaint.ts';
import type { Fault } from '../explain/explain.ts';
import type { Situation } from '../explain/situation.ts';
import { QUERY_MENDINGS } from './query-mendings.ts';
import type { Mending } from './mending.ts';
import { WHERE_MENDINGS } from './where-mendings.ts';
import { WRITE_MENDINGS } from './write-mendings.ts';

/** The repair of that name. One table made of the three would be kept by bundlers even where nothing uses it. */
export function mendingNamed(name: string): Mending | undefined {
  return QUERY_MENDINGS[name] ?? WHERE_MENDINGS[name] ?? WRITE_MENDINGS[name];
}

/** The edits that remove the fault; none where a person has to decide. */
export function mendingOf({ situation, complaint }: Fault): readonly TextEdit[] {
  if (complaint.edits && complaint.edits.length > 0) return complaint.edits;
  const name = complaint.mend ?? '';
  return name === '' ? [] : (simple(situation, name) ?? mendingNamed(name)?.(situation) ?? []);
}

/** `=X`, `+X` and `-`, see known-faults.ts. */
function simple({ found, text }: Situation, name: string): readonly TextEdit[] | undefined {
  const word = name.slice(1);
  if (name === '-') return found ? [replace(found, '')] : [];
  if (name.startsWith('=')) return found ? [replace(found, word)] : [];
  if (!name.startsWith('+')) return undefined;
  return [found ? insertAt(found.from, `${word} `) : insertAt(text.trimEnd().length, ` ${word}`)];
}
