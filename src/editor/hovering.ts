// What is shown under the pointer, and at the caret on request: the meaning of the name or word there.
import { type EditorState, type Extension } from '@codemirror/state';
import {
  activateHover,
  closeHoverTooltips,
  type Command,
  EditorView,
  hoverTooltip,
  type Tooltip,
} from '@codemirror/view';
import type { Json, Parameters } from '../protocol/values.ts';
import type { Range } from '../protocol/errors.ts';
import { type Card, renderCard } from './card.ts';
import { fieldCard, keyCard, parameterCard, predicateCard, typeCard, variableCard, wordCard } from './cards.ts';
import { type Caret, caretOn } from './caret.ts';
import { attributeKeysOf, known, knownPredicates, knownTypes, metadataKeysOf, ownersOf } from './knowledge.ts';
import { bindingFor } from './navigation.ts';
import { ownerName, type SchemaProvider } from './schema.ts';
import { type Site, sitesAt, variablesAt } from './site.ts';
import { phraseAt } from './words.ts';

/** What explanations are made from. */
export interface HoverOptions {
  readonly schema: SchemaProvider;
  /** The values of placeholders. */
  readonly parameters: () => Parameters;
}

/** A card about a part of the text. */
export interface Explanation extends Range {
  readonly card: Card;
}

/** What is known about the token at `pos`, with its place in the document. */
export async function explanationAt(
  state: EditorState,
  pos: number,
  options: HoverOptions,
): Promise<Explanation | undefined> {
  const caret = caretOn(state, pos);
  if (!caret || caret.kind === 'none' || caret.from > pos || caret.to < pos) return undefined;
  const card = await cardFor(state, caret, options);
  return card && { from: caret.from, to: caret.to, card };
}

async function cardFor(state: EditorState, caret: Caret, options: HoverOptions): Promise<Card | undefined> {
  const text = state.sliceDoc(caret.from, caret.to);
  switch (caret.kind) {
    case 'variable':
      return variableAt(state, caret, text.slice(1));
    case 'placeholder':
      return parameterCard(text.slice(1), valueOf(options.parameters(), text.slice(1)));
    case 'field':
      return (await siteCard(sitesAt(caret), text.slice(1), options)) ?? fieldCard(text.slice(1));
    case 'word':
      return (await siteCard(sitesAt(caret), text, options)) ?? wordAt(caret, text);
    case 'string':
      return siteCard(sitesAt(caret), unquoted(text), options);
    case 'none':
      return undefined;
  }
}

function valueOf(parameters: Parameters, name: string): Json | undefined {
  return Object.hasOwn(parameters, name) ? parameters[name] : undefined;
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.replace(/^"|"$/g, '');
  }
}

function variableAt(state: EditorState, caret: Caret, name: string): Card | undefined {
  const facts = variablesAt(caret).get(name);
  if (!facts) return undefined;
  const binding = bindingFor(facts, caret.excerpt.inText(caret.from));
  return variableCard(facts, binding && state.doc.lineAt(caret.excerpt.inDocument(binding.from)).number);
}

/** A keyword or function, unless it is a key that happens to be spelt like one. */
function wordAt({ situation: { tokens, index, frame } }: Caret, text: string): Card | undefined {
  if (tokens[index + 1]?.text === ':') return frame.kind === 'pattern' ? fieldCard(text) : undefined;
  const word = phraseAt(
    tokens.map((token) => token.text),
    index,
  );
  return word && wordCard(word);
}

// ---------------------------------------------------------------- schema

/** The first site of the token that the schema knows the name for. */
async function siteCard(sites: readonly Site[], name: string, { schema }: HoverOptions): Promise<Card | undefined> {
  for (const site of sites) {
    const card = await schemaCard(site, name, schema);
    if (card) return card;
  }
  return undefined;
}

async function schemaCard(site: Site, name: string, schema: SchemaProvider): Promise<Card | undefined> {
  if (site.kind === 'type') {
    const type = (await knownTypes(schema)).find((candidate) => candidate.name === name);
    return type && typeCard(type, await known(schema.attributeKeys({ type: name }), []));
  }
  if (site.kind === 'predicate') {
    const predicate = (await knownPredicates(schema)).find((candidate) => candidate.name === name);
    return predicate && predicateCard(predicate);
  }
  if (site.kind === 'top-field') return fieldCard(name);
  if (site.kind !== 'attribute' && site.kind !== 'metadata') return undefined;
  const owners = await ownersOf(site.of, schema);
  const keys = await (site.kind === 'attribute' ? attributeKeysOf : metadataKeysOf)(owners, schema);
  const key = keys.find((candidate) => candidate.key === name);
  return key && keyCard(key, site.kind, owners.map(ownerName));
}

// ---------------------------------------------------------------- view

/** A finger does not hover: a tap shows what a pointer would be shown, findings too, until the next one. */
const tapToHover = EditorView.domEventHandlers({
  click(event, view) {
    if ((event as PointerEvent).pointerType !== 'touch' || view.compositionStarted) return false;
    view.dispatch({ effects: closeHoverTooltips });
    const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
    if (pos !== null) activateHover(view, pos, 1);
    return false;
  },
});

/** Shows explanations under the pointer. `showExplanation` shows the one at the caret. */
export function kipHover(options: HoverOptions): { readonly extension: Extension; readonly show: Command } {
  const hover = hoverTooltip((view, pos) => tooltip(view, pos, options), { hideOnChange: true });
  return {
    extension: [hover, tapToHover],
    show: (view) => {
      const { head } = view.state.selection.main;
      if (view.compositionStarted) return false;
      activateHover(view, head, 1, { tooltip: hover });
      return true;
    },
  };
}

async function tooltip(view: EditorView, pos: number, options: HoverOptions): Promise<Tooltip | null> {
  if (view.compositionStarted) return null;
  const explanation = await explanationAt(view.state, pos, options);
  if (!explanation) return null;
  const { from, to, card } = explanation;
  return { pos: from, end: to, above: true, create: () => ({ dom: renderCard(card) }) };
}
