// The tabs of work: what is written in each, which one is looked at, in which order they stand. Kept by the page between reloads
// (tab-storage.ts); what was run in them is not.
import type { UseCommand } from '../app/events.ts';
import { FIRST_STATEMENT } from './examples.ts';
import { readParameters } from './parameters.ts';
import { keptTabs, keepTabs } from './tab-storage.ts';
import { titleOf } from './statement-kind.ts';

export interface WorkTab {
  readonly id: string;
  /** Given by the person; absent where the tab is called after its first statement. */
  readonly title?: string;
  readonly command: string;
  /** The text of the parameters pane, which may not be JSON yet. */
  readonly parameters: string;
}

export interface TabSet {
  readonly tabs: readonly WorkTab[];
  readonly activeId: string;
}

/** Typing comes in bursts, and a text can be long. */
const KEEP_AFTER_MS = 300;

let created = 0;
const newId = (): string => `${Date.now().toString(36)}-${(created++).toString(36)}`;

/**
 * Tells of every `change`; and, once, when the tabs are `not-kept` any more, because they have become too long for the browser or it
 * refuses storage.
 */
export class WorkTabs extends EventTarget {
  /** Undefined for a scratch, whose tabs end with it. */
  readonly #place: string | undefined;
  #tabs: readonly WorkTab[];
  #activeId: string;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  /** Counts every change. */
  version = 0;
  #kept = true;

  /** @param place name of the memory these tabs belong to */
  constructor(place: string | undefined) {
    super();
    this.#place = place;
    const before = place === undefined ? undefined : keptTabs(place);
    this.#tabs = before?.tabs ?? [{ id: newId(), command: FIRST_STATEMENT, parameters: '' }];
    this.#activeId = before?.activeId ?? this.#tabs[0]!.id;
    if (place !== undefined) window.addEventListener('pagehide', () => this.flush());
  }

  get all(): readonly WorkTab[] {
    return this.#tabs;
  }

  get active(): WorkTab {
    return this.#tabs.find(({ id }) => id === this.#activeId) ?? this.#tabs[0]!;
  }

  find(id: string): WorkTab | undefined {
    return this.#tabs.find((tab) => tab.id === id);
  }

  /** The title given, or else one made of the first statement. */
  title(tab: WorkTab): string {
    return tab.title ?? titleOf(tab.command);
  }

  activate(id: string): void {
    this.#become(this.#tabs, id);
  }

  /** @param by 1 for the next tab, -1 for the one before, around the end */
  step(by: number): void {
    const at = this.#tabs.indexOf(this.active);
    this.activate(this.#tabs[(at + by + this.#tabs.length) % this.#tabs.length]!.id);
  }

  /**
   * Puts a command into a tab: the one that has it already, the active one if it is empty or free, or a new one.
   *
   * @param isFree whether what stands in a tab is worth nothing to the person
   */
  take(use: UseCommand, isFree: (tab: WorkTab) => boolean): void {
    const parameters = JSON.stringify(use.parameters ?? {});
    const has = (tab: WorkTab) =>
      tab.command === use.command && JSON.stringify(readParameters(tab.parameters).values) === parameters;
    const there = this.#tabs.find(has);
    if (there) return this.activate(there.id);
    const before = this.active;
    this.open(use);
    if (before.command.trim() === '' || isFree(before)) this.close(before.id);
  }

  /** A new tab beside the active one, which becomes the active one. */
  open({ command = '', parameters, title }: Partial<UseCommand> = {}): WorkTab {
    const text = parameters && Object.keys(parameters).length > 0 ? JSON.stringify(parameters, null, 2) : '';
    const tab = { id: newId(), command, parameters: text, ...(title !== undefined && { title }) };
    const at = this.#tabs.indexOf(this.active) + 1;
    this.#become(this.#tabs.toSpliced(at, 0, tab), tab.id);
    return tab;
  }

  /** Another tab with the same text, beside it. */
  duplicate(id: string): void {
    const tab = this.find(id)!;
    const at = this.#tabs.indexOf(tab) + 1;
    const copy = { ...tab, id: newId() };
    this.#become(this.#tabs.toSpliced(at, 0, copy), copy.id);
  }

  /** The last tab is never closed, but emptied. */
  close(id: string): void {
    const at = this.#tabs.findIndex((tab) => tab.id === id);
    const rest = this.#tabs.toSpliced(at, 1);
    const next = rest.length > 0 ? rest : [{ id: newId(), command: '', parameters: '' }];
    const neighbour = next[Math.min(at, next.length - 1)]!.id;
    this.#become(next, id === this.#activeId ? neighbour : this.#activeId);
  }

  /** @param title empty to call the tab after its first statement again */
  rename(id: string, title: string): void {
    this.#change(id, ({ title: _, ...tab }) => (title.trim() === '' ? tab : { ...tab, title: title.trim() }));
  }

  /** @param by how many places to the right; negative to the left */
  move(id: string, by: number): void {
    const from = this.#tabs.findIndex((tab) => tab.id === id);
    const to = Math.max(0, Math.min(this.#tabs.length - 1, from + by));
    this.#become(this.#tabs.toSpliced(from, 1).toSpliced(to, 0, this.#tabs[from]!), this.#activeId);
  }

  write(id: string, text: Partial<Pick<WorkTab, 'command' | 'parameters'>>): void {
    this.#change(id, (tab) => ({ ...tab, ...text }));
  }

  #change(id: string, change: (tab: WorkTab) => WorkTab): void {
    this.#become(
      this.#tabs.map((tab) => (tab.id === id ? change(tab) : tab)),
      this.#activeId,
    );
  }

  /** Keeps at once what a change a moment ago left to be kept. */
  flush(): void {
    if (this.#keeping === undefined || this.#place === undefined) return;
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const before = this.#kept;
    this.#kept = keepTabs(this.#place, { tabs: this.#tabs, activeId: this.#activeId });
    if (before && !this.#kept) this.dispatchEvent(new Event('not-kept'));
  }

  #become(tabs: readonly WorkTab[], activeId: string): void {
    this.#tabs = tabs;
    this.#activeId = activeId;
    this.version++;
    this.#keeping ??= setTimeout(() => this.flush(), KEEP_AFTER_MS);
    this.dispatchEvent(new Event('change'));
  }
}
