// What `?x.…` reads (§3.2), and the one home of the differences between SQLite's JSON and KIP's values:
// json_extract turns true into 1 and arrays into text, so every typed reading asks json_type as well.
// A field of the wrong element kind, and a step into nothing, read as null.
import type { Path } from '../../src/language/ast.ts';
import type { Binding, Group } from './scope.ts';
import {
  all,
  binary,
  call,
  column,
  integer,
  isNotNull,
  isNull,
  NULL,
  text,
  TRUE,
  FALSE,
  type Select,
  type Sql,
} from './sql-node.ts';

export type Field =
  /** A value inside a JSONB document. */
  | { readonly kind: 'json'; readonly document: Sql; readonly path: string }
  /** The whole attributes or metadata object, as JSON text. */
  | { readonly kind: 'object'; readonly json: Sql; readonly present: Sql }
  | { readonly kind: 'text'; readonly sql: Sql; readonly nullable: boolean }
  | { readonly kind: 'number'; readonly sql: Sql }
  /** The name of a type or predicate, by the id of its definition. */
  | { readonly kind: 'definition'; readonly id: Sql; readonly nullable: boolean; readonly of: 'type' | 'predicate' }
  /** A bare variable: an element, by id. */
  | { readonly kind: 'element'; readonly name: string; readonly id: Sql }
  /** A field known to be null. */
  | { readonly kind: 'null' };

const MISSING: Field = { kind: 'null' };

export function fieldOf(group: Group, path: Path): Field {
  const binding = group.require(path.variable);
  const name = path.variable.name;
  if (binding.kind === 'predicate') {
    const { id, nullable } = binding;
    return path.fields.length === 0 ? { kind: 'definition', id, nullable, of: 'predicate' } : MISSING;
  }
  const [field, ...rest] = path.fields;
  switch (field) {
    case undefined:
      return { kind: 'element', name, id: binding.id };
    case 'id':
      return { kind: 'text', sql: wireId(binding.id, binding.kind), nullable: binding.nullable };
    case 'attributes':
      return documentField(group, name, binding, 'attributes', rest);
    case 'metadata':
      return metadataField(group, name, binding, rest);
    default:
      return rest.length > 0 ? MISSING : columnField(group, name, binding, field);
  }
}

function wireId(id: Sql, kind: Binding['kind'] = 'element'): Sql {
  if (kind === 'concept') return binary('||', text('C:'), id);
  if (kind === 'proposition') return binary('||', text('P:'), id);
  return binary('||', call('iif', binary('&', id, integer(1)), text('P:'), text('C:')), id);
}

/** `type`, `name`, `subject`, `predicate`, `object`. */
function columnField(group: Group, name: string, binding: Binding, field: string): Field {
  const ofConcept = field === 'type' || field === 'name';
  if (binding.kind === (ofConcept ? 'proposition' : 'concept')) return MISSING;
  const nullable = binding.nullable || binding.kind === 'element';
  const at = column(group.row(name, ofConcept ? 'concept' : 'proposition'), field);
  switch (field) {
    case 'name':
      return { kind: 'text', sql: at, nullable };
    case 'type':
    case 'predicate':
      return { kind: 'definition', id: at, nullable, of: field };
    case 'subject':
    case 'object':
      return { kind: 'text', sql: wireId(at), nullable };
    default:
      return MISSING;
  }
}

/** The rows that may hold the element: one where its kind is known, else both, of which at most one is there. */
function rowsOf(group: Group, name: string, binding: Binding): string[] {
  const kinds = binding.kind === 'element' ? (['concept', 'proposition'] as const) : [binding.kind as 'concept'];
  return kinds.map((kind) => group.row(name, kind));
}

const firstOf = (items: Sql[]): Sql => (items.length === 1 ? items[0]! : call('coalesce', ...items));

function documentField(
  group: Group,
  name: string,
  binding: Binding,
  which: 'attributes' | 'metadata',
  keys: string[],
): Field {
  const rows = rowsOf(group, name, binding);
  const document = firstOf(rows.map((row) => column(row, which)));
  if (keys.length > 0) return { kind: 'json', document, path: `$.${keys.join('.')}` };
  const present = firstOf(rows.map((row) => column(row, 'id')));
  if (which === 'attributes') return { kind: 'object', json: call('json', document), present };
  const json = rows.map((row): readonly [Sql, Sql] => [
    isNotNull(column(row, 'id')),
    { kind: 'metadata-json', table: row },
  ]);
  return { kind: 'object', json: { kind: 'case', branches: json, otherwise: NULL }, present };
}

/** The engine's own keys are columns (§2.11.1); `_score` exists only in search results. */
function metadataField(group: Group, name: string, binding: Binding, keys: string[]): Field {
  const [key, ...deeper] = keys;
  if (key !== '_version' && key !== '_updated_at') return documentField(group, name, binding, 'metadata', keys);
  if (deeper.length > 0) return MISSING;
  const rows = rowsOf(group, name, binding);
  if (key === '_version') return { kind: 'number', sql: firstOf(rows.map((row) => column(row, 'version'))) };
  return { kind: 'text', sql: firstOf(rows.map((row) => ({ kind: 'updated-at', table: row }))), nullable: true };
}

// ---------------------------------------------------------------- readings

/** The value as SQLite compares and sorts it: numbers, texts, NULL; true and false as 1 and 0. */
export function valueOf(field: Field): Sql {
  switch (field.kind) {
    case 'json':
      return call('json_extract', field.document, text(field.path));
    case 'object':
      return field.json;
    case 'text':
    case 'number':
      return field.sql;
    case 'definition':
      return definitionName(field.id);
    case 'element':
      return field.id;
    case 'null':
      return NULL;
  }
}

function definitionName(id: Sql): Sql {
  const query: Select = {
    kind: 'select',
    columns: [{ sql: column('d', 'name') }],
    from: [{ table: 'concepts', alias: 'd', join: 'inner', on: [] }],
    where: [binary('=', column('d', 'id'), id)],
  };
  return { kind: 'scalar', query };
}

const jsonType = (field: Field & { kind: 'json' }): Sql => call('json_type', field.document, text(field.path));

/** Whether the value is a number; TRUE and FALSE where that is known. */
export function isNumber(field: Field): Sql {
  if (field.kind === 'json') return { kind: 'in-list', item: jsonType(field), list: [text('integer'), text('real')] };
  return field.kind === 'number' ? TRUE : FALSE;
}

export function isText(field: Field): Sql {
  if (field.kind === 'json') return binary('=', jsonType(field), text('text'));
  return field.kind === 'text' || field.kind === 'definition' ? TRUE : FALSE;
}

export function isBoolean(field: Field, value: boolean): Sql {
  return field.kind === 'json' ? binary('=', jsonType(field), text(String(value))) : FALSE;
}

/** As isBoolean, for a word ('true' or 'false') that is known when the plan runs. */
export function isBooleanWord(field: Field, word: Sql): Sql {
  return field.kind === 'json' ? binary('=', jsonType(field), word) : FALSE;
}

export function isAbsent(field: Field): Sql {
  if (field.kind === 'object') return isNull(field.present);
  if (field.kind === 'definition') return isNull(field.id);
  return field.kind === 'null' ? TRUE : isNull(valueOf(field));
}

/**
 * The value as one key that is equal exactly where KIP's values are: 1 and 1.0 are, 1 and true and "1" are not.
 * For GROUP BY and COUNT(DISTINCT …).
 */
export function distinctKey(field: Field): Sql {
  if (field.kind !== 'json') return field.kind === 'definition' ? field.id : valueOf(field);
  return {
    kind: 'case',
    branches: [
      [isNumber(field), valueOf(field)],
      [binary('=', jsonType(field), text('null')), NULL],
    ],
    otherwise: binary('->', field.document, text(field.path)),
  };
}

/** The value as JSON text, `null` included: what a column of the answer is made of. */
export function jsonOf(group: Group, field: Field): Sql {
  switch (field.kind) {
    case 'json':
      return call('coalesce', binary('->', field.document, text(field.path)), text('null'));
    case 'object':
      return call('iif', isNull(field.present), text('null'), field.json);
    case 'text':
    case 'definition':
      return call('json_quote', valueOf(field));
    case 'number':
      return call('coalesce', field.sql, text('null'));
    case 'element':
      return elementJson(group, field.name);
    case 'null':
      return text('null');
  }
}

/** An aggregate: the values of all rows as the text of one JSON array, in row order. */
export function arrayOf(group: Group, field: Field): Sql {
  switch (field.kind) {
    case 'json':
      return call('json_group_array', binary('->', field.document, text(field.path)));
    case 'text':
    case 'definition':
    case 'number':
    case 'null':
      return call('json_group_array', valueOf(field));
    default: // finished JSON text, which json_group_array would parse again
      return arrayOfJson(jsonOf(group, field));
  }
}

/** As arrayOf, for an expression that is JSON text already. */
export const arrayOfJson = (json: Sql): Sql =>
  call('concat', text('['), call('group_concat', json, text(',')), text(']'));

/** The whole element a variable is bound to (§6.2.2). */
function elementJson(group: Group, name: string): Sql {
  const kind = group.lookup(name)!.kind;
  const elements = kind === 'element' ? (['concept', 'proposition'] as const) : [kind as 'concept' | 'proposition'];
  const rows = elements.map((element): Sql => ({ kind: 'element-json', element, table: group.row(name, element) }));
  return call('coalesce', ...rows, text('null'));
}

/** Both conditions, with what is known folded away. */
export function both(left: Sql, right: Sql): Sql {
  if (left === FALSE || right === FALSE) return FALSE;
  if (left === TRUE) return right;
  return right === TRUE ? left : all([left, right]);
}
