// Names of files, from words of a command. Only letters, digits and hyphens, so that every system takes them and none of them means a
// folder, a device or an option.
const LENGTH_MAX = 60;
/** Names Windows keeps for devices, with any ending. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

export function safeFileName(words: string, ending: string): string {
  const plain = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/\p{M}/gu, '');
  const cut = [...plain]
    .slice(0, LENGTH_MAX)
    .join('')
    .replace(/^-+|-+$/g, '');
  return `${cut === '' || DEVICES.test(cut) ? 'nexus-answer' : cut}.${ending}`;
}
