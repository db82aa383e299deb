// A bare page of the served origin with the client loaded, for tests that need the client and not the page around it.
import type { Page } from '@playwright/test';
import type * as Client from '../src/index.ts';

declare global {
  interface Window {
    client: typeof Client;
    /** Open memories by name. */
    memories: Record<string, Client.Nexus>;
    /** Every worker the page has started, so that a test can end one behind the client's back. */
    workers: Worker[];
  }
}

export async function openClientPage(page: Page, url: string): Promise<void> {
  await page.route('**/blank.html', async (route) => {
    const response = await route.fetch({ url });
    await route.fulfill({ response, body: '<!doctype html><title>blank</title>' });
  });
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    const Original = Worker;
    Object.assign(window, {
      memories: {},
      workers,
      Worker: class extends Original {
        constructor(...args: ConstructorParameters<typeof Worker>) {
          super(...args);
          workers.push(this);
        }
      },
    });
  });
  await page.goto(new URL('/blank.html', url).href);
  await page.evaluate(async () => {
    const address = '/client.js';
    window.client = (await import(address)) as typeof Client;
  });
}

/** Opens a memory under `window.memories[name]` and answers where it is kept. */
export function openMemory(
  page: Page,
  name: string,
  storage: Client.StorageChoice = 'auto',
): Promise<Client.StorageState> {
  return page.evaluate(
    async ([memory, choice]) => {
      const nexus = await window.client.openNexus({ name: memory, storage: choice });
      window.memories[memory] = nexus;
      return nexus.storage();
    },
    [name, storage] as const,
  );
}

/** Runs a command in an open memory; fails the test where the command fails. */
export function runCommand(page: Page, name: string, command: string): Promise<unknown> {
  return page.evaluate(
    async ([memory, text]) =>
      window.client.resultOf<unknown>(await window.memories[memory]!.execute({ command: text })),
    [name, command] as const,
  );
}
