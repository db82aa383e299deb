// The page as a person meets it: by labels, roles and names.
import { expect, type Locator, type Page } from '@playwright/test';

export interface RunOptions {
  readonly parameters?: string;
  readonly readonly?: boolean;
  readonly dryRun?: boolean;
}

export class NexusPage {
  readonly page: Page;
  readonly command: Locator;
  readonly parameters: Locator;
  readonly runButton: Locator;
  readonly answer: Locator;
  readonly status: Locator;
  readonly problem: Locator;
  readonly banners: Locator;
  readonly memoryLine: Locator;
  readonly capsuleStatus: Locator;

  constructor(page: Page) {
    this.page = page;
    this.command = page.getByLabel('KIP command');
    this.parameters = page.getByLabel('Values for :name places');
    this.runButton = page.getByRole('button', { name: 'Run', exact: true });
    this.answer = page.locator('#answer');
    this.status = page.locator('#answer-status');
    this.problem = page.locator('.problem');
    this.banners = page.locator('#banners');
    this.memoryLine = page.locator('#memory-line');
    this.capsuleStatus = page.locator('#capsule-status');
  }

  /** Opens the page and waits until a memory can be used. */
  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.memoryLine).toContainText('kept');
    await expect(this.runButton).toBeEnabled();
  }

  /** Types a command and runs it by the keyboard; resolves when there is an answer. */
  async run(command: string, options: RunOptions = {}): Promise<void> {
    await this.fill(command, options);
    await this.command.press('Control+Enter');
    await expect(this.status).not.toHaveText('Running …', { timeout: 30_000 });
  }

  async fill(command: string, { parameters = '', readonly = false, dryRun = false }: RunOptions = {}): Promise<void> {
    await this.command.fill(command);
    if (parameters !== '' && !(await this.parameters.isVisible()))
      await this.page.getByText('Parameters').first().click();
    if (await this.parameters.isVisible()) await this.parameters.fill(parameters);
    await this.page.getByLabel('Read only').setChecked(readonly);
    await this.page.getByLabel('Dry run').setChecked(dryRun);
  }

  /** Runs a command that must succeed. */
  async runWell(command: string, options: RunOptions = {}): Promise<void> {
    await this.run(command, options);
    await expect(this.problem).toHaveCount(0);
  }

  async view(view: 'Table' | 'JSON'): Promise<void> {
    await this.page.getByLabel(view, { exact: true }).check();
  }

  /** The cells of the table shown, row by row. */
  async rows(): Promise<string[][]> {
    const rows = await this.answer.locator('tbody tr').all();
    return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
  }

  /** The result shown, as JSON. */
  async json(): Promise<unknown> {
    await this.view('JSON');
    const text = await this.answer.locator('pre').innerText();
    await this.view('Table');
    return JSON.parse(text);
  }
}
