// The tabs of the memory and, while a scratch nexus is open, those of the scratch in their place.
import { WorkTabs } from './tabs.ts';

const NOT_KEPT =
  'The browser has no room to keep these tabs: a reload brings back older ones. Close long tabs, or save what you need.';

export interface TabSetsEvents {
  readonly onChange: () => void;
  /** @param id of a tab that is no more */
  readonly onEnd: (id: string) => void;
  /** Told once, in words: what is written in the tabs is lost with the page. */
  readonly onNotKept: (words: string) => void;
}

export class TabSets {
  readonly #events: TabSetsEvents;
  readonly #memory: WorkTabs;
  #scratch: WorkTabs | undefined;

  constructor(memoryName: string, events: TabSetsEvents) {
    this.#events = events;
    this.#memory = this.#watched(new WorkTabs(memoryName));
  }

  get current(): WorkTabs {
    return this.#scratch ?? this.#memory;
  }

  /** To be called when another nexus is open: each scratch begins with tabs of its own. */
  follow(scratch: boolean): void {
    this.#scratch?.all.forEach(({ id }) => this.#events.onEnd(id));
    this.#scratch = scratch ? this.#watched(new WorkTabs(undefined)) : undefined;
  }

  #watched(tabs: WorkTabs): WorkTabs {
    let known = new Set<string>();
    tabs.addEventListener('change', () => {
      const ids = new Set(tabs.all.map(({ id }) => id));
      for (const id of known) if (!ids.has(id)) this.#events.onEnd(id);
      known = ids;
      this.#events.onChange();
    });
    tabs.addEventListener('not-kept', () => this.#events.onNotKept(NOT_KEPT));
    return tabs;
  }
}
