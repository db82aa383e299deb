// LIMIT and CURSOR of DESCRIBE … TYPES and EXPORT: the same rules as in FIND (§3.5).
import type { DescribeStatement, ExportStatement } from '../../src/language/ast.ts';
import { limitValue, stringValue, type BindEnvironment } from '../compile/bind.ts';
import { decodeCursor, encodeCursor } from '../kql/cursor.ts';
import { queryForm, queryIdentity } from '../kql/query-identity.ts';
import type { StatementContext } from '../nexus.ts';

export interface Page {
  /** Undefined where the statement names none. */
  readonly limit: number | undefined;
  /** The numbers kept in the cursor; undefined on the first page. */
  readonly after: readonly number[] | undefined;
  /** The cursor of the page that follows an element with these numbers. */
  cursorAfter(keys: readonly number[]): string;
}

/** @throws invalidSyntax for a LIMIT that is no whole number from 1, and for a CURSOR not issued here for this statement */
export function openPage(
  statement: DescribeStatement | ExportStatement,
  { nexus, parameters }: StatementContext,
): Page {
  const environment: BindEnvironment = { parameters, types: nexus.types };
  const identity = queryIdentity(queryForm(statement), environment);
  const { limit, cursor } = statement;
  const given = cursor && !(cursor.kind === 'placeholder' && parameters[cursor.name] === null) ? cursor : undefined;
  const keys = given && decodeCursor(nexus, identity, stringValue(given, 'cursor', environment), given.range);
  return {
    limit: limit && limitValue(limit, environment),
    after: keys === undefined ? undefined : (JSON.parse(keys) as number[]),
    cursorAfter: (last) => encodeCursor(nexus, identity, JSON.stringify(last)),
  };
}
