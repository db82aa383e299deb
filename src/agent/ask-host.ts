// Destructive statements are put to the host before they run, with what they would do. The dry run that tells is made of the very
// command, at its very turn in a batch, so that nothing a batch did before can make it mean more than was shown.
import { errors } from '../protocol/errors.ts';
import type { Preview } from '../protocol/preview.ts';
import type { BatchCommand, KipRequest } from '../protocol/request.ts';
import type { CommandResponse, KipResponse } from '../protocol/response.ts';
import { isJsonObject, type Json, type Parameters } from '../protocol/values.ts';
import type { AgentCallOptions, AgentNexus } from './agent-nexus.ts';
import { isWriting, statementKind, type StatementKind } from './statement-kind.ts';

/** What the host is asked. Nothing has been written yet. */
export interface ConfirmQuestion {
  /** The command as it would run. It is text from a model: show it as text. */
  readonly command: string;
  readonly parameters: Parameters;
  readonly kind: StatementKind;
  /** The answer of a dry run, e.g. {"deleted_concepts": 3, "deleted_propositions": 11}. */
  readonly effect: Json;
  /** Every element it would change, before and after; undefined where the memory has no preview. */
  readonly preview: Preview | undefined;
  /** Whether this is asked again because the memory changed while the answer was awaited. */
  readonly changed: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Yes, no, or no with a reason that the model is told. */
export type ConfirmAnswer = boolean | { readonly allow: boolean; readonly reason?: string };
/** Asks the host before something is destroyed. */
export type Confirm = (question: ConfirmQuestion) => ConfirmAnswer | Promise<ConfirmAnswer>;

/** The kinds that are asked about unless the host chooses others. */
export const DESTRUCTIVE: readonly StatementKind[] = ['delete', 'merge', 'update'];

/** An answer that keeps changing while it is asked for is given up after this many questions. */
const QUESTIONS_MAX = 3;

/** Runs requests, asking `confirm` before each statement of the given kinds. */
export class AskingHost {
  readonly #nexus: AgentNexus;
  readonly #confirm: Confirm;
  readonly #kinds: ReadonlySet<StatementKind>;

  constructor(nexus: AgentNexus, confirm: Confirm, kinds: readonly StatementKind[]) {
    this.#nexus = nexus;
    this.#confirm = confirm;
    this.#kinds = new Set(kinds);
  }

  async execute(request: KipRequest, options: AgentCallOptions): Promise<KipResponse> {
    if (request.dry_run === true) return this.#nexus.execute(request, options);
    if (request.commands === undefined) return this.#runOne(request, options);
    const answers: CommandResponse[] = [];
    for (const lane of this.#lanes(request)) {
      const response = await this.#runLane(lane, options);
      // Refused as a whole: too many commands, for example.
      if (!Array.isArray(response.result))
        return answers.length === 0 ? response : { result: [...answers, response] as never };
      const own = response.result as unknown as readonly CommandResponse[];
      answers.push(...own);
      if (own.length < lane.request.commands!.length || (lane.writes && own.at(-1)?.error)) break;
    }
    return { result: answers as unknown as Json };
  }

  async #runLane({ request, asks, writes }: Lane, options: AgentCallOptions): Promise<KipResponse> {
    if (!asks) return writes ? this.#nexus.execute(request, options) : this.#nexus.executeReadonly(request, options);
    return { result: [await this.#runOne(single(request), options)] as unknown as Json };
  }

  /** Neighbouring commands that are treated alike; one that is asked about is alone. */
  #lanes({ commands = [], parameters }: KipRequest): Lane[] {
    const lanes: Lane[] = [];
    for (const entry of commands) {
      const kind = statementKind(typeof entry === 'string' ? entry : entry.command);
      const asks = this.#kinds.has(kind);
      const writes = isWriting(kind);
      const last = lanes.at(-1);
      if (last && !asks && !last.asks && last.writes === writes) last.request.commands.push(entry);
      else lanes.push({ asks, writes, request: { commands: [entry], ...(parameters && { parameters }) } });
    }
    return lanes;
  }

  async #runOne(request: KipRequest, options: AgentCallOptions): Promise<KipResponse> {
    const kind = statementKind(request.command ?? '');
    // What is not known to write goes where it cannot.
    if (!isWriting(kind)) return this.#nexus.executeReadonly(request, options);
    if (!this.#kinds.has(kind)) return this.#nexus.execute(request, options);
    return (await this.#ask(request, kind, options)) ?? this.#nexus.execute(request, options);
  }

  /** Undefined where the statement may run; otherwise the answer instead. */
  async #ask(request: KipRequest, kind: StatementKind, options: AgentCallOptions): Promise<KipResponse | undefined> {
    let shown = await this.#foresee(request, options);
    for (let asked = 0; asked < QUESTIONS_MAX; asked++) {
      if (shown.response.error) return shown.response;
      const question: ConfirmQuestion = {
        command: request.command!,
        parameters: request.parameters ?? {},
        kind,
        effect: shown.response.result ?? null,
        preview: shown.preview,
        changed: asked > 0,
        signal: options.signal,
      };
      const answer = await this.#confirm(question);
      options.signal?.throwIfAborted();
      const allowed = typeof answer === 'boolean' ? answer : answer.allow;
      if (!allowed) return { error: declined(kind, typeof answer === 'boolean' ? undefined : answer.reason).toJSON() };
      const now = await this.#foresee(request, options);
      if (now.print === shown.print) return undefined;
      shown = now;
    }
    return { error: unsettled().toJSON() };
  }

  async #foresee(request: KipRequest, options: AgentCallOptions): Promise<Foreseen> {
    const preview = await this.#nexus.preview?.(request, options);
    const response = preview?.answers[0] ?? (await this.#nexus.execute({ ...request, dry_run: true }, options));
    return { response, preview, print: JSON.stringify([response, withoutTimes(preview)]) };
  }
}

interface Lane {
  readonly asks: boolean;
  readonly writes: boolean;
  readonly request: { readonly commands: (string | BatchCommand)[]; readonly parameters?: Parameters };
}

interface Foreseen {
  readonly response: KipResponse;
  readonly preview: Preview | undefined;
  /** Equal for equal effects. */
  readonly print: string;
}

function single({ commands = [], parameters }: KipRequest): KipRequest {
  const entry = commands[0]!;
  const own = typeof entry === 'string' ? undefined : entry.parameters;
  const merged = own || parameters ? { parameters: { ...parameters, ...own } } : {};
  return { command: typeof entry === 'string' ? entry : entry.command, ...merged };
}

/** When an element would be changed differs between two looks at the same change. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '_updated_at')
      .map(([key, member]) => [key, withoutTimes(member)]),
  );
}

function declined(kind: StatementKind, reason: string | undefined) {
  const why = reason === undefined || reason === '' ? '' : ` The reason given: ${JSON.stringify(reason)}.`;
  return errors.immutableTarget(
    `The user was shown what this ${kind.toUpperCase()} would do and declined it. Nothing was changed.${why}`,
    'Do not send it again unless the user asks for it. Say that it was not done, and ask what they want instead; a narrower WHERE, or marking a link superseded, may do.',
  );
}

function unsettled() {
  return errors.versionConflict(
    'The memory kept changing while the user was asked, so that what they saw no longer held. Nothing was changed.',
    'Read what is there now, then send the command again.',
  );
}
