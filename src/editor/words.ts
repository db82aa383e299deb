// The words of KIP as a person meets them: what each means, a small example, and the snippet that completes it.
// Completion offers them (offers.ts says where), hovering explains them.

export interface Word {
  /** As written; a phrase where only the whole means something. */
  readonly word: string;
  readonly meaning: string;
  readonly example: string;
  /** A snippet in CodeMirror's notation; the word itself where absent. */
  readonly template?: string;
}

/** Word, meaning, example and template. Plain values, so that who uses none of them carries none of them. */
type Entry = readonly [word: string, meaning: string, example: string, template?: string];

const IDENTITY = '{type: "${Type}", name: "${name}"}';

const STATEMENTS: readonly Entry[] = [
  [
    'FIND',
    'Reads: returns what its list names for every way the WHERE patterns match.',
    'FIND(?d.name) WHERE { ?d {type: "Drug"} }',
    'FIND(${?x})\nWHERE {\n\t${?x} {type: "${Type}"}\n}',
  ],
  [
    'UPSERT',
    'Writes concepts and links by identity: creates what is missing, changes what is there. All of it or nothing.',
    'UPSERT { CONCEPT ?d { {type: "Drug", name: "Aspirin"} } }',
    `UPSERT {\n\tCONCEPT ?\${x} {\n\t\t${IDENTITY}\n\t\tSET ATTRIBUTES { \${} }\n\t}\n}`,
  ],
  [
    'UPDATE',
    'Changes every element that WHERE matches; creates nothing.',
    'UPDATE ?d SET ATTRIBUTES { risk_level: 2 } WHERE { ?d {type: "Drug"} }',
    'UPDATE ${?x}\nSET ATTRIBUTES { ${} }\nWHERE {\n\t${?x} {type: "${Type}"}\n}',
  ],
  [
    'MERGE CONCEPT',
    'Makes one concept of two: links and missing attributes of the first go to the second, and the first is removed.',
    'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "ASA"} ?b {type: "Drug", name: "Aspirin"} }',
    'MERGE CONCEPT ?source INTO ?target\nWHERE {\n\t?source {type: "${Type}", name: "${duplicate}"}\n\t?target {type: "${Type}", name: "${name}"}\n}',
  ],
  [
    'DELETE CONCEPT',
    'Removes concepts together with every link from or to them, and the links about those links.',
    'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug", name: "Old"} }',
    `DELETE CONCEPT \${?x} DETACH\nWHERE {\n\t\${?x} ${IDENTITY}\n}`,
  ],
  [
    'DELETE PROPOSITIONS',
    'Removes links, and the links about them.',
    'DELETE PROPOSITIONS ?l WHERE { ?l (?d, "treats", ?s) }',
    'DELETE PROPOSITIONS ${?link}\nWHERE {\n\t${?link} (?s, "${predicate}", ?o)\n}',
  ],
  [
    'DELETE ATTRIBUTES',
    'Removes keys from the attributes of what WHERE matches.',
    'DELETE ATTRIBUTES {"old_id"} FROM ?d WHERE { ?d {type: "Drug"} }',
    'DELETE ATTRIBUTES {"${key}"} FROM ${?x}\nWHERE {\n\t${?x} {type: "${Type}"}\n}',
  ],
  [
    'DELETE METADATA',
    'Removes keys from the metadata of what WHERE matches.',
    'DELETE METADATA {"source"} FROM ?d WHERE { ?d {type: "Drug"} }',
    'DELETE METADATA {"${key}"} FROM ${?x}\nWHERE {\n\t${?x} {type: "${Type}"}\n}',
  ],
  ['DESCRIBE PRIMER', 'Who this memory belongs to and what it is about.', 'DESCRIBE PRIMER'],
  ['DESCRIBE DOMAINS', 'The fields of knowledge things are filed under.', 'DESCRIBE DOMAINS'],
  ['DESCRIBE CONCEPT TYPES', 'The names of all concept types.', 'DESCRIBE CONCEPT TYPES'],
  [
    'DESCRIBE CONCEPT TYPE',
    'The definition of one concept type.',
    'DESCRIBE CONCEPT TYPE "Drug"',
    'DESCRIBE CONCEPT TYPE "${Type}"',
  ],
  ['DESCRIBE PROPOSITION TYPES', 'The names of all predicates.', 'DESCRIBE PROPOSITION TYPES'],
  [
    'DESCRIBE PROPOSITION TYPE',
    'The definition of one predicate.',
    'DESCRIBE PROPOSITION TYPE "treats"',
    'DESCRIBE PROPOSITION TYPE "${predicate}"',
  ],
  [
    'SEARCH CONCEPT',
    'Finds concepts by words of their names, aliases and descriptions, best match first.',
    'SEARCH CONCEPT "aspirin" WITH TYPE "Drug" LIMIT 5',
    'SEARCH CONCEPT "${1:term}" LIMIT ${2:10}',
  ],
  [
    'SEARCH PROPOSITION',
    'Finds links by words of their predicates, best match first.',
    'SEARCH PROPOSITION "treats" LIMIT 10',
    'SEARCH PROPOSITION "${1:term}" LIMIT ${2:10}',
  ],
  [
    'EXPORT',
    'Writes what WHERE matches as a capsule: UPSERT text that brings the same knowledge into another memory.',
    'EXPORT ?d WHERE { ?d {type: "Drug"} }',
    'EXPORT ${?x}\nWHERE {\n\t${?x} {type: "${Type}"}\n}',
  ],
];

const QUERY: readonly Entry[] = [
  [
    'WHERE',
    'The patterns that have to hold, all of them.',
    'WHERE { ?d {type: "Drug"} (?d, "treats", {name: "Headache"}) }',
    'WHERE {\n\t${}\n}',
  ],
  ['FILTER', 'Keeps what fulfils a condition.', 'FILTER(?d.attributes.risk_level < 3)', 'FILTER(${})'],
  [
    'NOT',
    'Leaves out what also matches these patterns. Variables first bound inside stay inside.',
    'NOT { (?d, "belongs_to_class", {name: "NSAID"}) }',
    'NOT {\n\t${}\n}',
  ],
  [
    'OPTIONAL',
    'Matches where it can; elsewhere its variables are null and the row stays.',
    'OPTIONAL { (?d, "has_side_effect", ?e) }',
    'OPTIONAL {\n\t${}\n}',
  ],
  [
    'UNION',
    'Adds the rows of another set of patterns, which sees no variable from outside.',
    'UNION { ?d {type: "Drug"} (?d, "treats", {name: "Fever"}) }',
    'UNION {\n\t${}\n}',
  ],
  [
    'ORDER BY',
    'Sorts the rows by one or more keys; null comes last.',
    'ORDER BY ?d.attributes.risk_level DESC, ?d.name',
    'ORDER BY ${}',
  ],
  ['ASC', 'From small to large, which is the default.', 'ORDER BY ?d.name ASC'],
  ['DESC', 'From large to small.', 'ORDER BY ?e.attributes.start_time DESC'],
  ['LIMIT', 'At most this many rows, elements or hits.', 'LIMIT 20', 'LIMIT ${1:20}'],
  ['CURSOR', 'Goes on where the page before ended: its next_cursor.', 'LIMIT 20 CURSOR :cursor', 'CURSOR ${:cursor}'],
  ['DISTINCT', 'Counts equal values once.', 'COUNT(DISTINCT ?d)', 'DISTINCT '],
];

const AGGREGATES: readonly Entry[] = [
  ['COUNT', 'How many; null is not counted.', 'FIND(?d.name, COUNT(?s))', 'COUNT(${?x})'],
  ['SUM', 'The sum of numbers.', 'FIND(SUM(?o.attributes.total))', 'SUM(${?x})'],
  ['AVG', 'The mean of numbers.', 'FIND(AVG(?d.attributes.risk_level))', 'AVG(${?x})'],
  ['MIN', 'The least number or string.', 'FIND(MIN(?e.attributes.start_time))', 'MIN(${?x})'],
  ['MAX', 'The greatest number or string.', 'FIND(MAX(?e.attributes.start_time))', 'MAX(${?x})'],
];

const TESTS: readonly Entry[] = [
  ['CONTAINS', 'True if the string contains the other.', 'CONTAINS(?d.name, "acid")', 'CONTAINS(${?x.name}, "${}")'],
  ['STARTS_WITH', 'True if the string starts so.', 'STARTS_WITH(?d.name, "A")', 'STARTS_WITH(${?x.name}, "${}")'],
  ['ENDS_WITH', 'True if the string ends so.', 'ENDS_WITH(?d.name, "in")', 'ENDS_WITH(${?x.name}, "${}")'],
  [
    'REGEX',
    'True if the pattern matches somewhere; (?i) in front ignores case.',
    'REGEX(?d.name, "(?i)^asp")',
    'REGEX(${?x.name}, "${}")',
  ],
  ['IN', 'True if the value equals one of the list.', 'IN(?d.name, ["Aspirin", "Ibuprofen"])', 'IN(${?x.name}, [${}])'],
  ['IS_NULL', 'True if there is no such value.', 'IS_NULL(?l.metadata.expires_at)', 'IS_NULL(${?x.attributes.key})'],
  [
    'IS_NOT_NULL',
    'True if there is such a value.',
    'IS_NOT_NULL(?e.attributes.participants)',
    'IS_NOT_NULL(${?x.attributes.key})',
  ],
];

const WRITING: readonly Entry[] = [
  [
    'CONCEPT',
    'A block that creates or changes one concept. Blocks behind it may refer to its handle.',
    'CONCEPT ?d { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk_level: 2 } }',
    `CONCEPT ?\${x} {\n\t${IDENTITY}\n\tSET ATTRIBUTES { \${} }\n}`,
  ],
  [
    'PROPOSITION',
    'A block that creates or changes one link.',
    'PROPOSITION { (?d, "treats", {type: "Symptom", name: "Headache"}) }',
    'PROPOSITION {\n\t(${?subject}, "${predicate}", ${?object})\n}',
  ],
  [
    'EXPECT VERSION',
    'Goes on only if the element still has the _version you read; 0 means that it must not exist yet.',
    'EXPECT VERSION :v',
    'EXPECT VERSION ${:v}',
  ],
  [
    'SET ATTRIBUTES',
    'Sets these keys and leaves the others as they are. An array or object is replaced whole.',
    'SET ATTRIBUTES { risk_level: 2 }',
    'SET ATTRIBUTES { ${} }',
  ],
  [
    'SET METADATA',
    'Sets these keys of the metadata and leaves the others as they are.',
    'SET METADATA { confidence: 0.9 }',
    'SET METADATA { ${} }',
  ],
  [
    'SET PROPOSITIONS',
    'Adds links from this concept. Links that are there stay.',
    'SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Headache"}) }',
    'SET PROPOSITIONS {\n\t("${predicate}", ${?target})\n}',
  ],
  [
    'WITH METADATA',
    'Says where the knowledge comes from and how sure it is. An inner block wins over an outer one, key by key.',
    'WITH METADATA { source: "interview", confidence: 0.9 }',
    'WITH METADATA { ${} }',
  ],
  ['ADD', 'The sum of two numbers.', 'ADD(COALESCE(?p.attributes.evidence_count, 0), 1)', 'ADD(${a}, ${b})'],
  ['MUL', 'The product of two numbers.', 'MUL(?l.metadata.confidence, 0.9)', 'MUL(${a}, ${b})'],
  ['CLAMP', 'A number, kept between two others.', 'CLAMP(?x.attributes.n, 0, 1)', 'CLAMP(${1:x}, ${2:0}, ${3:1})'],
  [
    'COALESCE',
    'The first, or the second where the first is null.',
    'COALESCE(?x.attributes.n, 0)',
    'COALESCE(${x}, ${default})',
  ],
  ['INTO', 'Names the concept that stays.', 'MERGE CONCEPT ?a INTO ?b', 'INTO ${?target}'],
  ['FROM', 'Names the variable whose keys are removed.', 'DELETE ATTRIBUTES {"a"} FROM ?x', 'FROM ${?x}'],
  ['DETACH', 'Confirms that the links of the concept go with it.', 'DELETE CONCEPT ?x DETACH WHERE { … }'],
];

const SEARCHING: readonly Entry[] = [
  ['WITH TYPE', 'Only concepts of this type; for links, only this predicate.', 'WITH TYPE "Drug"', 'WITH TYPE "${}"'],
  [
    'MODE',
    'How to look: "keyword" by words, "semantic" by meaning, "hybrid" by both.',
    'MODE "hybrid"',
    'MODE "${hybrid}"',
  ],
  ['THRESHOLD', 'Drops hits that score below, from 0 to 1.', 'THRESHOLD 0.5', 'THRESHOLD ${1:0.5}'],
];

/** Parts of phrases, offered where the beginning of the phrase is already there. */
const PARTS: readonly Entry[] = [
  ['BY', 'Sorts the rows.', 'ORDER BY ?d.name'],
  ['ATTRIBUTES', 'Data about the thing itself.', '?d.attributes.risk_level'],
  ['METADATA', 'Data about the statement: source, confidence, times.', '?l.metadata.confidence'],
  ['PROPOSITIONS', 'Links.', 'SET PROPOSITIONS { ("treats", ?s) }'],
  ['VERSION', 'The change counter of an element.', 'EXPECT VERSION 3'],
  ['TYPE', 'One definition.', 'DESCRIBE CONCEPT TYPE "Drug"', 'TYPE "${}"'],
  ['TYPES', 'All names.', 'DESCRIBE CONCEPT TYPES'],
  ['PRIMER', 'Who this memory belongs to and what it is about.', 'DESCRIBE PRIMER'],
  ['DOMAINS', 'The fields of knowledge things are filed under.', 'DESCRIBE DOMAINS'],
  ['true', 'The truth value.', 'active: true'],
  ['false', 'The truth value.', 'active: false'],
  ['null', 'No value.', 'expires_at: null'],
];

/** Every word and phrase, by its text. */
export const WORDS: ReadonlyMap<string, Word> = /*@__PURE__*/ wordMap(
  STATEMENTS,
  QUERY,
  AGGREGATES,
  TESTS,
  WRITING,
  SEARCHING,
  PARTS,
);

function wordMap(...groups: readonly (readonly Entry[])[]): Map<string, Word> {
  const words = groups.flat().map(([word, meaning, example, template]): Word => {
    return { word, meaning, example, ...(template !== undefined && { template }) };
  });
  return new Map(words.map((entry) => [entry.word, entry]));
}

const names = (entries: readonly Entry[]): readonly string[] => entries.map(([word]) => word);

export const STATEMENT_WORDS = /*@__PURE__*/ names(STATEMENTS);
export const AGGREGATE_WORDS = /*@__PURE__*/ names(AGGREGATES);
export const TEST_WORDS = /*@__PURE__*/ names(TESTS);
export const UPDATE_WORDS = ['ADD', 'MUL', 'CLAMP', 'COALESCE'] as const;
export const CONSTANT_WORDS = ['true', 'false', 'null'] as const;

/** The meaning of a keyword or function at `index` of a list of words, as part of its phrase where it has one. */
export function phraseAt(words: readonly string[], index: number): Word | undefined {
  const at = (from: number, to: number) => WORDS.get(words.slice(Math.max(0, from), to + 1).join(' '));
  const spans = [
    [index, index + 2],
    [index - 1, index + 1],
    [index - 2, index],
    [index, index + 1],
    [index - 1, index],
  ] as const;
  for (const [from, to] of spans) {
    const phrase = from >= 0 && to < words.length ? at(from, to) : undefined;
    if (phrase) return phrase;
  }
  return WORDS.get(words[index] ?? '');
}
