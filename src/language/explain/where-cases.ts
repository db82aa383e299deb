// Known faults inside WHERE: clauses, patterns, triples, hops.
import { type Case, closing, insertBefore, moveTokens, swapFound } from './cases.ts';
import { fix, insertAt, replace } from './complaint.ts';
import { asString } from './lexical.ts';
import type { Situation } from './situation.ts';

const TRIPLE = '(?subject, "predicate", ?object)';
const CYPHER = 'Concepts are matched with ?n {type: "Type"}, links with (?a, "predicate", ?b).';

export const WHERE_CASES: readonly Case[] = [
  // ---------------------------------------------------------------- clauses
  {
    in: 'where',
    line: /FILTER$/,
    found: /^NOT$/i,
    hint: 'Write NOT { clauses } without FILTER and EXISTS.',
    fix: filterNotExists,
  },
  {
    in: 'where',
    line: /FILTER$/,
    found: /^EXISTS$/i,
    hint: 'Write the pattern as a clause of its own, without FILTER EXISTS.',
  },
  {
    in: 'where',
    line: /FILTER$/,
    say: 'FILTER has no parentheses',
    hint: ({ text, found }) => `Write FILTER(${found ? condition(text, found.from) : '?x.name == "a"'}).`,
    fix: wrapFilter,
  },
  {
    in: 'where',
    line: /(?:NOT|OPTIONAL|UNION)$/,
    found: /^(?:EXISTS|MATCH)$/i,
    hint: ({ before }) => `Write ${before?.text} { clauses }.`,
    fix: swapFound(''),
  },
  {
    in: 'where',
    line: /UNION$/,
    found: /^(?:ALL|DISTINCT)$/i,
    hint: 'Write UNION { clauses }; results hold each solution once.',
    fix: swapFound(''),
  },
  {
    in: 'where',
    line: /(?:NOT|OPTIONAL|UNION)$/,
    say: ({ before }) => `${before?.text} has no braces`,
    hint: ({ before }) => `Write ${before?.text} { clauses }.`,
    fix: wrapClause,
  },
  { in: 'where', found: /^MINUS$/i, hint: 'Write NOT { clauses }.', fix: swapFound('NOT') },
  { in: 'where', found: /^OR$/i, hint: 'Write UNION { clauses } for alternatives, or || inside FILTER.' },
  {
    in: 'where',
    found: /^AND$/i,
    say: 'Clauses are not joined by AND',
    hint: 'Clauses stand one after another; all of them must hold. Inside FILTER write &&.',
    fix: swapFound(''),
  },
  {
    in: 'where',
    found: /^(?:MATCH|WITH|EXISTS)$/i,
    hint: `Write the clauses themselves: ?x {type: "Type"} or ${TRIPLE}.`,
  },
  {
    in: 'where',
    found: /^(?:BIND|LET|VALUES)$/i,
    hint: 'Variables are bound by patterns alone. For a list of choices write FILTER(IN(?x.name, ["a", "b"])).',
  },
  {
    in: 'where',
    found: /^(?:ORDER|LIMIT|CURSOR|OFFSET|GROUP)$/i,
    say: ({ found }) => `${found?.text} stands inside WHERE`,
    hint: ({ found }) => `Close WHERE with "}" before ${found?.text}.`,
    fix: moveBehind,
  },
  {
    in: 'where',
    found: /^(?:SET|DELETE|DETACH|FIND|WHERE|EXPORT|UPSERT)$/,
    say: ({ found }) => `${found?.text} stands inside WHERE`,
    hint: 'Close WHERE with "}" first; there are no subqueries.',
    fix: insertBefore('}'),
  },
  {
    in: 'where',
    line: /(?:^|[)}\]] |\{ )$|[)}]$|^$/,
    found: /^\{$/,
    say: 'A bare block stands among the clauses',
    hint: 'A pattern has a variable: ?x {type: "Type"}. The first part of a union stands without braces: clauses UNION { clauses }.',
  },
  {
    in: 'where',
    line: /\?\w+$/,
    found: /^(?:a|type|is|isa|TYPE)$/i,
    hint: 'Write ?x {type: "Type"}.',
    fix: typePattern,
  },
  {
    in: 'where',
    line: /\?\w+$/,
    found: /^"/,
    say: 'A triple stands without parentheses',
    hint: ({ before, found }) => `Write (${before?.text}, ${found?.text}, ?object).`,
    fix: wrapTriple,
  },
  {
    in: 'where',
    line: /\?\w+$/,
    found: /^[A-Za-z_]/,
    hint: ({ before, found }) =>
      `Write (${before?.text}, "${found?.text}", ?object), or ${before?.text} {type: "Type"}.`,
    fix: wrapTriple,
  },
  {
    in: 'where',
    line: /\?\w+$/,
    found: /^[.]/,
    hint: ({ before }) => `Test a field with FILTER(${before?.text}.name == "a").`,
    fix: wrapComparison,
  },
  {
    in: 'where',
    line: /\?\w+$/,
    found: /^:/,
    hint: ({ before, found }) => `Write ${before?.text} {type: "${(found?.text ?? ':Type').slice(1)}"}.`,
    fix: colonType,
  },
  {
    in: 'where',
    line: /\?\w+$/,
    hint: ({ before }) =>
      `Say what ${before?.text} is: ${before?.text} {type: "Type"} or ${before?.text} (?subject, "predicate", ?object).`,
  },

  // ---------------------------------------------------------------- triples
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
      `An endpoint is a variable or a pattern, not both: bind ${before?.text} in a clause of its own.`,
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
    line: /^(?:\?\w+|\{\}|\(\))$/,
    found: /^\)$/,
    say: 'Predicate and object are missing',
    hint: `A link has three parts: ${TRIPLE}.`,
  },
  { in: 'tuple', line: /^$/, found: /^\)$/, say: 'The triple is empty', hint: `Write ${TRIPLE} or (id: "P:7").` },
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
  { in: 'where', found: /^\[$/, hint: CYPHER },
  {
    in: 'pattern',
    line: /^$/,
    found: /^[?:]/,
    hint: 'A pattern is {type: "Type", name: "name"}, {type: "Type"}, {name: "name"} or {id: "C:12"}.',
  },
];

// ---------------------------------------------------------------- fixes

/** The text of a condition that lacks its parentheses: to the end of its line, or before the brace that ends the block. */
function condition(text: string, from: number): string {
  return (/^[^\n\r{}]*/.exec(text.slice(from))?.[0] ?? '').replace(/\/\/.*/, '').trimEnd();
}

function wrapFilter({ text, found, before }: Situation) {
  if (!found || !before) return [];
  const end = found.from + condition(text, found.from).length;
  return fix('Insert parentheses', { from: before.to, to: found.from, insert: '(' }, insertAt(end, ')'));
}

function filterNotExists({ before, tokens, index }: Situation) {
  const exists = tokens[index + 1];
  if (!before || exists?.text.toUpperCase() !== 'EXISTS') return [];
  return fix('Write NOT', { from: before.from, to: exists.to, insert: 'NOT' });
}

function wrapClause({ found, tokens, index }: Situation) {
  const open = found?.text === '(' ? index : index + 1;
  if (!found || !['(', '{'].includes(tokens[open]?.text ?? '')) return [];
  const last = tokens[closing(tokens, open)];
  return last ? fix('Insert braces', insertAt(found.from, '{ '), insertAt(last.to, ' }')) : [];
}

function typePattern({ before, tokens, index }: Situation) {
  const type = tokens[index + 1];
  if (!before || (type?.kind !== 'string' && type?.kind !== 'word')) return [];
  const written = type.kind === 'string' ? type.text : asString(type.text);
  return fix('Write a pattern', { from: before.to, to: type.to, insert: ` {type: ${written}}` });
}

function colonType({ before, found }: Situation) {
  if (!before || found?.kind !== 'placeholder') return [];
  return fix('Write a pattern', { from: before.to, to: found.to, insert: ` {type: "${found.text.slice(1)}"}` });
}

function wrapTriple({ before, found, tokens, index }: Situation) {
  const object = tokens[index + 1];
  if (!before || !found || !object || !(object.kind === 'variable' || object.text === '{')) return [];
  const last = object.kind === 'variable' ? object : tokens[closing(tokens, index + 1)];
  const predicate = found.kind === 'word' ? asString(found.text) : found.text;
  if (!last) return [];
  return fix(
    'Write a triple',
    insertAt(before.from, '('),
    insertAt(before.to, ','),
    replace(found, `${predicate},`),
    insertAt(last.to, ')'),
  );
}

function wrapComparison({ text, before }: Situation) {
  if (!before) return [];
  const source = condition(text, before.from);
  return fix('Write a FILTER', { from: before.from, to: before.from + source.length, insert: `FILTER(${source})` });
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

/** A modifier inside WHERE moves behind the brace that ends WHERE; where there is none, one is put before the modifier. */
function moveBehind(situation: Situation) {
  const { tokens, index, frame, frames } = situation;
  const end = frame.open ? closing(tokens, tokens.indexOf(frame.open)) : -1;
  const close = tokens[end];
  if (frames.length !== 2 || close?.text !== '}' || end <= index) return insertBefore('}')(situation);
  return moveTokens(situation, index, end - 1, close.to, 'Move it behind WHERE');
}

/** `(?d {type: "Drug"}, …)` becomes `?d {type: "Drug"} (?d, …)`. */
function unnest(situation: Situation) {
  const { tokens, index, before, text, frames } = situation;
  const last = tokens[closing(tokens, index)];
  const outermost = frames.find((frame) => frame.kind === 'tuple')?.open;
  if (!before || !last || !outermost) return [];
  const clause = text.slice(before.from, last.to);
  return fix('Make it a clause of its own', insertAt(outermost.from, `${clause} `), {
    from: before.to,
    to: last.to,
    insert: '',
  });
}
