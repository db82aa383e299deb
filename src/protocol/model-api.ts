// The contract between a page and the worker that holds one language model, and between that worker and the engine's, which talk to each
// other directly through a port the page hands out.
import type { Outcome } from './engine-api.ts';
import type { ModelProfile } from './models.ts';

/** How much of a model's files has come, over all files together. */
export interface LoadProgress {
  readonly loadedBytes: number;
  /** What is expected of all files together; never less than what is loaded. */
  readonly totalBytes: number;
}

/** A MessagePort, by a name that does not ask for a browser's types. */
export type Port = object;

export interface ModelApi {
  /** Takes a Web Lock of this name and keeps it until the worker ends. */
  holdWhileAlive(lock: string): Promise<void>;
  /** Loads the model, once per worker. `models` is where the app's own are, if not beside its code; relative addresses count from `base`. */
  load(
    profile: ModelProfile,
    place: { readonly models: string | undefined; readonly base: string },
    onProgress: (progress: LoadProgress) => void,
  ): Promise<Outcome<null>>;
  /** Answers an engine at the other end of the port. */
  serve(port: Port): void;
}
