// The advice of last resort: what may stand in each part of a command.
import { table } from '../table.ts';
import type { FrameKind, Situation } from './situation.ts';

const EXPECTED: Readonly<Record<FrameKind, string>> = {
  top: '',
  find: 'FIND( … ) lists variables, paths and aggregates: FIND(?x.name, COUNT(?y)).',
  where:
    'WHERE holds ?x {type: "Type"}, (?s, "predicate", ?o), FILTER( … ), NOT { … }, OPTIONAL { … } and UNION { … }.',
  filter:
    'FILTER holds comparisons (?x.attributes.n > 3), CONTAINS, STARTS_WITH, ENDS_WITH, REGEX, IN, IS_NULL and IS_NOT_NULL, joined by && and ||.',
  call: 'Arguments are values, paths and variables, separated by commas.',
  tuple: 'A link is (?subject, "predicate", ?object) or (id: "P:7"); endpoints are variables, {…} or (…).',
  hops: 'Hops are {1,5}, {2} or {1,}.',
  pattern: 'A concept pattern is {type: "Type", name: "name"}, {type: "Type"}, {name: "name"} or {id: "C:12"}.',
  object: 'An object is {key: value, "other key": value}; values are JSON or :placeholders.',
  array: 'An array is [value, value]; values are JSON or :placeholders.',
  upsert:
    'UPSERT holds CONCEPT ?x { {type: "Type", name: "name"} SET ATTRIBUTES { … } } and PROPOSITION { (?a, "predicate", ?b) } blocks, each with an optional WITH METADATA { … } behind it.',
  concept:
    'A CONCEPT block holds {type: "Type", name: "name"}, EXPECT VERSION n, SET ATTRIBUTES { … } and SET PROPOSITIONS { … }.',
  proposition:
    'A PROPOSITION block holds (?subject, "predicate", ?object) or (id: "P:7"), EXPECT VERSION n and SET ATTRIBUTES { … }.',
  links: 'SET PROPOSITIONS holds entries ("predicate", target), each with an optional WITH METADATA { … }.',
  link: 'An entry is ("predicate", ?handle), ("predicate", {type: "Type", name: "name"}) or ("predicate", (id: "P:7")).',
  keys: 'The keys are strings in braces: {"key", "other"}.',
};

const STATEMENTS = table<string>({
  FIND: 'FIND( … ) WHERE { … } ORDER BY … LIMIT n CURSOR "…"',
  UPSERT: 'UPSERT { … } WITH METADATA { … }',
  UPDATE: 'UPDATE ?x SET ATTRIBUTES { … } SET METADATA { … } WHERE { … } LIMIT n',
  MERGE: 'MERGE CONCEPT ?a INTO ?b WHERE { … }',
  DELETE:
    'DELETE CONCEPT ?x DETACH WHERE { … }, DELETE PROPOSITIONS ?l WHERE { … }, DELETE ATTRIBUTES {"key"} FROM ?x WHERE { … } or DELETE METADATA {"key"} FROM ?x WHERE { … }',
  DESCRIBE:
    'DESCRIBE PRIMER, DOMAINS, CONCEPT TYPES, CONCEPT TYPE "Name", PROPOSITION TYPES or PROPOSITION TYPE "name"; the lists take LIMIT and CURSOR',
  SEARCH: 'SEARCH CONCEPT "text" (or PROPOSITION) WITH TYPE "Name" MODE "hybrid" THRESHOLD 0.5 LIMIT 10, in this order',
  EXPORT: 'EXPORT ?x WHERE { … } LIMIT n CURSOR "…"',
});

export function expectation({ frame, statement }: Situation): string {
  return frame.kind === 'top' ? `The form is ${STATEMENTS[statement] ?? ''}.` : EXPECTED[frame.kind];
}
