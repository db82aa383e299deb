// The node an arrow key leads to: the one that is near and lies in that direction rather than aside of it.
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** -1 where there is none. */
export function nearestInDirection(key: string, from: number, positions: Float32Array, shown: Uint8Array): number {
  const [dx, dy] = DIRECTIONS[key]!;
  let best = -1;
  let nearest = Infinity;
  for (let node = 0; node < shown.length; node++) {
    if (!shown[node] || node === from) continue;
    const [x, y] = [positions[2 * node]! - positions[2 * from]!, positions[2 * node + 1]! - positions[2 * from + 1]!];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 0 || aside > along * 2) continue;
    const distance = along + aside * 1.5;
    if (distance < nearest) [nearest, best] = [distance, node];
  }
  return best;
}
