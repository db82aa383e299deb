// Words that stand where a value or a variable belongs: missing quotes, missing question marks, constants of other languages.
import { nearest } from '../suggest.ts';
import { about, type Complaint, insertAt, instead, replace, type Rule } from './complaint.ts';
import { FUNCTIONS, KEYWORDS } from './keywords.ts';
import { asString, placeholderHint } from './lexical.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

/**
 * The grammar takes a word in an expression for the name of a function, so that the fault is what follows it: the word is
 * the token before. In other places the word itself is found.
 */
export const explainBareWord: Rule = (situation) => {
  const { found, before, frame } = situation;
  if (found?.kind === 'field' && before?.kind === 'word') return variableWithoutMark(situation, before);
  const known = swallowedQuote(situation) ?? bracedPlaceholder(situation);
  if (known) return known;
  const word = before?.kind === 'word' && !KEYWORDS.has(before.text) ? before : undefined;
  if (word && found?.text !== '(' && isOperand(situation)) return judgeWord(situation, word);
  if (found?.kind !== 'word' || KEYWORDS.has(found.text)) return undefined;
  if (/^[(,]$/.test(before?.text ?? '') && isLink(situation)) return endpointOrPredicate(situation, found);
  return frame.kind === 'keys' ? instead(found, 'Keys to delete are strings', asString(found.text)) : undefined;
};

const isLink = ({ frame }: Situation): boolean => frame.kind === 'tuple' || frame.kind === 'link';

/** Whether the word before the fault stands where an expression begins. */
function isOperand({ frame, tokens, index }: Situation): boolean {
  const opener = tokens[index - 2]?.text ?? '';
  if (frame.kind === 'pattern' || frame.kind === 'object') return opener === ':';
  return /^(?:[(,:[!]|[=!<>]=|<|>|&&|\|\||BY|LIMIT|CURSOR|VERSION|TYPE|MODE|CONCEPT|PROPOSITION)$/.test(opener);
}

function judgeWord(situation: Situation, word: Token): Complaint {
  const opener = situation.tokens[situation.index - 2]?.text ?? '';
  const { text } = word;
  if (FUNCTIONS.has(text)) return about(word, `${text} has no arguments`, `Write ${text}( … ).`);
  if (opener === 'BY') return orderByName(situation, word);
  if (/^(?:TOP|FIRST)$/i.test(text)) return about(word, `FIND has no ${text}`, 'Write LIMIT 5 behind WHERE { … }.');
  if (/^CASE$/i.test(text))
    return about(word, 'There is no CASE', 'Queries do not compute: return the values, or select them with FILTER.');
  if (situation.frame.kind === 'find') return variableWithoutMark(situation, word);
  if (opener === 'LIMIT') return about(word, `${text} is not a number`, 'Write LIMIT 20 or LIMIT :limit.');
  if (isLink(situation)) return endpointOrPredicate(situation, word);
  const constant = constantFor(text.toLowerCase());
  const hint = constant === 'null' ? 'Write null, or leave the key out.' : `Write ${constant}.`;
  return constant ? about(word, `${text} is not a JSON value`, hint, replace(word, constant)) : unquoted(word);
}

function constantFor(word: string): string | undefined {
  if (word === 'true' || word === 'yes') return 'true';
  if (word === 'false' || word === 'no') return 'false';
  return /^(?:null|none|nil|undefined|nan|infinity)$/.test(word) ? 'null' : undefined;
}

function unquoted(word: Token): Complaint {
  const written = asString(word.text);
  const hint = `Strings take double quotes: ${written}.`;
  return about(word, `${word.text} stands without quotes`, hint, replace(word, written));
}

/** `"Tool, name: "a"`: the string before the fault has run over its end and into the next key. */
function swallowedQuote({ found, before }: Situation): Complaint | undefined {
  if (before?.kind !== 'string' || found?.from !== before.to || found.kind === 'punctuation') return undefined;
  const end = before.text.search(/\s*[,)\]}]/);
  if (end < 1) return undefined;
  const hint = `A quote is missing: ${before.text.slice(0, end)}"${before.text.slice(end)}…`;
  return about(before, 'The string runs over its end', hint, insertAt(before.from + end, '"'));
}

/** `{name}` where a value belongs. */
function bracedPlaceholder({ found, before, frame, line, tokens, index }: Situation): Complaint | undefined {
  const isBraced = found?.text === '}' && before?.kind === 'word' && line === before.text && frame.kind === 'object';
  if (!isBraced || !frame.open || tokens[index - 3]?.text !== ':') return undefined;
  const range = { from: frame.open.from, to: found.to };
  const written = `:${before.text}`;
  return about(
    range,
    `{${before.text}} is not a placeholder of KIP`,
    placeholderHint(written),
    replace(range, written),
  );
}

/** `ORDER BY name`: the path that FIND returns under that name, if there is one. */
function orderByName({ text }: Situation, word: Token): Complaint {
  const path = new RegExp(`\\?[\\w.]+\\.${word.text}\\b|\\?\\w+\\.${word.text}\\b`).exec(text)?.[0];
  const edits = path ? [replace(word, path)] : [];
  const hint = `Order by a path: ORDER BY ${path ?? `?x.${word.text}`}.`;
  return about(word, `${word.text} is not a variable or path`, hint, ...edits);
}

/** `t.name`: every word of the text that has a field and no question mark gets one. */
function variableWithoutMark({ tokens }: Situation, word: Token): Complaint {
  const isBare = (token: Token, at: number): boolean => token.kind === 'word' && tokens[at + 1]?.kind === 'field';
  const edits = tokens
    .filter((token, at) => token === word || isBare(token, at))
    .map(({ from }) => insertAt(from, '?'));
  return about(word, `${word.text} is not a variable`, placeholderHint(`?${word.text}`), ...edits);
}

/** In `(subject, predicate, object)` the second place takes a string, the others a variable; in a link entry the first. */
function endpointOrPredicate({ frame, line }: Situation, found: Token): Complaint {
  const commas = line.split(' ').filter((item) => item === ',').length;
  if (commas === (frame.kind === 'link' ? 0 : 1)) return unquoted(found);
  const written = `?${found.text}`;
  const hint = `Write a variable (${written}) or a pattern ({type: "Type", name: "${found.text}"}).`;
  return about(found, `${found.text} is neither a variable nor a pattern`, hint, replace(found, written));
}

/** A keyword in lower or mixed case, or nearly one. */
export const explainKeyword: Rule = (situation) => {
  const { found, tokens, frame } = situation;
  if (found?.kind !== 'word' || KEYWORDS.has(found.text)) return undefined;
  const upper = found.text.toUpperCase();
  if (KEYWORDS.has(upper)) {
    const edits = tokens
      .filter((token, at) => token === found || isMiscased(token, tokens[at + 1]))
      .map((token) => replace(token, token.text.toUpperCase()));
    const hint = `Write ${upper === 'ORDER' ? 'ORDER BY' : upper}: keywords are upper case.`;
    return about(found, `The keyword ${found.text} is not in upper case`, hint, ...edits);
  }
  if (['object', 'pattern', 'array'].includes(frame.kind) || found.text.length < 3) return undefined;
  const near = nearest(found.text, KEYWORDS, 1)[0];
  return near
    ? about(found, `${found.text} is not a keyword`, `Did you mean ${near}?`, replace(found, near))
    : undefined;
};

/** A word that reads as a keyword and is neither a key nor a field nor a name. */
function isMiscased({ kind, text }: Token, next: Token | undefined): boolean {
  const reads = kind === 'word' && !KEYWORDS.has(text) && KEYWORDS.has(text.toUpperCase());
  return reads && next?.text !== ':' && next?.kind !== 'field' && next?.kind !== 'placeholder';
}
