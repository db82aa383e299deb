// Cuts any text into tokens, those of other languages included: quotes of every kind, comments of every kind, `$name`.
// Only the explanation of faults uses it; what KIP accepts is decided by the grammar alone.

export type TokenKind =
  | 'space'
  | 'comment'
  | 'string'
  | 'number'
  | 'word'
  | 'variable'
  | 'placeholder'
  | 'field'
  | 'punctuation'
  // From here on: what KIP does not have.
  | 'bad-string'
  | 'open-string'
  | 'quoted'
  | 'fence'
  | 'backtick'
  | 'foreign-comment'
  | 'bad-number'
  | 'digit-name'
  | 'foreign-name'
  | 'wide'
  | 'operator'
  | 'other';

export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** In order of trial; the first that matches wins. */
const RULES: readonly (readonly [TokenKind, RegExp])[] = [
  ['space', /[ \t\r\n\ufeff\u00a0]+/u],
  ['comment', /\/\/[^\n\r]*/u],
  ['string', /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/u],
  ['bad-string', /"(?:[^"\\\n\r]|\\[^\n\r])*"/u],
  ['open-string', /"[^\n\r]*/u],
  ['foreign-comment', /\/\*[^]*?(?:\*\/|$)|--[^\n\r]*|#[^\n\r]*/u],
  ['fence', /```[A-Za-z]*/u],
  ['backtick', /`[^`\n]*`?/u],
  ['quoted', /'(?:[^'\\\n]|\\.)*'|[“”„«][^“”»\n]*[“”»]|[‘’][^‘’\n]*[‘’]/u],
  ['number', /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.])/u],
  ['bad-number', /[+-]?(?:0[xX][0-9a-fA-F]+|\.[0-9]+|[0-9][0-9_]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?)(?![A-Za-z_])/u],
  ['digit-name', /[?:]?[0-9]\w*/u],
  ['variable', /\?[A-Za-z_]\w*/u],
  ['placeholder', /:[A-Za-z_]\w*/u],
  ['field', /\.[A-Za-z_]\w*/u],
  ['word', /[A-Za-z_]\w*/u],
  ['foreign-name', /[$@%][A-Za-z_]\w*|\$\{[^{}\n]*\}|\{\{[^{}\n]*\}\}/u],
  ['wide', /&(?:gt|lt|amp|quot);|\\(?=")|[，：；（）｛｝［］、。？！＝＜＞\u200b-\u200f\u2060\u3000]/u],
  ['operator', /===|!==|==|!=|<=|>=|<>|&&|\|\||:=|->|<-|=>|=~|[<>=&~^%+*/\\-]/u],
  ['punctuation', /[()[\]{},:|!.?;]/u],
  ['other', /[\p{L}\p{N}\p{M}]+|[^]/u],
];

/** One group per rule, in one expression: the engine of expressions finds the first that matches. */
const TOKEN = new RegExp(RULES.map(([, pattern]) => `(${pattern.source})`).join('|'), 'yu');

/** All tokens of the text but space and comments. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match?.[0]; match = TOKEN.exec(text)) {
    const rule = RULES[match.indexOf(match[0], 1) - 1];
    const kind = rule?.[0] ?? 'other';
    if (kind === 'space' || kind === 'comment') continue;
    tokens.push({ kind, from: match.index, to: TOKEN.lastIndex, text: match[0] });
  }
  return tokens;
}
