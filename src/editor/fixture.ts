// What the editor's tests share: a schema of the drugs world, and a document with a marked caret to work on without a page.
import { type Completion, CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Parameters } from '../protocol/values.ts';
import { completionSource } from './completion.ts';
import { type SchemaProvider, STANDARD_METADATA } from './schema.ts';

export const drugs: SchemaProvider = {
  types: async () => [
    { name: '$ConceptType', description: 'A kind of concept.', count: 4 },
    { name: '$PropositionType', description: 'A kind of statement.', count: 3 },
    { name: 'Drug', description: 'A substance that treats.', hint: '💊', count: 2310 },
    { name: 'Symptom', description: 'What a patient feels.', count: 17 },
    { name: 'Person', description: 'Somebody.', count: 1 },
  ],
  predicates: async () => [
    { name: 'treats', description: 'Makes better.', subjectTypes: ['Drug'], objectTypes: ['Symptom'], count: 40 },
    { name: 'knows', description: 'Is acquainted with.', subjectTypes: ['Person'], objectTypes: ['Person'] },
    { name: 'mentions', subjectTypes: ['*'], objectTypes: ['*'] },
  ],
  names: async (type, prefix) => {
    const all = [
      { name: 'Aspirin', type: 'Drug' },
      { name: 'Ibuprofen', type: 'Drug' },
      { name: 'Says "hi"', type: 'Drug' },
      { name: 'Headache', type: 'Symptom' },
    ];
    const names = all.filter((entry) => (type === undefined || entry.type === type) && entry.name.startsWith(prefix));
    return type === undefined ? names : names.map(({ name }) => ({ name }));
  },
  attributeKeys: async (owner) => {
    if ('predicate' in owner) return owner.predicate === 'treats' ? [{ key: 'dose_mg', valueType: 'number' }] : [];
    if (owner.type === 'Drug') {
      return [
        { key: 'risk_level', valueType: 'number', description: 'From 0 to 5.', required: true, seen: 2000 },
        { key: 'aliases', valueType: 'array' },
        { key: 'brand name', valueType: 'string' },
      ];
    }
    return owner.type === 'Symptom' ? [{ key: 'severity', valueType: 'string' }] : [];
  },
  metadataKeys: async () => STANDARD_METADATA,
};

/** The document and the caret, which `|` marks, or `‸` where the text has bars of its own. */
export function marked(text: string): { state: EditorState; pos: number } {
  const pos = text.includes('‸') ? text.indexOf('‸') : text.indexOf('|');
  const doc = text.slice(0, pos) + text.slice(pos + 1);
  return { state: EditorState.create({ doc, selection: { anchor: pos } }), pos };
}

interface Asking {
  readonly explicit?: boolean;
  readonly parameters?: Parameters;
  readonly schema?: SchemaProvider;
}

export async function complete(text: string, asking: Asking = {}): Promise<CompletionResult | null> {
  const { explicit = false, parameters = {}, schema = drugs } = asking;
  const { state, pos } = marked(text);
  return completionSource({ schema, parameters: () => parameters })(new CompletionContext(state, pos, explicit));
}

/** The labels offered at `|`, likely ones first. */
export async function labels(text: string, asking: Asking = {}): Promise<string[]> {
  const result = await complete(text, asking);
  return [...(result?.options ?? [])].sort((a, b) => (b.boost ?? 0) - (a.boost ?? 0)).map(({ label }) => label);
}

/** The document after picking `label` at `|`, with the caret marked. */
export async function pick(text: string, label: string, asking: Asking = {}): Promise<string> {
  const result = await complete(text, { explicit: true, ...asking });
  const option = result?.options.find((candidate) => candidate.label === label);
  if (!result || !option)
    throw new Error(`${label} is not offered, only ${result?.options.map((o) => o.label).join()}`);
  const { state, pos } = marked(text);
  const editor = new Headless(state);
  if (typeof option.apply === 'function') {
    option.apply(editor as unknown as EditorView, option as Completion, result.from, pos);
  }
  return editor.text();
}

/** As much of an EditorView as commands need: a state, and transactions on it. */
export class Headless {
  state: EditorState;

  constructor(state: EditorState) {
    this.state = state;
  }

  readonly dispatch = (change: Transaction | TransactionSpec): void => {
    this.state = 'state' in change ? (change as Transaction).state : this.state.update(change as TransactionSpec).state;
  };

  /** The document with `|` at the caret, `[…]` around a selection. */
  text(): string {
    const { from, to, empty } = this.state.selection.main;
    const doc = this.state.doc.toString();
    if (empty) return `${doc.slice(0, from)}|${doc.slice(from)}`;
    return `${doc.slice(0, from)}[${doc.slice(from, to)}]${doc.slice(to)}`;
  }
}
