// The request envelope (§6.1), checked before anything is read or run. Unknown members are refused: a misspelt `dryRun` must
// not turn into a write.
import { errors } from '../src/protocol/errors.ts';
import { isJsonObject, kindInWords, type Json, type Parameters } from '../src/protocol/values.ts';

const MAX_BATCH_COMMANDS = 256;

/** One command with all the parameters it sees. */
export interface CheckedCommand {
  readonly command: string;
  readonly parameters: Parameters;
}

export interface CheckedRequest {
  readonly commands: readonly CheckedCommand[];
  /** Whether `commands` was given: then the answer is a list. */
  readonly isBatch: boolean;
  readonly dryRun: boolean;
}

const MEMBERS = ['command', 'commands', 'parameters', 'dry_run'];
const FORM =
  'Send {"command": "FIND(…) …", "parameters": {…}} or {"commands": ["…", {"command": "…", "parameters": {…}}]}.';

/** Throws invalidSyntax for a malformed request, resourceExhausted for a batch that is too long. */
export function checkRequest(request: unknown): CheckedRequest {
  if (!isJsonObject(request)) throw errors.invalidSyntax('The request is not an object.', FORM);
  refuseUnknown(request, MEMBERS, 'The request');
  const command = request['command'] ?? undefined; // strict function calling sends null for what is left out
  const commands = request['commands'] ?? undefined;
  const shared = parametersOf(request['parameters'], 'parameters');
  const dryRun = request['dry_run'] ?? false;
  if (typeof dryRun !== 'boolean') {
    throw errors.invalidSyntax(`dry_run is ${kindInWords(dryRun)}.`, 'Give dry_run as true or false, or leave it out.');
  }
  if ((command === undefined) === (commands === undefined)) {
    const found = command === undefined ? 'neither "command" nor "commands"' : 'both "command" and "commands"';
    throw errors.invalidSyntax(`The request has ${found}.`, `Give exactly one of the two. ${FORM}`);
  }
  if (commands === undefined)
    return { commands: [checkCommand(command ?? null, shared, 'command')], isBatch: false, dryRun };
  return { commands: checkBatch(commands, shared), isBatch: true, dryRun };
}

function refuseUnknown(object: { readonly [key: string]: Json }, known: readonly string[], what: string): void {
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const near = known.find((key) => key.replaceAll('_', '') === unknown.replaceAll(/[_-]/g, '').toLowerCase());
  throw errors.invalidSyntax(
    `${what} has a member ${JSON.stringify(unknown)}, which means nothing here.`,
    `${near ? `Did you mean "${near}"? ` : ''}Members are: ${known.map((key) => `"${key}"`).join(', ')}. Nothing was executed.`,
  );
}

function checkBatch(commands: Json, shared: Parameters): CheckedCommand[] {
  if (!Array.isArray(commands)) throw errors.invalidSyntax(`commands is ${kindInWords(commands)}, not a list.`, FORM);
  if (commands.length > MAX_BATCH_COMMANDS) {
    throw errors.resourceExhausted(
      `The batch has ${commands.length} commands; at most ${MAX_BATCH_COMMANDS} are taken at once.`,
      `Split it into batches of at most ${MAX_BATCH_COMMANDS} commands. Nothing was executed.`,
    );
  }
  return commands.map((entry: Json, i) => {
    if (!isJsonObject(entry)) return checkCommand(entry, shared, `commands[${i}]`);
    refuseUnknown(entry, ['command', 'parameters'], `commands[${i}]`);
    const own = parametersOf(entry['parameters'], `commands[${i}].parameters`);
    return checkCommand(entry['command'] ?? null, { ...shared, ...own }, `commands[${i}].command`);
  });
}

function checkCommand(command: Json, parameters: Parameters, where: string): CheckedCommand {
  if (typeof command === 'string') return { command, parameters };
  throw errors.invalidSyntax(
    `${where} is ${command === null ? 'missing' : kindInWords(command)}.`,
    `A command is KIP text, a string. ${FORM}`,
  );
}

function parametersOf(value: Json | undefined, where: string): Parameters {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  throw errors.invalidSyntax(
    `${where} is ${kindInWords(value)}, not an object.`,
    'Give parameters as an object of names without the colon: {"name": "Aspirin", "limit": 10}.',
  );
}
