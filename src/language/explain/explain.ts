// Why a text does not parse: the first place at which no statement can go on, and what to write instead.
// The strict parser gives the place exactly. The rules then look at it from the most telling side first: signs and words of
// other languages, known slips in this place, words without quotes, brackets, and at last a trial of small edits.
// Later faults are found by mending the first one and looking again, so that each is judged in a text that is right up to it.
import { describePosition, type Diagnostic, type TextEdit } from '../diagnostics.ts';
import type { Dialect } from '../dialect.ts';
import { explainBareWord, explainKeyword } from './bare-words.ts';
import { explainBrackets } from './brackets.ts';
import { casesRule, foundRange, unexpected } from './cases.ts';
import { applyEdits, type Complaint, type Rule } from './complaint.ts';
import { explainCondition } from './conditions.ts';
import { expectation } from './expectation.ts';
import { explainToken } from './lexical.ts';
import { META_CASES } from './meta-cases.ts';
import { TUPLE_CASES } from './tuple-cases.ts';
import { QUERY_CASES } from './query-cases.ts';
import { tryRepairs } from './repair.ts';
import { explainSign } from './signs.ts';
import { type Situation, situationAt } from './situation.ts';
import { explainStart } from './starts.ts';
import { WHERE_CASES } from './where-cases.ts';
import { CHANGE_CASES } from './change-cases.ts';
import { UPSERT_CASES } from './upsert-cases.ts';

/** How many faults are sought, and in texts of which length. */
const MAX_FAULTS = 8;
const MAX_LENGTH_FOR_MORE = 64 * 1024;

const RULES: readonly Rule[] = [
  explainToken,
  explainStart,
  explainSign,
  explainCondition,
  explainBareWord,
  casesRule(QUERY_CASES),
  casesRule(UPSERT_CASES),
  casesRule(CHANGE_CASES),
  casesRule(WHERE_CASES),
  casesRule(TUPLE_CASES),
  casesRule(META_CASES),
  explainKeyword,
  explainBrackets,
];

/** The syntax faults of a text, first one first; at least one if the text does not parse. */
export function explainSyntax(text: string, dialect: Dialect): Diagnostic[] {
  const faultIn = (candidate: string): number | undefined => faultPosition(candidate, dialect);
  const diagnostics: Diagnostic[] = [];
  let mended = new MendedText(text);
  while (diagnostics.length < MAX_FAULTS) {
    const position = faultIn(mended.text);
    if (position === undefined) break;
    const situation = situationAt(mended.text, position);
    const complaint = inTheirWords(explain(situation, faultIn), situation);
    const diagnostic = toDiagnostic(complaint, mended);
    if (diagnostics.some((earlier) => earlier.from >= diagnostic.from)) break;
    diagnostics.push(diagnostic);
    const edits = complaint.fixes?.[0]?.edits;
    if (!edits || text.length > MAX_LENGTH_FOR_MORE) break;
    mended = mended.with(edits);
  }
  return diagnostics;
}

function explain(situation: Situation, faultIn: (text: string) => number | undefined): Complaint {
  for (const rule of RULES) {
    const complaint = rule(situation);
    if (complaint) return complaint;
  }
  return (
    tryRepairs(situation, faultIn) ?? {
      range: foundRange(situation),
      message: unexpected(situation),
      hint: expectation(situation),
    }
  );
}

/** The variable of the examples, ?x, gives way to one of the command, so that the hint can be taken over as it is. */
function inTheirWords(complaint: Complaint, { tokens }: Situation): Complaint {
  const variables = tokens.filter((token) => token.kind === 'variable').map((token) => token.text);
  const [first] = variables;
  if (!first || variables.includes('?x')) return complaint;
  return { ...complaint, hint: complaint.hint.replace(/\?x\b/g, first) };
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

function toDiagnostic(
  { kind = 'invalidSyntax', range, message, hint, fixes = [] }: Complaint,
  mended: MendedText,
): Diagnostic {
  const from = mended.original(range.from);
  const to = Math.max(from, mended.original(range.to));
  const edits = (list: readonly TextEdit[]): TextEdit[] =>
    list.map((edit) => ({ from: mended.original(edit.from), to: mended.original(edit.to), insert: edit.insert }));
  const where = describePosition(mended.source, from);
  return {
    kind,
    message: `${message} (${where}).`,
    hint,
    fixes: fixes.map(({ title, edits: list }) => ({ title, edits: edits(list) })),
    from,
    to,
  };
}

/** A text after some edits, which knows where each of its characters stood in the source. */
class MendedText {
  readonly source: string;
  readonly text: string;
  readonly #previous: MendedText | undefined;
  readonly #edits: readonly TextEdit[];

  constructor(source: string, text = source, previous?: MendedText, edits: readonly TextEdit[] = []) {
    this.source = source;
    this.text = text;
    this.#previous = previous;
    this.#edits = edits.toSorted((a, b) => a.from - b.from);
  }

  with(edits: readonly TextEdit[]): MendedText {
    return new MendedText(this.source, applyEdits(this.text, edits), this, edits);
  }

  original(offset: number): number {
    if (!this.#previous) return offset;
    let shift = 0;
    for (const { from, to, insert } of this.#edits) {
      const start = from + shift;
      if (offset <= start) break;
      if (offset < start + insert.length) return this.#previous.original(from);
      shift += insert.length - (to - from);
    }
    return this.#previous.original(offset - shift);
  }
}
