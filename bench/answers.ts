// Answers are compared before anything is timed: two sides that answer differently do not do the same work.

/** JSON text with object keys in order, so that two equal values have one text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Undefined where both hold the same solutions in any order, else the first difference in words. */
export function difference(expected: readonly unknown[], found: readonly unknown[]): string | undefined {
  const left = expected.map(canonical).sort();
  const right = found.map(canonical).sort();
  const at = left.findIndex((text, i) => text !== right[i]);
  if (at < 0 && left.length === right.length) return undefined;
  const where = at < 0 ? left.length : at;
  const show = (text: string | undefined): string => (text ?? 'nothing').slice(0, 400);
  return (
    `${left.length} solutions by hand, ${right.length} from the engine; first difference in sorted order:\n` +
    `  by hand: ${show(left[where])}\n  engine:  ${show(right[where])}`
  );
}
