// Known faults of UPSERT, UPDATE, MERGE and DELETE.
import { type Case, closing, insertBefore, moveTokens, swapFound } from './cases.ts';
import { fix, insertAt } from './complaint.ts';
import { asString } from './lexical.ts';
import type { Situation } from './situation.ts';

const BLOCK = 'CONCEPT ?x { {type: "Type", name: "name"} SET ATTRIBUTES { key: "value" } }';
const METADATA_PLACE = 'Metadata stands behind the block: CONCEPT ?x { … } WITH METADATA { source: "…" }.';
const GUARD =
  'EXPECT VERSION guards single blocks of UPSERT, right behind their identity. Guard UPDATE and DELETE in WHERE: FILTER(?x.metadata._version == 3).';

export const WRITE_CASES: readonly Case[] = [
  // ---------------------------------------------------------------- UPSERT
  {
    in: 'top',
    of: 'UPSERT',
    line: /^UPSERT$/,
    found: /^(?:CONCEPT|PROPOSITION)$/,
    say: 'UPSERT has no braces',
    hint: `Write UPSERT { ${BLOCK} }.`,
    fix: wrapRest,
  },
  { in: 'top', of: 'UPSERT', line: /^UPSERT$/, hint: `Write UPSERT { ${BLOCK} }.` },
  {
    in: 'upsert',
    line: /CONCEPT$/,
    found: /^\{$/,
    say: 'The CONCEPT block has no handle',
    hint: `Give it one: ${BLOCK}.`,
    fix: insertBefore('?x'),
  },
  {
    in: 'upsert',
    line: /(?:CONCEPT|PROPOSITION) \?\w+$/,
    found: /^(?!\{)/,
    hint: `The block stands in braces: ${BLOCK}.`,
  },
  { in: 'upsert', line: /CONCEPT$/, found: /^(?!\{)/, hint: `Write ${BLOCK}.` },
  {
    in: 'upsert',
    found: /^(?:SET|EXPECT)$/,
    say: ({ found }) => `${found?.text} stands outside its block`,
    hint: `Put it inside the braces: ${BLOCK}.`,
  },
  { in: 'upsert', line: /WITH$/, hint: 'Write WITH METADATA { source: "…" }.', fix: insertBefore('METADATA') },
  {
    in: 'upsert',
    found: /^,$/,
    say: 'Blocks are not separated by ","',
    hint: 'Blocks stand one after another.',
    fix: swapFound(''),
  },
  {
    in: 'upsert',
    found: /^(?!$|\})/,
    say: ({ found }) => `UPSERT takes blocks, found ${found?.text}`,
    hint: `Write UPSERT { ${BLOCK} } or PROPOSITION ?l { (?a, "predicate", ?b) }.`,
  },

  // ---------------------------------------------------------------- inside CONCEPT and PROPOSITION
  {
    in: ['concept', 'proposition'],
    found: /^METADATA$/,
    line: /SET$/,
    say: 'SET METADATA does not exist in UPSERT',
    hint: METADATA_PLACE,
    fix: metadataBehind,
  },
  {
    in: ['concept', 'proposition'],
    found: /^WITH$/,
    say: 'WITH METADATA stands inside the block',
    hint: METADATA_PLACE,
    fix: metadataBehind,
  },
  {
    in: ['concept', 'proposition'],
    line: /(?:\{\}|\(\)|\[\])$/,
    found: /^EXPECT$/,
    say: 'EXPECT VERSION comes too late',
    hint: 'It stands right behind the identity: { {type: "Type", name: "name"} EXPECT VERSION 3 SET ATTRIBUTES { … } }.',
    fix: guardFirst,
  },
  { in: ['concept', 'proposition'], line: /EXPECT$/, hint: 'Write EXPECT VERSION 3.', fix: insertBefore('VERSION') },
  {
    in: 'concept',
    line: /^$/,
    found: /^(?:type|name|id|")/,
    say: 'The identity has no braces',
    hint: `Put it in braces of its own: ${BLOCK}.`,
    fix: wrapIdentity,
  },
  {
    in: 'concept',
    line: /^$/,
    found: /^SET$/,
    say: 'The block has no identity',
    hint: `Name the concept first: ${BLOCK}.`,
  },
  {
    in: 'concept',
    line: /^$/,
    hint: `A CONCEPT block begins with {type: "Type", name: "name"} or {id: "C:12"}: ${BLOCK}.`,
  },
  {
    in: 'concept',
    line: /SET$/,
    found: /^PROPOSITION$/,
    hint: 'Write SET PROPOSITIONS { ("predicate", ?target) }.',
    fix: swapFound('PROPOSITIONS'),
  },
  {
    in: 'concept',
    line: /SET$/,
    found: /^ATTRIBUTE$/i,
    hint: 'Write SET ATTRIBUTES { key: "value" }.',
    fix: swapFound('ATTRIBUTES'),
  },
  {
    in: ['concept', 'proposition'],
    line: /SET$/,
    found: /^\{$/,
    hint: 'Write SET ATTRIBUTES { key: "value" }.',
    fix: insertBefore('ATTRIBUTES'),
  },
  {
    in: ['concept', 'proposition'],
    line: /(?:ATTRIBUTES|PROPOSITIONS)$/,
    hint: ({ before }) => `Write SET ${before?.text} { … } in braces; values may be :placeholders.`,
  },
  {
    in: ['concept', 'proposition'],
    found: /^(?:ATTRIBUTES|PROPOSITIONS)$/,
    hint: ({ found }) => `Write SET ${found?.text} { … }.`,
    fix: insertBefore('SET'),
  },
  {
    in: 'concept',
    found: /^(?:CONCEPT|PROPOSITION|UPSERT)$/,
    say: 'A block begins inside another',
    hint: 'Close the block with "}" first; links of this concept go into SET PROPOSITIONS { ("predicate", ?target) }.',
    fix: insertBefore('}'),
  },
  {
    in: 'proposition',
    line: /^$/,
    found: /^\{$/,
    hint: 'A PROPOSITION block begins with (?subject, "predicate", ?object) or (id: "P:7").',
  },
  {
    in: 'proposition',
    line: /^$/,
    hint: 'A PROPOSITION block begins with (?subject, "predicate", ?object) or (id: "P:7").',
  },
  {
    in: 'proposition',
    line: /SET$/,
    found: /^PROPOSITIONS$/,
    hint: 'Links to a link are written as PROPOSITION ?l2 { (?l, "predicate", ?x) } in a block of their own.',
  },
  {
    in: ['concept', 'proposition'],
    found: /^[,;]$/,
    hint: 'The parts of a block stand one after another without commas.',
    fix: swapFound(''),
  },

  // ---------------------------------------------------------------- SET PROPOSITIONS
  {
    in: 'links',
    found: /^,$/,
    say: 'Entries are not separated by ","',
    hint: 'Entries stand one after another: ("a", ?x) ("b", ?y).',
    fix: swapFound(''),
  },
  {
    in: 'links',
    found: /^(?!\(|\}|$|WITH)/,
    hint: 'Each entry is ("predicate", ?handle) or ("predicate", {type: "Type", name: "name"}).',
  },
  {
    in: 'link',
    line: /^$/,
    found: /^[?{(]/,
    say: 'The subject is not repeated here',
    hint: 'The subject is the concept of the block: write ("predicate", target).',
    fix: dropSubject,
  },
  {
    in: 'link',
    found: /^WITH$/,
    hint: 'Metadata of an entry stands behind its parentheses: ("predicate", ?x) WITH METADATA { … }.',
  },
  { in: 'link', line: /^"[^]*" :\w+$|^"[^]*" :$/, hint: 'Write ("predicate", target) with a comma.' },

  // ---------------------------------------------------------------- UPDATE
  { in: 'top', of: 'UPDATE', found: /^EXPECT$/, say: 'EXPECT VERSION does not stand in UPDATE', hint: GUARD },
  { in: 'top', of: 'DELETE', found: /^EXPECT$/, say: 'EXPECT VERSION does not stand in DELETE', hint: GUARD },
  {
    in: 'top',
    of: 'UPDATE',
    found: /^WITH$/,
    say: 'WITH METADATA does not stand in UPDATE',
    hint: 'Write SET METADATA { key: "value" } before WHERE.',
  },
  {
    in: 'top',
    of: 'UPDATE',
    line: /^UPDATE \?\w+$/,
    found: /^WHERE$/,
    say: 'UPDATE sets nothing',
    hint: 'SET comes before WHERE: UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }.',
  },
  {
    in: 'top',
    of: 'UPDATE',
    line: /SET$/,
    found: /^\{$/,
    hint: 'Write SET ATTRIBUTES { key: "value" }.',
    fix: insertBefore('ATTRIBUTES'),
  },
  {
    in: 'top',
    of: 'UPDATE',
    line: /SET$/,
    found: /^PROPOSITIONS$/,
    hint: 'UPDATE changes attributes and metadata. Links are written with UPSERT.',
  },
  {
    in: 'top',
    of: 'UPDATE',
    line: /SET$/,
    hint: 'Write SET ATTRIBUTES { key: "value" } or SET METADATA { key: "value" }.',
  },
  { in: 'top', of: 'UPDATE', line: /\}$/, found: /^SET$/, hint: 'SET comes before WHERE.' },
  {
    in: 'top',
    of: 'UPDATE',
    line: /SET (?:ATTRIBUTES|METADATA) \{\}$/,
    found: /^(?:$|\{)/,
    hint: 'Add WHERE { … } with the clauses that bind the target.',
    fix: whereBefore,
  },
  {
    in: 'top',
    of: 'UPDATE',
    line: /^UPDATE$/,
    hint: 'Write UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { ?x {type: "Type"} }.',
  },
  {
    in: 'top',
    of: 'UPDATE',
    line: /^UPDATE \?\w+$/,
    hint: 'Write UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }.',
  },
  {
    in: 'top',
    of: 'UPDATE',
    found: /^(?:ORDER|CURSOR)$/,
    hint: 'UPDATE takes LIMIT alone: it bounds how many elements change, in no order.',
  },

  // ---------------------------------------------------------------- MERGE
  {
    in: 'top',
    of: 'MERGE',
    line: /^MERGE$/,
    found: /^\?/,
    hint: 'Write MERGE CONCEPT ?a INTO ?b WHERE { … }.',
    fix: insertBefore('CONCEPT'),
  },
  {
    in: 'top',
    of: 'MERGE',
    line: /^MERGE CONCEPT \?\w+$/,
    found: /^(?:WITH|TO|AND|ONTO|,)$/i,
    hint: 'Write MERGE CONCEPT ?a INTO ?b WHERE { … }: ?a goes, ?b stays.',
    fix: swapFound('INTO'),
  },
  {
    in: 'top',
    of: 'MERGE',
    line: /\?\w+$/,
    found: /^(?:$|\{)/,
    hint: 'Add WHERE { … } that binds both variables.',
    fix: whereBefore,
  },
  {
    in: 'top',
    of: 'MERGE',
    line: /^MERGE/,
    hint: 'MERGE joins two concepts: MERGE CONCEPT ?a INTO ?b WHERE { ?a {…} ?b {…} }. To create or match one, use UPSERT.',
  },

  // ---------------------------------------------------------------- DELETE
  {
    in: 'top',
    of: 'DELETE',
    line: /^DELETE CONCEPT \?\w+$/,
    found: /^(?:WHERE|$)/,
    say: 'DELETE CONCEPT lacks DETACH',
    hint: 'Write DELETE CONCEPT ?x DETACH WHERE { … }: DETACH confirms that all links of the concept go too.',
    fix: insertBefore('DETACH'),
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /^DELETE$/,
    found: /^DETACH$/,
    hint: 'DETACH follows the variable: DELETE CONCEPT ?x DETACH WHERE { … }.',
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /^DELETE$/,
    found: /^CONCEPTS$/i,
    hint: 'Write DELETE CONCEPT ?x DETACH WHERE { … }.',
    fix: swapFound('CONCEPT'),
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /^DELETE$/,
    found: /^(?:PROPOSITION|LINKS?)$/i,
    hint: 'Write DELETE PROPOSITIONS ?l WHERE { … }.',
    fix: swapFound('PROPOSITIONS'),
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /^DELETE$/,
    found: /^ATTRIBUTE$/i,
    hint: 'Write DELETE ATTRIBUTES {"key"} FROM ?x WHERE { … }.',
    fix: swapFound('ATTRIBUTES'),
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /^DELETE (?:ATTRIBUTES|METADATA)$/,
    hint: 'The keys stand in braces, as strings: DELETE ATTRIBUTES {"key", "other"} FROM ?x WHERE { … }.',
    fix: wrapKey,
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /^DELETE \w+ \{\}$/,
    hint: 'Write FROM ?x behind the keys.',
    fix: ({ found, ...rest }) => (found?.kind === 'variable' ? insertBefore('FROM')({ found, ...rest }) : []),
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /\{\}$/,
    found: /^(?:LIMIT|CURSOR|ORDER)$/,
    hint: 'DELETE removes everything that matches; narrow WHERE instead.',
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /\?\w+$|DETACH$/,
    found: /^(?:$|\{)/,
    hint: 'Add WHERE { … } that binds the variable.',
    fix: whereBefore,
  },
  {
    in: 'top',
    of: 'DELETE',
    line: /^DELETE/,
    hint: 'Write DELETE CONCEPT ?x DETACH WHERE, DELETE PROPOSITIONS ?l WHERE, DELETE ATTRIBUTES {"key"} FROM ?x WHERE or DELETE METADATA {"key"} FROM ?x WHERE.',
  },
  { in: 'keys', found: /^(?:WHERE|FROM)$/, hint: 'Close the keys with "}".', fix: insertBefore('}') },
  { in: 'keys', line: /"$/, found: /^(?:[:.]|:\w+)$/, hint: 'Name the keys alone: {"key", "other"}.' },
];

// ---------------------------------------------------------------- fixes

function wrapRest({ found, text }: Situation) {
  return found ? fix('Insert braces', insertAt(found.from, '{ '), insertAt(text.trimEnd().length, ' }')) : [];
}

/** `{ type: "T", name: "n" SET …` gets braces around its first members. */
function wrapIdentity({ found, tokens, index }: Situation) {
  let last = index;
  while (tokens[last + 1] && !['SET', 'EXPECT', 'WITH', '}'].includes((tokens[last + 1] as { text: string }).text))
    last++;
  const end = tokens[last];
  if (!found || !end || !tokens[last + 1]) return [];
  // A single pair of braces is the identity's; the block's is missing.
  return fix('Insert braces', insertAt(found.from, '{'), insertAt(end.text === ',' ? end.from : end.to, '}'));
}

/** Moves METADATA { … } behind the block, as WITH METADATA { … }. */
function metadataBehind({ tokens, index, found, before, frame, text }: Situation) {
  const word = found?.text === 'WITH' ? index + 1 : index;
  const start = found?.text === 'WITH' ? found : before;
  const open = word + 1;
  if (!start || !frame.open || tokens[open]?.text !== '{') return [];
  const last = tokens[closing(tokens, open)];
  const blockEnd = tokens[closing(tokens, tokens.indexOf(frame.open))];
  if (!last || !blockEnd || blockEnd.from < last.to) return [];
  const metadata = text.slice((tokens[open] as { from: number }).from, last.to);
  const moved = insertAt(blockEnd.to, ` WITH METADATA ${metadata}`);
  return fix('Move it behind the block', { from: start.from, to: last.to, insert: '' }, moved);
}

function guardFirst(situation: Situation) {
  const { tokens, index, frame } = situation;
  const identity = frame.items[0];
  return identity && tokens[index + 2] ? moveTokens(situation, index, index + 2, identity.to, 'Move it up') : [];
}

function dropSubject({ found, tokens, index }: Situation) {
  const last = found?.kind === 'variable' ? index : closing(tokens, index);
  const comma = tokens[last + 1];
  if (!found || comma?.text !== ',' || tokens[last + 2]?.kind !== 'string') return [];
  return fix('Remove the subject', { from: found.from, to: (tokens[last + 2] as { from: number }).from, insert: '' });
}

function whereBefore({ found }: Situation) {
  return found ? fix('Insert WHERE', insertAt(found.from, 'WHERE ')) : [];
}

function wrapKey({ found }: Situation) {
  if (found?.kind !== 'string' && found?.kind !== 'word') return [];
  return fix('Insert braces', {
    from: found.from,
    to: found.to,
    insert: `{${found.kind === 'word' ? asString(found.text) : found.text}}`,
  });
}
