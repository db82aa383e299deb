// Random commands that are valid by construction, for property tests. The same seed gives the same command.

export interface Random {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, chance: (probability) => next() < probability, pick: (items) => items[below(items.length)] as never };
}

const WORDS = ['drug', 'risk_level', 'name', 'WHERE', 'true_story', 'a', '_x', 'FIND', 'limit'];
const STRINGS = [
  'Aspirin',
  '',
  'a "quoted" word',
  'back\\slash',
  'line\nbreak',
  '深色模式',
  '🚀',
  ':name ?x // no',
  '{"json": [1]}',
];
const NUMBERS = ['0', '-1', '3', '12.5', '1e3', '-2.5E-2', '9007199254740991'];

export function randomCommand(random: Random): string {
  return new CommandWriter(random).command();
}

class CommandWriter {
  readonly #random: Random;
  #depth = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  command(): string {
    return this.#random.pick([
      () => this.find(),
      () => this.find(),
      () => this.upserts(),
      () => this.upserts(),
      () =>
        `UPDATE ?x SET ATTRIBUTES ${this.assignments()} ${this.maybe(() => `SET METADATA ${this.assignments()}`)} ${this.where()} ${this.limit()}`,
      () => `MERGE CONCEPT ?x INTO ?y ${this.where()}`,
      () =>
        `DELETE ${this.#random.pick(['ATTRIBUTES', 'METADATA'])} {${this.list(1, () => this.#random.pick(['"a"', '"b c"', ':k']))}} FROM ?x ${this.where()}`,
      () => `DELETE CONCEPT ?x DETACH ${this.where()}`,
      () => `DELETE PROPOSITIONS ?l ${this.where()}`,
      () =>
        `DESCRIBE ${this.#random.pick(['PRIMER', `CONCEPT TYPE ${this.string()}`, `PROPOSITION TYPES ${this.limit()}`])}`,
      () =>
        `SEARCH ${this.#random.pick(['CONCEPT', 'PROPOSITION'])} ${this.name()} ${this.maybe(() => `WITH TYPE ${this.name()}`)} ${this.maybe(() => 'MODE "hybrid"')} ${this.maybe(() => 'THRESHOLD 0.5')} ${this.limit()}`,
      () => `EXPORT ?x ${this.where()} ${this.limit()} ${this.maybe(() => 'CURSOR :c')}`,
    ])();
  }

  find(): string {
    const order = this.maybe(
      () => `ORDER BY ${this.list(1, () => `?x.name ${this.#random.pick(['', 'ASC', 'DESC'])}`)}`,
    );
    return `FIND(?x, ${this.list(1, () => this.#random.pick([this.path(), 'COUNT(?x)', 'COUNT(DISTINCT ?y.name)', 'MAX(?x.attributes.n)']))}) ${this.where()} ${order} ${this.limit()} ${this.maybe(() => 'CURSOR "c"')}`;
  }

  /** Binds ?x, ?y, ?l and ?p. */
  where(): string {
    return `WHERE { ?x {type: "T"} ?l (?x, ?p, ?y) ${this.repeat(4, () => this.clause())} }`;
  }

  clause(): string {
    this.#depth++;
    const group = (word: string): string => `${word} { ${this.triple()} ${this.repeat(2, () => this.clause())} }`;
    const kinds = [
      () => `?${this.#random.pick(['x', 'y', 'z'])} ${this.pattern()}`,
      () => this.triple(),
      () => `?l (id: ${this.name()})`,
      () => `FILTER(${this.condition()})`,
      () => `UNION { ?x ${this.pattern()} }`,
      () => group('NOT'),
      () => group('OPTIONAL'),
    ];
    const clause = this.#random.pick(this.#depth > 3 ? kinds.slice(0, 4) : kinds)();
    this.#depth--;
    return clause;
  }

  triple(): string {
    return `(${this.endpoint()}, ${this.#random.pick(['"p"', '"p" | "q"', '"p"{1,3}', '"p"{2,}', '"p"{2}', ':pred', '?p'])}, ${this.endpoint()})`;
  }

  endpoint(): string {
    const kind = this.#random.below(this.#depth > 2 ? 5 : 6);
    return kind < 3 ? this.#random.pick(['?x', '?y', '?z']) : kind < 5 ? this.pattern() : this.triple();
  }

  pattern(): string {
    return this.#random.pick([
      () => `{type: ${this.name()}, name: ${this.name()}}`,
      () => `{"type": ${this.name()}}`,
      () => `{name: ${this.name()},}`,
      () => `{id: ${this.name()}}`,
    ])();
  }

  condition(depth = 0): string {
    const kinds = [
      () => `${this.path()} ${this.#random.pick(['==', '!=', '<', '>', '<=', '>='])} ${this.operand()}`,
      () => `${this.#random.pick(['CONTAINS', 'STARTS_WITH', 'ENDS_WITH', 'REGEX'])}(${this.path()}, ${this.name()})`,
      () => `IN(${this.path()}, ${this.#random.pick([':list', `[${this.list(0, () => this.operand())}]`])})`,
      () => `${this.#random.pick(['IS_NULL', 'IS_NOT_NULL'])}(${this.path()})`,
      () => `!(${this.condition(depth + 1)})`,
      () => `(${this.condition(depth + 1)} ${this.#random.pick(['&&', '||'])} ${this.condition(depth + 1)})`,
      () => `${this.condition(depth + 1)} ${this.#random.pick(['&&', '||'])} ${this.condition(depth + 1)}`,
    ];
    return this.#random.pick(depth > 2 ? kinds.slice(0, 4) : kinds)();
  }

  operand(): string {
    return this.#random.pick([() => this.string(), () => this.number(), () => 'true', () => 'null', () => ':v'])();
  }

  path(): string {
    return this.#random.pick([
      '?x.name',
      '?y.id',
      '?x.attributes.risk',
      '?x.metadata._version',
      '?l.metadata.a.b',
      '?p',
    ]);
  }

  // -------------------------------------------------------------- writing

  upserts(): string {
    return this.repeat(3, () => this.upsert(), 1);
  }

  upsert(): string {
    return `UPSERT { CONCEPT ?h { {type: "T", name: ${this.name()}} } ${this.repeat(3, (i) => this.block(i))} } ${this.metadata()}`;
  }

  block(index: number): string {
    const attributes = this.maybe(() => `SET ATTRIBUTES ${this.object()}`);
    const guard = this.maybe(() => `EXPECT VERSION ${this.#random.pick(['0', '3', ':v'])}`);
    if (this.#random.chance(0.3)) {
      return `PROPOSITION ?l${index} { ({id: ${this.name()}}, "p", ?h) ${guard} ${attributes} } ${this.metadata()}`;
    }
    const entry = (): string =>
      `(${this.name('"p"')}, ${this.#random.pick(['?h', '{id: :i}', '(id: "P:1")', '(?h, "p", ?h)'])}) ${this.metadata()}`;
    const links = this.maybe(() => `SET PROPOSITIONS { ${this.repeat(2, entry)} }`);
    return `CONCEPT ?c${index} { {type: "T", name: ${this.name()}} ${guard} ${attributes} ${links} } ${this.metadata()}`;
  }

  metadata(): string {
    return this.maybe(() => `WITH METADATA { source: ${this.string()}, confidence: ${this.number()} }`);
  }

  assignments(): string {
    const call = (): string =>
      this.#random.pick([
        'ADD(?x.attributes.n, 1)',
        'CLAMP(MUL(?x.metadata.c, :f), 0.0, 1.0)',
        'COALESCE(?x.attributes.n, 0)',
      ]);
    return `{ n: ${this.#random.chance(0.5) ? call() : this.value()}, "other key": ${this.value()} }`;
  }

  // -------------------------------------------------------------- values

  value(depth = 0): string {
    const kinds = [
      () => this.operand(),
      () => this.operand(),
      () => this.object(depth + 1),
      () => `[${this.list(0, () => this.value(depth + 1))}]`,
    ];
    return this.#random.pick(depth > 2 ? kinds.slice(0, 2) : kinds)();
  }

  object(depth = 0): string {
    let index = 0;
    const key = (): string =>
      this.#random.pick([
        `${this.#random.pick(WORDS)}${index++}`,
        `"${this.#random.pick(['k', 'two words', 'é'])}${index++}"`,
      ]);
    const members = this.list(0, () => `${key()}${this.#random.pick([': ', ':'])}${this.value(depth + 1)}`);
    return `{${members}${members !== '' && this.#random.chance(0.2) ? ',' : ''}}`;
  }

  name(literal = this.string()): string {
    return this.#random.chance(0.2) ? ':param' : literal;
  }

  string(): string {
    return JSON.stringify(this.#random.pick(STRINGS));
  }

  number(): string {
    return this.#random.pick(NUMBERS);
  }

  limit(): string {
    return this.maybe(() => `LIMIT ${this.#random.pick(['1', '20', ':n'])}`);
  }

  maybe(write: () => string): string {
    return this.#random.chance(0.5) ? write() : '';
  }

  repeat(most: number, write: (index: number) => string, least = 0): string {
    return Array.from({ length: least + this.#random.below(most + 1 - least) }, (_, index) => write(index)).join(' ');
  }

  list(least: number, write: () => string): string {
    return Array.from({ length: least + this.#random.below(3) }, write).join(', ');
  }
}
