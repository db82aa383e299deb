// Completion: what may stand at the caret (site.ts), filled with what the text and the schema hold, as CodeMirror's options.
// It stays silent while an input method composes, and where nothing has been typed it speaks up only if the language leaves
// one kind of thing to write, such as the type behind `type:`.
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { identifierPattern } from '../language/value-text.ts';
import type { Json, Parameters } from '../protocol/values.ts';
import { type Card, renderCard } from './card.ts';
import { anyOf, fieldCard, keyCard, parameterCard, predicateCard, typeCard, variableCard, wordCard } from './cards.ts';
import { type Caret, caretAt } from './caret.ts';
import { insertField, insertKey, insertString, insertText, insertWord } from './insertion.ts';
import { attributeKeysOf, known, knownPredicates, knownTypes, metadataKeysOf, ownersOf, typesOf } from './knowledge.ts';
import { type KeySummary, ownerName, type PredicateSummary, type SchemaProvider } from './schema.ts';
import { type ExpectedEnd, type Site, sitesAt, variablesAt } from './site.ts';
import type { EndpointFacts, TupleFacts, VariableFacts } from './variables.ts';
import { WORDS } from './words.ts';

/** What completions are made from. */
export interface CompletionOptions {
  readonly schema: SchemaProvider;
  /** The values of `:name` placeholders as the host holds them now. */
  readonly parameters: () => Parameters;
}

/** An option that makes completion go on at once, because something is to be filled in right there. */
export interface ChainedCompletion extends Completion {
  readonly chains?: boolean;
}

/** Completions for KIP: keywords, types, predicates, keys, names, variables, placeholders. */
export function completionSource(options: CompletionOptions): CompletionSource {
  return async (context) => {
    if (context.view?.compositionStarted) return null;
    const caret = caretAt(context.state, context.pos);
    if (!caret) return null;
    const sites = sitesAt(caret).filter((site) => context.explicit || caret.kind !== 'none' || isEager(site));
    const question = new Question(options, context, caret);
    const lists = await Promise.all(sites.map((site) => question.optionsFor(site)));
    return result(caret, context, sites, lists.flat());
  };
}

/** Whether the list may open before anything was typed. */
function isEager(site: Site): boolean {
  return ['type', 'predicate', 'name', 'mode', 'pattern-key'].includes(site.kind);
}

function result(
  caret: Caret,
  { state, pos, explicit }: CompletionContext,
  sites: readonly Site[],
  found: readonly Completion[],
): CompletionResult | null {
  const typed = state.sliceDoc(caret.matchFrom, pos);
  // What stands there already is no news, unless it is asked for.
  const options = explicit ? found : found.filter(({ label }) => label !== typed);
  if (options.length === 0) return null;
  // Names come matched and ranked by the schema, which knows aliases too.
  if (sites.some(({ kind }) => kind === 'name')) return { from: caret.matchFrom, options, filter: false };
  const labels = new Set(options.map(({ label }) => label));
  const shape = caret.kind === 'string' ? /^[^"\\\n]*$/ : /^[?:]?\w*$/;
  return { from: caret.matchFrom, options, validFor: (text) => shape.test(text) && !labels.has(text) && text !== '' };
}

/** One request for options, at one caret. */
class Question {
  readonly schema: SchemaProvider;
  readonly parameters: Parameters;
  readonly state: EditorState;
  readonly pos: number;
  readonly caret: Caret;
  readonly variables: ReadonlyMap<string, VariableFacts>;

  constructor({ schema, parameters }: CompletionOptions, { state, pos }: CompletionContext, caret: Caret) {
    this.schema = schema;
    this.parameters = parameters();
    this.state = state;
    this.pos = pos;
    this.caret = caret;
    this.variables = variablesAt(caret);
  }

  optionsFor(site: Site): readonly Completion[] | Promise<readonly Completion[]> {
    switch (site.kind) {
      case 'type':
        return this.#types(site.expected);
      case 'predicate':
        return this.#predicates(site.tuple);
      case 'name':
        return this.#names(site.types, site.expected);
      case 'attribute':
      case 'metadata':
        return this.#keys(site);
      case 'top-field':
        return topFields(site.of.holds);
      case 'pattern-key':
        return patternKeys(site.taken);
      case 'variable':
        return this.#variables();
      case 'placeholder':
        return this.#placeholders();
      case 'mode':
        return modes();
      case 'words':
        return wordOptions(site.words);
    }
  }

  // -------------------------------------------------------------- schema

  async #types(expected: ExpectedEnd | undefined): Promise<readonly Completion[]> {
    const [types, fitting] = await Promise.all([knownTypes(this.schema), this.#expectedTypes(expected)]);
    return types.map((type) => ({
      label: type.name,
      type: 'type',
      ...(type.count !== undefined && { detail: String(type.count) }),
      info: async () => renderCard(typeCard(type, await known(this.schema.attributeKeys({ type: type.name }), []))),
      apply: insertString(type.name),
      boost: fitting.includes(type.name) ? 50 : type.name.startsWith('$') ? -20 : 0,
    }));
  }

  async #expectedTypes(expected: ExpectedEnd | undefined): Promise<readonly string[]> {
    if (!expected) return [];
    const predicates = await knownPredicates(this.schema);
    const ends = predicates.filter(({ name }) => expected.predicates.includes(name));
    return ends.flatMap((predicate) => (expected.end === 'subject' ? predicate.subjectTypes : predicate.objectTypes));
  }

  async #predicates(tuple: TupleFacts): Promise<readonly Completion[]> {
    const [predicates, subject, object] = await Promise.all([
      knownPredicates(this.schema),
      this.#endpointTypes(tuple.subject),
      this.#endpointTypes(tuple.object),
    ]);
    return predicates.map((predicate) => ({
      label: predicate.name,
      type: 'predicate',
      detail: signature(predicate),
      info: () => renderCard(predicateCard(predicate)),
      apply: insertString(predicate.name),
      boost: fit(predicate.subjectTypes, subject) + fit(predicate.objectTypes, object),
    }));
  }

  #endpointTypes({ type, variable }: EndpointFacts): Promise<readonly string[]> {
    if (type !== undefined) return Promise.resolve([type]);
    const facts = variable === undefined ? undefined : this.variables.get(variable);
    return facts ? typesOf(facts, this.schema) : Promise.resolve([]);
  }

  async #names(types: readonly string[], expected: ExpectedEnd | undefined): Promise<readonly Completion[]> {
    const asked = types.length > 0 ? types : (await this.#expectedTypes(expected)).filter((type) => type !== '*');
    const prefix = this.state.sliceDoc(this.caret.matchFrom, this.pos);
    const answers = await Promise.all(
      (asked.length > 0 ? asked : [undefined]).map((type) => known(this.schema.names(type, prefix), [])),
    );
    return answers.flat().map(({ name, type }) => ({
      label: name,
      type: 'name',
      ...(type !== undefined && { detail: type }),
      apply: insertString(name),
    }));
  }

  async #keys({ kind, of, form }: Extract<Site, { kind: 'attribute' | 'metadata' }>): Promise<readonly Completion[]> {
    const owners = await ownersOf(of, this.schema);
    const keys = await (kind === 'attribute' ? attributeKeysOf : metadataKeysOf)(owners, this.schema);
    // The engine alone writes metadata that starts with "_", and only identifiers can follow a dot.
    const usable = keys.filter(({ key }) => (form === 'field' ? identifierPattern.test(key) : !key.startsWith('_')));
    const names = owners.map(ownerName);
    return usable.map((summary) => ({
      label: summary.key,
      type: 'property',
      ...(summary.valueType !== undefined && { detail: summary.valueType }),
      info: () => renderCard(keyCard(summary, kind, names)),
      apply: applyKey(summary, form),
      boost: summary.key.startsWith('_') ? -20 : summary.required ? 10 : 0,
    }));
  }

  // -------------------------------------------------------------- text

  #variables(): readonly Completion[] {
    const own = this.caret.excerpt.inText(this.caret.from);
    const others = [...this.variables.values()].filter(({ uses }) => uses.some(({ from }) => from !== own));
    return others.map((facts) => ({
      label: `?${facts.name}`,
      type: 'variable',
      detail: variableCard(facts, undefined).kind,
      info: () => renderCard(variableCard(facts, this.#bindingLine(facts))),
      apply: insertText(`?${facts.name}`),
      boost: 5,
    }));
  }

  #bindingLine({ uses }: VariableFacts): number | undefined {
    const binding = uses.find(({ binds }) => binds);
    return binding && this.state.doc.lineAt(this.caret.excerpt.inDocument(binding.from)).number;
  }

  #placeholders(): readonly Completion[] {
    const { tokens } = this.caret.situation;
    const start = this.caret.excerpt.inText(this.caret.from);
    const written = tokens.filter(({ kind, from }) => kind === 'placeholder' && from !== start);
    const names = new Set([...Object.keys(this.parameters), ...written.map(({ text }) => text.slice(1))]);
    return [...names]
      .filter((name) => identifierPattern.test(name))
      .map((name) => ({
        label: `:${name}`,
        type: 'parameter',
        info: () => renderCard(this.#parameterCard(name)),
        apply: insertText(`:${name}`),
      }));
  }

  #parameterCard(name: string): Card {
    const value: Json | undefined = Object.hasOwn(this.parameters, name) ? this.parameters[name] : undefined;
    return parameterCard(name, value);
  }
}

// ---------------------------------------------------------------- predicates

/** `Drug → Symptom`. */
function signature({ subjectTypes, objectTypes }: PredicateSummary): string {
  return `${anyOf(subjectTypes)} → ${anyOf(objectTypes)}`;
}

/** Raises predicates whose end allows one of the types, lowers those that forbid all of them. */
function fit(allowed: readonly string[], types: readonly string[]): number {
  if (types.length === 0 || allowed.length === 0 || allowed.includes('*')) return 0;
  return types.some((type) => allowed.includes(type)) ? 20 : -20;
}

// ---------------------------------------------------------------- keys

const VALUE_BEGINNINGS: Readonly<Record<string, string>> = { string: '"${}"', array: '[${}]', object: '{${}}' };

function applyKey({ key, valueType }: KeySummary, form: 'field' | 'key' | 'string'): NonNullable<Completion['apply']> {
  if (form === 'field') return insertField(key, false);
  return form === 'string' ? insertString(key) : insertKey(key, VALUE_BEGINNINGS[valueType ?? ''] ?? '${}');
}

function patternKeys(taken: readonly string[]): readonly ChainedCompletion[] {
  if (taken.includes('id')) return [];
  const keys = taken.length > 0 ? ['type', 'name'] : ['type', 'name', 'id'];
  return keys
    .filter((key) => !taken.includes(key))
    .map((key, index) => ({
      label: key,
      type: 'property',
      info: () => renderCard(fieldCard(key)!),
      apply: insertKey(key, '"${}"'),
      boost: -index,
      chains: true,
    }));
}

const CONCEPT_FIELDS = ['name', 'type', 'id'];
const LINK_FIELDS = ['subject', 'predicate', 'object', 'id'];
const OBJECT_FIELDS = ['attributes', 'metadata'];

function topFields(holds: VariableFacts['holds']): readonly ChainedCompletion[] {
  if (holds === 'predicate') return [];
  const own =
    holds === 'concept' ? CONCEPT_FIELDS : holds === 'link' ? LINK_FIELDS : [...CONCEPT_FIELDS, ...LINK_FIELDS];
  return [...new Set([...OBJECT_FIELDS, ...own])].map((name, index) => ({
    label: name,
    type: 'property',
    info: () => renderCard(fieldCard(name)!),
    apply: insertField(name, OBJECT_FIELDS.includes(name)),
    boost: -index,
    chains: OBJECT_FIELDS.includes(name),
  }));
}

// ---------------------------------------------------------------- words

function modes(): readonly Completion[] {
  return ['hybrid', 'keyword', 'semantic'].map((mode) => ({
    label: mode,
    type: 'constant',
    apply: insertString(mode),
  }));
}

function wordOptions(words: readonly string[]): readonly Completion[] {
  return words.map((name, index) => {
    const word = WORDS.get(name)!;
    return {
      label: name,
      type: 'keyword',
      info: () => renderCard(wordCard(word)),
      apply: insertWord(name, word.template),
      boost: -Math.min(index, 40),
    };
  });
}
