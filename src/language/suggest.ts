// "Did you mean": the candidates closest to a name, by spelling. Case, "_", "-" and spaces count for nothing, so that
// `HasSideEffect` finds `has_side_effect`; the rest is edit distance with swapped neighbours, in proportion to length.

/** Up to `max` candidates close to `name`, closest first; none when nothing is close. */
export function nearest(name: string, candidates: Iterable<string>, max = 3): string[] {
  const folded = fold(name);
  // Every name of one letter is one edit from every other.
  const limit = folded.length < 3 ? 0 : Math.max(1, Math.floor(folded.length / 3));
  const scored: { candidate: string; distance: number }[] = [];
  for (const candidate of candidates) {
    const other = fold(candidate);
    const distance = other === folded ? 0 : closeness(folded, other, limit);
    if (distance <= limit) scored.push({ candidate, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, max).map(({ candidate }) => candidate);
}

/** `Did you mean "a" or "b"?`, or nothing. */
export function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? '' : `Did you mean ${names.map((name) => JSON.stringify(name)).join(' or ')}?`;
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

/** Edit distance, or a little under the limit where one name contains the other whole. */
function closeness(a: string, b: string, limit: number): number {
  if (a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a))) return limit;
  return editDistance(a, b, limit);
}

/** Damerau–Levenshtein (optimal string alignment); anything above `limit` may be returned as `limit + 1`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}
