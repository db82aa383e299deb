// Faults no table knows: a few small edits are tried at the fault, and the one that lets the parser get furthest is proposed.
import type { TextEdit } from '../diagnostics.ts';
import { applyEdits, type Complaint, fix, insertAt, replace } from './complaint.ts';
import { foundRange, shorten, unexpected } from './cases.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

/** Beyond this length trial parses would be felt. */
const MAX_TRIAL_LENGTH = 32 * 1024;

interface Trial {
  readonly title: string;
  readonly edit: TextEdit;
}

/** `faultIn` answers where a text stops to parse, undefined where it does not. */
export function tryRepairs(situation: Situation, faultIn: (text: string) => number | undefined): Complaint | undefined {
  const { text, found } = situation;
  if (text.length > MAX_TRIAL_LENGTH) return undefined;
  const goal = found?.to ?? text.length;
  let best: { trial: Trial; reached: number } | undefined;
  for (const trial of trials(situation)) {
    const fault = faultIn(applyEdits(text, [trial.edit]));
    const shift = trial.edit.insert.length - (trial.edit.to - trial.edit.from);
    // What is cut off cannot count as read.
    const reached = fault === undefined ? Infinity : trial.edit.to === text.length ? 0 : fault - shift;
    if (reached > goal && reached > (best?.reached ?? 0)) best = { trial, reached };
  }
  if (!best) return undefined;
  const { title, edit } = best.trial;
  return {
    range: foundRange(situation),
    message: unexpected(situation),
    hint: `${title}: ${excerpt(text, edit)}`,
    fixes: fix(title, edit),
  };
}

function trials({ found, before, text, frame }: Situation): Trial[] {
  const at = before?.to ?? 0;
  const inserts = [')', '}', ']', ',', ':', '{', '('].map((insert) => ({
    title: `Insert "${insert}"`,
    edit: insertAt('{('.includes(insert) ? (found?.from ?? text.length) : at, insert),
  }));
  if (!found) return inserts;
  // Only signs are dropped: without a word or a value the command would mean something else.
  const signs = [found, before].filter(
    (token) => token?.kind === 'punctuation' || token?.kind === 'operator',
  ) as Token[];
  const removals = signs.map((token) => ({ title: `Remove ${shorten(token.text)}`, edit: replace(token, '') }));
  const rest = { title: 'Remove the text behind the command', edit: { from: at, to: text.length, insert: '' } };
  return [
    ...inserts,
    ...removals,
    ...(frame.kind === 'top' && (found.kind === 'word' || found.kind === 'other') ? [rest] : []),
  ];
}

/** The mended text around the edit. */
function excerpt(text: string, edit: TextEdit): string {
  const mended = applyEdits(text, [edit]);
  const from = Math.max(0, edit.from - 24);
  const to = Math.min(mended.length, edit.from + edit.insert.length + 24);
  const cut = mended.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${cut}${to < mended.length ? '…' : ''}`;
}
