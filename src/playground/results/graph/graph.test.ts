import { describe, expect, it } from 'vitest';
import type { Element } from '../../../protocol/elements.ts';
import { boundsOf, Camera } from './camera.ts';
import { curveOf, distanceTo, pointAt, tipOf } from './geometry.ts';
import { HitTest } from './hit.ts';
import { labelLines, TakenBoxes } from './labels.ts';
import { buildModel, shownParts } from './model.ts';
import { COLORS, lookOf, type Theme } from './palette.ts';
import { nearestInDirection } from './steps.ts';

const stored = { attributes: {}, metadata: {} };
const concept = (id: string, type = 'A'): Element => ({ id, type, name: id, ...stored });
const link = (id: string, subject: string, object: string, predicate = 'p'): Element => ({
  id,
  subject,
  predicate,
  object,
  ...stored,
});
const model = (...elements: Element[]) => buildModel(new Map(elements.map((element) => [element.id, element])));

describe('what is drawn', () => {
  it('gives a link that is an end a node in its middle, at any height', () => {
    const graph = model(
      concept('C:1'),
      concept('C:2'),
      link('P:1', 'C:1', 'C:2'),
      link('P:2', 'C:1', 'P:1'),
      link('P:3', 'P:2', 'P:1'),
    );
    expect(graph.nodes.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'C:1 concept',
      'C:2 concept',
      'P:1 middle',
      'P:2 middle',
    ]);
    expect(graph.links.map(({ id, middle }) => [id, middle])).toEqual([
      ['P:1', 2],
      ['P:2', 3],
      ['P:3', -1],
    ]);
  });

  it('leaves out links of which an end is not there, and rings of links', () => {
    const graph = model(
      concept('C:1'),
      link('P:1', 'C:1', 'C:9'),
      link('P:2', 'C:1', 'P:1'),
      link('P:3', 'P:4', 'C:1'),
      link('P:4', 'P:3', 'C:1'),
    );
    expect(graph.links).toEqual([]);
  });

  it('bends links of the same two nodes apart, whatever their direction', () => {
    const graph = model(concept('C:1'), concept('C:2'), link('P:1', 'C:1', 'C:2'), link('P:2', 'C:2', 'C:1'));
    const positions = Float32Array.from([0, 0, 100, 0]);
    const [up, down] = graph.links.map((one) => pointAt(curveOf(one, positions, graph), 0.5)[1]);
    expect(up! * down!).toBeLessThan(0);
    expect(
      curveOf(model(concept('C:1'), concept('C:2'), link('P:1', 'C:1', 'C:2')).links[0]!, positions, graph).bendY,
    ).toBe(0);
  });

  it('hides a link with its ends, and what ends at it', () => {
    const graph = model(
      concept('C:1'),
      concept('C:2', 'B'),
      concept('C:3'),
      link('P:1', 'C:1', 'C:2'),
      link('P:2', 'C:3', 'P:1'),
    );
    expect([...shownParts(graph, new Set(), new Set()).links]).toEqual([1, 1]);
    const hidden = shownParts(graph, new Set(['B']), new Set());
    expect([...hidden.links]).toEqual([0, 0]);
    expect([...hidden.nodes]).toEqual([1, 0, 1, 0]);
  });
});

describe('the lines of links', () => {
  it('pass through the node in their middle and end at the rim of the last', () => {
    const graph = model(
      concept('C:1'),
      concept('C:2'),
      concept('C:3'),
      link('P:1', 'C:1', 'C:2'),
      link('P:2', 'C:3', 'P:1'),
    );
    const positions = Float32Array.from([0, 0, 200, 0, 0, 200, 100, 60]);
    const curve = curveOf(graph.links[0]!, positions, graph);
    expect(pointAt(curve, 0.5)).toEqual([100, 60]);
    const tip = tipOf(curve, 10);
    expect(Math.hypot(tip.x - 200, tip.y)).toBeCloseTo(10, 0);
    expect(distanceTo(curve, 100, 60)).toBeLessThan(2);
  });
});

describe('what lies under a point', () => {
  it('is the nearest shown node, else the nearest link, in 5,000 nodes as in a look at all of them', () => {
    const elements = Array.from({ length: 5000 }, (_, at) => concept(`C:${at + 1}`));
    const graph = model(...elements, link('P:1', 'C:1', 'C:2'));
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const positions = Float32Array.from({ length: 10_000 }, () => random() * 6000 - 3000);
    const shown = shownParts(graph, new Set(), new Set());
    shown.nodes[17] = 0;
    const hits = new HitTest();
    for (let round = 0; round < 400; round++) {
      const [x, y, scale] = [random() * 6400 - 3200, random() * 6400 - 3200, 0.05 + random() * 2];
      const distances = graph.nodes.map(({ radius }, node) => {
        const distance = Math.hypot(positions[2 * node]! - x, positions[2 * node + 1]! - y);
        return shown.nodes[node] && distance < radius + 4 / scale ? distance : Infinity;
      });
      const best = Math.min(...distances);
      const hit = hits.find(graph, positions, shown, x, y, scale);
      if (best < Infinity) expect(hit).toEqual({ kind: 'node', index: distances.indexOf(best) });
      else expect(hit?.kind).not.toBe('node');
    }
  });
});

describe('labels', () => {
  it('stand on two lines where they are long, cut where they are longer', () => {
    expect(labelLines('Aspirin')).toEqual(['Aspirin']);
    expect(labelLines('Complained about tabs that lose it')).toEqual(['Complained about', 'tabs that lose it']);
    expect(labelLines('x'.repeat(90))[0]!.length).toBeLessThan(30);
    expect(labelLines('a\nb')).toEqual(['a b']);
  });

  it('never lie on each other', () => {
    const taken = new TakenBoxes();
    expect(taken.take({ left: 0, top: 0, right: 100, bottom: 10 })).toBe(true);
    expect(taken.take({ left: 90, top: 5, right: 190, bottom: 15 })).toBe(false);
    expect(taken.take({ left: 100, top: 5, right: 190, bottom: 15 })).toBe(true);
  });
});

describe('the camera', () => {
  it('fits what is shown and zooms about a point', () => {
    const camera = new Camera();
    Object.assign(camera, { width: 800, height: 600 });
    camera.fit(boundsOf(Float32Array.from([-500, 0, 500, 100, 9999, 0]), Uint8Array.from([1, 1, 0])));
    expect(camera.screenX(-500)).toBeGreaterThan(0);
    expect(camera.screenX(500)).toBeLessThan(800);
    const before = camera.graphX(200);
    camera.zoomAt(200, 100, 1.7);
    expect(camera.graphX(200)).toBeCloseTo(before);
  });
});

describe('keys', () => {
  it('lead to the node in that direction', () => {
    const positions = Float32Array.from([0, 0, 100, 10, 40, 200, -50, 0]);
    const shown = Uint8Array.from([1, 1, 1, 1]);
    expect(nearestInDirection('ArrowRight', 0, positions, shown)).toBe(1);
    expect(nearestInDirection('ArrowDown', 0, positions, shown)).toBe(2);
    expect(nearestInDirection('ArrowLeft', 0, positions, shown)).toBe(3);
    expect(nearestInDirection('ArrowUp', 0, positions, shown)).toBe(-1);
  });
});

describe('colours of types', () => {
  const linear = (hex: string) =>
    [1, 3, 5].map((at) => {
      const value = parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
  const luminance = (hex: string) =>
    linear(hex).reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at]!, 0);
  const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  /** Brettel and Viénot's projections, in linear light. */
  const SIGHTS = {
    full: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    protan: [0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1],
    deutan: [0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1],
  };
  function lab(hex: string, sight: readonly number[]): number[] {
    const rgb = linear(hex);
    const [r, g, b] = [0, 3, 6].map((row) =>
      Math.max(
        0,
        rgb.reduce((sum, value, at) => sum + value * sight[row + at]!, 0),
      ),
    ) as [number, number, number];
    const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  }

  it.each([
    ['light', '#ffffff'],
    ['dark', '#151816'],
  ] as [Theme, string][])('reach 3:1 on the ground, %s', (theme, ground) => {
    for (const color of COLORS[theme])
      expect(contrast(luminance(color), luminance(ground)), color).toBeGreaterThanOrEqual(3);
  });

  it.each(['light', 'dark'] as Theme[])('are told apart with any sight, %s', (theme) => {
    for (const [name, sight] of Object.entries(SIGHTS)) {
      COLORS[theme].forEach((one, at) => {
        for (const other of COLORS[theme].slice(at + 1)) {
          const [a, b] = [lab(one, sight), lab(other, sight)];
          const difference = Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
          expect(difference, `${one} and ${other}, ${name}`).toBeGreaterThan(14);
        }
      });
    }
  });

  it('come again with another shape', () => {
    const looks = Array.from({ length: 32 }, (_, at) => lookOf(at, 'light'));
    expect(new Set(looks.map(({ color, shape }) => color + shape)).size).toBe(32);
  });
});
