// What a commit is reported as, against the rows themselves: after each of many random writes the elements that came, went and differ are
// those that were told, each once.
import { expect, it } from 'vitest';
import type { Change } from '../src/protocol/changes.ts';
import { createEngine } from './engine.ts';
import { formatElementId } from './store/element-id.ts';
import { loadSqlite, openMemoryDriver } from './store/sqlite.ts';

const DEFINE = `UPSERT {
  CONCEPT ?d { {type: "$ConceptType", name: "Drug"} }
  CONCEPT ?s { {type: "$ConceptType", name: "Symptom"} }
  CONCEPT ?t { {type: "$PropositionType", name: "treats"} }
  CONCEPT ?k { {type: "$PropositionType", name: "knows"} }
}`;
const ROUNDS = 150;

/** Numbers that look random and are the same in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function commandBy(next: (below: number) => number): string {
  const type = () => ['Drug', 'Symptom'][next(2)]!;
  const name = () => `n${next(12)}`;
  const one = () => `{type: "${type()}", name: "${name()}"}`;
  const forms = [
    () =>
      `UPSERT { CONCEPT ?a { ${one()} SET ATTRIBUTES { n: ${next(5)} } SET PROPOSITIONS { ("treats", ${one()}) } } }`,
    () =>
      `UPSERT { CONCEPT ?a { ${one()} } CONCEPT ?b { ${one()} SET PROPOSITIONS { ("knows", ?a) ("treats", ?a) } } }`,
    () =>
      `UPSERT { CONCEPT ?a { ${one()} } PROPOSITION ?p { (?a, "treats", ${one()}) } PROPOSITION ?q { (?p, "knows", ?a) } }`,
    () => `UPDATE ?d SET ATTRIBUTES { n: ${next(9)} } WHERE { ?d {type: "${type()}"} } LIMIT ${1 + next(4)}`,
    () => `UPDATE ?p SET METADATA { confidence: 0.${1 + next(8)} } WHERE { ?p (?a, "treats", ?b) } LIMIT 3`,
    () => `DELETE CONCEPT ?d DETACH WHERE { ?d ${one()} }`,
    () => `DELETE PROPOSITIONS ?p WHERE { ?p (?a, "knows", ?b) } LIMIT 2`,
    () => `DELETE ATTRIBUTES {"n"} FROM ?d WHERE { ?d ${one()} }`,
    () =>
      `MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "${name()}"} ?b {type: "Drug", name: "${name()}"} }`,
    () => `UPSERT { CONCEPT ?a { ${one()} } CONCEPT ?b { {type: "Nothing", name: "x"} } }`,
  ];
  return forms[next(forms.length)]!();
}

it.each([1, 2])('is what has changed (seed %i)', async (seed) => {
  const driver = openMemoryDriver(await loadSqlite());
  const engine = await createEngine(driver);
  await engine.execute({ command: DEFINE });
  const rows = (): Map<string, string> =>
    new Map(
      ['concepts', 'propositions'].flatMap((table) =>
        driver
          .all(`SELECT * FROM ${table}`)
          .map((row) => [formatElementId(row[0] as number), JSON.stringify(row)] as const),
      ),
    );
  const next = numbersFrom(seed);
  const written = new Map<string, number>();
  let before = rows();
  for (let round = 0; round < ROUNDS; round++) {
    const command = commandBy(next);
    const changes: Change[] = [];
    const { error } = await engine.execute({ command }, { onCommit: (change) => changes.push(change) });
    const after = rows();
    const told = (field: 'created' | 'updated' | 'deleted') =>
      changes.flatMap(({ elements }) => elements.flatMap((each) => each[field])).sort();
    const place = `${command} → ${JSON.stringify(error)}`;
    expect(told('created'), place).toEqual([...after.keys()].filter((id) => !before.has(id)).sort());
    expect(told('deleted'), place).toEqual([...before.keys()].filter((id) => !after.has(id)).sort());
    const differ = [...after].filter(([id, row]) => before.has(id) && before.get(id) !== row).map(([id]) => id);
    expect(told('updated'), place).toEqual(differ.sort());
    if (!error) written.set(command.split(' ')[0]!, (written.get(command.split(' ')[0]!) ?? 0) + changes.length);
    before = after;
  }
  for (const verb of ['UPSERT', 'UPDATE', 'DELETE', 'MERGE']) expect(written.get(verb), verb).toBeGreaterThan(0);
});
