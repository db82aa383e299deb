// The words of KIP, in upper case as they must be written.
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'FIND WHERE FILTER NOT OPTIONAL UNION ORDER BY ASC DESC LIMIT CURSOR DISTINCT UPSERT CONCEPT PROPOSITION EXPECT VERSION ' +
    'SET ATTRIBUTES PROPOSITIONS METADATA WITH UPDATE MERGE INTO DELETE FROM DETACH DESCRIBE PRIMER DOMAINS TYPES TYPE ' +
    'SEARCH MODE THRESHOLD EXPORT'
  ).split(' '),
);

/** Functions, for completion and for telling them from misspelt words. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  'COUNT SUM AVG MIN MAX CONTAINS STARTS_WITH ENDS_WITH REGEX IN IS_NULL IS_NOT_NULL ADD MUL CLAMP COALESCE'.split(' '),
);
