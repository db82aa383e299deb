// The door of a memory that goes: what was asked of it is answered by the next one, so nothing may be refused in its name.
import { describe, expect, test } from 'vitest';
import { EngineDoor } from './door.ts';
import { loadSqlite } from './store/sqlite.ts';

const DEFINE = 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Drug"} } }';
/** Statements so long that each is executed by itself. */
const CAPSULE = [
  DEFINE,
  ...Array.from(
    { length: 60 },
    (_, i) =>
      `UPSERT { CONCEPT ?d { {type: "Drug", name: "d${i}"} SET ATTRIBUTES { text: "${'x'.repeat(100_000)}" } } }`,
  ),
].join('\n');

async function openDoor(): Promise<EngineDoor> {
  const door = new EngineDoor(loadSqlite());
  await door.open({ name: 'door', storage: 'memory', epoch: 'first' });
  return door;
}

const execute = (door: EngineDoor, command: string) =>
  door.execute({ id: 1, request: { command }, readonly: false, deadlineMs: 10_000 });

/** Starts an import and resolves when its first statements are in. */
function beginImport(door: EngineDoor): Promise<{ readonly imported: ReturnType<EngineDoor['importCapsule']> }> {
  return new Promise((resolve) => {
    const imported: ReturnType<EngineDoor['importCapsule']> = door.importCapsule({ id: 2, source: CAPSULE }, () =>
      resolve({ imported }),
    );
  });
}

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const later = new Promise<false>((go) => setTimeout(() => go(false), 50));
  return Promise.race([promise.then(() => true).catch(() => true), later]);
};

describe('a memory that has been closed', () => {
  test('answers nobody, whatever is asked', async () => {
    const door = await openDoor();
    await door.close();
    const asked: Record<string, Promise<unknown>> = {
      execute: execute(door, 'DESCRIBE PRIMER'),
      exportCapsule: door.exportCapsule({ id: 3 }, () => undefined),
      importCapsule: door.importCapsule({ id: 4, source: CAPSULE }, () => undefined),
      preview: door.preview({ id: 5, request: { command: DEFINE }, deadlineMs: 1000 }),
      backup: door.backup(),
      fileState: door.fileState(),
      findDamage: door.findDamage(),
      workspace: door.workspace({ do: 'get', key: 'a' }),
      meaning: door.meaning(),
    };
    for (const [name, answer] of Object.entries(asked)) expect(await isSettled(answer), name).toBe(false);
  });

  test('finishes what had begun, and leaves an import unanswered where it stands', async () => {
    const door = await openDoor();
    const { imported } = await beginImport(door);
    const [answer] = await Promise.all([execute(door, 'DESCRIBE PRIMER'), door.close()]);
    expect(JSON.parse(answer.text)).toHaveProperty('result');
    expect(await isSettled(imported)).toBe(false);
  });
});

test('an import stops where a backup takes the place of the memory, and says so', async () => {
  const door = await openDoor();
  const backup = await door.backup();
  if (!backup.ok) throw new Error(backup.error.message);
  const { imported } = await beginImport(door);
  expect(await door.restore(backup.value)).toEqual({ ok: true, value: null });
  const outcome = await imported;
  expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining('backup took the place') } });
  const { text } = await execute(door, 'FIND(COUNT(?t)) WHERE { ?t {type: "$ConceptType", name: "Drug"} }');
  expect(text).not.toContain('"result":1');
});
