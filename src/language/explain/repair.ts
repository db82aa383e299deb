// Faults no rule knows: a few small edits are tried at the fault, and the one that lets the parser get furthest is proposed.
import type { TextEdit } from '../diagnostics.ts';
import { foundRange, shorten, unexpected } from './cases.ts';
import { about, type Complaint, insertAt, replace } from './complaint.ts';
import type { Situation } from './situation.ts';

/** Beyond this length trial parses would be felt. */
const MAX_TRIAL_LENGTH = 32 * 1024;

/** `faultIn` answers where a text stops to parse, undefined where it does not. */
export function tryRepairs(situation: Situation, faultIn: (text: string) => number | undefined): Complaint | undefined {
  const { text, found } = situation;
  if (text.length > MAX_TRIAL_LENGTH) return undefined;
  let best: TextEdit | undefined;
  let furthest = found?.to ?? text.length;
  for (const edit of trials(situation)) {
    const fault = faultIn(apply(text, edit));
    // What is cut off cannot count as read.
    const isCut = edit.to === text.length && edit.from < edit.to;
    const reached = fault === undefined ? Infinity : isCut ? 0 : fault - edit.insert.length + edit.to - edit.from;
    if (reached > furthest) [best, furthest] = [edit, reached];
  }
  if (!best) return undefined;
  const removed = text.slice(best.from, best.to);
  const title = removed === '' ? `Insert "${best.insert}"` : `Remove ${shorten(removed)}`;
  return about(foundRange(situation), unexpected(situation), `${title}: ${excerpt(text, best)}`, best);
}

function trials({ found, before, text, frame }: Situation): TextEdit[] {
  const at = before?.to ?? 0;
  const inserts = [...')}],:{('].map((sign) => insertAt('{('.includes(sign) ? (found?.from ?? text.length) : at, sign));
  // Only signs are dropped: without a word or a value the command would mean something else.
  const signs = [found, before].flatMap((token) => (token && /^[^\w"?:.]/.test(token.text) ? replace(token, '') : []));
  // Prose behind a whole command.
  const isProse = frame.kind === 'top' && (found?.kind === 'word' || found?.kind === 'other');
  return found ? [...inserts, ...signs, ...(isProse ? [{ from: at, to: text.length, insert: '' }] : [])] : inserts;
}

const apply = (text: string, { from, to, insert }: TextEdit): string => text.slice(0, from) + insert + text.slice(to);

/** The mended text around the edit. */
function excerpt(text: string, edit: TextEdit): string {
  const mended = apply(text, edit);
  const from = Math.max(0, edit.from - 24);
  const to = Math.min(mended.length, edit.from + edit.insert.length + 24);
  return `${from > 0 ? '…' : ''}${mended.slice(from, to).replace(/\s+/g, ' ').trim()}${to < mended.length ? '…' : ''}`;
}
