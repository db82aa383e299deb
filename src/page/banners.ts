// What a person must know before anything else: one banner per subject, above everything.
import { button, byId, create } from './elements.ts';

const place = byId('banners', HTMLElement);

export interface Banner {
  readonly tone: 'notice' | 'problem';
  readonly text: string;
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** Shows the banner of a subject in place of the one before; undefined removes it. */
export function setBanner(subject: string, banner: Banner | undefined): void {
  place.querySelector(`[data-subject="${subject}"]`)?.remove();
  if (!banner) return;
  const { tone, text, action } = banner;
  const element = create(
    'div',
    { class: 'banner', 'data-subject': subject, 'data-tone': tone, role: tone === 'problem' ? 'alert' : 'status' },
    create('p', {}, text),
    ...(action ? [button(action.title, action.run)] : []),
  );
  place.append(element);
}
