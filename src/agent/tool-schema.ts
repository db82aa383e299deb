// How the tools describe themselves to a model and its provider. The schema keeps to what every provider takes: an object at the
// top, no alternatives there. "Exactly one of command and commands" is therefore said in words and enforced at run time.
import type { BatchCommand } from '../protocol/request.ts';
import type { Json, JsonObject, Parameters } from '../protocol/values.ts';

/** What a model sends to either tool: exactly one of `command`, `commands` and `cursor`. */
export interface KipArguments {
  readonly command?: string | undefined;
  readonly commands?: readonly (string | BatchCommand)[] | undefined;
  readonly parameters?: Parameters | undefined;
  readonly dry_run?: boolean | undefined;
  readonly cursor?: string | undefined;
}

/** A JSON Schema that is also a Standard Schema (v1) with a JSON Schema converter: what the AI SDK takes as `inputSchema`. */
export interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly additionalProperties: false;
  /** Not enumerable, so that the object prints as plain JSON Schema. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'pocket-nexus';
    /** Takes everything: a call that makes no sense is answered by the tool, in words the model can act on. */
    readonly validate: (value: unknown) => { readonly value: KipArguments };
    readonly types?: { readonly input: KipArguments; readonly output: KipArguments };
    readonly jsonSchema: {
      /** The JSON Schema of what a call takes. */
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      /** The same: arguments are taken as they come. */
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

const COMMAND =
  'One KIP command, complete, e.g. SEARCH CONCEPT "coffee" LIMIT 5. Values from users go into :placeholders. Exactly one of command, commands and cursor is given.';
const COMMANDS =
  'Several KIP commands, run in order in one call. Each is a string, or an object with parameters of its own. A failed write ends the batch; a failed read is answered in its place.';
const PARAMETERS =
  'Values for the :name placeholders, by name without the colon. A placeholder stands for a whole value, never inside of quotes.';
const CURSOR =
  'The cursor of an answer that was cut to fit (its member "more"), given alone, to read the next part of that answer.';
const DRY_RUN = 'true: check the commands and report what they would do, but write nothing.';

const properties = (isReadonly: boolean): Record<string, JsonObject> => ({
  command: { type: 'string', description: COMMAND },
  commands: {
    type: 'array',
    description: COMMANDS,
    items: {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          properties: {
            command: { type: 'string' },
            parameters: { type: 'object', additionalProperties: true },
          },
          required: ['command'],
          additionalProperties: false,
        },
      ],
    },
  },
  parameters: { type: 'object', description: PARAMETERS, additionalProperties: true },
  ...(!isReadonly && { dry_run: { type: 'boolean', description: DRY_RUN } }),
  cursor: { type: 'string', description: CURSOR },
});

/** The schema of execute_kip, or of execute_kip_readonly. */
export function toolSchema(isReadonly: boolean): ToolSchema {
  const schema = { type: 'object' as const, properties: properties(isReadonly), additionalProperties: false as const };
  const print = () => structuredClone(schema) as Record<string, unknown>;
  return Object.defineProperty(schema, '~standard', {
    value: {
      version: 1,
      vendor: 'pocket-nexus',
      validate: (value: unknown) => ({ value: value as KipArguments }),
      jsonSchema: { input: print, output: print },
    },
  }) as unknown as ToolSchema;
}

const orNull = (type: string, description: string): JsonObject => ({ type: [type, 'null'], description });
const AS_TEXT = `${PARAMETERS} As the text of a JSON object, e.g. "{\\"name\\": \\"Ann\\"}".`;

/**
 * The schema for providers that insist on knowing every key (OpenAI's strict mode): each member is required and may be null, and
 * the free-form `parameters` are the text of a JSON object.
 */
export function strictSchema(isReadonly: boolean): JsonObject {
  const members: Record<string, Json> = {
    command: orNull('string', COMMAND),
    commands: {
      type: ['array', 'null'],
      description: COMMANDS,
      items: {
        type: 'object',
        properties: { command: { type: 'string' }, parameters: orNull('string', AS_TEXT) },
        required: ['command', 'parameters'],
        additionalProperties: false,
      },
    },
    parameters: orNull('string', AS_TEXT),
    ...(!isReadonly && { dry_run: orNull('boolean', DRY_RUN) }),
    cursor: orNull('string', CURSOR),
  };
  return { type: 'object', properties: members, required: Object.keys(members), additionalProperties: false };
}

const RESULTS =
  'A FIND with several expressions answers with one array per expression; one that has a next_cursor has more pages. Errors come with a hint: follow it and send the command again.';

export const DESCRIPTIONS = {
  execute_kip: `Reads and changes your long-term memory, a graph of concepts and propositions, with KIP commands: FIND, SEARCH, DESCRIBE, EXPORT to read; UPSERT, UPDATE, MERGE, DELETE to write. ${RESULTS}`,
  execute_kip_readonly: `Reads your long-term memory, a graph of concepts and propositions, with KIP commands: FIND, SEARCH, DESCRIBE and EXPORT. It cannot change anything. Start with DESCRIBE PRIMER or SEARCH CONCEPT "…". ${RESULTS}`,
} as const;

/** The names of the tools. */
export type ToolName = keyof typeof DESCRIPTIONS;
