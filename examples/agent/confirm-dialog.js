// Asks the user before anything is deleted, merged or changed in bulk. Closing the dialog in any other way means no.

const part = (name) => document.getElementById(`confirm-${name}`);
const LISTED_MAX = 12;
const QUESTIONS = {
  delete: 'Shall the assistant delete this from its memory?',
  merge: 'Shall the assistant merge these into one?',
  update: 'Shall the assistant change all of these?',
};

/** @param {import('pocket-nexus/agent').ConfirmQuestion} question */
export function askUser({ command, parameters, kind, effect, preview, changed, signal }) {
  const dialog = document.getElementById('confirm');
  part('title').textContent = QUESTIONS[kind] ?? 'Shall the assistant do this?';
  part('changed').hidden = !changed;
  part('command').textContent =
    Object.keys(parameters).length === 0 ? command : `${command}\n\n${JSON.stringify(parameters, null, 2)}`;
  part('effect').textContent = `It would affect: ${inWords(effect)}.`;
  part('elements').replaceChildren(...(preview ? elementsOf(preview) : []));
  part('reason').value = '';
  return new Promise((resolve, reject) => {
    const stop = () => {
      dialog.close('stopped');
      reject(signal.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
    const closed = () => {
      signal?.removeEventListener('abort', stop);
      const allow = dialog.returnValue === 'allow';
      resolve({ allow, ...(!allow && part('reason').value.trim() && { reason: part('reason').value.trim() }) });
    };
    dialog.returnValue = '';
    dialog.addEventListener('close', closed, { once: true });
    dialog.showModal();
  });
}

/** The elements it would change, by name, as many as a person reads. */
function elementsOf({ elements, total }) {
  const lines = elements.slice(0, LISTED_MAX).map(({ id, change, before, after }) => {
    const { type, name, predicate } = before ?? after;
    return `${change}: ${predicate === undefined ? `${type} "${name}"` : `link "${predicate}"`} [${id}]`;
  });
  if (total > lines.length) lines.push(`and ${total - lines.length} more`);
  return lines.map((text) => Object.assign(document.createElement('li'), { textContent: text }));
}

/** {"deleted_concepts": 1} as "deleted concepts: 1". */
export function inWords(counts) {
  const parts = Object.entries(counts ?? {}).filter(([, count]) => typeof count !== 'object');
  return parts.map(([name, count]) => `${name.replaceAll('_', ' ')}: ${count}`).join(', ') || 'nothing';
}
