// Carrying a memory in and out as a capsule file.
import { KipError, type Nexus } from '../index.ts';
import { byId, create } from './elements.ts';
import { currentNexus } from './memory.ts';
import { showStorage } from './storage-pane.ts';
import { bytes, count } from './words.ts';

const fileInput = byId('import-file', HTMLInputElement);
const exportButton = byId('export', HTMLButtonElement);
const cancelButton = byId('capsule-cancel', HTMLButtonElement);
const progress = byId('capsule-progress', HTMLProgressElement);
const status = byId('capsule-status', HTMLElement);

let running: AbortController | undefined;

export function startCapsulePane(): void {
  fileInput.addEventListener('change', () => {
    const file = fileInput.files?.[0];
    if (file) void carry((nexus, signal) => importFile(nexus, file, signal));
    fileInput.value = ''; // so that choosing the same file again is a change again
  });
  exportButton.addEventListener('click', () => void carry(exportAll));
  cancelButton.addEventListener('click', () => running?.abort());
}

export function enableCapsules(enabled: boolean): void {
  exportButton.disabled = !enabled;
  fileInput.disabled = !enabled;
}

async function carry(work: (nexus: Nexus, signal: AbortSignal) => Promise<string>): Promise<void> {
  const nexus = currentNexus();
  if (!nexus || running) return;
  running = new AbortController();
  cancelButton.hidden = false;
  try {
    status.textContent = await work(nexus, running.signal);
  } catch (error) {
    status.textContent = failureText(error);
  } finally {
    running = undefined;
    cancelButton.hidden = true;
    progress.hidden = true;
    if (currentNexus()) await showStorage(nexus);
  }
}

function failureText(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError') return 'Cancelled. What was done before stays.';
  const advice = error instanceof KipError ? ` ${error.hint}` : '';
  return `Stopped: ${(error as Error).message}${advice}`;
}

async function importFile(nexus: Nexus, file: File, signal: AbortSignal): Promise<string> {
  status.textContent = `Importing ${file.name} (${bytes(file.size)}) …`;
  progress.removeAttribute('value');
  progress.hidden = false;
  const { statements } = await nexus.importCapsule(file, {
    signal,
    onProgress: (state) => {
      progress.max = Math.max(state.total, 1);
      progress.value = state.done;
    },
  });
  return `Imported ${file.name}: ${count(statements, 'statement', 'statements')}.`;
}

async function exportAll(nexus: Nexus, signal: AbortSignal): Promise<string> {
  let written = '';
  const capsule = await nexus.exportCapsule({
    signal,
    onProgress: ({ concepts, propositions }) => {
      written = `${count(concepts, 'concept', 'concepts')}, ${count(propositions, 'proposition', 'propositions')}`;
      status.textContent = `Exporting: ${written} …`;
    },
  });
  save(capsule, `${nexus.name}-${new Date().toISOString().slice(0, 10)}.kip`);
  return `Exported ${written} (${bytes(capsule.size)}).`;
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  create('a', { href: address, download: name }).click();
  // The download has its own hold on the data by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
