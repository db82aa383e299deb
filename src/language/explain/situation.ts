// Where in a command a fault lies. Everything before the fault is valid, so the open brackets and what stands before each of
// them tell exactly which part of which statement it is.
import { type Token, tokenize } from './tokens.ts';

/** What an open bracket encloses. `top` is the statement itself. */
export type FrameKind =
  | 'top'
  | 'find' // FIND( … )
  | 'where' // WHERE, NOT, OPTIONAL, UNION { … }
  | 'filter' // FILTER( … ) and parentheses inside it
  | 'call' // NAME( … )
  | 'tuple' // (subject, predicate, object)
  | 'hops' // "p"{ … }
  | 'pattern' // {type: …}
  | 'object' // any other {key: value}
  | 'array'
  | 'upsert' // UPSERT { … }
  | 'concept' // CONCEPT ?x { … }
  | 'proposition' // PROPOSITION ?x { … }
  | 'links' // SET PROPOSITIONS { … }
  | 'link' // ("predicate", target)
  | 'keys'; // DELETE ATTRIBUTES { … }

export interface Frame {
  readonly kind: FrameKind;
  /** The bracket that opened it; undefined for `top`. */
  readonly open: Token | undefined;
  /** What stands in it so far, brackets inside it folded to `()`, `{}` or `[]`. */
  readonly items: Token[];
}

export interface Situation {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The token that cannot stand where it stands; undefined where the text ends too early. */
  readonly found: Token | undefined;
  readonly index: number;
  readonly before: Token | undefined;
  readonly frames: readonly Frame[];
  readonly frame: Frame;
  /** The last items of the innermost frame, joined by spaces: `?x ( )` is `?x ()`. */
  readonly line: string;
  /** The word the statement starts with, in upper case: FIND, UPSERT, …; empty before the first. */
  readonly statement: string;
}

export const STARTERS = ['FIND', 'UPSERT', 'UPDATE', 'MERGE', 'DELETE', 'DESCRIBE', 'SEARCH', 'EXPORT'];

export function situationAt(text: string, position: number): Situation {
  const tokens = tokenize(text);
  let index = tokens.findIndex((token) => token.to > position);
  if (index < 0) index = tokens.length;
  const frames = openFrames(tokens.slice(0, index));
  const frame = frames.at(-1) as Frame;
  const line = frame.items
    .slice(-16)
    .map((item) => item.text)
    .join(' ');
  const statement = frames[0]?.items[0]?.text ?? '';
  return { text, tokens, index, found: tokens[index], before: tokens[index - 1], frames, frame, line, statement };
}

const CLOSED: Readonly<Record<string, string>> = { '(': '()', '{': '{}', '[': '[]' };

function openFrames(tokens: readonly Token[]): Frame[] {
  const frames: Frame[] = [{ kind: 'top', open: undefined, items: [] }];
  for (const token of tokens) {
    const frame = frames.at(-1) as Frame;
    if (token.kind === 'punctuation' && '([{'.includes(token.text)) {
      frames.push({ kind: frameKind(token.text, frame), open: token, items: [] });
    } else if (token.kind === 'punctuation' && ')]}'.includes(token.text) && frames.length > 1) {
      const { open } = frames.pop() as Frame & { open: Token };
      const folded: Token = { kind: 'punctuation', from: open.from, to: token.to, text: CLOSED[open.text] ?? '' };
      (frames.at(-1) as Frame).items.push(folded);
    } else {
      // A new statement begins: what the last one held is of no more interest.
      if (frames.length === 1 && STARTERS.includes(token.text)) frame.items.length = 0;
      frame.items.push(token);
    }
  }
  return frames;
}

function frameKind(bracket: string, parent: Frame): FrameKind {
  const last = parent.items.at(-1)?.text ?? '';
  const previous = parent.items.at(-2)?.text ?? '';
  if (bracket === '[') return 'array';
  if (bracket === '(') return roundFrame(last, parent);
  if (['WHERE', 'NOT', 'OPTIONAL', 'UNION'].includes(last)) return 'where';
  if (last === 'UPSERT') return 'upsert';
  if (parent.kind === 'upsert' && last !== 'METADATA') {
    return previous === 'PROPOSITION' || last === 'PROPOSITION' ? 'proposition' : 'concept';
  }
  if (last === 'PROPOSITIONS') return 'links';
  if (previous === 'DELETE') return 'keys';
  if (parent.kind === 'tuple' && last.startsWith('"')) return 'hops';
  if (['where', 'tuple', 'link'].includes(parent.kind)) return 'pattern';
  return parent.kind === 'concept' && last === '' ? 'pattern' : 'object';
}

function roundFrame(last: string, parent: Frame): FrameKind {
  if (last === 'FIND' && parent.kind === 'top') return 'find';
  if (last === 'FILTER') return 'filter';
  if (parent.kind === 'links') return 'link';
  if (['where', 'tuple', 'link', 'proposition'].includes(parent.kind)) return 'tuple';
  return /^\w+$/.test(last) ? 'call' : parent.kind === 'call' ? 'call' : 'filter';
}
