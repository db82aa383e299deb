// The editor on its harness page, as a person works it: by keys, by the pointer and by an input method.
import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';

export class EditorPage {
  readonly page: Page;
  readonly content: Locator;
  /** The list of completions. */
  readonly list: Locator;
  readonly options: Locator;
  /** What hovering opened. */
  readonly card: Locator;
  readonly underlined: Locator;
  #cdp: CDPSession | undefined;

  constructor(page: Page) {
    this.page = page;
    this.content = page.getByRole('textbox', { name: 'Command' });
    this.list = page.getByRole('listbox');
    this.options = this.list.getByRole('option');
    this.card = page.locator('.cm-tooltip-hover');
    this.underlined = page.locator('.cm-lintRange');
  }

  async open(): Promise<void> {
    await this.page.goto('/editor/index.html');
    await this.page.waitForFunction(() => 'harness' in window);
  }

  /** Puts a text into the editor, with the caret at `|` or at its end. */
  async write(marked: string): Promise<void> {
    const at = marked.indexOf('|');
    const [text, caret] = at < 0 ? [marked, marked.length] : [marked.replace('|', ''), at];
    await this.page.evaluate(([doc, pos]) => window.harness.write(doc, pos), [text, caret] as const);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text, { delay: 15 });
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  text(): Promise<string> {
    return this.page.evaluate(() => window.harness.text());
  }

  /** Waits for the document to be this, `|` marking the caret. */
  async expectText(marked: string): Promise<void> {
    const around = () => this.page.evaluate(() => window.harness.around().join('|'));
    await expect.poll(around).toBe(marked);
  }

  /** Waits for the list to open with this option, moves to it and takes it. */
  async pick(label: string): Promise<void> {
    const labels = this.list.locator('.cm-completionLabel');
    await expect(labels.getByText(label, { exact: true })).toBeVisible();
    // While more of the list is on its way, and for 75 ms after it has opened, CodeMirror takes no key for it: it may be meant for the text.
    await expect(this.page.locator('.cm-tooltip-autocomplete-disabled')).toHaveCount(0);
    await this.page.waitForTimeout(100);
    const selected = this.list.locator('[aria-selected=true] .cm-completionLabel');
    for (let step = 0; step < 40 && (await selected.textContent()) !== label; step++) await this.press('ArrowDown');
    await this.press('Enter');
    await expect(selected.getByText(label, { exact: true })).toHaveCount(0);
  }

  /** Where a piece of the text is on the screen. */
  async pointAt(piece: string): Promise<{ x: number; y: number }> {
    const box = await this.page.evaluate((part) => {
      const content = document.querySelector('#editor')!.shadowRoot!.querySelector('.cm-content')!;
      const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent!.indexOf(part);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      return undefined;
    }, piece);
    if (!box) throw new Error(`"${piece}" is not on the screen in one piece.`);
    return box;
  }

  /** Moves the pointer to a piece of the text. What is to be read there of a finding must have been underlined before. */
  async hover(piece: string): Promise<void> {
    const { x, y } = await this.pointAt(piece);
    await this.page.mouse.move(x - 3, y);
    await this.page.mouse.move(x, y);
  }

  // -------------------------------------------------------------- input methods

  /** The text an input method shows while it composes. */
  async compose(text: string): Promise<void> {
    this.#cdp ??= await this.page.context().newCDPSession(this.page);
    await this.#cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }

  /** Ends the composition with this text. */
  async commit(text: string): Promise<void> {
    this.#cdp ??= await this.page.context().newCDPSession(this.page);
    await this.#cdp.send('Input.insertText', { text });
  }
}
