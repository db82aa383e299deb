// Search by meaning on this page: the model the memory used last, or else the one that comes with the app, loaded in the background once
// the page has come to rest, and a line that says how far it is.
import { EMBEDDED_MODEL, type MeaningState, type Nexus } from '../index.ts';
import { byId } from './elements.ts';

/** The first commands of a visit should not share the machine with a model that loads. */
const REST_MS = 3000;

const line = byId('meaning-line', HTMLElement);
let waiting: ReturnType<typeof setTimeout> | undefined;

/** @param open undefined where no memory is open */
export function startMeaning(open: Nexus | undefined): void {
  clearTimeout(waiting);
  line.textContent = '';
  if (open) waiting = setTimeout(() => void load(open), REST_MS);
}

async function load(nexus: Nexus): Promise<void> {
  const onProgress = ({ loadedBytes, totalBytes }: { loadedBytes: number; totalBytes: number }) => {
    line.textContent = `Search by meaning: loading the language model, ${Math.floor((100 * loadedBytes) / totalBytes)} %`;
  };
  nexus.meaning.watch(show);
  try {
    const { serving } = await nexus.meaning.resume({ onProgress });
    if (!serving) await nexus.meaning.use(EMBEDDED_MODEL, { onProgress });
    show(await nexus.meaning.state());
  } catch (error) {
    line.textContent = `Search by words only: ${(error as Error).message}`;
  }
}

function show({ serving, coming }: MeaningState): void {
  if (!serving?.loaded) {
    line.textContent = `Search by words only. ${serving?.failure ?? ''}`.trim();
    return;
  }
  const { label, languages } = serving.profile;
  const reads = languages.includes('*') ? 'many languages' : languages.map(languageName).join(', ');
  const pending = (coming ?? serving).pending;
  const rest = pending > 0 ? `, ${pending.toLocaleString('en')} still to be read` : '';
  line.textContent = `Search by meaning: ${reads}, by ${label}${coming ? `, then ${coming.profile.label}` : ''}${rest}`;
}

function languageName(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
}
