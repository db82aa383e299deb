// What the browser says about the space a memory lives in.
import type { StorageKind } from '../protocol/engine-api.ts';

/** Where a memory is kept, and how much room there is. */
export interface StorageState {
  /** `opfs`: a file kept by the browser. `memory`: gone when the page goes. */
  readonly kind: StorageKind;
  /** Why it is not kept, in plain words; only with `memory`. */
  readonly reason?: string;
  /** True where the browser has promised not to evict this origin's data when space runs short. */
  readonly persisted: boolean;
  /** Bytes of this memory alone. */
  readonly sizeBytes: number;
  /** Bytes this origin uses, with other memories and the app itself, and may use; null where the browser does not say. */
  readonly usage: number | null;
  readonly quota: number | null;
  /** When the last backup was handed out, in milliseconds since the epoch; null where none was. */
  readonly lastBackup: number | null;
}

/** Asks the browser never to evict this origin's data. Some ask the person, some decide by themselves; true where it is promised. */
export async function requestPersistence(): Promise<boolean> {
  const storage = (navigator as { storage?: StorageManager }).storage;
  if (await storage?.persisted?.().catch(() => false)) return true;
  return (await storage?.persist?.().catch(() => false)) ?? false;
}

/** @param known what the memory itself says */
export async function readStorageState(
  known: Pick<StorageState, 'kind' | 'reason' | 'sizeBytes' | 'lastBackup'>,
): Promise<StorageState> {
  const storage = (navigator as { storage?: StorageManager }).storage;
  const estimate = await storage?.estimate?.().catch(() => undefined);
  const persisted = (await storage?.persisted?.().catch(() => false)) ?? false;
  return {
    ...known,
    persisted: known.kind === 'opfs' && persisted,
    usage: estimate?.usage ?? null,
    quota: estimate?.quota ?? null,
  };
}
