// The answer as a real <table>, worked like a grid: one stop for the Tab key, arrows from cell to cell, Enter to open what is in one,
// Ctrl-C to copy it. The first rows stand at once, the rest follows in pieces, so that a thousand rows never block a click; all of
// them are in the page then, where the browser's own search finds them. Widths are settled from the first rows, so nothing moves.
import { html, LitElement, type PropertyValues } from 'lit';
import type { Json } from '../../protocol/values.ts';
import { ask } from '../app/events.ts';
import { cellContent, nameEnds } from './cell.ts';
import { create } from './dom.ts';
import { asElement, isLink } from '../../protocol/elements.ts';
import { EndNames } from './end-names.ts';
import type { Reader } from './look-up.ts';
import { tabbedLine } from './row-text.ts';
import { sortedIndexes, type SortKey } from './sorting.ts';
import { base, chip } from './style.ts';
import { cellText, type Row, type Table } from './table.ts';
import { tableStyle } from './table-style.ts';
import { count, number } from './words.ts';
import './json-view.ts';

const ROWS_FIRST = 60;
const ROWS_A_PIECE = 150;
const WIDTH_MIN = 7;
const WIDTH_MAX = 42;
/** Room for the name of a link's end, in characters: it may become known only after the widths are settled. */
const END_WIDTH = 12;

export interface TableWindow {
  readonly table: Table;
  readonly from: number;
  readonly to: number;
  /** Rows of the whole answer before those of `table`. */
  readonly before: number;
}

export class TableView extends LitElement {
  static override properties = { window: { attribute: false }, nexus: { attribute: false } };
  static override styles = [base, chip, tableStyle];
  declare window: TableWindow | undefined;
  /** Asked for the names that the answer itself does not hold. */
  declare nexus: Reader | undefined;

  #sort: SortKey | undefined;
  #titles: readonly string[] = [];
  /** Index in the table of each row shown, in the order shown. */
  #order: number[] = [];
  #table = create('table');
  #body = create('tbody');
  #copy = create('button', { type: 'button', class: 'copy', tabindex: '-1' }, 'Copy');
  #filling = 0;
  #names = new EndNames();
  #naming = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#copy.setAttribute('aria-hidden', 'true');
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#filling);
    this.#naming.abort();
  }

  toTop(): void {
    this.renderRoot.querySelector('.scroller')?.scrollTo(0, 0);
  }

  /** Every row of this page as tab-separated text, under the titles. */
  pageText(): string {
    return [tabbedLine(this.#titles), ...this.#order.map((index) => tabbedLine(this.#row(index)))].join('\n');
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('window') || !this.window) return;
    const { table } = this.window;
    if (this.#titles.join('\n') !== table.titles.join('\n')) this.#sort = undefined;
    this.#titles = table.titles;
    this.#meetNames();
    this.#build();
  }

  #meetNames(): void {
    const { table, from, to } = this.window!;
    this.#naming.abort();
    this.#naming = new AbortController();
    const names = (this.#names = new EndNames());
    for (let index = from; index < to; index++) names.meet(table.row(index));
    // A link whose ends cannot be read now shows their ids; the inspector tells why.
    if (this.nexus)
      names.ask(this.nexus, this.#naming.signal, () => nameEnds(this.#table, names)).catch(() => undefined);
  }

  override render() {
    if (!this.window) return html``;
    if (this.window.table.length === 0) return html`<p class="note nothing">Nothing matches.</p>`;
    return html`<div
      class="scroller"
      @click=${this.#onClick}
      @keydown=${this.#onKey}
      @pointerover=${this.#onOver}
      @copy=${this.#onCopyEvent}
    >
      ${this.#table}
    </div>`;
  }

  #row(index: number): Row {
    return this.window!.table.row(index);
  }

  // -------------------------------------------------------------- building

  #build(): void {
    const { from, to, before } = this.window!;
    this.#order = this.#ordered();
    this.#body = create('tbody');
    const label = `Rows ${number(before + from + 1)} to ${number(before + to)}`;
    this.#table = create('table', {
      role: 'grid',
      'aria-label': label,
      'aria-rowcount': String(this.#order.length + 1),
    });
    this.#table.append(this.#columns(), this.#head(), this.#body);
    cancelAnimationFrame(this.#filling);
    this.#fill(ROWS_FIRST);
    this.#table.querySelector('button')?.setAttribute('tabindex', '0');
  }

  #ordered(): number[] {
    const { from, to } = this.window!;
    const indexes = Array.from({ length: to - from }, (_, at) => from + at);
    if (!this.#sort) return indexes;
    const { column, direction } = this.#sort;
    const cells = indexes.map((index) => this.#row(index)[column]);
    return sortedIndexes(cells, direction).map((at) => indexes[at]!);
  }

  #fill(upTo: number): void {
    const piece = document.createDocumentFragment();
    for (let at = this.#body.rows.length; at < Math.min(upTo, this.#order.length); at++)
      piece.append(this.#rowElement(at));
    this.#body.append(piece);
    if (this.#body.rows.length >= this.#order.length) return;
    this.#filling = requestAnimationFrame(() => this.#fill(this.#body.rows.length + ROWS_A_PIECE));
  }

  /** As wide as their texts ask for; where the window has more room than that, those get it whose texts would fill it. */
  #columns(): HTMLElement {
    const sample = this.#order.slice(0, 50).map((index) => this.#row(index));
    const wanted = this.#titles.map((title, column) => {
      const lengths = sample.map((row) => textWidth(row[column], this.#names)).sort((a, b) => a - b);
      return Math.max(WIDTH_MIN, lengths[Math.floor(lengths.length * 0.9)] ?? 0, title.length + 2);
    });
    const given = wanted.map((width) => Math.min(WIDTH_MAX, width) * 0.53 + 1.5);
    const position = number(this.window!.before + this.window!.to).length * 0.5 + 1.25;
    const wide = Math.max(...wanted);
    const takesRest = wanted.map((width, at) => (wide > WIDTH_MAX ? width > WIDTH_MAX : at === wanted.length - 1));
    this.#table.style.width = `max(${given.reduce((sum, width) => sum + width, position)}rem, 100%)`;
    const col = (width: number | undefined) => {
      const element = create('col');
      if (width !== undefined) element.style.width = `${width}rem`;
      return element;
    };
    return create('colgroup', {}, col(position), ...given.map((width, at) => col(takesRest[at] ? undefined : width)));
  }

  #head(): HTMLElement {
    const row = create('tr');
    row.append(create('th', { scope: 'col', class: 'position' }, create('span', { class: 'hidden-label' }, 'Row')));
    this.#titles.forEach((title, column) => {
      const direction = this.#sort?.column === column ? this.#sort.direction : 'none';
      const th = create('th', { scope: 'col', 'aria-sort': direction });
      const button = create('button', { type: 'button', 'data-sort': String(column), tabindex: '-1', title });
      button.append(title, create('span', { class: 'arrow', 'aria-hidden': 'true' }));
      th.append(button);
      row.append(th);
    });
    return create('thead', {}, row);
  }

  #rowElement(at: number): HTMLTableRowElement {
    const index = this.#order[at]!;
    const place = number(this.window!.before + index + 1);
    const row = create('tr', { 'aria-rowindex': String(at + 2) });
    const copy = create(
      'button',
      { type: 'button', 'data-action': 'row', tabindex: '-1', title: 'Copy this row' },
      place,
    );
    copy.setAttribute('aria-label', `Row ${place}: copy it`);
    row.append(create('th', { scope: 'row', class: 'position' }, copy));
    for (const cell of this.#row(index)) {
      const td = create('td', { tabindex: '-1' });
      if (typeof cell === 'number') td.className = 'numeric';
      td.append(...cellContent(cell, this.#names));
      row.append(td);
    }
    return row;
  }

  // -------------------------------------------------------------- working it

  #onClick = (event: MouseEvent): void => {
    const target = event.target as HTMLElement;
    const button = target.closest('button');
    if (!button) return;
    if (button === this.#copy) void this.#copyCell(button.closest('td')!);
    else if (button.dataset['id']) ask(this, 'kip-inspect', { id: button.dataset['id'] });
    else if (button.dataset['sort']) this.#sortBy(Number(button.dataset['sort']));
    else this.#act(button);
  };

  #act(button: HTMLButtonElement): void {
    const td = button.closest('td');
    if (button.dataset['action'] === 'row') void this.#copyRow(button.closest('tr')!);
    else if (button.dataset['action'] === 'text' && td) td.replaceChildren(cellText(this.#cellOf(td)));
    else if (button.dataset['action'] === 'open' && td) this.#toggleStructure(button, td);
  }

  #toggleStructure(button: HTMLButtonElement, td: HTMLTableCellElement): void {
    const open = td.querySelector('kip-json');
    button.setAttribute('aria-expanded', String(!open));
    if (open) {
      open.remove();
      return;
    }
    const tree = document.createElement('kip-json');
    tree.value = this.#cellOf(td) as Json;
    tree.label = `${this.#titles[td.cellIndex - 1]} of row ${td.parentElement!.firstElementChild!.textContent}`;
    td.append(tree);
  }

  #cellOf(td: HTMLTableCellElement) {
    const row = td.parentElement as HTMLTableRowElement;
    return this.#row(this.#order[row.sectionRowIndex]!)[td.cellIndex - 1];
  }

  #sortBy(column: number): void {
    const was = this.#sort?.column === column ? this.#sort.direction : undefined;
    if (was === 'descending') this.#sort = undefined;
    else this.#sort = { column, direction: was ? 'descending' : 'ascending' };
    this.#build();
    this.requestUpdate();
    const said = this.#sort
      ? `Sorted by ${this.#titles[column]}, ${this.#sort.direction}, this page only.`
      : 'In the order of the answer.';
    ask(this, 'kip-say', said);
    void this.updateComplete.then(() => this.#move(this.#table.tHead!.rows[0]!.cells[column + 1]!));
  }

  async #copyCell(td: HTMLTableCellElement): Promise<void> {
    await this.#toClipboard(cellText(this.#cellOf(td)), 'Cell copied.');
  }

  async #copyRow(row: HTMLTableRowElement): Promise<void> {
    await this.#toClipboard(tabbedLine(this.#row(this.#order[row.sectionRowIndex]!)), 'Row copied.');
  }

  /** Copies all rows of this page. */
  async copyPage(): Promise<void> {
    await this.#toClipboard(this.pageText(), `${count(this.#order.length, 'row')} copied.`);
  }

  async #toClipboard(text: string, said: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      ask(this, 'kip-say', said);
    } catch {
      ask(this, 'kip-say', 'The browser does not let this page copy. Allow the clipboard for it, then try again.');
    }
  }

  #onOver = (event: PointerEvent): void => {
    const td = (event.target as HTMLElement).closest('td');
    if (td && td !== this.#copy.parentElement && td.childNodes.length > 0) td.append(this.#copy);
  };

  #onCopyEvent = (event: ClipboardEvent): void => {
    if (String(document.getSelection()) !== '') return;
    const cell = this.#focused;
    if (!cell) return;
    event.preventDefault();
    if (cell instanceof HTMLTableCellElement && cell.tagName === 'TD') void this.#copyCell(cell);
    else if (cell.parentElement?.parentElement === this.#body)
      void this.#copyRow(cell.parentElement as HTMLTableRowElement);
  };

  get #focused(): HTMLTableCellElement | undefined {
    const active = this.renderRoot instanceof ShadowRoot ? this.renderRoot.activeElement : null;
    return active?.closest<HTMLTableCellElement>('td, th') ?? undefined;
  }

  #onKey = (event: KeyboardEvent): void => {
    const cell = this.#focused;
    if (!cell || (event.target as HTMLElement).closest('kip-json')) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      // Chromium fires no copy event for a cell without a selection in it.
      if (String(document.getSelection()) !== '' || cell.parentElement?.parentElement !== this.#body) return;
      event.preventDefault();
      if (cell.tagName === 'TD') void this.#copyCell(cell);
      else void this.#copyRow(cell.parentElement as HTMLTableRowElement);
      return;
    }
    const next = this.#neighbour(cell, event);
    if (next) {
      event.preventDefault();
      this.#move(next);
    } else if (event.key === 'Enter' && event.target === cell) {
      event.preventDefault();
      cell.querySelector<HTMLButtonElement>('button:not(.copy)')?.click();
    }
  };

  #neighbour(cell: HTMLTableCellElement, event: KeyboardEvent): HTMLTableCellElement | undefined {
    const row = cell.parentElement as HTMLTableRowElement;
    const rows = this.#table.rows;
    const at = (rowIndex: number, column: number) =>
      rows[Math.max(0, Math.min(rows.length - 1, rowIndex))]!.cells[
        Math.max(0, Math.min(row.cells.length - 1, column))
      ];
    const far = event.ctrlKey || event.metaKey;
    switch (event.key) {
      case 'ArrowLeft':
        return at(row.rowIndex, cell.cellIndex - 1);
      case 'ArrowRight':
        return at(row.rowIndex, cell.cellIndex + 1);
      case 'ArrowUp':
        return at(row.rowIndex - 1, cell.cellIndex);
      case 'ArrowDown':
        return at(row.rowIndex + 1, cell.cellIndex);
      case 'PageUp':
        return at(row.rowIndex - 20, cell.cellIndex);
      case 'PageDown':
        return at(row.rowIndex + 20, cell.cellIndex);
      case 'Home':
        return at(far ? 0 : row.rowIndex, 0);
      case 'End':
        return at(far ? rows.length - 1 : row.rowIndex, row.cells.length - 1);
      default:
        return undefined;
    }
  }

  /** Moves the one stop of the Tab key. A header cell's is its button. */
  #move(cell: HTMLTableCellElement): void {
    for (const old of this.#table.querySelectorAll('[tabindex="0"]')) old.setAttribute('tabindex', '-1');
    const stop = cell.tagName === 'TH' ? (cell.querySelector('button') ?? cell) : cell;
    stop.setAttribute('tabindex', '0');
    stop.focus();
  }
}

function textWidth(cell: Row[number], names: EndNames): number {
  const element = asElement(cell ?? null);
  if (element && isLink(element)) {
    const ends = [element.subject, element.object].map((end) => Math.max(END_WIDTH, names.get(end).length));
    return element.predicate.length + ends[0]! + ends[1]! + 4;
  }
  const first = cellContent(cell, names)
    .map((node) => node.textContent ?? '')
    .join('');
  return first.length + (typeof cell === 'object' && cell !== null ? 4 : 0);
}

customElements.define('kip-table', TableView);

declare global {
  interface HTMLElementTagNameMap {
    'kip-table': TableView;
  }
}
