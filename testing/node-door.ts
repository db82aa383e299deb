// An engine on a database in memory, as tests open one.
import type { Door } from '../conformance/runner.ts';
import type { KipRequest } from '../src/protocol/request.ts';
import { createEngine } from '../worker/engine.ts';
import { loadSqlite, openMemoryDriver } from '../worker/store/sqlite.ts';

/** A fresh, bootstrapped nexus that nothing else can see. */
export async function openNodeDoor(): Promise<Door> {
  const engine = await createEngine(openMemoryDriver(await loadSqlite()));
  return {
    execute: (request) => engine.execute(request as KipRequest),
    executeReadonly: (request) => engine.execute(request as KipRequest, { readonly: true }),
  };
}
