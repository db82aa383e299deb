// Words that stand where a value or a variable belongs: missing quotes, missing question marks, constants of other languages.
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
  const word = before?.kind === 'word' && !KEYWORDS.has(before.text) ? before : undefined;
  if (word && found?.text !== '(' && isOperand(situation)) return judgeWord(situation, word);
  if (found?.kind !== 'word' || KEYWORDS.has(found.text)) return undefined;
  if (frame.kind === 'tuple' || frame.kind === 'link') return endpointOrPredicate(situation, found);
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
  if (frame.kind === 'find' || opener === 'BY') return variableWithoutMark(situation, word);
  const constant = CONSTANTS[word.text.toLowerCase()];
  if (constant) {
    return about(
      word,
      `${word.text} is not a JSON value`,
      `Write ${constant}.`,
      fix(`Write ${constant}`, replace(word, constant)),
    );
  }
  return unquoted(word, `${word.text} stands without quotes`);
}

const CONSTANTS: Readonly<Record<string, string>> = {
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
};

function unquoted(word: Token, message: string): Complaint {
  const written = asString(word.text);
  return about(
    word,
    message,
    `Strings take double quotes: ${written}.`,
    fix(`Write ${written}`, replace(word, written)),
  );
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
function endpointOrPredicate({ frame, line }: Situation, found: Token): Complaint | undefined {
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
      `Write ${upper}: keywords are upper case.`,
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
