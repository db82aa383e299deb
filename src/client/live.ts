// Queries that are answered again when what they read has changed, in whichever tab. One commit may concern many of them: those are asked
// in one request, and equal ones once; whoever watches is told only where the answer is another one.
import { mayConcern, type Change, type Reads } from '../protocol/changes.ts';
import { ERROR_CODES } from '../protocol/errors.ts';
import type { KipRequest } from '../protocol/request.ts';
import type { CommandResponse, KipResponse } from '../protocol/response.ts';

/** A query whose answer is told anew whenever it may have changed. */
export interface LiveQuery {
  /** Ends the watching; the callback is not called any more. */
  stop(): void;
}

type Callback = (response: KipResponse<never>) => void;

interface Watched {
  readonly request: KipRequest;
  readonly callbacks: Set<Callback>;
  /** What the answer depends on; undefined until that is known, and then anything may concern it. */
  reads: Reads | undefined;
  dirty: boolean;
  /** The last answer, as JSON text without its cursor; undefined before the first. */
  text: string | undefined;
  response: KipResponse<never> | undefined;
}

/** What is asked of the memory. */
export interface Asked {
  answer(request: KipRequest): Promise<KipResponse<unknown>>;
  readsOf(request: KipRequest): Promise<Reads | undefined>;
}

/** So many queries go into one request; one that takes long holds up the others of its request only. */
const BATCH_MAX = 64;

export class LiveQueries {
  readonly #asked: Asked;
  readonly #watched = new Map<string, Watched>();
  #running = false;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  add(request: KipRequest, callback: Callback): LiveQuery {
    const key = JSON.stringify(request);
    const known = this.#watched.get(key);
    const watched = known ?? this.#watch(key, request);
    watched.callbacks.add(callback);
    if (known?.response) queueMicrotask(() => watched.callbacks.has(callback) && callback(known.response!));
    return {
      stop: () => {
        watched.callbacks.delete(callback);
        if (watched.callbacks.size === 0) this.#watched.delete(key);
      },
    };
  }

  /** Something was committed. */
  changed(change: Change): void {
    this.#mark(({ reads }) => reads === undefined || mayConcern(change, reads));
  }

  /** Changes may have been missed. */
  refresh(): void {
    this.#mark(() => true);
  }

  close(): void {
    this.#watched.clear();
  }

  #watch(key: string, request: KipRequest): Watched {
    const watched: Watched = {
      request,
      callbacks: new Set(),
      reads: undefined,
      dirty: true,
      text: undefined,
      response: undefined,
    };
    this.#watched.set(key, watched);
    this.#asked.readsOf(request).then(
      (reads) => (watched.reads = reads),
      () => undefined, // the answer says what is wrong
    );
    this.#start();
    return watched;
  }

  #mark(isConcerned: (watched: Watched) => boolean): void {
    let any = false;
    for (const watched of this.#watched.values()) {
      if (!isConcerned(watched)) continue;
      watched.dirty = true;
      any = true;
    }
    if (any) this.#start();
  }

  /** What comes while a round runs is for the next one. */
  #start(): void {
    if (this.#running) return;
    this.#running = true;
    queueMicrotask(() => void this.#run().catch(() => undefined));
  }

  async #run(): Promise<void> {
    try {
      for (;;) {
        const dirty = [...this.#watched.values()].filter((watched) => watched.dirty).slice(0, BATCH_MAX);
        if (dirty.length === 0) return;
        for (const watched of dirty) watched.dirty = false;
        const responses = await this.#answers(dirty).catch((failure: unknown) => {
          for (const watched of dirty) watched.dirty = true; // for when the memory answers again
          throw failure;
        });
        dirty.forEach((watched, at) => this.#tell(watched, responses[at]!));
      }
    } finally {
      this.#running = false;
    }
  }

  async #answers(watched: readonly Watched[]): Promise<KipResponse<unknown>[]> {
    const single = watched.flatMap(({ request }) => ('command' in request && !request.dry_run ? [request] : []));
    const batch = single.length > 1 ? await this.#batch(single) : new Map<KipRequest, KipResponse<unknown>>();
    const answers: KipResponse<unknown>[] = [];
    for (const { request } of watched) {
      const answer = batch.get(request);
      // In a request of many the time may have been taken by others.
      const inTime = answer && answer.error?.code !== ERROR_CODES.executionTimeout;
      answers.push(inTime ? answer : await this.#asked.answer(request));
    }
    return answers;
  }

  async #batch(requests: readonly KipRequest[]): Promise<Map<KipRequest, KipResponse<unknown>>> {
    const commands = requests.map(({ command, parameters }) => ({
      command: command!,
      ...(parameters && { parameters }),
    }));
    const { result } = await this.#asked.answer({ commands });
    const answers = (result ?? []) as readonly CommandResponse<unknown>[];
    return new Map(answers.map((answer, at) => [requests[at]!, answer]));
  }

  #tell(watched: Watched, response: KipResponse<unknown>): void {
    // A cursor names a place in one answer and is another each time.
    const text = JSON.stringify([response.result, response.error]);
    if (text === watched.text) return;
    watched.text = text;
    watched.response = response as KipResponse<never>;
    for (const callback of [...watched.callbacks]) callback(watched.response);
  }
}
