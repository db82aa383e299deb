// Remembers what it is told on the command line, across runs, and finds it again by meaning.
import { openNexus, resultOf } from 'pocket-nexus/engine';

const text = process.argv.slice(2).join(' ') || 'Tea without sugar';
const nexus = await openNexus({ file: 'notes.db', embeddings: true });

async function ask(command, parameters = {}) {
  return resultOf(await nexus.execute({ command, parameters }));
}

await ask('UPSERT { CONCEPT ?note { {type: "Insight", name: :text} } }', { text });
console.log('remembered:', await ask('FIND(?note.name) WHERE { ?note {type: "Insight"} } ORDER BY ?note.name'));

const [best] = await ask('SEARCH CONCEPT "what to drink" WITH TYPE "Insight" MODE "semantic" LIMIT 1');
console.log('what to drink:', best.name);

await nexus.close();
