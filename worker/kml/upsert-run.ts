// What the blocks of one command share while they run, in one transaction (§4.1), and where they find elements: among those
// the command has created so far, then in the tables.
import type { JsonObject } from '../../src/protocol/values.ts';
import type { BindEnvironment } from '../compile/bind.ts';
import type { StatementContext } from '../nexus.ts';
import { affectsGrounding } from '../search/grounding-index.ts';
import { conceptId, conceptIdentity, findConcept, readConcept, type ConceptIdentity } from '../store/concepts.ts';
import { elementExists, kindOf } from '../store/element-id.ts';
import { NewElements } from '../store/new-elements.ts';
import { findProposition, propositionId, readProposition, type Triple } from '../store/propositions.ts';
import { writeContent, type Content, type StoredElement } from '../store/stored-content.ts';
import { mergeShallow } from './shallow-merge.ts';

/** One UPSERT statement within a run: its handles are its own (§4.1). */
export interface UpsertScope {
  readonly handles: Map<string, number>;
  readonly metadata: JsonObject;
}

/** Keys that a write would really change. */
export interface ChangedKeys {
  readonly attributeKeys: readonly string[];
  readonly metadataKeys: readonly string[];
}

export class UpsertRun {
  readonly context: StatementContext;
  readonly environment: BindEnvironment;
  readonly created: NewElements;
  /** The time of the command, in milliseconds since the epoch: the same for all it writes. */
  readonly now: number;
  /** Ids of the top-level blocks, in the order in which they ran. */
  readonly concepts: number[] = [];
  readonly propositions: number[] = [];
  /** Elements that existed before and whose searchable text has changed. */
  readonly conceptsToIndex = new Set<number>();
  readonly propositionsToIndex = new Set<number>();
  /** Ids of existing concepts that blocks have referred to: a capsule names the same few over and over. */
  readonly #referred = new Map<string, number>();

  constructor(context: StatementContext) {
    this.context = context;
    this.environment = { parameters: context.parameters, types: context.nexus.types };
    this.created = new NewElements(context.nexus.driver);
    this.now = context.nexus.now();
  }

  /** The id of the concept with this identity, or undefined. */
  conceptId(identity: ConceptIdentity): number | undefined {
    const created = this.created.concept(identity);
    if (created) return created.id;
    const key = `${identity.type} ${identity.name}`;
    const id = this.#referred.get(key) ?? conceptId(this.context.nexus.driver, identity);
    if (id !== undefined) this.#referred.set(key, id);
    return id;
  }

  findConcept(identity: ConceptIdentity): StoredElement | undefined {
    return this.created.concept(identity) ?? findConcept(this.context.nexus.driver, identity);
  }

  linkId(triple: Triple): number | undefined {
    const created = this.created.link(triple);
    if (created || this.#touchesNew(triple)) return created?.id;
    return propositionId(this.context.nexus.driver, triple);
  }

  findLink(triple: Triple): StoredElement | undefined {
    const created = this.created.link(triple);
    if (created || this.#touchesNew(triple)) return created;
    return findProposition(this.context.nexus.driver, triple);
  }

  exists(id: number): boolean {
    return this.created.byId(id) !== undefined || elementExists(this.context.nexus.driver, id);
  }

  /** Type and name of a concept, for messages. */
  readonly identity = (id: number): ConceptIdentity | undefined => {
    const created = this.created.byId(id);
    return created && 'name' in created ? created : conceptIdentity(this.context.nexus.driver, id);
  };

  /** An element that exists. */
  read(id: number): StoredElement {
    const { driver } = this.context.nexus;
    const element =
      this.created.byId(id) ?? (kindOf(id) === 'concept' ? readConcept(driver, id) : readProposition(driver, id));
    return element as StoredElement;
  }

  /**
   * Merges into an element's content (§2.10). What differs in nothing is no change and leaves the version alone (§2.11.1).
   *
   * @param check called with the keys about to change, before anything is written
   */
  change(element: StoredElement, written: Content, check?: (changed: ChangedKeys) => void): void {
    const attributes = mergeShallow(element.attributes, written.attributes);
    const metadata = mergeShallow(element.metadata, written.metadata);
    const changed: ChangedKeys = { attributeKeys: attributes.changedKeys, metadataKeys: metadata.changedKeys };
    if (changed.attributeKeys.length + changed.metadataKeys.length === 0) return;
    check?.(changed);
    const created = this.created.byId(element.id);
    if (created) {
      Object.assign(created, {
        attributes: attributes.value,
        metadata: metadata.value,
        version: created.version + 1,
      });
      return;
    }
    writeContent(
      this.context.nexus.driver,
      element.id,
      {
        ...(changed.attributeKeys.length > 0 && { attributes: attributes.value }),
        ...(changed.metadataKeys.length > 0 && { metadata: metadata.value }),
      },
      this.now,
    );
    if (!affectsGrounding(changed.attributeKeys)) return;
    (kindOf(element.id) === 'concept' ? this.conceptsToIndex : this.propositionsToIndex).add(element.id);
  }

  /** No link in the tables can have an endpoint that is not in them yet. */
  #touchesNew({ subject, object }: Triple): boolean {
    return this.created.byId(subject) !== undefined || this.created.byId(object) !== undefined;
  }
}
