// The two tools of the specification (§6.1) for a language model, on any memory. A plain object, without any SDK: it can be
// spread into the AI SDK as it is, and the adapters beside this file put it into the forms of others.
import { errors, KipError } from '../protocol/errors.ts';
import type { KipRequest } from '../protocol/request.ts';
import type { KipResponse } from '../protocol/response.ts';
import type { AgentCallOptions, AgentNexus } from './agent-nexus.ts';
import { AskingHost, DESTRUCTIVE, type Confirm } from './ask-host.ts';
import { HeldAnswers, type CappedResponse } from './held-answers.ts';
import type { StatementKind } from './statement-kind.ts';
import { readArguments } from './tool-arguments.ts';
import { DESCRIPTIONS, toolSchema, type KipArguments, type ToolName, type ToolSchema } from './tool-schema.ts';

/** Characters of JSON an answer may have unless the host says otherwise: about 4,000 tokens of English text. */
export const MAX_CHARS_DEFAULT = 16_000;

/** How tools behave. */
export interface KipToolOptions {
  /** Gives `execute_kip_readonly` alone, so that the model cannot change the memory. */
  readonly readonly?: boolean;
  /**
   * Asked before a destructive statement runs, with the effect a dry run found. False, or `{allow: false, reason}`, tells the
   * model that the user declined. Without it, every statement runs at once.
   */
  readonly confirm?: Confirm;
  /** What `confirm` is asked about. Absent: DELETE, MERGE and UPDATE. Add `upsert` to ask about every write. */
  readonly confirmFor?: readonly StatementKind[];
  /** The most characters (UTF-16 units) of JSON text in one answer, from 1000; the rest is read on with a cursor. Absent: 16,000. */
  readonly maxChars?: number;
}

/** The options of a call: the AI SDK says `abortSignal`, everybody else `signal`. */
export interface ToolCallOptions {
  readonly abortSignal?: AbortSignal | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a model is answered: the response of the specification (§6.2), perhaps in part (`more`), perhaps with `notes`. */
export interface ToolAnswer extends CappedResponse {
  /** What was wrong with the form of the call although it was understood. */
  readonly notes?: readonly string[];
}

/** One tool: what a model is told of it, and how it is run. */
export interface KipTool {
  readonly name: ToolName;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  /** Whether it cannot change the memory. */
  readonly isReadonly: boolean;
  /**
   * Runs a call. Whatever is wrong with it is an answer with `error`; so is a memory that cannot be reached.
   *
   * @param args an object as in the schema, or its JSON text; what models usually get wrong is put right
   * @throws the signal's reason, where it was aborted
   */
  readonly execute: (args: KipArguments | string, options?: ToolCallOptions) => Promise<ToolAnswer>;
}

/** The tool that reads, alone. */
export interface ReadonlyKipTools {
  readonly execute_kip_readonly: KipTool;
}

/** The two tools of the specification (§6.1). */
export interface KipTools extends ReadonlyKipTools {
  readonly execute_kip: KipTool;
}

/**
 * The tools of a memory.
 *
 * @example const result = await generateText({ model, prompt, tools: { ...kipTools(nexus) } })
 */
export function kipTools(nexus: AgentNexus, options: KipToolOptions & { readonly readonly: true }): ReadonlyKipTools;
export function kipTools(nexus: AgentNexus, options?: KipToolOptions & { readonly readonly?: false }): KipTools;
export function kipTools(nexus: AgentNexus, options?: KipToolOptions): KipTools | ReadonlyKipTools;
export function kipTools(nexus: AgentNexus, options: KipToolOptions = {}): KipTools | ReadonlyKipTools {
  const { confirm, confirmFor = DESTRUCTIVE, maxChars = MAX_CHARS_DEFAULT } = options;
  const held = new HeldAnswers(maxChars);
  const read: Run = (request, call) => nexus.executeReadonly(request, call);
  const execute_kip_readonly = tool('execute_kip_readonly', read, held);
  if (options.readonly === true) return { execute_kip_readonly };
  const host = confirm ? new AskingHost(nexus, confirm, confirmFor) : nexus;
  return {
    execute_kip: tool('execute_kip', (request, call) => host.execute(request, call), held),
    execute_kip_readonly,
  };
}

type Run = (request: KipRequest, options: AgentCallOptions) => Promise<KipResponse>;

function tool(name: ToolName, run: Run, held: HeldAnswers): KipTool {
  const isReadonly = name === 'execute_kip_readonly';
  return {
    name,
    description: DESCRIPTIONS[name],
    inputSchema: toolSchema(isReadonly),
    isReadonly,
    execute: async (args, { abortSignal, signal = abortSignal } = {}) => {
      signal?.throwIfAborted();
      try {
        return await answer(args, run, held, signal);
      } catch (failure) {
        if (signal?.aborted) throw signal.reason;
        if (!(failure instanceof KipError)) throw failure;
        return { error: failure.toJSON() };
      }
    },
  };
}

async function answer(
  args: unknown,
  run: Run,
  held: HeldAnswers,
  signal: AbortSignal | undefined,
): Promise<ToolAnswer> {
  const { call, notes } = readArguments(args);
  if ('cursor' in call) return held.read(call.cursor);
  const response = await run(call.request, signal ? { signal } : {});
  if (notes.length === 0) return held.cap(response, call.request);
  return { ...held.cap(response, call.request, JSON.stringify(notes).length + 10), notes };
}

/** The tool a model asked for by name, or an answer that names those there are. */
export function toolNamed(tools: Partial<KipTools>, name: string): KipTool | { readonly answer: ToolAnswer } {
  const found = Object.values(tools).find((each: KipTool | undefined) => each?.name === name);
  if (found) return found;
  const names = Object.keys(tools).join(' and ');
  const error = errors.invalidSyntax(
    `There is no tool ${JSON.stringify(name)}.`,
    `The tools of this memory: ${names}.`,
  );
  return { answer: { error: error.toJSON() } };
}
