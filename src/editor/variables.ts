// The variables and handles of one statement, and what its text says about each: what it holds, of which types, where it is
// bound. Read from tokens alone, so that half a statement tells what it can.
import type { Token } from '../language/explain/tokens.ts';
import type { Range } from '../protocol/errors.ts';

export interface VariableUse extends Range {
  /** Whether the variable is bound here, or a handle defined. */
  readonly binds: boolean;
  /** The offset of the innermost UNION block around it, 0 outside: a branch sees its own bindings only (§3.4.7). */
  readonly branch: number;
}

/** Offsets are those of the token list. */
export interface VariableFacts {
  /** Without the question mark. */
  readonly name: string;
  readonly holds: 'concept' | 'link' | 'predicate' | 'unknown';
  /** Type names its patterns state. */
  readonly types: readonly string[];
  /** The `name` its pattern states. */
  readonly conceptName?: string;
  /** For a link: its predicates, as far as they are literal. */
  readonly predicates: readonly string[];
  /** Predicates it is the subject or object of. */
  readonly subjectOf: readonly string[];
  readonly objectOf: readonly string[];
  /** Every place it stands, in order. */
  readonly uses: readonly VariableUse[];
}

/** What stands at one end of a link: its variable or the type its pattern states. */
export interface EndpointFacts {
  readonly variable?: string;
  readonly type?: string;
}

export interface TupleFacts {
  readonly subject: EndpointFacts;
  readonly predicates: readonly string[];
  readonly predicateVariable?: string;
  readonly object: EndpointFacts;
}

export function variablesOf(tokens: readonly Token[]): ReadonlyMap<string, VariableFacts> {
  return new VariableScan(tokens).run();
}

type Draft = {
  -readonly [K in keyof VariableFacts]: VariableFacts[K] extends readonly (infer T)[] ? T[] : VariableFacts[K];
};

class VariableScan {
  readonly tokens: readonly Token[];
  readonly found = new Map<string, Draft>();
  /** Offsets of the UNION braces that are open; other braces stand as -1. */
  readonly braces: number[] = [];
  /** Indices of tokens at which a variable is bound. */
  readonly binding = new Set<number>();

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  run(): ReadonlyMap<string, VariableFacts> {
    const { tokens } = this;
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index] as Token;
      if (token.text === '{') this.braces.push(tokens[index - 1]?.text === 'UNION' ? token.from : -1);
      else if (token.text === '}') this.braces.pop();
      else if (token.text === '(' && !isCall(tokens, index)) this.#tuple(index);
      else if (token.kind === 'variable') this.#variable(token, index);
    }
    return this.found;
  }

  #draft(name: string): Draft {
    let draft = this.found.get(name);
    if (!draft) {
      draft = { name, holds: 'unknown', types: [], predicates: [], subjectOf: [], objectOf: [], uses: [] };
      this.found.set(name, draft);
    }
    return draft;
  }

  #variable(token: Token, index: number): void {
    const draft = this.#draft(token.text.slice(1));
    const handle = isHandle(this.tokens, index);
    const open = this.tokens[index + 1]?.text;
    const clause = open === '{' || (open === '(' && !handle);
    if (clause) this.#clause(draft, handle ? index + 2 : index + 1);
    const binds = clause || handle || this.binding.has(index);
    const branch = this.braces.findLast((brace) => brace >= 0) ?? 0;
    draft.uses.push({ from: token.from, to: token.to, binds, branch });
  }

  /** `?x {…}` or `?x (…)`, with `index` at what follows the variable, or the identity in a block. */
  #clause(draft: Draft, index: number): void {
    const open = this.tokens[index]?.text;
    if (open === '(') {
      draft.holds = 'link';
      const tuple = tupleAt(this.tokens, index);
      if (tuple) add(draft.predicates, tuple.predicates);
    } else if (open === '{') {
      draft.holds = 'concept';
      const members = membersAt(this.tokens, index);
      add(draft.types, members.get('type'));
      const name = members.get('name');
      if (name !== undefined) draft.conceptName = name;
    }
  }

  #tuple(index: number): void {
    const parts = partsAt(this.tokens, index);
    const tuple = tupleAt(this.tokens, index);
    if (!tuple) return;
    for (const part of parts) this.binding.add(part.from);
    const { subject, object, predicates, predicateVariable } = tuple;
    if (subject.variable !== undefined) add(this.#draft(subject.variable).subjectOf, predicates);
    if (object.variable !== undefined) add(this.#draft(object.variable).objectOf, predicates);
    if (predicateVariable !== undefined) this.#draft(predicateVariable).holds = 'predicate';
  }
}

function add(list: string[], names: readonly string[] | string | undefined): void {
  for (const name of typeof names === 'string' ? [names] : (names ?? [])) if (!list.includes(name)) list.push(name);
}

function isHandle(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text;
  const blocks = (before === 'CONCEPT' || before === 'PROPOSITION') && tokens[index + 1]?.text === '{';
  return blocks && tokens[index - 2]?.text !== 'DELETE';
}

/** FIND(…), FILTER(…), COUNT(…): a word stands before the bracket. */
function isCall(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.kind === 'word';
}

/** The parts between the commas of the bracket at `open`, as token indices; an unclosed bracket ends with the tokens. */
function partsAt(tokens: readonly Token[], open: number): { readonly from: number; readonly to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let depth = 0;
  let from = open + 1;
  for (let index = open; index < tokens.length; index++) {
    const { text } = tokens[index] as Token;
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') {
      if (--depth > 0) continue;
      parts.push({ from, to: index });
      return parts;
    } else if (text === ',' && depth === 1) {
      parts.push({ from, to: index });
      from = index + 1;
    }
  }
  parts.push({ from, to: tokens.length });
  return parts;
}

/** The tuple in the bracket at `open`; undefined for a bracket of fewer parts than `parts`. */
export function tupleAt(tokens: readonly Token[], open: number, parts = 3): TupleFacts | undefined {
  const found = partsAt(tokens, open);
  if (found.length < parts) return undefined;
  const [subject, predicate, object] = found;
  const names: string[] = [];
  for (let index = predicate?.from ?? 0; predicate && index < predicate.to; index++)
    add(names, stringOf(tokens[index]));
  const first = predicate && tokens[predicate.from];
  return {
    subject: subject ? endpointAt(tokens, subject.from) : {},
    predicates: names,
    ...(first?.kind === 'variable' && { predicateVariable: first.text.slice(1) }),
    object: object ? endpointAt(tokens, object.from) : {},
  };
}

function endpointAt(tokens: readonly Token[], index: number): EndpointFacts {
  const token = tokens[index];
  if (token?.kind === 'variable') return { variable: token.text.slice(1) };
  const type = token?.text === '{' ? membersAt(tokens, index).get('type') : undefined;
  return type === undefined ? {} : { type };
}

/** The members of the object at `open` whose values are strings. */
export function membersAt(tokens: readonly Token[], open: number): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  for (const { from } of partsAt(tokens, open)) {
    const key = tokens[from];
    const value = tokens[from + 1]?.text === ':' ? stringOf(tokens[from + 2]) : undefined;
    if (key && value !== undefined) members.set(stringOf(key) ?? key.text, value);
  }
  return members;
}

/** The value of a string token, undefined for any other. */
export function stringOf(token: Token | undefined): string | undefined {
  return token?.kind === 'string' ? (JSON.parse(token.text) as string) : undefined;
}
