// Known faults of UPDATE, MERGE and DELETE.
import { type Case, closing, insertBefore, moveTokens, swapFound } from './cases.ts';
import { fix, insertAt, replace } from './complaint.ts';
import { asString } from './lexical.ts';
import type { Situation } from './situation.ts';

const GUARD =
  'EXPECT VERSION guards single blocks of UPSERT, right behind their identity. Guard UPDATE and DELETE in WHERE: FILTER(?x.metadata._version == 3).';

export const CHANGE_CASES: readonly Case[] = [
  // ---------------------------------------------------------------- UPDATE
  { in: 'top', of: 'UPDATE', found: /^EXPECT$/, say: 'EXPECT VERSION does not stand in UPDATE', hint: GUARD },
  { in: 'top', of: 'DELETE', found: /^EXPECT$/, say: 'EXPECT VERSION does not stand in DELETE', hint: GUARD },
  {
    in: 'top',
    of: 'UPDATE',
    found: /^WITH$/,
    say: 'WITH METADATA does not stand in UPDATE',
    hint: 'Write SET METADATA { key: "value" } before WHERE.',
    fix: swapFound('SET'),
  },
  {
    in: 'top',
    of: 'UPDATE',
    line: /^UPDATE \?\w+$/,
    found: /^WHERE$/,
    say: 'SET is missing before WHERE',
    hint: 'SET comes before WHERE: UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }.',
    fix: setFirst,
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
    fix: assignment,
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
    found: /^(?:CONCEPTS?|PROPOSITIONS?)$/i,
    hint: 'UPDATE names a variable alone: UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { … }.',
    fix: swapFound(''),
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

function whereBefore({ found }: Situation) {
  return found ? fix('Insert WHERE', insertAt(found.from, 'WHERE ')) : [];
}

function wrapKey({ found, tokens, index }: Situation) {
  const close = tokens[closing(tokens, index)];
  if (found?.text === '[' && close?.text === ']') {
    return fix('Write braces', replace(found, '{'), replace(close, '}'));
  }
  if (found?.kind !== 'string' && found?.kind !== 'word') return [];
  return fix('Insert braces', replace(found, `{${found.kind === 'word' ? asString(found.text) : found.text}}`));
}

/** `UPDATE ?x WHERE { … } SET …`: SET moves up. */
function setFirst(situation: Situation) {
  const { tokens, index, found } = situation;
  const end = closing(tokens, index + 1);
  const limit = tokens.findIndex((token, at) => at > end && token.text === 'LIMIT');
  const last = (limit < 0 ? tokens.length : limit) - 1;
  return found && tokens[end + 1]?.text === 'SET'
    ? moveTokens(situation, end + 1, last, found.from, 'Put SET first')
    : [];
}

/** `SET ?x.attributes.key = value`, alone before WHERE. */
function assignment({ tokens, index, before, text }: Situation) {
  const [variable, home, key, sign, value, where] = tokens.slice(index, index + 6);
  const isAssignment =
    variable?.kind === 'variable' && home?.kind === 'field' && key?.kind === 'field' && sign?.text === '=';
  if (!isAssignment || !before || !value || where?.text !== 'WHERE') return [];
  const part = home.text === '.metadata' ? 'METADATA' : 'ATTRIBUTES';
  const written = ` ${part} { ${key.text.slice(1)}: ${text.slice(value.from, value.to)} }`;
  return fix(`Write SET${written}`, { from: before.to, to: value.to, insert: written });
}
