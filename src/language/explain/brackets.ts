// Brackets that are not closed, closed twice, or closed by the wrong one.
import { about, type Complaint, fix, insertAt, replace, type Rule } from './complaint.ts';
import { foundRange } from './cases.ts';
import { describePosition } from '../diagnostics.ts';
import type { Frame, Situation } from './situation.ts';

const PARTNER: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };

export const explainBrackets: Rule = (situation) => {
  const { found, frames } = situation;
  const open = frames.filter((frame) => frame.open);
  if (!found) return open.length > 0 ? unclosed(situation, open) : undefined;
  if (found.kind !== 'punctuation' || !')]}'.includes(found.text)) return undefined;
  if (open.length === 0) {
    const hint = `Remove "${found.text}": every bracket is closed already.`;
    return about(found, `"${found.text}" closes nothing`, hint, fix(`Remove ${found.text}`, replace(found, '')));
  }
  return mismatched(situation, open);
};

/** The command ends inside brackets: the missing ones go to its end, innermost first. */
function unclosed(situation: Situation, open: readonly Frame[]): Complaint {
  const { text, before } = situation;
  const innermost = open.at(-1) as Frame & { open: NonNullable<Frame['open']> };
  const missing = open.map((frame) => PARTNER[frame.open?.text ?? '']).reverse();
  const at = before?.to ?? text.length;
  const where = describePosition(text, innermost.open.from);
  const plural = missing.length > 1 ? `${missing.length} brackets are` : 'a bracket is';
  return {
    range: foundRange(situation),
    message: `The command ends while ${plural} open; the last is "${innermost.open.text}" of ${where}`,
    hint: `Close with ${missing.map((bracket) => `"${bracket}"`).join(' ')} at the end.`,
    fixes: fix(`Insert ${missing.join(' ')}`, insertAt(at, ` ${missing.join(' ')}`)),
  };
}

/** `( … }`: the bracket that should come first is missing, unless the one found is a slip of the key. */
function mismatched({ text, found, before }: Situation, open: readonly Frame[]): Complaint | undefined {
  const innermost = open.at(-1)?.open;
  const wanted = PARTNER[innermost?.text ?? ''];
  if (!found || !innermost || !wanted || found.text === wanted) return undefined;
  const isWanted = open.some((frame) => PARTNER[frame.open?.text ?? ''] === found.text);
  const hint = isWanted
    ? `Insert "${wanted}" before "${found.text}".`
    : `Write "${wanted}" instead of "${found.text}".`;
  const edit = isWanted ? insertAt(before?.to ?? found.from, wanted) : replace(found, wanted);
  const where = describePosition(text, innermost.from);
  return about(
    found,
    `"${found.text}" cannot close the "${innermost.text}" of ${where}`,
    hint,
    fix(hint.slice(0, -1), edit),
  );
}
