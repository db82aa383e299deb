// Lines out of a byte stream. Bytes are split before they are decoded, so that a character cut in two by a chunk boundary is whole
// again; a line that is no UTF-8, or longer than can be held, is reported in its place instead of ending the stream.

/** Far above what the engine takes; only a guard against a stream without line breaks. */
const LINE_BYTES_MAX = 256 * 1024 * 1024;

export type Line = { readonly text: string } | { readonly fault: 'not UTF-8' | 'too long' };

const LF = 0x0a;
const CR = 0x0d;

/** All lines, in batches: each batch is what one chunk of input completed. The last line needs no line break. */
export async function* readLines(input: AsyncIterable<Uint8Array>, bytesMax = LINE_BYTES_MAX): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter(bytesMax);
  for await (const chunk of input) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const rest = splitter.end();
  if (rest) yield [rest];
}

class LineSplitter {
  readonly #bytesMax: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  end(): Line | undefined {
    return this.#length === 0 ? undefined : this.#take();
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    // Past the ceiling only the length is counted; the line is refused as a whole.
    if (this.#length > this.#bytesMax) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): Line {
    const tooLong = this.#length > this.#bytesMax;
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    if (tooLong) return { fault: 'too long' };
    try {
      const end = bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end)) };
    } catch {
      return { fault: 'not UTF-8' };
    }
  }
}
