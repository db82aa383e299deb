// What a worker does for the other tabs while it owns a memory: says so, takes the ports by which they call the engine, and tells them
// what happens.
import { expose } from 'comlink';
import type { EngineApi, Opened } from '../src/protocol/engine-api.ts';
import { channelName, type BrokerMessage, type Epoch, type TabMessage } from '../src/tabs/messages.ts';
import { Tunnel } from '../src/tabs/tunnel.ts';

/** How often a request that takes long says that it runs: silence of several times this means that the worker does not. */
export const RUNNING_MS = 200;

export class Owner {
  readonly #epoch: Epoch;
  readonly #opened: Opened;
  readonly #door: EngineApi;
  readonly #channel: BroadcastChannel;
  readonly #tunnel: Tunnel;

  constructor(memory: string, epoch: Epoch, opened: Opened, door: EngineApi) {
    this.#epoch = epoch;
    this.#opened = opened;
    this.#door = door;
    this.#channel = new BroadcastChannel(channelName(memory));
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'who') this.#introduce();
    };
    this.#tunnel = new Tunnel(memory, epoch, (port) => this.#serve(port));
    this.#introduce();
  }

  /** Takes ports from a broker, beside those that come through the tunnel. */
  takePortsFrom(broker: MessagePort): void {
    broker.onmessage = ({ data, ports }: MessageEvent<BrokerMessage>) => {
      if (data.kind === 'connect') this.#serve(ports[0]!);
    };
    broker.postMessage({ kind: 'serve', epoch: this.#epoch } satisfies BrokerMessage);
  }

  tell(message: TabMessage): void {
    this.#channel.postMessage(message);
  }

  close(): void {
    this.#channel.close();
    this.#tunnel.close();
  }

  #introduce(): void {
    this.tell({ kind: 'owner', epoch: this.#epoch, opened: this.#opened });
  }

  #serve(port: MessagePort): void {
    expose(this.#door, port);
  }
}
