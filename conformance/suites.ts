// All suites, bundled by Vite: for Vitest and for a page that runs the vectors in the browser.
import type { Suite } from './runner.ts';

const kip1 = import.meta.glob<Suite>('./kip1/*.json', { eager: true, import: 'default' });
const mistakes = import.meta.glob<Suite>('./mistakes/*.json', { eager: true, import: 'default' });

/** The KIP 1.0-RC10 vectors, one suite per area, by file name. */
export const kip1Suites: readonly Suite[] = Object.values(kip1);

/** What agents get wrong, and the hint that sets each right; same format as the vectors. */
export const mistakeSuites: readonly Suite[] = Object.values(mistakes);
