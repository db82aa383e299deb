// The memory behind the page: opening it, starting anew. The panes ask here for
// the open Nexus and are told when there is one.
import { KipError, openNexus, type Nexus } from '../index.ts';
import { setBanner } from './banners.ts';
import { showMemoryLine, showStorage } from './storage-pane.ts';

/** `?nexus=name` in the address opens another memory than the default one. */
const name = new URLSearchParams(location.search).get('nexus') ?? 'default';

let nexus: Nexus | undefined;
let onChange: (open: boolean) => void = () => {};

/** Undefined while there is none. */
export function currentNexus(): Nexus | undefined {
  return nexus;
}

export function whenOpenChanges(listener: (open: boolean) => void): void {
  onChange = listener;
}

export async function openMemory(): Promise<void> {
  setNexus(undefined);
  showMemoryLine('Opening the memory …');
  try {
    const opened = await openNexus({ name, onCommit: () => void afterCommit() });
    setBanner('failure', undefined);
    setNexus(opened);
    await showKind(opened);
  } catch (error) {
    showFailure(error);
  }
}

function setNexus(opened: Nexus | undefined): void {
  nexus = opened;
  onChange(opened !== undefined);
}

async function showKind(opened: Nexus): Promise<void> {
  const { kind, reason } = await showStorage(opened);
  setBanner(
    'kind',
    kind === 'opfs'
      ? undefined
      : {
          tone: 'problem',
          text: `Nothing here is kept: this memory is gone when the page closes. ${reason ?? ''}`.trim(),
        },
  );
}

function showFailure(error: unknown): void {
  showMemoryLine('No memory is open');
  const advice = error instanceof KipError ? ` ${error.hint}` : '';
  setBanner('failure', {
    tone: 'problem',
    text: `The memory could not be opened. ${(error as Error).message}${advice}`,
    action: { title: 'Try again', run: () => void openMemory() },
  });
}

let asked = false;

async function afterCommit(): Promise<void> {
  if (!nexus) return;
  if (!asked) {
    // Once there is something to lose, not on a first visit.
    asked = true;
    await nexus.requestPersistence();
  }
  await showStorage(nexus);
}
