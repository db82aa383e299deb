// Ports through a BroadcastChannel, for browsers without SharedWorker and tabs whose brokers differ. What is posted at one end of a
// tunnelled port comes out at the other in another tab; ports inside a message are tunnelled with it. Slower than a port, since every
// tab hears every message, and like one in everything else but the transfer of buffers, which are copied.

type Frame =
  | { readonly kind: 'open'; readonly address: string; readonly port: string }
  | { readonly kind: 'data'; readonly port: string; readonly data: unknown; readonly inner: readonly string[] }
  | { readonly kind: 'close'; readonly port: string };

/** Stands in a message where a port was, with its place among the ports of the message. */
const MARK = 'pocket-nexus/port';

export class Tunnel {
  readonly #channel: BroadcastChannel;
  readonly #ports = new Map<string, MessagePort>();
  readonly #address: string | undefined;
  readonly #accept: (port: MessagePort) => void;

  /**
   * @param memory whose tabs it joins
   * @param address where ports come out here; undefined where none are expected
   */
  constructor(memory: string, address?: string, accept: (port: MessagePort) => void = () => {}) {
    this.#address = address;
    this.#accept = accept;
    this.#channel = new BroadcastChannel(`pocket-nexus/${memory}/ports`);
    this.#channel.onmessage = ({ data }: MessageEvent<Frame>) => this.#receive(data);
  }

  /** One end of a port; the other comes out where a tunnel has this address. */
  open(address: string): MessagePort {
    const id = crypto.randomUUID();
    const end = this.#bridge(id);
    this.#send({ kind: 'open', address, port: id });
    return end;
  }

  close(): void {
    this.#channel.close();
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }

  #send(frame: Frame): void {
    this.#channel.postMessage(frame);
  }

  #receive(frame: Frame): void {
    if (frame.kind === 'open') {
      if (frame.address === this.#address) this.#accept(this.#bridge(frame.port));
      return;
    }
    const port = this.#ports.get(frame.port);
    if (!port) return; // between two other tabs
    if (frame.kind === 'data') {
      const inner = frame.inner.map((id) => this.#bridge(id));
      port.postMessage(inner.length > 0 ? withPorts(frame.data, inner) : frame.data, inner);
    } else {
      this.#ports.delete(frame.port);
      port.close();
    }
  }

  /** A fresh port whose messages go through the tunnel under this name. */
  #bridge(id: string): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#carry(id, port1);
    return port2;
  }

  #carry(id: string, port: MessagePort): void {
    this.#ports.set(id, port);
    port.onmessage = ({ data, ports }: MessageEvent) => {
      const inner = ports.map(() => crypto.randomUUID());
      ports.forEach((each, at) => this.#carry(inner[at]!, each));
      this.#send({ kind: 'data', port: id, data: ports.length > 0 ? withMarks(data, ports) : data, inner });
    };
    // Where browsers tell it, the end of one end is the end of the other.
    port.addEventListener('close', () => {
      if (this.#ports.delete(id)) this.#send({ kind: 'close', port: id });
    });
  }
}

function withMarks(data: unknown, ports: readonly MessagePort[]): unknown {
  return mapped(data, (value) => {
    const at = ports.indexOf(value as MessagePort);
    return at === -1 ? undefined : { [MARK]: at };
  });
}

function withPorts(data: unknown, ports: readonly MessagePort[]): unknown {
  return mapped(data, (value) => {
    const at = (value as Record<string, unknown>)[MARK];
    return typeof at === 'number' ? ports[at] : undefined;
  });
}

/** A copy of plain objects and lists, in which `replace` puts others in the place of some. */
function mapped(value: unknown, replace: (value: object) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const other = replace(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((each) => mapped(each, replace));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, replace)]));
}
