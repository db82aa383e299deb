// The first word of a command: SQL, Cypher and SPARQL verbs, misspellings, prose around the command.
import { nearest } from '../suggest.ts';
import { unexpected } from './cases.ts';
import { about, type Complaint, insertAt, replace, type Rule } from './complaint.ts';
import { KEYWORDS } from './keywords.ts';
import { type Situation, STARTERS } from './situation.ts';
import type { Token } from './tokens.ts';

const COMMANDS = 'A command starts with FIND, UPSERT, UPDATE, MERGE, DELETE, DESCRIBE, SEARCH or EXPORT.';
const REMOVE = 'KIP removes with DELETE CONCEPT ?x DETACH WHERE { ?x {type: "Type", name: "name"} }';

/** What to write instead of a verb: words ¦ advice. */
const VERBS = `
SELECT MATCH GET QUERY RETRIEVE FETCH LOOKUP ASK CONSTRUCT RETURN RECALL WHERE FROM COUNT ¦ KIP reads with FIND(?x.name) WHERE { ?x {type: "Type"} }.
INSERT CREATE ADD STORE SAVE REMEMBER PUT REPLACE WRITE LINK RELATE CONNECT ASSERT ¦ KIP writes with UPSERT { CONCEPT ?x { {type: "Type", name: "name"} SET ATTRIBUTES { key: "value" } } }.
DROP FORGET TRUNCATE ERASE DETACH ¦ ${REMOVE}.
REMOVE UNSET ¦ ${REMOVE}, single keys with DELETE ATTRIBUTES {"key"} FROM ?x WHERE { … }.
ALTER SET MODIFY EDIT PATCH ¦ KIP changes with UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { ?x {type: "Type"} }.
SHOW LIST HELP SCHEMA DESC USE ¦ KIP shows its schema with DESCRIBE PRIMER, DESCRIBE CONCEPT TYPES and DESCRIBE PROPOSITION TYPES.
BEGIN START COMMIT ROLLBACK END ¦ Each command is a transaction of its own; nothing needs to be opened or committed.
PREFIX BASE ¦ Start with FIND; types and predicates are plain strings: {type: "Person"}, (?a, "knows", ?b).
IMPORT LOAD ¦ A capsule is UPSERT text: send what the file holds as a command.
EXPLAIN PROFILE ¦ There are no query plans: send FIND alone. "dry_run" checks a writing command without writing.
WITH ¦ There are no subqueries; put all clauses into one WHERE { … }.`;

export const explainStart: Rule = (situation) => {
  const { found, frame, line } = situation;
  if (frame.kind !== 'top' || line !== '' || !found) return undefined;
  const word = found.kind === 'word' ? found.text.toUpperCase() : '';
  if (STARTERS.includes(word)) return undefined;
  return (
    (word === 'EXPLAIN' ? verb(situation, found, word) : undefined) ??
    surrounded(situation, found) ??
    (word === 'SELECT' ? select(situation, found) : undefined) ??
    (word === 'CONCEPT' || word === 'PROPOSITION' ? bareBlock(situation, found) : undefined) ??
    verb(situation, found, word) ??
    misspelt(found, word) ??
    (/^[{[]$/.test(found.text)
      ? about(found, 'JSON stands instead of a command', `Send its text alone, not JSON. ${COMMANDS}`)
      : undefined) ??
    about(found, unexpected(situation), COMMANDS)
  );
};

/** The hint names the type that the foreign command names, where it does. */
function verb({ text }: Situation, found: Token, word: string): Complaint | undefined {
  const row = VERBS.split('\n').find((candidate) => candidate.split(' ¦ ')[0]?.split(' ').includes(word));
  const hint = word === '' ? undefined : row?.split(' ¦ ')[1];
  if (!hint) return undefined;
  const type = /(?:\bFROM|\bINTO|[(\w]\s*:)\s*["`]?([A-Za-z_]\w*)/i.exec(text.slice(found.to, found.to + 200))?.[1];
  return about(found, `KIP has no command ${found.text}`, type ? hint.replace('"Type"', `"${type}"`) : hint);
}

function misspelt(found: Token, word: string): Complaint | undefined {
  const near = word === '' ? undefined : nearest(found.text, STARTERS, 1)[0];
  if (!near) return undefined;
  return about(found, `KIP has no command ${found.text}`, `Did you mean ${near}? ${COMMANDS}`, replace(found, near));
}

/** `SELECT ?a, ?b.name WHERE` is `FIND(?a, ?b.name) WHERE`; SPARQL puts no commas between the variables. */
function select({ text }: Situation, found: Token): Complaint | undefined {
  const [whole, list] = /^\s*((?:\?[\w.]+[\s,]*)+)(?=\bWHERE\b)/i.exec(text.slice(found.to)) ?? [];
  if (!whole || !list) return undefined;
  const written = `FIND(${list.trim().replace(/[\s,]+/g, ', ')})`;
  const edit = { from: found.from, to: found.to + whole.length, insert: `${written} ` };
  return about(found, 'KIP has no command SELECT', `Write ${written} WHERE { … }.`, edit);
}

function bareBlock({ text }: Situation, found: Token): Complaint {
  const edits = [insertAt(found.from, 'UPSERT { '), insertAt(text.trimEnd().length, ' }')];
  return about(found, `A ${found.text} block stands outside UPSERT`, `Wrap it: UPSERT { ${found.text} … }.`, ...edits);
}

/** Prose before the command: some later line starts like one. */
function surrounded({ text }: Situation, found: Token): Complaint | undefined {
  if ((found.kind !== 'word' && found.kind !== 'other') || KEYWORDS.has(found.text)) return undefined;
  const start = new RegExp(`(?:^|[\\n:])[ \\t>*]*(?=(?:${STARTERS.join('|')})\\b\\s*[({?A-Z"])`);
  const match = start.exec(text.slice(found.to));
  if (!match?.[0]) return undefined;
  const hint = 'Send the command alone, without words around it; put remarks behind //.';
  const edit = { from: found.from, to: found.to + match.index + match[0].length, insert: '' };
  return about(found, 'Text stands before the command', hint, edit);
}
