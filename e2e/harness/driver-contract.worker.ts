import { driverContract } from '../../worker/store/driver-contract.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { loadSqlite, openPoolDriver } from '../../worker/store/sqlite.ts';

const cases: { readonly name: string; readonly body: () => Promise<void> }[] = [];
const runner = {
  describe: (_name: string, body: () => void) => body(),
  it: (name: string, body: () => Promise<void>) => void cases.push({ name, body }),
};

const sqlite3 = await loadSqlite();
let pools = 0;
driverContract(runner, 'OPFS', () =>
  openPoolDriver(sqlite3, { directory: `/contract/${pools++}`, fileName: '/contract.sqlite3' }),
);

const outcomes: CaseOutcome[] = [];
for (const { name, body } of cases) {
  const why = await body().then(
    () => '',
    (error: Error) => error.message,
  );
  outcomes.push({ name, why });
}
postMessage(outcomes);
