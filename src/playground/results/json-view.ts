// JSON as a tree that folds. Children are made when a node opens, long lists a hundred at a time, so that no value is too large to look
// at; texts keep their line breaks. One stop of the Tab key, arrows inside (the tree of the ARIA practices).
import { css, html, LitElement, type PropertyValues } from 'lit';
import { isJsonObject, type Json } from '../../protocol/values.ts';
import { ask } from '../app/events.ts';
import { compact } from './cell.ts';
import { create } from './dom.ts';
import { isId } from '../../protocol/elements.ts';
import { base } from './style.ts';
import { number } from './words.ts';

const CHILDREN_FIRST = 100;
const TEXT_FIRST = 2000;
/** Opened at first: as deep as this, while there are few nodes. */
const DEPTH_FIRST = 2;
const OPEN_MAX = 60;

interface TreeNode {
  readonly key: string | number | undefined;
  readonly value: Json;
  readonly level: number;
}

export class JsonView extends LitElement {
  static override properties = { value: { attribute: false }, label: {} };
  static override styles = [
    base,
    css`
      :host {
        font-family: var(--mono);
        font-size: var(--size-xs);
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      ul ul {
        margin-inline-start: 0.45rem;
        padding-inline-start: 0.85rem;
        border-inline-start: 1px solid var(--line);
      }
      li {
        outline: none;
      }
      li > .line {
        display: flex;
        align-items: baseline;
        gap: 0.5em;
        padding: 0 0.25em;
        border-radius: var(--radius);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      li:focus-visible > .line {
        outline: 2px solid var(--accent);
        outline-offset: -1px;
      }
      .line:hover {
        background: var(--hover);
      }
      .twist {
        flex: none;
        width: 0.9em;
        color: var(--ink-soft);
        cursor: pointer;
      }
      li[aria-expanded='true'] > .line > .twist::before {
        content: '▾';
      }
      li[aria-expanded='false'] > .line > .twist::before {
        content: '▸';
      }
      .key {
        flex: none;
        max-width: 40%;
        color: var(--ink);
        font-weight: 600;
      }
      .index {
        color: var(--ink-faint);
        font-weight: normal;
      }
      .string {
        color: var(--string);
      }
      .short {
        color: var(--ink-soft);
        white-space: nowrap;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      li[aria-expanded='true'] > .line > .short {
        display: none;
      }
      .line > .note {
        flex: none;
      }
      .line button {
        flex: none;
        min-height: 0;
        padding: 0 0.4em;
        font-size: inherit;
        color: var(--accent);
        opacity: 0;
      }
      .line button.open {
        opacity: 1;
        text-decoration: underline;
      }
      .line:hover > button,
      li:focus > .line > button,
      .line > button:focus-visible {
        opacity: 1;
      }
      @media (hover: none) {
        .line button {
          opacity: 1;
        }
      }
    `,
  ];
  declare value: Json | undefined;
  declare label: string;

  #nodes = new WeakMap<HTMLElement, TreeNode>();
  #tree = create('ul');

  constructor() {
    super();
    this.label = 'JSON';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('value') || this.value === undefined) return;
    this.#tree = create('ul', { role: 'tree' });
    const root = this.#node({ key: undefined, value: this.value, level: 1 });
    root.setAttribute('tabindex', '0');
    this.#tree.append(root);
    this.#openFirst(root);
  }

  override render() {
    this.#tree.setAttribute('aria-label', this.label);
    return html`<div @click=${this.#onClick} @keydown=${this.#onKey}>${this.#tree}</div>`;
  }

  #openFirst(root: HTMLElement): void {
    let waiting = [root];
    let open = 0;
    for (let depth = 0; depth < DEPTH_FIRST + 1 && open < OPEN_MAX; depth++) {
      const next: HTMLElement[] = [];
      for (const item of waiting) {
        if (open >= OPEN_MAX) break;
        if (!this.#toggle(item, true)) continue;
        open += item.querySelectorAll(':scope > ul > li').length;
        next.push(...item.querySelectorAll<HTMLElement>(':scope > ul > li'));
      }
      waiting = next;
    }
  }

  // -------------------------------------------------------------- nodes

  #node(node: TreeNode): HTMLElement {
    const { key, value, level } = node;
    const item = create('li', { role: 'treeitem', tabindex: '-1', 'aria-level': String(level) });
    const line = create('div', { class: 'line' }, create('span', { class: 'twist', 'aria-hidden': 'true' }));
    if (key !== undefined) {
      line.append(create('span', { class: typeof key === 'number' ? 'key index' : 'key' }, String(key)));
    }
    this.#nodes.set(item, node);
    const size = childCount(value);
    if (size > 0) {
      item.setAttribute('aria-expanded', 'false');
      const amount = Array.isArray(value) ? `[${number(size)}]` : `{${number(size)}}`;
      line.append(create('span', { class: 'note' }, amount), create('span', { class: 'short' }, compact(value)));
    } else line.append(...this.#leaf(value));
    const copy = create('button', { type: 'button', 'data-action': 'copy', tabindex: '-1' }, 'Copy');
    copy.setAttribute('aria-label', key === undefined ? 'Copy all' : `Copy ${key}`);
    line.append(copy);
    item.append(line);
    return item;
  }

  #leaf(value: Json): Node[] {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number') return [create('span', { class: 'number' }, String(value))];
    const text = value === null || typeof value === 'boolean' ? String(value) : Array.isArray(value) ? '[]' : '{}';
    return [create('span', { class: 'word' }, text)];
  }

  /** A text with line breaks stands on lines of its own, without quotes and escapes. */
  #text(value: string): Node[] {
    const cut = value.length > TEXT_FIRST ? value.slice(0, TEXT_FIRST) : value;
    const shown = value.includes('\n') ? cut : JSON.stringify(cut);
    const parts: Node[] = [create('span', { class: 'string' }, shown)];
    if (isId(value)) {
      const open = create('button', { type: 'button', class: 'open', 'data-id': value, tabindex: '-1' }, 'Open');
      open.setAttribute('aria-label', `Open ${value}`);
      parts.push(open);
    }
    if (cut.length < value.length) {
      const all = create('button', { type: 'button', class: 'open', 'data-action': 'text', tabindex: '-1' });
      all.append(`all ${number(value.length)} characters`);
      parts.push(all);
    }
    return parts;
  }

  /** Opens or closes a node; false where it has no children. */
  #toggle(item: HTMLElement, open: boolean): boolean {
    const node = this.#nodes.get(item);
    if (!node || childCount(node.value) === 0) return false;
    item.setAttribute('aria-expanded', String(open));
    const list = item.querySelector<HTMLElement>(':scope > ul');
    if (list) list.hidden = !open;
    else if (open) {
      const children = create('ul', { role: 'group' });
      item.append(children);
      this.#addChildren(children, node, 0);
    }
    return true;
  }

  #addChildren(list: HTMLElement, { value, level }: TreeNode, from: number): void {
    const total = childCount(value);
    const to = Math.min(total, from + CHILDREN_FIRST);
    const keys = Array.isArray(value) ? undefined : Object.keys(value as object);
    for (let at = from; at < to; at++) {
      const key = keys ? keys[at]! : at;
      const child = (value as Record<string | number, Json>)[key]!;
      list.append(this.#node({ key, value: child, level: level + 1 }));
    }
    if (to === total) return;
    const more = create('li', { role: 'treeitem', tabindex: '-1', 'aria-level': String(level + 1) });
    const text = `${number(to)} of ${number(total)} shown: `;
    const button = create(
      'button',
      { type: 'button', class: 'open', tabindex: '-1' },
      `${number(Math.min(CHILDREN_FIRST, total - to))} more`,
    );
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      more.remove();
      this.#addChildren(list, { key: undefined, value, level }, to);
      this.#focusItem(list.children[to] as HTMLElement);
    });
    more.append(create('div', { class: 'line' }, create('span', { class: 'twist' }), text, button));
    list.append(more);
  }

  // -------------------------------------------------------------- working it

  #onClick = (event: Event): void => {
    const target = event.target as HTMLElement;
    const item = target.closest('li');
    if (!item) return;
    const button = target.closest('button');
    const node = this.#nodes.get(item);
    if (button?.dataset['id']) ask(this, 'kip-inspect', { id: button.dataset['id'] });
    else if (button?.dataset['action'] === 'copy' && node) void this.#copy(node.value);
    else if (button?.dataset['action'] === 'text' && node) this.#showAll(button, String(node.value));
    else if (!button && String(document.getSelection()) === '') {
      this.#toggle(item, item.getAttribute('aria-expanded') !== 'true');
      this.#focusItem(item);
    }
  };

  #showAll(button: HTMLElement, text: string): void {
    button.parentElement!.querySelector('.string')!.textContent = text.includes('\n') ? text : JSON.stringify(text);
    button.remove();
  }

  async #copy(value: Json): Promise<void> {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    try {
      await navigator.clipboard.writeText(text);
      ask(this, 'kip-say', 'Copied.');
    } catch {
      ask(this, 'kip-say', 'The browser does not let this page copy. Allow the clipboard for it, then try again.');
    }
  }

  #focusItem(item: HTMLElement | undefined): void {
    if (!item) return;
    for (const old of this.#tree.querySelectorAll('[tabindex="0"]')) old.setAttribute('tabindex', '-1');
    item.setAttribute('tabindex', '0');
    item.focus();
  }

  #onKey = (event: KeyboardEvent): void => {
    const item = event.target as HTMLElement;
    if (item.role !== 'treeitem') return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && String(document.getSelection()) === '') {
      const node = this.#nodes.get(item);
      if (node) void this.#copy(node.value);
    } else if (event.ctrlKey || event.metaKey || event.altKey || !this.#handle(event.key, item)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #handle(key: string, item: HTMLElement): boolean {
    const expanded = item.getAttribute('aria-expanded');
    const visible = () =>
      [...this.#tree.querySelectorAll<HTMLElement>('li')].filter((other) => !other.parentElement!.closest('[hidden]'));
    const step = (by: number) => {
      const items = visible();
      this.#focusItem(items[items.indexOf(item) + by]);
    };
    if (key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp') step(-1);
    else if (key === 'ArrowRight') {
      if (expanded === 'false') this.#toggle(item, true);
      else if (expanded === 'true') step(1);
    } else if (key === 'ArrowLeft') {
      if (expanded === 'true') this.#toggle(item, false);
      else this.#focusItem(item.parentElement!.closest('li') ?? undefined);
    } else if (key === 'Home') this.#focusItem(visible()[0]);
    else if (key === 'End') this.#focusItem(visible().at(-1));
    else if (key === '*') {
      for (const sibling of item.parentElement!.children) this.#toggle(sibling as HTMLElement, true);
    } else if (key === 'Enter' || key === ' ') {
      if (expanded !== null) this.#toggle(item, expanded !== 'true');
      else item.querySelector<HTMLElement>('.line > button.open')?.click();
    } else return false;
    return true;
  }
}

function childCount(value: Json): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

customElements.define('kip-json', JsonView);

declare global {
  interface HTMLElementTagNameMap {
    'kip-json': JsonView;
  }
}
