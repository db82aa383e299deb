// What a workbench keeps in the memory's own file, beside the memory (src/protocol/workspace.ts).
import type { Json } from '../protocol/values.ts';
import type { WorkspaceCall, WorkspaceEntry } from '../protocol/workspace.ts';

/** A small store of JSON values by key: history, saved statements, tabs. Never exported, never seen by a statement. */
export class Workspace {
  readonly #send: (call: WorkspaceCall) => Promise<Json>;

  /** @internal For openNexus() alone. */
  constructor(send: (call: WorkspaceCall) => Promise<Json>) {
    this.#send = send;
  }

  /** The value, or null where there is none. */
  async get<T extends Json = Json>(key: string): Promise<T | null> {
    return (await this.#send({ do: 'get', key })) as T | null;
  }

  /**
   * Keeps a value.
   *
   * @throws resourceExhausted for a value over 1 MiB as JSON, or where all values together would pass 32 MiB
   */
  async set(key: string, value: Json): Promise<void> {
    await this.#send({ do: 'set', entries: [{ key, value }] });
  }

  /** Keeps several values, all or none of them. */
  async setAll(entries: readonly WorkspaceEntry[]): Promise<void> {
    await this.#send({ do: 'set', entries });
  }

  /** Removes values; a key that is not there is no fault. */
  async delete(...keys: readonly string[]): Promise<void> {
    await this.#send({ do: 'delete', keys });
  }

  /** The entries whose key begins with the prefix, by key. */
  async list(prefix = ''): Promise<readonly WorkspaceEntry[]> {
    return (await this.#send({ do: 'list', prefix })) as readonly WorkspaceEntry[];
  }
}
