// The whole graph as a file: SVG, written as text in which every stored text is escaped, and PNG, painted as on the page.
import { boundsOf, Camera } from './camera.ts';
import { curveOf, isStraight, pointAt, tipOf } from './geometry.ts';
import { labelLines } from './labels.ts';
import { Painter, type Scene } from './painter.ts';
import { corners, type Look } from './palette.ts';

const MARGIN = 60;
const SIDE_MAX = 8192;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text inside XML. What XML has no way to write is left out. */
export function xml(text: string): string {
  const writable = text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '');
  return writable.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);
}

const fixed = (value: number): string => String(Math.round(value * 10) / 10);

export function toSvg(scene: Scene, title: string): string {
  const { model, positions, shown, inks } = scene;
  const bounds = boundsOf(positions, shown.nodes) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const [left, top] = [bounds.left - MARGIN, bounds.top - MARGIN];
  const [width, height] = [bounds.right - bounds.left + 2 * MARGIN, bounds.bottom - bounds.top + 2 * MARGIN];
  const links = model.links.filter((_, index) => shown.links[index]).map((link) => svgLink(scene, link));
  const nodes = model.nodes.map((_, index) => index).filter((index) => shown.nodes[index]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[left, top, width, height].map(fixed).join(' ')}" width="${fixed(width)}" height="${fixed(height)}" font-family="system-ui, sans-serif" font-size="11.5">`,
    `<title>${xml(title)}</title>`,
    `<rect x="${fixed(left)}" y="${fixed(top)}" width="${fixed(width)}" height="${fixed(height)}" fill="${inks.ground}"/>`,
    `<g fill="none" stroke="${inks.line}" stroke-width="1.3">`,
    ...links.map(({ line }) => line),
    `</g><g fill="${inks.line}">`,
    ...links.map(({ arrow }) => arrow),
    `</g><g stroke="${inks.ground}" stroke-width="2">`,
    ...nodes.map((node) => svgNode(scene, node)),
    `</g><g text-anchor="middle" paint-order="stroke" stroke="${inks.ground}" stroke-width="3.5" stroke-linejoin="round">`,
    ...links.map(({ label }) => label),
    ...nodes.map((node) => svgLabel(scene, node)),
    '</g></svg>',
  ].join('\n');
}

function svgLink(scene: Scene, link: Scene['model']['links'][number]): { line: string; arrow: string; label: string } {
  const curve = curveOf(link, scene.positions, scene.model);
  const { fromX, fromY, bendX, bendY, toX, toY } = curve;
  const way = isStraight(link)
    ? `L${fixed(toX)} ${fixed(toY)}`
    : link.from === link.to
      ? `C${fixed(fromX + (fromX - toX))} ${fixed(bendY)} ${fixed(bendX + (toX - fromX) * 1.5)} ${fixed(bendY)} ${fixed(toX)} ${fixed(toY)}`
      : `Q${fixed(bendX)} ${fixed(bendY)} ${fixed(toX)} ${fixed(toY)}`;
  const tip = tipOf(curve, scene.model.nodes[link.to]!.radius + 1.5);
  const wing = (turn: number) =>
    `${fixed(tip.x - 7.5 * Math.cos(tip.angle + turn))} ${fixed(tip.y - 7.5 * Math.sin(tip.angle + turn))}`;
  const [x, y] = pointAt(curve, link.middle >= 0 ? 0.28 : 0.5);
  let angle = (Math.atan2(toY - fromY, toX - fromX) * 180) / Math.PI;
  if (angle > 90 || angle < -90) angle += 180;
  return {
    line: `<path d="M${fixed(fromX)} ${fixed(fromY)}${way}"/>`,
    arrow: `<path d="M${fixed(tip.x)} ${fixed(tip.y)}L${wing(-0.42)}L${wing(0.42)}Z"/>`,
    label: `<text transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(angle)})" dy="3.5" font-size="10" fill="${scene.inks.soft}">${xml(link.predicate)}</text>`,
  };
}

function svgNode({ model, positions, looks, inks }: Scene, index: number): string {
  const { kind, type, radius, label } = model.nodes[index]!;
  const [x, y] = [positions[2 * index]!, positions[2 * index + 1]!];
  const look: Look = kind === 'middle' ? { color: inks.soft, shape: 'diamond' } : looks.get(type)!;
  const title = `<title>${xml(`${type} ${label}`)}</title>`;
  if (look.shape === 'circle') {
    return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}" fill="${look.color}">${title}</circle>`;
  }
  const points = corners(look.shape, x, y, radius).map(([px, py]) => `${fixed(px)},${fixed(py)}`);
  return `<polygon points="${points.join(' ')}" fill="${look.color}">${title}</polygon>`;
}

function svgLabel({ model, positions, inks }: Scene, index: number): string {
  const { kind, label, radius } = model.nodes[index]!;
  if (kind === 'middle') return '';
  const [x, y] = [positions[2 * index]!, positions[2 * index + 1]! + radius + 12.5];
  return labelLines(label)
    .map(
      (line, at) =>
        `<text x="${fixed(x)}" y="${fixed(y + at * 13)}" font-weight="500" fill="${inks.ink}">${xml(line)}</text>`,
    )
    .join('');
}

export interface Png {
  readonly blob: Blob;
  /** Pixels of the picture for one unit of the graph; below 1 where the graph is larger than a picture may be. */
  readonly scale: number;
}

export async function toPng(scene: Scene): Promise<Png> {
  const bounds = boundsOf(scene.positions, scene.shown.nodes) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const [width, height] = [bounds.right - bounds.left + 2 * MARGIN, bounds.bottom - bounds.top + 2 * MARGIN];
  const density = 2;
  const scale = Math.min(1, SIDE_MAX / density / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale * density);
  canvas.height = Math.ceil(height * scale * density);
  const context = canvas.getContext('2d')!;
  context.scale(density, density);
  const camera = new Camera();
  camera.width = width * scale;
  camera.height = height * scale;
  camera.scale = scale;
  camera.x = (bounds.left + bounds.right) / 2;
  camera.y = (bounds.top + bounds.bottom) / 2;
  new Painter().paint(context, camera, scene);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser could not make a picture of this size. Draw fewer nodes, or take SVG.');
  return { blob, scale };
}
