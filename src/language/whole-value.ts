// How a parser meets a `{…}` or `[…]` of plain values. The editor's parser (`wholeValue`) always goes through the grammar,
// so that every key and string is a node. The engine's parser (`skimValue`) takes the whole span as one token, which the
// lowering reads with value-reader.ts: a capsule is mostly values, and this makes it many times faster.
// Skimming only finds the matching bracket. It declines at `(` and `?`, which no plain value contains outside strings.
import type { Tree } from '@lezer/common';
import { ExternalTokenizer, type LRParser } from '@lezer/lr';
import { lineEnd } from './budget.ts';
import { WholeArray, WholeObject } from './kip-terms.generated.ts';

export const wholeValue = /*@__PURE__*/ new ExternalTokenizer(() => {});

/** The text under way. Reading it directly costs a tenth of stepping through the parser's input; a parse does not yield. */
let source = '';

export const skimValue = /*@__PURE__*/ new ExternalTokenizer((input) => {
  const token = input.next === 0x7b ? WholeObject : input.next === 0x5b ? WholeArray : 0;
  const end = token === 0 ? undefined : skim(source, input.pos);
  if (end !== undefined) input.acceptTokenTo(token, end);
});

/** Parses with a parser that has `skimValue` for its tokenizer. */
export function parseSkimming(parser: LRParser, text: string): Tree {
  source = text;
  try {
    return parser.parse(text);
  } finally {
    source = '';
  }
}

/** The offset behind the bracket that closes the one at `from`. */
function skim(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = closingQuote(text, at);
        break;
      case 0x5b:
      case 0x7b:
        depth++;
        break;
      case 0x5d:
      case 0x7d:
        if (--depth === 0) return at + 1;
        break;
      case 0x28:
      case 0x3f:
        return undefined;
      case 0x2f:
        if (text.charCodeAt(at + 1) === 0x2f) at = lineEnd(text, at);
        break;
    }
  }
  return undefined;
}

/** The offset of the quote that closes the one at `from`. */
function closingQuote(text: string, from: number): number {
  let at = from + 1;
  for (let code = text.charCodeAt(at); code !== 0x22 && at < text.length; code = text.charCodeAt(++at)) {
    if (code === 0x5c) at++;
  }
  return at;
}
