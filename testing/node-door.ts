// An engine on a database in memory, as tests open one.
import type { Door } from '../conformance/runner.ts';
import { createEngine, type Engine, type EngineOptions } from '../worker/engine.ts';
import { loadSqlite, openMemoryDriver } from '../worker/store/sqlite.ts';

/** A fresh, bootstrapped nexus that nothing else can see. */
export async function openEngine(options?: EngineOptions): Promise<Engine> {
  return createEngine(openMemoryDriver(await loadSqlite()), options);
}

/** The same, as the two functions of §6.1. */
export async function openNodeDoor(): Promise<Door> {
  const engine = await openEngine();
  return {
    execute: (request) => engine.execute(request),
    executeReadonly: (request) => engine.execute(request, { readonly: true }),
  };
}
