// The schema of whichever nexus is open now, as one provider that outlives each of them: editors keep it while memories come and go.
import { type NexusSchema, schemaFromNexus, type ReadableNexus } from '../../editor/nexus-schema.ts';
import { emptySchema, type KeyOwner, type SchemaProvider } from '../../editor/schema.ts';

export class LiveSchema implements SchemaProvider {
  readonly #listeners = new Set<() => void>();
  #nexus: ReadableNexus | undefined;
  #schema: NexusSchema | undefined;
  #stop: (() => void) | undefined;

  /** @param nexus undefined while none is open: then nothing is known */
  follow(nexus: ReadableNexus | undefined): void {
    if (nexus === this.#nexus) return;
    this.#nexus = nexus;
    this.#stop?.();
    this.#schema = nexus && schemaFromNexus(nexus);
    this.#stop = this.#schema?.subscribe?.(() => this.#tell());
    this.#tell();
  }

  /** To be called when the memory may have changed. */
  refresh(): void {
    this.#schema?.refresh();
  }

  types() {
    return this.#now.types();
  }

  predicates() {
    return this.#now.predicates();
  }

  names(type: string | undefined, prefix: string) {
    return this.#now.names(type, prefix);
  }

  attributeKeys(owner: KeyOwner) {
    return this.#now.attributeKeys(owner);
  }

  metadataKeys(owner?: KeyOwner) {
    return this.#now.metadataKeys(owner);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get #now(): SchemaProvider {
    return this.#schema ?? emptySchema;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
