// Words that stand where a value or a variable belongs: missing quotes, missing question marks, constants of other languages.
import { table } from '../table.ts';
import { nearest } from '../suggest.ts';
import { about, type Complaint, fix, insertAt, replace, type Rule } from './complaint.ts';
import { asString } from './lexical.ts';
import { FUNCTIONS, KEYWORDS } from './keywords.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

/**
 * The grammar takes a word in an expression for the name of a function, so that the fault is what follows it: the word is
 * the token before. In other places the word itself is found.
 */
export const explainBareWord: Rule = (situation) => {
  const { found, before, frame } = situation;
  if (found?.kind === 'field' && before?.kind === 'word') return variableWithoutMark(situation, before);
  const swallowed = swallowedQuote(situation) ?? bracedPlaceholder(situation);
  if (swallowed) return swallowed;
  const word = before?.kind === 'word' && !KEYWORDS.has(before.text) ? before : undefined;
  if (word && found?.text !== '(' && isOperand(situation)) return judgeWord(situation, word);
  if (found?.kind !== 'word' || KEYWORDS.has(found.text)) return undefined;
  const begins = before?.text === '(' || before?.text === ',';
  if (begins && (frame.kind === 'tuple' || frame.kind === 'link')) return endpointOrPredicate(situation, found);
  if (frame.kind === 'keys') return unquoted(found, 'Keys to delete are strings');
  return undefined;
};

/** Whether the word before the fault stands where an expression begins. */
function isOperand({ frame, tokens, index }: Situation): boolean {
  const opener = tokens[index - 2]?.text ?? '';
  const starts = [
    '(',
    ',',
    ':',
    '[',
    '!',
    '==',
    '!=',
    '<',
    '>',
    '<=',
    '>=',
    '&&',
    '||',
    'BY',
    'LIMIT',
    'CURSOR',
    'VERSION',
    'TYPE',
    'MODE',
  ];
  if (frame.kind === 'pattern' || frame.kind === 'object') return opener === ':';
  return starts.includes(opener) || /^(?:SEARCH )?(?:CONCEPT|PROPOSITION)$/.test(opener);
}

function judgeWord(situation: Situation, word: Token): Complaint {
  const { frame, tokens, index } = situation;
  const opener = tokens[index - 2]?.text ?? '';
  if (FUNCTIONS.has(word.text)) {
    return about(
      word,
      `${word.text} is a function without arguments`,
      `Write its arguments in parentheses: ${word.text}( … ).`,
    );
  }
  if (opener === 'BY') return orderByName(situation, word);
  if (frame.kind === 'find') {
    const isLimit = /^(?:TOP|FIRST)$/i.test(word.text);
    return isLimit
      ? about(word, `FIND has no ${word.text}`, 'Write LIMIT 5 behind WHERE { … }.')
      : variableWithoutMark(situation, word);
  }
  if (opener === 'LIMIT') return about(word, `${word.text} is not a number`, 'Write LIMIT 20 or LIMIT :limit.');
  if (frame.kind === 'tuple' || frame.kind === 'link') return endpointOrPredicate(situation, word);
  const constant = CONSTANTS[word.text.toLowerCase()];
  if (constant) {
    const hint = constant === 'null' ? 'Write null, or leave the key out.' : `Write ${constant}.`;
    return about(word, `${word.text} is not a JSON value`, hint, fix(`Write ${constant}`, replace(word, constant)));
  }
  return unquoted(word, `${word.text} stands without quotes`);
}

const CONSTANTS = table<string>({
  true: 'true',
  yes: 'true',
  false: 'false',
  no: 'false',
  null: 'null',
  none: 'null',
  nil: 'null',
  undefined: 'null',
  nan: 'null',
  infinity: 'null',
});

function unquoted(word: Token, message: string): Complaint {
  const written = asString(word.text);
  return about(
    word,
    message,
    `Strings take double quotes: ${written}.`,
    fix(`Write ${written}`, replace(word, written)),
  );
}

/** `"Tool, name: "a"`: the string before the fault has run over its end and into the next key. */
function swallowedQuote({ found, before }: Situation): Complaint | undefined {
  if (before?.kind !== 'string' || found?.from !== before.to || found.kind === 'punctuation') return undefined;
  const end = before.text.search(/\s*[,)\]}]/);
  if (end < 1) return undefined;
  const at = before.from + end;
  const hint = `A quote is missing: ${before.text.slice(0, end)}"${before.text.slice(end)}…`;
  return about(before, 'The string runs over its end', hint, fix('Insert "', insertAt(at, '"')));
}

/** `{name}` where a value belongs. */
function bracedPlaceholder({ found, before, frame, line, tokens, index }: Situation): Complaint | undefined {
  if (found?.text !== '}' || before?.kind !== 'word' || line !== before.text || !frame.open || frame.kind !== 'object')
    return undefined;
  if (tokens[index - 3]?.text !== ':') return undefined;
  const range = { from: frame.open.from, to: found.to };
  const written = `:${before.text}`;
  const hint = `Placeholders start with a colon: write ${written} and give "${before.text}" in "parameters".`;
  return {
    range,
    message: `{${before.text}} is not a placeholder of KIP`,
    hint,
    fixes: fix(`Write ${written}`, replace(range, written)),
  };
}

/** `ORDER BY name`: the path that FIND returns under that name, if there is one. */
function orderByName({ tokens }: Situation, word: Token): Complaint {
  const at = tokens.findIndex((token) => token.kind === 'field' && token.text === `.${word.text}`);
  let first = at;
  while (tokens[first]?.kind === 'field') first--;
  const path =
    at < 0
      ? `?x.${word.text}`
      : tokens
          .slice(first, at + 1)
          .map((token) => token.text)
          .join('');
  const fixes = at < 0 ? [] : fix(`Write ${path}`, replace(word, path));
  return about(word, `${word.text} is not a variable or path`, `Order by a path: ORDER BY ${path}.`, fixes);
}

/** `t.name`: every word of the text that has a field and no question mark gets one. */
function variableWithoutMark({ tokens }: Situation, word: Token): Complaint {
  const others = tokens.filter(
    (token, at) => token.kind === 'word' && tokens[at + 1]?.kind === 'field' && token !== word,
  );
  const edits = [word, ...others].map((token) => insertAt(token.from, '?'));
  return about(
    word,
    `${word.text} is not a variable`,
    `Variables start with "?": write ?${word.text}.`,
    fix(`Write ?${word.text}`, ...edits),
  );
}

/** In `(subject, predicate, object)` the second place takes a string, the others a variable; in a link entry the first. */
function endpointOrPredicate({ frame, line }: Situation, found: Token): Complaint {
  const commas = line.split(' ').filter((item) => item === ',').length;
  const predicateAt = frame.kind === 'link' ? 0 : 1;
  if (commas === predicateAt) return unquoted(found, `The predicate ${found.text} stands without quotes`);
  const written = `?${found.text}`;
  const hint = `Write a variable (${written}) or a pattern ({type: "Type", name: "${found.text}"}).`;
  return about(
    found,
    `${found.text} is neither a variable nor a pattern`,
    hint,
    fix(`Write ${written}`, replace(found, written)),
  );
}

/** A keyword in lower or mixed case, or nearly one. */
export const explainKeyword: Rule = (situation) => {
  const { found, tokens, frame } = situation;
  if (found?.kind !== 'word' || KEYWORDS.has(found.text)) return undefined;
  const upper = found.text.toUpperCase();
  if (KEYWORDS.has(upper)) {
    const wrong = tokens.filter((token, at) => isMiscased(token, tokens[at + 1]));
    const edits = (wrong.includes(found) ? wrong : [found]).map((token) => replace(token, token.text.toUpperCase()));
    return about(
      found,
      `The keyword ${found.text} is not in upper case`,
      `Write ${upper === 'ORDER' ? 'ORDER BY' : upper}: keywords are upper case.`,
      fix('Write keywords in upper case', ...edits),
    );
  }
  if (frame.kind === 'object' || frame.kind === 'pattern' || frame.kind === 'array') return undefined;
  const near = nearest(found.text, [...KEYWORDS], 1)[0];
  return near && found.text.length > 2
    ? about(
        found,
        `${found.text} is not a keyword`,
        `Did you mean ${near}?`,
        fix(`Write ${near}`, replace(found, near)),
      )
    : undefined;
};

/** A word that reads as a keyword and is neither a key nor a field nor a name. */
function isMiscased(token: Token, next: Token | undefined): boolean {
  return (
    token.kind === 'word' &&
    !KEYWORDS.has(token.text) &&
    KEYWORDS.has(token.text.toUpperCase()) &&
    next?.text !== ':' &&
    next?.kind !== 'field' &&
    next?.kind !== 'placeholder'
  );
}
