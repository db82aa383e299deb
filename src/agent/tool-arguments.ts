// The arguments of a tool call, as models send them: JSON inside JSON, a list where one command was meant, null for what is
// absent. What is plainly meant is read so and said; what is not is refused with the form that works.
import { errors } from '../protocol/errors.ts';
import type { BatchCommand, KipRequest } from '../protocol/request.ts';
import { isJsonObject, kindInWords, type Json, type JsonObject, type Parameters } from '../protocol/values.ts';
import { repairCommand } from './command-repair.ts';
import { statementKind } from './statement-kind.ts';

/** Arguments that make sense: a request, or the cursor of an answer that did not fit. */
export type ToolCall = { readonly request: KipRequest } | { readonly cursor: string };

export interface ReadArguments {
  readonly call: ToolCall;
  /** What was repaired; empty where nothing was. */
  readonly notes: readonly string[];
}

const FORM =
  'Send {"command": "FIND(…) WHERE {…}"} for one command, or {"commands": ["…", "…"]} for several; "parameters": {"name": …} fills the :name placeholders.';

/** What models call the members; nothing else has these names. */
const ALIASES: Readonly<Record<string, string>> = {
  kip: 'command',
  query: 'command',
  statement: 'command',
  kip_command: 'command',
  statements: 'commands',
  queries: 'commands',
  params: 'parameters',
  dryRun: 'dry_run',
  next_cursor: 'cursor',
};
const KNOWN: ReadonlySet<string> = new Set(['command', 'commands', 'parameters', 'dry_run', 'cursor']);
/** Around the arguments, where a model repeats the call inside of it. */
const WRAPPERS = ['arguments', 'input', 'args'];

/**
 * Reads what a model sent.
 *
 * @param sent the arguments: an object, or its JSON text
 * @throws invalidSyntax, with the form that works, where they cannot be read
 */
export function readArguments(sent: unknown): ReadArguments {
  const notes: string[] = [];
  const members = readMembers(sent, notes);
  const parameters = readParameters(members.get('parameters'), 'parameters', notes);
  const commands = readCommands(members, notes);
  const cursor = members.get('cursor');
  if (cursor !== undefined) return { call: readCursor(cursor, commands !== undefined), notes };
  if (commands === undefined) throw errors.invalidSyntax('The call has neither "command" nor "commands".', FORM);
  const dryRun = readFlag(members.get('dry_run'), notes);
  const request: KipRequest = {
    ...commands,
    ...(parameters && { parameters }),
    ...(dryRun !== undefined && { dry_run: dryRun }),
  };
  return { call: { request }, notes };
}

function readMembers(sent: unknown, notes: string[]): ReadonlyMap<string, Json> {
  let value = sent;
  if (typeof value === 'string') value = readText(value, notes);
  if (!isJsonObject(value)) {
    const found = value === undefined ? 'nothing' : kindInWords(value as Json);
    throw errors.invalidSyntax(`The arguments must be an object; here there is ${found}.`, FORM);
  }
  const inner = wrapped(value);
  if (inner !== undefined) {
    notes.push('The arguments were wrapped in another object; send them directly.');
    return readMembers(inner, notes);
  }
  const members = new Map<string, Json>();
  for (const [key, member] of Object.entries(value)) {
    if (member === null || member === '' || member === undefined) continue;
    const name = KNOWN.has(key) ? key : ALIASES[key];
    if (name === undefined) throw errors.invalidSyntax(`The call has no member "${key}".`, FORM);
    if (name !== key) notes.push(`"${key}" was read as "${name}".`);
    if (!members.has(name)) members.set(name, member);
  }
  return members;
}

/** The object inside of `{arguments: {…}}` or `{name: "execute_kip", input: {…}}`. */
function wrapped(value: JsonObject): Json | undefined {
  if (Object.keys(value).some((key) => KNOWN.has(key))) return undefined;
  const key = WRAPPERS.find((name) => isJsonObject(value[name]) || typeof value[name] === 'string');
  return key === undefined ? undefined : value[key];
}

function readText(text: string, notes: string[]): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const value = parseJson(trimmed);
  if (value !== undefined) return value;
  if (statementKind(repairCommand(trimmed).command) === 'unknown') {
    throw errors.invalidSyntax('The arguments are not valid JSON; they may have been cut off.', FORM);
  }
  notes.push('The arguments were a bare command; send {"command": "…"}.');
  return { command: trimmed };
}

type Commands = Pick<KipRequest, 'command' | 'commands'>;

function readCommands(members: ReadonlyMap<string, Json>, notes: string[]): Commands | undefined {
  const one = members.get('command');
  const many = members.get('commands');
  if (one !== undefined && many !== undefined && !(Array.isArray(many) && many.length === 0)) {
    throw errors.invalidSyntax(
      'The call has both "command" and "commands"; exactly one of them is needed.',
      `Put everything into "commands", or send only "command". ${FORM}`,
    );
  }
  if (one !== undefined) return readOne(one, notes);
  if (many === undefined) return undefined;
  return { commands: readMany(many, notes) };
}

function readOne(one: Json, notes: string[]): Commands {
  if (typeof one === 'string') return { command: repaired(one, notes) };
  if (Array.isArray(one)) {
    notes.push('"command" was a list; it was read as "commands".');
    return { commands: readMany(one, notes) };
  }
  if (isJsonObject(one) && typeof one['command'] === 'string') {
    notes.push('"command" was an object; it was read as an entry of "commands".');
    return { commands: readMany([one], notes) };
  }
  throw errors.invalidSyntax(`"command" must be a string; here it is ${kindInWords(one)}.`, FORM);
}

function readMany(many: Json, notes: string[]): (string | BatchCommand)[] {
  let list = many;
  if (typeof list === 'string') {
    const parsed = parseJson(list.trim());
    list = Array.isArray(parsed) ? (parsed as Json) : [list];
    notes.push(`"commands" was a string; it was read as a list of ${(list as readonly Json[]).length}.`);
  } else if (isJsonObject(list)) {
    list = [list];
    notes.push('"commands" was an object; it was read as a list of one.');
  }
  if (!Array.isArray(list))
    throw errors.invalidSyntax(`"commands" must be a list; here it is ${kindInWords(list)}.`, FORM);
  if (list.length === 0) throw errors.invalidSyntax('"commands" is empty; there is nothing to do.', FORM);
  return (list as readonly Json[]).map((entry, index) => readEntry(entry, index, notes));
}

function readEntry(entry: Json, index: number, notes: string[]): string | BatchCommand {
  if (typeof entry === 'string') return repaired(entry, notes);
  if (!isJsonObject(entry) || typeof entry['command'] !== 'string') {
    throw errors.invalidSyntax(
      `commands[${index}] is neither a command nor {"command": "…", "parameters": {…}}.`,
      FORM,
    );
  }
  const unknown = Object.keys(entry).find((key) => key !== 'command' && key !== 'parameters');
  if (unknown !== undefined) throw errors.invalidSyntax(`commands[${index}] has no member "${unknown}".`, FORM);
  const parameters = readParameters(entry['parameters'] ?? undefined, `commands[${index}].parameters`, notes);
  return { command: repaired(entry['command'], notes), ...(parameters && { parameters }) };
}

function repaired(text: string, notes: string[]): string {
  const { command, note } = repairCommand(text);
  if (note !== undefined && !notes.includes(note)) notes.push(note);
  return command;
}

function readParameters(sent: Json | undefined, where: string, notes: string[]): Parameters | undefined {
  let value: unknown = sent;
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') {
    value = parseJson(value);
    notes.push(`"${where}" was a string of JSON; send it as an object.`);
  }
  if (Array.isArray(value)) value = readPairs(value as readonly Json[], where, notes);
  if (!isJsonObject(value)) {
    throw errors.invalidSyntax(
      `"${where}" must be an object, name to value; here it is ${typeof sent === 'string' ? 'text that is not JSON' : kindInWords(sent!)}.`,
      'For the placeholder :name send "parameters": {"name": "…"}.',
    );
  }
  return withoutColons(value, notes);
}

/** `[{name, value}]`, the form left to models whose provider allows no free keys. */
function readPairs(list: readonly Json[], where: string, notes: string[]): JsonObject | undefined {
  const pairs = list.map((entry): readonly [string, Json] | undefined => {
    if (!isJsonObject(entry)) return undefined;
    const name = entry['name'] ?? entry['key'];
    return typeof name === 'string' && 'value' in entry ? [name, entry['value']!] : undefined;
  });
  if (pairs.some((pair) => pair === undefined)) return undefined;
  notes.push(`"${where}" was a list of pairs; it was read as an object.`);
  return Object.fromEntries(pairs as [string, Json][]);
}

function withoutColons(parameters: JsonObject, notes: string[]): Parameters {
  if (!Object.keys(parameters).some((key) => key.startsWith(':'))) return parameters;
  notes.push('Parameter names were read without the colon, which belongs to the placeholder only.');
  return Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key.replace(/^:/, ''), value]));
}

function readFlag(sent: Json | undefined, notes: string[]): boolean | undefined {
  if (sent === undefined || typeof sent === 'boolean') return sent;
  if (sent === 'true' || sent === 'false') {
    notes.push('"dry_run" was a string; send true or false.');
    return sent === 'true';
  }
  throw errors.invalidSyntax(`"dry_run" must be true or false; here it is ${kindInWords(sent)}.`, FORM);
}

function readCursor(cursor: Json, hasCommand: boolean): ToolCall {
  if (hasCommand) {
    throw errors.invalidSyntax(
      '"cursor" goes alone: it reads on in an answer that did not fit.',
      'For the next_cursor of a page, write it into the command itself: … LIMIT 20 CURSOR :cursor, with "parameters": {"cursor": "…"}.',
    );
  }
  if (typeof cursor !== 'string') {
    throw errors.invalidSyntax(`"cursor" must be a string; here it is ${kindInWords(cursor)}.`, FORM);
  }
  return { cursor };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
