// UPDATE (§4.3): every element a WHERE matches, in one statement and one transaction. It never creates anything.
import {
  resolve,
  type Assignment,
  type Path,
  type UpdateCall,
  type UpdateFunction,
  type UpdateOperand,
  type UpdateStatement,
} from '../../src/language/core.ts';
import { errors } from '../../src/protocol/errors.ts';
import { jsonKind, type Parameters } from '../../src/protocol/values.ts';
import { collectTargets } from '../kql/targets.ts';
import type { StatementAnswer, StatementContext } from '../nexus.ts';
import { jsonPath } from '../store/json-path.ts';
import type { Document, NumberTerm } from '../store/number-term.ts';
import { updateTargets, type KeyAssignment } from '../store/update-targets.ts';
import { refuseReserved } from './author-metadata.ts';
import { indexTargets, type WrittenAttribute } from './index-targets.ts';
import { refuseProtectedTargets } from './protection.ts';

/** Result: `{"updated", "matched"}`; an element whose every key was skipped is matched and not updated. */
export function executeUpdate(statement: UpdateStatement, context: StatementContext): StatementAnswer {
  const attributes = assignmentsOf('attributes', statement.attributes, context.parameters);
  const metadata = assignmentsOf('metadata', statement.metadata, context.parameters);
  const { count: matched } = collectTargets(statement.where, statement.target, context, statement.limit);
  let updated = 0;
  if (matched > 0) {
    refuseProtectedTargets(
      context,
      { attributeKeys: keysOf(statement.attributes), metadataKeys: keysOf(statement.metadata) },
      statement.target.range,
    );
    const { driver, now } = context.nexus;
    const written = attributes.map(writtenAttribute);
    const reindex = indexTargets(context.nexus, written);
    updated = updateTargets(driver, [...attributes, ...metadata], now());
    reindex();
  }
  return { resultText: JSON.stringify({ updated, matched }) };
}

interface NamedAssignment extends KeyAssignment {
  readonly key: string;
}

const keysOf = (assignments: readonly Assignment[] | undefined): string[] => assignments?.map(({ key }) => key) ?? [];

function assignmentsOf(
  document: Document,
  assignments: readonly Assignment[] | undefined,
  parameters: Parameters,
): NamedAssignment[] {
  return (assignments ?? []).map(({ key, keyRange, value }) => {
    if (document === 'metadata') refuseReserved(key, keyRange);
    const path = jsonPath([key]);
    return value.kind === 'update-call'
      ? { document, key, path, value: { term: termOf(value, parameters) } }
      : { document, key, path, value: { json: JSON.stringify(resolve(value, parameters)) } };
  });
}

/** Numbers, true, false and null hold no words. */
function writtenAttribute({ key, path, value }: NamedAssignment): WrittenAttribute {
  return { key, path, holdsText: 'json' in value && /^["[{]/.test(value.json) };
}

const TERM_KINDS = { ADD: 'add', MUL: 'multiply', CLAMP: 'clamp', COALESCE: 'coalesce' } as const satisfies Record<
  UpdateFunction,
  NumberTerm['kind']
>;

function termOf(operand: UpdateOperand, parameters: Parameters): NumberTerm {
  switch (operand.kind) {
    case 'update-call':
      return callTerm(operand, parameters);
    case 'path':
      return pathTerm(operand);
    case 'literal':
    case 'placeholder': {
      const value = resolve(operand, parameters);
      if (typeof value === 'number') return { kind: 'constant', value };
      throw errors.invalidValueType(
        `${operand.kind === 'placeholder' ? `:${operand.name}` : JSON.stringify(value)} is ${jsonKind(value)}, but update expressions compute with numbers.`,
        'Give a number, a path of the target such as ?x.attributes.count, or another ADD, MUL, CLAMP or COALESCE.',
        operand.range,
      );
    }
  }
}

function callTerm({ function: name, operands }: UpdateCall, parameters: Parameters): NumberTerm {
  return { kind: TERM_KINDS[name], operands: operands.map((operand) => termOf(operand, parameters)) };
}

function pathTerm({ fields }: Path): NumberTerm {
  const [document, ...keys] = fields;
  if ((document !== 'attributes' && document !== 'metadata') || keys.length === 0) return { kind: 'null' };
  if (document === 'metadata' && keys[0] === '_version')
    return keys.length === 1 ? { kind: 'version' } : { kind: 'null' };
  return { kind: 'stored', document, path: jsonPath(keys) };
}
