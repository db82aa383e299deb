// Draws the graph on two canvases. The lower one has all of it and is painted when something moves; the upper one has what a person
// points at or has chosen, with its links and neighbours, while the rest
// steps back. So pointing at a node of five thousand repaints a
// few dozen things. How much is drawn depends on how large it would be: from afar nodes are dots without arrows and labels.
import type { Camera } from './camera.ts';
import { curveOf, isStraight, pointAt, tipOf, type Curve } from './geometry.ts';
import { labelLines, TakenBoxes, TextMeasure } from './labels.ts';
import { type GraphLink, type GraphModel, type Shown } from './model.ts';
import { type Inks, type Look, tracePath } from './palette.ts';

export interface Scene {
  readonly model: GraphModel;
  readonly positions: Float32Array;
  readonly shown: Shown;
  readonly pinned: ReadonlySet<string>;
  readonly looks: ReadonlyMap<string, Look>;
  readonly inks: Inks;
  readonly font: string;
}

/** What stands out: numbers of nodes and links. */
export interface Focus {
  /** Pointed at. */
  readonly node: number;
  readonly link: number;
  /** Opened in the inspector. */
  readonly chosenNode: number;
  readonly chosenLink: number;
}

export const NO_FOCUS: Focus = { node: -1, link: -1, chosenNode: -1, chosenLink: -1 };

/** Below this radius in pixels a node is a dot. */
const DOT = 2.2;
const ARROWS_FROM = 0.42;
const PREDICATES_FROM = 0.62;
const LABELS_MAX = 260;
const PREDICATES_MAX = 160;

export class Painter {
  readonly #measure = new TextMeasure();

  /** Paints all that is shown. `context` is scaled for the device already. */
  paint(context: CanvasRenderingContext2D, camera: Camera, scene: Scene): void {
    context.fillStyle = scene.inks.ground;
    context.fillRect(0, 0, camera.width, camera.height);
    const view = new View(camera, scene);
    const links = view.visibleLinks();
    this.#paintLinks(context, view, links, false);
    const nodes = view.visibleNodes();
    this.#paintNodes(context, view, nodes);
    const taken = new TakenBoxes();
    this.#paintNames(context, view, nodes, taken);
    this.#paintPredicates(context, view, links, taken);
  }

  /** Paints what stands out; the stage lets the rest step back while a person points at something. */
  paintFocus(context: CanvasRenderingContext2D, camera: Camera, scene: Scene, focus: Focus): void {
    context.clearRect(0, 0, camera.width, camera.height);
    const view = new View(camera, scene);
    const { nodes, links } = partsOf(focus, scene);
    if (focus.node >= 0 || focus.link >= 0) {
      this.#paintLinks(context, view, links, true);
      this.#paintNodes(context, view, nodes);
      const taken = new TakenBoxes();
      this.#paintNames(context, view, nodes, taken);
      this.#paintPredicates(context, view, links, taken, true);
    }
    for (const node of [focus.chosenNode, focus.node])
      if (node >= 0) this.#ring(context, view, node, node === focus.chosenNode);
    if (focus.chosenLink >= 0 && focus.chosenNode < 0) this.#paintLinks(context, view, [focus.chosenLink], true);
  }

  // -------------------------------------------------------------- links

  #paintLinks(context: CanvasRenderingContext2D, view: View, links: readonly number[], strong: boolean): void {
    const { scene, camera } = view;
    const crowded = links.length > 2500 && camera.scale < 0.5;
    const path = new Path2D();
    const arrows = new Path2D();
    const withArrows = strong || (camera.scale >= ARROWS_FROM && links.length < 4000);
    for (const index of links) {
      const link = scene.model.links[index]!;
      const curve = view.curve(link);
      path.moveTo(curve.fromX, curve.fromY);
      if (isStraight(link)) path.lineTo(curve.toX, curve.toY);
      else if (link.from === link.to) loop(path, curve);
      else path.quadraticCurveTo(curve.bendX, curve.bendY, curve.toX, curve.toY);
      if (withArrows) arrow(arrows, curve, link, view);
    }
    context.strokeStyle = strong ? scene.inks.accent : scene.inks.line;
    context.fillStyle = strong ? scene.inks.accent : scene.inks.line;
    context.lineWidth = strong ? 2 : crowded ? 0.6 : Math.min(1.6, Math.max(0.8, camera.scale * 1.3));
    context.globalAlpha = crowded ? 0.45 : 1;
    context.stroke(path);
    if (withArrows) context.fill(arrows);
    context.globalAlpha = 1;
  }

  // -------------------------------------------------------------- nodes

  #paintNodes(context: CanvasRenderingContext2D, view: View, nodes: readonly number[]): void {
    const { scene, camera } = view;
    const byLook = new Map<Look, Path2D>();
    const middles = new Path2D();
    const pins = new Path2D();
    for (const node of nodes) {
      const { type, kind, radius, id } = scene.model.nodes[node]!;
      const [x, y] = [view.x(node), view.y(node)];
      const size = Math.max(1.4, radius * camera.scale);
      if (kind === 'middle') {
        tracePath(middles, 'diamond', x, y, Math.max(1.2, size));
        continue;
      }
      const look = scene.looks.get(type)!;
      let path = byLook.get(look);
      if (!path) byLook.set(look, (path = new Path2D()));
      if (size < DOT) path.rect(x - size, y - size, size * 2, size * 2);
      else tracePath(path, look.shape, x, y, size);
      if (scene.pinned.has(id) && size > 5) tracePath(pins, 'circle', x, y, size * 0.28);
    }
    const rim = camera.scale > 0.25;
    context.lineWidth = Math.min(2.5, Math.max(1, 2 * camera.scale));
    context.strokeStyle = scene.inks.ground;
    for (const [look, path] of byLook) {
      // A rim of the ground keeps nodes apart from links and each other.
      if (rim) context.stroke(path);
      context.fillStyle = look.color;
      context.fill(path);
    }
    if (rim) context.stroke(middles);
    context.fillStyle = scene.inks.soft;
    context.fill(middles);
    context.fillStyle = scene.inks.ground;
    context.fill(pins);
  }

  #ring(context: CanvasRenderingContext2D, view: View, node: number, chosen: boolean): void {
    const { radius, type, kind } = view.scene.model.nodes[node]!;
    const size = Math.max(3, radius * view.camera.scale) + 4;
    const shape = kind === 'middle' ? 'diamond' : view.scene.looks.get(type)!.shape;
    context.beginPath();
    tracePath(context, shape, view.x(node), view.y(node), size);
    context.strokeStyle = chosen ? view.scene.inks.accent : view.scene.inks.soft;
    context.lineWidth = chosen ? 3 : 1.5;
    context.stroke();
  }

  // -------------------------------------------------------------- labels

  #paintNames(context: CanvasRenderingContext2D, view: View, nodes: readonly number[], taken: TakenBoxes): void {
    const { scene, camera } = view;
    const size = Math.min(15, Math.max(11, 11.5 + (camera.scale - 1) * 2));
    context.font = `500 ${size}px ${scene.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    const named = nodes.filter((node) => scene.model.nodes[node]!.kind === 'concept');
    named.sort((a, b) => scene.model.nodes[b]!.degree - scene.model.nodes[a]!.degree || a - b);
    const middles = nodes.filter((node) => scene.model.nodes[node]!.kind === 'middle');
    // Nodes are in nobody's way but of labels: large ones keep their place free.
    for (const node of [...named.slice(0, 600), ...middles.slice(0, 600)]) {
      const reach = scene.model.nodes[node]!.radius * camera.scale * 0.8;
      if (reach > 3)
        taken.add({
          left: view.x(node) - reach,
          right: view.x(node) + reach,
          top: view.y(node) - reach,
          bottom: view.y(node) + reach,
        });
    }
    const placed: { lines: readonly string[]; x: number; y: number }[] = [];
    for (const node of named) {
      if (placed.length >= LABELS_MAX) break;
      const { label, radius } = scene.model.nodes[node]!;
      if (radius * camera.scale < DOT && placed.length > 40) continue;
      const lines = labelLines(label);
      const half = Math.max(...lines.map((line) => this.#measure.width(context, line))) / 2 + 3;
      const places = placesOf(view.x(node), view.y(node), Math.max(3, radius * camera.scale), half, size, lines.length);
      const bottom = (lines.length - 1) * size * 1.15 + 3;
      const place = places.find(({ x, y }) => {
        const box = { left: x - half, right: x + half, top: y - size, bottom: y + bottom };
        return box.left >= 0 && box.right <= camera.width && box.bottom <= camera.height && taken.take(box);
      });
      if (place) placed.push({ lines, ...place });
    }
    this.#write(
      context,
      scene,
      placed.flatMap(({ lines, x, y }) => lines.map((text, at) => ({ text, x, y: y + at * size * 1.15 }))),
      scene.inks.ink,
    );
  }

  #write(
    context: CanvasRenderingContext2D,
    { inks }: Scene,
    texts: readonly { text: string; x: number; y: number }[],
    ink: string,
  ): void {
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = inks.ground;
    for (const { text, x, y } of texts) context.strokeText(text, x, y);
    context.fillStyle = ink;
    for (const { text, x, y } of texts) context.fillText(text, x, y);
  }

  /** Predicates lie along their links, where a link is long enough for its word. */
  #paintPredicates(
    context: CanvasRenderingContext2D,
    view: View,
    links: readonly number[],
    taken: TakenBoxes,
    always = false,
  ): void {
    const { scene, camera } = view;
    if (!always && (camera.scale < PREDICATES_FROM || links.length > 1200)) return;
    const size = Math.min(12, Math.max(9.5, 10 * camera.scale));
    context.font = `${size}px ${scene.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    let written = 0;
    for (const index of links) {
      if (written >= PREDICATES_MAX) break;
      const link = scene.model.links[index]!;
      const curve = view.curve(link);
      const width = this.#measure.width(context, link.predicate);
      if (!this.#fits(link, curve, view, width)) continue;
      const [x, y] = pointAt(curve, link.middle >= 0 ? 0.28 : 0.5);
      const upright = angleAlong(curve, link);
      const [reachX, reachY] = [
        (Math.abs(Math.cos(upright)) * width) / 2 + size / 2,
        (Math.abs(Math.sin(upright)) * width) / 2 + size / 2,
      ];
      if (!taken.take({ left: x - reachX, right: x + reachX, top: y - reachY, bottom: y + reachY })) continue;
      context.save();
      context.translate(x, y);
      context.rotate(upright);
      this.#write(context, scene, [{ text: link.predicate, x: 0, y: 0 }], scene.inks.soft);
      context.restore();
      written++;
    }
  }

  #fits(link: GraphLink, curve: Curve, { camera, scene }: View, width: number): boolean {
    if (link.from === link.to) return true;
    const { nodes } = scene.model;
    const ends = (nodes[link.from]!.radius + nodes[link.to]!.radius) * camera.scale;
    const length = Math.hypot(curve.toX - curve.fromX, curve.toY - curve.fromY) - ends;
    return (link.middle >= 0 ? length * 0.55 : length) > width + 10;
  }
}

function partsOf(
  { node, link, chosenNode, chosenLink }: Focus,
  { model, shown }: Scene,
): { nodes: number[]; links: number[] } {
  const links = new Set<number>();
  for (const at of [node, node < 0 ? chosenNode : -1])
    if (at >= 0) for (const index of model.linksAt[at]!) links.add(index);
  for (const index of [link, node < 0 && link < 0 ? chosenLink : -1]) if (index >= 0) links.add(index);
  // A link's middle stands for the link: its own line belongs to it.
  model.links.forEach(({ middle }, index) => {
    if (middle >= 0 && middle === node) links.add(index);
  });
  const nodes = new Set<number>(node >= 0 ? [node] : []);
  for (const index of links) {
    const { from, to, middle } = model.links[index]!;
    nodes.add(from).add(to);
    if (middle >= 0) nodes.add(middle);
  }
  return {
    nodes: [...nodes].filter((at) => shown.nodes[at]),
    links: [...links].filter((index) => shown.links[index]),
  };
}

/** A scene as a camera sees it, in pixels of the canvas. */
class View {
  readonly camera: Camera;
  readonly scene: Scene;

  constructor(camera: Camera, scene: Scene) {
    this.camera = camera;
    this.scene = scene;
  }

  x(node: number): number {
    return this.camera.screenX(this.scene.positions[2 * node]!);
  }

  y(node: number): number {
    return this.camera.screenY(this.scene.positions[2 * node + 1]!);
  }

  curve(link: GraphLink): Curve {
    const curve = curveOf(link, this.scene.positions, this.scene.model);
    const { camera } = this;
    return {
      fromX: camera.screenX(curve.fromX),
      fromY: camera.screenY(curve.fromY),
      bendX: camera.screenX(curve.bendX),
      bendY: camera.screenY(curve.bendY),
      toX: camera.screenX(curve.toX),
      toY: camera.screenY(curve.toY),
    };
  }

  visibleNodes(): number[] {
    const { nodes } = this.scene.shown;
    const visible: number[] = [];
    for (let node = 0; node < nodes.length; node++) {
      if (nodes[node] && this.#near(this.x(node), this.camera.width) && this.#near(this.y(node), this.camera.height))
        visible.push(node);
    }
    return visible;
  }

  visibleLinks(): number[] {
    const { links } = this.scene.shown;
    const { width, height } = this.camera;
    const visible: number[] = [];
    for (let index = 0; index < links.length; index++) {
      if (!links[index]) continue;
      const { fromX, fromY, bendX, bendY, toX, toY } = this.curve(this.scene.model.links[index]!);
      const aside = Math.max(fromX, toX, bendX) < 0 || Math.min(fromX, toX, bendX) > width;
      if (!aside && Math.max(fromY, toY, bendY) >= 0 && Math.min(fromY, toY, bendY) <= height) visible.push(index);
    }
    return visible;
  }

  #near(at: number, size: number): boolean {
    return at > -60 && at < size + 60;
  }
}

function loop(path: Path2D, { fromX, bendX, bendY, toX, toY }: Curve): void {
  path.bezierCurveTo(fromX + (fromX - toX), bendY, bendX + (toX - fromX) * 1.5, bendY, toX, toY);
}

function arrow(path: Path2D, curve: Curve, link: GraphLink, { camera, scene }: View): void {
  const { radius } = scene.model.nodes[link.to]!;
  const { x, y, angle } = tipOf(curve, radius * camera.scale + 1.5);
  const size = Math.min(9, Math.max(4.5, 7.5 * camera.scale));
  path.moveTo(x, y);
  path.lineTo(x - size * Math.cos(angle - 0.42), y - size * Math.sin(angle - 0.42));
  path.lineTo(x - size * Math.cos(angle + 0.42), y - size * Math.sin(angle + 0.42));
  path.closePath();
}

/** The direction of a label on its link, never upside down. */
function angleAlong(curve: Curve, link: GraphLink): number {
  if (link.from === link.to) return 0;
  const t = link.middle >= 0 ? 0.28 : 0.5;
  const [ax, ay] = pointAt(curve, t - 0.05);
  const [bx, by] = pointAt(curve, t + 0.05);
  const angle = Math.atan2(by - ay, bx - ax);
  return angle > Math.PI / 2 || angle < -Math.PI / 2 ? angle + Math.PI : angle;
}

/** Where a name may stand, the best place first: below its node, above it, to the right, to the left. */
function placesOf(
  x: number,
  y: number,
  radius: number,
  half: number,
  size: number,
  lines: number,
): { x: number; y: number }[] {
  const rest = (lines - 1) * size * 1.15;
  const beside = y + size * 0.35 - rest / 2;
  return [
    { x, y: y + radius + size + 1 },
    { x, y: y - radius - 5 - rest },
    { x: x + radius + half + 2, y: beside },
    { x: x - radius - half - 2, y: beside },
  ];
}
