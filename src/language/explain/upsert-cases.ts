// Known faults of UPSERT: its blocks, their parts, their links.
import { type Case, closing, insertBefore, moveTokens, swapFound } from './cases.ts';
import { fix, insertAt, replace } from './complaint.ts';
import type { Situation } from './situation.ts';

const BLOCK = 'CONCEPT ?x { {type: "Type", name: "name"} SET ATTRIBUTES { key: "value" } }';
const METADATA_PLACE = 'Metadata stands behind the block: CONCEPT ?x { … } WITH METADATA { source: "…" }.';

export const UPSERT_CASES: readonly Case[] = [
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
    fix: moveIntoBlock,
  },
  {
    in: ['upsert', 'top', 'links'],
    of: 'UPSERT',
    line: /[})]$/,
    found: /^METADATA$/,
    hint: 'Write WITH METADATA { source: "…" }.',
    fix: insertBefore('WITH'),
  },
  {
    in: 'top',
    of: 'UPSERT',
    found: /^WHERE$/,
    say: 'UPSERT takes no WHERE',
    hint: 'UPSERT names each element. To change what a pattern matches write UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }.',
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
    line: /^$/,
    found: /^(?:type|name|id|")/,
    say: 'UPSERT takes blocks, not a pattern',
    hint: `Write UPSERT { ${BLOCK} }.`,
    fix: wrapPattern,
  },
  {
    in: 'upsert',
    found: /^\($/,
    say: 'A link stands outside a block',
    hint: 'Write UPSERT { PROPOSITION ?l { (?a, "predicate", ?b) } }.',
    fix: wrapLink,
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
    hint: ({ before }) => `Write the keys out, their values may be placeholders: SET ${before?.text} { key: :value }.`,
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
    found: /^EXPECT$/,
    say: 'An entry takes no EXPECT VERSION',
    hint: 'Guard the link in a PROPOSITION block of its own: PROPOSITION ?l { (?a, "predicate", ?b) EXPECT VERSION 1 }.',
  },
  {
    in: 'links',
    found: /^"/,
    say: 'The entry has no parentheses',
    hint: 'Each entry is ("predicate", ?handle) or ("predicate", {type: "Type", name: "name"}).',
    fix: wrapEntry,
  },
  {
    in: 'links',
    found: /^(?!\(|\}|$|WITH)/,
    hint: 'Each entry is ("predicate", ?handle) or ("predicate", {type: "Type", name: "name"}).',
  },
  {
    in: 'link',
    line: /^\?\w+ ,$/,
    found: /^"/,
    say: 'The subject is not repeated here',
    hint: 'The subject is the concept of the block: write ("predicate", target).',
    fix: dropFirst,
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

/** `UPSERT {type: …}` becomes `UPSERT { CONCEPT ?x { {type: …} } }`. */
function wrapPattern({ frame, tokens }: Situation) {
  const last = frame.open && tokens[closing(tokens, tokens.indexOf(frame.open))];
  if (!frame.open || last?.text !== '}') return [];
  return fix('Write a CONCEPT block', insertAt(frame.open.from, '{ CONCEPT ?x { '), insertAt(last.to, ' } }'));
}

function wrapLink({ found, tokens, index }: Situation) {
  const last = tokens[closing(tokens, index)];
  if (!found || last?.text !== ')') return [];
  return fix('Write a PROPOSITION block', insertAt(found.from, 'PROPOSITION { '), insertAt(last.to, ' }'));
}

/** SET … { … } behind a block moves to the end of it. */
function moveIntoBlock(situation: Situation) {
  const { tokens, index, before } = situation;
  const open = tokens.findIndex((token, at) => at > index && token.text === '{');
  return open < 0 || before?.text !== '}'
    ? []
    : moveTokens(situation, index, closing(tokens, open), before.from, 'Move it inside');
}

/** `"predicate": target` becomes `("predicate", target)`. */
function wrapEntry({ found, tokens, index }: Situation) {
  const colon = tokens[index + 1];
  const target = tokens[index + 2];
  if (!found || !target || (colon?.text !== ':' && colon?.text !== ',')) return [];
  const last = target.kind === 'variable' ? target : tokens[closing(tokens, index + 2)];
  return last ? fix('Insert parentheses', insertAt(found.from, '('), replace(colon, ','), insertAt(last.to, ')')) : [];
}

/** `(?x, "p", …` in a block of ?x: everything before the predicate goes. */
function dropFirst({ frame, found }: Situation) {
  return frame.open && found ? fix('Remove the subject', { from: frame.open.to, to: found.from, insert: '' }) : [];
}
