// Conditions written as in SQL, Cypher or SPARQL: infix words where KIP has functions and signs.
import { table } from '../table.ts';
import { pathBefore } from './accessors.ts';
import { about, closing, type Complaint, instead, replace, type Rule } from './complaint.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

export const explainCondition: Rule = (situation) => {
  const { found, before, frame } = situation;
  if (!found || (frame.kind !== 'filter' && frame.kind !== 'call')) return undefined;
  const leading = before?.kind === 'word' ? before.text.toUpperCase() : '';
  // The grammar takes a leading NOT for the name of a function and stumbles over what follows.
  if (before && leading === 'NOT') return prefixNot(situation, before);
  if (before && leading === 'EXISTS') return about(before, WORDS.EXISTS ?? '', BESIDE);
  if (found.text === ',') return comma(situation, found);
  return found.kind === 'word' ? word(situation, found) : undefined;
};

/** `FILTER(a, b)`, or `IN(?x, ("a", "b"))`. */
function comma({ frame, tokens }: Situation, found: Token): Complaint | undefined {
  const open = frame.open ? tokens.indexOf(frame.open) : -1;
  if (frame.open && frame.kind === 'call' && tokens[open - 1]?.text === ',') {
    const close = tokens[closing(tokens, open)] as Token;
    const hint = 'A list stands in square brackets: IN(?x.name, ["a", "b"]).';
    return about(found, 'A list does not stand in parentheses', hint, replace(frame.open, '['), replace(close, ']'));
  }
  if (frame.kind !== 'filter') return undefined;
  const hint = 'Join conditions with && (both) or || (either).';
  return about(found, 'Conditions are not separated by ","', hint, replace(found, ' &&'));
}

// ---------------------------------------------------------------- words between two values

const SIGNS = table<string>({ AND: '&&', OR: '||', EQUALS: '==', IS: '==' });
const BESIDE = 'Write the pattern as a clause beside FILTER, or NOT { … } for its absence.';
const WORDS = table<string>({
  EXISTS: 'EXISTS does not stand in FILTER',
  AS: 'There are no aliases',
  XOR: 'There is no XOR',
});

function word(situation: Situation, found: Token): Complaint | undefined {
  const upper = found.text.toUpperCase();
  const infix = FUNCTIONS.test(upper) ? infixFunction(situation, found, upper) : undefined;
  if (infix) return infix;
  const sign = SIGNS[upper];
  if (sign)
    return about(
      found,
      `${found.text} is not an operator`,
      `Write ${sign}: FILTER(a ${sign} b).`,
      replace(found, sign),
    );
  const message = WORDS[upper];
  return message
    ? about(found, message, upper === 'EXISTS' ? BESIDE : 'Leave it out; conditions are joined by && and ||.')
    : undefined;
}

const FUNCTIONS = /^(?:NOT|IN|IS|BETWEEN|I?LIKE|CONTAINS|STARTS(?:_?WITH)?|ENDS(?:_?WITH)?|MATCHES|REGEXP?|RLIKE)$/;
const VALUE = String.raw`("(?:[^"\\]|\\.)*"|:\w+|-?\w[\w.]*)`;
const LIST = String.raw`(\[[^\]]*\]|\([^)]*\)|:\w+)`;
/** What follows the path: NOT, then one of IN list, IS NULL, BETWEEN values, word value. */
const TAIL = new RegExp(
  String.raw`(NOT\s+)?(?:IN\s*${LIST}|IS\s+(NOT\s+)?(NULL)|BETWEEN\s+${VALUE}\s+AND\s+${VALUE}|(\w+)(?:\s+WITH)?\s+${VALUE})`,
  'iy',
);

function infixFunction(situation: Situation, found: Token, upper: string): Complaint | undefined {
  const path = pathBefore(situation);
  TAIL.lastIndex = found.from;
  const match = TAIL.exec(situation.text);
  const subject = path?.source ?? '?x.name';
  const message = `${found.text} does not stand between two values`;
  if (!match) {
    if (upper === 'IS') return undefined;
    const example =
      upper === 'NOT'
        ? `!(condition)`
        : `${upper === 'IN' ? `IN(${subject}, ["a", "b"])` : `CONTAINS(${subject}, "text")`}`;
    return about(found, message, `Write ${example}.`);
  }
  const written = rewrite(subject, match);
  const hint = /LIKE/.test(upper + (match[7] ?? '').toUpperCase())
    ? `Write ${written}; there are CONTAINS, STARTS_WITH, ENDS_WITH and REGEX.`
    : `Write ${written}.`;
  const edits = path ? [{ from: path.from, to: found.from + match[0].length, insert: written }] : [];
  return about(found, message, hint, ...edits);
}

function rewrite(
  subject: string,
  [, not, list, isNot, isNull, low, high, name = '', value = '']: RegExpExecArray,
): string {
  if (isNull) return `${isNot ? 'IS_NOT_NULL' : 'IS_NULL'}(${subject})`;
  if (low) return `${subject} >= ${low} && ${subject} <= ${high}`;
  const mark = not ? '!' : '';
  if (list) return `${mark}IN(${subject}, ${list.replace(/^\(([^]*)\)$/, '[$1]')})`;
  return mark + stringTest(subject, name.toUpperCase(), value);
}

function stringTest(subject: string, name: string, value: string): string {
  if (/^I?LIKE$/.test(name) && value.startsWith('"')) return like(subject, JSON.parse(value) as string);
  const test = name.startsWith('STARTS')
    ? 'STARTS_WITH'
    : name.startsWith('ENDS')
      ? 'ENDS_WITH'
      : /^(?:MATCHES|R)/.test(name)
        ? 'REGEX'
        : 'CONTAINS';
  return `${test}(${subject}, ${value})`;
}

/** LIKE by where its % stand. */
function like(subject: string, content: string): string {
  const inner = content.replace(/^%|%$/g, '');
  if (content === inner || /[%_]/.test(inner)) {
    const escaped = content
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.');
    return `REGEX(${subject}, ${JSON.stringify(`^${escaped}$`)})`;
  }
  const test = !content.startsWith('%') ? 'STARTS_WITH' : !content.endsWith('%') ? 'ENDS_WITH' : 'CONTAINS';
  return `${test}(${subject}, ${JSON.stringify(inner)})`;
}

/** `NOT ?x.a == 1` is `!(?x.a == 1)`: to the next && or || or the end of the parentheses. */
function prefixNot({ tokens, index, found, text }: Situation, not: Token): Complaint {
  let last = index;
  for (let depth = 0; tokens[last]; last++) {
    const sign = (tokens[last] as Token).text;
    if (depth === 0 && /^(?:\)|&&|\|\||AND|OR)$/i.test(sign)) break;
    depth += Number(/^[([]$/.test(sign)) - Number(/^[)\]]$/.test(sign));
  }
  const end = tokens[last - 1];
  const message = 'NOT does not negate a condition';
  if (!found || !end || end.from < found.from) return about(not, message, 'Write !(condition).');
  return instead(not, message, `!(${text.slice(found.from, end.to)})`, { from: not.from, to: end.to });
}
