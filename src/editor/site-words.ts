// Which keywords and functions may stand where: rows of frame, what the frame holds so far, and the words. The rows offer
// what the grammar accepts there (site-words.test.ts tries each of them on the parser).
import type { FrameKind, Situation } from '../language/explain/situation.ts';
import { AGGREGATE_WORDS, CONSTANT_WORDS, STATEMENT_WORDS, TEST_WORDS, UPDATE_WORDS } from './words.ts';

interface Row {
  readonly line: RegExp;
  readonly words: readonly string[];
}

const row = (line: RegExp, ...words: readonly string[]): Row => ({ line, words });

/** The statement itself. A phrase is offered whole, and its rest where its beginning stands there. */
const TOP: readonly Row[] = [
  row(/^FIND \(\)$/, 'WHERE'),
  row(/^FIND \(\) WHERE \{\}$/, 'ORDER BY', 'LIMIT', 'CURSOR'),
  row(/ ORDER BY$/, ...AGGREGATE_WORDS),
  row(/ ORDER BY .*,$/, ...AGGREGATE_WORDS),
  row(/ ORDER$/, 'BY'),
  row(/ ORDER BY (?:.* )?(?:\?\w+(?: \.\w+)*|\))$/, 'ASC', 'DESC', 'LIMIT', 'CURSOR'),
  row(/ ORDER BY .* (?:ASC|DESC)$/, 'LIMIT', 'CURSOR'),
  row(/^(?:FIND|EXPORT).* LIMIT \S+$/, 'CURSOR'),
  row(/^UPDATE \?\w+$/, 'SET ATTRIBUTES', 'SET METADATA'),
  row(/^UPDATE \?\w+(?: SET \w+ \{\})? SET$/, 'ATTRIBUTES', 'METADATA'),
  row(/^UPDATE \?\w+ SET ATTRIBUTES \{\}$/, 'SET METADATA', 'WHERE'),
  row(/^UPDATE \?\w+ SET METADATA \{\}$/, 'SET ATTRIBUTES', 'WHERE'),
  row(/^UPDATE \?\w+ SET \w+ \{\} SET \w+ \{\}$/, 'WHERE'),
  row(/^UPDATE .* WHERE \{\}$/, 'LIMIT'),
  row(/^MERGE$/, 'CONCEPT'),
  row(/^MERGE CONCEPT \?\w+$/, 'INTO'),
  row(/^MERGE CONCEPT \?\w+ INTO \?\w+$/, 'WHERE'),
  row(/^DELETE$/, 'CONCEPT', 'PROPOSITIONS', 'ATTRIBUTES', 'METADATA'),
  row(/^DELETE CONCEPT \?\w+$/, 'DETACH'),
  row(/^DELETE CONCEPT \?\w+ DETACH$/, 'WHERE'),
  row(/^DELETE PROPOSITIONS \?\w+$/, 'WHERE'),
  row(/^DELETE (?:ATTRIBUTES|METADATA) \{\}$/, 'FROM'),
  row(/^DELETE (?:ATTRIBUTES|METADATA) \{\} FROM \?\w+$/, 'WHERE'),
  row(/^DESCRIBE$/, 'PRIMER', 'DOMAINS', 'CONCEPT', 'PROPOSITION'),
  row(/^DESCRIBE (?:CONCEPT|PROPOSITION)$/, 'TYPES', 'TYPE'),
  row(/^DESCRIBE (?:DOMAINS|\w+ TYPES)$/, 'LIMIT', 'CURSOR'),
  row(/^DESCRIBE .* LIMIT \S+$/, 'CURSOR'),
  row(/^SEARCH$/, 'CONCEPT', 'PROPOSITION'),
  row(/^SEARCH \w+ \S+$/, 'WITH TYPE', 'MODE', 'THRESHOLD', 'LIMIT'),
  row(/^SEARCH \w+ \S+ WITH$/, 'TYPE'),
  row(/^SEARCH \w+ \S+ WITH TYPE \S+$/, 'MODE', 'THRESHOLD', 'LIMIT'),
  row(/^SEARCH .* MODE \S+$/, 'THRESHOLD', 'LIMIT'),
  row(/^SEARCH .* THRESHOLD \S+$/, 'LIMIT'),
  row(/^EXPORT \?\w+$/, 'WHERE'),
  row(/^EXPORT \?\w+ WHERE \{\}$/, 'LIMIT', 'CURSOR'),
  row(/^UPSERT \{\}$/, 'WITH METADATA'),
  row(/^UPSERT \{\} WITH$/, 'METADATA'),
];

/** Lines behind which nothing has to follow, so that a new statement may. */
const COMPLETE = /(?:\}|PRIMER|DOMAINS|TYPES|(?:TYPE|LIMIT|CURSOR|MODE|THRESHOLD|SEARCH \w+) \S+|ASC|DESC)$/;

/** Words behind the items of a statement; statements too where one may begin on this line. */
export function topWords(line: string, startsLine: boolean): readonly string[] {
  if (line === '') return STATEMENT_WORDS;
  const next = TOP.find((candidate) => candidate.line.test(line))?.words ?? [];
  return startsLine && COMPLETE.test(line) ? [...next, ...STATEMENT_WORDS] : next;
}

const BLOCK_ROWS: Readonly<Partial<Record<FrameKind, readonly Row[]>>> = {
  find: [row(/^$|,$/, ...AGGREGATE_WORDS)],
  where: [row(/^$|[)}]$/, 'FILTER', 'NOT', 'OPTIONAL', 'UNION')],
  filter: [row(/^$|(?:&&|\|\||!)$/, ...TEST_WORDS)],
  upsert: [
    row(/^$/, 'CONCEPT', 'PROPOSITION'),
    row(/ WITH$/, 'METADATA'),
    row(/METADATA \{\}$/, 'CONCEPT', 'PROPOSITION'),
    row(/\}$/, 'CONCEPT', 'PROPOSITION', 'WITH METADATA'),
  ],
  concept: [
    row(/(?:^| )SET$/, 'ATTRIBUTES', 'PROPOSITIONS'),
    row(/ EXPECT$/, 'VERSION'),
    row(/^\{\}$/, 'SET ATTRIBUTES', 'SET PROPOSITIONS', 'EXPECT VERSION'),
    row(/^\{\}(?: EXPECT VERSION \S+)? SET ATTRIBUTES \{\}$/, 'SET PROPOSITIONS'),
    row(/^\{\}(?: EXPECT VERSION \S+)? SET PROPOSITIONS \{\}$/, 'SET ATTRIBUTES'),
    row(/^\{\} EXPECT VERSION \S+$/, 'SET ATTRIBUTES', 'SET PROPOSITIONS'),
  ],
  proposition: [
    row(/(?:^| )SET$/, 'ATTRIBUTES'),
    row(/ EXPECT$/, 'VERSION'),
    row(/^\(\)$/, 'SET ATTRIBUTES', 'EXPECT VERSION'),
    row(/^\(\) EXPECT VERSION \S+$/, 'SET ATTRIBUTES'),
  ],
  links: [row(/\)$/, 'WITH METADATA'), row(/\) WITH$/, 'METADATA')],
};

/** Words inside a bracket. */
export function wordsIn({ frame, frames, statement }: Situation): readonly string[] {
  const line = frame.items.map((item) => item.text).join(' ');
  if (frame.kind === 'call') return callWords(line, frames.at(-2)?.items.at(-1)?.text ?? '');
  if (frame.kind === 'object') return statement === 'UPDATE' ? [...UPDATE_WORDS, ...CONSTANT_WORDS] : CONSTANT_WORDS;
  return BLOCK_ROWS[frame.kind]?.find((candidate) => candidate.line.test(line))?.words ?? [];
}

function callWords(line: string, name: string): readonly string[] {
  if (name === 'COUNT') return line === '' ? ['DISTINCT'] : [];
  const computes = (UPDATE_WORDS as readonly string[]).includes(name);
  return computes && /^$|,$/.test(line) ? UPDATE_WORDS : [];
}
