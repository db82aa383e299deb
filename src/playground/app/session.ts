// Which nexus the playground stands on: the person's memory (`?nexus=name` in the address, else "default"), or a scratch nexus, which
// is kept in no file and never touches the memory. Panes read `state` and listen for `change`; `commit` comes after changes to what is
// in it, from whichever tab.
import {
  KipError,
  openNexus,
  type MeaningState,
  type Nexus,
  type NexusStatus,
  type StorageState,
} from '../../index.ts';
import type { OpenScratch } from './events.ts';
import { BackgroundMeaning } from './background-meaning.ts';

/** `closed`: here, or because it was removed. That other tabs have the memory open too makes no difference. */
export type Phase = 'opening' | 'open' | 'closed' | 'failed';

export interface SessionState {
  readonly phase: Phase;
  /** Of the memory, or the title of the scratch. */
  readonly name: string;
  /** The open one; undefined while none is. */
  readonly nexus: Nexus | undefined;
  /** How it is doing: whether it is being handed over, or does not answer. */
  readonly status: NexusStatus;
  /** Whether that is a scratch nexus. */
  readonly scratch: boolean;
  /** Text of what the scratch was opened with; undefined for a memory, and for a scratch that began empty. */
  readonly capsule: string | undefined;
  /** Where it is kept; undefined while no nexus is open. */
  readonly storage: StorageState | undefined;
  /** Why it could not be opened, with phase `failed`. */
  readonly failure: Error | undefined;
  /** What has come of reading the damaged file that was set aside, in words; undefined while nobody has asked for it. */
  readonly rescue: { readonly phase: 'running' | 'done' | 'failed'; readonly text: string } | undefined;
  /** Search by meaning; undefined before that is known. */
  readonly meaning: MeaningState | undefined;
  /** How far its model is loaded, "loading the language model, 40 %", or why it is not; empty where there is nothing to say. */
  readonly meaningNote: string;
}

type Place = { -readonly [K in keyof SessionState]: SessionState[K] };

/** Changes within this time are told as one. */
const TOLD_AS_ONE_MS = 100;

const place = (name: string, scratch: boolean): Place => ({
  phase: 'opening',
  name,
  nexus: undefined,
  status: { state: 'opening' },
  scratch,
  capsule: undefined,
  storage: undefined,
  failure: undefined,
  rescue: undefined,
  meaning: undefined,
  meaningNote: '',
});

export class Session extends EventTarget {
  readonly #memory: Place;
  #scratch: Place | undefined;
  #askedToPersist = false;
  readonly #meaning = new BackgroundMeaning((nexus, meaning, meaningNote) => {
    if (this.#memory.nexus === nexus) this.#set(this.#memory, { meaning, meaningNote });
  });

  constructor(name = new URLSearchParams(location.search).get('nexus') ?? 'default') {
    super();
    this.#memory = place(name, false);
  }

  get state(): SessionState {
    return this.#scratch ?? this.#memory;
  }

  /** The open nexus: the scratch where there is one, else the memory. */
  get nexus(): Nexus | undefined {
    return this.state.nexus;
  }

  /** The name of the person's memory, whatever is looked at. */
  get memoryName(): string {
    return this.#memory.name;
  }

  /** Opens the memory; what comes of it is told by `change`. */
  async open(): Promise<void> {
    const memory = this.#memory;
    this.#set(memory, { phase: 'opening', nexus: undefined, failure: undefined });
    try {
      const nexus = await openNexus({
        name: memory.name,
        onStatus: (status) => this.#follow(status),
        onCommit: () => void this.#persistOnce(),
      });
      this.#watch(memory, nexus);
      this.#set(memory, { phase: 'open', nexus, storage: await nexus.storage() });
      this.#meaning.start(nexus);
    } catch (failure) {
      this.#set(memory, { phase: 'failed', failure: failure as Error });
    }
  }

  /** Closes the memory here; `open()` opens it again. */
  async closeMemory(): Promise<void> {
    const { nexus } = this.#memory;
    this.#close();
    await nexus?.close();
  }

  /**
   * Opens a scratch nexus with these capsules in place of the one before.
   *
   * @throws KipError for a capsule that is refused; nothing has changed then
   */
  async openScratch({ title, capsules }: OpenScratch): Promise<void> {
    const scratch = place(title, true);
    const nexus = await openNexus({ name: `scratch-${crypto.randomUUID()}`, storage: 'memory' });
    try {
      for (const capsule of capsules) await nexus.importCapsule(capsule);
    } catch (failure) {
      await nexus.close();
      throw failure;
    }
    const before = this.#scratch?.nexus;
    const capsule = capsules.length === 0 ? undefined : capsules.join('\n');
    Object.assign(scratch, { phase: 'open', nexus, capsule, storage: await nexus.storage() });
    this.#watch(scratch, nexus);
    this.#scratch = scratch;
    this.#tell();
    await before?.close();
  }

  /** Back to the memory. The scratch is gone. */
  async leaveScratch(): Promise<void> {
    const { nexus } = this.#scratch ?? {};
    this.#scratch = undefined;
    this.#tell();
    await nexus?.close();
  }

  /** Brings what can be read of the damaged file that was set aside into the memory. The file itself stays beside it. */
  async rescue(): Promise<void> {
    const memory = this.#memory;
    const { nexus } = memory;
    if (!nexus?.damage) return;
    this.#set(memory, { rescue: { phase: 'running', text: 'Reading what can be read of it …' } });
    try {
      const { capsule, concepts, propositions, losses } = await nexus.file.salvage(nexus.damage.copy);
      if (capsule !== '') await nexus.importCapsule(capsule);
      const counts = `${concepts} concepts and ${propositions} propositions could be read and are in this memory now.`;
      const text = [counts, ...(losses.length > 0 ? losses : ['Nothing of it was lost.'])].join(' ');
      this.#set(memory, { rescue: { phase: 'done', text } });
    } catch (failure) {
      this.#set(memory, { rescue: { phase: 'failed', text: inWords(failure) } });
    }
  }

  /** Reads again how much room is used. */
  async refreshStorage(): Promise<void> {
    const { state } = this;
    const storage = await state.nexus?.storage();
    if (storage) this.#set(state as Place, { storage });
  }

  #follow(status: NexusStatus): void {
    this.#set(this.#memory, { status });
    if (status.state === 'closed') this.#close();
  }

  #close(): void {
    this.#meaning.end();
    this.#set(this.#memory, { phase: 'closed', nexus: undefined, storage: undefined });
  }

  /** Once there is something to lose, not on a first visit. */
  async #persistOnce(): Promise<void> {
    if (this.#askedToPersist) return;
    this.#askedToPersist = true;
    await this.#memory.nexus?.requestPersistence();
    await this.refreshStorage();
  }

  /** Whatever is committed, here or in another tab, restoring a backup too; changes that come quickly are told as one. */
  #watch(place: Place, nexus: Nexus): void {
    let told = true;
    nexus.changes.addEventListener('change', () => {
      if (!told) return;
      told = false;
      setTimeout(() => {
        told = true;
        if (this.state !== place || place.nexus !== nexus) return;
        this.dispatchEvent(new Event('commit'));
        this.refreshStorage().catch(() => undefined); // closed meanwhile
      }, TOLD_AS_ONE_MS);
    });
  }

  #set(target: Place, news: Partial<Place>): void {
    Object.assign(target, news);
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** What went wrong and what to do, in one text. */
export function inWords(failure: unknown): string {
  if (failure instanceof KipError) return `${failure.message} ${failure.hint}`;
  return failure instanceof Error ? failure.message : String(failure);
}
