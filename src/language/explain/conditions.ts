// Conditions written as in SQL, Cypher or SPARQL: infix words where KIP has functions and signs.
import { table } from '../table.ts';
import { type Fix } from '../diagnostics.ts';
import { closing } from './cases.ts';
import { about, type Complaint, fix, replace, type Rule } from './complaint.ts';
import { pathBefore } from './accessors.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

export const explainCondition: Rule = (situation) => {
  const { found, before, frame } = situation;
  if (!found || (frame.kind !== 'filter' && frame.kind !== 'call')) return undefined;
  // The grammar takes a leading NOT for the name of a function and stumbles over what follows.
  if (before?.text.toUpperCase() === 'NOT' && before.kind === 'word') return prefixNot(situation, before);
  if (found.text === ',') return comma(situation, found);
  if (before?.text.toUpperCase() === 'EXISTS') return INFIX.EXISTS?.(situation, before);
  return found.kind === 'word' ? INFIX[found.text.toUpperCase()]?.(situation, found) : undefined;
};

/** `FILTER(a, b)`, or `IN(?x, ("a", "b"))`. */
function comma({ frame, tokens }: Situation, found: Token): Complaint | undefined {
  const open = frame.open ? tokens.indexOf(frame.open) : -1;
  if (frame.kind === 'call' && tokens[open - 1]?.text === ',') {
    const close = tokens[closing(tokens, open)];
    const hint = 'A list stands in square brackets: IN(?x.name, ["a", "b"]).';
    const fixes =
      frame.open && close?.text === ')' ? fix('Write a list', replace(frame.open, '['), replace(close, ']')) : [];
    return about(found, 'A list does not stand in parentheses', hint, fixes);
  }
  if (frame.kind !== 'filter') return undefined;
  return about(
    found,
    'Conditions are not separated by ","',
    'Join them with && (both) or || (either).',
    fix('Write &&', replace(found, ' &&')),
  );
}

type Infix = (situation: Situation, found: Token) => Complaint | undefined;

const sign =
  (written: string): Infix =>
  (_, found) =>
    about(found, `${found.text} does not join conditions`, `Write ${written}: FILTER(a == 1 ${written} b == 2).`, [
      ...fix(`Write ${written}`, replace(found, written)),
    ]);

const INFIX = table<Infix>({
  AND: sign('&&'),
  OR: sign('||'),
  XOR: (_, found) => about(found, 'There is no XOR', 'Write (a && !(b)) || (!(a) && b).'),
  NOT: negation,
  IN: membership,
  IS: nullTest,
  BETWEEN: between,
  LIKE: pattern,
  ILIKE: pattern,
  CONTAINS: (situation, found) => infixFunction(situation, found, 'CONTAINS', 1),
  STARTS: (situation, found) => infixFunction(situation, found, 'STARTS_WITH', 2),
  ENDS: (situation, found) => infixFunction(situation, found, 'ENDS_WITH', 2),
  STARTS_WITH: (situation, found) => infixFunction(situation, found, 'STARTS_WITH', 1),
  ENDS_WITH: (situation, found) => infixFunction(situation, found, 'ENDS_WITH', 1),
  MATCHES: (situation, found) => infixFunction(situation, found, 'REGEX', 1),
  REGEX: (situation, found) => infixFunction(situation, found, 'REGEX', 1),
  REGEXP: (situation, found) => infixFunction(situation, found, 'REGEX', 1),
  RLIKE: (situation, found) => infixFunction(situation, found, 'REGEX', 1),
  EQUALS: (_, found) => about(found, 'EQUALS is not an operator', 'Write ==.', fix('Write ==', replace(found, '=='))),
  AS: (_, found) =>
    about(found, 'There are no aliases', 'Columns come in the order of FIND; leave AS and its name out.'),
  EXISTS: (_, found) =>
    about(
      found,
      'EXISTS does not stand in FILTER',
      'Write the pattern as a clause beside FILTER, or NOT { … } for its absence.',
    ),
});

/** From the path before the fault to `end`, replaced by `written`. */
function rewrite(situation: Situation, end: Token, written: string): readonly Fix[] {
  const { tokens, index } = situation;
  const steps = pathBefore(situation).split('.').length;
  const start = tokens[index - steps];
  return start ? fix(`Write ${written}`, { from: start.from, to: end.to, insert: written }) : [];
}

const SUBJECT = '?x.name';

function infixFunction(situation: Situation, found: Token, name: string, words: number): Complaint {
  const { tokens, index } = situation;
  const path = pathBefore(situation);
  const argument = tokens[index + words];
  const usable = argument?.kind === 'string' || argument?.kind === 'placeholder';
  const written = `${name}(${path || SUBJECT}, ${usable ? argument.text : '"text"'})`;
  const fixes = path && usable ? rewrite(situation, argument, written) : [];
  return about(found, `${found.text} does not stand between two values`, `Write ${written}.`, fixes);
}

/** LIKE by where its % stand. */
function pattern(situation: Situation, found: Token): Complaint {
  const { tokens, index } = situation;
  const path = pathBefore(situation);
  const argument = tokens[index + 1];
  if (argument?.kind !== 'string') return infixFunction(situation, found, 'CONTAINS', 1);
  const content = JSON.parse(argument.text) as string;
  const inner = content.replace(/^%|%$/g, '');
  const name =
    content === inner
      ? 'REGEX'
      : !content.startsWith('%')
        ? 'STARTS_WITH'
        : !content.endsWith('%')
          ? 'ENDS_WITH'
          : 'CONTAINS';
  if (/[%_]/.test(inner) || name === 'REGEX') {
    const source = `^${content
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`;
    const written = `REGEX(${path || SUBJECT}, ${JSON.stringify(source)})`;
    const hint = `Write ${written}; or CONTAINS, STARTS_WITH, ENDS_WITH for plain text.`;
    return about(found, 'There is no LIKE', hint, path ? rewrite(situation, argument, written) : []);
  }
  const written = `${name}(${path || SUBJECT}, ${JSON.stringify(inner)})`;
  const others = ['CONTAINS', 'STARTS_WITH', 'ENDS_WITH', 'REGEX'].filter((other) => other !== name).join(', ');
  return about(
    found,
    'There is no LIKE',
    `Write ${written}; there are also ${others}.`,
    path ? rewrite(situation, argument, written) : [],
  );
}

function membership(situation: Situation, found: Token): Complaint {
  return inList(situation, found, situation.index + 1, '');
}

function inList(situation: Situation, found: Token, listAt: number, mark: string): Complaint {
  const { tokens, text } = situation;
  const path = pathBefore(situation);
  const open = tokens[listAt];
  const end = open && tokens[open.kind === 'punctuation' ? closing(tokens, listAt) : listAt];
  const list = open && end ? text.slice(open.from, end.to).replace(/^\((.*)\)$/s, '[$1]') : '["a", "b"]';
  const written = `${mark}IN(${path || SUBJECT}, ${list})`;
  const fixes = path && end ? rewrite(situation, end, written) : [];
  return about(found, 'IN does not stand between two values', `Write ${written}.`, fixes);
}

/** `NOT IN`, `NOT LIKE`, `NOT CONTAINS` behind a path. */
function negation(situation: Situation, found: Token): Complaint | undefined {
  const { tokens, index } = situation;
  const next = tokens[index + 1];
  const infix = next && INFIX[next.text.toUpperCase()];
  if (next?.text.toUpperCase() === 'IN') return inList(situation, found, index + 2, '!');
  const positive = infix?.({ ...situation, tokens: tokens.toSpliced(index, 1) }, next as Token);
  const written = /^Write (.*?\))[.;]/.exec(positive?.hint ?? '')?.[1];
  const hint = written ? `Write !${written}.` : NEGATE;
  const edit = positive?.fixes?.[0]?.edits[0];
  return about(
    found,
    'NOT does not negate a condition',
    hint,
    edit ? fix(hint.slice(0, -1), { ...edit, insert: `!${edit.insert}` }) : [],
  );
}

const NEGATE = 'Write !(condition) inside FILTER; NOT { clauses } stands beside FILTER.';

/** `NOT ?x.a == 1` is `!(?x.a == 1)`: to the next && or || or the end of the parentheses. */
function prefixNot({ tokens, index, found, text }: Situation, not: Token): Complaint {
  let last = index;
  for (let depth = 0; tokens[last]; last++) {
    const token = (tokens[last] as Token).text;
    if (depth === 0 && (token === ')' || /^(?:&&|\|\||AND|OR)$/i.test(token))) break;
    if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
  }
  const end = tokens[last - 1];
  if (!found || !end || end.from < found.from) return about(not, 'NOT does not negate a condition', NEGATE);
  const written = `!(${text.slice(found.from, end.to)})`;
  return about(
    not,
    'NOT does not negate a condition',
    `Write ${written}.`,
    fix(`Write ${written}`, { from: not.from, to: end.to, insert: written }),
  );
}

function nullTest(situation: Situation, found: Token): Complaint {
  const { tokens, index } = situation;
  const path = pathBefore(situation);
  const negated = tokens[index + 1]?.text.toUpperCase() === 'NOT';
  const written = `${negated ? 'IS_NOT_NULL' : 'IS_NULL'}(${path || '?x.attributes.key'})`;
  const end = tokens[index + (negated ? 2 : 1)];
  const fixes = path && end?.text.toUpperCase() === 'NULL' ? rewrite(situation, end, written) : [];
  return about(found, 'IS does not test a value', `Write ${written}.`, fixes);
}

function between(situation: Situation, found: Token): Complaint {
  const { tokens, index } = situation;
  const path = pathBefore(situation);
  const [low, and, high] = tokens.slice(index + 1, index + 4);
  const complete = path && low && high && and?.text.toUpperCase() === 'AND';
  const name = path || '?x.attributes.n';
  const written = `${name} >= ${low?.text ?? 'low'} && ${name} <= ${high?.text ?? 'high'}`;
  return about(found, 'There is no BETWEEN', `Write ${written}.`, complete ? rewrite(situation, high, written) : []);
}
