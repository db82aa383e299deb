// What every storage back end must do, as one suite: run on memory and on a file image in Node, and on OPFS in the browser.
// It takes the test functions as arguments, so that it needs no particular runner.
import type { Driver, SqlValue } from './driver.ts';

/** The part of a test runner the suite needs: vitest has it, and so has the browser page that runs this on OPFS. */
export interface Runner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
}

/** Opens a fresh, empty database. */
export type OpenDriver = () => Promise<Driver>;

export function driverContract(runner: Runner, name: string, open: OpenDriver): void {
  const it = (title: string, body: (driver: Driver) => void) =>
    runner.it(title, async () => {
      const driver = await open();
      try {
        body(driver);
      } finally {
        driver.close();
      }
    });
  runner.describe(`Driver on ${name}`, () => {
    valueCases(it);
    transactionCases(it);
    readingCases(it);
    failureCases(it);
  });
}

type Case = (title: string, body: (driver: Driver) => void) => void;

function valueCases(it: Case): void {
  it('gives back every kind of value as it was bound', (driver) => {
    const values: SqlValue[] = [
      null,
      0,
      -1,
      2 ** 31,
      -(2 ** 31) - 1,
      Number.MAX_SAFE_INTEGER,
      0.1,
      1e300,
      '',
      'short',
      'x'.repeat(100_000),
      '名'.repeat(1_000_000),
      '温度计 🌡️ é',
      'a\u0000b',
      new Uint8Array([0, 1, 255]),
      new Uint8Array([]),
    ];
    for (const value of values) equal(driver.get('SELECT ?1', [value])?.[0], value);
  });
  it('binds whole numbers as integers and others as reals', (driver) => {
    equal(driver.get('SELECT typeof(?1), typeof(?2), typeof(?3)', [5, 2 ** 40, 0.5]), ['integer', 'integer', 'real']);
  });
  it('returns rows in order, one array of cells each', (driver) => {
    equal(driver.all("SELECT value, 'v' FROM json_each('[3,1,2]') ORDER BY value"), [
      [1, 'v'],
      [2, 'v'],
      [3, 'v'],
    ]);
  });
  it('answers undefined for no row', (driver) => {
    equal(driver.get('SELECT 1 WHERE 0'), undefined);
  });
  it('counts the rows a statement changed', (driver) => {
    driver.script('CREATE TABLE t(a)');
    equal(driver.run("INSERT INTO t SELECT value FROM json_each('[1,2,3]')"), 3);
    equal(driver.run('UPDATE t SET a = a + 1 WHERE a > ?', [1]), 2);
    equal(driver.run('DELETE FROM t WHERE a = 99'), 0);
  });
  it('refuses a wrong number of values, which SQLite would fill with old ones', (driver) => {
    throws(() => driver.get('SELECT ?, ?', [1]), 'takes 2 values and got 1');
  });
  it('keeps working after more different statements than it keeps prepared', (driver) => {
    for (let index = 0; index < 2000; index++) equal(driver.get(`SELECT ${index}`)?.[0], index);
    for (let index = 0; index < 2000; index += 7) equal(driver.get(`SELECT ${index}`)?.[0], index);
  });
  it('runs SQL functions written in JavaScript', (driver) => {
    driver.defineFunction('twice', 1, (value) => (typeof value === 'string' ? value + value : null));
    equal(driver.all("SELECT twice('ab'), twice(1)"), [['abab', null]]);
  });
  it('writes an image that begins as an SQLite file', (driver) => {
    driver.script('CREATE TABLE t(a)');
    equal(new TextDecoder().decode(driver.image().subarray(0, 15)), 'SQLite format 3');
  });
}

function transactionCases(it: Case): void {
  it('commits what a transaction wrote', (driver) => {
    driver.script('CREATE TABLE t(a)');
    equal(
      driver.transaction(() => driver.run('INSERT INTO t VALUES(1)')),
      1,
    );
    equal(driver.all('SELECT a FROM t'), [[1]]);
  });
  it('counts commits, but neither rollbacks nor failures', (driver) => {
    driver.script('CREATE TABLE t(a)');
    const before = driver.commits;
    driver.transaction(() => driver.run('INSERT INTO t VALUES(1)'));
    driver.transaction(() => driver.run('INSERT INTO t VALUES(2)'), { rollback: true });
    throws(() => {
      driver.transaction(() => {
        throw new Error('on purpose');
      });
    }, 'on purpose');
    equal(driver.commits - before, 1);
  });
  it('rolls back and rethrows when the body throws', (driver) => {
    driver.script('CREATE TABLE t(a)');
    throws(() => {
      driver.transaction(() => {
        driver.run('INSERT INTO t VALUES(1)');
        throw new Error('on purpose');
      });
    }, 'on purpose');
    equal(driver.all('SELECT a FROM t'), []);
  });
  it('rolls back on demand and still returns the result', (driver) => {
    driver.script('CREATE TABLE t(a)');
    const seen = driver.transaction(
      () => {
        driver.run('INSERT INTO t VALUES(1)');
        return driver.get('SELECT count(*) FROM t')?.[0];
      },
      { rollback: true },
    );
    equal(seen, 1);
    equal(driver.get('SELECT count(*) FROM t'), [0]);
  });
  it('rolls back and refuses a body that returns a promise', (driver) => {
    driver.script('CREATE TABLE t(a)');
    const body = () => {
      driver.run('INSERT INTO t VALUES(1)');
      return Promise.resolve() as never;
    };
    throws(() => driver.transaction(body), 'must not wait');
    equal(driver.all('SELECT a FROM t'), []);
  });
  it('refuses a transaction inside another one, and ends both', (driver) => {
    driver.script('CREATE TABLE t(a)');
    throws(() => driver.transaction(() => driver.transaction(() => 1)), 'inside another');
    driver.transaction(() => driver.run('INSERT INTO t VALUES(2)'));
    equal(driver.all('SELECT a FROM t'), [[2]]);
  });
}

function readingCases(it: Case): void {
  it('lets no statement write while reading, the temporary schema included', (driver) => {
    driver.script('CREATE TABLE t(a)');
    for (const sql of ['INSERT INTO t VALUES(1)', 'CREATE TABLE u(a)', 'CREATE TEMP TABLE w(a)', 'DROP TABLE t']) {
      throws(() => driver.reading(() => driver.run(sql)), 'tried to write');
    }
    throws(() => driver.reading(() => driver.get('INSERT INTO t VALUES(1) RETURNING a')), 'tried to write');
    throws(() => driver.reading(() => driver.transaction(() => 1)), 'inside another');
    equal(
      driver.reading(() => driver.get('SELECT count(*) FROM t')),
      [0],
    );
  });
  it('stays read-only after a nested read has ended', (driver) => {
    driver.script('CREATE TABLE t(a)');
    throws(
      () =>
        driver.reading(() => {
          driver.reading(() => driver.get('SELECT 1'));
          return driver.run('INSERT INTO t VALUES(1)');
        }),
      'tried to write',
    );
  });
  it('writes again after a read, with statements prepared before', (driver) => {
    driver.script('CREATE TABLE t(a)');
    for (let index = 1; index <= 3; index++) {
      driver.transaction(() => driver.run('INSERT INTO t VALUES(?)', [index]));
      equal(
        driver.reading(() => driver.get('SELECT count(*) FROM t')),
        [index],
      );
    }
  });
}

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

function failureCases(it: Case): void {
  it('interrupts an endless statement when the check says so, and works on', (driver) => {
    let looks = 0;
    driver.interruptWhen(() => ++looks > 10);
    throws(() => driver.get(ENDLESS), 'interrupted');
    driver.interruptWhen(undefined);
    equal(driver.get('SELECT 1'), [1]);
  });
  it('rolls back a transaction whose statement was interrupted, although the check still fires', (driver) => {
    driver.script('CREATE TABLE t(a)');
    driver.interruptWhen(() => true);
    const body = () => {
      driver.run('INSERT INTO t VALUES(1)');
      return driver.get(ENDLESS)?.length;
    };
    throws(() => driver.transaction(body), 'interrupted');
    driver.interruptWhen(undefined);
    equal(driver.all('SELECT a FROM t'), []);
  });
  it('names the broken constraint', (driver) => {
    driver.script('CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1)');
    throws(() => driver.run('INSERT INTO t VALUES(1)'), 'UNIQUE constraint failed: t.a');
    equal(driver.run('INSERT INTO t VALUES(2)'), 1);
  });
  it('says what is wrong with an SQL text', (driver) => {
    throws(() => driver.all('SELEC 1'), 'syntax error');
    throws(() => driver.script('SELEC 1'), 'syntax error');
    throws(() => driver.all('  '), 'no statement');
  });
  it('reports a query beyond SQLite’s limits as too large', (driver) => {
    const union = Array.from({ length: 501 }, () => 'SELECT 1').join(' UNION ALL ');
    throws(() => driver.all(union), 'too large for one SQL statement');
  });
  it('refuses to work once closed, and closes twice without harm', (driver) => {
    driver.close();
    driver.close();
    throws(() => driver.get('SELECT 1'), 'closed');
  });
}

// ---------------------------------------------------------------- assertions that need no runner

function equal(actual: unknown, expected: unknown): void {
  if (text(actual) !== text(expected)) throw new Error(`expected ${text(expected)}, got ${text(actual)}`);
}

function text(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) => (part instanceof Uint8Array ? { bytes: [...part] } : part)) ??
    'undefined'
  );
}

function throws(body: () => unknown, messagePart: string): void {
  try {
    body();
  } catch (error) {
    const message = (error as Error).message;
    if (!message.includes(messagePart)) throw new Error(`expected an error with "${messagePart}", got "${message}"`);
    return;
  }
  throw new Error(`expected an error with "${messagePart}", but nothing was thrown`);
}
