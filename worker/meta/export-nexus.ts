// The whole memory as capsules, page by page, for a file that any memory can import: everything but what every new memory holds.
import type { Nexus } from '../nexus.ts';
import { allElements, type RankedId } from '../store/export-order.ts';
import { DEFAULT_PAGE, writePage } from './export.ts';

export interface ExportedPage {
  /** An UPSERT statement. The statements of all pages one after the other are the file. */
  readonly text: string;
  readonly concepts: number;
  readonly propositions: number;
}

/**
 * Yields capsules that import in this order; none for a memory nothing was added to. Read between writes only: each page is read
 * when it is asked for.
 */
export function* exportNexus(nexus: Nexus): Generator<ExportedPage, void> {
  const source = allElements(nexus);
  let after: RankedId | undefined = [0, 0];
  while (after) {
    const from: RankedId = after;
    const { capsule, next } = nexus.driver.reading(() => writePage(nexus, source, from, DEFAULT_PAGE));
    const { text, concepts, propositions } = capsule;
    if (text !== '') yield { text, concepts, propositions };
    after = next;
  }
}
