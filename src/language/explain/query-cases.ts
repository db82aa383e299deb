// Known faults of FIND and of the modifiers behind WHERE.
import { type Case, closing, insertBefore, moveTokens, swapFound } from './cases.ts';
import { fix, insertAt } from './complaint.ts';
import type { Situation } from './situation.ts';

const NEXT_PAGE = 'There is no offset: page with LIMIT 10 and then CURSOR "…", the next_cursor of the page before.';

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

  {
    in: 'top',
    of: 'FIND',
    line: /^FIND \(\)$/,
    found: /^(?:ORDER|LIMIT|CURSOR)$/,
    say: ({ found }) => `${found?.text} stands before WHERE`,
    hint: 'WHERE { … } comes first, then ORDER BY, LIMIT, CURSOR.',
    fix: moveBehindWhere,
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
];

// ---------------------------------------------------------------- fixes

function dropBefore({ before }: Situation) {
  return before ? fix('Remove the comma', { from: before.from, to: before.to, insert: '' }) : [];
}

function dropWordBefore({ before, found }: Situation) {
  return before && found ? fix(`Remove ${before.text}`, { from: before.from, to: found.from, insert: '' }) : [];
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

function moveBehindWhere(situation: Situation) {
  const { tokens, index, text } = situation;
  const where = tokens.findIndex((token, at) => at > index && token.text === 'WHERE');
  const end = where < 0 ? -1 : closing(tokens, where + 1);
  const behind = tokens[end];
  if (!behind || tokens[end + 1]) return [];
  return moveTokens(situation, index, where - 1, text.trimEnd().length, 'Move it behind WHERE');
}
