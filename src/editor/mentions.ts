// Which names of the schema a statement mentions, and where: read from its AST, so only from text that parses.
import type {
  Condition,
  ConceptPattern,
  Endpoint,
  ObjectValue,
  Path,
  PropositionPattern,
  Scalar,
  Statement,
  UpdateOperand,
  Clause,
} from '../language/ast.ts';
import { pathsOf } from '../language/scope.ts';
import type { Range } from '../protocol/errors.ts';

export interface Mention {
  readonly kind: 'type' | 'predicate' | 'attribute';
  readonly name: string;
  /** Offsets in the text of the statement: the string with its quotes, the key, or the step of a path without its dot. */
  readonly range: Range;
  /** For an attribute: the variable or handle it belongs to, without the question mark. */
  readonly variable?: string;
  /** For an attribute: whether it is written, so that a new name may be meant. */
  readonly writes?: boolean;
}

/** A type or predicate that UPSERT defines. */
export interface Definition {
  readonly kind: 'type' | 'predicate';
  readonly name: string;
}

export function mentionsOf(statement: Statement): readonly Mention[] {
  return new Mentions().of(statement);
}

/** What the statement itself defines. */
export function definitionsOf(statement: Statement): readonly Definition[] {
  if (statement.kind !== 'upsert') return [];
  return statement.blocks.flatMap((block) => {
    if (block.kind !== 'concept-block') return [];
    const name = textOf(block.identity.name);
    const kind = DEFINING.get(textOf(block.identity.type) ?? '');
    return kind && name !== undefined ? [{ kind, name }] : [];
  });
}

const DEFINING = new Map<string, Definition['kind']>([
  ['$ConceptType', 'type'],
  ['$PropositionType', 'predicate'],
]);

function textOf(scalar: Scalar | undefined): string | undefined {
  return scalar?.kind === 'literal' && typeof scalar.value === 'string' ? scalar.value : undefined;
}

class Mentions {
  readonly found: Mention[] = [];

  of(statement: Statement): readonly Mention[] {
    switch (statement.kind) {
      case 'find':
        for (const projection of statement.projections) this.#projection(projection);
        this.#where(statement.where);
        for (const { expression } of statement.orderBy) this.#projection(expression);
        break;
      case 'upsert':
        for (const block of statement.blocks) this.#block(block);
        break;
      case 'update':
        this.#assignments(statement);
        this.#where(statement.where);
        break;
      case 'delete-attributes':
        for (const key of statement.keys) this.#key(textOf(key), key.range, statement.target.name, false);
        this.#where(statement.where);
        break;
      case 'describe':
        this.#name(statement.target === 'proposition-type' ? 'predicate' : 'type', statement.name);
        break;
      case 'search':
        this.#name(statement.element === 'proposition' ? 'predicate' : 'type', statement.type);
        break;
      default:
        this.#where(statement.where);
    }
    return this.found;
  }

  // -------------------------------------------------------------- names

  #name(kind: 'type' | 'predicate', scalar: Scalar | undefined): void {
    const name = textOf(scalar);
    if (scalar && name !== undefined) this.found.push({ kind, name, range: scalar.range });
  }

  #concept(pattern: ConceptPattern): void {
    this.#name('type', pattern.type);
    const kind = DEFINING.get(textOf(pattern.type) ?? '');
    if (kind && pattern.name) this.#name(kind, pattern.name);
  }

  #endpoint(endpoint: Endpoint): void {
    if (endpoint.kind === 'concept-pattern') this.#concept(endpoint);
    else if (endpoint.kind !== 'variable') this.#proposition(endpoint);
  }

  #proposition(pattern: PropositionPattern): void {
    if (pattern.kind === 'link-id-pattern') return;
    this.#endpoint(pattern.subject);
    if (pattern.predicate.kind === 'predicate-names') {
      for (const name of pattern.predicate.names) this.#name('predicate', name);
    }
    this.#endpoint(pattern.object);
  }

  // -------------------------------------------------------------- reading

  #where(clauses: readonly Clause[]): void {
    for (const clause of clauses) {
      if (clause.kind === 'concept-clause') this.#concept(clause.pattern);
      else if (clause.kind === 'proposition-clause') this.#proposition(clause.pattern);
      else if (clause.kind === 'filter') this.#condition(clause.condition);
      else this.#where(clause.clauses);
    }
  }

  #condition(condition: Condition): void {
    for (const path of pathsOf(condition)) this.#path(path);
  }

  #projection(projection: Path | { readonly kind: 'aggregate'; readonly path: Path }): void {
    this.#path(projection.kind === 'path' ? projection : projection.path);
  }

  #path({ variable, fields, range }: Path): void {
    const [home, key] = fields;
    if (home !== 'attributes' || key === undefined) return;
    // Space may stand between the steps, so the key is found from the end, where the steps behind it are known.
    const behind = fields.slice(2).reduce((length, field) => length + field.length + 1, 0);
    const to = range.to - behind;
    this.#key(key, { from: to - key.length, to }, variable.name, false);
  }

  #key(key: string | undefined, range: Range, variable: string, writes: boolean): void {
    if (key !== undefined) this.found.push({ kind: 'attribute', name: key, range, variable, writes });
  }

  // -------------------------------------------------------------- writing

  #block(block: Extract<Statement, { kind: 'upsert' }>['blocks'][number]): void {
    if (block.kind === 'proposition-block') {
      this.#proposition(block.identity);
      this.#written(block.attributes, block.handle?.name);
      return;
    }
    // The name of a definition is what the block is about to define.
    this.#name('type', block.identity.type);
    this.#written(block.attributes, block.handle.name);
    for (const { predicate, target } of block.propositions) {
      this.#name('predicate', predicate);
      this.#endpoint(target);
    }
  }

  #written(attributes: ObjectValue | undefined, handle: string | undefined): void {
    if (handle === undefined) return;
    for (const { key, keyRange } of attributes?.members ?? []) this.#key(key, keyRange, handle, true);
  }

  #assignments({ target, attributes = [], metadata = [] }: Extract<Statement, { kind: 'update' }>): void {
    for (const { key, keyRange } of attributes) this.#key(key, keyRange, target.name, true);
    for (const { value } of [...attributes, ...metadata]) if (value.kind === 'update-call') this.#operand(value);
  }

  #operand(operand: UpdateOperand): void {
    if (operand.kind === 'path') this.#path(operand);
    else if (operand.kind === 'update-call') for (const inner of operand.operands) this.#operand(inner);
  }
}
