// Known faults of triples, hops and concept patterns.
import { type Case, closing, swapFound } from './cases.ts';
import { fix, insertAt, replace } from './complaint.ts';
import type { Situation } from './situation.ts';

const TRIPLE = '(?subject, "predicate", ?object)';
const CYPHER = 'Concepts are matched with ?n {type: "Type"}, links with (?a, "predicate", ?b).';

export const TUPLE_CASES: readonly Case[] = [
  {
    in: 'tuple',
    line: /^"[^]*"$/,
    found: /^,$/,
    say: 'A string is not an endpoint',
    hint: ({ before }) => `Write a pattern: {name: ${before?.text}}, or {type: "Type", name: ${before?.text}}.`,
    fix: ({ before }) => (before ? fix('Write a pattern', replace(before, `{name: ${before.text}}`)) : []),
  },
  {
    in: ['tuple', 'link'],
    line: /" ,$|\?\w+ ,$|:\w+ ,$/,
    found: /^"/,
    say: 'A string is not an endpoint',
    hint: ({ found }) => `Write a pattern: {type: "Type", name: ${found?.text}}.`,
    fix: ({ found }) => (found ? fix('Write a pattern', replace(found, `{name: ${found.text}}`)) : []),
  },
  {
    in: 'tuple',
    line: /,$/,
    found: /^\[$/,
    say: 'Alternatives are no list',
    hint: 'Join predicates with "|": (?a, "treats" | "relieves", ?b).',
    fix: listToAlternatives,
  },
  {
    in: 'tuple',
    line: /"$/,
    found: /^(?:OR|\|\||or)$/,
    say: 'Alternatives are not joined by OR',
    hint: 'Join predicates with "|": (?a, "treats" | "relieves", ?b).',
    fix: swapFound('|'),
  },
  {
    in: 'pattern',
    line: /^"[^]*"$/,
    found: /^[},]$/,
    say: 'A value stands without its key',
    hint: ({ before }) => `Write {type: ${before?.text}} or {name: ${before?.text}}.`,
    fix: ({ before }) => (before ? fix('Write type:', insertAt(before.from, 'type: ')) : []),
  },
  {
    in: 'tuple',
    line: /^\?\w+$/,
    found: /^:\w+$/,
    say: 'Concepts are not written (n:Type)',
    hint: CYPHER,
    fix: cypherNode,
  },
  { in: 'tuple', line: /^\S*$/, found: /^\)$/, say: cypherSay, hint: cypherHint, fix: cypherLink },
  { in: 'tuple', line: /^\w* ?:\w+$/, say: 'Concepts are not written (n:Type)', hint: CYPHER, fix: cypherNode },
  {
    in: 'tuple',
    line: /\?\w+$/,
    found: /^[{(]$/,
    say: ({ before }) => `${before?.text} names an embedded pattern`,
    hint: ({ before }) =>
      `An endpoint is a variable or a pattern, not both. Write ${before?.text} {…} as a clause of its own, and (${before?.text}, "predicate", ?y) beside it.`,
    fix: unnest,
  },
  {
    in: 'tuple',
    line: /^(?:\?\w+|\{\}|\(\)) , (?:"[^]*"|\?\w+|:\w+)$/,
    found: /^\)$/,
    say: 'The object is missing',
    hint: `A link has three parts: ${TRIPLE}.`,
  },
  {
    in: 'tuple',
    line: /, \?\w+$/,
    found: /^\|$/,
    hint: 'A predicate variable has no alternatives; write literal predicates: "a" | "b".',
  },
  {
    in: 'tuple',
    line: /"$/,
    found: /^\/$/,
    hint: 'Follow two predicates with two clauses: (?a, "first", ?b) (?b, "second", ?c); repeat one with hops: "first"{1,5}.',
  },
  { in: 'tuple', line: /"$/, found: /^\[$/, hint: 'Hops are written "predicate"{1,5}.' },
  {
    in: 'tuple',
    line: /, \S+ , \S+$/,
    found: /^,$/,
    say: 'A triple has three parts',
    hint: `Write ${TRIPLE}; bind the link itself with ?link ${TRIPLE}.`,
  },
  { in: 'tuple', found: /^(?:\||\{)$/, line: /^\S*$/, hint: `Write ${TRIPLE}.` },
  {
    in: 'hops',
    line: /^$/,
    found: /^[,}]$/,
    hint: 'Name the least number of hops: {1,5}, {2} or {1,}.',
    fix: ({ found }) => (found?.text === ',' ? fix('Write 1', insertAt(found.from, '1')) : []),
  },
  { in: 'hops', hint: 'Hops are whole numbers: {1,5}, {2} or {1,}.' },
  {
    in: 'pattern',
    line: /^$/,
    found: /^[?:]/,
    hint: 'A pattern is {type: "Type", name: "name"}, {type: "Type"}, {name: "name"} or {id: "C:12"}.',
  },
];

// ---------------------------------------------------------------- fixes

/** `["a", "b"]` as `"a" | "b"`. */
function listToAlternatives({ tokens, index, found }: Situation) {
  const end = closing(tokens, index);
  const names = tokens.slice(index + 1, end).filter((token) => token.text !== ',');
  const last = tokens[end];
  if (!found || !last || names.length === 0 || !names.every((name) => name.kind === 'string')) return [];
  const written = names.map((name) => name.text).join(' | ');
  return fix(`Write ${written}`, { from: found.from, to: last.to, insert: written });
}

/** `(?d {type: "Drug"}, …)` becomes `?d {type: "Drug"} (?d, …)`. */
function unnest(situation: Situation) {
  const { tokens, index, before, text, frames } = situation;
  const last = tokens[closing(tokens, index)];
  const outermost = frames.find((frame) => frame.kind === 'tuple')?.open;
  if (!before || !last || !outermost) return [];
  const close = tokens[closing(tokens, index) + 1];
  if (close?.text === ')' && frames.at(-1)?.open === outermost && tokens[index - 2] === outermost) {
    return fix('Remove the parentheses', replace(outermost, ''), replace(close, ''));
  }
  const clause = text.slice(before.from, last.to);
  return fix('Make it a clause of its own', insertAt(outermost.from, `${clause} `), {
    from: before.to,
    to: last.to,
    insert: '',
  });
}

const NODE = String.raw`\(\s*\??(\w*)\s*(?::\s*(\w+))?\s*\)`;
const CYPHER_NODE = new RegExp(NODE, 'y');
const CYPHER_LINK = new RegExp(NODE + String.raw`\s*(<?)-+\s*\[\s*\w*\s*:?\s*(\w+)\s*\]\s*-+>?\s*` + NODE, 'y');

function cypherNode({ frame, text }: Situation) {
  if (!frame.open) return [];
  CYPHER_NODE.lastIndex = frame.open.from;
  const [whole = '', name, type] = CYPHER_NODE.exec(text) ?? [];
  if (!type) return [];
  const range = { from: frame.open.from, to: frame.open.from + whole.length };
  return fix('Write a pattern', replace(range, `?${name || 'n'} {type: "${type}"}`));
}

/** `(a:Drug)-[:treats]->(b)` as KIP clauses, with the length of the original. */
function readCypherLink({ frame, text }: Situation): { length: number; written: string } | undefined {
  if (!frame.open) return undefined;
  CYPHER_LINK.lastIndex = frame.open.from;
  const match = CYPHER_LINK.exec(text);
  if (!match) return undefined;
  const [whole, left, leftType, back, predicate, right, rightType] = match;
  const [a, b] = [`?${left || 'a'}`, `?${right || 'b'}`];
  const types = [leftType && `${a} {type: "${leftType}"} `, rightType && `${b} {type: "${rightType}"} `].filter(
    Boolean,
  );
  const [subject, object] = back ? [b, a] : [a, b];
  return { length: whole.length, written: `${types.join('')}(${subject}, "${predicate}", ${object})` };
}

function cypherSay(situation: Situation): string {
  if (readCypherLink(situation)) return 'Links are not drawn with arrows';
  return situation.line === '' ? 'The triple is empty' : 'Predicate and object are missing';
}

function cypherHint(situation: Situation): string {
  const link = readCypherLink(situation);
  return link ? `Write ${link.written}.` : `A link has three parts: ${TRIPLE}.`;
}

function cypherLink(situation: Situation) {
  const link = readCypherLink(situation);
  const from = situation.frame.open?.from ?? 0;
  return link ? fix('Write a triple', replace({ from, to: from + link.length }, link.written)) : [];
}
