// Where the memory is kept and how much room there is, in words.
import type { Nexus, StorageState } from '../index.ts';
import { byId, create } from './elements.ts';
import { bytes } from './words.ts';

const facts = byId('storage', HTMLElement);
const line = byId('memory-line', HTMLElement);

export async function showStorage(nexus: Nexus): Promise<StorageState> {
  const state = await nexus.storage();
  const rows = describe(nexus.name, state);
  facts.replaceChildren(...rows.flatMap(([term, text]) => [create('dt', {}, term), create('dd', {}, text)]));
  const kept = state.kind === 'opfs' ? 'kept in this browser' : 'not kept';
  const used = state.usageBytes === null ? '' : ` · ${bytes(state.usageBytes)}`;
  line.textContent = `“${nexus.name}” · ${kept}${used}`;
  return state;
}

export function showMemoryLine(text: string): void {
  line.textContent = text;
}

function describe(name: string, state: StorageState): [term: string, text: string][] {
  const { kind, persisted, usageBytes, quotaBytes } = state;
  const rows: [string, string][] = [
    ['Memory', name],
    ['Kept', kind === 'opfs' ? 'in a file of this browser (OPFS), on this device only' : 'only until this page closes'],
  ];
  if (kind === 'opfs') {
    rows.push([
      'Safe from clean-up',
      persisted ? 'yes, the browser has promised' : 'not promised: the browser may clear it when space runs short',
    ]);
  }
  if (usageBytes !== null)
    rows.push(['Used', `${bytes(usageBytes)}${quotaBytes === null ? '' : ` of ${bytes(quotaBytes)}`}`]);
  return rows;
}

/** Asked once there is something to lose, not on a first visit; browsers answer by themselves or ask the person. */
export async function askToPersist(): Promise<void> {
  const storage = (navigator as { storage?: StorageManager }).storage;
  if (!storage?.persist || (await storage.persisted())) return;
  await storage.persist().catch(() => false);
}
