// A whole command text: one statement, or UPSERT statements only (§4.1, §6.1).
import type { Program, Statement } from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import type { Lowering } from './lowering.ts';
import { lowerDescribe, lowerExport, lowerSearch } from './meta.ts';
import { lowerDeleteElements, lowerDeleteKeys, lowerMerge, lowerUpdate } from './mutation.ts';
import { lowerFind } from './query.ts';
import { lowerUpsert } from './upsert.ts';

const STATEMENTS = new Map<number, (l: Lowering) => Statement>([
  [T.FindStatement, lowerFind],
  [T.UpsertStatement, lowerUpsert],
  [T.UpdateStatement, lowerUpdate],
  [T.MergeStatement, lowerMerge],
  [T.DeleteKeysStatement, lowerDeleteKeys],
  [T.DeleteElementsStatement, lowerDeleteElements],
  [T.DescribeStatement, lowerDescribe],
  [T.SearchStatement, lowerSearch],
  [T.ExportStatement, lowerExport],
]);

export function lowerProgram(l: Lowering): Program {
  const range = { from: 0, to: l.text.length };
  const statements: Statement[] = [];
  l.eachChild((term) => {
    const statement = STATEMENTS.get(term)?.(l);
    if (statement) statements.push(statement);
  });
  judgeCompany(l, statements);
  return { statements, placeholders: l.placeholders, range };
}

function judgeCompany(l: Lowering, statements: readonly Statement[]): void {
  if (statements.length === 0) {
    const hint =
      'Start with FIND( … ) WHERE { … }, UPSERT { … }, UPDATE, MERGE CONCEPT, DELETE, DESCRIBE PRIMER, SEARCH CONCEPT "…" or EXPORT.';
    l.report('invalidSyntax', { from: 0, to: l.text.length }, 'The command is empty', hint);
    return;
  }
  const stranger = statements.find((statement, index) => index > 0 && statement.kind !== 'upsert');
  const first = statements[0]?.kind === 'upsert' ? stranger : statements[1];
  if (!first) return;
  const hint =
    'Only UPSERT statements may follow one another in one command. Send the others as separate entries of "commands".';
  l.report('invalidSyntax', first.range, 'A second statement starts here', hint);
}
