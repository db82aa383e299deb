// What was deleted leaves the file. SQLite overwrites deleted rows itself (secure_delete), but a full-text index only marks an entry as
// gone: its words stay until the index is merged. That is done between requests, a slice at a time; a note in the file sees to it that
// it is done even if the program ends first.
import type { Driver } from '../store/driver.ts';
import { readSetting, removeSetting, writeSetting } from '../store/settings.ts';

/** Pages of the index merged at once: a slice takes some milliseconds, an index of 100,000 concepts a dozen slices. */
const SLICE_PAGES = 64;

/** Begins when nobody has asked for anything for so long … */
const IDLE_MS = 2000;
/** … and after this at the latest. */
const WAIT_MS_MAX = 30_000;

const INDEXES = ['concept_index', 'proposition_index'];

export class Forgetting {
  readonly #driver: Driver;
  #due: boolean;
  /** Indexes still to be merged in this round, the current one first, and whether it has been begun. */
  #left: readonly string[] = [];
  #begun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latestStart = Infinity;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#due = readSetting(driver, 'forgetting') === 1;
  }

  /** Inside a transaction: entries of the index are being replaced or removed. */
  note(): void {
    writeSetting(this.#driver, 'forgetting', 1);
    this.#due = true;
    this.#left = [];
  }

  get isDue(): boolean {
    return this.#due;
  }

  /** Merges another slice; false once nothing of what was deleted is left. Outside of transactions. */
  step(): boolean {
    if (!this.#due) return false;
    if (this.#left.length === 0) {
      this.#left = INDEXES;
      this.#begun = false;
    }
    const [index] = this.#left;
    if (!this.#driver.transaction(() => this.#mergeSlice(index!))) {
      this.#left = this.#left.slice(1);
      this.#begun = false;
      if (this.#left.length === 0) this.#finished();
    }
    return this.#due;
  }

  finish(): void {
    while (this.step());
  }

  /** Does all of it once the memory has been idle for a moment. Called after every request, which puts it off. */
  later(): void {
    if (!this.#due) return;
    const now = performance.now();
    this.#latestStart = Math.min(this.#latestStart, now + WAIT_MS_MAX);
    this.#wait(Math.min(IDLE_MS, this.#latestStart - now));
  }

  /** A file that is full or broken is reported to whoever writes next; the note in it stays, and this is tried again then. */
  #tryStep(): boolean {
    try {
      return this.step();
    } catch {
      return false;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#latestStart = Infinity;
      if (this.#tryStep()) this.#wait(0);
    }, ms);
  }

  /** False where there was nothing more to merge. */
  #mergeSlice(index: string): boolean {
    const changes = (): number => this.#driver.get('SELECT total_changes()')![0] as number;
    const before = changes();
    // A negative number begins: it has all parts of the index merged, not only those that would be merged anyway.
    const pages = this.#begun ? SLICE_PAGES : -SLICE_PAGES;
    this.#driver.run(`INSERT INTO ${index}(${index}, rank) VALUES ('merge', ?1)`, [pages]);
    this.#begun = true;
    return changes() - before >= 2; // documented: fewer mean that the command did nothing
  }

  #finished(): void {
    this.#driver.transaction(() => removeSetting(this.#driver, 'forgetting'));
    this.#due = false;
    // The log holds older versions of pages until it is emptied.
    this.#driver.script('PRAGMA wal_checkpoint(TRUNCATE)');
  }
}
