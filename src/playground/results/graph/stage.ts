// The drawn graph: two canvases, a camera, a layout, and what hands and keys do to them. Knows nothing of the memory; it tells what was
// opened and what is to be expanded.
import { watchTheme } from '../../app/theme.ts';
import { isLink } from '../../../protocol/elements.ts';
import { count } from '../words.ts';
import { boundsOf, Camera } from './camera.ts';
import { HitTest, type Hit } from './hit.ts';
import { Layout } from './layout.ts';
import { type GraphModel, type Shown, shownParts } from './model.ts';
import { type Focus, NO_FOCUS, Painter, type Scene } from './painter.ts';
import { lookOf, type Inks, type Look, type Theme } from './palette.ts';
import { PointerControl } from './pointer.ts';
import { nearestInDirection } from './steps.ts';

export interface StageEvents {
  readonly onInspect: (id: string) => void;
  readonly onExpand: (id: string) => void;
  /** Said to screen readers. */
  readonly onSay: (text: string) => void;
  readonly onLayout: (progress: number, done: boolean) => void;
  readonly onPins: (amount: number) => void;
  /** The types are drawn in other colours now. */
  readonly onLooks: () => void;
}

const EMPTY: Shown = { nodes: new Uint8Array(), links: new Uint8Array() };

export class Stage {
  readonly camera = new Camera();
  readonly #host: HTMLElement;
  readonly #events: StageEvents;
  readonly #base = document.createElement('canvas');
  readonly #upper = document.createElement('canvas');
  readonly #painter = new Painter();
  readonly #hits = new HitTest();
  readonly #layout: Layout;
  readonly #pinned = new Set<string>();
  readonly #motion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #endings: (() => void)[] = [];
  #model: GraphModel | undefined;
  #positions = new Float32Array();
  #shown: Shown = EMPTY;
  #types: readonly string[] = [];
  #looks: ReadonlyMap<string, Look> = new Map();
  #inks: Inks;
  #font: string;
  theme: Theme = 'light';
  #focus: Focus = NO_FOCUS;
  /** Whether the camera still follows the layout: until a person moves it. */
  #follows = true;
  #frame = 0;
  #baseIsOld = false;
  #dragged = -1;

  constructor(host: HTMLElement, events: StageEvents) {
    this.#host = host;
    this.#events = events;
    for (const canvas of [this.#base, this.#upper]) canvas.setAttribute('aria-hidden', 'true');
    host.append(this.#base, this.#upper);
    this.#inks = this.#readInks();
    this.#font = getComputedStyle(host).fontFamily;
    this.#layout = new Layout((state) => this.#onLayout(state));
    new PointerControl(host, {
      camera: this.camera,
      hit: (x, y) => this.#hit(x, y),
      moved: () => this.#cameraMoved(),
      pointAt: (hit) => this.#point(hit),
      click: (hit) => this.#click(hit),
      doubleClick: (hit) => this.#doubleClick(hit),
      dragNode: (node, x, y) => this.#drag(node, x, y),
      dropNode: (node) => this.#drop(node),
    });
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(host);
    this.#endings.push(
      () => observer.disconnect(),
      watchTheme(() => this.#themeChanged()),
    );
    this.#resize();
  }

  end(): void {
    this.#layout.end();
    cancelAnimationFrame(this.#frame);
    for (const ending of this.#endings) ending();
    this.#base.remove();
    this.#upper.remove();
  }

  // -------------------------------------------------------------- what is shown

  /** Draws a model; nodes that were drawn before keep their place, new ones begin at `around` or among themselves. */
  show(model: GraphModel, types: readonly string[], around?: string): void {
    const before = this.#model;
    const kept = new Map(before?.nodes.map(({ id }, node) => [id, node]));
    const positions = new Float32Array(model.nodes.length * 2).fill(NaN);
    const start = around === undefined ? undefined : kept.get(around);
    let fresh = 0;
    model.nodes.forEach(({ id }, node) => {
      const old = kept.get(id);
      if (old !== undefined) positions.set(this.#positions.subarray(2 * old, 2 * old + 2), 2 * node);
      else fresh++;
      if (old !== undefined || start === undefined) return;
      const angle = fresh * 2.4;
      positions[2 * node] = this.#positions[2 * start]! + Math.cos(angle) * (40 + fresh);
      positions[2 * node + 1] = this.#positions[2 * start + 1]! + Math.sin(angle) * (40 + fresh);
    });
    this.#model = model;
    this.#types = types;
    this.#positions = positions;
    this.#hits.reset();
    this.#focus = NO_FOCUS;
    this.#setLooks();
    this.filter(new Set(), new Set());
    if (kept.size === 0) this.#follows = true;
    if (fresh === 0 && kept.size > 0) return this.#repaint();
    this.#layout.start(
      model,
      positions,
      this.#pinned,
      kept.size > 0 ? 0.5 : 1,
      this.#motion.matches,
      this.camera.width / this.camera.height,
    );
  }

  filter(hiddenTypes: ReadonlySet<string>, hiddenPredicates: ReadonlySet<string>): void {
    if (!this.#model) return;
    this.#shown = shownParts(this.#model, hiddenTypes, hiddenPredicates);
    const { node, chosenNode } = this.#focus;
    if ((node >= 0 && !this.#shown.nodes[node]) || (chosenNode >= 0 && !this.#shown.nodes[chosenNode]))
      this.#focus = NO_FOCUS;
    this.#repaint();
  }

  look(type: string): Look {
    return this.#looks.get(type) ?? lookOf(0, this.theme);
  }

  /** What pictures are made of; undefined before anything is drawn. */
  get scene(): Scene | undefined {
    if (!this.#model) return undefined;
    return {
      model: this.#model,
      positions: this.#positions,
      shown: this.#shown,
      pinned: this.#pinned,
      looks: this.#looks,
      inks: this.#inks,
      font: this.#font,
    };
  }

  #setLooks(): void {
    this.#looks = new Map(this.#types.map((type, index) => [type, lookOf(index, this.theme)]));
  }

  // -------------------------------------------------------------- the camera

  zoom(factor: number): void {
    this.camera.zoomAt(this.camera.width / 2, this.camera.height / 2, factor);
    this.#cameraMoved();
  }

  fit(): void {
    this.#follows = false;
    this.camera.fit(boundsOf(this.#positions, this.#shown.nodes));
    this.#repaint();
  }

  #cameraMoved(): void {
    this.#follows = false;
    this.#repaint();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#host;
    if (clientWidth === 0 || clientHeight === 0) return;
    Object.assign(this.camera, { width: clientWidth, height: clientHeight });
    for (const canvas of [this.#base, this.#upper]) {
      canvas.width = Math.round(clientWidth * devicePixelRatio);
      canvas.height = Math.round(clientHeight * devicePixelRatio);
    }
    if (this.#follows) this.camera.fit(boundsOf(this.#positions, this.#shown.nodes));
    this.#repaint();
  }

  // -------------------------------------------------------------- painting

  #onLayout({ positions, progress, done }: { positions: Float32Array; progress: number; done: boolean }): void {
    if (positions.length === this.#positions.length) {
      const dragged = this.#dragged;
      const held = dragged < 0 ? undefined : this.#positions.slice(2 * dragged, 2 * dragged + 2);
      this.#positions = positions as Float32Array<ArrayBuffer>;
      // The layout is a few frames behind the hand.
      if (held) this.#positions.set(held, 2 * dragged);
      this.#hits.reset();
      if (this.#follows) this.camera.fit(boundsOf(positions, this.#shown.nodes));
      this.#repaint();
    }
    this.#events.onLayout(progress, done);
  }

  #repaint(): void {
    this.#baseIsOld = true;
    this.#schedule();
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    this.#frame = 0;
    const { scene } = this;
    if (!scene) return;
    if (this.#baseIsOld) {
      this.#baseIsOld = false;
      this.#painter.paint(contextOf(this.#base), this.camera, scene);
    }
    this.#base.classList.toggle('back', this.#focus.node >= 0 || this.#focus.link >= 0);
    this.#painter.paintFocus(contextOf(this.#upper), this.camera, scene, this.#focus);
  }

  #themeChanged(): void {
    this.#inks = this.#readInks();
    this.#setLooks();
    this.#repaint();
    this.#events.onLooks();
  }

  /** The tokens of the page as colours a canvas understands. */
  #readInks(): Inks {
    const probe = document.createElement('span');
    probe.hidden = true;
    // What is drawn is not forced into other colours, so its ground must not be either.
    probe.style.setProperty('forced-color-adjust', 'none');
    this.#host.append(probe);
    const read = (name: string) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const inks = {
      ground: read('ground'),
      ink: read('ink'),
      soft: read('ink-soft'),
      line: read('line-strong'),
      accent: read('accent'),
    };
    probe.remove();
    const [red = 255, green = 255, blue = 255] = (inks.ground.match(/[\d.]+/g) ?? []).map(Number);
    this.theme = red + green + blue < 380 ? 'dark' : 'light';
    return inks;
  }

  // -------------------------------------------------------------- hands

  #hit(screenX: number, screenY: number): Hit | undefined {
    if (!this.#model) return undefined;
    const [x, y] = [this.camera.graphX(screenX), this.camera.graphY(screenY)];
    return this.#hits.find(this.#model, this.#positions, this.#shown, x, y, this.camera.scale);
  }

  #setFocus(focus: Focus): void {
    const { node, link, chosenNode, chosenLink } = this.#focus;
    if (
      focus.node === node &&
      focus.link === link &&
      focus.chosenNode === chosenNode &&
      focus.chosenLink === chosenLink
    )
      return;
    this.#focus = focus;
    this.#schedule();
  }

  #point(hit: Hit | undefined): void {
    const node = hit?.kind === 'node' ? hit.index : -1;
    const link = hit?.kind === 'link' ? hit.index : -1;
    this.#setFocus({ ...this.#focus, node, link });
  }

  #click(hit: Hit | undefined): void {
    this.#choose(hit);
    const id = this.#idOf(hit);
    if (id !== undefined) this.#events.onInspect(id);
  }

  #choose(hit: Hit | undefined): void {
    const chosenNode = hit?.kind === 'node' ? hit.index : -1;
    const chosenLink = hit?.kind === 'link' ? hit.index : -1;
    this.#setFocus({ ...this.#focus, chosenNode, chosenLink });
  }

  #idOf(hit: Hit | undefined): string | undefined {
    if (!hit || !this.#model) return undefined;
    return hit.kind === 'node' ? this.#model.nodes[hit.index]!.id : this.#model.links[hit.index]!.id;
  }

  #doubleClick(hit: Hit | undefined): void {
    const id = this.#idOf(hit);
    if (id !== undefined) this.#events.onExpand(id);
  }

  #drag(node: number, x: number, y: number): void {
    this.#follows = false;
    this.#dragged = node;
    this.#positions.set([x, y], 2 * node);
    this.#hits.reset();
    if (!this.#motion.matches) this.#layout.move(node, x, y);
    this.#repaint();
  }

  #drop(node: number): void {
    this.#dragged = -1;
    const { id } = this.#model!.nodes[node]!;
    this.#layout.move(node, this.#positions[2 * node]!, this.#positions[2 * node + 1]!);
    this.#layout.release(node, true);
    this.#pinned.add(id);
    this.#events.onPins(this.#pinned.size);
  }

  unpinAll(): void {
    this.#model?.nodes.forEach(({ id }, node) => {
      if (this.#pinned.has(id)) this.#layout.release(node, false);
    });
    this.#pinned.clear();
    this.#events.onPins(0);
    this.#repaint();
  }

  #togglePin(node: number): void {
    const { id, label } = this.#model!.nodes[node]!;
    const pins = !this.#pinned.delete(id);
    if (pins) {
      this.#pinned.add(id);
      this.#layout.move(node, this.#positions[2 * node]!, this.#positions[2 * node + 1]!);
    }
    this.#layout.release(node, pins);
    this.#events.onPins(this.#pinned.size);
    this.#events.onSay(`${label} ${pins ? 'pinned' : 'let go'}`);
    this.#repaint();
  }

  // -------------------------------------------------------------- keys

  /** Does what a key asks for; false for keys that mean nothing here. */
  key({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey || !this.#model) return false;
    const { node } = this.#focus;
    if (key === '+' || key === '=') this.zoom(1.3);
    else if (key === '-') this.zoom(1 / 1.3);
    else if (key === '0') this.fit();
    else if (key.startsWith('Arrow')) this.#step(key);
    else if (key === 'Home') this.#goTo(this.#mostLinked());
    else if (key === ']' || key === '[') this.#alongLink(key === ']' ? 1 : -1);
    else if (node < 0) return false;
    else if (key === 'Enter' || key === ' ') this.#click({ kind: 'node', index: node });
    else if (key === 'e' || key === 'E') this.#events.onExpand(this.#model.nodes[node]!.id);
    else if (key === 'p' || key === 'P') this.#togglePin(node);
    else if (key === 'Escape') this.#setFocus(NO_FOCUS);
    else return false;
    return true;
  }

  /** Takes away what is pointed at, when the graph is left. */
  leave(): void {
    this.#point(undefined);
  }

  #step(key: string): void {
    const { node } = this.#focus;
    const next = node < 0 ? this.#mostLinked() : nearestInDirection(key, node, this.#positions, this.#shown.nodes);
    if (next >= 0) this.#goTo(next);
    else this.#events.onSay('Nothing lies further there.');
  }

  #alongNeighbours: { of: number; at: number } = { of: -1, at: 0 };

  /** From one neighbour of a node to the next, back to it with Home or an arrow. */
  #alongLink(by: number): void {
    const { node } = this.#focus;
    if (node < 0) return this.#goTo(this.#mostLinked());
    const walk = this.#alongNeighbours;
    const { linksAt, links } = this.#model!;
    const isOnWalk =
      walk.of >= 0 && linksAt[walk.of]!.some((index) => links[index]!.from === node || links[index]!.to === node);
    const of = isOnWalk && walk.of !== node ? walk.of : node;
    const around = linksAt[of]!.filter((index) => this.#shown.links[index]);
    if (around.length === 0) return this.#events.onSay('It has no links here.');
    const at = of === walk.of ? (walk.at + by + around.length) % around.length : 0;
    this.#alongNeighbours = { of, at };
    const link = links[around[at]!]!;
    this.#goTo(link.from === of ? link.to : link.from, `${link.from === of ? '' : 'from '}${link.predicate}: `);
  }

  #mostLinked(): number {
    let best = -1;
    this.#model!.nodes.forEach(({ degree }, node) => {
      if (this.#shown.nodes[node] && (best < 0 || degree > this.#model!.nodes[best]!.degree)) best = node;
    });
    return best;
  }

  #goTo(node: number, prefix = ''): void {
    if (node < 0) return;
    this.#setFocus({ ...this.#focus, node, link: -1 });
    const { camera } = this;
    const [x, y] = [this.#positions[2 * node]!, this.#positions[2 * node + 1]!];
    const [screenX, screenY] = [camera.screenX(x), camera.screenY(y)];
    if (screenX < 30 || screenY < 30 || screenX > camera.width - 30 || screenY > camera.height - 30) {
      Object.assign(camera, { x, y });
      this.#cameraMoved();
    }
    this.#events.onSay(prefix + this.#describe(node));
  }

  #describe(node: number): string {
    const { id, kind, type, label } = this.#model!.nodes[node]!;
    const links = count(this.#model!.linksAt[node]!.filter((index) => this.#shown.links[index]).length, 'link');
    if (kind === 'concept') return `${label}, ${type}, ${links}`;
    const link = this.#model!.elements.get(id)!;
    const name = (end: string) => {
      const element = this.#model!.elements.get(end);
      return element && !isLink(element) ? element.name : end;
    };
    return isLink(link) ? `Link ${name(link.subject)} ${link.predicate} ${name(link.object)}, ${links}` : label;
  }

  /** Where a node stands, in pixels of the stage; for tests and for what is placed beside it. */
  placeOf(id: string): { x: number; y: number } | undefined {
    const node = this.#model?.nodeOf.get(id);
    if (node === undefined || !this.#shown.nodes[node]) return undefined;
    return {
      x: this.camera.screenX(this.#positions[2 * node]!),
      y: this.camera.screenY(this.#positions[2 * node + 1]!),
    };
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')!;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  return context;
}
