// What hands do to the graph: point, click, double-click, drag a node, drag the ground, wheel, pinch.
import type { Camera } from './camera.ts';
import type { Hit } from './hit.ts';

export interface PointerActions {
  readonly camera: Camera;
  hit(screenX: number, screenY: number): Hit | undefined;
  /** The camera has moved. */
  moved(): void;
  pointAt(hit: Hit | undefined): void;
  click(hit: Hit | undefined): void;
  doubleClick(hit: Hit | undefined): void;
  dragNode(node: number, x: number, y: number): void;
  dropNode(node: number): void;
}

/** A press that moves no farther than this is a click. */
const CLICK_SLACK = 4;

export class PointerControl {
  readonly #canvas: HTMLElement;
  readonly #actions: PointerActions;
  readonly #down = new Map<number, { x: number; y: number }>();
  #start: { x: number; y: number } | undefined;
  #grabbed: Hit | undefined;
  #moved = false;

  constructor(canvas: HTMLElement, actions: PointerActions) {
    this.#canvas = canvas;
    this.#actions = actions;
    canvas.addEventListener('pointerdown', this.#onDown);
    canvas.addEventListener('pointermove', this.#onMove);
    canvas.addEventListener('pointerup', this.#onUp);
    canvas.addEventListener('pointercancel', this.#onUp);
    canvas.addEventListener('pointerleave', () => actions.pointAt(undefined));
    canvas.addEventListener('wheel', this.#onWheel, { passive: false });
    canvas.addEventListener('dblclick', (event) => {
      const { x, y } = this.#place(event);
      actions.doubleClick(actions.hit(x, y));
    });
  }

  #place({ clientX, clientY }: MouseEvent): { x: number; y: number } {
    const box = this.#canvas.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  #onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const place = this.#place(event);
    this.#canvas.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, place);
    if (this.#down.size > 1) {
      this.#grabbed = undefined;
      this.#moved = true;
      return;
    }
    this.#start = place;
    this.#moved = false;
    this.#grabbed = this.#actions.hit(place.x, place.y);
  };

  #onMove = (event: PointerEvent): void => {
    const place = this.#place(event);
    const before = this.#down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') {
        const hit = this.#actions.hit(place.x, place.y);
        this.#canvas.classList.toggle('pointing', hit !== undefined);
        this.#actions.pointAt(hit);
      }
      return;
    }
    if (this.#down.size === 2) this.#pinch(event.pointerId, before, place);
    else if (this.#moved || Math.hypot(place.x - this.#start!.x, place.y - this.#start!.y) > CLICK_SLACK) {
      this.#moved = true;
      this.#drag(before, place);
    } else return;
    this.#down.set(event.pointerId, place);
  };

  #drag(before: { x: number; y: number }, place: { x: number; y: number }): void {
    const { camera } = this.#actions;
    if (this.#grabbed?.kind === 'node') {
      this.#actions.dragNode(this.#grabbed.index, camera.graphX(place.x), camera.graphY(place.y));
      return;
    }
    camera.pan(place.x - before.x, place.y - before.y);
    this.#actions.moved();
  }

  #pinch(id: number, before: { x: number; y: number }, place: { x: number; y: number }): void {
    const other = [...this.#down].find(([key]) => key !== id)![1];
    const { camera } = this.#actions;
    const factor =
      Math.hypot(place.x - other.x, place.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
    camera.zoomAt((place.x + other.x) / 2, (place.y + other.y) / 2, factor);
    camera.pan((place.x - before.x) / 2, (place.y - before.y) / 2);
    this.#actions.moved();
  }

  #onUp = (event: PointerEvent): void => {
    if (!this.#down.delete(event.pointerId) || this.#down.size > 0) return;
    const grabbed = this.#grabbed;
    this.#grabbed = undefined;
    if (event.type === 'pointercancel') return;
    if (!this.#moved) this.#actions.click(grabbed);
    else if (grabbed?.kind === 'node') this.#actions.dropNode(grabbed.index);
  };

  #onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = this.#place(event);
    // A pinch on a touchpad comes as a wheel with Ctrl, in smaller steps.
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.#actions.camera.zoomAt(x, y, Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016)));
    this.#actions.moved();
  };
}
