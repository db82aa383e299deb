// Loads a memory into OPFS, then runs the workload on it: engine and hand-written SQL in one worker, on one connection.
import { expose } from 'comlink';
import { createEngine } from '../../worker/engine.ts';
import type { Driver } from '../../worker/store/driver.ts';
import { loadSqlite, openPoolDriver } from '../../worker/store/sqlite.ts';
import { resultOf } from '../ask.ts';
import { generate } from '../dataset.ts';
import { fileBytes } from '../file-size.ts';
import { median } from '../measure.ts';
import { typeId } from '../memory.ts';
import { loadNexus, NOW, nexusUnderTest } from '../nexus-under-test.ts';
import type { NexusUnderTest, Sqlite3 } from '../nexus-under-test.ts';
import { runOperations } from '../operations-run.ts';
import type { OperationRow } from '../report.ts';
import { operationRow } from '../size-run.ts';
import { conceptColumns, rowReader } from '../workload/hand-rows.ts';
import { literalsOf } from '../workload/literals.ts';
import { writeOperations } from '../workload/writes.ts';
import { FILE_NAME, poolDirectory } from './bench-api.ts';
import type { BenchWorker, CommitCosts, FirstQuestion, Loaded } from './bench-api.ts';

const MIB = 1_048_576;

class Bench implements BenchWorker {
  #sqlite3: Sqlite3 | undefined;
  #nexus: NexusUnderTest | undefined;

  /** Loads into the file, closes it and opens it again, so that what follows starts from a file at rest. */
  async load(n: number): Promise<Loaded> {
    const sqlite3 = await loadSqlite();
    const open = (): Promise<Driver> => openPoolDriver(sqlite3, { directory: poolDirectory(n), fileName: FILE_NAME });
    const dataset = generate(n);
    const start = performance.now();
    const loaded = await loadNexus(sqlite3, await open(), dataset);
    const loadMs = performance.now() - start;
    const fileMiB = fileBytes(loaded.db) / MIB;
    loaded.close();
    this.#sqlite3 = sqlite3;
    this.#nexus = nexusUnderTest(sqlite3, await createEngine(await open(), { now: () => NOW }), loaded.memory);
    return { concepts: dataset.concepts.length, links: dataset.links.length, loadMs, fileMiB };
  }

  async operations(budgetMs: number): Promise<OperationRow[]> {
    const nexus = this.#opened();
    const runs = await runOperations(nexus, { budgetMs });
    return runs.map((run) => operationRow(nexus.memory.dataset.n, run));
  }

  /** Single writes with a commit each, three ways in turns. The memory keeps what they write. */
  async commits(rounds: number): Promise<CommitCosts> {
    const { engine, driver, db, memory } = this.#opened();
    const write = writeOperations(memory, db).find(({ name }) => name === 'upsert_single');
    if (!write) throw new Error('upsert_single is gone.');
    const ways = {
      bare: () => driver.transaction(() => void db.run('UPDATE sequence SET next = next')),
      hand: (i: number) => driver.transaction(() => void write.hand(i % write.texts.length)),
      engine: (i: number) => resultOf(engine, write.texts[i % write.texts.length] as string),
    };
    const times: Record<keyof typeof ways, number[]> = { bare: [], hand: [], engine: [] };
    for (let i = 0; i < rounds; i++) {
      for (const way of ['bare', 'hand', 'engine'] as const) {
        // Each write sees values that are not there yet, or it would change nothing and commit nothing.
        driver.transaction(() => void db.run(FORGET_PREFERENCES));
        const start = performance.now();
        await ways[way](i);
        times[way].push(performance.now() - start);
      }
    }
    return { bare: median(times.bare), hand: median(times.hand), engine: median(times.engine) };
  }

  firstQuestion(): FirstQuestion {
    const { memory } = this.#opened();
    const name = literalsOf(memory.dataset).people[0]?.name ?? '';
    return {
      text: `FIND(?n) WHERE { ?n {type: "Person", name: ${JSON.stringify(name)}} }`,
      sql: `SELECT ${conceptColumns('c')} FROM concepts c WHERE type = ? AND name = ?`,
      parameters: [typeId(memory, 'Person'), name],
    };
  }

  nodesText(type: string): Promise<string> {
    return this.#opened().engine.executeText({ command: `FIND(?n) WHERE { ?n {type: "${type}"} }` });
  }

  nodesByHand(type: string): unknown[] {
    const { db, memory } = this.#opened();
    const rows = rowReader(memory);
    const sql = `SELECT ${conceptColumns('c')} FROM concepts c WHERE type = ?`;
    return db.all(sql, [typeId(memory, type)]).map((row) => rows.concept(row));
  }

  heapMiB(): number {
    return (this.#sqlite3 as unknown as { wasm: { memory: WebAssembly.Memory } }).wasm.memory.buffer.byteLength / MIB;
  }

  close(): void {
    this.#nexus?.close();
  }

  #opened(): NexusUnderTest {
    if (!this.#nexus) throw new Error('Nothing is loaded.');
    return this.#nexus;
  }
}

const FORGET_PREFERENCES = `UPDATE concepts SET attributes = jsonb_set(attributes, '$.strength', -1) WHERE name LIKE 'pref bench %'`;

expose(new Bench());
