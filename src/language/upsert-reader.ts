// Reads UPSERT commands straight from the text: the road that capsules take, since the grammar would spend ten times as long
// on them. It knows only faultless text in the usual order of parts, and gives up (undefined) at anything else; the grammar
// then reads the same text and says what is wrong. Whatever it does read has the very AST the grammar gives (property-tested).
import type {
  ConceptBlock,
  ConceptPattern,
  Endpoint,
  LinkEntry,
  Literal,
  ObjectValue,
  Placeholder,
  Program,
  PropositionBlock,
  PropositionPattern,
  Scalar,
  UpsertBlock,
  UpsertStatement,
  Value,
  Variable,
} from './ast.ts';
import { Unreadable, ValueReader, type ValueContext, wordPattern } from './value-reader.ts';

/** The program of a text that holds UPSERT statements and nothing else. */
export function readUpserts(text: string): Program | undefined {
  const reader = new UpsertReader(new Slots(text));
  try {
    return reader.program();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Slots implements ValueContext {
  readonly text: string;
  readonly placeholders: Placeholder[] = [];
  #next = 0;

  constructor(text: string) {
    this.text = text;
  }

  nextSlot(): number {
    return this.#next++;
  }
}

const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;
const COLON = 0x3a;
const QUESTION = 0x3f;
const QUOTE = 0x22;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/** The parts that both kinds of block share. */
interface Parts {
  expectVersion?: Scalar;
  attributes?: ObjectValue;
  metadata?: ObjectValue;
}

class UpsertReader extends ValueReader {
  constructor(context: Slots) {
    super(context, 0);
  }

  program(): Program | undefined {
    const statements: UpsertStatement[] = [];
    this.skipSpace();
    if (!this.#isWord('UPSERT')) return undefined;
    while (this.at < this.text.length) statements.push(this.#statement());
    return { statements, placeholders: this.context.placeholders, range: { from: 0, to: this.text.length } };
  }

  #statement(): UpsertStatement {
    const from = this.at;
    this.#word('UPSERT');
    this.#sign(BRACE);
    const blocks: UpsertBlock[] = [];
    while (!this.#at(BRACE_END)) blocks.push(this.#block());
    if (blocks.length === 0) throw new Unreadable();
    let to = this.#sign(BRACE_END);
    const metadata = this.#metadata();
    if (metadata) to = metadata.range.to;
    return { kind: 'upsert', blocks, ...(metadata && { metadata }), range: { from, to } };
  }

  #block(): UpsertBlock {
    const from = this.at;
    const word = this.match(wordPattern);
    this.skipSpace();
    if (word === 'CONCEPT') return this.#conceptBlock(from);
    if (word === 'PROPOSITION') return this.#propositionBlock(from);
    throw new Unreadable();
  }

  #conceptBlock(from: number): ConceptBlock {
    const handle = this.#variable();
    this.#sign(BRACE);
    const identity = this.#conceptPattern();
    const parts: Parts = this.#expectVersion();
    let propositions: LinkEntry[] | undefined;
    while (!this.#at(BRACE_END)) {
      this.#word('SET');
      if (this.#isWord('PROPOSITIONS')) {
        if (propositions) throw new Unreadable();
        propositions = this.#linkEntries();
      } else this.#attributes(parts);
    }
    const to = this.#endOfBlock(parts);
    return { kind: 'concept-block', handle, identity, propositions: propositions ?? [], ...parts, range: { from, to } };
  }

  #propositionBlock(from: number): PropositionBlock {
    const handle = this.#at(QUESTION) ? this.#variable() : undefined;
    this.#sign(BRACE);
    const identity = this.#propositionPattern();
    const parts: Parts = this.#expectVersion();
    while (!this.#at(BRACE_END)) {
      this.#word('SET');
      this.#attributes(parts);
    }
    const to = this.#endOfBlock(parts);
    return { kind: 'proposition-block', ...(handle && { handle }), identity, ...parts, range: { from, to } };
  }

  // ---------------------------------------------------------------- parts of a block

  #expectVersion(): Parts {
    if (!this.#isWord('EXPECT')) return {};
    this.#word('EXPECT');
    this.#word('VERSION');
    const expectVersion = this.#scalar();
    const known = expectVersion.kind === 'placeholder' || isVersion(expectVersion);
    if (!known) throw new Unreadable();
    return { expectVersion };
  }

  #attributes(parts: Parts): void {
    this.#word('ATTRIBUTES');
    if (parts.attributes) throw new Unreadable();
    parts.attributes = this.#object();
  }

  #endOfBlock(parts: Parts): number {
    const to = this.#sign(BRACE_END);
    const metadata = this.#metadata();
    if (!metadata) return to;
    parts.metadata = metadata;
    return metadata.range.to;
  }

  /** `WITH METADATA { … }` if it stands here. Reserved keys are left to the grammar, which refuses them. */
  #metadata(): ObjectValue | undefined {
    if (!this.#isWord('WITH')) return undefined;
    this.#word('WITH');
    this.#word('METADATA');
    const object = this.#object();
    if (object.members.some(({ key }) => key.startsWith('_'))) throw new Unreadable();
    return object;
  }

  #linkEntries(): LinkEntry[] {
    this.#word('PROPOSITIONS');
    this.#sign(BRACE);
    const entries: LinkEntry[] = [];
    while (!this.#at(BRACE_END)) entries.push(this.#linkEntry());
    this.#sign(BRACE_END);
    return entries;
  }

  #linkEntry(): LinkEntry {
    const from = this.at;
    this.#sign(OPEN);
    const predicate = this.#name();
    this.#sign(COMMA);
    const target = this.#endpoint();
    let to = this.#sign(CLOSE);
    const metadata = this.#metadata();
    if (metadata) to = metadata.range.to;
    return { kind: 'link-entry', predicate, target, ...(metadata && { metadata }), range: { from, to } };
  }

  // ---------------------------------------------------------------- patterns

  #endpoint(): Endpoint {
    if (this.#at(QUESTION)) return this.#variable();
    return this.#at(BRACE) ? this.#conceptPattern() : this.#propositionPattern();
  }

  /** `{type, name}` or `{id}`, in any order and with nothing beside. */
  #conceptPattern(): ConceptPattern {
    const { members, range } = this.#object();
    const parts: { id?: Scalar; type?: Scalar; name?: Scalar } = {};
    for (const { key, value } of members) {
      if ((key !== 'id' && key !== 'type' && key !== 'name') || !isName(value)) throw new Unreadable();
      parts[key] = value;
    }
    const { id, type, name } = parts;
    if (id ? type !== undefined || name !== undefined : !type || !name) throw new Unreadable();
    return { kind: 'concept-pattern', ...parts, range };
  }

  #propositionPattern(): PropositionPattern {
    const from = this.at;
    this.#sign(OPEN);
    const { text } = this;
    const pattern =
      text.startsWith('id', this.at) || text.startsWith('"id"', this.at) ? this.#linkId() : this.#triple();
    return { ...pattern, range: { from, to: this.#sign(CLOSE) } };
  }

  #linkId(): Omit<Extract<PropositionPattern, { kind: 'link-id-pattern' }>, 'range'> {
    const key = this.#at(QUOTE) ? this.string() : this.match(wordPattern);
    if (key !== 'id') throw new Unreadable();
    this.skipSpace();
    this.#sign(COLON);
    return { kind: 'link-id-pattern', id: this.#name() };
  }

  #triple(): Omit<Extract<PropositionPattern, { kind: 'triple-pattern' }>, 'range'> {
    const subject = this.#endpoint();
    this.#sign(COMMA);
    const name = this.#name();
    this.#sign(COMMA);
    const predicate = { kind: 'predicate-names', names: [name], range: name.range } as const;
    return { kind: 'triple-pattern', subject, predicate, object: this.#endpoint() };
  }

  // ---------------------------------------------------------------- tokens, each with the space behind it

  #at(code: number): boolean {
    return this.text.charCodeAt(this.at) === code;
  }

  /** Takes one sign and returns where it ends. */
  #sign(code: number): number {
    if (!this.#at(code)) throw new Unreadable();
    const to = ++this.at;
    this.skipSpace();
    return to;
  }

  #isWord(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  #word(word: string): void {
    if (this.match(wordPattern) !== word) throw new Unreadable();
    this.skipSpace();
  }

  #variable(): Variable {
    const from = this.at++;
    if (this.text.charCodeAt(from) !== QUESTION) throw new Unreadable();
    const name = this.match(wordPattern);
    const variable: Variable = { kind: 'variable', name, range: { from, to: this.at } };
    this.skipSpace();
    return variable;
  }

  #object(): ObjectValue {
    if (!this.#at(BRACE)) throw new Unreadable();
    const object = this.object();
    this.skipSpace();
    return object;
  }

  #scalar(): Scalar {
    const value = this.value();
    if (value.kind !== 'literal' && value.kind !== 'placeholder') throw new Unreadable();
    this.skipSpace();
    return value;
  }

  /** A string or a placeholder. */
  #name(): Scalar {
    const scalar = this.#scalar();
    if (!isName(scalar)) throw new Unreadable();
    return scalar;
  }
}

const isName = (value: Value): value is Scalar =>
  value.kind === 'placeholder' || (value.kind === 'literal' && typeof value.value === 'string');

const isVersion = ({ value }: Literal): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
