// UPDATE, MERGE and DELETE (§4.2–§4.4).
import { table } from '../table.ts';
import type {
  Assignment,
  Clause,
  DeleteElementsStatement,
  DeleteKeysStatement,
  Literal,
  MergeStatement,
  Placeholder,
  Scalar,
  UpdateCall,
  UpdateFunction,
  UpdateOperand,
  UpdateStatement,
  Value,
  Variable,
} from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { nearest } from '../suggest.ts';
import { type Lowering, lowerVariable, nothing, unnamedVariable } from './lowering.ts';
import { lowerPath } from './path.ts';
import { lowerClauses } from './pattern.ts';
import { lowerLimit } from './query.ts';
import { checkReserved, reportReserved } from './reserved.ts';
import { abbreviate, lowerEntries, lowerValue } from './value.ts';

export function lowerUpdate(l: Lowering): UpdateStatement {
  const range = l.range;
  let target = unnamedVariable(range);
  let where: readonly Clause[] = [];
  const parts: { attributes?: readonly Assignment[]; metadata?: readonly Assignment[]; limit?: Scalar } = {};
  l.eachChild((term) => {
    if (term === T.Variable) target = lowerVariable(l);
    else if (term === T.Where) where = lowerClauses(l);
    else if (term === T.Limit) parts.limit = lowerLimit(l);
    else if (term === T.SetAttributes || term === T.SetMetadata) {
      const part = term === T.SetAttributes ? 'attributes' : 'metadata';
      if (parts[part]) {
        const what = `SET ${part.toUpperCase()}`;
        l.report('invalidSyntax', l.range, `${what} occurs twice`, `Put everything into one ${what} { … }.`);
      }
      parts[part] = lowerAssignments(l, target);
      if (part === 'metadata') checkReserved(l, parts.metadata ?? []);
    }
  });
  return { kind: 'update', target, where, ...parts, range };
}

function lowerAssignments(l: Lowering, target: Variable): readonly Assignment[] {
  return l.lastChild(() => {
    const entries = lowerEntries<UpdateCall>(l, () => lowerAssigned(l, target));
    if (entries.length === 0) {
      l.report('invalidSyntax', l.range, 'There is nothing to set', 'Write SET ATTRIBUTES { key: value }.');
    }
    return entries;
  });
}

function lowerAssigned(l: Lowering, target: Variable): Value | UpdateCall {
  if (l.term === T.Call) return lowerUpdateCall(l, target);
  if (l.term !== T.Path) return lowerValue(l);
  const source = l.source;
  const hint = `A value is JSON or a call. To copy a number write ADD(${source}, 0); to keep it or fall back, COALESCE(${source}, 0).`;
  l.report('invalidSyntax', l.range, `The path ${source} alone is not a value`, hint, [
    { title: 'Copy the number', edits: [{ ...l.range, insert: `ADD(${source}, 0)` }] },
  ]);
  return nothing(l.range);
}

const ARITY = table<number>({ ADD: 2, MUL: 2, CLAMP: 3, COALESCE: 2 });
const FORMS = table<string>({
  ADD: 'ADD(a, b)',
  MUL: 'MUL(a, b)',
  CLAMP: 'CLAMP(x, low, high)',
  COALESCE: 'COALESCE(x, default)',
});
const FOREIGN_FUNCTIONS = table<string>({
  SUB: 'Add a negative number: ADD(x, -1).',
  SUBTRACT: 'Add a negative number: ADD(x, -1).',
  DIV: 'Multiply by the inverse: MUL(x, 0.5).',
  DIVIDE: 'Multiply by the inverse: MUL(x, 0.5).',
  NOW: 'Pass the time as a parameter: :now.',
  IFNULL: 'Write COALESCE(x, default).',
  MIN: 'Write CLAMP(x, low, high).',
  MAX: 'Write CLAMP(x, low, high).',
  CONCAT: 'Strings are not computed: read the element, build the string, and write it as a value or a :placeholder.',
});

function lowerUpdateCall(l: Lowering, target: Variable): UpdateCall {
  const range = l.range;
  l.enter();
  const name = l.source as UpdateFunction;
  const nameRange = l.range;
  const arity = ARITY[name] as number | undefined;
  if (arity === undefined) unknownFunction(l, name);
  const operands: UpdateOperand[] = [];
  if (arity !== undefined) while (l.next()) operands.push(lowerUpdateOperand(l, target));
  l.leave();
  if (arity !== undefined && operands.length !== arity) {
    const message = `${name} takes ${arity} operands, found ${operands.length}`;
    l.report('invalidSyntax', nameRange, message, `Write ${FORMS[name]}.`);
  }
  return { kind: 'update-call', function: name, operands, range };
}

function lowerUpdateOperand(l: Lowering, target: Variable): UpdateOperand {
  const range = l.range;
  if (l.term === T.Call) return lowerUpdateCall(l, target);
  if (l.term === T.Path) return lowerUpdatePath(l, target);
  if (l.term === T.Placeholder || l.term === T.Number) return lowerValue(l) as Literal | Placeholder;
  const hint = `Operands are numbers, :placeholders, paths of ?${target.name} and the calls ${Object.values(FORMS).join(', ')}.`;
  l.report('invalidSyntax', range, `${abbreviate(l.source)} is not a number to compute with`, hint);
  return nothing(range);
}

function lowerUpdatePath(l: Lowering, target: Variable): UpdateOperand {
  const path = lowerPath(l);
  const own = path.variable.name === target.name;
  // A path that starts wrongly has been reported.
  const starts = path.fields[0] === 'attributes' || path.fields[0] === 'metadata';
  if (own && path.fields.length > 0 && (path.fields.length > 1 || !starts)) return path;
  const hint = own
    ? `Name the field: ?${target.name}.attributes.<key> or ?${target.name}.metadata.<key>.`
    : `Values are computed from the updated element alone: only paths of ?${target.name} may stand here. Read ?${path.variable.name} first and pass its value as a :placeholder.`;
  const message = own
    ? `?${target.name} itself is not a number`
    : `?${path.variable.name} is not the target of this UPDATE`;
  l.report('invalidSyntax', path.range, message, hint);
  return path;
}

function unknownFunction(l: Lowering, name: string): void {
  const near = nearest(name, Object.keys(ARITY), 1)[0];
  const foreign = FOREIGN_FUNCTIONS[name.toUpperCase()];
  const hint =
    foreign ?? `${near ? `Did you mean ${near}? ` : ''}UPDATE computes with ${Object.values(FORMS).join(', ')}.`;
  const fixes = near && !foreign ? [{ title: `Write ${near}`, edits: [{ ...l.range, insert: near }] }] : [];
  l.report('invalidSyntax', l.range, `UPDATE has no function ${name}`, hint, fixes);
}

// ---------------------------------------------------------------- MERGE and DELETE

export function lowerMerge(l: Lowering): MergeStatement {
  const range = l.range;
  const variables: Variable[] = [];
  let where: readonly Clause[] = [];
  l.eachChild((term) => {
    if (term === T.Variable) variables.push(lowerVariable(l));
    else if (term === T.Where) where = lowerClauses(l);
  });
  const [source = unnamedVariable(range), target = unnamedVariable(range)] = variables;
  return { kind: 'merge', source, target, where, range };
}

export function lowerDeleteKeys(l: Lowering): DeleteKeysStatement {
  const range = l.range;
  let kind: DeleteKeysStatement['kind'] = 'delete-attributes';
  let keys: readonly Scalar[] = [];
  let target = unnamedVariable(range);
  let where: readonly Clause[] = [];
  l.eachChild((term) => {
    if (term === T.METADATA) kind = 'delete-metadata';
    else if (term === T.KeyList) keys = lowerKeyList(l, kind === 'delete-metadata');
    else if (term === T.Variable) target = lowerVariable(l);
    else if (term === T.Where) where = lowerClauses(l);
  });
  return { kind, keys, target, where, range };
}

function lowerKeyList(l: Lowering, metadata: boolean): Scalar[] {
  const keys: Scalar[] = [];
  l.eachChild(() => {
    const key = lowerValue(l) as Scalar;
    if (metadata && key.kind === 'literal' && String(key.value).startsWith('_')) {
      reportReserved(l, String(key.value), key.range);
    }
    keys.push(key);
  });
  if (keys.length === 0) {
    l.report(
      'invalidSyntax',
      l.range,
      'There is no key to delete',
      'Write DELETE ATTRIBUTES {"key", "other"} FROM ?x WHERE { … }.',
    );
  }
  return keys;
}

export function lowerDeleteElements(l: Lowering): DeleteElementsStatement {
  const range = l.range;
  let kind: DeleteElementsStatement['kind'] = 'delete-propositions';
  let target = unnamedVariable(range);
  let where: readonly Clause[] = [];
  l.eachChild((term) => {
    if (term === T.CONCEPT) kind = 'delete-concept';
    else if (term === T.Variable) target = lowerVariable(l);
    else if (term === T.Where) where = lowerClauses(l);
  });
  return { kind, target, where, range };
}
