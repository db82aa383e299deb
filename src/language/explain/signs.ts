// Signs of other languages: operators, statement ends, wildcards, arrows.
import { table } from '../table.ts';
import { accessor, pathBefore } from './accessors.ts';
import { about, type Complaint, instead, replace, type Rule } from './complaint.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

export const explainSign: Rule = (situation) => {
  const { found } = situation;
  if (!found || !['operator', 'punctuation', 'number'].includes(found.kind)) return undefined;
  for (const rule of RULES) {
    const complaint = rule(situation, found);
    if (complaint) return complaint;
  }
  return undefined;
};

type SignRule = (situation: Situation, found: Token) => Complaint | undefined;

const RULES: readonly SignRule[] = [
  strayAssignment,
  accessor,
  hyphen,
  wildcard,
  link,
  comparison,
  arithmetic,
  questionMark,
  colon,
  separator,
];

const inCondition = ({ frame }: Situation): boolean => frame.kind === 'filter' || frame.kind === 'call';

// ---------------------------------------------------------------- comparisons

const OPERATORS = table<string>({ '=': '==', '===': '==', '!==': '!=', '<>': '!=', '&': '&&', '|': '||' });

function comparison(situation: Situation, found: Token): Complaint | undefined {
  const { frame, before, tokens, index } = situation;
  if (/^:?=>?$/.test(found.text) && (frame.kind === 'object' || frame.kind === 'pattern')) {
    const key = before?.text ?? 'key';
    const edit = { from: before?.to ?? found.from, to: found.to, insert: ':' };
    return about(found, `${found.text} does not join key and value`, `Write a colon: ${key}: value.`, edit);
  }
  const path = pathBefore(situation);
  if (found.text === '=~' || found.text === '~') {
    const pattern = tokens[index + 1];
    const written = `REGEX(${path?.source ?? '?x.name'}, ${pattern?.kind === 'string' ? pattern.text : '"pattern"'})`;
    const over = path && pattern?.kind === 'string' ? { from: path.from, to: pattern.to } : found;
    return instead(found, `FILTER has no operator ${found.text}`, written, over);
  }
  const operator = OPERATORS[found.text];
  if (!operator || frame.kind === 'top' || frame.kind === 'where' || (found.text === '|' && !inCondition(situation)))
    return undefined;
  const hint = `Write ${operator}. Comparisons are ==, !=, <, >, <=, >=; conditions are joined by && and ||.`;
  return about(found, `FILTER has no operator ${found.text}`, hint, replace(found, operator));
}

/** `LIMIT = 5`, `EXPECT VERSION: 1`: the value follows its keyword directly. */
function strayAssignment({ before }: Situation, found: Token): Complaint | undefined {
  const word = before?.text ?? '';
  const takesValue = ['LIMIT', 'CURSOR', 'VERSION', 'MODE', 'THRESHOLD', 'TYPE'].includes(word);
  if (!takesValue || !['=', '==', ':'].includes(found.text)) return undefined;
  const name = word === 'VERSION' ? 'EXPECT VERSION' : word;
  return about(found, `${name} takes no ${found.text}`, `The value follows ${name} directly.`, replace(found, ''));
}

// ---------------------------------------------------------------- arithmetic

const NO_ARITHMETIC =
  'Queries do not compute. Compare with a ready value or a :placeholder; only UPDATE computes, with ADD and MUL.';

function arithmetic(situation: Situation, found: Token): Complaint | undefined {
  const { frame, statement } = situation;
  const isNegative = found.kind === 'number' && found.text.startsWith('-');
  if (!/^[+\-*/%^]$/.test(found.text) && !isNegative) return undefined;
  const path = pathBefore(situation);
  if (found.text === '/' && !path) return regexLiteral(situation, found);
  if (statement === 'UPDATE' && (frame.kind === 'object' || frame.kind === 'call'))
    return updateArithmetic(situation, found);
  if (!inCondition(situation) && frame.kind !== 'find') return undefined;
  return about(found, `There is no operator ${found.text.charAt(0)}`, NO_ARITHMETIC);
}

/** `/^a/i` as a string. */
function regexLiteral({ text }: Situation, found: Token): Complaint | undefined {
  const [whole, body = '', flags = ''] = /^\/((?:[^/\\\n]|\\.)+)\/([a-z]*)/.exec(text.slice(found.from)) ?? [];
  if (!whole) return undefined;
  const range = { from: found.from, to: found.from + whole.length };
  return instead(
    range,
    'There are no regular expression literals',
    JSON.stringify((flags.includes('i') ? '(?i)' : '') + body),
  );
}

/** `?x.attributes.n + 1` as `ADD(?x.attributes.n, 1)`; only the simple form is mended, others are told. */
function updateArithmetic(situation: Situation, found: Token): Complaint {
  const path = pathBefore(situation);
  const sign = found.text.charAt(0);
  // `- 1` is two tokens, `-1` one.
  const operand = found.kind === 'number' ? found : situation.tokens[situation.index + 1];
  const number = operand?.kind === 'number' ? Math.abs(Number(operand.text)) : undefined;
  const value = number ?? 1;
  const second = sign === '/' ? 1 / value : sign === '-' ? -value : value;
  const written = `${sign === '*' || sign === '/' ? 'MUL' : 'ADD'}(${path?.source ?? '?x.attributes.n'}, ${second})`;
  const hint = `UPDATE computes with calls: write ${written}. The calls are ADD, MUL, CLAMP and COALESCE.`;
  const canMend = path && operand && number !== undefined && sign !== '%';
  const edits = canMend ? [{ from: path.from, to: operand.to, insert: written }] : [];
  return about(found, `There is no operator ${sign}`, hint, ...edits);
}

// ---------------------------------------------------------------- wildcards, links, hops

function wildcard({ before, frame, text }: Situation, found: Token): Complaint | undefined {
  if (found.text === '.' && text.charAt(found.to) === '*') {
    const whole = before?.text ?? '?x';
    const hint = `${whole} alone returns the whole element; ${whole}.attributes returns all its attributes.`;
    const range = { from: found.from, to: found.to + 1 };
    return about(range, 'There is no wildcard .*', hint, replace(range, ''));
  }
  if (found.text !== '*' || (frame.kind !== 'call' && frame.kind !== 'find')) return undefined;
  const hint =
    frame.kind === 'call'
      ? 'Aggregate a variable: COUNT(?x) counts the distinct elements of ?x.'
      : 'Name what to return: FIND(?x) returns whole elements, FIND(?x.name, ?x.attributes.key) single fields.';
  return about(found, 'There is no wildcard *', hint);
}

function link({ frame, before, text }: Situation, found: Token): Complaint | undefined {
  if (frame.kind === 'tuple' && before?.kind === 'string' && (found.text === '*' || found.text === '+')) {
    const [whole = '+', least, dots, most = ''] = /^\*\s*(\d+)?\s*(\.\.)?\s*(\d+)?/.exec(text.slice(found.from)) ?? [];
    const from = least ?? (found.text === '+' || dots ? 1 : 0);
    const hops = least && !dots ? `{${least}}` : `{${from},${most}}`;
    const range = { from: found.from, to: found.from + whole.trimEnd().length };
    const hint = `Hops are written {m,n}: ${before.text}${hops}.`;
    return about(range, `${found.text} is not a hop quantifier`, hint, replace(range, hops));
  }
  if (frame.kind === 'tuple' && found.text === '^') {
    return about(found, 'There are no inverse predicates', 'Turn the triple round: swap subject and object.');
  }
  const isArrow = found.text === '->' || found.text === '<-' || (found.text === '-' && frame.kind === 'where');
  if (!isArrow) return undefined;
  const hint = 'Write a triple: (?subject, "predicate", ?object), or ?link (?subject, "predicate", ?object).';
  return about(found, 'Links are not drawn with arrows', hint);
}

// ---------------------------------------------------------------- signs inside names

/** `?side-effect`, `mac-address: …`. */
function hyphen({ tokens, index, before, frame }: Situation, found: Token): Complaint | undefined {
  const next = tokens[index + 1];
  const isJoined = found.text === '-' && before?.to === found.from && next?.from === found.to && next.kind === 'word';
  if (!isJoined || !['word', 'variable', 'placeholder', 'field'].includes(before.kind)) return undefined;
  const name = `${before.text}-${next.text}`;
  const isKey = before.kind === 'word' && (frame.kind === 'object' || frame.kind === 'pattern');
  const written = isKey ? `"${name}"` : name.replaceAll('-', '_');
  const same = tokens.filter(
    (token, at) => token.text === before.text && tokens[at + 1]?.text === '-' && tokens[at + 2]?.text === next.text,
  );
  const edits = same.map(({ from }) => ({ from, to: from + name.length, insert: written }));
  return about({ from: before.from, to: next.to }, '"-" cannot stand in a name', `Write ${written}.`, ...edits);
}

function questionMark({ tokens, index }: Situation, found: Token): Complaint | undefined {
  if (found.text !== '?') return undefined;
  const next = tokens[index + 1];
  if (next?.kind === 'word') {
    return instead({ from: found.from, to: next.to }, 'The "?" of a variable stands apart', `?${next.text}`);
  }
  const hint =
    'A variable is "?" and a name of ASCII letters, digits and "_": ?x. A value to be filled in is a :placeholder.';
  return about(
    next?.kind === 'other' ? next : found,
    `?${next?.kind === 'other' ? next.text : ''} is not a variable`,
    hint,
  );
}

function colon({ tokens, index }: Situation, found: Token): Complaint | undefined {
  const next = tokens[index + 1];
  if (found.text !== ':' || next?.kind !== 'word' || tokens[index - 1]?.text !== ':') return undefined;
  return instead({ from: found.from, to: next.to }, 'The ":" of a placeholder stands apart', `:${next.text}`);
}

// ---------------------------------------------------------------- separators

function separator({ frame, text, tokens, before }: Situation, found: Token): Complaint | undefined {
  const inClauses = frame.kind === 'where' || frame.kind === 'top';
  if (found.text === ';') {
    const edits = tokens.filter((token) => token.text === ';').map((token) => replace(token, ''));
    const hint = 'Remove the semicolon ";": nothing stands between clauses or behind a command.';
    return about(found, 'Commands do not end with ";"', hint, ...edits);
  }
  if (found.text === '.' && /\d/.test(text.charAt(found.to))) {
    const hint = 'A path step is an identifier; for other keys return ?x.attributes whole.';
    return about(found, 'A path step cannot start with a digit', hint);
  }
  const isStop = found.text === '.' && inClauses;
  const isComma = found.text === ',' && frame.kind === 'where' && before?.kind !== 'variable';
  if (!isStop && !isComma) return undefined;
  const message = `Clauses are not separated by "${found.text}"`;
  const hint = `Remove the "${found.text}": clauses stand one after another.`;
  return about(found, message, hint, replace(found, ''));
}
