import { describe, expect, it } from 'vitest';
import { faultyDriver, type FaultyDriver } from '../testing/faulty-driver.ts';
import { createEngine, type Engine } from './engine.ts';
import type { Driver } from './store/driver.ts';
import { loadSqlite, openMemoryDriver } from './store/sqlite.ts';

const SETUP = [
  `UPSERT {
    CONCEPT ?d { {type: "$ConceptType", name: "Drug"} SET ATTRIBUTES { description: "A medicine." } }
    CONCEPT ?s { {type: "$ConceptType", name: "Symptom"} }
    CONCEPT ?t { {type: "$PropositionType", name: "treats"} }
    CONCEPT ?c { {type: "$PropositionType", name: "claims"} }
  }`,
  `UPSERT {
    CONCEPT ?pain { {type: "Symptom", name: "Pain"} }
    CONCEPT ?fever { {type: "Symptom", name: "Fever"} }
    CONCEPT ?asa { {type: "Drug", name: "ASA"} SET ATTRIBUTES { risk: 1, aliases: ["acetylsalicylic acid"] } SET PROPOSITIONS { ("treats", ?pain) ("treats", ?fever) } }
    CONCEPT ?aspirin { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk: 2 } SET PROPOSITIONS { ("treats", ?pain) } }
    PROPOSITION ?fact { (?aspirin, "treats", ?pain) }
    PROPOSITION { ({type: "Person", name: "$self"}, "claims", ?fact) }
    PROPOSITION { ({type: "Person", name: "$system"}, "claims", (?asa, "treats", ?pain)) }
  } WITH METADATA { source: "handbook" }`,
];

/** Every form of write, and writes that touch the index of names, the registry of types and the cascade of deletion. */
const WRITES: Readonly<Record<string, string>> = {
  'UPSERT of a concept with links': `UPSERT { CONCEPT ?x { {type: "Drug", name: "Naproxen"} SET ATTRIBUTES { aliases: ["Naprosyn"] } SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Pain"}) ("treats", {type: "Symptom", name: "Fever"}) } } }`,
  'UPSERT that changes what is there': `UPSERT { CONCEPT ?x { {type: "Drug", name: "Aspirin"} EXPECT VERSION 1 SET ATTRIBUTES { risk: 3, description: "Relieves pain." } } WITH METADATA { reviewed: true } }`,
  'UPSERT of new types and their first instance': `UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Device"} } CONCEPT ?p { {type: "$PropositionType", name: "measures"} } CONCEPT ?x { {type: "Device", name: "thermometer"} SET PROPOSITIONS { ("measures", {type: "Symptom", name: "Fever"}) } } }`,
  'two UPSERT statements': `UPSERT { CONCEPT ?x { {type: "Drug", name: "one"} } } UPSERT { PROPOSITION { ({type: "Drug", name: "one"}, "treats", {type: "Symptom", name: "Pain"}) SET ATTRIBUTES { n: 1 } } }`,
  'UPDATE of attributes': `UPDATE ?d SET ATTRIBUTES { risk: ADD(?d.attributes.risk, 1), description: "changed" } SET METADATA { touched: true } WHERE { ?d {type: "Drug"} }`,
  'UPDATE of links': `UPDATE ?l SET METADATA { confidence: 0.5 } WHERE { ?l (?d, "treats", ?s) }`,
  MERGE: `MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "ASA"} ?b {type: "Drug", name: "Aspirin"} }`,
  'DELETE ATTRIBUTES': `DELETE ATTRIBUTES {"risk", "aliases"} FROM ?d WHERE { ?d {type: "Drug"} }`,
  'DELETE METADATA': `DELETE METADATA {"source"} FROM ?l WHERE { ?l (?d, "treats", ?s) }`,
  'DELETE PROPOSITIONS with its cascade': `DELETE PROPOSITIONS ?l WHERE { ?l ({type: "Drug"}, "treats", {type: "Symptom", name: "Pain"}) }`,
  'DELETE CONCEPT with its cascade': `DELETE CONCEPT ?s DETACH WHERE { ?s {type: "Symptom", name: "Pain"} }`,
  'DELETE CONCEPT of a type definition': `DELETE CONCEPT ?t DETACH WHERE { ?t {type: "$PropositionType", name: "mentions"} }`,
};

/** All rows of all ordinary tables, those under the full-text index included. */
function contents(driver: Driver): string {
  const tables = driver.all(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`,
  );
  return tables.map(([name]) => JSON.stringify([name, driver.all(`SELECT * FROM "${String(name)}"`)])).join('\n');
}

async function open(): Promise<{ engine: Engine; faulty: FaultyDriver; real: Driver }> {
  const real = openMemoryDriver(await loadSqlite());
  const faulty = faultyDriver(real, () => new Error('disk I/O error'));
  const engine = await createEngine(faulty, { now: () => Date.UTC(2026, 0, 1) });
  for (const command of SETUP) expect((await engine.execute({ command })).error).toBe(undefined);
  return { engine, faulty, real };
}

const PROBES = [
  'DESCRIBE CONCEPT TYPES',
  'DESCRIBE PROPOSITION TYPES',
  'FIND(?d) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name',
  'FIND(?l) WHERE { ?l (?s, ?p, ?o) } ORDER BY ?l.id',
  'SEARCH CONCEPT "acetylsalicylic"',
  'SEARCH CONCEPT "pain"',
];

describe('a write whose storage fails at the Nth SQL call (§1, §4)', () => {
  it.each(Object.entries(WRITES))('leaves nothing behind: %s', { timeout: 60_000 }, async (_, command) => {
    const { engine, faulty, real } = await open();
    const read = () => Promise.all(PROBES.map((probe) => engine.execute({ command: probe })));
    const before = contents(real);
    const answers = await read();
    let faults = 0;
    for (;;) {
      faulty.failAfter(faults);
      const { error } = await engine.execute({ command });
      faulty.heal();
      if (!faulty.failed) break;
      expect(error?.code, `fault after ${faults} calls`).toBe('KIP_4003');
      expect(contents(real), `fault after ${faults} calls`).toBe(before);
      expect(await read(), `fault after ${faults} calls`).toEqual(answers);
      faults++;
    }
    expect(faults).toBeGreaterThan(2);
    expect(contents(real)).not.toBe(before);
    expect(real.all('PRAGMA integrity_check')).toEqual([['ok']]);
    engine.close();
  });

  it.each(Object.entries(WRITES))('leaves nothing behind when cut short by a deadline: %s', async (_, command) => {
    const { engine, real } = await open();
    const before = contents(real);
    for (let patience = 0; patience < 40; patience++) {
      let asked = 0;
      const { error } = await engine.execute({ command }, { isCancelled: () => asked++ >= patience });
      if (!error) break;
      expect(error.code).toBe('KIP_4001');
      expect(contents(real)).toBe(before);
    }
    engine.close();
  });

  it.each(Object.entries(WRITES))('leaves nothing behind on a dry run: %s', async (_, command) => {
    const { engine, real } = await open();
    const read = () => Promise.all(PROBES.map((probe) => engine.execute({ command: probe })));
    const before = contents(real);
    const answers = await read();
    expect((await engine.execute({ command, dry_run: true })).error).toBe(undefined);
    expect(contents(real)).toBe(before);
    expect(await read()).toEqual(answers);
    engine.close();
  });
});
