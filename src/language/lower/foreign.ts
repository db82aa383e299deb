// What FILTER functions of other languages are called here, by their name in upper case.
import { table } from '../table.ts';
const NO_FOLDING = 'Names are compared as written; for any case use REGEX(?x.name, "(?i)^text$").';

export const FOREIGN_TESTS = table<string>({
  LOWER: NO_FOLDING,
  UPPER: NO_FOLDING,
  LCASE: NO_FOLDING,
  UCASE: NO_FOLDING,
  TOLOWER: NO_FOLDING,
  TOUPPER: NO_FOLDING,
  EXISTS:
    'Write the pattern itself as a clause, or NOT { … } for its absence; IS_NOT_NULL(?x.attributes.key) tests a key.',
  BOUND: 'Write IS_NOT_NULL(?x).',
  ISNULL: 'Write IS_NULL(?x.attributes.key).',
  LIKE: 'Write CONTAINS(?x.name, "text"), STARTS_WITH, ENDS_WITH or REGEX.',
  MATCHES: 'Write REGEX(?x.name, "pattern").',
  STARTSWITH: 'Write STARTS_WITH(?x.name, "prefix").',
  ENDSWITH: 'Write ENDS_WITH(?x.name, "suffix").',
  STRSTARTS: 'Write STARTS_WITH(?x.name, "prefix").',
  STRENDS: 'Write ENDS_WITH(?x.name, "suffix").',
  NOT: 'Write !(condition) inside FILTER, or NOT { clauses } beside it.',
  AND: 'Write condition && condition.',
  OR: 'Write condition || condition.',
  LENGTH: 'Lengths are not computed; REGEX(?x.name, "^.{3,}$") tests one.',
  NOW: 'Pass the time as a parameter: :now.',
  DATE: 'ISO 8601 times compare as strings: ?x.attributes.at > "2026-01-01T00:00:00Z".',
  DATETIME: 'ISO 8601 times compare as strings: ?x.attributes.at > "2026-01-01T00:00:00Z".',
  COUNT: 'Aggregates belong in FIND; a group cannot be filtered. Return COUNT and pick from the rows.',
});
