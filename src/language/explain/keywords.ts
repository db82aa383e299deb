// The words of KIP, in upper case as they must be written; the grammar knows them all.
import { parser } from '../kip-parser.generated.ts';

export const KEYWORDS: ReadonlySet<string> = new Set(
  parser.nodeSet.types.map(({ name }) => name).filter((name) => /^[A-Z]+$/.test(name)),
);

/** Functions, for completion and for telling them from misspelt words. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  'COUNT SUM AVG MIN MAX CONTAINS STARTS_WITH ENDS_WITH REGEX IN IS_NULL IS_NOT_NULL ADD MUL CLAMP COALESCE'.split(' '),
);
