import { describe, expect, it } from 'vitest';
import { readLines, type Line } from './lines.ts';

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function read(input: AsyncIterable<Uint8Array>, bytesMax?: number): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const batch of readLines(input, bytesMax)) lines.push(...batch);
  return lines;
}

const texts = (...lines: string[]) => lines.map((text) => ({ text }));

describe('readLines', () => {
  it('splits at line feeds and takes the last line without one', async () => {
    expect(await read(chunks('a\nb\n\nc'))).toEqual(texts('a', 'b', '', 'c'));
    expect(await read(chunks('a\n'))).toEqual(texts('a'));
    expect(await read(chunks())).toEqual([]);
  });

  it('drops the carriage return of a CRLF, also where the two come in different chunks', async () => {
    expect(await read(chunks('a\r\nb\r', '\nc\r'))).toEqual(texts('a', 'b', 'c'));
  });

  it('joins characters that a chunk boundary cut in two', async () => {
    const bytes = Buffer.from('温度 🌡️ é\n');
    expect(await read(chunks(...[...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(texts('温度 🌡️ é'));
  });

  it('keeps the other kinds of line break inside a line', async () => {
    expect(await read(chunks('a\u2028b\u0085c\n'))).toEqual(texts('a\u2028b\u0085c'));
  });

  it('drops a byte order mark', async () => {
    expect(await read(chunks('\ufeff{}\n'))).toEqual(texts('{}'));
  });

  it('reports a line that is not UTF-8 and reads on', async () => {
    expect(await read(chunks(Uint8Array.of(0x61, 0xff, 0x0a), 'b\n'))).toEqual([{ fault: 'not UTF-8' }, { text: 'b' }]);
  });

  it('reports a line that is too long and reads on', async () => {
    expect(await read(chunks('12345', '678\nab\n', '123456789'), 5)).toEqual([
      { fault: 'too long' },
      { text: 'ab' },
      { fault: 'too long' },
    ]);
  });

  it('hands over together what one chunk completed', async () => {
    const batches: number[] = [];
    for await (const batch of readLines(chunks('a\nb\nc', 'd\n', 'e'))) batches.push(batch.length);
    expect(batches).toEqual([2, 1, 1]);
  });
});
