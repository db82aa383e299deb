// Hands a file to the person: the browser's own download.

/** The download has its own hold on the contents by then. */
const RELEASE_AFTER_MS = 60_000;

export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS);
}
