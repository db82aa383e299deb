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
    hint: 'Remove AND: clauses stand one after another, and all of them must hold. Inside FILTER write &&.',
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
    hint: 'Use the path itself (?x.name) where the value is needed; variables are bound by patterns alone. For choices write FILTER(IN(?x.name, ["a", "b"])).',
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
    found: /^,$/,
    say: 'A triple stands without parentheses',
    hint: ({ before }) => `Write (${before?.text}, "predicate", ?object).`,
    fix: wrapCommas,
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
  { in: 'where', found: /^\[$/, hint: CYPHER },
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

/** A modifier inside WHERE moves behind the brace that ends WHERE; where there is none, one is put before the modifier. */
function moveBehind(situation: Situation) {
  const { tokens, index, frame, frames } = situation;
  const end = frame.open ? closing(tokens, tokens.indexOf(frame.open)) : -1;
  const close = tokens[end];
  if (frames.length !== 2 || close?.text !== '}' || end <= index) return insertBefore('}')(situation);
  return moveTokens(situation, index, end - 1, close.to, 'Move it behind WHERE');
}

/** `?a, "p", ?b` becomes `(?a, "p", ?b)`. */
function wrapCommas({ before, tokens, index }: Situation) {
  const last = tokens[index + 3];
  const whole = tokens[index + 2]?.text === ',' && last?.kind === 'variable';
  return before && whole ? fix('Insert parentheses', insertAt(before.from, '('), insertAt(last.to, ')')) : [];
}
