import { describe, expect, it } from 'vitest';
import type { Parameters } from '../protocol/values.ts';
import { drugs, marked } from './fixture.ts';
import { explanationAt } from './hovering.ts';

/** What is explained at `|`: the text it is about, and the card. */
async function explain(text: string, parameters: Parameters = {}) {
  const { state, pos } = marked(text);
  const found = await explanationAt(state, pos, { schema: drugs, parameters: () => parameters });
  return found && { of: state.sliceDoc(found.from, found.to), ...found.card };
}

const QUERY = 'FIND(?d.attributes.risk_level) WHERE { ?d {type: "Drug"} ?l (?d, "treats", ?s) }';
const at = (part: string): string => QUERY.replace(part, `${part.slice(0, 1)}|${part.slice(1)}`);

describe('explanations', () => {
  it('of a type show its description, attributes and count', async () => {
    expect(await explain(at('"Drug"'))).toEqual({
      of: '"Drug"',
      title: '💊 Drug',
      kind: 'concept type, 2,310 concepts',
      text: 'A substance that treats.',
      facts: ['risk_level (number, required): From 0 to 5.', 'aliases (array)', 'brand name (string)'],
    });
  });

  it('of a predicate show what it links', async () => {
    expect(await explain(at('"treats"'))).toEqual({
      of: '"treats"',
      title: 'treats',
      kind: 'predicate, 40 links',
      text: 'Makes better.',
      facts: ['(Drug, "treats", Symptom)'],
    });
  });

  it('of an attribute show what is known of it', async () => {
    expect(await explain(at('risk_level'))).toMatchObject({
      title: 'risk_level',
      kind: 'attribute of Drug',
      text: 'From 0 to 5.',
      facts: ['number', 'required', 'seen in 2,000 of the elements looked at'],
    });
    expect(
      await explain('UPSERT { CONCEPT ?d { {type: "Drug", name: "A"} SET ATTRIBUTES { risk|_level: 1 } } }'),
    ).toMatchObject({
      kind: 'attribute of Drug',
    });
  });

  it('of metadata come from the specification', async () => {
    expect(await explain('FIND(?l.metadata.conf|idence) WHERE { ?l (?d, "treats", ?s) }')).toMatchObject({
      kind: 'metadata of treats',
      text: 'How likely it is to be true, from 0 to 1.',
    });
  });

  it('of a word give its meaning with an example, as a phrase where it is one', async () => {
    expect(await explain('FI|ND(?x)')).toMatchObject({ of: 'FIND', title: 'FIND', kind: 'keyword' });
    expect(await explain('FIND(?x) WHERE { ?x {type: "Drug"} } ORDER B|Y ?x')).toMatchObject({ title: 'ORDER BY' });
    expect((await explain('FIND(COU|NT(?x))'))?.example).toBe('FIND(?d.name, COUNT(?s))');
  });

  it('of a variable tell what it holds and where it is bound', async () => {
    expect(await explain(`\n${at('?d.attr')}`)).toMatchObject({
      title: '?d',
      kind: 'Drug',
      facts: ['bound on line 2', 'subject of "treats"'],
    });
    expect(await explain(at('?l ('))).toMatchObject({ kind: 'link, "treats"' });
  });

  it('of a parameter show its value', async () => {
    const text = 'FIND(?d) WHERE { ?d {name: :na|me} }';
    expect(await explain(text, { name: 'Aspirin' })).toMatchObject({ title: ':name', text: '"Aspirin"' });
    expect(await explain(text)).toMatchObject({ text: 'It has no value yet.' });
  });

  it('of fields and pattern keys', async () => {
    expect(await explain('FIND(?d.na|me) WHERE { ?d {type: "Drug"} }')).toMatchObject({ kind: 'field', title: 'name' });
    expect(await explain('FIND(?d) WHERE { ?d {ty|pe: "Drug"} }')).toMatchObject({ kind: 'field', title: 'type' });
  });

  it('are found at both ends of a token', async () => {
    expect(await explain('|FIND(?x)')).toMatchObject({ title: 'FIND' });
    expect(await explain('FIND| (?x)')).toMatchObject({ title: 'FIND' });
    expect(await explain('FIND(?d) WHERE { ?d {type: |"Drug"} }')).toMatchObject({ title: '💊 Drug' });
  });

  it('are none in comments, plain strings and open space', async () => {
    expect(await explain('// FI|ND')).toBeUndefined();
    expect(await explain('FIND(?d)  |  WHERE')).toBeUndefined();
    expect(
      await explain('UPSERT { CONCEPT ?d { {type: "Drug", name: "A"} SET ATTRIBUTES { LIM|IT: "FIND" } } }'),
    ).toBeUndefined();
    expect(
      await explain('UPSERT { CONCEPT ?d { {type: "Drug", name: "A"} SET ATTRIBUTES { a: "FI|ND" } } }'),
    ).toBeUndefined();
  });
});
