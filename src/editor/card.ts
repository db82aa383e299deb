// A few lines about one thing, shown beside a completion or under the pointer. Cards are plain values until they are
// rendered, and rendering only ever sets text: nothing a memory holds becomes markup.

/** What a tooltip says. */
export interface Card {
  readonly title: string;
  /** What kind of thing it is: "concept type", "predicate", "keyword". */
  readonly kind: string;
  readonly text?: string;
  /** Short facts, one a line. */
  readonly facts?: readonly string[];
  /** KIP text. */
  readonly example?: string;
}

export function renderCard(card: Card): HTMLElement {
  const root = element('div', 'cm-kip-card');
  const head = element('div', 'cm-kip-card-head');
  head.append(element('strong', '', card.title), ' ', element('span', 'cm-kip-card-kind', card.kind));
  root.append(head);
  if (card.text) root.append(element('p', '', card.text));
  if (card.facts?.length) {
    const list = element('ul', '');
    list.append(...card.facts.map((fact) => element('li', '', fact)));
    root.append(list);
  }
  if (card.example) root.append(element('code', '', card.example));
  return root;
}

export function element(name: string, className: string, text = ''): HTMLElement {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.textContent = text;
  return node;
}
