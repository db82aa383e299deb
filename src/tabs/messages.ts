// What the tabs of one origin tell each other about one memory. A worker of one of them owns its file; the others send their requests
// there, each by a port of its own. Everything else goes to all of them, on one BroadcastChannel a memory, in these messages.
import type { Change } from '../protocol/changes.ts';
import type { Opened } from '../protocol/engine-api.ts';
import type { MeaningState } from '../protocol/models.ts';

/** Names one worker among all that own or have owned a memory, and the Web Lock that it holds while it lives. */
export type Epoch = string;

export type TabMessage =
  /** The worker that owns the memory: it has opened it, or was asked. */
  | { readonly kind: 'owner'; readonly epoch: Epoch; readonly opened: Opened }
  /** Asks the owner to say so. */
  | { readonly kind: 'who' }
  /** The owner: this request has been keeping me busy. Told again and again while it does, from inside the statement. */
  | { readonly kind: 'running'; readonly epoch: Epoch; readonly id: number }
  /** To the page of the owner, which can reach a statement that runs: this request is wanted no more. */
  | { readonly kind: 'cancel'; readonly epoch: Epoch; readonly id: number }
  /** To the page of the owner: its worker is to be ended, because of a request that cannot be stopped otherwise or, without `id`, silence. */
  | { readonly kind: 'end'; readonly epoch: Epoch; readonly id?: number }
  /** To the page of the owner: the broker does not know its worker. */
  | { readonly kind: 'register'; readonly epoch: Epoch }
  /** The owner: how far the work on vectors is. */
  | { readonly kind: 'meaning'; readonly epoch: Epoch; readonly state: MeaningState }
  /** The owner, to its own page as well: something was committed. True whoever owns the memory when it is heard. */
  | { readonly kind: 'changed'; readonly change: Change }
  /** To all: the memory is about to be removed; whoever has it open is to close it. */
  | { readonly kind: 'destroy' };

/** The channel of a memory. */
export const channelName = (memory: string): string => `pocket-nexus/${memory}`;

/** The Web Lock of a memory's file: held by the worker that owns it, waited for by those that stand by. */
export const fileLock = (memory: string): string => `pocket-nexus/file/${memory}`;

/** Between pages, workers and the port broker: `serve` on the port at which an owner takes ports, `connect` with one for it. */
export type BrokerMessage =
  | { readonly kind: 'serve'; readonly epoch: Epoch }
  | { readonly kind: 'connect'; readonly epoch: Epoch }
  /** The broker, to one that connects: no such owner yet. The port is kept until there is. */
  | { readonly kind: 'unknown'; readonly epoch: Epoch };
