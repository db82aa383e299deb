// The first hundred bytes of a database file say how to read the rest. Where they are damaged, the rest may still be whole.

const PAGE_BYTES = 8192;
const MAGIC = 'SQLite format 3\0';
/** By offset, as SQLite's file format fixes them: text encoding UTF-8, schema format 4, payload fractions, no reserved bytes. */
const FIXED: readonly (readonly [number, readonly number[]])[] = [
  [16, [PAGE_BYTES >> 8, 0, 1, 1, 0, 64, 32, 32]],
  [44, [0, 0, 0, 4]],
  [52, [0, 0, 0, 0]],
  [56, [0, 0, 0, 1]],
];

/** The same file with a header that fits its size; `image` itself is left as it is. */
export function withHeader(image: Uint8Array): Uint8Array {
  const pages = Math.floor(image.length / PAGE_BYTES);
  const repaired = image.slice(0, pages * PAGE_BYTES);
  if (pages === 0) return repaired;
  repaired.set(new TextEncoder().encode(MAGIC));
  for (const [offset, bytes] of FIXED) repaired.set(bytes, offset);
  const view = new DataView(repaired.buffer);
  view.setUint32(28, pages);
  view.setUint32(92, view.getUint32(24)); // so that the page count counts
  // The list of free pages is of no use for reading.
  view.setUint32(32, 0);
  view.setUint32(36, 0);
  return repaired;
}
