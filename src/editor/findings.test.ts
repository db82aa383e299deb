import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { Parameters } from '../protocol/values.ts';
import { editsNow } from './finding.ts';
import { Inspector } from './findings.ts';
import { drugs } from './fixture.ts';
import { emptySchema, type SchemaProvider } from './schema.ts';

interface Judging {
  readonly schema?: SchemaProvider;
  readonly parameters?: () => Parameters;
}

const inspect = (doc: string, { schema = drugs, parameters }: Judging = {}) =>
  new Inspector({ schema, parameters }).inspect(EditorState.create({ doc }));

/** The document after the repair of that title. */
async function repaired(doc: string, title: string, judging: Judging = {}): Promise<string> {
  const state = EditorState.create({ doc });
  for (const finding of await inspect(doc, judging)) {
    const repair = finding.repairs.find((candidate) => candidate.title === title);
    if (!repair) continue;
    const edits = editsNow(state, finding, repair, finding.from);
    return state.update({ changes: [...edits!] }).state.doc.toString();
  }
  const offered = (await inspect(doc, judging)).flatMap(({ repairs }) => repairs.map((repair) => repair.title));
  throw new Error(`"${title}" is not offered, only ${JSON.stringify(offered)}`);
}

const GOOD = 'FIND(?d.name) WHERE { ?d {type: "Drug"} }';

describe('findings of the language', () => {
  it('are none in a sheet of sound statements', async () => {
    expect(await inspect(`// notes\n${GOOD}\n\nDESCRIBE PRIMER\n\nSEARCH CONCEPT "a" WITH TYPE "Drug"`)).toEqual([]);
    expect(await inspect('')).toEqual([]);
    expect(await inspect('// nothing yet\n')).toEqual([]);
  });

  it('stand where they are in the document, one statement at a time', async () => {
    const doc = `${GOOD}\n\nFIND(?x) WHERE { ?y {type: "Drug"} }\n${GOOD}\n\nFIND(?q`;
    const found = await inspect(doc);
    expect(found[0]).toMatchObject({ from: doc.indexOf('?x'), severity: 'error', kind: 'reference' });
    expect(found[1]).toMatchObject({ severity: 'error', kind: 'invalidSyntax' });
    expect(found[1]?.from).toBeGreaterThanOrEqual(doc.lastIndexOf('FIND'));
    expect(found[0]?.message).not.toContain('line');
    expect(found[0]?.hint).not.toBe('');
  });

  it('repair what they complain of', async () => {
    expect(await repaired(`${GOOD}\nFIND(?d.names) WHERE { ?d {type: "Drug"} }`, 'Insert .attributes')).toBe(
      `${GOOD}\nFIND(?d.attributes.names) WHERE { ?d {type: "Drug"} }`,
    );
  });

  it('say what a repair of several places comes to', async () => {
    const doc = 'FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?d.name LIKE "%spi%") }';
    const title = 'Write CONTAINS(?d.name, "spi")';
    expect(await repaired(doc, title)).toBe(doc.replace('?d.name LIKE "%spi%"', 'CONTAINS(?d.name, "spi")'));
  });
});

describe('findings of the schema', () => {
  it('name an unknown type, in a pattern, a link and META', async () => {
    for (const doc of [
      'FIND(?d) WHERE { ?d {type: "Drugs"} }',
      'FIND(?s) WHERE { ({type: "Drugs", name: "a"}, "treats", ?s) }',
      'DESCRIBE CONCEPT TYPE "Drugs"',
      'SEARCH CONCEPT "a" WITH TYPE "Drugs"',
      'UPSERT { CONCEPT ?d { {type: "Drugs", name: "a"} } }',
    ]) {
      const [finding, ...others] = await inspect(doc);
      expect(others).toEqual([]);
      expect(finding).toMatchObject({
        severity: 'warning',
        kind: 'typeMismatch',
        message: 'This memory has no concept type "Drugs".',
        hint: 'Did you mean "Drug"? Names are case-sensitive.',
      });
      expect(doc.slice(finding!.from, finding!.to)).toBe('"Drugs"');
      expect(await repaired(doc, 'Write "Drug"')).toBe(doc.replace('Drugs', 'Drug'));
    }
  });

  it('name an unknown predicate', async () => {
    for (const doc of [
      'FIND(?d) WHERE { (?d, "treat", ?s) }',
      'FIND(?d) WHERE { NOT { (?d, "mentions" | "treat", ?s) } ?d {type: "Drug"} }',
      'UPSERT { CONCEPT ?d { {type: "Drug", name: "a"} SET PROPOSITIONS { ("treat", {type: "Symptom", name: "b"}) } } }',
      'DESCRIBE PROPOSITION TYPE "treat"',
      'DELETE PROPOSITIONS ?l WHERE { ?l (?a, "treat", ?b) }',
    ]) {
      expect(await repaired(doc, 'Write "treats"')).toBe(doc.replace('"treat"', '"treats"'));
    }
  });

  it('accept what the sheet itself defines', async () => {
    const define =
      'UPSERT { CONCEPT ?v { {type: "$ConceptType", name: "Vaccine"} SET ATTRIBUTES { description: "x" } } }';
    expect(await inspect(`${define}\nFIND(?v) WHERE { ?v {type: "Vaccine"} }`)).toEqual([]);
  });

  it('define an unknown type in front of the statement', async () => {
    const doc = `${GOOD}\n\nFIND(?v) WHERE { ?v {type: "Vaccine"} }`;
    const after = await repaired(doc, 'Define concept type Vaccine');
    expect(after).toBe(`${GOOD}

UPSERT {
  CONCEPT ?vaccine {
    {type: "$ConceptType", name: "Vaccine"}
    SET ATTRIBUTES {
      description: "What is of this kind, and what is not."
    }
  }
}

FIND(?v) WHERE { ?v {type: "Vaccine"} }`);
    expect(await inspect(after)).toEqual([]);
  });

  it('define an unknown predicate with the ends it has in the statement', async () => {
    const after = await repaired(
      'FIND(?s) WHERE { ?d {type: "Drug"} (?d, "worsens", ?s) }',
      'Define predicate worsens',
    );
    expect(after).toContain('subject_types: ["Drug"],\n      object_types: ["*"]');
    expect(await inspect(after)).toEqual([]);
  });

  it('tell of attributes nobody has seen', async () => {
    const doc = 'FIND(?d.attributes.risk_levl) WHERE { ?d {type: "Drug"} FILTER(?d.attributes.colour == "red") }';
    const found = await inspect(doc);
    expect(found.map(({ from, to, severity, kind }) => [doc.slice(from, to), severity, kind])).toEqual([
      ['risk_levl', 'info', undefined],
      ['colour', 'info', undefined],
    ]);
    expect(await repaired(doc, 'Write risk_level')).toBe(doc.replace('risk_levl', 'risk_level'));
  });

  it('let new attributes be written unless they look misspelt', async () => {
    const upsert = (key: string) => `UPSERT { CONCEPT ?d { {type: "Drug", name: "a"} SET ATTRIBUTES { ${key}: 1 } } }`;
    expect(await inspect(upsert('colour'))).toEqual([]);
    expect(await repaired(upsert('risk_levels'), 'Write risk_level')).toBe(upsert('risk_level'));
    expect(
      await inspect('UPDATE ?d SET ATTRIBUTES { n: ADD(?d.attributes.m, 1) } WHERE { ?d {type: "Drug"} }'),
    ).toHaveLength(1);
  });

  it('find the key in a deep path', async () => {
    const doc = 'FIND(?d.attributes.dose.mg) WHERE { ?d {type: "Drug"} }';
    const [finding] = await inspect(doc);
    expect(doc.slice(finding!.from, finding!.to)).toBe('dose');
  });

  it('are none where the memory is not known', async () => {
    expect(await inspect('FIND(?d.attributes.x) WHERE { ?d {type: "Nothing"} }', { schema: emptySchema })).toEqual([]);
  });
});

describe('findings about parameters', () => {
  it('tell which have no value, if the host has parameters at all', async () => {
    const doc = 'FIND(?d) WHERE { ?d {type: "Drug", name: :name} } LIMIT :limit';
    const found = await inspect(doc, { parameters: () => ({ limit: 3 }) });
    expect(found.map(({ message, severity }) => [message, severity])).toEqual([
      ['The parameter :name has no value yet.', 'info'],
    ]);
    expect(await inspect(doc)).toEqual([]);
  });
});

describe('a repair', () => {
  it('moves with its statement', async () => {
    const [finding] = await inspect('FIND(?d) WHERE { ?d {type: "Drugs"} }');
    const now = EditorState.create({ doc: '// above\nFIND(?d) WHERE { ?d {type: "Drugs"} }' });
    const edits = editsNow(now, finding!, finding!.repairs[0]!, finding!.from + 9);
    expect(now.update({ changes: [...edits!] }).state.doc.toString()).toBe(
      '// above\nFIND(?d) WHERE { ?d {type: "Drug"} }',
    );
  });

  it('is refused once the statement has changed', async () => {
    const [finding] = await inspect('FIND(?d) WHERE { ?d {type: "Drugs"} }');
    const now = EditorState.create({ doc: 'FIND(?e) WHERE { ?d {type: "Drugs"} }' });
    expect(editsNow(now, finding!, finding!.repairs[0]!, finding!.from)).toBeUndefined();
  });
});
