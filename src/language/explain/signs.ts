// Signs of other languages: operators, statement ends, wildcards, arrows.
import { table } from '../table.ts';
import { about, type Complaint, fix, replace, type Rule } from './complaint.ts';
import { accessor, pathBefore } from './accessors.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

export const explainSign: Rule = (situation) => {
  const { found } = situation;
  if (!found || !['operator', 'punctuation', 'number'].includes(found.kind)) return undefined;
  return (
    strayAssignment(situation, found) ??
    accessor(situation, found) ??
    hyphen(situation, found) ??
    wildcard(situation, found) ??
    arrow(situation, found) ??
    comparison(situation, found) ??
    arithmetic(situation, found) ??
    stop(situation, found)
  );
};

const inCondition = ({ frame }: Situation): boolean => frame.kind === 'filter' || frame.kind === 'call';

// ---------------------------------------------------------------- comparisons

const OPERATORS = table<string>({
  '=': '==',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '&': '&&',
  '|': '||',
  '=~': 'REGEX',
  '~': 'REGEX',
});

function comparison(situation: Situation, found: Token): Complaint | undefined {
  const { frame, before } = situation;
  if (
    (found.text === '=' || found.text === '=>' || found.text === ':=') &&
    (frame.kind === 'object' || frame.kind === 'pattern')
  ) {
    const hint = `Key and value are joined by a colon: ${before?.text ?? 'key'}: value.`;
    return about(
      found,
      `${found.text} does not join key and value`,
      hint,
      fix('Write a colon', replace(colonRange(found, before), ':')),
    );
  }
  const operator = OPERATORS[found.text];
  if (!operator || (found.text === '|' && !inCondition(situation))) return undefined;
  if (operator === 'REGEX') {
    const { tokens, index } = situation;
    const path = pathBefore(situation);
    const pattern = tokens[index + 1];
    const written = `REGEX(${path || '?x.name'}, ${pattern?.kind === 'string' ? pattern.text : '"pattern"'})`;
    const start = tokens[index - path.split('.').length];
    const mend = path && start && pattern?.kind === 'string';
    const fixes = mend ? fix(`Write ${written}`, { from: start.from, to: pattern.to, insert: written }) : [];
    return about(found, `FILTER has no operator ${found.text}`, `Write ${written}.`, fixes);
  }
  if (frame.kind === 'top') return undefined;
  const hint = `Write ${operator}. The comparisons are ==, !=, <, >, <=, >=; conditions are joined by && and ||.`;
  return about(found, `FILTER has no operator ${found.text}`, hint, fix(`Write ${operator}`, replace(found, operator)));
}

/** The sign and the space before it, so that `a = 1` becomes `a: 1`. */
function colonRange(found: Token, before: Token | undefined): { from: number; to: number } {
  return { from: before?.to ?? found.from, to: found.to };
}

// ---------------------------------------------------------------- arithmetic

function arithmetic(situation: Situation, found: Token): Complaint | undefined {
  const { frame, statement } = situation;
  const negative = found.kind === 'number' && found.text.startsWith('-');
  if (!/^[+\-*/%^]$/.test(found.text) && !negative) return undefined;
  if (found.text === '/' && !pathBefore(situation)) return regexLiteral(situation, found);
  if (statement === 'UPDATE' && (frame.kind === 'object' || frame.kind === 'call'))
    return updateArithmetic(situation, found);
  if (!inCondition(situation) && frame.kind !== 'find') return undefined;
  const hint =
    'Queries do not compute. Compare with a ready value or a :placeholder; only UPDATE computes, with ADD and MUL.';
  return about(found, `There is no operator ${found.text.charAt(0)}`, hint);
}

/** `/^a/i` as a string. */
function regexLiteral({ text }: Situation, found: Token): Complaint | undefined {
  const [whole, body = '', flags = ''] = /^\/((?:[^/\\\n]|\\.)+)\/([a-z]*)/.exec(text.slice(found.from)) ?? [];
  if (!whole) return undefined;
  const written = JSON.stringify((flags.includes('i') ? '(?i)' : '') + body);
  const range = { from: found.from, to: found.from + whole.length };
  const hint = `A regular expression is a string in double quotes: ${written}.`;
  return {
    range,
    message: 'There are no regular expression literals',
    hint,
    fixes: fix(`Write ${written}`, replace(range, written)),
  };
}

/** `?x.attributes.n + 1` as `ADD(?x.attributes.n, 1)`; only the simple form is mended, others are told. */
function updateArithmetic(situation: Situation, found: Token): Complaint {
  const { tokens, index } = situation;
  const path = pathBefore(situation);
  const sign = found.text.charAt(0);
  const operand = found.kind === 'number' ? found : tokens[index + 1];
  const number =
    operand?.kind === 'number' ? Number(operand === found ? found.text.slice(1) : operand.text) : undefined;
  const [name, second] =
    sign === '*'
      ? ['MUL', number ?? 2]
      : sign === '/'
        ? ['MUL', 1 / (number ?? 2)]
        : ['ADD', sign === '-' ? -(number ?? 1) : (number ?? 1)];
  const written = `${name}(${path || '?x.attributes.n'}, ${second})`;
  const hint = `UPDATE computes with calls: write ${written}. The calls are ADD, MUL, CLAMP and COALESCE.`;
  const message = `There is no operator ${sign}`;
  if (!path || number === undefined || !operand || sign === '%') return about(found, message, hint);
  const start = tokens[index - 1 - (path.split('.').length - 1)]?.from ?? found.from;
  return about(found, message, hint, fix(`Write ${written}`, { from: start, to: operand.to, insert: written }));
}

/** `LIMIT = 5`, `EXPECT VERSION: 1`: the value follows its keyword directly. */
function strayAssignment({ before }: Situation, found: Token): Complaint | undefined {
  const takesValue = ['LIMIT', 'CURSOR', 'VERSION', 'MODE', 'THRESHOLD', 'TYPE', 'BY'].includes(before?.text ?? '');
  if (!takesValue || !['=', '==', ':'].includes(found.text)) return undefined;
  const name = before?.text === 'VERSION' ? 'EXPECT VERSION' : (before?.text ?? '');
  const hint = `The value follows directly: ${name} ${name === 'CURSOR' || name === 'MODE' ? '"…"' : '3'}.`;
  return about(found, `${name} takes no ${found.text}`, hint, fix(`Remove ${found.text}`, replace(found, '')));
}

/** `?side-effect`, `mac-address: …`: a hyphen inside a name. */
function hyphen({ tokens, index, before, frame }: Situation, found: Token): Complaint | undefined {
  const next = tokens[index + 1];
  const joined = found.text === '-' && before?.to === found.from && next?.from === found.to && next.kind === 'word';
  if (!joined || !['word', 'variable', 'placeholder', 'field'].includes(before.kind)) return undefined;
  const isKey = before.kind === 'word' && (frame.kind === 'object' || frame.kind === 'pattern');
  const message = `"-" cannot stand in a name`;
  const range = { from: before.from, to: next.to };
  const name = `${before.text}-${next.text}`;
  if (isKey)
    return {
      range,
      message,
      hint: `Put the key in double quotes: "${name}".`,
      fixes: fix(`Write "${name}"`, replace(range, `"${name}"`)),
    };
  const written = name.replaceAll('-', '_');
  const edits = tokens.filter(
    (token, at) => token.text === before.text && tokens[at + 1]?.text === '-' && tokens[at + 2]?.text === next.text,
  );
  const hint = `Names are letters, digits and "_": write ${written}.`;
  return {
    range,
    message,
    hint,
    fixes: fix(`Write ${written}`, ...edits.map(({ from }) => ({ from, to: from + name.length, insert: written }))),
  };
}

// ---------------------------------------------------------------- wildcards

function wildcard({ before, frame, text }: Situation, found: Token): Complaint | undefined {
  const star = text.charAt(found.to);
  if (found.text === '.' && star === '*') {
    const range = { from: found.from, to: found.to + 1 };
    const whole = before?.text ?? '?x';
    const hint = `${whole} alone returns the whole element; ${whole}.attributes returns all its attributes.`;
    return {
      range,
      message: 'There is no wildcard .*',
      hint,
      fixes: fix('Return the whole element', replace(range, '')),
    };
  }
  if (found.text !== '*') return undefined;
  if (frame.kind === 'call') {
    const hint = 'Aggregate a variable: COUNT(?x) counts the distinct elements of ?x.';
    return about(found, 'There is no wildcard *', hint);
  }
  if (frame.kind === 'find') {
    const hint =
      'Name what to return: FIND(?x) returns whole elements, FIND(?x.name, ?x.attributes.key) single fields.';
    return about(found, 'There is no wildcard *', hint);
  }
  return undefined;
}

// ---------------------------------------------------------------- arrows and path operators

function arrow({ frame, before, text }: Situation, found: Token): Complaint | undefined {
  if (frame.kind === 'tuple' && before?.kind === 'string' && (found.text === '*' || found.text === '+')) {
    const [whole = '', least, dots, most] = /^\*\s*(\d+)?\s*(\.\.)?\s*(\d+)?/.exec(text.slice(found.from)) ?? ['+'];
    const from = least ?? (found.text === '+' || dots ? '1' : '0');
    const hops = least && !dots ? `{${least}}` : `{${from},${most ?? ''}}`;
    const range = { from: found.from, to: found.from + whole.trimEnd().length };
    const hint = `Hops are written {m,n}: ${before.text}${hops}.`;
    return {
      range,
      message: `${found.text} is not a hop quantifier`,
      hint,
      fixes: fix(`Write ${hops}`, replace(range, hops)),
    };
  }
  if (frame.kind === 'tuple' && found.text === '^') {
    return about(found, 'There are no inverse predicates', 'Turn the triple round: swap subject and object.');
  }
  const isArrow = found.text === '->' || found.text === '<-' || (found.text === '-' && frame.kind === 'where');
  if (!isArrow) return undefined;
  const hint =
    'A link is written as a triple: (?subject, "predicate", ?object), or ?link (?subject, "predicate", ?object).';
  return about(found, 'Links are not drawn with arrows', hint);
}

// ---------------------------------------------------------------- statement ends

function stop({ frame, text, tokens, index, before }: Situation, found: Token): Complaint | undefined {
  if (found.text === ';') {
    const stops = tokens.filter((token) => token.text === ';').map((token) => replace(token, ''));
    const hint = 'Remove the semicolon ";": nothing stands between clauses or behind a command.';
    return about(found, 'Commands do not end with ";"', hint, fix('Remove ";"', ...stops));
  }
  if (found.text === ':' && tokens[index + 1]?.kind === 'word' && tokens[index - 1]?.text === ':') {
    const range = { from: found.from, to: tokens[index + 1]?.to ?? found.to };
    const written = `:${tokens[index + 1]?.text}`;
    const hint = `Write the placeholder in one piece: ${written}.`;
    return {
      range,
      message: 'The ":" of a placeholder stands apart',
      hint,
      fixes: fix('Join them', replace(range, written)),
    };
  }
  if (found.text === '?') {
    const next = tokens[index + 1];
    if (next?.kind === 'other') {
      const hint = 'Names of variables are ASCII: letters a-z, A-Z, digits and "_", as in ?x.';
      return about(next, `?${next.text} is not a variable`, hint);
    }
    if (next?.kind === 'word') {
      const range = { from: found.from, to: next.to };
      const hint = `Write the variable in one piece: ?${next.text}.`;
      return {
        range,
        message: 'The "?" of a variable stands apart',
        hint,
        fixes: fix('Join them', replace(range, `?${next.text}`)),
      };
    }
    const hint = 'A variable has a name: ?x. For a value to be filled in write a placeholder: :name.';
    return about(found, '"?" alone is not a variable', hint);
  }
  if (found.text === '.' && (frame.kind === 'where' || frame.kind === 'top')) {
    const hint = 'Clauses stand one after another without a full stop.';
    return about(found, 'Clauses do not end with "."', hint, fix('Remove it', replace(found, '')));
  }
  if (found.text === '.' && /\d/.test(text.charAt(found.to))) {
    const hint =
      'A path step is an identifier. A key that is none cannot be reached by a path: return ?x.attributes whole.';
    return about(found, 'A path step cannot start with a digit', hint);
  }
  if (found.text === ',' && frame.kind === 'where' && before?.kind !== 'variable') {
    const hint = 'Clauses stand one after another without commas.';
    return about(found, 'Clauses are not separated by ","', hint, fix('Remove the comma', replace(found, '')));
  }
  return undefined;
}
