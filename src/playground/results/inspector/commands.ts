// The KIP an edit in the inspector becomes. It is shown and put into the editor, never run from here. Every stored or typed text goes
// through the language's own printer of values.
import { keyToText, quote, valueToText } from '../../../language/core.ts';
import type { Json } from '../../../protocol/values.ts';
import { type Element, isLink, isLinkId } from '../../../protocol/elements.ts';

export type Part = 'attributes' | 'metadata';

function identity(id: string): string {
  return isLinkId(id) ? `(id: ${quote(id)})` : `{id: ${quote(id)}}`;
}

/** `EXPECT VERSION` refuses the write where somebody else has written since (§2.11.2). */
function guard({ metadata }: Element): string {
  const version = metadata['_version'];
  return typeof version === 'number' ? `\n    EXPECT VERSION ${version}` : '';
}

function block(element: Element, body: string): string {
  const kind = isLink(element) ? 'PROPOSITION' : 'CONCEPT';
  return `UPSERT {\n  ${kind} ?it {\n    ${identity(element.id)}${guard(element)}${body}\n  }`;
}

export function setValue(element: Element, part: Part, key: string, value: Json): string {
  const member = `{ ${keyToText(key)}: ${valueToText(value)} }`;
  // WITH METADATA stands behind the block's closing bracket.
  if (part === 'metadata') return `${block(element, '')}\n  WITH METADATA ${member}\n}`;
  return `${block(element, `\n    SET ATTRIBUTES ${member}`)}\n}`;
}

export function deleteKey(element: Element, part: Part, key: string): string {
  return `DELETE ${part.toUpperCase()} {${quote(key)}} FROM ?it\nWHERE { ?it ${identity(element.id)} }`;
}

export function addLink(element: Element, predicate: string, target: string): string {
  if (isLink(element)) {
    return `UPSERT {\n  PROPOSITION ?new {\n    (${identity(element.id)}, ${quote(predicate)}, ${identity(target)})\n  }\n}`;
  }
  return `${block(element, `\n    SET PROPOSITIONS { (${quote(predicate)}, ${identity(target)}) }`)}\n}`;
}

export function removeLink(id: string): string {
  return `DELETE PROPOSITIONS ?link\nWHERE { ?link ${identity(id)} }`;
}

/** Deletes a concept with all its links, or a link. */
export function deleteElement(element: Element): string {
  if (isLink(element)) return removeLink(element.id);
  return `DELETE CONCEPT ?it DETACH\nWHERE { ?it ${identity(element.id)} }`;
}

/** Finds this element again, with its links. */
export function findElement(element: Element): string {
  if (isLink(element)) return `FIND(?it)\nWHERE { ?it ${identity(element.id)} }`;
  return [
    'FIND(?it, ?link, ?other)',
    'WHERE {',
    `  ?it {type: ${quote(element.type)}, name: ${quote(element.name)}}`,
    '  OPTIONAL { ?link (?it, ?predicate, ?other) }',
    '}',
  ].join('\n');
}

/** Finds what a definition defines: concepts of the type, or links of the predicate. */
export function findInstances(kind: '$ConceptType' | '$PropositionType', name: string): string {
  if (kind === '$ConceptType') return `FIND(?it)\nWHERE { ?it {type: ${quote(name)}} }\nLIMIT 100`;
  return `FIND(?subject, ?link, ?object)\nWHERE { ?link (?subject, ${quote(name)}, ?object) }\nLIMIT 100`;
}
