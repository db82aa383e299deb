// Standard output, written with regard to how fast it is read. A reader that goes away (`| head`) is no error: `gone` turns
// true and the door ends quietly.
import { once } from 'node:events';
import type { Writable } from 'node:stream';

export class Output {
  readonly #stream: Writable;
  #gone = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      this.#gone = true;
    });
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** Resolves when the stream can take more. */
  async write(text: string): Promise<void> {
    if (this.#gone || this.#stream.write(text)) return;
    // `close` is what a broken pipe ends with; waiting for `drain` alone would then never end.
    await Promise.race([once(this.#stream, 'drain'), once(this.#stream, 'close')]).catch(() => undefined);
  }
}
