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
  ['space', /[ \t\r\n\ufeff\u00a0]+/y],
  ['comment', /\/\/[^\n\r]*/y],
  ['string', /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y],
  ['bad-string', /"(?:[^"\\\n\r]|\\[^\n\r])*"/y],
  ['open-string', /"[^\n\r]*/y],
  ['foreign-comment', /\/\*[^]*?(?:\*\/|$)|--[^\n\r]*|#[^\n\r]*/y],
  ['fence', /```[A-Za-z]*/y],
  ['backtick', /`[^`\n]*`?/y],
  ['quoted', /'(?:[^'\\\n]|\\.)*'|[“”„«][^“”»\n]*[“”»]|[‘’][^‘’\n]*[‘’]/y],
  ['number', /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.])/y],
  ['bad-number', /[+-]?(?:0[xX][0-9a-fA-F]+|\.[0-9]+|[0-9][0-9_]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?)(?![A-Za-z_])/y],
  ['digit-name', /[?:]?[0-9]\w*/y],
  ['variable', /\?[A-Za-z_]\w*/y],
  ['placeholder', /:[A-Za-z_]\w*/y],
  ['field', /\.[A-Za-z_]\w*/y],
  ['word', /[A-Za-z_]\w*/y],
  ['foreign-name', /[$@%][A-Za-z_]\w*|\$\{[^{}\n]*\}|\{\{[^{}\n]*\}\}/y],
  ['wide', /&(?:gt|lt|amp|quot);|\\(?=")|[，：；（）｛｝［］、。？！＝＜＞\u200b-\u200f\u2060\u3000]/y],
  ['operator', /===|!==|==|!=|<=|>=|<>|&&|\|\||:=|->|<-|=>|=~|[<>=&~^%+*/\\-]/y],
  ['punctuation', /[()[\]{},:|!.?;]/y],
  ['other', /[\p{L}\p{N}\p{M}]+|[^]/uy],
];

/** All tokens of the text but space and comments. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const token = tokenAt(text, at);
    if (token.kind !== 'space' && token.kind !== 'comment') tokens.push(token);
    at = token.to;
  }
  return tokens;
}

function tokenAt(text: string, from: number): Token {
  for (const [kind, pattern] of RULES) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match?.[0]) return { kind, from, to: from + match[0].length, text: match[0] };
  }
  return { kind: 'other', from, to: from + 1, text: text.slice(from, from + 1) };
}
