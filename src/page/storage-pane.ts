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
  const used = state.usage === null ? '' : ` · ${bytes(state.usage)}`;
  line.textContent = `“${nexus.name}” · ${kept}${used}`;
  return state;
}

export function showMemoryLine(text: string): void {
  line.textContent = text;
}

function describe(name: string, state: StorageState): [term: string, text: string][] {
  const { kind, persisted, usage, quota } = state;
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
  if (usage !== null) rows.push(['Used', `${bytes(usage)}${quota === null ? '' : ` of ${bytes(quota)}`}`]);
  return rows;
}
