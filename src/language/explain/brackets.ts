// Brackets that are not closed, closed twice, or closed by the wrong one.
import { describePosition } from '../diagnostics.ts';
import { foundRange } from './cases.ts';
import { about, type Complaint, insertAt, replace, type Rule } from './complaint.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

const partnerOf = (bracket: Token): string => ')}]'.charAt('({['.indexOf(bracket.text));

export const explainBrackets: Rule = (situation) => {
  const { found, frames } = situation;
  const open = frames.flatMap((frame) => frame.open ?? []);
  if (!found) return open.length > 0 ? unclosed(situation, open) : undefined;
  if (!/^[)}\]]$/.test(found.text)) return undefined;
  const innermost = open.at(-1);
  if (!innermost) {
    const hint = `Remove "${found.text}": every bracket is closed already.`;
    return about(found, `"${found.text}" closes nothing`, hint, replace(found, ''));
  }
  return mismatched(situation, found, innermost, open);
};

/** The command ends inside brackets: the missing ones go to its end, innermost first. */
function unclosed(situation: Situation, open: readonly Token[]): Complaint {
  const { text, before } = situation;
  const innermost = open.at(-1) as Token;
  const missing = open.map(partnerOf).reverse();
  const where = describePosition(text, innermost.from);
  const message = `The command ends before the "${innermost.text}" of ${where} is closed`;
  const hint = `Close with ${missing.map((bracket) => `"${bracket}"`).join(' ')} at the end.`;
  return about(foundRange(situation), message, hint, insertAt(before?.to ?? text.length, ` ${missing.join(' ')}`));
}

/** `( … }`: the bracket that should come first is missing, unless the one found is a slip of the key. */
function mismatched({ text, before }: Situation, found: Token, innermost: Token, open: readonly Token[]) {
  const wanted = partnerOf(innermost);
  if (found.text === wanted) return undefined;
  const isWanted = open.some((bracket) => partnerOf(bracket) === found.text);
  const hint = isWanted
    ? `Insert "${wanted}" before "${found.text}".`
    : `Write "${wanted}" instead of "${found.text}".`;
  const edit = isWanted ? insertAt(before?.to ?? found.from, wanted) : replace(found, wanted);
  const message = `"${found.text}" cannot close the "${innermost.text}" of ${describePosition(text, innermost.from)}`;
  return about(found, message, hint, edit);
}
