// What a commit is reported as (src/protocol/changes.ts).
import type { Statement, StatementKind } from '../src/language/ast.ts';
import { CHANGE_IDS_MAX, type Change, type ChangedElements, type WritingStatement } from '../src/protocol/changes.ts';
import { formatElementId, kindOf } from './store/element-id.ts';
import type { RowChanges } from './store/row-changes.ts';

const FIELDS = { insert: 'created', update: 'updated', delete: 'deleted' } as const;

/** `nameOf`: what types and predicates are called, those that the commit deleted among them. */
export function describeChange(statement: Statement, rows: RowChanges, nameOf: (definition: number) => string): Change {
  const listed = rows.size <= CHANGE_IDS_MAX;
  const counts = { created: 0, updated: 0, deleted: 0 };
  const elements = new Map<number, Growing>();
  for (const { id, operation, definition } of rows) {
    const field = FIELDS[operation];
    let entry = elements.get(definition);
    if (!entry) elements.set(definition, (entry = newEntry(kindOf(id), nameOf(definition))));
    entry.counts[field]++;
    counts[field]++;
    if (listed) entry[field].push(formatElementId(id));
  }
  return { statement: nameOfStatement(statement.kind), elements: [...elements.values()], counts, listed };
}

interface Growing extends ChangedElements {
  readonly created: string[];
  readonly updated: string[];
  readonly deleted: string[];
  readonly counts: { created: number; updated: number; deleted: number };
}

const newEntry = (kind: ChangedElements['kind'], of: string): Growing => ({
  kind,
  of,
  created: [],
  updated: [],
  deleted: [],
  counts: { created: 0, updated: 0, deleted: 0 },
});

/** "delete-concept" is DELETE CONCEPT. */
const nameOfStatement = (kind: StatementKind): WritingStatement =>
  kind.replace('-', ' ').toUpperCase() as WritingStatement;
