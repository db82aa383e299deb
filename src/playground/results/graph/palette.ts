// Colours and shapes of types. Eight colours that people with a colour vision deficiency tell apart too (graph.test.ts measures it), in a
// tone for each theme that reaches 3:1 on its ground; the ninth type gets the first colour again with another shape, so that no two of
// the first 32 types look alike. Meaning never hangs on colour alone: every node is named, and the legend says each type in words.
export type Theme = 'light' | 'dark';
const SHAPES = ['circle', 'square', 'diamond', 'hexagon'] as const;
export type Shape = (typeof SHAPES)[number];

export interface Look {
  readonly color: string;
  readonly shape: Shape;
}

export const COLORS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#4292e4', '#fb6132', '#126f46', '#982069', '#837b00', '#1c74aa', '#5b4eb9', '#68939d'],
  dark: ['#8eb0fd', '#f66d37', '#65c785', '#ff8cc2', '#f3e276', '#77e9ff', '#747bf0', '#747c7d'],
};

/** What the canvas is painted with besides, by theme: the same values as the tokens of the page. */
export interface Inks {
  readonly ground: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly accent: string;
}

/** The look of the n-th type. */
export function lookOf(index: number, theme: Theme): Look {
  const colors = COLORS[theme];
  return { color: colors[index % colors.length]!, shape: SHAPES[Math.floor(index / colors.length) % SHAPES.length]! };
}

/** The path of a shape around a point, of about the same area for each. */
export function tracePath(path: CanvasPath, shape: Shape, x: number, y: number, radius: number): void {
  if (shape === 'circle') {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  corners(shape, x, y, radius).forEach(([px, py], at) => (at === 0 ? path.moveTo(px, py) : path.lineTo(px, py)));
  path.closePath();
}

export function corners(shape: Exclude<Shape, 'circle'>, x: number, y: number, radius: number): [number, number][] {
  if (shape === 'square') {
    const half = radius * 0.88;
    return [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ];
  }
  const count = shape === 'diamond' ? 4 : 6;
  const reach = radius * (shape === 'diamond' ? 1.2 : 1.08);
  return Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI - Math.PI / 2;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
}
