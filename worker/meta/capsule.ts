// One knowledge capsule: an UPSERT statement that rebuilds the elements it was given, in any memory, any number of times (§5.3).
// Elements written before are named by their handles; all others by {type, name} or, being links, by a nested clause.
// The protected nodes of a memory cannot be written, so they are declared without content, and the actors without directives.
import { quote, valueToText } from '../../src/language/core.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Nexus } from '../nexus.ts';
import { formatElementId, kindOf } from '../store/element-id.ts';
import { readElements, readIdentities, type ExportedElement, type Identity } from '../store/export-rows.ts';
import { PROTECTED_ATTRIBUTE, protectedNodes } from '../store/protected.ts';

/** How deep a link outside the capsule may be nested in clauses; the parser takes little more. */
const NESTING_MAX = 50;

export class Capsule {
  /** Elements written so far. */
  concepts = 0;
  propositions = 0;

  readonly #nexus: Nexus;
  readonly #blocks: string[] = [];
  readonly #handles = new Map<number, string>();
  readonly #outside = new Map<number, Identity>();
  #bytes = 0;

  constructor(nexus: Nexus) {
    this.#nexus = nexus;
  }

  /** The capsule's text; empty where nothing was written. */
  get text(): string {
    return this.#blocks.length === 0 ? '' : `UPSERT {\n${this.#blocks.join('')}}\n`;
  }

  /**
   * Writes elements, in an order in which every link follows those of its endpoints that are exported. Stops before the text grows
   * past `bytesMax` UTF-8 bytes, though not before the first element; returns how many were written.
   *
   * @throws resourceExhausted where a link outside the capsule is nested too deep to be named
   */
  write(ids: readonly number[], bytesMax: number): number {
    const elements = readElements(this.#nexus, ids);
    this.#readOutside(elements);
    for (const [at, id] of ids.entries()) {
      const handle = kindOf(id) === 'concept' ? `?c${this.concepts + 1}` : `?p${this.propositions + 1}`;
      const block = this.#block(id, handle, elements.get(id)!);
      const bytes = utf8.encode(block).length;
      if (this.#bytes > 0 && this.#bytes + bytes > bytesMax) return at;
      this.#bytes += bytes;
      this.#blocks.push(block);
      this.#handles.set(id, handle);
      if (kindOf(id) === 'concept') this.concepts++;
      else this.propositions++;
    }
    return ids.length;
  }

  /** Learns the names of all endpoints that are not part of the capsule, and of theirs in turn. */
  #readOutside(elements: ReadonlyMap<number, ExportedElement>): void {
    let from: Iterable<Identity> = elements.values();
    for (;;) {
      const wanted = new Set<number>();
      for (const identity of from) {
        if (!('predicate' in identity)) continue;
        for (const id of [identity.subject, identity.object]) {
          if (!elements.has(id) && !this.#handles.has(id) && !this.#outside.has(id)) wanted.add(id);
        }
      }
      if (wanted.size === 0) return;
      const found = readIdentities(this.#nexus, [...wanted]);
      for (const [id, identity] of found) this.#outside.set(id, identity);
      from = found.values();
    }
  }

  #block(id: number, handle: string, element: ExportedElement): string {
    const { whole, actors } = protectedNodes(this.#nexus);
    const head =
      'predicate' in element
        ? `PROPOSITION ${handle} {\n    ${this.#triple(element, 1)}`
        : `CONCEPT ${handle} {\n    ${identityText(element)}`;
    if (whole.has(id)) return `  ${head}\n  }\n`;
    const attributes = actors.has(id)
      ? without(element.attributes, (key) => key === PROTECTED_ATTRIBUTE)
      : element.attributes;
    const metadata = without(element.metadata, (key) => key.startsWith('_'));
    const set = isEmpty(attributes) ? '' : `\n    SET ATTRIBUTES ${valueToText(attributes)}`;
    const withMetadata = isEmpty(metadata) ? '' : `\n  WITH METADATA ${valueToText(metadata)}`;
    return `  ${head}${set}\n  }${withMetadata}\n`;
  }

  #triple({ subject, predicate, object }: Extract<Identity, { predicate: string }>, depth: number): string {
    return `(${this.#reference(subject, depth)}, ${quote(predicate)}, ${this.#reference(object, depth)})`;
  }

  #reference(id: number, depth: number): string {
    const handle = this.#handles.get(id);
    if (handle !== undefined) return handle;
    const identity = this.#outside.get(id)!;
    if (!('predicate' in identity)) return identityText(identity);
    if (depth < NESTING_MAX) return this.#triple(identity, depth + 1);
    throw errors.resourceExhausted(
      `The export needs ${formatElementId(id)}, a link nested more than ${NESTING_MAX} links deep, which no clause can name.`,
      'Export the inner links together with the outer ones, so that they are named by handles: add UNION { ?x (?s, ?p, ?o) } for them.',
    );
  }
}

const utf8 = new TextEncoder();

const identityText = ({ type, name }: Extract<Identity, { name: string }>): string =>
  `{type: ${quote(type)}, name: ${quote(name)}}`;

const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0;

const without = (object: JsonObject, isLeftOut: (key: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !isLeftOut(key)));
