// Cancelling, deadlines, locks and the death of a worker, by the client that pages import from /client.js.
import type { Page } from '@playwright/test';
import type * as Client from '../src/index.ts';
import { openClientPage, openMemory, runCommand } from './client-page.ts';
import { expect, test } from './fixtures.ts';

/** 400 concepts, and a join of every four of them in which only the whole combination can decide: hours of work. */
const FILL = `UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "N"} } ${Array.from(
  { length: 400 },
  (_, i) => `CONCEPT ?n${i} { {type: "N", name: "n${i}"} }`,
).join(' ')} }`;
const ENDLESS = `FIND(COUNT(?a)) WHERE { ?a {type: "N"} ?b {type: "N"} ?c {type: "N"} ?d {type: "N"}
  FILTER(CONTAINS(?a.name, "~") || CONTAINS(?b.name, "~") || CONTAINS(?c.name, "~") || CONTAINS(?d.name, "~")) }`;
const COUNT = 'FIND(COUNT(?n)) WHERE { ?n {type: "N"} }';
const NAME = 'cancel';

async function openFilled(page: Page, url: string): Promise<void> {
  await openClientPage(page, url);
  await openMemory(page, NAME);
  await runCommand(page, NAME, FILL);
}

interface Probe {
  readonly outcome: string;
  readonly milliseconds: number;
}

/** How long after an abort a call may go on. */
const ABORT_MS_MAX = 1500;

/** Runs the endless query and aborts it after a while. */
function abortEndless(page: Page): Promise<Probe> {
  return page.evaluate(
    async ([name, command]) => {
      const controller = new AbortController();
      let aborted = 0;
      setTimeout(() => {
        aborted = performance.now();
        controller.abort();
      }, 300);
      const outcome = await window.memories[name]!.execute({ command }, { signal: controller.signal }).then(
        () => 'answered',
        (error: Error) => error.name,
      );
      return { outcome, milliseconds: performance.now() - aborted };
    },
    [NAME, ENDLESS] as const,
  );
}

test.describe('cancelling a running query', () => {
  test('stops it at once where memory can be shared, and keeps the worker', async ({ page, isolated }) => {
    await openFilled(page, isolated.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const { outcome, milliseconds } = await abortEndless(page);
    expect(outcome).toBe('AbortError');
    expect(milliseconds).toBeLessThan(ABORT_MS_MAX);
    expect(await runCommand(page, NAME, COUNT)).toBe(400);
    expect(await page.evaluate(() => window.workers.length)).toBe(1);
  });

  test('ends and reopens the worker elsewhere, and the memory is whole', async ({ page, plain }) => {
    await openFilled(page, plain.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    const { outcome, milliseconds } = await abortEndless(page);
    expect(outcome).toBe('AbortError');
    expect(milliseconds).toBeLessThan(ABORT_MS_MAX);
    expect(await runCommand(page, NAME, COUNT)).toBe(400);
    expect(await page.evaluate(() => window.workers.length)).toBe(2);
    expect(await page.evaluate((name) => window.memories[name]!.findDamage(), NAME)).toBeUndefined();
  });
});

for (const headers of ['isolated', 'plain'] as const) {
  test(`from a tab that another one answers, a query is cancelled and has its deadline (${headers})`, async ({
    context,
    page,
    isolated,
    plain,
  }) => {
    const { url } = headers === 'isolated' ? isolated : plain;
    await openFilled(page, url);
    const second = await context.newPage();
    await openClientPage(second, url);
    await openMemory(second, NAME);
    expect(await second.evaluate((name) => window.memories[name]!.status, NAME)).toMatchObject({ role: 'forwarded' });
    const { outcome, milliseconds } = await abortEndless(second);
    expect(outcome).toBe('AbortError');
    expect(milliseconds).toBeLessThan(2000);
    expect(await runCommand(second, NAME, COUNT)).toBe(400);
    const late = await second.evaluate(
      ([name, command]) => window.memories[name]!.execute({ command }, { deadlineMs: 300 }),
      [NAME, ENDLESS] as const,
    );
    expect(late).toMatchObject({ error: { code: 'KIP_4001' } });
    expect(await runCommand(page, NAME, COUNT)).toBe(400);
  });
}

test('a request that waits its turn can be withdrawn, and the others go on', async ({ page, isolated }) => {
  await openFilled(page, isolated.url);
  const outcomes = await page.evaluate(
    async ([name, endless, count]) => {
      const nexus = window.memories[name]!;
      const first = new AbortController();
      const second = new AbortController();
      const outcome = (promise: Promise<unknown>) =>
        promise.then(
          (value) => JSON.stringify(value),
          (error: Error) => error.name,
        );
      const running = outcome(nexus.execute({ command: endless }, { signal: first.signal }));
      const waiting = outcome(nexus.execute({ command: 'DESCRIBE PRIMER' }, { signal: second.signal }));
      const last = outcome(nexus.execute({ command: count }));
      second.abort();
      const withdrawn = await waiting;
      first.abort();
      return { withdrawn, running: await running, last: await last };
    },
    [NAME, ENDLESS, COUNT] as const,
  );
  expect(outcomes).toEqual({ withdrawn: 'AbortError', running: 'AbortError', last: '{"result":400}' });
});

test('a deadline answers with the timeout error', async ({ page, isolated }) => {
  await openFilled(page, isolated.url);
  const response = await page.evaluate(
    ([name, command]) => window.memories[name]!.execute({ command }, { deadlineMs: 300 }),
    [NAME, ENDLESS] as const,
  );
  expect(response).toEqual({ error: { code: 'KIP_4001', message: expect.any(String), hint: expect.any(String) } });
});

test('a worker that dies is replaced, and the new one answers what the old one owed', async ({ page, isolated }) => {
  await openFilled(page, isolated.url);
  const answer = await page.evaluate(
    async ([name, command]) => {
      const answers = window.memories[name]!.execute({ command });
      window.workers[0]!.terminate();
      return answers;
    },
    [NAME, COUNT] as const,
  );
  expect(answer).toEqual({ result: 400 });
});

test('a request under which worker after worker dies is given up, and the next one is answered', async ({
  page,
  isolated,
}) => {
  await openFilled(page, isolated.url);
  const failure = await page.evaluate(
    async ([name, command]) => {
      let pending = true;
      const outcome = window.memories[name]!.execute({ command })
        .then(
          () => 'answered',
          ({ code, reason, retryable, message }: Client.UnavailableError) => ({ code, reason, retryable, message }),
        )
        .finally(() => (pending = false));
      for (let at = 0; pending; at++) {
        while (pending && window.workers.length <= at) await new Promise((go) => setTimeout(go, 20));
        // Only one that owns the memory and has begun.
        while (pending && window.memories[name]!.status.state !== 'ready')
          await new Promise((go) => setTimeout(go, 20));
        await new Promise((go) => setTimeout(go, 100));
        if (pending) window.workers[at]!.terminate();
      }
      return outcome;
    },
    [NAME, ENDLESS] as const,
  );
  expect(failure).toEqual({
    code: 'KIP_4003',
    reason: 'interrupted',
    retryable: true,
    message: expect.stringContaining('ended before it answered'),
  });
  expect(await runCommand(page, NAME, COUNT)).toBe(400);
});

test('two memories opened by one page are two', async ({ page, isolated }) => {
  await openFilled(page, isolated.url);
  await openMemory(page, 'other');
  const code = await page.evaluate(
    async (command) => (await window.memories['other']!.execute({ command })).error?.code,
    COUNT,
  );
  expect(code).toBe('KIP_2001');
  expect(await runCommand(page, NAME, COUNT)).toBe(400);
});

test('opening can be given up while the owner is busy', async ({ page, isolated }) => {
  await openFilled(page, isolated.url);
  const outcomes = await page.evaluate(
    async ([name, command]) => {
      const running = new AbortController();
      const opening = new AbortController();
      const outcome = (promise: Promise<unknown>) =>
        promise.then(
          () => 'done',
          (error: Error) => error.name,
        );
      const query = outcome(window.memories[name]!.execute({ command }, { signal: running.signal }));
      const second = outcome(window.client.openNexus({ name, signal: opening.signal }));
      setTimeout(() => opening.abort(), 500);
      const given = await second;
      running.abort();
      return [given, await query];
    },
    [NAME, ENDLESS] as const,
  );
  expect(outcomes).toEqual(['AbortError', 'AbortError']);
  expect(await runCommand(page, NAME, COUNT)).toBe(400);
});

test('an import can be cancelled; what it had done stays', async ({ page, plain }) => {
  await openFilled(page, plain.url);
  const outcome = await page.evaluate(async (name) => {
    const statements = Array.from(
      { length: 20_000 },
      (_, i) =>
        `UPSERT { CONCEPT ?n { {type: "N", name: "imported ${i}"} SET ATTRIBUTES { text: "${'x'.repeat(200)}" } } }`,
    );
    const controller = new AbortController();
    const progress: number[] = [];
    const result = await window.memories[name]!.importCapsule(statements.join('\n'), {
      signal: controller.signal,
      onProgress: ({ statements: done }) => {
        progress.push(done);
        if (done > 0) controller.abort();
      },
    }).then(
      () => 'finished',
      (error: Error) => error.name,
    );
    return { result, progress };
  }, NAME);
  expect(outcome.result).toBe('AbortError');
  const count = (await runCommand(page, NAME, COUNT)) as number;
  expect(count).toBeGreaterThanOrEqual(400 + outcome.progress.at(-1)!);
  expect(count).toBeLessThan(20_400);
});

test('names that cannot be folders are refused', async ({ page, isolated }) => {
  await openClientPage(page, isolated.url);
  for (const name of ['', 'a/b', '..', 'Upper', 'x'.repeat(65), 'é', 'a ']) {
    const code = await page.evaluate(
      (bad) =>
        window.client.openNexus({ name: bad }).then(
          () => 'opened',
          (error: Client.KipError) => error.code,
        ),
      name,
    );
    expect(code, name).toBe('KIP_1002');
  }
});

test('what is of no use is refused in words, also to callers without types', async ({ page, isolated }) => {
  await openClientPage(page, isolated.url);
  await openMemory(page, NAME);
  const refusals = await page.evaluate(async (name) => {
    const nexus = window.memories[name]!;
    const tried: Promise<unknown>[] = [
      window.client.openNexus({ name, storage: 'disk' as 'auto' }),
      nexus.restore(new Uint8Array(9) as unknown as Blob),
      nexus.importCapsule(undefined as unknown as Blob),
    ];
    const settled = await Promise.allSettled(tried);
    return settled.map((each) => each.status === 'rejected' && (each.reason as Client.KipError).code);
  }, NAME);
  expect(refusals).toEqual(['KIP_2003', 'KIP_2003', 'KIP_2003']);
});

test('a closed memory answers no more, and says so', async ({ page, isolated }) => {
  await openClientPage(page, isolated.url);
  await openMemory(page, NAME);
  const outcome = await page.evaluate(async (name) => {
    const nexus = window.memories[name]!;
    await Promise.all([nexus.close(), nexus.close()]);
    const calls = [
      nexus.execute({ command: 'DESCRIBE PRIMER' }),
      nexus.storage(),
      nexus.exportCapsule(),
      nexus.destroy(),
    ];
    const settled = await Promise.allSettled(calls);
    return settled.map((each) => each.status === 'rejected' && (each.reason as Client.UnavailableError).reason);
  }, NAME);
  expect(outcome).toEqual(['closed', 'closed', 'closed', 'closed']);
});
