// The force layout, in a worker of its own so that no graph makes the page stutter. Ticks run in slices of a few milliseconds, between
// which messages come in; positions go out as a buffer that changes hands instead of being copied.
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { LayoutGraph, LayoutOrder, LayoutPositions } from './layout-messages.ts';

interface Body extends SimulationNodeDatum {
  readonly radius: number;
  /** The two ends this node belongs between, where it is the middle of a link. */
  between?: readonly [Body, Body];
}

interface Spring extends SimulationLinkDatum<Body> {
  readonly length: number;
}

/** The part of a worker's global scope that is used; the library of types for windows has none. */
const scope = globalThis as unknown as {
  postMessage(message: LayoutPositions, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<LayoutOrder>) => void) | null;
};

const SLICE_MS = 12;
const FRAME_MS = 24;
const ALPHA_END = 0.004;
const MANY = 1500;

let simulation: Simulation<Body, Spring> | undefined;
let generation = 0;
let still = false;
let running = false;
let lastSent = 0;
let heat = 1;

scope.onmessage = ({ data }) => {
  if (data.kind === 'graph') start(data);
  else if (simulation) {
    const body = simulation.nodes()[data.node];
    if (!body) return;
    if (data.kind === 'move') [body.fx, body.fy] = [data.x, data.y];
    else if (!data.pinned) [body.fx, body.fy] = [null, null];
    warm(data.kind === 'move' ? 0.25 : 0);
  }
};

function start(graph: LayoutGraph): void {
  ({ generation, still, heat } = graph);
  const bodies = Array.from(graph.radii, (radius, index): Body => {
    const [x, y] = [graph.positions[2 * index]!, graph.positions[2 * index + 1]!];
    if (Number.isNaN(x)) return { radius };
    return graph.pinned[index] ? { radius, x, y, fx: x, fy: y } : { radius, x, y };
  });
  const springs = Array.from(graph.lengths, (length, index): Spring => {
    return { source: graph.links[2 * index]!, target: graph.links[2 * index + 1]!, length };
  });
  for (let at = 0; at < graph.middles.length; at += 3) {
    const [middle, from, to] = graph.middles.subarray(at, at + 3);
    bodies[middle!]!.between = [bodies[from!]!, bodies[to!]!];
  }
  simulation?.stop();
  simulation = simulate(bodies, springs, graph.aspect).alpha(heat).stop();
  run();
}

function simulate(bodies: Body[], springs: Spring[], aspect: number): Simulation<Body, Spring> {
  const many = bodies.length > MANY;
  const pull = many ? 0.045 : 0.055;
  const simulation = forceSimulation<Body, Spring>(bodies)
    .alphaMin(ALPHA_END)
    .alphaDecay(many ? 0.035 : 0.022)
    .velocityDecay(0.42)
    .force(
      'springs',
      forceLink<Body, Spring>(springs).distance((spring) => spring.length),
    )
    .force(
      'charge',
      forceManyBody<Body>()
        .strength((body) => (body.between ? -150 : (many ? -160 : -320) - body.radius * 26))
        .theta(many ? 1.2 : 0.9)
        .distanceMax(many ? 900 : 1400),
    )
    .force('x', forceX<Body>(0).strength(pull / Math.sqrt(aspect)))
    .force('y', forceY<Body>(0).strength(pull * Math.sqrt(aspect)));
  simulation.force('middles', straighten(bodies));
  if (!many) simulation.force('apart', forceCollide<Body>((body) => body.radius + 20).strength(0.7));
  return simulation;
}

/** Draws each middle to where its link would run straight, and moves the whole link a little after what pulls at the middle. */
function straighten(bodies: readonly Body[]): (alpha: number) => void {
  const middles = bodies.filter(({ between }) => between);
  return (alpha) => {
    for (const body of middles) {
      const [from, to] = body.between!;
      const dx = ((from.x! + to.x!) / 2 - body.x!) * alpha;
      const dy = ((from.y! + to.y!) / 2 - body.y!) * alpha;
      body.vx! += dx * 0.9;
      body.vy! += dy * 0.9;
      for (const end of [from, to]) {
        end.vx! -= dx * 0.12;
        end.vy! -= dy * 0.12;
      }
    }
  };
}

function warm(target: number): void {
  if (!simulation) return;
  simulation.alphaTarget(target);
  if (simulation.alpha() < 0.2) simulation.alpha(0.2);
  heat = Math.max(heat, 0.2);
  run();
}

function run(): void {
  if (running) return;
  running = true;
  slice();
}

function slice(): void {
  const current = simulation!;
  const from = performance.now();
  let done = false;
  do {
    current.tick();
    done = current.alpha() < ALPHA_END && current.alphaTarget() < ALPHA_END;
  } while (!done && performance.now() - from < SLICE_MS);
  const now = performance.now();
  if (done || now - lastSent >= FRAME_MS) {
    lastSent = now;
    send(done);
  }
  if (done) running = false;
  else setTimeout(slice);
}

function send(done: boolean): void {
  const bodies = simulation!.nodes();
  const quiet = still && !done;
  const positions = new Float32Array(quiet ? 0 : bodies.length * 2);
  if (!quiet) {
    bodies.forEach((body, index) => {
      positions[2 * index] = body.x!;
      positions[2 * index + 1] = body.y!;
    });
  }
  const range = Math.log(heat / ALPHA_END) || 1;
  const progress = done ? 1 : Math.min(1, Math.max(0, Math.log(heat / simulation!.alpha()) / range));
  scope.postMessage({ generation, positions, progress, done }, [positions.buffer]);
}
