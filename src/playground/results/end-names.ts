// What the ends of links are called, for the links of a page: from the elements of the page itself where they are there, else asked for.
import { asElement, type Element, isLink } from '../../protocol/elements.ts';
import { lookUp, type Reader } from './look-up.ts';
import type { Row } from './table.ts';

const AT_ONCE = 100;

export class EndNames {
  readonly #names = new Map<string, string>();
  readonly #wanted = new Set<string>();

  /** Takes in the elements of a row. */
  meet(row: Row): void {
    for (const cell of row) {
      const element = asElement(cell ?? null);
      if (!element) continue;
      this.#names.set(element.id, nameOf(element));
      if (isLink(element)) this.#wanted.add(element.subject).add(element.object);
    }
  }

  /** The id itself while its name is not known. */
  get(id: string): string {
    return this.#names.get(id) ?? id;
  }

  /** Asks for the names that are missing, some at a time. What cannot be read keeps its id. */
  async ask(nexus: Reader, signal: AbortSignal, onNamed: () => void): Promise<void> {
    const missing = [...this.#wanted].filter((id) => !this.#names.has(id));
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      const found = await lookUp(nexus, missing.slice(at, at + AT_ONCE), signal);
      if (signal.aborted) return;
      for (const [id, element] of found) this.#names.set(id, nameOf(element));
      onNamed();
    }
  }
}

/** A link has no name: as the end of another it goes by its predicate. */
function nameOf(element: Element): string {
  return isLink(element) ? `(${element.predicate})` : element.name;
}
