// Why a text does not parse: the first place at which no statement can go on, and what to write instead.
// The strict parser gives the place exactly. The rules then look at it from the most telling side first: signs and words of
// other languages, words without quotes, known slips in this place, brackets, and at last a trial of small edits.
import { describePosition, type Diagnostic } from '../diagnostics.ts';
import type { Dialect } from '../dialect.ts';
import { explainBareWord, explainKeyword } from './bare-words.ts';
import { explainBrackets } from './brackets.ts';
import { explainKnown, foundRange, unexpected } from './cases.ts';
import type { Complaint, Rule } from './complaint.ts';
import { explainCondition } from './conditions.ts';
import { expectation } from './expectation.ts';
import { explainToken } from './lexical.ts';
import { tryRepairs } from './repair.ts';
import { explainSign } from './signs.ts';
import { type Situation, situationAt } from './situation.ts';
import { explainStart } from './starts.ts';

const RULES: readonly Rule[] = [
  explainToken,
  explainStart,
  explainSign,
  explainCondition,
  explainBareWord,
  explainKnown,
  explainKeyword,
  explainBrackets,
];

export interface Fault {
  readonly situation: Situation;
  readonly complaint: Complaint;
}

/** The first syntax fault of a text, undefined if it parses. */
export function firstFault(text: string, dialect: Dialect): Fault | undefined {
  const faultIn = (candidate: string): number | undefined => faultPosition(candidate, dialect);
  const position = faultIn(text);
  if (position === undefined) return undefined;
  const situation = situationAt(text, position);
  return { situation, complaint: explain(situation, faultIn) };
}

function explain(situation: Situation, faultIn: (text: string) => number | undefined): Complaint {
  for (const rule of RULES) {
    const complaint = rule(situation);
    if (complaint) return { ...complaint, hint: advice(complaint.hint, situation) };
  }
  const repair = tryRepairs(situation, faultIn);
  return repair ?? { range: foundRange(situation), message: unexpected(situation), hint: expectation(situation) };
}

/** The variable of the examples, ?x, gives way to one of the command, so that the hint can be taken over as it is. */
function advice(hint: string, situation: Situation): string {
  if (hint === '') return expectation(situation);
  const variables = situation.tokens.filter((token) => token.kind === 'variable').map((token) => token.text);
  const [first] = variables;
  return first && !variables.includes('?x') ? hint.replace(/\?x\b/g, first) : hint;
}

/** Where the text stops to parse, undefined where it does not. */
function faultPosition(text: string, dialect: Dialect): number | undefined {
  try {
    dialect.strictParser.parse(text);
    return undefined;
  } catch (error) {
    const position = error instanceof SyntaxError ? /No parse at (\d+)/.exec(error.message)?.[1] : undefined;
    if (position === undefined) throw error;
    return Number(position);
  }
}

/** The complaint as a diagnostic without repairs, at its place in `text`. */
export function toDiagnostic(text: string, { kind = 'invalidSyntax', range, message, hint }: Complaint): Diagnostic {
  const where = describePosition(text, range.from);
  return { kind, message: `${message} (${where}).`, hint, fixes: [], from: range.from, to: range.to };
}
