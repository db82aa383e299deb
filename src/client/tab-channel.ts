// The channel on which the tabs that have one memory open hear of each other, as a page uses it.
import { channelName, type Epoch, type TabMessage } from '../tabs/messages.ts';

type Kind = TabMessage['kind'];
type MessageOf<K extends Kind> = Extract<TabMessage, { readonly kind: K }>;

/** How long a worker is taken to run a request after it last said so. */
const RUNNING_FRESH_MS = 1000;

export class TabChannel {
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Map<Kind, ((message: never) => void)[]>();
  /** When each worker was last heard, of those heard lately. */
  readonly #heard = new Map<Epoch, number>();
  #running: { readonly id: number; readonly at: number } | undefined;

  constructor(memory: string) {
    this.#channel = new BroadcastChannel(channelName(memory));
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#receive(data);
  }

  post(message: TabMessage): void {
    this.#channel.postMessage(message);
  }

  on<K extends Kind>(kind: K, listener: (message: MessageOf<K>) => void): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener]);
  }

  /** Whether the owner said just now that this request keeps it busy. */
  isRunning(id: number): boolean {
    return this.#running?.id === id && performance.now() - this.#running.at < RUNNING_FRESH_MS;
  }

  /** Milliseconds since this worker was last heard; Infinity where it never was. */
  silenceMs(epoch: Epoch): number {
    return performance.now() - (this.#heard.get(epoch) ?? -Infinity);
  }

  close(): void {
    this.#channel.close();
  }

  #receive(message: TabMessage): void {
    if (message.kind === 'owner' || message.kind === 'running' || message.kind === 'meaning') {
      this.#heard.set(message.epoch, performance.now());
    }
    if (message.kind === 'running') this.#running = { id: message.id, at: performance.now() };
    for (const listener of this.#listeners.get(message.kind) ?? []) listener(message as never);
  }
}
