// Whether whoever has the memory's file is heard. A process that hangs keeps the file and says nothing, and no browser lets others at it:
// all there is to do is to tell, and to refuse what waits for it.
import { fileLock, type Epoch } from '../tabs/messages.ts';
import type { TabChannel } from './tab-channel.ts';

/** How often it is asked for a sign of life while it owes an answer, and the silence that is told. */
const PULSE_MS = 1000;
export const STALL_MS = 3000;

export class Silence {
  readonly #memory: string;
  readonly #channel: TabChannel;
  readonly #onChange: (silent: boolean) => void;
  #silent = false;

  /** @param onChange told of a silence, again and again while it is waited for, and once when it ends */
  constructor(memory: string, channel: TabChannel, onChange: (silent: boolean) => void) {
    this.#memory = memory;
    this.#channel = channel;
    this.#onChange = onChange;
    for (const kind of ['owner', 'running', 'meaning'] as const) channel.on(kind, () => this.end());
  }

  /** Whether nothing has been heard for long. */
  get isLong(): boolean {
    return this.#silent;
  }

  /** Somebody has been heard. */
  end(): void {
    if (!this.#silent) return;
    this.#silent = false;
    this.#onChange(false);
  }

  /** A worker of another tab owes an answer. A statement that takes long says that it runs. Returns what ends the listening. */
  listenTo(epoch: Epoch): () => void {
    return this.#everyPulse(() => {
      if (this.#channel.silenceMs(epoch) > STALL_MS) this.#tell();
    });
  }

  /** No worker is known to answer; `own` is the one of this page that stands by. Returns what ends the listening. */
  listenForOwner(own: () => Epoch | undefined): () => void {
    let listening = true;
    const stop = this.#everyPulse(async () => {
      const isElsewhere = await isFileHeldElsewhere(this.#memory, own());
      if (listening && isElsewhere) this.#tell();
    });
    return () => {
      listening = false;
      stop();
    };
  }

  #everyPulse(check: () => void | Promise<void>): () => void {
    let waited = 0;
    const timer = setInterval(() => {
      waited += PULSE_MS;
      if (waited >= STALL_MS) void check();
      this.#channel.post({ kind: 'who' });
    }, PULSE_MS);
    return () => clearInterval(timer);
  }

  #tell(): void {
    this.#silent = true;
    this.#onChange(true);
  }
}

/** Whoever holds the file's lock holds the lock of its own life too. */
async function isFileHeldElsewhere(memory: string, own: Epoch | undefined): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  const holderOf = (lock: string) => held.find(({ name }) => name === lock)?.clientId;
  const holder = holderOf(fileLock(memory));
  return holder !== undefined && (own === undefined || holder !== holderOf(own));
}
