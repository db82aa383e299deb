// The page as a person meets it: by labels, roles and names.
import { expect, type Locator, type Page } from '@playwright/test';

export interface RunOptions {
  readonly parameters?: string;
  readonly readonly?: boolean;
  /** Shows what would change instead of doing it. */
  readonly preview?: boolean;
}

export class NexusPage {
  readonly page: Page;
  readonly command: Locator;
  readonly parameters: Locator;
  readonly runButton: Locator;
  readonly cancelButton: Locator;
  readonly doIt: Locator;
  readonly results: Locator;
  readonly status: Locator;
  readonly problem: Locator;
  readonly preview: Locator;
  readonly banners: Locator;
  readonly memoryLine: Locator;
  readonly tabs: Locator;
  readonly toast: Locator;

  constructor(page: Page) {
    this.page = page;
    this.command = page.getByRole('textbox', { name: 'KIP command' });
    this.parameters = page.getByRole('textbox', { name: 'Parameters' });
    this.runButton = page.getByRole('button', { name: 'Run', exact: true });
    this.cancelButton = page.locator('.toolbar').getByRole('button', { name: 'Cancel' });
    this.doIt = page.getByRole('button', { name: 'Do it' });
    this.results = page.locator('kip-results');
    this.status = page.locator('#answer-status:visible, kip-results .status');
    this.problem = page.locator('work-problem');
    this.preview = page.locator('work-preview');
    this.banners = page.locator('#banners');
    this.memoryLine = page.locator('#memory-line');
    this.tabs = page.getByRole('tablist', { name: 'Tabs of work' }).getByRole('tab');
    this.toast = page.locator('nexus-toast');
  }

  /** Opens the page and waits until a memory can be used. */
  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.memoryLine).toContainText('kept', { timeout: 30_000 });
    await expect(this.runButton).toBeEnabled({ timeout: 30_000 });
  }

  /** Types a command and runs it by the keyboard; resolves when it has been carried out or refused. */
  async run(command: string, options: RunOptions = {}): Promise<void> {
    await this.fill(command, options);
    await this.command.press('Control+Enter');
    await this.settled();
  }

  /** Until nothing runs any more. */
  async settled(): Promise<void> {
    await expect(this.problem.or(this.results).or(this.preview).first()).toBeVisible({ timeout: 30_000 });
    await expect(this.cancelButton).toHaveCount(0, { timeout: 30_000 });
  }

  async fill(command: string, { parameters = '', readonly = false, preview = false }: RunOptions = {}): Promise<void> {
    await this.write(this.command, command);
    if (parameters !== '' || (await this.parameters.isVisible())) {
      if (!(await this.parameters.isVisible())) await this.page.getByRole('button', { name: 'Parameters' }).click();
      await this.write(this.parameters, parameters);
    }
    await this.page.getByLabel('Read only').setChecked(readonly);
    await this.page.getByLabel('Preview first').setChecked(preview);
  }

  /** A text in place of what an editor holds, as pasting puts it there. */
  async write(editor: Locator, text: string): Promise<void> {
    await editor.click();
    await editor.press('Control+a');
    await editor.press('Delete');
    await this.page.keyboard.insertText(text);
  }

  /** Runs a command that must succeed. */
  async runWell(command: string, options: RunOptions = {}): Promise<void> {
    await this.run(command, options);
    await expect(this.problem).toHaveCount(0);
  }

  async view(view: 'Table' | 'JSON' | 'Graph'): Promise<void> {
    await this.results.getByRole('tab', { name: view }).click();
  }

  /** The cells of the table shown, row by row, at this moment: what shows the first answer is loaded while that is read. */
  rows(): Promise<string[][]> {
    return this.results
      .locator('kip-table tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map(({ innerText }) => innerText)));
  }

  /** Waits until the table holds these rows and no others. */
  async expectRows(rows: readonly (readonly string[])[]): Promise<void> {
    await expect.poll(() => this.rows()).toEqual(rows);
  }

  /** Goes to a view of the frame. */
  async go(view: 'Work' | 'Schema' | 'Learn' | 'Memory' | 'Help'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
  }
}
