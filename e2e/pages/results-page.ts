// Results and inspector on their harness page, as a person works them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { build, defaultClientConditions } from 'vite';
import { ROOT } from '../../scripts/child.mjs';
import { serve } from '../../scripts/server.mjs';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

export interface ResultsServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The harness page, built and served under the headers of the real one. */
export async function serveResults(): Promise<ResultsServer> {
  const root = mkdtempSync(join(tmpdir(), 'results-harness-'));
  await build({
    configFile: false,
    root: join(ROOT, 'e2e/harness/results'),
    logLevel: 'error',
    worker: { format: 'es' },
    resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
    build: { outDir: root, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  const server = await serve({ root });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      rmSync(root, { recursive: true });
    },
  };
}

export class ResultsPage {
  readonly page: Page;
  readonly table: Locator;
  readonly stage: Locator;
  readonly inspector: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.locator('kip-table table');
    this.stage = page.getByRole('application');
    this.inspector = page.locator('kip-inspector');
  }

  async open(url: string, world: string): Promise<void> {
    // Files are downloaded here; the browser's own picker of files cannot be worked by a test.
    await this.page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await this.page.goto(`${url}?world=${world}`);
    await this.page.waitForFunction(() => 'resultsHarness' in window, undefined, { timeout: 60_000 });
  }

  /** Runs a command that must be answered, and shows it. */
  async run(command: string, parameters: Record<string, string | number> = {}): Promise<void> {
    const error = await this.page.evaluate(
      async ([text, values]) => (await window.resultsHarness.run(text, values)).error,
      [command, parameters] as const,
    );
    expect(error, command).toBeUndefined();
  }

  async view(name: 'Table' | 'JSON' | 'Graph'): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  /** Shows the graph and waits until it has come to rest. */
  async drawn(): Promise<void> {
    await this.view('Graph');
    await this.atRest();
  }

  async atRest(): Promise<void> {
    await expect(this.stage).toBeVisible({ timeout: 60_000 });
    await expect(this.page.locator('kip-graph .progress')).toHaveCount(0, { timeout: 60_000 });
  }

  /** The middle of a node on the screen. */
  async placeOf(type: string, name: string): Promise<{ x: number; y: number }> {
    return this.page.evaluate(
      async ([type, name]) => {
        const command = 'FIND(?x.id) WHERE { ?x {type: :type, name: :name} }';
        const { result } = await window.resultsHarness.nexus.executeReadonly({ command, parameters: { type, name } });
        const graph = document.querySelector('kip-results')!.shadowRoot!.querySelector('kip-graph')!;
        const place = graph.stage!.placeOf((result as string[])[0]!)!;
        const box = graph.shadowRoot!.querySelector('.stage')!.getBoundingClientRect();
        return { x: box.left + place.x, y: box.top + place.y };
      },
      [type, name] as const,
    );
  }

  /** What the export dialog saves in this format. */
  async export(format: string): Promise<{ name: string; text: string; bytes: Buffer }> {
    await this.page.getByRole('button', { name: 'Export …' }).click();
    await this.page.getByRole('radio', { name: format }).check();
    const downloading = this.page.waitForEvent('download', { timeout: 120_000 });
    await this.page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = await downloading;
    const bytes = readFileSync(await download.path());
    await this.page.getByRole('button', { name: 'Close' }).click();
    return { name: download.suggestedFilename(), text: bytes.toString('utf8'), bytes };
  }

  async noFaults(state: string): Promise<void> {
    const found = await this.page.evaluate(`${axeSource}; axe.run()`);
    const { violations } = found as Awaited<ReturnType<Axe['run']>>;
    const list = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
    expect(list, state).toEqual([]);
    expect(await this.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), state).toBe(true);
  }
}
