// Where the graph is looked at from: a point of the graph in the middle of the canvas, and how large.
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const SCALE_MIN = 0.02;
const SCALE_MAX = 6;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  width = 1;
  height = 1;

  screenX(x: number): number {
    return (x - this.x) * this.scale + this.width / 2;
  }

  screenY(y: number): number {
    return (y - this.y) * this.scale + this.height / 2;
  }

  graphX(screenX: number): number {
    return (screenX - this.width / 2) / this.scale + this.x;
  }

  graphY(screenY: number): number {
    return (screenY - this.height / 2) / this.scale + this.y;
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /** Keeps the point of the graph under this place of the screen where it is. */
  zoomAt(screenX: number, screenY: number, factor: number): void {
    const [x, y] = [this.graphX(screenX), this.graphY(screenY)];
    this.scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, this.scale * factor));
    this.x = x - (screenX - this.width / 2) / this.scale;
    this.y = y - (screenY - this.height / 2) / this.scale;
  }

  /** Shows all of it, no larger than `scaleMax`, with room for labels at the rim. */
  fit(bounds: Bounds | undefined, scaleMax = 1.4): void {
    if (!bounds) return;
    const [marginX, marginY] = [Math.min(70, this.width * 0.12), Math.min(48, this.height * 0.1)];
    const across = (this.width - 2 * marginX) / Math.max(1, bounds.right - bounds.left);
    const down = (this.height - 2 * marginY) / Math.max(1, bounds.bottom - bounds.top);
    this.scale = Math.min(scaleMax, Math.max(SCALE_MIN, Math.min(across, down)));
    this.x = (bounds.left + bounds.right) / 2;
    this.y = (bounds.top + bounds.bottom) / 2;
  }
}

/** The box around the nodes that are shown; undefined for none. */
export function boundsOf(positions: Float32Array, shown: Uint8Array): Bounds | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let node = 0; node < shown.length; node++) {
    const [x, y] = [positions[2 * node]!, positions[2 * node + 1]!];
    if (!shown[node] || Number.isNaN(x)) continue;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left === Infinity ? undefined : { left, top, right, bottom };
}
