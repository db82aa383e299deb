// Cancelling, deadlines and the death of a worker, by the client that pages import from /client.js.
import type { Page } from '@playwright/test';
import type * as Client from '../src/index.ts';
import { expect, test } from './fixtures.ts';

/** A join that takes far longer than any test waits: every triple of 400 concepts. */
const FILL = `UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "N"} } ${Array.from(
  { length: 400 },
  (_, i) => `CONCEPT ?n${i} { {type: "N", name: "n${i}"} }`,
).join(' ')} }`;
const ENDLESS = `FIND(COUNT(?a)) WHERE { ?a {type: "N"} ?b {type: "N"} ?c {type: "N"} ?d {type: "N"}
  FILTER(?a.name > ?b.name && ?b.name > ?c.name && ?c.name > ?d.name && ?d.name == "nothing") }`;

interface Probe {
  readonly outcome: string;
  readonly milliseconds: number;
  readonly after: unknown;
}

declare global {
  interface Window {
    client: typeof Client;
    nexus: Client.Nexus;
  }
}

async function openClient(page: Page, url: string, fill = FILL): Promise<void> {
  await page.route('**/blank.html', async (route) => {
    const response = await route.fetch({ url });
    await route.fulfill({ response, body: '<!doctype html><title>blank</title>' });
  });
  await page.goto(new URL('/blank.html', url).href);
  await page.evaluate(async (command) => {
    const address = '/client.js';
    window.client = (await import(address)) as typeof Client;
    window.nexus = await window.client.openNexus({ name: 'cancel' });
    window.client.resultOf(await window.nexus.execute({ command }));
  }, fill);
}

/** Runs the endless query, aborts it after a while, then asks something quick. */
function abortEndless(page: Page): Promise<Probe> {
  return page.evaluate(async (command) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const began = performance.now();
    const outcome = await window.nexus.execute({ command }, { signal: controller.signal }).then(
      () => 'answered',
      (error: Error) => error.name,
    );
    const milliseconds = performance.now() - began;
    const after = await window.nexus.execute({ command: 'FIND(COUNT(?n)) WHERE { ?n {type: "N"} }' });
    return { outcome, milliseconds, after };
  }, ENDLESS);
}

test.describe('cancelling a running query', () => {
  test('stops it at once where memory can be shared', async ({ page, isolated }) => {
    await openClient(page, isolated.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const workers = page.workers();
    const { outcome, milliseconds, after } = await abortEndless(page);
    expect({ outcome, after }).toEqual({ outcome: 'AbortError', after: { result: 400 } });
    expect(milliseconds).toBeLessThan(1500);
    expect(page.workers()).toEqual(workers);
  });

  test('ends and reopens the worker elsewhere, and the memory is whole', async ({ page, plain }) => {
    await openClient(page, plain.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    const { outcome, milliseconds, after } = await abortEndless(page);
    expect({ outcome, after }).toEqual({ outcome: 'AbortError', after: { result: 400 } });
    expect(milliseconds).toBeLessThan(3000);
    expect(await page.evaluate(() => window.nexus.findDamage())).toBeUndefined();
  });
});

test('a request that waits its turn can be withdrawn, and the others go on', async ({ page, isolated }) => {
  await openClient(page, isolated.url);
  const outcomes = await page.evaluate(async (endless) => {
    const first = new AbortController();
    const second = new AbortController();
    const outcome = (promise: Promise<unknown>) =>
      promise.then(
        (value) => JSON.stringify(value),
        (error: Error) => error.name,
      );
    const running = outcome(window.nexus.execute({ command: endless }, { signal: first.signal }));
    const waiting = outcome(window.nexus.execute({ command: 'DESCRIBE PRIMER' }, { signal: second.signal }));
    const last = outcome(window.nexus.execute({ command: 'FIND(COUNT(?n)) WHERE { ?n {type: "N"} }' }));
    second.abort();
    const withdrawn = await waiting;
    first.abort();
    return { withdrawn, running: await running, last: await last };
  }, ENDLESS);
  expect(outcomes).toEqual({ withdrawn: 'AbortError', running: 'AbortError', last: '{"result":400}' });
});

test('a deadline answers with the timeout error', async ({ page, isolated }) => {
  await openClient(page, isolated.url);
  const response = await page.evaluate((command) => window.nexus.execute({ command }, { deadlineMs: 300 }), ENDLESS);
  expect(response.error).toMatchObject({ code: 'KIP_4001', hint: expect.stringContaining('') });
});

test('a worker that dies rejects what was running, and the next request opens a new one', async ({
  page,
  isolated,
}) => {
  await openClient(page, isolated.url);
  const worker = page.workers()[0]!;
  const running = page.evaluate(
    (command) =>
      window.nexus.execute({ command }).then(
        () => ({ code: 'answered', message: '' }),
        ({ code, message }: Client.KipError) => ({ code, message }),
      ),
    ENDLESS,
  );
  await page.waitForTimeout(300);
  // As a crash would: the worker ends without a word to the client.
  const session = await page.context().newCDPSession(page);
  const { targetInfos } = await session.send('Target.getTargets');
  const target = targetInfos.find(({ type, url }) => type === 'worker' && url === worker.url())!;
  await session.send('Target.closeTarget', { targetId: target.targetId });
  expect(await running).toMatchObject({
    code: 'KIP_4003',
    message: expect.stringContaining('ended before it answered'),
  });
  const after = await page.evaluate(() =>
    window.nexus.execute({ command: 'FIND(COUNT(?n)) WHERE { ?n {type: "N"} }' }),
  );
  expect(after).toEqual({ result: 400 });
});

test('two memories opened by one page are two', async ({ page, isolated }) => {
  await openClient(page, isolated.url);
  const answers = await page.evaluate(async () => {
    const other = await window.client.openNexus({ name: 'other' });
    const command = 'FIND(COUNT(?n)) WHERE { ?n {type: "N"} }';
    return { here: await window.nexus.execute({ command }), there: (await other.execute({ command })).error?.code };
  });
  expect(answers).toEqual({ here: { result: 400 }, there: 'KIP_2001' });
});

test('names that cannot be folders are refused', async ({ page, isolated }) => {
  await openClient(page, isolated.url, 'DESCRIBE PRIMER');
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

test('a closed memory answers no more, and says so', async ({ page, isolated }) => {
  await openClient(page, isolated.url, 'DESCRIBE PRIMER');
  const outcome = await page.evaluate(async () => {
    await window.nexus.close();
    return window.nexus.execute({ command: 'DESCRIBE PRIMER' }).catch((error: Client.KipError) => error.message);
  });
  expect(outcome).toContain('closed');
});
