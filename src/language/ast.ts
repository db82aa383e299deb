// The syntax tree of a KIP 1.0 command, as lowered from the Lezer tree: readonly nodes with `kind` and `range`.
// Names, types and options are `Scalar`s, since a placeholder may stand in every value position (§6.1).
import type { Range } from '../protocol/errors.ts';
import type { JsonPrimitive } from '../protocol/values.ts';

interface Node {
  readonly range: Range;
}

// ---------------------------------------------------------------- values

/** A string, number, true, false or null as written. */
export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: JsonPrimitive;
  /** Which string or number token of the command this is, counted from 0 in source order (see shape.ts); -1 for true, false and null. */
  readonly slot: number;
}

/** `:name`. */
export interface Placeholder extends Node {
  readonly kind: 'placeholder';
  readonly name: string;
}

export interface ArrayValue extends Node {
  readonly kind: 'array';
  readonly items: readonly Value[];
}

export interface Member extends Node {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: Value;
}

export interface ObjectValue extends Node {
  readonly kind: 'object';
  readonly members: readonly Member[];
}

export type Scalar = Literal | Placeholder;
export type Value = Scalar | ArrayValue | ObjectValue;

/** `?name`, without the question mark. */
export interface Variable extends Node {
  readonly kind: 'variable';
  readonly name: string;
}

// ---------------------------------------------------------------- patterns (§3.4.1, §3.4.2)

/** `{id: …}`, `{type: …, name: …}`, `{type: …}` or `{name: …}`; at least one of the three is present. */
export interface ConceptPattern extends Node {
  readonly kind: 'concept-pattern';
  readonly id?: Scalar;
  readonly type?: Scalar;
  readonly name?: Scalar;
}

/** `{m,n}` behind a predicate; `max` is null for `{m,}`. Every shorthand is spelled out: `{5}` is min 5, max 5. */
export interface Hops extends Node {
  readonly kind: 'hops';
  readonly min: number;
  readonly max: number | null;
}

/** `"treats"`, `"a" | "b"` or `"follows"{1,5}`; `hops` only with a single name. */
export interface PredicateNames extends Node {
  readonly kind: 'predicate-names';
  readonly names: readonly Scalar[];
  readonly hops?: Hops;
}

/** `(id: …)`. */
export interface LinkIdPattern extends Node {
  readonly kind: 'link-id-pattern';
  readonly id: Scalar;
}

/** `(subject, predicate, object)`. */
export interface TriplePattern extends Node {
  readonly kind: 'triple-pattern';
  readonly subject: Endpoint;
  readonly predicate: PredicateNames | Variable;
  readonly object: Endpoint;
}

export type PropositionPattern = LinkIdPattern | TriplePattern;
export type Endpoint = Variable | ConceptPattern | PropositionPattern;

// ---------------------------------------------------------------- WHERE (§3.4)

export interface ConceptClause extends Node {
  readonly kind: 'concept-clause';
  readonly variable: Variable;
  readonly pattern: ConceptPattern;
}

export interface PropositionClause extends Node {
  readonly kind: 'proposition-clause';
  readonly variable?: Variable;
  readonly pattern: PropositionPattern;
}

export interface FilterClause extends Node {
  readonly kind: 'filter';
  readonly condition: Condition;
}

export interface GroupClause extends Node {
  readonly kind: 'not' | 'optional' | 'union';
  readonly clauses: readonly Clause[];
}

export type Clause = ConceptClause | PropositionClause | FilterClause | GroupClause;

// ---------------------------------------------------------------- expressions (§3.2, §3.4.3)

/** `?var`, `?var.name`, `?var.attributes.a.b`: `fields` are the steps after the variable, none for the bare variable. */
export interface Path extends Node {
  readonly kind: 'path';
  readonly variable: Variable;
  readonly fields: readonly string[];
}

export type Operand = Path | Value;
export type ComparisonOperator = '==' | '!=' | '<' | '>' | '<=' | '>=';

export interface Comparison extends Node {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Operand;
  readonly right: Operand;
}

/** `&&` or `||` over two or more conditions; a chain of one operator is one node. */
export interface Logical extends Node {
  readonly kind: 'and' | 'or';
  readonly conditions: readonly Condition[];
}

export interface Negation extends Node {
  readonly kind: 'negation';
  readonly condition: Condition;
}

export type StringFunction = 'CONTAINS' | 'STARTS_WITH' | 'ENDS_WITH' | 'REGEX';

export interface StringTest extends Node {
  readonly kind: 'string-test';
  readonly function: StringFunction;
  readonly subject: Operand;
  readonly argument: Operand;
}

export interface Membership extends Node {
  readonly kind: 'in';
  readonly subject: Operand;
  /** A literal list, or a placeholder for a whole list. */
  readonly list: ArrayValue | Placeholder;
}

export interface NullTest extends Node {
  readonly kind: 'is-null' | 'is-not-null';
  readonly operand: Path;
}

export type Condition = Comparison | Logical | Negation | StringTest | Membership | NullTest;

// ---------------------------------------------------------------- FIND (§3.1, §3.3, §3.5)

export type AggregateFunction = 'COUNT' | 'SUM' | 'AVG' | 'MIN' | 'MAX';

export interface Aggregate extends Node {
  readonly kind: 'aggregate';
  readonly function: AggregateFunction;
  readonly distinct: boolean;
  readonly path: Path;
}

export type Projection = Path | Aggregate;

export interface OrderKey extends Node {
  readonly expression: Projection;
  readonly descending: boolean;
}

export interface FindStatement extends Node {
  readonly kind: 'find';
  readonly projections: readonly Projection[];
  readonly where: readonly Clause[];
  readonly orderBy: readonly OrderKey[];
  readonly limit?: Scalar;
  readonly cursor?: Scalar;
}

// ---------------------------------------------------------------- KML (§4)

/** One entry of SET PROPOSITIONS. */
export interface LinkEntry extends Node {
  readonly kind: 'link-entry';
  readonly predicate: Scalar;
  readonly target: Endpoint;
  readonly metadata?: ObjectValue;
}

export interface ConceptBlock extends Node {
  readonly kind: 'concept-block';
  readonly handle: Variable;
  /** `{type, name}` or `{id}`. */
  readonly identity: ConceptPattern;
  readonly expectVersion?: Scalar;
  readonly attributes?: ObjectValue;
  readonly propositions: readonly LinkEntry[];
  readonly metadata?: ObjectValue;
}

export interface PropositionBlock extends Node {
  readonly kind: 'proposition-block';
  readonly handle?: Variable;
  /** A triple whose predicate is one literal name or placeholder without hops, or `(id: …)`. */
  readonly identity: PropositionPattern;
  readonly expectVersion?: Scalar;
  readonly attributes?: ObjectValue;
  readonly metadata?: ObjectValue;
}

export type UpsertBlock = ConceptBlock | PropositionBlock;

export interface UpsertStatement extends Node {
  readonly kind: 'upsert';
  readonly blocks: readonly UpsertBlock[];
  readonly metadata?: ObjectValue;
}

export type UpdateFunction = 'ADD' | 'MUL' | 'CLAMP' | 'COALESCE';

export interface UpdateCall extends Node {
  readonly kind: 'update-call';
  readonly function: UpdateFunction;
  readonly operands: readonly UpdateOperand[];
}

export type UpdateOperand = UpdateCall | Path | Scalar;

export interface Assignment extends Node {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: Value | UpdateCall;
}

export interface UpdateStatement extends Node {
  readonly kind: 'update';
  readonly target: Variable;
  /** Undefined where the clause is absent; at least one of the two is present. */
  readonly attributes?: readonly Assignment[];
  readonly metadata?: readonly Assignment[];
  readonly where: readonly Clause[];
  readonly limit?: Scalar;
}

export interface MergeStatement extends Node {
  readonly kind: 'merge';
  readonly source: Variable;
  readonly target: Variable;
  readonly where: readonly Clause[];
}

/** DELETE ATTRIBUTES and DELETE METADATA. */
export interface DeleteKeysStatement extends Node {
  readonly kind: 'delete-attributes' | 'delete-metadata';
  readonly keys: readonly Scalar[];
  readonly target: Variable;
  readonly where: readonly Clause[];
}

/** DELETE PROPOSITIONS and DELETE CONCEPT … DETACH. */
export interface DeleteElementsStatement extends Node {
  readonly kind: 'delete-propositions' | 'delete-concept';
  readonly target: Variable;
  readonly where: readonly Clause[];
}

// ---------------------------------------------------------------- META (§5)

export type DescribeTarget =
  'primer' | 'domains' | 'concept-types' | 'concept-type' | 'proposition-types' | 'proposition-type';

export interface DescribeStatement extends Node {
  readonly kind: 'describe';
  readonly target: DescribeTarget;
  /** Present for `concept-type` and `proposition-type`. */
  readonly name?: Scalar;
  /** Only for `concept-types` and `proposition-types`. */
  readonly limit?: Scalar;
  readonly cursor?: Scalar;
}

export interface SearchStatement extends Node {
  readonly kind: 'search';
  readonly element: 'concept' | 'proposition';
  readonly term: Scalar;
  readonly type?: Scalar;
  readonly mode?: Scalar;
  readonly threshold?: Scalar;
  readonly limit?: Scalar;
}

export interface ExportStatement extends Node {
  readonly kind: 'export';
  readonly target: Variable;
  readonly where: readonly Clause[];
  readonly limit?: Scalar;
  readonly cursor?: Scalar;
}

// ---------------------------------------------------------------- the command

export type Statement =
  | FindStatement
  | UpsertStatement
  | UpdateStatement
  | MergeStatement
  | DeleteKeysStatement
  | DeleteElementsStatement
  | DescribeStatement
  | SearchStatement
  | ExportStatement;

export type StatementKind = Statement['kind'];

/** A command text: one statement, or one or more UPSERT statements (§4.1). */
export interface Program extends Node {
  readonly statements: readonly Statement[];
  /** Every placeholder of the text, in source order. */
  readonly placeholders: readonly Placeholder[];
}
