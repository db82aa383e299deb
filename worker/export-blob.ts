// The whole memory as a capsule in a Blob, which costs no copy on its way to a page.
import type { ExportProgress } from '../src/protocol/engine-api.ts';
import { errors } from '../src/protocol/errors.ts';
import { exportNexus } from './meta/export-nexus.ts';
import type { Nexus } from './nexus.ts';

export interface ExportBlobOptions {
  readonly onProgress: (progress: ExportProgress) => void;
  readonly isCancelled: () => boolean;
}

/** How often the export lets messages in, a cancel among them, and tells its progress. */
const BREATH_MS = 100;

/**
 * Nothing may be written before it resolves.
 *
 * @throws executionTimeout where it is cancelled
 */
export async function exportBlob(nexus: Nexus, { onProgress, isCancelled }: ExportBlobOptions): Promise<Blob> {
  const texts: string[] = [];
  let progress: ExportProgress = { concepts: 0, propositions: 0 };
  let breathed = performance.now();
  for (const { text, concepts, propositions } of exportNexus(nexus)) {
    if (isCancelled()) throw errors.executionTimeout('The export was cancelled.');
    texts.push(text, '\n');
    progress = { concepts: progress.concepts + concepts, propositions: progress.propositions + propositions };
    if (performance.now() - breathed < BREATH_MS) continue;
    onProgress(progress);
    await new Promise((resume) => setTimeout(resume));
    breathed = performance.now();
  }
  onProgress(progress);
  return new Blob(texts, { type: 'text/plain' });
}
