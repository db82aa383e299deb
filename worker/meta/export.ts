import type { ExportStatement } from '../../src/language/ast.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { StatementAnswer, StatementContext } from '../nexus.ts';

export function executeExport(statement: ExportStatement, _context: StatementContext): StatementAnswer {
  throw errors.internal(`EXPORT ?${statement.target.name} is not built yet.`);
}
