// Elements as they stand in answers (§2.2, §2.3), told apart from any other JSON by their members.
import { isJsonObject, type Json, type JsonObject } from './values.ts';

export interface Concept {
  /** "C:12". */
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly attributes: JsonObject;
  readonly metadata: JsonObject;
}

export interface Link {
  /** "P:13". */
  readonly id: string;
  /** The id of a concept or of a link. */
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  readonly attributes: JsonObject;
  readonly metadata: JsonObject;
}

export type Element = Concept | Link;

const ID = /^[CP]:[1-9]\d{0,15}$/;

/** Whether a text is spelled like the id of an element. */
export function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length < 20 && ID.test(value);
}

export function isLinkId(id: string): boolean {
  return id.startsWith('P:');
}

export function isLink(element: Element): element is Link {
  return 'predicate' in element;
}

/** The element a value is; undefined for anything else. */
export function asElement(value: Json | undefined): Element | undefined {
  if (!isJsonObject(value) || !isId(value['id']) || !isJsonObject(value['attributes'])) return undefined;
  if (!isJsonObject(value['metadata'])) return undefined;
  const has = (...keys: string[]) => keys.every((key) => typeof value[key] === 'string');
  const known = isLinkId(value['id']) ? has('subject', 'predicate', 'object') : has('type', 'name');
  return known ? (value as unknown as Element) : undefined;
}

/** Every element in a value at any depth, and every id of which the element itself is not there, in the order they are met. */
export function elementsIn(value: Json): { elements: Map<string, Element>; ids: Set<string> } {
  const elements = new Map<string, Element>();
  const ids = new Set<string>();
  const stack: Json[] = [value];
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    const element = asElement(current);
    if (element) elements.set(element.id, element);
    else if (isId(current)) ids.add(current);
    else if (typeof current === 'object' && current !== null) {
      const inner: readonly Json[] = Array.isArray(current) ? (current as readonly Json[]) : Object.values(current);
      for (let at = inner.length - 1; at >= 0; at--) stack.push(inner[at]!);
    }
  }
  for (const id of elements.keys()) ids.delete(id);
  return { elements, ids };
}
