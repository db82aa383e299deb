// EXPORT (§5.3): the elements a WHERE selects, as capsules that rebuild them elsewhere, one page at a time.
import type { ExportStatement } from '../../src/language/ast.ts';
import { targetQuery } from '../kql/targets.ts';
import type { Nexus, StatementAnswer, StatementContext } from '../nexus.ts';
import { nextInOrder, type ExportSource, type RankedId } from '../store/export-order.ts';
import { Capsule } from './capsule.ts';
import { openPage } from './paging.ts';

/** Elements on a page where EXPORT names no LIMIT. */
export const DEFAULT_PAGE = 5000;
/** UTF-8 bytes of a page's text, whatever the LIMIT: a page must fit in a command when it is imported. */
const PAGE_BYTES_MAX = 3 * 1024 * 1024;

/** Elements held in memory at once while a page is written. */
const CHUNK = 1000;

/** `{capsule, concepts, propositions}`, and a cursor while elements remain. */
export function executeExport(statement: ExportStatement, context: StatementContext): StatementAnswer {
  const { nexus } = context;
  const query = targetQuery(statement.where, [statement.target], context);
  const source: ExportSource = { concepts: query.sql, propositions: query.sql, values: query.values };
  const { limit = DEFAULT_PAGE, after = [0, 0], cursorAfter } = openPage(statement, context);
  const { capsule, next } = writePage(nexus, source, [after[0]!, after[1]!], limit);
  if (capsule.concepts + capsule.propositions === 0) query.requireIdentities();
  const resultText = JSON.stringify({
    capsule: capsule.text,
    concepts: capsule.concepts,
    propositions: capsule.propositions,
  });
  return next === undefined ? { resultText } : { resultText, nextCursor: cursorAfter(next) };
}

export interface CapsulePage {
  readonly capsule: Capsule;
  /** Where the next page goes on; undefined behind the last one. */
  readonly next: RankedId | undefined;
}

/** The next page of at most `limit` elements behind `after`. */
export function writePage(nexus: Nexus, source: ExportSource, after: RankedId, limit: number): CapsulePage {
  const capsule = new Capsule(nexus);
  let last = after;
  for (let left = limit; ;) {
    const count = Math.min(left, CHUNK);
    const found = nextInOrder(nexus, source, last, count + 1); // the one more tells whether this page is the last
    const chunk = found.slice(0, count);
    const written = capsule.write(
      chunk.map(([, id]) => id),
      PAGE_BYTES_MAX,
    );
    left -= written;
    last = chunk[written - 1] ?? last;
    if (written === found.length) return { capsule, next: undefined };
    if (written < chunk.length || left === 0) return { capsule, next: last };
  }
}
