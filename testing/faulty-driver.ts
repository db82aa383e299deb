// A driver that works until told to fail: every call passes through to the real one, save the chosen one, which throws what
// SQLite throws when the storage under it breaks. The database is real; only the fault is made up.
import type { Driver } from '../worker/store/driver.ts';

export interface FaultyDriver extends Driver {
  /** Lets the next `calls` SQL calls pass and fails all after them until `heal`. The commit of a transaction is a call as well. */
  failAfter(calls: number): void;
  heal(): void;
  /** Whether a call was failed since `failAfter`. */
  readonly failed: boolean;
}

export function faultyDriver(inner: Driver, fault: () => Error): FaultyDriver {
  let left = Infinity;
  let failed = false;
  function pass(): void {
    if (left-- > 0) return;
    failed = true;
    throw fault();
  }
  const counted =
    <A extends unknown[], R>(call: (...values: A) => R) =>
    (...values: A): R => {
      pass();
      return call(...values);
    };
  return {
    get commits() {
      return inner.commits;
    },
    get failed() {
      return failed;
    },
    failAfter(calls) {
      left = calls;
      failed = false;
    },
    heal() {
      left = Infinity;
    },
    all: counted((sql, parameters) => inner.all(sql, parameters)),
    get: counted((sql, parameters) => inner.get(sql, parameters)),
    run: counted((sql, parameters) => inner.run(sql, parameters)),
    script: counted((sql) => inner.script(sql)),
    transaction: (body, options) =>
      inner.transaction(
        (() => {
          const result = body();
          pass();
          return result;
        }) as typeof body,
        options,
      ),
    reading: (body) => inner.reading(body),
    interruptWhen: (check) => inner.interruptWhen(check),
    loggingRows: (columns, withValues, body, take) => inner.loggingRows(columns, withValues, body, take),
    defineFunction: (name, parameterCount, body) => inner.defineFunction(name, parameterCount, body),
    image: () => inner.image(),
    close: () => inner.close(),
  };
}
