// Known faults of FIND, of the modifiers behind WHERE, and of DESCRIBE, SEARCH and EXPORT.
import { type Case, closing, insertBefore, moveTokens, swapFound } from './cases.ts';
import { nearest } from '../suggest.ts';
import { fix, insertAt } from './complaint.ts';
import type { Situation } from './situation.ts';

const NEXT_PAGE = 'There is no offset: page with LIMIT 10 and then CURSOR "…", the next_cursor of the page before.';

const DESCRIBABLE = ['PRIMER', 'DOMAINS', 'CONCEPT', 'PROPOSITION'];
const DESCRIBE_FORMS =
  'DESCRIBE takes PRIMER, DOMAINS, CONCEPT TYPES, CONCEPT TYPE "Name", PROPOSITION TYPES or PROPOSITION TYPE "name"; the lists take LIMIT and CURSOR.';

export const QUERY_CASES: readonly Case[] = [
  // ---------------------------------------------------------------- FIND( … )
  {
    in: 'find',
    line: /^$/,
    found: /^\)$/,
    hint: 'Name at least one thing to return: FIND(?x) or FIND(?x.name, COUNT(?y)).',
  },
  {
    in: 'find',
    found: /^AS$/i,
    say: 'There are no aliases',
    hint: 'Columns come in the order of FIND; leave AS and its name out.',
    fix: dropAlias,
  },
  {
    in: ['find', 'filter', 'call'],
    line: /\w$/,
    found: /^\[$/,
    say: 'There is no access by brackets',
    hint: 'A path takes identifiers: ?x.attributes.key. For other keys return ?x.attributes whole.',
  },
  {
    in: 'filter',
    line: /^$/,
    found: /^\)$/,
    say: 'FILTER is empty',
    hint: 'Write FILTER(?x.attributes.n > 3), or leave FILTER out.',
  },
  {
    in: 'find',
    line: /DISTINCT$/,
    say: 'FIND takes no DISTINCT',
    hint: 'Results hold each solution once anyway; leave DISTINCT out. COUNT(DISTINCT ?x) counts distinct values.',
    fix: dropWordBefore,
  },
  {
    in: 'find',
    found: /^DISTINCT$/i,
    hint: 'Results hold each solution once anyway; leave DISTINCT out. COUNT(DISTINCT ?x) counts distinct values.',
    fix: swapFound(''),
  },
  {
    in: ['find', 'tuple', 'call'],
    line: /,$/,
    found: /^\)$/,
    say: 'A comma stands before ")"',
    hint: 'Remove the comma before ).',
    fix: dropBefore,
  },
  {
    in: 'find',
    found: /^(?:WHERE|\{)$/,
    say: 'The list of FIND is not closed',
    hint: ({ line }) => `Close it with ")": FIND(${line.replace(/ (?=[.,])/g, '')}) WHERE { … }.`,
    fix: ({ before }) => (before ? fix('Insert )', insertAt(before.to, ')')) : []),
  },
  {
    in: 'top',
    of: 'FIND',
    line: /^FIND$/,
    found: /^DISTINCT$/i,
    hint: 'Results hold each solution once anyway: write FIND( … ).',
    fix: swapFound(''),
  },
  {
    in: 'top',
    of: 'FIND',
    line: /^FIND$/,
    say: 'FIND has no parentheses',
    hint: 'Write FIND(?x.name, ?y) WHERE { … }.',
    fix: wrapFind,
  },
  {
    in: 'top',
    of: 'FIND',
    line: /^FIND \(\)$/,
    found: /^$/,
    say: 'FIND has no WHERE',
    hint: 'Add WHERE { … } with the clauses that bind its variables.',
  },
  {
    in: 'top',
    of: 'FIND',
    line: /^FIND \(\)$/,
    found: /^\{$/,
    say: 'WHERE is missing before "{"',
    hint: 'Write FIND( … ) WHERE { … }.',
    fix: insertBefore('WHERE'),
  },
  {
    in: 'top',
    of: 'FIND',
    line: /^FIND \(\)$/,
    found: /^FROM$/i,
    hint: 'There are no tables: say what ?x is in WHERE { ?x {type: "Type"} }.',
  },

  // ---------------------------------------------------------------- behind WHERE { … }
  { in: 'top', found: /^(?:OFFSET|SKIP)$/i, hint: NEXT_PAGE },
  { in: 'top', line: / LIMIT \S+$/, found: /^,$/, hint: NEXT_PAGE },
  { in: 'top', found: /^(?:TOP|FETCH|FIRST)$/i, hint: 'Write LIMIT 10 behind WHERE { … } and ORDER BY.' },
  {
    in: 'top',
    found: /^GROUP$/i,
    hint: 'Grouping is implicit: all columns of FIND without an aggregate are the group. Leave GROUP BY out.',
    fix: dropTail,
  },
  {
    in: 'top',
    found: /^HAVING$/i,
    hint: 'Groups cannot be filtered. Filter before grouping with FILTER( … ), or order by the aggregate and use LIMIT.',
  },
  {
    in: 'top',
    found: /^(?:SORT|ORDERBY|ORDER_BY)$/i,
    hint: 'Write ORDER BY ?x.name DESC.',
    fix: swapFound('ORDER BY'),
  },
  { in: 'top', line: /ORDER$/, hint: 'Write ORDER BY ?x.name.', fix: insertBefore('BY') },
  { in: 'top', line: /ORDER BY/, found: /^DESCENDING$/i, hint: 'Write DESC.', fix: swapFound('DESC') },
  { in: 'top', line: /ORDER BY/, found: /^ASCENDING$/i, hint: 'Write ASC, or nothing.', fix: swapFound('ASC') },
  {
    in: 'top',
    line: /ORDER BY/,
    found: /^NULLS$/i,
    hint: 'Nulls always come last; leave NULLS FIRST or NULLS LAST out.',
  },
  {
    in: 'top',
    line: /(?:LIMIT|CURSOR) \S+$/,
    found: /^ORDER$/,
    say: 'ORDER BY comes too late',
    hint: 'The order is ORDER BY, LIMIT, CURSOR.',
    fix: moveUp(/^(?:LIMIT|CURSOR)$/),
  },
  {
    in: 'top',
    line: /CURSOR \S+$/,
    found: /^LIMIT$/,
    say: 'LIMIT comes too late',
    hint: 'The order is ORDER BY, LIMIT, CURSOR.',
    fix: moveUp(/^CURSOR$/),
  },
  { in: 'top', line: / \{\} LIMIT$|^LIMIT$/, hint: 'Write LIMIT 20 or LIMIT :limit.' },
  {
    in: 'top',
    found: /^(?:FILTER|NOT|OPTIONAL|UNION)$/,
    say: ({ found }) => `${found?.text} stands outside WHERE`,
    hint: ({ found }) => `Put ${found?.text} inside the braces: WHERE { … ${found?.text} … }.`,
    fix: moveIntoWhere,
  },
  {
    in: 'top',
    line: /WHERE$/,
    found: /^(?!\{)/,
    say: 'WHERE has no braces',
    hint: 'Write WHERE { clauses }.',
    fix: wrapWhere,
  },
  { in: 'top', found: /^JOIN$/i, hint: 'Patterns join by their variables: put (?a, "predicate", ?b) into WHERE.' },
  { in: 'top', line: /\{\}/, found: /^RETURN$/i, hint: 'What to return stands first: FIND(?x.name) WHERE { … }.' },

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
    hint: ({ found }) => `For one type write TYPE ${found?.text}; TYPES lists all.`,
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

function dropBefore({ before }: Situation) {
  return before ? fix('Remove the comma', { from: before.from, to: before.to, insert: '' }) : [];
}

function dropWordBefore({ before, found }: Situation) {
  return before && found ? fix(`Remove ${before.text}`, { from: before.from, to: found.from, insert: '' }) : [];
}

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

function dropAlias({ found, tokens, index, before }: Situation) {
  const name = tokens[index + 1];
  return found && name && before ? fix('Remove the alias', { from: before.to, to: name.to, insert: '' }) : [];
}

/** From the fault to the next modifier or the end. */
function dropTail({ found, tokens, index, text }: Situation) {
  const next = tokens.slice(index + 1).find((token) => ['ORDER', 'LIMIT', 'CURSOR', 'HAVING'].includes(token.text));
  return found ? fix('Remove GROUP BY', { from: found.from, to: next?.from ?? text.trimEnd().length, insert: '' }) : [];
}

function wrapFind({ found, before, tokens, index }: Situation) {
  const where = tokens.findIndex((token, at) => at >= index && token.text === 'WHERE');
  const last = tokens[where - 1];
  if (!found || !before || where <= index || !last) return [];
  return fix('Insert parentheses', { from: before.to, to: found.from, insert: '(' }, insertAt(last.to, ')'));
}

function wrapWhere({ found, before, tokens, index, text }: Situation) {
  if (!found || !before) return [];
  const tail = tokens.find((token, at) => at > index && ['ORDER', 'LIMIT', 'CURSOR'].includes(token.text));
  const end = tail ? tail.from : text.trimEnd().length;
  return fix('Insert braces', insertAt(found.from, '{ '), insertAt(end, tail ? '} ' : ' }'));
}

function moveIntoWhere(situation: Situation) {
  const { tokens, index, before } = situation;
  const open = tokens.findIndex((token, at) => at > index && (token.text === '(' || token.text === '{'));
  return open < 0 || before?.text !== '}'
    ? []
    : moveTokens(situation, index, closing(tokens, open), before.from, 'Move it inside');
}

/** Moves the modifier found before the first token that `later` matches. */
function moveUp(later: RegExp) {
  return (situation: Situation) => {
    const { tokens, index, frame } = situation;
    const target = frame.items.find((item) => later.test(item.text));
    const next = tokens.findIndex((token, at) => at > index && ['LIMIT', 'CURSOR'].includes(token.text));
    const last = (next < 0 ? tokens.length : next) - 1;
    return target ? moveTokens(situation, index, last, target.from, 'Put it in order') : [];
  };
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
