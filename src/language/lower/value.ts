// Stored values and scalars (§2.7): strings, numbers, true, false, null, placeholders, objects and arrays.
import type { Range } from '../../protocol/errors.ts';
import type { ArrayValue, Literal, ObjectValue, Placeholder, Scalar, Value } from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { readWholeValue } from '../value-reader.ts';
import { type Lowering, nothing } from './lowering.ts';

/** A value the engine's parser took as one token and the reader refused: the command is parsed again by the full grammar. */
export class NotPlain extends Error {}

/** One entry of an object whose values are still to be judged. */
export interface Entry<V> {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: V;
  readonly range: Range;
}

export function lowerValue(l: Lowering): Value {
  switch (l.term) {
    case T.String:
      return lowerString(l);
    case T.Number:
      return lowerNumber(l);
    case T._true:
    case T._false:
    case T._null:
      return { kind: 'literal', value: l.term === T._null ? null : l.term === T._true, slot: -1, range: l.range };
    case T.Placeholder:
      return lowerPlaceholder(l);
    case T.Object:
    case T.WholeObject:
      return lowerObject(l);
    case T.Array:
    case T.WholeArray:
      return lowerArray(l);
    default:
      return notAValue(l);
  }
}

/** The object under the cursor, its values stored as they are. */
export function lowerObject(l: Lowering): ObjectValue {
  if (l.term === T.WholeObject) return readWhole(l) as ObjectValue;
  return { kind: 'object', members: lowerEntries<Value>(l, lowerValue), range: l.range };
}

/** The entries of the object under the cursor, each value lowered by `lowerItem`. */
export function lowerEntries<V>(l: Lowering, lowerItem: (l: Lowering) => V | Value): readonly Entry<V | Value>[] {
  if (l.term === T.WholeObject) return lowerObject(l).members;
  const entries: Entry<V | Value>[] = [];
  l.eachChild(() => {
    const range = l.range;
    let key = '';
    let keyRange = range;
    l.eachChild((term) => {
      if (term === T.Key) {
        keyRange = l.range;
        key = lowerKey(l);
      } else entries.push({ key, keyRange, value: lowerItem(l), range });
    });
  });
  checkKeys(l, entries);
  return entries;
}

/** The text of the Key under the cursor. */
export function lowerKey(l: Lowering): string {
  const source = l.source;
  return source.startsWith('"') ? (JSON.parse(source) as string) : source;
}

function lowerArray(l: Lowering): ArrayValue {
  if (l.term === T.WholeArray) return readWhole(l) as ArrayValue;
  const items: Value[] = [];
  l.eachChild(() => items.push(lowerValue(l)));
  return { kind: 'array', items, range: l.range };
}

function readWhole(l: Lowering): Value {
  const value = readWholeValue(l, l.cursor.from, l.cursor.to);
  if (!value) throw new NotPlain();
  return value;
}

export function lowerPlaceholder(l: Lowering): Placeholder {
  const placeholder: Placeholder = {
    kind: 'placeholder',
    name: l.text.slice(l.cursor.from + 1, l.cursor.to),
    range: l.range,
  };
  l.placeholders.push(placeholder);
  return placeholder;
}

function lowerString(l: Lowering): Literal {
  const source = l.source;
  const value = source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1);
  return { kind: 'literal', value, slot: l.nextSlot(), range: l.range };
}

function lowerNumber(l: Lowering): Literal {
  const value = Number(l.source);
  if (!Number.isFinite(value)) {
    l.report(
      'invalidSyntax',
      l.range,
      `The number ${l.source} is too large`,
      'Numbers are doubles, up to about 1.8e308.',
    );
  }
  return { kind: 'literal', value, slot: l.nextSlot(), range: l.range };
}

// ---------------------------------------------------------------- narrower values

/** What a scalar must be: `accepts` judges a literal, `wanted` names it in messages, `hint` says what to write. */
export interface ScalarRule {
  readonly wanted: string;
  readonly hint: string;
  readonly accepts: (value: Literal['value']) => boolean;
}

export const isString = (value: Literal['value']): boolean => typeof value === 'string';

/** A literal that satisfies `rule`, or a placeholder, whose value is judged when it is known. */
export function lowerScalar(l: Lowering, rule: ScalarRule): Scalar {
  const value = lowerValue(l);
  return narrow(l, value, rule);
}

/** As `lowerScalar`, for a value that is lowered already. */
export function narrow(l: Lowering, value: Value, rule: ScalarRule): Scalar {
  if (value.kind === 'placeholder') return value;
  if (value.kind === 'literal' && rule.accepts(value.value)) return value;
  const found = l.text.slice(value.range.from, value.range.to);
  l.report('invalidSyntax', value.range, `Expected ${rule.wanted}, found ${abbreviate(found)}`, rule.hint);
  return nothing(value.range);
}

export function abbreviate(source: string): string {
  const flat = source.replace(/\s+/g, ' ');
  return flat.length > 40 ? `${flat.slice(0, 37)}…` : flat;
}

// ---------------------------------------------------------------- complaints

function checkKeys(l: Lowering, entries: readonly Entry<unknown>[]): void {
  const seen = new Set<string>();
  for (const { key, keyRange } of entries) {
    if (seen.has(key)) {
      l.report(
        'invalidSyntax',
        keyRange,
        `The key ${JSON.stringify(key)} occurs twice in one object`,
        'Keep one of the two.',
      );
    }
    seen.add(key);
  }
}

function notAValue(l: Lowering): Literal {
  const range = l.range;
  const found = abbreviate(l.source);
  const variable = l.term === T.Path && !found.includes('.');
  const hint = variable
    ? `For a value to be filled in write a placeholder: :${found.slice(1)}. FILTER compares two variables; SET PROPOSITIONS links two concepts.`
    : l.term === T.Path
      ? 'Read it with FIND first and write the value itself or a :placeholder; UPDATE can compute with ADD, MUL, CLAMP and COALESCE.'
      : l.term === T.Call
        ? /^(?:NOW|DATE|TIME|CURRENT|TODAY)/i.test(found)
          ? 'Write the time itself, an ISO 8601 string ("2026-01-01T00:00:00Z"), or a :placeholder.'
          : 'Update expressions belong to UPDATE: UPDATE ?x SET ATTRIBUTES { n: ADD(?x.attributes.n, 1) } WHERE { … }.'
        : 'A value is a string, number, true, false, null, [array], {object} or :placeholder.';
  const fixes = variable
    ? [{ title: `Write :${found.slice(1)}`, edits: [{ ...range, insert: `:${found.slice(1)}` }] }]
    : [];
  l.report('invalidSyntax', range, `${found} is not a value`, hint, fixes);
  return nothing(range);
}
