// A page made in advance cannot know where its user's model is, so the policy it comes with allows any secure address. Policies add
// up and can only get narrower: once the user has chosen, one is added that allows the chosen origin alone. It cannot be taken
// back, by nobody; another choice needs a fresh page. The memory is opened only after this.

/** @param {string | undefined} origin the one that may be spoken to; undefined for none */
export function allowOnly(origin) {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = `connect-src 'self'${origin === undefined ? '' : ` ${origin}`}`;
  document.head.append(meta);
}
