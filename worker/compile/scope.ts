// Where the compiler is: the sources joined so far, what each variable is bound to, and what the bindings determine.
// A Group is one conjunction, one SELECT. NOT and OPTIONAL compile their block as a Group whose `outer` is the group they
// stand in, and read its bindings as correlated columns; a UNION branch has no outer (§3.4.7).
import type { Variable } from '../../src/language/ast.ts';
import type { JsonKind } from '../../src/protocol/values.ts';
import { errors } from '../../src/protocol/errors.ts';
import type { Bind } from './bind.ts';
import { aliasesIn, binary, bound, call, integer, NULL, type Join, type Source, type Sql } from './sql-node.ts';

export type BindingKind = 'concept' | 'proposition' | 'element' | 'predicate';

/** What a variable stands for in a group: an element id, or for a predicate variable the id of the predicate's definition. */
export interface Binding {
  readonly id: Sql;
  readonly kind: BindingKind;
  /** Whether a solution may leave it unbound (OPTIONAL, UNION). */
  readonly nullable: boolean;
  /** Aliases under which the element's own row is joined already. */
  readonly rows: { readonly concept?: string; readonly proposition?: string };
}

/** An identity in a mandatory place of the main block: if it names nothing, the statement fails (§A4 NotFound). */
export type Identity =
  | { readonly kind: 'concept'; readonly type: Bind; readonly name: Bind; readonly range: Variable['range'] }
  | { readonly kind: 'concept-id' | 'link-id'; readonly id: Bind; readonly range: Variable['range'] };

/** A filter or sort of the concepts of one type by an attribute: where it is frequent, an index is made for it. */
export interface AttributeUse {
  readonly type: Bind;
  readonly path: string;
}

/** What is shared by all groups of one statement. */
export class Compilation {
  /** The JSON kind of each placeholder's value: part of the plan's key, since it decides how a comparison compiles. */
  readonly placeholderKinds: ReadonlyMap<string, JsonKind>;
  readonly identities: Identity[] = [];
  /** Every bind made, printed or not, so that a name inside a pruned part is still checked against the schema. */
  readonly binds: Bind[] = [];
  hasUnion = false;
  readonly attributeUses: AttributeUse[] = [];
  /** By alias, the type that a concept clause asks of the row. */
  readonly types = new Map<string, Bind>();
  private aliasCount = 0;

  constructor(placeholderKinds: ReadonlyMap<string, JsonKind>) {
    this.placeholderKinds = placeholderKinds;
  }

  alias(prefix: string): string {
    return `${prefix}${this.aliasCount++}`;
  }

  /** Notes that rows are narrowed or ordered by a value in a document, where an index on it could serve. */
  noteUse(document: Sql, path: string): void {
    const type = document.kind === 'column' && document.column === 'attributes' && this.types.get(document.table);
    if (type) this.attributeUses.push({ type, path });
  }

  bind(bind: Bind): Sql {
    this.binds.push(bind);
    return bound(bind);
  }
}

/** `from` together determine `to`; atoms are variable names, `#n` for unnamed elements, `@alias` for the row of a source. */
interface Dependency {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export class Group {
  readonly compilation: Compilation;
  readonly outer: Group | undefined;
  /** Whether identities in this group must exist; false inside NOT, OPTIONAL and UNION. */
  readonly mandatory: boolean;
  readonly sources: Source[] = [];
  readonly where: Sql[] = [];
  readonly bindings = new Map<string, Binding>();
  private readonly dependencies: Dependency[] = [];
  /** Set once a source stands whose place in the join order matters; what follows keeps the order as written. */
  pinned = false;
  /** Set when WHERE is compiled: what is joined from then on only reads the solutions. */
  isComplete = false;

  constructor(compilation: Compilation, outer: Group | undefined, mandatory: boolean) {
    this.compilation = compilation;
    this.outer = outer;
    this.mandatory = mandatory;
  }

  lookup(name: string): Binding | undefined {
    return this.bindings.get(name) ?? this.outer?.lookup(name);
  }

  /** The binding of a variable that the analysis has found to be bound. */
  require(variable: Variable): Binding {
    const binding = this.lookup(variable.name);
    if (binding) return binding;
    throw errors.reference(
      `?${variable.name} is not bound by any clause that is visible here.`,
      `Bind it in WHERE first, for example ?${variable.name} {type: "…"}.`,
      variable.range,
    );
  }

  set(name: string, binding: Binding): void {
    this.bindings.set(name, binding);
  }

  /** The variables visible here, outer ones included. */
  visibleNames(): Set<string> {
    return new Set([...(this.outer?.visibleNames() ?? []), ...this.bindings.keys()]);
  }

  /** Variables that this group may give a value: those no outer group binds, and those an outer group may leave unbound. */
  openNames(): string[] {
    return [...this.bindings.keys()].filter((name) => this.outer?.lookup(name)?.nullable !== false);
  }

  add(
    table: Source['table'],
    alias: string,
    join: Join = this.pinned ? 'cross' : 'inner',
    on: readonly Sql[] = [],
  ): void {
    this.sources.push({ table, alias, join, on });
  }

  /** The sources as a FROM list; a left join needs a row before it. */
  from(): readonly Source[] {
    return withUnit(this.sources);
  }

  determines(from: readonly (string | undefined)[], to: readonly (string | undefined)[]): void {
    const known = (atoms: readonly (string | undefined)[]): string[] => atoms.filter((a) => a !== undefined);
    this.dependencies.push({ from: known(from), to: known(to) });
  }

  /**
   * Takes over what an OPTIONAL block's group established, as far as it also holds for rows without a match: there the
   * block's own atoms are null together, but they say nothing of what was bound before, and constants are not constant.
   */
  absorbDependencies(inner: Group): void {
    for (const { from, to } of inner.dependencies) {
      const own = to.filter((atom) => /^[#@]/.test(atom) || !this.lookup(atom));
      if (from.length > 0 && own.length > 0) this.dependencies.push({ from, to: own });
    }
  }

  /**
   * Whether two solutions that agree on `names` are the same row of the join, so that no DISTINCT is needed (§3.3).
   * Sound, not complete: false only costs a sort.
   */
  isKey(names: Iterable<string>): boolean {
    const closure = new Set(names);
    for (let grew = true; grew;) {
      grew = false;
      for (const { from, to } of this.dependencies) {
        if (!from.every((atom) => closure.has(atom))) continue;
        for (const atom of to) if (!closure.has(atom)) grew = Boolean(closure.add(atom));
      }
    }
    return this.sources.every((source) => isLookup(source) || closure.has(`@${source.alias}`));
  }

  /**
   * The alias of the element's own row of the given kind, joined on first use; at most one row, so it multiplies nothing.
   * It stands right behind the source that gives the id, so that a FILTER on it cuts rows before others are joined to them;
   * once the solutions are complete, at the end.
   */
  row(name: string, element: 'concept' | 'proposition'): string {
    const binding = this.lookup(name)!;
    const present = binding.rows[element];
    if (present) return present;
    const alias = this.compilation.alias(LOOKUP_PREFIX);
    const table = element === 'concept' ? 'concepts' : 'propositions';
    const lookup = elementLookup(table, alias, binding.kind === 'element' ? idOfKind(binding.id, element) : binding.id);
    const behind = this.isComplete ? this.sources.length : this.positionAfter(binding.id);
    this.sources.splice(behind, 0, lookup);
    this.set(name, { ...binding, rows: { ...binding.rows, [element]: alias } });
    return alias;
  }

  private positionAfter(id: Sql): number {
    const read = aliasesIn(id);
    return this.sources.findLastIndex((source) => read.has(source.alias)) + 1;
  }
}

/** The id where it is one of this kind, else NULL, which spares the look-up: the lowest bit tells the kinds apart. */
function idOfKind(id: Sql, element: 'concept' | 'proposition'): Sql {
  const isLink = binary('&', id, integer(1));
  return element === 'concept' ? call('iif', isLink, NULL, id) : call('iif', isLink, id, NULL);
}

const LOOKUP_PREFIX = 'e';

const UNIT: Source = {
  table: { kind: 'select', columns: [{ sql: integer(1), as: 'one' }], from: [], where: [] },
  alias: 'unit',
  join: 'inner',
  on: [],
};

/** Puts a single empty row first where the list would start with a left join. */
export const withUnit = (sources: readonly Source[]): readonly Source[] =>
  sources[0]?.join === 'left' ? [UNIT, ...sources] : sources;

function elementLookup(table: 'concepts' | 'propositions', alias: string, id: Sql): Source {
  const on: Sql = { kind: 'binary', operator: '=', left: { kind: 'column', table: alias, column: 'id' }, right: id };
  return { table, alias, join: 'left', on: [on] };
}

const isLookup = (source: Source): boolean => source.join === 'left' && source.alias.startsWith(LOOKUP_PREFIX);
