// Which keywords and functions may stand where: rows of frame, what the frame holds so far, and the words. The rows offer
// what the grammar accepts there (site-words.test.ts tries each of them on the parser).
import type { Frame, FrameKind, Situation } from '../language/explain/situation.ts';
import { AGGREGATE_WORDS, CONSTANT_WORDS, STATEMENT_WORDS, TEST_WORDS, UPDATE_WORDS } from './words.ts';

/** What the frame holds, and the words and lists of words that may stand behind it. */
type Row = readonly [line: RegExp, ...words: readonly (string | readonly string[])[]];

/** The words of the first row that fits. */
function offered(rows: readonly Row[], line: string): readonly string[] {
  const [, ...words] = rows.find(([pattern]) => pattern.test(line)) ?? [/./];
  return words.flat();
}

/** The statement itself. A phrase is offered whole, and its rest where its beginning stands there. */
const TOP: readonly Row[] = [
  [/^FIND \(\)$/, 'WHERE'],
  [/^FIND \(\) WHERE \{\}$/, 'ORDER BY', 'LIMIT', 'CURSOR'],
  [/ ORDER BY$/, AGGREGATE_WORDS],
  [/ ORDER BY .*,$/, AGGREGATE_WORDS],
  [/ ORDER$/, 'BY'],
  [/ ORDER BY (?:.* )?(?:\?\w+(?: \.\w+)*|\))$/, 'ASC', 'DESC', 'LIMIT', 'CURSOR'],
  [/ ORDER BY .* (?:ASC|DESC)$/, 'LIMIT', 'CURSOR'],
  [/^(?:FIND|EXPORT).* LIMIT \S+$/, 'CURSOR'],
  [/^UPDATE \?\w+$/, 'SET ATTRIBUTES', 'SET METADATA'],
  [/^UPDATE \?\w+(?: SET \w+ \{\})? SET$/, 'ATTRIBUTES', 'METADATA'],
  [/^UPDATE \?\w+ SET ATTRIBUTES \{\}$/, 'SET METADATA', 'WHERE'],
  [/^UPDATE \?\w+ SET METADATA \{\}$/, 'SET ATTRIBUTES', 'WHERE'],
  [/^UPDATE \?\w+ SET \w+ \{\} SET \w+ \{\}$/, 'WHERE'],
  [/^UPDATE .* WHERE \{\}$/, 'LIMIT'],
  [/^MERGE$/, 'CONCEPT'],
  [/^MERGE CONCEPT \?\w+$/, 'INTO'],
  [/^MERGE CONCEPT \?\w+ INTO \?\w+$/, 'WHERE'],
  [/^DELETE$/, 'CONCEPT', 'PROPOSITIONS', 'ATTRIBUTES', 'METADATA'],
  [/^DELETE CONCEPT \?\w+$/, 'DETACH'],
  [/^DELETE CONCEPT \?\w+ DETACH$/, 'WHERE'],
  [/^DELETE PROPOSITIONS \?\w+$/, 'WHERE'],
  [/^DELETE (?:ATTRIBUTES|METADATA) \{\}$/, 'FROM'],
  [/^DELETE (?:ATTRIBUTES|METADATA) \{\} FROM \?\w+$/, 'WHERE'],
  [/^DESCRIBE$/, 'PRIMER', 'DOMAINS', 'CONCEPT', 'PROPOSITION'],
  [/^DESCRIBE (?:CONCEPT|PROPOSITION)$/, 'TYPES', 'TYPE'],
  [/^DESCRIBE (?:DOMAINS|\w+ TYPES)$/, 'LIMIT', 'CURSOR'],
  [/^DESCRIBE .* LIMIT \S+$/, 'CURSOR'],
  [/^SEARCH$/, 'CONCEPT', 'PROPOSITION'],
  [/^SEARCH \w+ \S+$/, 'WITH TYPE', 'MODE', 'THRESHOLD', 'LIMIT'],
  [/^SEARCH \w+ \S+ WITH$/, 'TYPE'],
  [/^SEARCH \w+ \S+ WITH TYPE \S+$/, 'MODE', 'THRESHOLD', 'LIMIT'],
  [/^SEARCH .* MODE \S+$/, 'THRESHOLD', 'LIMIT'],
  [/^SEARCH .* THRESHOLD \S+$/, 'LIMIT'],
  [/^EXPORT \?\w+$/, 'WHERE'],
  [/^EXPORT \?\w+ WHERE \{\}$/, 'LIMIT', 'CURSOR'],
  [/^UPSERT \{\}$/, 'WITH METADATA'],
  [/^UPSERT \{\} WITH$/, 'METADATA'],
];

/** Lines behind which nothing has to follow, so that a new statement may. */
const COMPLETE = /(?:\}|PRIMER|DOMAINS|TYPES|(?:TYPE|LIMIT|CURSOR|MODE|THRESHOLD|SEARCH \w+) \S+|ASC|DESC)$/;

/** Words behind the items of a statement; statements too where one may begin on this line. */
export function topWords(line: string, startsLine: boolean): readonly string[] {
  if (line === '') return STATEMENT_WORDS;
  const next = offered(TOP, line);
  return startsLine && COMPLETE.test(line) ? [...next, ...STATEMENT_WORDS] : next;
}

const BLOCK_ROWS: Readonly<Partial<Record<FrameKind, readonly Row[]>>> = {
  find: [[/^$|,$/, AGGREGATE_WORDS]],
  where: [[/^$|[)}]$/, 'FILTER', 'NOT', 'OPTIONAL', 'UNION']],
  filter: [[/^$|(?:&&|\|\||!)$/, TEST_WORDS]],
  upsert: [
    [/^$/, 'CONCEPT', 'PROPOSITION'],
    [/ WITH$/, 'METADATA'],
    [/METADATA \{\}$/, 'CONCEPT', 'PROPOSITION'],
    [/\}$/, 'CONCEPT', 'PROPOSITION', 'WITH METADATA'],
  ],
  concept: [
    [/(?:^| )SET$/, 'ATTRIBUTES', 'PROPOSITIONS'],
    [/ EXPECT$/, 'VERSION'],
    [/^\{\}$/, 'SET ATTRIBUTES', 'SET PROPOSITIONS', 'EXPECT VERSION'],
    [/^\{\}(?: EXPECT VERSION \S+)? SET ATTRIBUTES \{\}$/, 'SET PROPOSITIONS'],
    [/^\{\}(?: EXPECT VERSION \S+)? SET PROPOSITIONS \{\}$/, 'SET ATTRIBUTES'],
    [/^\{\} EXPECT VERSION \S+$/, 'SET ATTRIBUTES', 'SET PROPOSITIONS'],
  ],
  proposition: [
    [/(?:^| )SET$/, 'ATTRIBUTES'],
    [/ EXPECT$/, 'VERSION'],
    [/^\(\)$/, 'SET ATTRIBUTES', 'EXPECT VERSION'],
    [/^\(\) EXPECT VERSION \S+$/, 'SET ATTRIBUTES'],
  ],
  links: [
    [/\)$/, 'WITH METADATA'],
    [/\) WITH$/, 'METADATA'],
  ],
};

/** What a frame holds so far, brackets folded. */
export function lineOf({ items }: Frame): string {
  return items.map(({ text }) => text).join(' ');
}

/** Words inside a bracket. */
export function wordsIn({ frame, frames, statement }: Situation): readonly string[] {
  const line = lineOf(frame);
  if (frame.kind === 'call') return callWords(line, frames.at(-2)?.items.at(-1)?.text ?? '');
  if (frame.kind === 'object') return statement === 'UPDATE' ? [...UPDATE_WORDS, ...CONSTANT_WORDS] : CONSTANT_WORDS;
  return offered(BLOCK_ROWS[frame.kind] ?? [], line);
}

function callWords(line: string, name: string): readonly string[] {
  if (name === 'COUNT') return line === '' ? ['DISTINCT'] : [];
  const computes = (UPDATE_WORDS as readonly string[]).includes(name);
  return computes && /^$|,$/.test(line) ? UPDATE_WORDS : [];
}
