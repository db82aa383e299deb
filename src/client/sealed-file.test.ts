import { describe, expect, it } from 'vitest';
import { isSealed, seal, unseal } from './sealed-file.ts';

const CONTENT = new Uint8Array(2_500_000).map((_, at) => (at * 31) % 251);
const PASSPHRASE = 'naïve Käse 🧀';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'opened',
    (error: { reason: string }) => error.reason,
  );

describe('a sealed file', () => {
  it('opens with its passphrase, however that is typed, and is what it was', async () => {
    const sealed = await seal(new Blob([CONTENT]), PASSPHRASE);
    expect(await isSealed(sealed)).toBe(true);
    expect(await isSealed(new Blob([CONTENT]))).toBe(false);
    const opened = await bytesOf(await unseal(sealed, PASSPHRASE.normalize('NFD')));
    expect(Buffer.from(opened).equals(CONTENT)).toBe(true);
  });

  it('holds nothing of its content in the clear, and is another file each time', async () => {
    const content = new Blob(['a secret that is long enough to be looked for']);
    const [one, two] = [await seal(content, PASSPHRASE), await seal(content, PASSPHRASE)];
    expect(await one.text()).not.toContain('secret');
    expect(await bytesOf(one)).not.toEqual(await bytesOf(two));
  });

  it('of nothing opens as nothing', async () => {
    expect((await unseal(await seal(new Blob([]), PASSPHRASE), PASSPHRASE)).size).toBe(0);
  });

  it('says that a passphrase is wrong', async () => {
    const sealed = await seal(new Blob(['x']), PASSPHRASE);
    expect(await reasonOf(unseal(sealed, 'another'))).toBe('wrong-passphrase');
  });

  it('is noticed where a byte is changed, chunks are exchanged, left out or cut off', async () => {
    const bytes = await bytesOf(await seal(new Blob([CONTENT]), PASSPHRASE));
    const chunk = 1024 * 1024 + 16;
    const start = bytes.length - (CONTENT.length + 3 * 16);
    const parts = [0, 1, 2].map((at) => bytes.slice(start + at * chunk, start + (at + 1) * chunk));
    const flipped = bytes.slice();
    flipped[start + chunk + 5]! ^= 1;
    const broken: Record<string, Blob> = {
      'a byte': new Blob([flipped]),
      exchanged: new Blob([bytes.slice(0, start), parts[1]!, parts[0]!, parts[2]!]),
      'left out': new Blob([bytes.slice(0, start), parts[0]!, parts[2]!]),
      'cut at a chunk': new Blob([bytes.slice(0, start), parts[0]!, parts[1]!]),
      'cut anywhere': new Blob([bytes.slice(0, start + 1000)]),
      'cut before the first': new Blob([bytes.slice(0, start)]),
    };
    for (const [what, file] of Object.entries(broken)) {
      expect(await reasonOf(unseal(file, PASSPHRASE)), what).toBe('damaged');
    }
  });

  it('with a header that was changed opens with no passphrase', async () => {
    const bytes = await bytesOf(await seal(new Blob(['x']), PASSPHRASE));
    const text = new TextDecoder('latin1').decode(bytes);
    const fewer = text.replace('"iterations":600000', '"iterations":600001');
    const changed = new Blob([Uint8Array.from(fewer, (letter) => letter.charCodeAt(0))]);
    expect(await reasonOf(unseal(changed, PASSPHRASE))).toBe('wrong-passphrase');
  });

  it('of a later version is not guessed at', async () => {
    const bytes = await bytesOf(await seal(new Blob(['x']), PASSPHRASE));
    bytes[8] = 2;
    expect(await reasonOf(unseal(new Blob([bytes]), PASSPHRASE))).toBe('newer');
  });
});
