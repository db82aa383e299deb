// What stands in a cell of the table: elements as chips that open, ids as buttons, structures in short form with a button for the
// rest, long texts cut at a button.
import { isJsonObject, type Json } from '../../protocol/values.ts';
import { create } from './dom.ts';
import { asElement, type Concept, isId, isLink, type Link } from '../../protocol/elements.ts';
import type { EndNames } from './end-names.ts';
import { cellText, type Cell } from './table.ts';
import { count, shortened } from './words.ts';

const TEXT_FIRST = 240;
const COMPACT_FIRST = 90;

export function cellContent(cell: Cell, names: EndNames): Node[] {
  if (cell === undefined || cell === '') return [];
  if (cell === null || typeof cell === 'boolean') return [create('span', { class: 'word' }, String(cell))];
  if (typeof cell === 'number') return [create('span', { class: 'number' }, String(cell))];
  if (typeof cell === 'string') return isId(cell) ? [idChip(cell)] : textContent(cell);
  const element = asElement(cell);
  if (!element) return structure(cell);
  return [isLink(element) ? linkChip(element, names) : conceptChip(element)];
}

function textContent(text: string): Node[] {
  if (text.length <= TEXT_FIRST) return [document.createTextNode(text)];
  const rest = create('button', { type: 'button', class: 'plain-link', 'data-action': 'text', tabindex: '-1' });
  rest.append(`all ${count(text.length, 'character')}`);
  return [document.createTextNode(`${shortened(text, TEXT_FIRST)} `), rest];
}

function conceptChip({ id, type, name }: Concept): HTMLElement {
  const button = create('button', { type: 'button', class: 'chip', 'data-id': id, tabindex: '-1', title: name });
  button.append(create('span', { class: 'type' }, type), create('span', { class: 'name' }, name));
  return button;
}

/** A link reads as it is written: subject, predicate, object. */
function linkChip({ id, subject, predicate, object }: Link, names: EndNames): HTMLElement {
  const end = (of: string) => create('span', { class: 'name', 'data-end': of }, names.get(of));
  const button = create('button', { type: 'button', class: 'chip', 'data-id': id, tabindex: '-1' });
  button.append(end(subject), ' ', create('span', { class: 'type' }, predicate), ' ', end(object));
  button.title = `${button.textContent} · ${id}`;
  return button;
}

/** Writes the names of ends that have become known into the chips of links. */
export function nameEnds(within: HTMLElement, names: EndNames): void {
  for (const end of within.querySelectorAll<HTMLElement>('[data-end]')) {
    const name = names.get(end.dataset['end']!);
    if (end.textContent === name) continue;
    end.textContent = name;
    const chip = end.closest('button')!;
    chip.title = `${chip.textContent} · ${chip.dataset['id']}`;
  }
}

function idChip(id: string): HTMLElement {
  return create('button', { type: 'button', class: 'chip mono', 'data-id': id, tabindex: '-1' }, id);
}

function structure(value: Json): Node[] {
  const short = compact(value);
  const amount = Array.isArray(value) ? value.length : Object.keys(value as object).length;
  if (amount === 0) return [create('span', { class: 'mono' }, short)];
  const button = create('button', { type: 'button', class: 'structure mono', 'data-action': 'open', tabindex: '-1' });
  button.setAttribute('aria-expanded', 'false');
  button.append(short);
  return [button];
}

/** A structure on one line, cut where it gets long; what is cut opens in place. */
export function compact(value: Json): string {
  return shortened(brief(value, 2), COMPACT_FIRST);
}

function brief(value: Json, depth: number): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    if (depth === 0) return `[${value.length}]`;
    const shown = (value as readonly Json[]).slice(0, 8).map((item) => brief(item, depth - 1));
    return `[${shown.join(', ')}${value.length > 8 ? ', …' : ''}]`;
  }
  if (isJsonObject(value)) {
    const element = asElement(value);
    if (element) return isLink(element) ? element.predicate : `${element.type} ${element.name}`;
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    if (depth === 0) return '{…}';
    const shown = entries.slice(0, 6).map(([key, item]) => `${key}: ${brief(item, depth - 1)}`);
    return `{${shown.join(', ')}${entries.length > 6 ? ', …' : ''}}`;
  }
  return typeof value === 'string' ? JSON.stringify(shortened(value, 40)) : cellText(value);
}
