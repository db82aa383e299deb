// The token under a position, and where in its statement that token stands.
import type { EditorState } from '@codemirror/state';
import { type Situation, situationAt } from '../language/explain/situation.ts';
import { type Token, tokenize } from '../language/explain/tokens.ts';
import { type Excerpt, excerptAt } from './excerpt.ts';
import { wordEnd } from './statements.ts';

/** `none`: the position touches no token that could be completed. */
export type CaretKind = 'none' | 'word' | 'variable' | 'placeholder' | 'field' | 'string';

export interface Caret {
  readonly kind: CaretKind;
  /** The text the tokens of the situation are in. */
  readonly excerpt: Excerpt;
  /** What stands before the token. Its `found` is the token itself, or the one behind the caret. */
  readonly situation: Situation;
  /** Document offsets of the whole token, quotes included; both are the caret's where there is none. */
  readonly from: number;
  readonly to: number;
  /** Where matching begins: behind an opening quote or the dot of a path, at the first character otherwise. */
  readonly matchFrom: number;
  /** Whether the token is the first thing on its line. */
  readonly startsLine: boolean;
  /** `name:n`: a colon that ends a key and the token right behind it, which the tokens hold as one placeholder. */
  readonly gluedColon: boolean;
}

/** What stands at `pos`; undefined inside a comment. */
export function caretAt(state: EditorState, pos: number): Caret | undefined {
  const excerpt = excerptAt(state, pos);
  const { text } = excerpt;
  const at = excerpt.inText(pos);
  const tokens = tokenize(text);
  const before = tokens.findLast(({ from }) => from < at);
  if (inComment(text, before, at)) return undefined;
  const token = before && before.to >= at ? before : undefined;
  return shape(state, excerpt, at, token && classify(text, tokens, token, at));
}

function inComment(text: string, before: Token | undefined, at: number): boolean {
  return text.slice(Math.min(before?.to ?? 0, at), at).includes('//');
}

interface Classified {
  readonly kind: CaretKind;
  readonly from: number;
  readonly to: number;
  readonly gluedColon: boolean;
}

const WORDS: Readonly<Partial<Record<Token['kind'], CaretKind>>> = {
  word: 'word',
  variable: 'variable',
  placeholder: 'placeholder',
  field: 'field',
};

function classify(text: string, tokens: readonly Token[], token: Token, at: number): Classified | undefined {
  const { from } = token;
  if (token.kind === 'string' || token.kind === 'bad-string' || token.kind === 'open-string') {
    // A caret behind the closing quote stands behind the string, not in it.
    if (token.kind === 'string' && at === token.to) return undefined;
    return { kind: 'string', from, to: stringEnd(text, token, at), gluedColon: false };
  }
  if (token.kind === 'placeholder' && endsKey(tokens, token)) {
    return { kind: 'word', from: from + 1, to: token.to, gluedColon: true };
  }
  const kind = WORDS[token.kind] ?? sign(tokens, token);
  return kind && { kind, from, to: Math.max(token.to, wordEnd(text, at)), gluedColon: false };
}

/** A sign with nothing behind it yet: `?`, `.` behind a path, and `:` where no key stands before it. */
function sign(tokens: readonly Token[], token: Token): CaretKind | undefined {
  if (token.text === '?') return 'variable';
  const before = tokens[tokens.indexOf(token) - 1];
  if (token.text === '.') return before?.kind === 'variable' || before?.kind === 'field' ? 'field' : undefined;
  return token.text === ':' && !endsKey(tokens, token) ? 'placeholder' : undefined;
}

/** Whether the token begins with the colon behind a key: a word or string that follows `{`, `(` or a comma. */
function endsKey(tokens: readonly Token[], token: Token): boolean {
  const index = tokens.indexOf(token);
  const key = tokens[index - 1];
  const ahead = tokens[index - 2]?.text ?? '';
  return (key?.kind === 'word' || key?.kind === 'string') && ['{', '(', ','].includes(ahead);
}

/**
 * The end of the string under the caret. A quote far behind is likely to open the next string: the string counts as closed
 * only if what follows its quote may follow a string.
 */
function stringEnd(text: string, token: Token, at: number): number {
  const closed = token.kind !== 'open-string' && /^(?:$|[\s,:)}\]{|=!<>&])/.test(text.slice(token.to, token.to + 1));
  return closed ? token.to : wordEnd(text, at);
}

function shape(state: EditorState, excerpt: Excerpt, at: number, token: Classified | undefined): Caret {
  const { kind, from, to, gluedColon } = token ?? { kind: 'none' as const, from: at, to: at, gluedColon: false };
  const start = excerpt.inDocument(from);
  const line = state.doc.lineAt(start);
  return {
    kind,
    excerpt,
    situation: situationAt(excerpt.text, gluedColon ? from - 1 : from),
    from: start,
    to: excerpt.inDocument(to),
    matchFrom: start + (kind === 'string' || kind === 'field' ? 1 : 0),
    startsLine: state.sliceDoc(line.from, start).trim() === '',
    gluedColon,
  };
}

/** As `caretAt` for the token that covers the character behind `pos`, or the one in front of it: what a pointer means. */
export function caretOn(state: EditorState, pos: number): Caret | undefined {
  const behind = pos < state.doc.length ? caretAt(state, pos + 1) : undefined;
  if (behind && behind.kind !== 'none' && behind.from <= pos) return behind;
  return caretAt(state, pos);
}
