// What each kind of statement is: its family decides whether it may write and whether its failure stops a batch (§6.1).
import type { Statement, StatementKind } from '../src/language/ast.ts';
import { executeDeleteElements } from './kml/delete-elements.ts';
import { executeDeleteKeys } from './kml/delete-keys.ts';
import { executeMerge } from './kml/merge.ts';
import { executeUpdate } from './kml/update.ts';
import { executeUpserts } from './kml/upsert.ts';
import { executeFind } from './kql/find.ts';
import { executeDescribe } from './meta/describe.ts';
import { executeExport } from './meta/export.ts';
import { executeSearch } from './meta/search.ts';
import type { StatementAnswer, StatementContext } from './nexus.ts';

/** KQL, META and KML. */
export type Family = 'query' | 'introspection' | 'manipulation';

type Handler<K extends StatementKind> = (
  statement: Extract<Statement, { kind: K }>,
  context: StatementContext,
) => StatementAnswer;

const STATEMENTS: { readonly [K in StatementKind]: { readonly family: Family; readonly execute: Handler<K> } } = {
  find: { family: 'query', execute: executeFind },
  describe: { family: 'introspection', execute: executeDescribe },
  search: { family: 'introspection', execute: executeSearch },
  export: { family: 'introspection', execute: executeExport },
  upsert: { family: 'manipulation', execute: (statement, context) => executeUpserts([statement], context) },
  update: { family: 'manipulation', execute: executeUpdate },
  merge: { family: 'manipulation', execute: executeMerge },
  'delete-attributes': { family: 'manipulation', execute: executeDeleteKeys },
  'delete-metadata': { family: 'manipulation', execute: executeDeleteKeys },
  'delete-propositions': { family: 'manipulation', execute: executeDeleteElements },
  'delete-concept': { family: 'manipulation', execute: executeDeleteElements },
};

export const familyOf = (statement: Statement): Family => STATEMENTS[statement.kind].family;

/** Runs the statements of one command: any one statement, or several UPSERTs. */
export function executeStatements(statements: readonly Statement[], context: StatementContext): StatementAnswer {
  const upserts = statements.filter((statement) => statement.kind === 'upsert');
  if (upserts.length === statements.length) return executeUpserts(upserts, context);
  const statement = statements[0]!;
  const handler = STATEMENTS[statement.kind] as { execute: Handler<StatementKind> };
  return handler.execute(statement as Extract<Statement, { kind: StatementKind }>, context);
}
