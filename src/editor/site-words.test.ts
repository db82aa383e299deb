import { describe, expect, it } from 'vitest';
import { kip1 } from '../language/dialect.ts';
import { labels } from './fixture.ts';
import { phraseAt, WORDS } from './words.ts';

/** Where the parser stops in a text that is only begun: behind its end if all of it may stand there. */
function faultOf(text: string): number {
  try {
    kip1.strictParser.parse(text);
    return Infinity;
  } catch (error) {
    return Number(/\d+$/.exec(String(error))?.[0]);
  }
}

/** Beginnings of statements; at the end of each, words are offered. */
const BEGINNINGS = [
  '',
  'FIND(',
  'FIND(?x, ',
  'FIND(COUNT(',
  'FIND(?x) ',
  'FIND(?x) WHERE { ?x {type: "A"} } ',
  'FIND(?x) WHERE { ?x {type: "A"} } ORDER ',
  'FIND(?x) WHERE { ?x {type: "A"} } ORDER BY ',
  'FIND(?x) WHERE { ?x {type: "A"} } ORDER BY ?x.name ',
  'FIND(?x) WHERE { ?x {type: "A"} } ORDER BY ?x.name, ',
  'FIND(?x) WHERE { ?x {type: "A"} } ORDER BY ?x.name DESC ',
  'FIND(?x) WHERE { ?x {type: "A"} } LIMIT 3 ',
  'FIND(?x) WHERE { ',
  'FIND(?x) WHERE { ?x {type: "A"} ',
  'FIND(?x) WHERE { ?x {type: "A"} NOT { ',
  'FIND(?x) WHERE { FILTER(',
  'FIND(?x) WHERE { FILTER(?x.name == "a" && ',
  'UPSERT { ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} } ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} } WITH METADATA {} ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} SET ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} EXPECT ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} EXPECT VERSION 1 ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} SET ATTRIBUTES {} ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} SET PROPOSITIONS {} ',
  'UPSERT { CONCEPT ?a { {type: "A", name: "b"} SET PROPOSITIONS { ("p", ?b) ',
  'UPSERT { PROPOSITION { (?a, "p", ?b) ',
  'UPSERT { PROPOSITION { (?a, "p", ?b) EXPECT VERSION 1 ',
  'UPSERT { } ',
  'UPSERT { } WITH ',
  'UPDATE ?x ',
  'UPDATE ?x SET ',
  'UPDATE ?x SET ATTRIBUTES { n: ',
  'UPDATE ?x SET ATTRIBUTES { n: ADD(',
  'UPDATE ?x SET ATTRIBUTES { n: 1 } ',
  'UPDATE ?x SET METADATA { n: 1 } ',
  'UPDATE ?x SET ATTRIBUTES { n: 1 } SET METADATA { n: 1 } ',
  'UPDATE ?x SET ATTRIBUTES { n: 1 } WHERE { ?x {type: "A"} } ',
  'MERGE ',
  'MERGE CONCEPT ?a ',
  'MERGE CONCEPT ?a INTO ?b ',
  'DELETE ',
  'DELETE CONCEPT ?x ',
  'DELETE CONCEPT ?x DETACH ',
  'DELETE PROPOSITIONS ?x ',
  'DELETE ATTRIBUTES {"a"} ',
  'DELETE METADATA {"a"} FROM ?x ',
  'DESCRIBE ',
  'DESCRIBE CONCEPT ',
  'DESCRIBE CONCEPT TYPES ',
  'DESCRIBE PROPOSITION TYPES LIMIT 5 ',
  'SEARCH ',
  'SEARCH CONCEPT "a" ',
  'SEARCH CONCEPT "a" WITH ',
  'SEARCH CONCEPT "a" WITH TYPE "A" ',
  'SEARCH CONCEPT "a" MODE "keyword" ',
  'SEARCH CONCEPT "a" THRESHOLD 0.5 ',
  'EXPORT ?x ',
  'EXPORT ?x WHERE { ?x {type: "A"} } ',
];

describe('words offered', () => {
  it.each(BEGINNINGS)('behind %j are some, and the grammar accepts each of them', async (beginning) => {
    const offered = (await labels(`${beginning}|`, { explicit: true })).filter((label) => WORDS.has(label));
    expect(offered).not.toEqual([]);
    // The parser reports a fault where the token that is at fault begins.
    for (const word of offered) {
      const text = `${beginning}${word}`;
      expect({ text, fault: faultOf(text) }).toEqual({ text, fault: Math.max(faultOf(text), text.length) });
    }
  });

  it('would be found out if one did not fit', () => {
    expect(faultOf('FIND(?x) LIMIT')).toBeLessThan('FIND(?x) LIMIT'.length);
    expect(faultOf('UPSERT { WHERE')).toBeLessThan('UPSERT { WHERE'.length);
  });

  it('have examples in KIP', () => {
    for (const { example } of WORDS.values()) expect(example).not.toBe('');
  });
});

describe('the meaning of a word', () => {
  it('is that of the phrase it belongs to', () => {
    const words = ['DESCRIBE', 'CONCEPT', 'TYPES', 'UPDATE'];
    expect(phraseAt(words, 0)?.word).toBe('DESCRIBE CONCEPT TYPES');
    expect(phraseAt(words, 1)?.word).toBe('DESCRIBE CONCEPT TYPES');
    expect(phraseAt(words, 2)?.word).toBe('DESCRIBE CONCEPT TYPES');
    expect(phraseAt(words, 3)?.word).toBe('UPDATE');
    expect(phraseAt(['nothing'], 0)).toBeUndefined();
  });
});
