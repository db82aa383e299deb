import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Driver } from '../store/driver.ts';
import { SCHEMA } from '../store/schema.ts';
import { loadSqlite, openMemoryDriver } from '../store/sqlite.ts';
import { affectsGrounding, indexConcepts, indexPropositions, unindex } from './grounding-index.ts';
import { SEARCH_SCHEMA } from './index-schema.ts';

const sqlite3 = await loadSqlite();
let driver: Driver;

beforeEach(() => {
  driver = openMemoryDriver(sqlite3);
  driver.script(SCHEMA + SEARCH_SCHEMA);
});
afterEach(() => driver.close());

function store(id: number, name: string, attributes: JsonObject): void {
  const sql =
    id % 2 === 0
      ? 'INSERT OR REPLACE INTO concepts VALUES (?1, 2, ?2, jsonb(?3), jsonb(?4), 1, 0)'
      : 'INSERT OR REPLACE INTO propositions VALUES (?1, ?1, ?2, ?1, jsonb(?3), jsonb(?4), 1, 0)';
  driver.run(sql, [id, name === '' ? 2 : name, JSON.stringify(attributes), '{}']);
}

const found = (table: string, match: string) =>
  driver.all(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?1 ORDER BY rowid`, [match]).map(([id]) => id);

describe('grounding index (§5.2.2)', () => {
  it('finds a concept by the words of its name, aliases and text', () => {
    store(10, 'Ceiling Lamp', {
      aliases: ['Deckenleuchte'],
      description: 'Dimmable light',
      notes: ['above the table'],
    });
    indexConcepts({ driver }, [10]);
    for (const word of ['ceiling', 'deckenleuchte', 'dimmable', 'table'])
      expect(found('concept_index', word)).toEqual([10]);
  });
  it('replaces what it knew of a concept', () => {
    store(10, 'Lamp', { description: 'old words' });
    indexConcepts({ driver }, [10]);
    store(10, 'Lamp', { description: 'new words' });
    indexConcepts({ driver }, [10]);
    expect(found('concept_index', 'old')).toEqual([]);
    expect(found('concept_index', 'new')).toEqual([10]);
  });
  it('forgets deleted elements of both kinds, and passes over ids it never had', () => {
    store(10, 'Lamp', {});
    store(11, '', { note: 'lamp socket' });
    indexConcepts({ driver }, [10]);
    indexPropositions({ driver }, [11]);
    unindex({ driver }, [10, 11, 12, 13]);
    expect(found('concept_index', 'lamp')).toEqual([]);
    expect(found('proposition_index', 'lamp')).toEqual([]);
  });
  it('indexes a link only while its attributes hold text', () => {
    store(11, '', { note: 'seen twice', weight: 2 });
    store(13, '', { weight: 2 });
    indexPropositions({ driver }, [11, 13]);
    expect(driver.get('SELECT count(*) FROM proposition_index_docsize')).toEqual([1]);
    store(11, '', { weight: 2 });
    indexPropositions({ driver }, [11]);
    expect(driver.get('SELECT count(*) FROM proposition_index_docsize')).toEqual([0]);
  });
  it('passes over ids that are no element', () => {
    indexConcepts({ driver }, [2, 4]);
    indexPropositions({ driver }, [1, 3]);
    expect(driver.get('SELECT count(*) FROM concept_index_docsize')).toEqual([0]);
  });
  it('knows which attributes cannot matter', () => {
    expect(affectsGrounding(['evidence_count', 'last_observed', 'salience_score', 'due_at', 'source_url'])).toBe(false);
    expect(affectsGrounding(['evidence_count', 'description'])).toBe(true);
    expect(affectsGrounding(['aliases'])).toBe(true);
    expect(affectsGrounding([])).toBe(false);
  });
});
