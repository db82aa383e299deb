// How this page gets a port to the worker of another tab that owns a memory: by the SharedWorker that brokers them, and where that does
// not lead there, by a tunnel.
import type { BrokerMessage, Epoch } from '../tabs/messages.ts';
import { Tunnel } from '../tabs/tunnel.ts';

export class Ports {
  readonly #memory: string;
  readonly #onUnknown: (epoch: Epoch) => void;
  #tunnel: Tunnel | undefined;

  /** @param onUnknown told where the broker does not know a worker; it keeps the port until it does */
  constructor(memory: string, onUnknown: (epoch: Epoch) => void) {
    this.#memory = memory;
    this.#onUnknown = onUnknown;
  }

  /**
   * A connection to the broker, each time a new one: its process may have ended with a tab, and then a new broker begins.
   * Undefined where the browser has none.
   */
  broker(): MessagePort | undefined {
    if (!('SharedWorker' in globalThis)) return undefined;
    try {
      return new SharedWorker(new URL('../tabs/port-broker.ts', import.meta.url), {
        type: 'module',
        name: 'pocket-nexus-ports',
      }).port;
    } catch {
      return undefined; // refused, by a policy or a browser that has only the name
    }
  }

  /** A port to the worker, by way of the broker, which may never arrive; undefined where there is no broker. */
  throughBroker(epoch: Epoch): MessagePort | undefined {
    const broker = this.broker();
    if (!broker) return undefined;
    const { port1, port2 } = new MessageChannel();
    broker.onmessage = ({ data }: MessageEvent<BrokerMessage>) => {
      if (data.kind === 'unknown') this.#onUnknown(epoch);
    };
    broker.postMessage({ kind: 'connect', epoch } satisfies BrokerMessage, [port2]);
    return port1;
  }

  throughTunnel(epoch: Epoch): MessagePort {
    this.#tunnel ??= new Tunnel(this.#memory);
    return this.#tunnel.open(epoch);
  }

  close(): void {
    this.#tunnel?.close();
  }
}
