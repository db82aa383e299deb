// What may stand at a caret: the one place that knows which part of which statement takes a type, a predicate, a key or a
// word. Completion turns sites into lists, hovering into explanations.
import type { Frame, FrameKind, Situation } from '../language/explain/situation.ts';
import type { Token } from '../language/explain/tokens.ts';
import type { Caret } from './caret.ts';
import { lineOf, topWords, wordsIn } from './site-words.ts';
import { membersAt, stringOf, tupleAt, type TupleFacts, type VariableFacts, variablesOf } from './variables.ts';

export type Site =
  /** A concept type in quotes; `expected` are predicates whose subject or object it describes. */
  | { readonly kind: 'type'; readonly expected?: ExpectedEnd }
  | { readonly kind: 'predicate'; readonly tuple: TupleFacts }
  /** The name of a concept of one of these types; of any type if there are none. */
  | { readonly kind: 'name'; readonly types: readonly string[]; readonly expected?: ExpectedEnd }
  /** A key of attributes or metadata: behind a dot, in front of a colon, or in quotes. */
  | { readonly kind: 'attribute' | 'metadata'; readonly of: KeyHolder; readonly form: 'field' | 'key' | 'string' }
  | { readonly kind: 'top-field'; readonly of: KeyHolder }
  | { readonly kind: 'pattern-key'; readonly taken: readonly string[] }
  | { readonly kind: 'variable' | 'placeholder' | 'mode' }
  /** Keywords and functions, by their text in words.ts. */
  | { readonly kind: 'words'; readonly words: readonly string[] };

export interface ExpectedEnd {
  readonly predicates: readonly string[];
  readonly end: 'subject' | 'object';
}

/** Whose keys: a variable's, or what a block says of itself. */
export type KeyHolder = Pick<VariableFacts, 'holds' | 'types' | 'predicates' | 'subjectOf' | 'objectOf'>;

const NOBODY: KeyHolder = { holds: 'unknown', types: [], predicates: [], subjectOf: [], objectOf: [] };

/** Everything that may stand at the caret, best first; nothing where the language leaves no choice. */
export function sitesAt(caret: Caret): readonly Site[] {
  const { kind, situation } = caret;
  if (kind === 'field') return fieldSites(situation);
  if (kind === 'placeholder') return [{ kind: 'placeholder' }];
  if (kind === 'variable') return [{ kind: 'variable' }];
  return FRAMES[situation.frame.kind](caret, situation);
}

export function variablesAt({ situation }: Caret): ReadonlyMap<string, VariableFacts> {
  return variablesOf(situation.tokens);
}

type FrameSites = (caret: Caret, situation: Situation) => readonly Site[];

const words = (...list: readonly string[]): Site => ({ kind: 'words', words: list });
const variable: Site = { kind: 'variable' };
const frameWords: FrameSites = ({ kind }, situation) => (kind === 'string' ? [] : [words(...wordsIn(situation))]);

const FRAMES: Readonly<Record<FrameKind, FrameSites>> = {
  top: topSites,
  find: (caret, situation) => [variable, ...frameWords(caret, situation)],
  where: (caret, situation) => [...frameWords(caret, situation), variable],
  filter: filterSites,
  call: callSites,
  tuple: tupleSites,
  hops: () => [],
  pattern: patternSites,
  object: objectSites,
  array: arraySites,
  upsert: frameWords,
  concept: frameWords,
  proposition: frameWords,
  links: frameWords,
  link: linkSites,
  keys: keySites,
};

// ---------------------------------------------------------------- statements

const VARIABLE_EXPECTED =
  /^(?:UPDATE|EXPORT|MERGE CONCEPT(?: \S+ INTO)?|DELETE (?:CONCEPT|PROPOSITIONS|\w+ \{\} FROM))$| ORDER BY(?: .*,)?$/;

function topSites(caret: Caret, situation: Situation): readonly Site[] {
  const line = lineOf(situation.frame);
  const links = /^(?:DESCRIBE|SEARCH) PROPOSITION\b/.test(line);
  if (/\bTYPE$/.test(line)) return [links ? predicateSite({}) : { kind: 'type' }];
  if (/\bMODE$/.test(line)) return [{ kind: 'mode' }];
  if (line === 'SEARCH CONCEPT') return [{ kind: 'name', types: [] }];
  if (line === 'SEARCH PROPOSITION') return [predicateSite({})];
  if (caret.kind === 'string') return [];
  const sites: Site[] = [words(...topWords(line, caret.startsLine))];
  if (VARIABLE_EXPECTED.test(line)) sites.unshift(variable);
  return sites;
}

function predicateSite(tuple: Partial<TupleFacts>): Site {
  return { kind: 'predicate', tuple: { subject: {}, object: {}, predicates: [], ...tuple } };
}

// ---------------------------------------------------------------- paths

/** The steps before the caret say whether a field, an attribute or a key of the metadata comes next. */
function fieldSites({ tokens, index }: Situation): readonly Site[] {
  const steps: string[] = [];
  let at = index - 1;
  for (; tokens[at]?.kind === 'field'; at--) steps.unshift((tokens[at] as Token).text.slice(1));
  const name = tokens[at]?.kind === 'variable' ? (tokens[at] as Token).text.slice(1) : undefined;
  if (name === undefined) return [];
  const of = variablesOf(tokens).get(name) ?? NOBODY;
  if (steps.length === 0) return [{ kind: 'top-field', of }];
  if (steps.length > 1) return [];
  if (steps[0] === 'attributes') return [{ kind: 'attribute', of, form: 'field' }];
  return steps[0] === 'metadata' ? [{ kind: 'metadata', of, form: 'field' }] : [];
}

// ---------------------------------------------------------------- conditions

function filterSites(caret: Caret, situation: Situation): readonly Site[] {
  const { frame } = situation;
  const compared = /(?:==|!=)$/.test(frame.items.at(-1)?.text ?? '');
  const value = compared ? comparedSites(situation, frame.items.slice(0, -1)) : [];
  if (caret.kind === 'string' || value.length > 0) return value;
  return [variable, ...frameWords(caret, situation)];
}

/** What a path or predicate variable in front of `==` is compared with. */
function comparedSites({ tokens }: Situation, before: readonly Token[]): readonly Site[] {
  const last = before.at(-1);
  const owner = last?.kind === 'field' ? before.at(-2) : last;
  if (owner?.kind !== 'variable') return [];
  const facts = variablesOf(tokens).get(owner.text.slice(1));
  if (last === owner) return facts?.holds === 'predicate' ? [predicateSite({})] : [];
  if (last?.text === '.type') return [{ kind: 'type' }];
  if (last?.text === '.predicate') return [predicateSite({})];
  return last?.text === '.name' ? [{ kind: 'name', types: facts?.types ?? [] }] : [];
}

function callSites(caret: Caret, situation: Situation): readonly Site[] {
  if (caret.kind === 'string') return [];
  return [variable, ...frameWords(caret, situation)];
}

function arraySites(caret: Caret, situation: Situation): readonly Site[] {
  const parent = situation.frames.at(-2);
  if (!parent) return [];
  if (parent.kind === 'call') return comparedSites(situation, parent.items.slice(0, -1));
  const key = openKey(parent);
  return key === 'subject_types' || key === 'object_types' ? [{ kind: 'type' }] : [];
}

// ---------------------------------------------------------------- patterns and links

/** How many commas stand before the caret. */
const part = ({ items }: Frame): number => items.filter(({ text }) => text === ',').length;

/** What is known of the tuple a bracket opens, also while it has one part only. */
function tupleFacts({ tokens }: Situation, frame: Frame): TupleFacts {
  const open = frame.open ? tokens.indexOf(frame.open) : -1;
  return (open >= 0 ? tupleAt(tokens, open, 1) : undefined) ?? { subject: {}, object: {}, predicates: [] };
}

function tupleSites(caret: Caret, situation: Situation): readonly Site[] {
  const { frame } = situation;
  if (part(frame) === 1) {
    const predicate = predicateSite(tupleFacts(situation, frame));
    return caret.kind === 'string' || frame.items.at(-1)?.text === '|' ? [predicate] : [predicate, variable];
  }
  return caret.kind === 'string' ? [] : [variable];
}

function linkSites(caret: Caret, situation: Situation): readonly Site[] {
  if (part(situation.frame) === 0) return [predicateSite({ subject: blockFacts(situation) })];
  return caret.kind === 'string' ? [] : [variable];
}

/** The concept of the CONCEPT block around the caret, as the subject of its links. */
function blockFacts(situation: Situation): TupleFacts['subject'] {
  const type = blockHolder(situation).types[0];
  return type === undefined ? {} : { type };
}

function patternSites(caret: Caret, situation: Situation): readonly Site[] {
  const { frame, tokens } = situation;
  const members = frame.open ? membersAt(tokens, tokens.indexOf(frame.open)) : new Map<string, string>();
  const key = openKey(frame, caret.gluedColon);
  if (key === undefined) return startsEntry(frame) ? [{ kind: 'pattern-key', taken: [...members.keys()] }] : [];
  const expected = expectedEnd(situation);
  if (key === 'type') return [{ kind: 'type', ...(expected && { expected }) }];
  if (key !== 'name') return [];
  const type = members.get('type');
  if (type !== undefined) return [{ kind: 'name', types: [type] }];
  return [{ kind: 'name', types: [], ...(expected && { expected }) }];
}

/** Which end of which link the pattern at the caret describes. */
function expectedEnd(situation: Situation): ExpectedEnd | undefined {
  const parent = situation.frames.at(-2);
  if (parent?.kind === 'link') {
    const predicate = stringOf(parent.items[0]);
    return predicate === undefined ? undefined : { predicates: [predicate], end: 'object' };
  }
  if (parent?.kind === 'tuple') {
    const { predicates } = tupleFacts(situation, parent);
    return predicates.length > 0 ? { predicates, end: part(parent) === 0 ? 'subject' : 'object' } : undefined;
  }
  if (parent?.kind !== 'where') return undefined;
  const name = parent.items.at(-1)?.kind === 'variable' ? parent.items.at(-1)?.text.slice(1) : undefined;
  const facts = name === undefined ? undefined : variablesOf(situation.tokens).get(name);
  if (facts && facts.subjectOf.length > 0) return { predicates: facts.subjectOf, end: 'subject' };
  return facts && facts.objectOf.length > 0 ? { predicates: facts.objectOf, end: 'object' } : undefined;
}

// ---------------------------------------------------------------- objects

/** The key whose value is being written, undefined in front of a key. */
function openKey({ items }: Frame, glued = false): string | undefined {
  const end = items.at(-1)?.text === ':' ? -2 : glued ? -1 : undefined;
  const key = end === undefined ? undefined : items.at(end);
  return key && (stringOf(key) ?? key.text);
}

const startsEntry = ({ items }: Frame): boolean => items.length === 0 || items.at(-1)?.text === ',';

function objectSites(caret: Caret, situation: Situation): readonly Site[] {
  const { frame, frames } = situation;
  const parent = frames.at(-2);
  if (!parent) return [];
  const purpose = parent.items.slice(-2).map(({ text }) => text);
  if (openKey(frame, caret.gluedColon) !== undefined)
    return caret.kind === 'string' ? [] : valueSites(caret, situation);
  if (!startsEntry(frame) || parent.kind === 'object' || parent.kind === 'array') return [];
  const form = caret.kind === 'string' ? 'string' : 'key';
  const of = blockHolder(situation);
  if (purpose.at(-1) === 'METADATA') return [{ kind: 'metadata', of, form }];
  return purpose.join(' ') === 'SET ATTRIBUTES' ? [{ kind: 'attribute', of, form }] : [];
}

function valueSites(caret: Caret, situation: Situation): readonly Site[] {
  return [...frameWords(caret, situation), ...(situation.statement === 'UPDATE' ? [variable] : [])];
}

/** What the block or statement around the caret writes to: the concept or link it names, or the variable of UPDATE. */
function blockHolder({ frames, tokens }: Situation): KeyHolder {
  const at = frames.findLastIndex(({ kind }) => kind === 'concept' || kind === 'proposition');
  const block = frames[at];
  const outer = at > 0 ? frames[at - 1] : undefined;
  if (block && outer) {
    const handle = outer.items.at(-1);
    const facts = handle?.kind === 'variable' ? variablesOf(tokens).get(handle.text.slice(1)) : undefined;
    if (facts) return facts;
    const open = block.open ? tokens.indexOf(block.open) + 1 : -1;
    const tuple = tokens[open]?.text === '(' ? tupleAt(tokens, open) : undefined;
    return tuple ? { ...NOBODY, holds: 'link', predicates: tuple.predicates } : NOBODY;
  }
  const target = frames[0]?.items.find(({ kind }) => kind === 'variable');
  return (target && variablesOf(tokens).get(target.text.slice(1))) ?? NOBODY;
}

/** DELETE ATTRIBUTES {"…"} FROM ?x: the variable comes behind the keys. */
function keySites(caret: Caret, { frames, tokens, index }: Situation): readonly Site[] {
  const from = tokens.findIndex((token, at) => at >= index && token.text === 'FROM');
  const target = from < 0 ? undefined : tokens[from + 1];
  const of = (target?.kind === 'variable' && variablesOf(tokens).get(target.text.slice(1))) || NOBODY;
  const metadata = frames[0]?.items.at(-1)?.text === 'METADATA';
  return caret.kind === 'none' || caret.kind === 'string' || caret.kind === 'word'
    ? [{ kind: metadata ? 'metadata' : 'attribute', of, form: 'string' }]
    : [];
}
