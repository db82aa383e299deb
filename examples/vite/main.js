import { EMBEDDED_MODEL, openNexus, resultOf } from 'pocket-nexus';

const REMEMBER = 'UPSERT { CONCEPT ?note { {type: "Insight", name: :text} } }';
const LIST = 'FIND(?note.name) WHERE { ?note {type: "Insight"} } ORDER BY ?note.name';
const SEARCH = 'SEARCH CONCEPT :text WITH TYPE "Insight" LIMIT 3';

const nexus = await openNexus({ name: 'notes' });
const form = document.querySelector('form');
const status = document.querySelector('output');

async function ask(command, parameters = {}) {
  return resultOf(await nexus.execute({ command, parameters }));
}

function show(id, names) {
  const items = names.map((name) => Object.assign(document.createElement('li'), { textContent: name }));
  document.getElementById(id).replaceChildren(...items);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = form.elements.note.value.trim();
  if (event.submitter.value === 'search') {
    const found = await ask(SEARCH, { text });
    show(
      'found',
      found.map(({ name }) => name),
    );
  } else {
    await ask(REMEMBER, { text });
    show('notes', await ask(LIST));
  }
});

function showMeaning({ serving }) {
  status.textContent = serving?.pending ? `${serving.pending} notes to be read.` : 'Searches go by meaning.';
}

document.getElementById('meaning').addEventListener('click', async () => {
  status.textContent = 'Loading the language model …';
  await nexus.meaning.use(EMBEDDED_MODEL);
  nexus.meaning.watch(showMeaning);
  showMeaning(await nexus.meaning.state());
});

show('notes', await ask(LIST));
status.textContent = `Kept in ${(await nexus.storage()).kind}.`;
