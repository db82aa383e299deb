// Known faults of DESCRIBE, SEARCH and EXPORT.
import { nearest } from '../suggest.ts';
import { type Case, insertBefore, moveTokens, swapFound } from './cases.ts';
import { fix } from './complaint.ts';
import type { Situation } from './situation.ts';

const DESCRIBABLE = ['PRIMER', 'DOMAINS', 'CONCEPT', 'PROPOSITION'];
const DESCRIBE_FORMS =
  'DESCRIBE takes PRIMER, DOMAINS, CONCEPT TYPES, CONCEPT TYPE "Name", PROPOSITION TYPES or PROPOSITION TYPE "name"; the lists take LIMIT and CURSOR.';

export const META_CASES: readonly Case[] = [
  // ---------------------------------------------------------------- DESCRIBE
  {
    in: 'top',
    of: 'DESCRIBE',
    line: /^DESCRIBE$/,
    found: /^TYPES?$/i,
    hint: 'Write DESCRIBE CONCEPT TYPE "Person", DESCRIBE PROPOSITION TYPE "knows", or CONCEPT TYPES / PROPOSITION TYPES for the lists.',
    fix: insertBefore('CONCEPT'),
  },
  {
    in: 'top',
    of: 'DESCRIBE',
    line: /^DESCRIBE$/,
    found: /^"/,
    hint: ({ found }) => `Write DESCRIBE CONCEPT TYPE ${found?.text} or DESCRIBE PROPOSITION TYPE ${found?.text}.`,
    fix: insertBefore('CONCEPT TYPE'),
  },
  {
    in: 'top',
    of: 'DESCRIBE',
    line: /^DESCRIBE$/,
    found: /^DOMAIN$/i,
    hint: 'Write DESCRIBE DOMAINS.',
    fix: swapFound('DOMAINS'),
  },
  {
    in: 'top',
    of: 'DESCRIBE',
    line: /^DESCRIBE$/,
    found: /^PREDICATES?$/i,
    hint: 'Write DESCRIBE PROPOSITION TYPES.',
    fix: swapFound('PROPOSITION TYPES'),
  },
  {
    in: 'top',
    of: 'DESCRIBE',
    line: /^DESCRIBE (?:CONCEPT|PROPOSITION)$/,
    found: /^"/,
    hint: ({ before, found }) => `Write DESCRIBE ${before?.text} TYPE ${found?.text}.`,
    fix: insertBefore('TYPE'),
  },
  {
    in: 'top',
    of: 'DESCRIBE',
    line: /TYPES$/,
    found: /^"/,
    hint: ({ line, found }) => `For one type write ${line.slice(0, -1)} ${found?.text}; TYPES lists all.`,
    fix: typesToType,
  },
  {
    in: 'top',
    of: 'DESCRIBE',
    line: /TYPE$/,
    found: /^$/,
    hint: ({ line }) => `Name the type: ${line} "Name"; for the list write ${line}S.`,
  },
  { in: 'top', of: 'DESCRIBE', line: /^DESCRIBE$/, found: /^[A-Za-z_]\w*$/, hint: describeHint, fix: describeFix },
  {
    in: 'top',
    of: 'DESCRIBE',
    hint: DESCRIBE_FORMS,
  },

  // ---------------------------------------------------------------- SEARCH
  {
    in: 'top',
    of: 'SEARCH',
    line: /^SEARCH$/,
    found: /^["':]/,
    hint: ({ found }) => `Say what to search: SEARCH CONCEPT ${found?.text} or SEARCH PROPOSITION ${found?.text}.`,
    fix: insertBefore('CONCEPT'),
  },
  {
    in: 'top',
    of: 'SEARCH',
    line: /^SEARCH$/,
    found: /^(?:CONCEPTS|PROPOSITIONS)$/i,
    hint: 'Write SEARCH CONCEPT "text" or SEARCH PROPOSITION "text".',
    fix: (s) => swapFound((s.found?.text ?? '').toUpperCase().replace(/S$/, ''))(s),
  },
  { in: 'top', of: 'SEARCH', line: /^SEARCH$/, hint: 'Write SEARCH CONCEPT "text" or SEARCH PROPOSITION "text".' },
  {
    in: 'top',
    of: 'SEARCH',
    line: /^SEARCH \w+$/,
    hint: ({ before }) => `Say what to look for: SEARCH ${before?.text} "text".`,
  },
  {
    in: 'top',
    of: 'SEARCH',
    line: /^SEARCH \S+ \S+/,
    found: /^(?:TYPE|IN)$/i,
    hint: 'Write WITH TYPE "Name".',
    fix: swapFound('WITH TYPE'),
  },
  {
    in: 'top',
    of: 'SEARCH',
    found: /^(?:CURSOR|ORDER)$/,
    hint: 'SEARCH answers its best hits, best first, without pages: raise LIMIT instead.',
  },
  {
    in: 'top',
    of: 'SEARCH',
    found: /^WHERE$/,
    hint: 'SEARCH takes no WHERE. Narrow it with WITH TYPE "Name", or match patterns with FIND.',
  },
  {
    in: 'top',
    of: 'SEARCH',
    found: /^(?:WITH|MODE|THRESHOLD|LIMIT)$/,
    say: ({ found }) => `${found?.text} comes too late or twice`,
    hint: 'The order is SEARCH CONCEPT "text" WITH TYPE "Name" MODE "hybrid" THRESHOLD 0.5 LIMIT 10, each once.',
    fix: reorderSearch,
  },
  {
    in: 'top',
    of: 'SEARCH',
    line: /^SEARCH \S+ \S+/,
    hint: 'SEARCH takes WITH TYPE "Name", MODE "hybrid", THRESHOLD 0.5 and LIMIT 10, in this order.',
  },

  // ---------------------------------------------------------------- EXPORT
  {
    in: 'top',
    of: 'EXPORT',
    line: /^EXPORT \?\w+$/,
    found: /^,$/,
    say: 'EXPORT takes one variable',
    hint: 'Bind it to everything with UNION: EXPORT ?x WHERE { ?x {type: "A"} UNION { ?x {type: "B"} } }.',
  },
  {
    in: 'top',
    of: 'EXPORT',
    line: /^EXPORT \?\w+$/,
    found: /^\./,
    say: 'EXPORT takes whole elements',
    hint: ({ before }) =>
      `Write EXPORT ${before?.text} WHERE { … }; single fields are read with FIND(${before?.text}.name).`,
    fix: dropFields,
  },
  {
    in: 'top',
    of: 'EXPORT',
    line: /^EXPORT \?\w+$/,
    hint: 'Write EXPORT ?x WHERE { … }; the capsule comes back as the result, a text.',
  },
  {
    in: 'top',
    of: 'EXPORT',
    line: /^EXPORT$/,
    hint: 'Write EXPORT ?x WHERE { ?x {type: "Type"} }: one variable, bound in WHERE.',
  },
  {
    in: 'top',
    of: 'EXPORT',
    found: /^ORDER$/,
    hint: 'EXPORT orders its capsule itself; only LIMIT and CURSOR may follow.',
  },
];

// ---------------------------------------------------------------- fixes

function describeHint({ found }: Situation): string {
  const near = nearest(found?.text ?? '', DESCRIBABLE, 1)[0];
  return near ? `Did you mean ${near}? ${DESCRIBE_FORMS}` : DESCRIBE_FORMS;
}

/** A misspelt target, or the bare name of a type. */
function describeFix(situation: Situation) {
  const { found } = situation;
  const near = nearest(found?.text ?? '', DESCRIBABLE, 1)[0];
  if (near) return swapFound(near)(situation);
  const isType = /^[A-Z]\w*[a-z]/.test(found?.text ?? '');
  return isType ? swapFound(`CONCEPT TYPE "${found?.text}"`)(situation) : [];
}

const SEARCH_ORDER = ['WITH', 'MODE', 'THRESHOLD', 'LIMIT'];

function reorderSearch(situation: Situation) {
  const { tokens, index, frame, found } = situation;
  const rank = SEARCH_ORDER.indexOf(found?.text ?? '');
  const target = frame.items.find((item) => SEARCH_ORDER.indexOf(item.text) > rank);
  const width = found?.text === 'WITH' ? 2 : 1;
  return target && tokens[index + width]
    ? moveTokens(situation, index, index + width, target.from, 'Put it in order')
    : [];
}

function typesToType({ before }: Situation) {
  return before ? fix('Write TYPE', { from: before.from, to: before.to, insert: 'TYPE' }) : [];
}

function dropFields({ found, tokens, index }: Situation) {
  let last = index;
  while (tokens[last + 1]?.kind === 'field') last++;
  const end = tokens[last];
  return found && end ? fix('Export the whole', { from: found.from, to: end.to, insert: '' }) : [];
}
