// Search by meaning on this page: the model the memory used last, or else the one that comes with the app, loaded in the background once
// the page has come to rest.
import { EMBEDDED_MODEL, type MeaningState, type Nexus } from '../../index.ts';

/** The first commands of a visit should not share the machine with a model that loads. */
const REST_MS = 3000;

type Listener = (nexus: Nexus, state: MeaningState | undefined, note: string) => void;

export class BackgroundMeaning {
  readonly #listener: Listener;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #end: (() => void) | undefined;

  /** @param listener told of every state, with a note while the model loads or where it cannot be had */
  constructor(listener: Listener) {
    this.#listener = listener;
  }

  start(nexus: Nexus): void {
    this.end();
    this.#waiting = setTimeout(() => void this.#load(nexus), REST_MS);
  }

  end(): void {
    clearTimeout(this.#waiting);
    this.#end?.();
  }

  async #load(nexus: Nexus): Promise<void> {
    let state: MeaningState | undefined;
    const tell = (next: MeaningState | undefined, note = '') => this.#listener(nexus, (state = next), note);
    const onProgress = ({ loadedBytes, totalBytes }: { loadedBytes: number; totalBytes: number }) =>
      tell(state, `loading the language model, ${Math.floor((100 * loadedBytes) / totalBytes)} %`);
    this.#end = nexus.meaning.watch(tell);
    try {
      const { serving } = await nexus.meaning.resume({ onProgress });
      if (!serving) await nexus.meaning.use(EMBEDDED_MODEL, { onProgress });
      tell(await nexus.meaning.state());
    } catch (failure) {
      tell(state, (failure as Error).message);
    }
  }
}
