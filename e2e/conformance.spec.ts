// The conformance vectors again, in the browser: through the client, the worker, and a database file in OPFS.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startSuite, type Door, type Suite } from '../conformance/runner.ts';
import { ROOT } from '../scripts/child.mjs';
import type * as Client from '../src/index.ts';
import { openClientPage, openMemory } from './client-page.ts';
import { expect, test } from './fixtures.ts';

const suites: readonly Suite[] = ['kip1', 'mistakes'].flatMap((folder) => {
  const path = join(ROOT, 'conformance', folder);
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(path, file), 'utf8')) as Suite);
});

function openDoor(page: Page): (name: string) => Promise<Door> {
  return async (name) => {
    const key = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    expect((await openMemory(page, key)).kind).toBe('opfs');
    const send = (request: unknown, readonly: boolean) =>
      page.evaluate(
        ([memory, text, only]) => {
          const nexus = window.memories[memory]!;
          const sent = JSON.parse(text) as Client.KipRequest;
          return only ? nexus.executeReadonly(sent) : nexus.execute(sent);
        },
        [key, JSON.stringify(request), readonly] as const,
      );
    return { execute: (request) => send(request, false), executeReadonly: (request) => send(request, true) };
  };
}

for (const suite of suites) {
  test(`${suite.name}: ${suite.cases.length} cases`, async ({ page, baseURL }) => {
    await openClientPage(page, baseURL!);
    const run = startSuite(suite, openDoor(page));
    await run.setUp();
    const failures: string[] = [];
    for (const testCase of suite.cases) {
      const { ok, why } = await run.run(testCase);
      if (!ok) failures.push(`${testCase.id}: ${why}`);
    }
    expect(failures).toEqual([]);
  });
}
