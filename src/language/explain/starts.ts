// The first word of a command: SQL, Cypher and SPARQL verbs, misspellings, prose around the command.
import { table } from '../table.ts';
import { nearest } from '../suggest.ts';
import { about, type Complaint, fix, insertAt, replace, type Rule } from './complaint.ts';
import { unexpected } from './cases.ts';
import { KEYWORDS } from './keywords.ts';
import { type Situation, STARTERS } from './situation.ts';
import type { Token } from './tokens.ts';

const READ = 'KIP reads with FIND(?x.name) WHERE { ?x {type: "Type"} }.';
const WRITE = 'KIP writes with UPSERT { CONCEPT ?x { {type: "Type", name: "name"} SET ATTRIBUTES { key: "value" } } }.';
const REMOVE = 'KIP removes with DELETE CONCEPT ?x DETACH WHERE { ?x {type: "Type", name: "name"} }.';
const CHANGE = 'KIP changes with UPDATE ?x SET ATTRIBUTES { key: "value" } WHERE { ?x {type: "Type"} }.';
const LOOK = 'KIP shows its schema with DESCRIBE PRIMER, DESCRIBE CONCEPT TYPES and DESCRIBE PROPOSITION TYPES.';
const ALONE = 'Each command is a transaction of its own; nothing needs to be opened or committed.';
const COMMANDS = 'A command starts with FIND, UPSERT, UPDATE, MERGE, DELETE, DESCRIBE, SEARCH or EXPORT.';

const VERBS = table<string>(
  Object.fromEntries(
    Object.entries({
      [READ]:
        'SELECT MATCH GET QUERY RETRIEVE FETCH LOOKUP ASK CONSTRUCT RETURN RECALL WHERE FROM COUNT SUM AVG MIN MAX',
      [WRITE]: 'INSERT CREATE ADD STORE SAVE REMEMBER PUT REPLACE WRITE LINK RELATE CONNECT ASSERT',
      [REMOVE]: 'DROP FORGET TRUNCATE ERASE DETACH',
      [`${REMOVE} Single keys go with DELETE ATTRIBUTES {"key"} FROM ?x WHERE { … }.`]: 'REMOVE UNSET',
      [CHANGE]: 'ALTER SET MODIFY EDIT PATCH',
      [LOOK]: 'SHOW LIST HELP SCHEMA DESC USE',
      [ALONE]: 'BEGIN START COMMIT ROLLBACK END TRANSACTION',
      'Start with FIND; types and predicates are plain strings without prefixes: {type: "Person"}, (?a, "knows", ?b).':
        'PREFIX BASE',
      'A capsule is UPSERT text: send what the file holds as a command.': 'IMPORT LOAD INCLUDE',
      'There are no subqueries; put all clauses into one WHERE { … }.': 'WITH',
    }).flatMap(([hint, words]) => words.split(' ').map((word) => [word, hint])),
  ),
);

export const explainStart: Rule = (situation) => {
  const { found, frame, line } = situation;
  if (frame.kind !== 'top' || line !== '' || !found) return undefined;
  if (found.text === '{' || found.text === '[') return wrapped(situation, found);
  const word = found.text.toUpperCase();
  if (found.kind === 'word' && STARTERS.includes(word)) return undefined;
  if (word === 'EXPLAIN' || word === 'PROFILE') return explainPlan(situation, found);
  return (
    surrounded(situation, found) ??
    (word === 'SELECT' ? select(situation, found) : undefined) ??
    (word === 'CONCEPT' || word === 'PROPOSITION' ? bareBlock(situation, found) : undefined) ??
    verb(situation, found, word) ??
    misspelt(found) ??
    about(found, unexpected(situation), COMMANDS)
  );
};

/** The hint names the type that the foreign command names, where it does. */
function verb({ text }: Situation, found: Token, word: string): Complaint | undefined {
  const hint = found.kind === 'word' ? VERBS[word] : undefined;
  if (!hint) return undefined;
  const type = /(?:\bFROM|\bINTO|[(\w]\s*:)\s*["`]?([A-Za-z_]\w*)/i.exec(text.slice(found.to, found.to + 200))?.[1];
  return about(found, `KIP has no command ${found.text}`, type ? hint.replace('"Type"', `"${type}"`) : hint);
}

function explainPlan({ tokens, index }: Situation, found: Token): Complaint {
  const next = tokens[index + 1];
  const hint = 'There are no query plans: send FIND alone. "dry_run" checks a writing command without writing.';
  const fixes =
    next && STARTERS.includes(next.text)
      ? fix(`Remove ${found.text}`, { from: found.from, to: next.from, insert: '' })
      : [];
  return about(found, `KIP has no command ${found.text}`, hint, fixes);
}

function misspelt(found: Token): Complaint | undefined {
  const near = found.kind === 'word' ? nearest(found.text, STARTERS, 1)[0] : undefined;
  if (!near) return undefined;
  return about(
    found,
    `KIP has no command ${found.text}`,
    `Did you mean ${near}? ${COMMANDS}`,
    fix(`Write ${near}`, replace(found, near)),
  );
}

function wrapped(_: Situation, found: Token): Complaint {
  const hint = `Send the text of one command, not JSON. ${COMMANDS}`;
  return about(found, `The command starts with ${found.text}`, hint);
}

/** `SELECT ?a, ?b.name WHERE` is `FIND(?a, ?b.name) WHERE`. */
function select({ tokens, text }: Situation, found: Token): Complaint | undefined {
  const where = tokens.findIndex((token) => token.text.toUpperCase() === 'WHERE');
  const list = tokens.slice(tokens.indexOf(found) + 1, where);
  const plain = list.every((token) => ['variable', 'field'].includes(token.kind) || token.text === ',');
  if (where < 0 || list.length === 0 || !plain) return undefined;
  const first = list[0] as Token;
  const last = list.at(-1) as Token;
  // SPARQL puts no commas between variables.
  const names = text.slice(first.from, last.to).replace(/\s*,\s*|\s+(?=\?)/g, ', ');
  const written = `FIND(${names})`;
  return about(found, 'KIP has no command SELECT', `Write ${written} WHERE { … }.`, [
    ...fix(`Write ${written}`, { from: found.from, to: last.to, insert: written }),
  ]);
}

function bareBlock({ text }: Situation, found: Token): Complaint {
  const end = text.trimEnd().length;
  return about(found, `A ${found.text} block stands outside UPSERT`, `Wrap it: UPSERT { ${found.text} … }.`, [
    ...fix('Wrap it in UPSERT', insertAt(found.from, 'UPSERT { '), insertAt(end, ' }')),
  ]);
}

/** Prose before the command: some later line starts like one. */
function surrounded({ text }: Situation, found: Token): Complaint | undefined {
  if (found.kind !== 'word' && found.kind !== 'other') return undefined;
  const command = new RegExp(`(?:^|[\\n:])[ \\t>*]*((?:${STARTERS.join('|')})\\b\\s*[({?A-Z"])`, 'm').exec(
    text.slice(found.to),
  );
  if (!command) return undefined;
  const from = found.to + command.index + command[0].length - (command[1] as string).length;
  const prose = text.slice(found.from, from);
  if (!/[\s:]/.test(prose) || KEYWORDS.has(found.text)) return undefined;
  const hint = 'Send the command alone, without words around it; put remarks behind //.';
  return about(
    found,
    'Text stands before the command',
    hint,
    fix('Remove the text', { from: found.from, to: from, insert: '' }),
  );
}
