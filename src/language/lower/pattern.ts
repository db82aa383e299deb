// Patterns and the clauses of WHERE (§3.4).
import type {
  Clause,
  ConceptPattern,
  Endpoint,
  Hops,
  LinkIdPattern,
  PredicateNames,
  PropositionPattern,
  Scalar,
  TriplePattern,
  Value,
  Variable,
} from '../ast.ts';
import type { Range } from '../../protocol/errors.ts';
import * as T from '../kip-terms.generated.ts';
import { lowerCondition } from './condition.ts';
import { type Lowering, lowerVariable } from './lowering.ts';
import {
  isString,
  lowerKey,
  lowerObject,
  lowerPlaceholder,
  lowerScalar,
  lowerValue,
  narrow,
  type ScalarRule,
} from './value.ts';

/** The clauses of the Where or Group node under the cursor. */
export function lowerClauses(l: Lowering): Clause[] {
  const clauses: Clause[] = [];
  l.eachChild((term) => {
    if (term === T.ConceptClause) clauses.push(lowerConceptClause(l));
    else if (term === T.PropositionClause) clauses.push(lowerPropositionClause(l));
    else if (term === T.Filter) clauses.push(lowerFilter(l));
    else if (term === T.Group) clauses.push(lowerGroup(l));
  });
  return clauses;
}

function lowerConceptClause(l: Lowering): Clause {
  const range = l.range;
  l.enter();
  const variable = lowerVariable(l);
  l.next();
  const pattern = lowerConceptPattern(l);
  l.leave();
  return { kind: 'concept-clause', variable, pattern, range };
}

function lowerPropositionClause(l: Lowering): Clause {
  const range = l.range;
  l.enter();
  const variable = l.term === T.Variable ? lowerVariable(l) : undefined;
  if (variable) l.next();
  const pattern = lowerPropositionPattern(l);
  l.leave();
  return { kind: 'proposition-clause', ...(variable && { variable }), pattern, range };
}

function lowerFilter(l: Lowering): Clause {
  return { kind: 'filter', condition: l.lastChild(() => lowerCondition(l)), range: l.range };
}

const GROUP_KINDS = new Map<number, 'not' | 'optional' | 'union'>([
  [T.NOT, 'not'],
  [T.OPTIONAL, 'optional'],
  [T.UNION, 'union'],
]);

function lowerGroup(l: Lowering): Clause {
  const { range } = l;
  l.enter();
  const kind = GROUP_KINDS.get(l.term) ?? 'not';
  l.leave();
  const clauses = lowerClauses(l);
  if (clauses.length === 0) {
    const word = kind.toUpperCase();
    l.report('invalidSyntax', range, `${word} is empty`, `Put at least one clause inside, or remove ${word} {}.`, [
      { title: `Remove ${word}`, edits: [{ ...range, insert: '' }] },
    ]);
  }
  return { kind, clauses, range };
}

// ---------------------------------------------------------------- concept patterns

const NAME_RULES: Readonly<Record<'id' | 'type' | 'name', ScalarRule>> = {
  id: { wanted: 'an id in double quotes', hint: 'Write {id: "C:12"} or {id: :id}.', accepts: isString },
  type: { wanted: 'a type name in double quotes', hint: 'Write {type: "Person"} or {type: :type}.', accepts: isString },
  name: { wanted: 'a name in double quotes', hint: 'Write {name: "Alice"} or {name: :name}.', accepts: isString },
};

/** The concept pattern in the object under the cursor: `id`, `type` and `name` only, at least one of them (§3.4.1). */
export function lowerConceptPattern(l: Lowering, inUpsert = false): ConceptPattern {
  const object = lowerObject(l);
  const parts: { id?: Scalar; type?: Scalar; name?: Scalar } = {};
  for (const { key, keyRange, value } of object.members) {
    if (key === 'id' || key === 'type' || key === 'name') parts[key] = lowerName(l, key, value);
    else reportKey(l, key, keyRange, value, inUpsert);
  }
  if (object.members.length === 0) {
    const hint = 'Write {type: "Person"}, {name: "Alice"}, {type: "Person", name: "Alice"} or {id: "C:12"}.';
    l.report('invalidSyntax', object.range, 'The concept pattern is empty', hint);
  }
  return { kind: 'concept-pattern', ...parts, range: object.range };
}

function lowerName(l: Lowering, key: 'id' | 'type' | 'name', value: Value): Scalar {
  const rule = NAME_RULES[key];
  if (value.kind !== 'array') return narrow(l, value, rule);
  const list = l.text.slice(value.range.from, value.range.to);
  return narrow(l, value, {
    ...rule,
    hint: `A pattern has one ${key}. For several write FILTER(IN(?x.${key}, ${list})), or UNION { … }.`,
  });
}

function reportKey(l: Lowering, key: string, keyRange: Range, value: Value, inUpsert: boolean): void {
  const shown = l.text.slice(value.range.from, value.range.to);
  const isWhole = (key === 'attributes' || key === 'metadata') && value.kind === 'object';
  const [inner] = isWhole ? value.members : [];
  const test = inner
    ? `${key}.${inner.key} == ${l.text.slice(inner.value.range.from, inner.value.range.to)}`
    : `attributes.${key} == ${shown}`;
  const hint = inUpsert
    ? `The identity holds type and name only. Behind it write SET ATTRIBUTES { ${key}: ${shown} }.`
    : `Patterns match on id, type and name only. For other fields bind a variable and filter: FILTER(?x.${test}).`;
  l.report('invalidSyntax', keyRange, `A concept pattern has no key ${JSON.stringify(key)}`, hint);
}

// ---------------------------------------------------------------- proposition patterns

export function lowerEndpoint(l: Lowering): Endpoint {
  if (l.term === T.Variable) return lowerVariable(l);
  if (l.term === T.PropositionPattern) return lowerPropositionPattern(l);
  return lowerConceptPattern(l);
}

export function lowerPropositionPattern(l: Lowering): PropositionPattern {
  const range = l.range;
  l.enter();
  const pattern = l.term === T.Key ? lowerLinkId(l) : lowerTriple(l);
  l.leave();
  return { ...pattern, range };
}

/** With the cursor on the Key of `(id: …)`. */
function lowerLinkId(l: Lowering): LinkIdPattern {
  const key = lowerKey(l);
  if (key !== 'id') {
    const hint =
      'Address a link by (id: "P:7") or by (subject, "predicate", object); concepts are written {type: …, name: …}.';
    l.report('invalidSyntax', l.range, `A link is not found by ${JSON.stringify(key)}`, hint);
  }
  l.next();
  const rule = { ...NAME_RULES.id, hint: 'Write (id: "P:7") or (id: :id).' };
  return { kind: 'link-id-pattern', id: lowerScalar(l, rule), range: l.range };
}

/** With the cursor on the subject. */
function lowerTriple(l: Lowering): TriplePattern {
  const subject = lowerEndpoint(l);
  l.next();
  const predicate = lowerPredicate(l);
  l.next();
  return { kind: 'triple-pattern', subject, predicate, object: lowerEndpoint(l), range: l.range };
}

export function lowerPredicate(l: Lowering): PredicateNames | Variable {
  const range = l.range;
  const names: (Scalar | Variable)[] = [];
  let hops: Hops | undefined;
  l.eachChild((term) => {
    if (term === T.Hops) hops = lowerHops(l);
    else if (term === T.Variable) names.push(lowerVariable(l));
    else names.push(term === T.Placeholder ? lowerPlaceholder(l) : (lowerValue(l) as Scalar));
  });
  const variable = names.find((name): name is Variable => name.kind === 'variable');
  if (variable) return judgePredicateVariable(l, variable, names.length, hops);
  if (hops && names.length > 1) {
    const hint = 'Use one predicate with hops, or alternatives without: UNION { … } combines both.';
    l.report('invalidSyntax', hops.range, 'Hops and alternatives cannot be combined', hint);
  }
  return { kind: 'predicate-names', names: names as Scalar[], ...(hops && { hops }), range };
}

function judgePredicateVariable(
  l: Lowering,
  variable: Variable,
  alternatives: number,
  hops: Hops | undefined,
): Variable {
  if (hops) {
    const hint = `Hops need a literal predicate: "follows"{${hops.min},${hops.max ?? ''}}. A variable matches single links.`;
    l.report('invalidSyntax', hops.range, `The predicate variable ?${variable.name} cannot take hops`, hint, [
      { title: 'Remove the hops', edits: [{ ...hops.range, insert: '' }] },
    ]);
  } else if (alternatives > 1) {
    const hint = `Name every alternative as a literal predicate ("a" | "b"), or use ?${variable.name} alone and FILTER(IN(?${variable.name}, ["a", "b"])).`;
    l.report(
      'invalidSyntax',
      variable.range,
      `The predicate variable ?${variable.name} cannot be an alternative`,
      hint,
    );
  }
  return variable;
}

function lowerHops(l: Lowering): Hops {
  const range = l.range;
  const source = l.source;
  const bounds: number[] = [];
  l.eachChild(() => bounds.push(Number(l.source)));
  const [min = 0, second] = bounds;
  const max = source.replace(/\/\/.*/g, '').includes(',') ? (second ?? null) : min;
  if (!bounds.every((bound) => Number.isSafeInteger(bound) && bound >= 0)) {
    l.report('invalidSyntax', range, `Hops are whole numbers from 0, found ${source}`, 'Write {1,5}, {2} or {1,}.');
  } else if (max !== null && min > max) {
    const insert = `{${max},${min}}`;
    l.report('invalidSyntax', range, `The hop range ${source} runs backwards`, `Write ${insert}: least first.`, [
      { title: `Write ${insert}`, edits: [{ ...range, insert }] },
    ]);
  }
  return { kind: 'hops', min, max, range };
}
