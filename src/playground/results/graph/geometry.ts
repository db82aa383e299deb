// The lines of links. Each is a quadratic curve from one node to the other: straight, bent aside where others run beside it, or bent
// so that it passes through the node in its middle; a link from a node to itself is a loop above it.
import type { GraphLink, GraphModel } from './model.ts';

export interface Curve {
  readonly fromX: number;
  readonly fromY: number;
  readonly bendX: number;
  readonly bendY: number;
  readonly toX: number;
  readonly toY: number;
}

export function curveOf(link: GraphLink, positions: Float32Array, model: GraphModel): Curve {
  const [fromX, fromY] = [positions[2 * link.from]!, positions[2 * link.from + 1]!];
  const [toX, toY] = [positions[2 * link.to]!, positions[2 * link.to + 1]!];
  if (link.middle >= 0) {
    // The curve passes through its middle where the bend lies twice as far out.
    const bendX = 2 * positions[2 * link.middle]! - (fromX + toX) / 2;
    const bendY = 2 * positions[2 * link.middle + 1]! - (fromY + toY) / 2;
    return { fromX, fromY, bendX, bendY, toX, toY };
  }
  if (link.from === link.to) {
    const reach = model.nodes[link.from]!.radius * 3.2 * (1 + Math.abs(link.bend) * 2);
    return { fromX: fromX - reach / 3, fromY, bendX: fromX, bendY: fromY - reach * 2, toX: toX + reach / 3, toY };
  }
  const [dx, dy] = [toX - fromX, toY - fromY];
  // `bend` counts from the lower node number to the higher, whatever the direction of the link.
  return {
    fromX,
    fromY,
    bendX: (fromX + toX) / 2 - dy * link.bend * 2,
    bendY: (fromY + toY) / 2 + dx * link.bend * 2,
    toX,
    toY,
  };
}

export function isStraight(link: GraphLink): boolean {
  return link.bend === 0 && link.middle < 0 && link.from !== link.to;
}

export function pointAt({ fromX, fromY, bendX, bendY, toX, toY }: Curve, t: number): [number, number] {
  const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
  return [a * fromX + b * bendX + c * toX, a * fromY + b * bendY + c * toY];
}

/** Where a curve comes to the rim of its last node, and the direction it has there. */
export interface Tip {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

export function tipOf(curve: Curve, radius: number): Tip {
  const length = Math.hypot(curve.toX - curve.fromX, curve.toY - curve.fromY) || 1;
  let t = 1 - Math.min(0.45, radius / length);
  // The curve is nearly straight near its end; two steps put the point on the rim.
  for (let step = 0; step < 3; step++) {
    const [x, y] = pointAt(curve, t);
    const off = Math.hypot(curve.toX - x, curve.toY - y) - radius;
    t = Math.min(0.99, Math.max(0.5, t + off / length / 1.1));
  }
  const [x, y] = pointAt(curve, t);
  const dx = 2 * (1 - t) * (curve.bendX - curve.fromX) + 2 * t * (curve.toX - curve.bendX);
  const dy = 2 * (1 - t) * (curve.bendY - curve.fromY) + 2 * t * (curve.toY - curve.bendY);
  return { x, y, angle: Math.atan2(dy, dx) };
}

/** The distance of a point from a curve, looked at in short straight pieces. */
export function distanceTo(curve: Curve, x: number, y: number): number {
  let best = Infinity;
  let [px, py] = [curve.fromX, curve.fromY];
  for (let step = 1; step <= 8; step++) {
    const [qx, qy] = pointAt(curve, step / 8);
    const [dx, dy] = [qx - px, qy - py];
    const along = Math.min(1, Math.max(0, ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(px + along * dx - x, py + along * dy - y));
    [px, py] = [qx, qy];
  }
  return best;
}
