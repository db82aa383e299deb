import type { DescribeStatement } from '../../src/language/ast.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { StatementAnswer, StatementContext } from '../nexus.ts';

export function executeDescribe(statement: DescribeStatement, _context: StatementContext): StatementAnswer {
  throw errors.internal(`DESCRIBE ${statement.target} is not built yet.`);
}
