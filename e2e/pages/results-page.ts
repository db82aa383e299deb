// Results and inspector on their harness page, as a person works them.
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

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

  async open(world: string): Promise<void> {
    // Files are downloaded here; the browser's own picker of files cannot be worked by a test.
    await this.page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await this.page.goto(`/results/index.html?world=${world}`);
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
}
