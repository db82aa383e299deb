// How a parser meets a `{…}` or `[…]` of plain values. The editor's parser (`wholeValue`) always goes through the grammar,
// so that every key and string is a node. The engine's parser (`skimValue`) takes the whole span as one token, which the
// lowering reads with value-reader.ts: a capsule is mostly values, and this makes it several times faster.
// Skimming only finds the matching bracket. It declines at `(` and `?`, which no plain value contains outside strings.
import { ExternalTokenizer, type InputStream } from '@lezer/lr';
import { WholeArray, WholeObject } from './kip-terms.generated.ts';

export const wholeValue = new ExternalTokenizer(() => {});

export const skimValue = new ExternalTokenizer((input) => {
  const token = input.next === 0x7b ? WholeObject : input.next === 0x5b ? WholeArray : 0;
  if (token !== 0 && skim(input)) input.acceptToken(token);
});

function skim(input: InputStream): boolean {
  let depth = 0;
  for (let code = input.next; code >= 0; code = input.advance()) {
    if (code === 0x22) skimString(input);
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) {
      if (--depth === 0) {
        input.advance();
        return true;
      }
    } else if (code === 0x28 || code === 0x3f) return false;
    else if (code === 0x2f && input.peek(1) === 0x2f) skimComment(input);
  }
  return false;
}

/** From the opening quote to the closing one. */
function skimString(input: InputStream): void {
  for (let code = input.advance(); code >= 0 && code !== 0x22; code = input.advance()) {
    if (code === 0x5c) input.advance();
  }
}

function skimComment(input: InputStream): void {
  for (let code = input.next; code >= 0 && code !== 0x0a && code !== 0x0d;) code = input.advance();
}
