import { describe, expect, it } from 'vitest';
import { parseOnce } from '../../language/core.ts';
import { columnTitles, elementsCommand, isPaged, pageCommand, statementOf } from './command-text.ts';

function paged(command: string, cursor: string, limit?: number): string {
  const statement = statementOf(command);
  if (!isPaged(statement)) throw new Error('not paged');
  return pageCommand(command, statement, cursor, limit);
}

const elements = (command: string) => elementsCommand(command, statementOf(command), 50);

describe('titles of columns', () => {
  it('are the expressions of FIND as written', () => {
    const command =
      '// FIND(?no)\nFIND(?d.name,\n  COUNT( DISTINCT ?l ) , ?d.attributes.a) WHERE { ?d {type: "Drug"} ?l (?d, ?p, ?o) }';
    expect(columnTitles(command, statementOf(command))).toEqual(['?d.name', 'COUNT( DISTINCT ?l )', '?d.attributes.a']);
  });

  it('are none for other statements', () => {
    expect(columnTitles('DESCRIBE PRIMER', statementOf('DESCRIBE PRIMER'))).toEqual([]);
  });
});

describe('the command of another page', () => {
  it.each([
    [
      'FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 10',
      undefined,
      'FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 10\nCURSOR "c\\"1"',
    ],
    [
      'FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT :n // ten',
      500,
      'FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 500\nCURSOR "c\\"1" // ten',
    ],
    [
      'FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 5 CURSOR :from',
      7,
      'FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 7 CURSOR "c\\"1"',
    ],
    [
      'FIND(?d) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name ASC',
      7,
      'FIND(?d) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name ASC\nLIMIT 7\nCURSOR "c\\"1"',
    ],
    ['DESCRIBE CONCEPT TYPES LIMIT 2', undefined, 'DESCRIBE CONCEPT TYPES LIMIT 2\nCURSOR "c\\"1"'],
    ['EXPORT ?d WHERE { ?d {type: "Drug"} }', undefined, 'EXPORT ?d WHERE { ?d {type: "Drug"} }\nCURSOR "c\\"1"'],
  ])('of %s', (command, limit, expected) => {
    const text = paged(command, 'c"1', limit);
    expect(text).toBe(expected);
    expect(parseOnce(text)?.program, text).toBeDefined();
  });
});

describe('the elements behind an answer', () => {
  it('are those of its variables, with links that had none', () => {
    const text = elements(
      'FIND(?d.name, COUNT(?s)) WHERE { ?d {type: "Drug"} (?d, "treats", ?s) } ORDER BY ?d.name ASC',
    );
    expect(text).toBe('FIND(?d, ?s, ?link_1)\nWHERE {\n  ?d {type: "Drug"} ?link_1 (?d, "treats", ?s)\n}\nLIMIT 50');
    expect(parseOnce(text!)?.program).toBeDefined();
  });

  it('look into OPTIONAL and UNION, not into NOT, and leave paths of several hops without a link', () => {
    const text = elements(
      'FIND(?a.name) WHERE { ?a {type: "Drug"} OPTIONAL { ?l (?a, "x", ?b) } NOT { (?a, "y", ?c) } (?a, "is"{1,3}, ?e) }',
    );
    expect(text).toContain('FIND(?a, ?b, ?l, ?e)');
  });

  it('are those of an EXPORT too', () => {
    expect(elements('EXPORT ?x WHERE { ?x (id: "P:1") }')).toContain('FIND(?x)');
  });

  it('are unknown for other statements', () => {
    expect(elements('DESCRIBE PRIMER')).toBeUndefined();
  });
});
