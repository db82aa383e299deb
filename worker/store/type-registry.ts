// Which concept types and predicates exist: their names and the ids of their definition nodes, kept in memory. The two
// meta-types are found through the root of the schema, the one node that is its own type (§2.9.2).
import type { Driver } from './driver.ts';

/** A `$ConceptType` or `$PropositionType` definition. */
export interface Definition {
  readonly id: number;
  readonly name: string;
}

export interface TypeRegistry {
  /** The definition node's id, or undefined where no such type is defined. */
  conceptType(name: string): number | undefined;
  predicate(name: string): number | undefined;
  /** The name behind a `type` or `predicate` column value. */
  nameOf(id: number): string;
  /** Those names by id, as they are now; who keeps it still has the name of a definition that is deleted afterwards. */
  readonly names: ReadonlyMap<number, string>;
  /** In the order of definition. */
  conceptTypes(): readonly Definition[];
  predicates(): readonly Definition[];
  /** Ids of the two meta-types; 0 in a file that has no Genesis yet. */
  readonly conceptTypeType: number;
  readonly propositionTypeType: number;
  /** Takes in a node just created, if it is a definition. */
  noteCreated(id: number, type: number, name: string): void;
  /** The end of a write transaction: without a commit, what it did to definitions is forgotten. */
  settle(isCommitted: boolean): void;
  /** Forgets everything; the next question reads the database again. Called where definitions were deleted or merged. */
  invalidate(): void;
}

export function createTypeRegistry(driver: Driver): TypeRegistry {
  return new Registry(driver);
}

const CONCEPT_TYPE = '$ConceptType';
const PROPOSITION_TYPE = '$PropositionType';

interface Contents {
  root: number;
  propositionType: number;
  readonly conceptTypes: Map<string, Definition>;
  readonly predicates: Map<string, Definition>;
  readonly names: Map<number, string>;
}

class Registry implements TypeRegistry {
  readonly #driver: Driver;
  #contents: Contents | undefined;
  /** Whether the transaction at hand has changed a definition. */
  #isTouched = false;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  get conceptTypeType(): number {
    return this.#read().root;
  }

  get propositionTypeType(): number {
    return this.#read().propositionType;
  }

  conceptType(name: string): number | undefined {
    return this.#read().conceptTypes.get(name)?.id;
  }

  predicate(name: string): number | undefined {
    return this.#read().predicates.get(name)?.id;
  }

  get names(): ReadonlyMap<number, string> {
    return this.#read().names;
  }

  nameOf(id: number): string {
    return this.#read().names.get(id) ?? `#${id}`;
  }

  conceptTypes(): readonly Definition[] {
    return [...this.#read().conceptTypes.values()];
  }

  predicates(): readonly Definition[] {
    return [...this.#read().predicates.values()];
  }

  noteCreated(id: number, type: number, name: string): void {
    const contents = this.#read();
    if (type === contents.root || type === contents.propositionType || type === id) this.#isTouched = true;
    add(contents, id, type, name);
  }

  settle(isCommitted: boolean): void {
    if (this.#isTouched && !isCommitted) this.#contents = undefined;
    this.#isTouched = false;
  }

  invalidate(): void {
    this.#contents = undefined;
    this.#isTouched = true; // what is read from now on is not committed yet
  }

  #read(): Contents {
    return (this.#contents ??= load(this.#driver));
  }
}

function load(driver: Driver): Contents {
  const contents: Contents = {
    root: 0,
    propositionType: 0,
    conceptTypes: new Map(),
    predicates: new Map(),
    names: new Map(),
  };
  const definitions = driver.all(
    `WITH root(id) AS (SELECT id FROM concepts WHERE name = '${CONCEPT_TYPE}' AND type = id)
     SELECT c.id, c.type, c.name FROM root CROSS JOIN concepts AS c ON c.type = root.id
     UNION ALL
     SELECT c.id, c.type, c.name FROM root
       CROSS JOIN concepts AS m ON m.type = root.id AND m.name = '${PROPOSITION_TYPE}'
       CROSS JOIN concepts AS c ON c.type = m.id
     ORDER BY 1`,
  );
  for (const [id, type, name] of definitions) add(contents, id as number, type as number, name as string);
  return contents;
}

function add(contents: Contents, id: number, type: number, name: string): void {
  if (type === id) contents.root = id;
  if (type === contents.root) {
    contents.conceptTypes.set(name, { id, name });
    if (name === PROPOSITION_TYPE) contents.propositionType = id;
  } else if (type === contents.propositionType) {
    contents.predicates.set(name, { id, name });
  } else {
    return;
  }
  contents.names.set(id, name);
}
