// The answer to the last command: a table or JSON, or what went wrong and what to do about it.
import { ERROR_CODES, ERROR_DESCRIPTIONS, type ErrorKind, type ErrorObject } from '../protocol/errors.ts';
import type { KipResponse } from '../protocol/response.ts';
import { isJsonObject, type Json } from '../protocol/values.ts';
import { columnTitles } from './column-titles.ts';
import { button, byId, create } from './elements.ts';
import { cellText, toTable, type Table } from './table.ts';
import { count, duration } from './words.ts';

/** Rows and characters shown at first; the rest is one click away. */
const ROWS_FIRST = 200;
const CHARACTERS_FIRST = 200_000;
const PAIRS_DEPTH = 2;

export interface Answer {
  readonly command: string;
  readonly response: KipResponse;
  readonly milliseconds: number;
  readonly dryRun: boolean;
  /** Asks for the page after this one; absent where there is none, or the command names a cursor itself. */
  readonly nextPage: (() => void) | undefined;
}

const heading = byId('answer-heading', HTMLElement);
const status = byId('answer-status', HTMLElement);
const body = byId('answer', HTMLElement);
const views = byId('views', HTMLFieldSetElement);
let shown: Answer | undefined;

export function showRunning(): void {
  status.textContent = 'Running …';
}

export function showNote(text: string): void {
  status.textContent = text;
}

export function showAnswer(answer: Answer): void {
  showContent(answer);
  // On a phone the answer lies below the form.
  heading.scrollIntoView({ block: 'nearest' });
}

function showContent(answer: Answer): void {
  shown = answer;
  const { error, result } = answer.response;
  views.hidden = error !== undefined;
  if (error) {
    status.textContent = '';
    body.replaceChildren(problem(error));
  } else {
    const table = toTable(result ?? null, columnTitles(answer.command));
    status.textContent = summary(answer, table);
    body.replaceChildren(asViewed(answer, table), ...more(answer));
  }
}

views.addEventListener('change', () => {
  if (shown) showContent(shown);
});

function asViewed({ response }: Answer, table: Table): HTMLElement {
  const view = views.querySelector<HTMLInputElement>(':checked')?.value;
  return view === 'json' ? jsonView(response.result ?? null) : tableView(table);
}

function summary({ response, milliseconds, dryRun }: Answer, { rows }: Table): string {
  const found = Array.isArray(response.result) ? count(rows.length, 'row', 'rows') : 'Done';
  const note = dryRun ? ' · dry run: nothing was written' : '';
  return `${found} in ${duration(milliseconds)}${note}`;
}

function more({ response, nextPage }: Answer): HTMLElement[] {
  if (response.next_cursor === undefined) return [];
  if (nextPage) return [create('p', { class: 'more' }, 'There is more. ', button('Next page', nextPage))];
  const cursor = create('code', {}, response.next_cursor);
  return [create('p', { class: 'more' }, 'There is more; the cursor of the next page is ', cursor)];
}

/** The error in plain words first; the code is for looking it up. */
function problem({ code, message, hint }: ErrorObject): HTMLElement {
  const kind = Object.entries(ERROR_CODES).find(([, known]) => known === code)?.[0] as ErrorKind | undefined;
  const name = kind === undefined ? '' : ` ${ERROR_DESCRIPTIONS[kind].name}`;
  return create(
    'div',
    { class: 'problem', role: 'alert' },
    create('p', { class: 'problem-message' }, message),
    ...(hint ? [create('p', {}, create('strong', {}, 'What to do: '), hint)] : []),
    create('p', { class: 'problem-code' }, `${code}${name}`),
  );
}

function tableView({ headers, rows }: Table): HTMLElement {
  if (rows.length === 0) return create('p', { class: 'note' }, 'Nothing matches.');
  const head = create('tr', {}, ...headers.map((title) => create('th', { scope: 'col' }, title)));
  const tbody = create('tbody');
  const table = create('table', {}, create('thead', {}, head), tbody);
  const scroller = create(
    'div',
    { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': 'Answer as a table' },
    table,
  );
  const addRows = (from: number, to: number) => tbody.append(...rows.slice(from, to).map(tableRow));
  addRows(0, ROWS_FIRST);
  if (rows.length <= ROWS_FIRST) return scroller;
  const rest = button(`Show all ${rows.length} rows`, () => {
    rest.remove();
    addRows(ROWS_FIRST, rows.length);
  });
  return create('div', {}, scroller, rest);
}

function tableRow(cells: readonly (Json | undefined)[]): HTMLElement {
  return create('tr', {}, ...cells.map((cell) => create('td', {}, ...content(cell))));
}

/** Objects are laid out as key and value, as deep as an element of the memory goes; what is deeper stays JSON. */
function content(value: Json | undefined, depth = 0): (Node | string)[] {
  if (value === undefined || value === '') return [];
  if (value === null || typeof value === 'boolean') return [create('span', { class: 'word' }, String(value))];
  if (!isJsonObject(value) || depth === PAIRS_DEPTH) return [cellText(value)];
  const entries = Object.entries(value);
  if (entries.length === 0) return [create('span', { class: 'word' }, '{}')];
  const pairs = entries.flatMap(([key, inner]) => [
    create('dt', {}, key),
    create('dd', {}, ...content(inner, depth + 1)),
  ]);
  return [create('dl', { class: 'pairs' }, ...pairs)];
}

function jsonView(result: Json): HTMLElement {
  const text = JSON.stringify(result, null, 2);
  const code = create('code', {}, text.slice(0, CHARACTERS_FIRST));
  const scroller = create(
    'pre',
    { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': 'Answer as JSON' },
    code,
  );
  if (text.length <= CHARACTERS_FIRST) return scroller;
  const rest = button(`Show all ${text.length} characters`, () => {
    rest.remove();
    code.textContent = text;
  });
  return create('div', {}, scroller, rest);
}
