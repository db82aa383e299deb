// The memories this browser keeps for this address: each is a folder of its own in the origin's private files.
import { isNexusName } from '../../index.ts';

const FOLDER = 'pocket-nexus';

/** Names in alphabetical order; none where the browser does not let this page keep files. */
export async function memoryNames(): Promise<string[]> {
  const names: string[] = [];
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER);
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === 'directory' && isNexusName(name)) names.push(name);
    }
  } catch {
    return [];
  }
  return names.sort();
}

/** The address of a memory in this page. */
export function memoryAddress(name: string): string {
  const address = new URL(location.pathname, location.href);
  if (name !== 'default') address.searchParams.set('nexus', name);
  return `${address.pathname}${address.search}#/memory`;
}
