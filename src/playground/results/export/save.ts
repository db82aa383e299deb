// Where an export goes, piece by piece: into a file the person picks, where the browser has such a picker, so that an answer of any size
// never lies in memory at once; elsewhere into a Blob that is downloaded at the end.
import { create } from '../dom.ts';

export interface FileKind {
  readonly ending: string;
  readonly mime: string;
  readonly description: string;
}

export interface Target {
  write(piece: string | Blob): Promise<void>;
  close(): Promise<void>;
  /** Leaves no file behind, or none that looks finished. */
  abort(): Promise<void>;
}

interface PickerWindow {
  showSaveFilePicker?(options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }): Promise<FileSystemFileHandle>;
}

/**
 * Must be called from a click, which the picker asks for.
 *
 * @returns undefined where the person closed the picker
 */
export async function openTarget(name: string, kind: FileKind): Promise<Target | undefined> {
  const { showSaveFilePicker } = window as unknown as PickerWindow;
  if (!showSaveFilePicker) return downloadTarget(name, kind);
  const accept = { [kind.mime]: [`.${kind.ending}`] };
  try {
    const options = { suggestedName: name, types: [{ description: kind.description, accept }] };
    const handle = await showSaveFilePicker.call(window, options);
    return fileTarget(await handle.createWritable());
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return undefined;
    // Refused, as in a frame of another origin: a download does as well.
    return downloadTarget(name, kind);
  }
}

function fileTarget(stream: FileSystemWritableFileStream): Target {
  return {
    write: (piece) => stream.write(piece),
    close: () => stream.close(),
    abort: () => stream.abort(),
  };
}

/** Pieces are gathered to Blobs, which a browser may keep on disk. */
function downloadTarget(name: string, { mime }: FileKind): Target {
  const blobs: Blob[] = [];
  let waiting: (string | Blob)[] = [];
  let length = 0;
  return {
    write: (piece) => {
      waiting.push(piece);
      length += typeof piece === 'string' ? piece.length : piece.size;
      if (length > 4_000_000) {
        blobs.push(new Blob(waiting));
        [waiting, length] = [[], 0];
      }
      return Promise.resolve();
    },
    close: () => {
      download(new Blob([...blobs, ...waiting], { type: mime }), name);
      return Promise.resolve();
    },
    abort: () => {
      blobs.length = 0;
      waiting = [];
      return Promise.resolve();
    },
  };
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = create('a', { href: url, download: name });
  link.click();
  // The browser has read the address by then; at once would be too early in some.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
