// Which worker answers for a memory: one of this page, which owns the file, or that of another tab. Every page has a worker of its own
// that stands by, waiting for the lock of the file; whichever is granted it opens the memory and says so to all. When an owner goes, by
// closing, crashing or being frozen, the lock goes with it, and the next one is the owner.
import { transfer } from 'comlink';
import type { Opened, OpenRequest, Outcome, StorageChoice } from '../protocol/engine-api.ts';
import { errors, rebuildError, type KipError } from '../protocol/errors.ts';
import type { Epoch, TabMessage } from '../tabs/messages.ts';
import { PortLink, WorkerLink, type EngineLink } from './engine-link.ts';
import { PageLife } from './page-life.ts';
import { Ports } from './ports.ts';
import type { Silence } from './silence.ts';
import type { NexusStatus } from './status.ts';
import type { TabChannel } from './tab-channel.ts';
import { UnavailableError } from './unavailable.ts';
import { unlessAborted } from './unless-aborted.ts';

/** How long a port may take through the broker before a tunnel is tried beside it. */
const BROKER_MS = 400;
/** How often a page without an owner asks for one, lest it missed what was said. */
const ASK_MS = 300;
/** A worker that dies while it stands by is replaced after this. */
const AGAIN_MS = 200;

export interface ConnectionOptions {
  readonly name: string;
  readonly storage: StorageChoice;
  readonly cancelCells: SharedArrayBuffer | undefined;
  readonly channel: TabChannel;
  readonly silence: Silence;
  readonly onStatus: (status: NexusStatus) => void;
  /** Awaited before a worker of this page, which owns the memory now, is given requests. */
  readonly onOwn: (link: WorkerLink) => Promise<void>;
  /** Told when a worker of another tab answers, before it is given requests. */
  readonly onForwarded: (link: PortLink) => void;
}

interface Wait {
  readonly link: Promise<EngineLink>;
  resolve(link: EngineLink): void;
  reject(reason: Error): void;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #ports: Ports;
  readonly #pageLife: PageLife;
  #own: WorkerLink | undefined;
  #current: EngineLink | undefined;
  #reaching: PortLink | undefined;
  #wait = newWait();
  #opened: Opened | undefined;
  #failure: KipError | undefined;
  #closed: KipError | undefined;
  #stopListening: (() => void) | undefined;
  #asking: ReturnType<typeof setInterval> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { channel } = options;
    this.#ports = new Ports(options.name, (epoch) => channel.post({ kind: 'register', epoch }));
    this.#pageLife = new PageLife(
      () => this.#stopForNow(),
      () => this.#begin(),
    );
    channel.on('owner', (message) => this.#heard(message));
    channel.on('end', ({ epoch, id }) => this.#endIfOurs(epoch, id));
    channel.on('register', ({ epoch }) => {
      if (epoch === this.#own?.epoch && this.#current === this.#own) this.#register(this.#own);
    });
    this.#begin();
  }

  /** Where the memory is kept; known once there was a worker that answered. */
  get opened(): Opened | undefined {
    return this.#opened;
  }

  /** The worker that answers, as soon as there is one. An abort ends the waiting only. */
  current(signal?: AbortSignal): Promise<EngineLink> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (this.#failure && !this.#own) {
      this.#failure = undefined;
      this.#wait = newWait();
      this.#begin();
    }
    return signal ? unlessAborted(this.#wait.link, signal) : this.#wait.link;
  }

  /** Whether this page's own worker is the one that answers. */
  isOwn(link: EngineLink): link is WorkerLink {
    return link === this.#own;
  }

  /** Whether this worker, of another tab, is the one that answers. */
  isForwardedTo(epoch: Epoch): boolean {
    return this.#current instanceof PortLink && this.#current.epoch === epoch;
  }

  /** Resolves when a worker of this page owns the memory, which is not before all others have let go of it. */
  async own(signal: AbortSignal): Promise<WorkerLink> {
    for (;;) {
      const link = await this.current(signal);
      if (this.isOwn(link)) return link;
      await unlessAborted(link.gone, signal);
    }
  }

  /** Closes what is open here and answers no more. The memory goes on in other tabs. */
  async close(reason: KipError): Promise<void> {
    if (this.#closed) return;
    this.#closed = reason;
    this.#pageLife.close();
    this.#wait.reject(reason);
    this.#stopAsking();
    const own = this.#own;
    this.#own = undefined;
    if (this.#current instanceof PortLink) this.#current.leave();
    if (own && own === this.#current) await own.close();
    own?.end();
    this.#ports.close();
  }

  #begin(): void {
    if (this.#closed || this.#own) return;
    void this.#standBy();
    this.#ask();
  }

  /** The page is about to be frozen, its workers with it: nobody must wait for one that cannot let go. */
  #stopForNow(): void {
    if (this.#opened?.storage === 'memory') return;
    const own = this.#own;
    this.#own = undefined;
    own?.end();
  }

  async #standBy(): Promise<void> {
    const own = new WorkerLink();
    this.#own = own;
    try {
      await own.watch();
      void own.gone.then(() => this.#replace(own));
      const { name, storage, cancelCells } = this.#options;
      const request: OpenRequest = { name, storage, epoch: own.epoch, ...(cancelCells && { cancelCells }) };
      const outcome = await own.call<Outcome<Opened>>((api) => api.open(request));
      if (!outcome.ok) throw rebuildError(outcome.error);
      this.#requireFile(outcome.value);
      if (outcome.value.storage === 'opfs') this.#register(own);
      await this.#options.onOwn(own);
      this.#take(own, outcome.value);
    } catch (failure) {
      if (this.#own === own) this.#fail(own, failure as KipError);
    }
  }

  /** An empty memory in the place of one that was in a file would look like having lost everything. */
  #requireFile(opened: Opened): void {
    if (this.#opened?.storage !== 'opfs' || opened.storage === 'opfs') return;
    throw errors.internal(`The browser no longer gives out this memory. ${opened.reason}`, 'Reload the page.');
  }

  #fail(own: WorkerLink, failure: KipError): void {
    this.#own = undefined;
    own.end();
    if (this.#current) return; // another tab's worker answers
    this.#failure = failure;
    this.#wait.reject(failure);
    this.#stopAsking();
    this.#options.onStatus({ state: 'failed', error: failure });
  }

  #replace(own: WorkerLink): void {
    if (this.#own !== own) return;
    this.#own = undefined;
    if (this.#closed || this.#opened?.storage === 'memory') return;
    setTimeout(() => this.#begin(), own === this.#current ? 0 : AGAIN_MS);
  }

  /** A broker that is asked for this worker can then hand it ports. */
  #register(own: WorkerLink): void {
    const broker = this.#ports.broker();
    if (broker) void own.api.takePortsFrom(transfer(broker, [broker]));
  }

  #heard({ epoch, opened }: Extract<TabMessage, { kind: 'owner' }>): void {
    if (this.#closed || this.#options.storage === 'memory' || this.#opened?.storage === 'memory') return;
    if ([this.#own?.epoch, this.#current?.epoch, this.#reaching?.epoch].includes(epoch)) return;
    void this.#reach(epoch, opened);
  }

  async #reach(epoch: string, opened: Opened): Promise<void> {
    const attempts: PortLink[] = [];
    const attempt = async (port: MessagePort): Promise<PortLink> => {
      const link = new PortLink(epoch, port);
      attempts.push(link);
      this.#reaching = link;
      await link.call((api) => api.hello());
      return link;
    };
    const broker = this.#ports.throughBroker(epoch);
    const direct = broker && attempt(broker);
    const late = direct ? unlessAfter(direct, BROKER_MS) : Promise.reject(new Error('There is no broker.'));
    try {
      const link = await late.catch(() => {
        const tunnelled = attempt(this.#ports.throughTunnel(epoch));
        return direct ? Promise.any([direct, tunnelled]) : tunnelled;
      });
      for (const other of attempts) if (other !== link) other.leave();
      if (this.#closed) return link.leave();
      this.#take(link, opened);
    } catch {
      // That worker has ended meanwhile; the next one will say that it owns the memory.
    } finally {
      if (this.#reaching?.epoch === epoch) this.#reaching = undefined;
    }
  }

  #take(link: EngineLink, opened: Opened): void {
    const before = this.#current;
    if (before instanceof PortLink) before.leave();
    this.#current = link;
    this.#options.silence.end();
    const damage = opened.damage ?? this.#opened?.damage; // the next owner finds the new file sound
    this.#opened = { ...opened, ...(damage && { damage }) };
    this.#stopAsking();
    if (this.#failure) this.#wait = newWait();
    this.#failure = undefined;
    if (link instanceof PortLink) this.#options.onForwarded(link);
    this.#wait.resolve(link);
    this.#options.onStatus(statusOf(link, this.#opened));
    void link.gone.then(() => this.#leave(link));
  }

  #leave(link: EngineLink): void {
    if (this.#current !== link) return;
    this.#current = undefined;
    if (this.#closed) return;
    this.#wait = newWait();
    if (this.#opened?.storage === 'memory') {
      void this.close(new UnavailableError('lost'));
      this.#options.onStatus({ state: 'failed', error: this.#closed! });
      return;
    }
    this.#options.onStatus({ state: 'handing-over' });
    this.#ask();
  }

  #ask(): void {
    const { channel, silence } = this.#options;
    channel.post({ kind: 'who' });
    this.#stopListening ??= silence.listenForOwner(() => this.#own?.epoch);
    this.#asking ??= setInterval(() => channel.post({ kind: 'who' }), ASK_MS);
  }

  #stopAsking(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    clearInterval(this.#asking);
    this.#asking = undefined;
  }

  /** Another tab asks for the end of our worker: because of a request that only this can stop, or because it hears nothing of it. */
  #endIfOurs(epoch: string, id: number | undefined): void {
    const own = this.#own;
    if (own?.epoch !== epoch || this.#opened?.storage !== 'opfs') return;
    if (id === undefined || this.#options.channel.isRunning(id)) own.end();
  }
}

function statusOf(link: EngineLink, { storage, reason, damage }: Opened): NexusStatus {
  if (storage === 'memory') return { state: 'memory-only', reason: reason ?? '' };
  const role = link instanceof WorkerLink ? 'owner' : 'forwarded';
  return { state: 'ready', role, ...(damage && { damage }) };
}

function newWait(): Wait {
  let resolve: Wait['resolve'] = () => {};
  let reject: Wait['reject'] = () => {};
  const link = new Promise<EngineLink>((...settle) => ([resolve, reject] = settle));
  link.catch(() => undefined); // nobody may be waiting
  return { link, resolve, reject };
}

/** Rejects where the promise takes longer than this. */
function unlessAfter<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('late')), ms);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
