// What a call changed, from its answer: new and changed elements by name, everything else by number.
import { statementKind } from 'pocket-nexus/agent';
import { inWords } from './confirm-dialog.js';

const BY_ID = 'FIND(?x.type, ?x.name) WHERE { ?x {id: :id} }';

/**
 * Lines about the changes of a call; none where it only read.
 *
 * @param {object} nexus
 * @param {{ args: string, answer: object }} call
 * @returns {Promise<string[]>}
 */
export async function changesOf(nexus, { args, answer }) {
  const { commands, isBatch, dryRun } = readCommands(args);
  const answers = isBatch ? answer.result : [answer];
  if (dryRun || !Array.isArray(answers)) return [];
  const lines = [];
  for (const [index, { result }] of answers.entries()) {
    const kind = statementKind(String(commands[index] ?? ''));
    if (result === undefined || !['upsert', 'update', 'merge', 'delete'].includes(kind)) continue;
    if (kind === 'upsert') lines.push(...(await stored(nexus, result)));
    else lines.push(`${kind}: ${inWords(result)}`);
  }
  return lines;
}

async function stored(nexus, { upsert_concept_nodes: concepts = [], upsert_proposition_links: links = [] }) {
  const commands = concepts.slice(0, 100).map((id) => ({ command: BY_ID, parameters: { id } }));
  const found = commands.length === 0 ? [] : (await nexus.executeReadonly({ commands })).result;
  const lines = found.map(
    ({ result }, i) => `stored: ${result?.[0]?.[0] ?? ''} "${result?.[1]?.[0] ?? ''}" [${concepts[i]}]`,
  );
  if (concepts.length > commands.length) lines.push(`stored: ${concepts.length - commands.length} more concepts`);
  if (links.length > 0)
    lines.push(`stored: ${links.length} ${links.length === 1 ? 'link' : 'links'} [${links.slice(0, 20).join(', ')}]`);
  return lines;
}

function readCommands(args) {
  try {
    const { command, commands, dry_run: dryRun } = JSON.parse(args);
    const list = Array.isArray(commands) && commands.length > 0 ? commands : undefined;
    return { commands: list?.map((entry) => entry.command ?? entry) ?? [command], isBatch: list !== undefined, dryRun };
  } catch {
    return { commands: [], isBatch: false, dryRun: false };
  }
}
