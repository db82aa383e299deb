// Elements of the page. Everything stored is shown through textContent, so that no text can become markup.

/** The element of index.html with this id, checked to be of the class the caller relies on. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`index.html has no ${type.name} #${id}`);
  return element;
}

type Content = Node | string;

/** A new element with attributes and content; a string becomes a text node. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

export function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = create('button', { type: 'button' }, text);
  element.addEventListener('click', onClick);
  return element;
}
