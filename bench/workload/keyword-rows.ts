// An element's row in the keyword indexes, by hand. Which words a text yields is not the store's business: both sides cut them
// with the same function, and what is compared is the cost of keeping the index.
import type { JsonObject } from '../../src/protocol/values.ts';
import { groundConcept, groundProposition } from '../../worker/search/grounding.ts';
import type { Connection } from '../connection.ts';

export class KeywordRows {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  add(id: number, name: string, attributes: Readonly<Record<string, unknown>>): void {
    this.#write('INSERT', id, name, attributes);
  }

  replace(id: number, name: string, attributes: Readonly<Record<string, unknown>>): void {
    this.#write('INSERT OR REPLACE', id, name, attributes);
  }

  remove(id: number): void {
    this.#db.run('DELETE FROM concept_index WHERE rowid = ?', [id]);
  }

  replaceLink(id: number, attributes: Readonly<Record<string, unknown>>): void {
    const text = groundProposition(attributes as JsonObject);
    if (text) this.#db.run('INSERT OR REPLACE INTO proposition_index(rowid, text) VALUES(?, ?)', [id, text]);
  }

  /** @param ids JSON array */
  removeLinks(ids: string): void {
    this.#db.run('DELETE FROM proposition_index WHERE rowid IN (SELECT value FROM json_each(?))', [ids]);
  }

  #write(verb: string, id: number, name: string, attributes: Readonly<Record<string, unknown>>): void {
    const words = groundConcept(name, attributes as JsonObject);
    this.#db.run(`${verb} INTO concept_index(rowid, name, aliases, text) VALUES(?, ?, ?, ?)`, [
      id,
      words.name,
      words.aliases,
      words.text,
    ]);
  }
}
