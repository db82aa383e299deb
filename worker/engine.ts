// The engine: requests in, responses out, one at a time. The one place that decides what may write, opens the transaction or
// the read-only mode around a statement, and turns a throw into an error object.
import { requireParameters, shapeOf, type Program } from '../src/language/core.ts';
import type { Change } from '../src/protocol/changes.ts';
import { errors, KipError } from '../src/protocol/errors.ts';
import type { Timings } from '../src/protocol/explain.ts';
import type { KipResponse } from '../src/protocol/response.ts';
import { describeChange } from './committed-change.ts';
import { readCommand, explainSyntax, SyntaxFault } from './read-command.ts';
import { checkRequest, type CheckedCommand } from './request-check.ts';
import { digest } from './kql/cursor.ts';
import { runPlan } from './kql/find.ts';
import { FindPlans, planKey, preparePlan } from './kql/find-plans.ts';
import type { Nexus, OpenedNexus, StatementAnswer, StatementContext } from './nexus.ts';
import { executeStatements, familyOf } from './statements.ts';
import { AnsweredRequests, requireRequestId, type NamedCommand } from './store/answered-requests.ts';
import type { Driver, InterruptCheck } from './store/driver.ts';
import { Forgetting } from './search/forgetting.ts';
import { Meaning, type MeaningOptions, type TermVectors } from './search/meaning.ts';
import type { Backup } from './store/migrations.ts';
import { openNexus } from './store/open-nexus.ts';
import { defineRegexp, loadRegex } from './store/regexp.ts';
import { RowChanges } from './store/row-changes.ts';

export interface EngineOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Called with the file's image before an older file is migrated. */
  readonly backup?: Backup;
  readonly meaning?: MeaningOptions;
}

export interface ExecuteOptions {
  /** The door of execute_kip_readonly: KML is refused (§6.1). */
  readonly readonly?: boolean;
  /** How long the request may run; over it the running command fails with KIP_4001. Unlimited where absent. */
  readonly deadlineMs?: number;
  /** Asked every few thousand SQLite instructions; true stops the running command with KIP_4001. */
  readonly isCancelled?: () => boolean;
  /**
   * Names the request, so that it can be sent again where its answer was lost: writing commands that were committed the first time are
   * answered as they were then and not applied again, the others are executed. 1 to 200 characters, never used for another request;
   * kept for 24 hours or 10,000 commands. Dry runs are not kept.
   */
  readonly requestId?: string;
  /** Called after each commit that changed an element; costs next to nothing. */
  readonly onWrite?: () => void;
  /** The same, told what was changed, which costs a bulk write some tenths of its time. What the engine does in the background is none. */
  readonly onCommit?: (change: Change) => void;
  /** Told where the time went, once, when the answer is ready. */
  readonly onTimings?: (timings: Timings) => void;
}

export interface Engine {
  readonly nexus: OpenedNexus;
  /** Never rejects for a fault of the request or of a command: that is an answer with `error`. */
  execute(request: unknown, options?: ExecuteOptions): Promise<KipResponse>;
  /** The same answer as one line of JSON text, for whoever hands it on unread. */
  executeText(request: unknown, options?: ExecuteOptions): Promise<string>;
  close(): void;
}

/** Opens the memory behind `driver`, creating it if the database is empty. */
export async function createEngine(driver: Driver, options: EngineOptions = {}): Promise<Engine> {
  defineRegexp(driver);
  const nexus = await openNexus(driver, {
    now: options.now ?? Date.now,
    runCapsule,
    ...(options.backup && { backup: options.backup }),
  });
  return new KipEngine({
    ...nexus,
    meaning: await Meaning.open(nexus, options.meaning),
    forgetting: new Forgetting(driver),
  });
}

function runCapsule(nexus: Nexus, text: string): void {
  const { statements } = readCommand(text);
  executeStatements(statements, { nexus, parameters: {}, dryRun: false, privileged: true });
}

class KipEngine implements Engine {
  readonly nexus: OpenedNexus;
  readonly #plans = new FindPlans();
  readonly #answered: AnsweredRequests;
  #maintenance: ReturnType<typeof setTimeout> | undefined;

  constructor(nexus: OpenedNexus) {
    this.nexus = nexus;
    this.#answered = new AnsweredRequests(nexus.driver);
    nexus.forgetting.later();
  }

  async execute(request: unknown, options: ExecuteOptions = {}): Promise<KipResponse> {
    return JSON.parse(await this.executeText(request, options)) as KipResponse;
  }

  async executeText(request: unknown, options: ExecuteOptions = {}): Promise<string> {
    const clock = new Clock();
    try {
      const { commands, isBatch, dryRun } = checkRequest(request);
      if (options.requestId !== undefined) requireRequestId(options.requestId);
      if (commands.some(({ command }) => command.includes('REGEX'))) await loadRegex();
      const { meaning, forgetting, driver } = this.nexus;
      const terms = meaning.ready ? await meaning.prepare(commands) : undefined;
      if (terms?.byWords) clock.searchedByWords = true;
      const before = driver.commits;
      const isOver = limitOf(options);
      const run: RunOptions = { ...options, dryRun, terms, isOver, clock };
      const answers = this.#withinLimits(isOver, () => this.#run(commands, run));
      if (driver.commits !== before) meaning.wake();
      forgetting.later();
      if (!options.readonly && this.nexus.attributeIndexes.isDue) this.#maintainLater();
      const texts = await Promise.all(
        answers.map((answer) => (typeof answer === 'string' ? answer : explained(answer))),
      );
      return isBatch ? `{"result":[${texts.join(',')}]}` : texts[0]!;
    } catch (error) {
      return errorText(error);
    } finally {
      options.onTimings?.(clock.timings());
    }
  }

  close(): void {
    clearTimeout(this.#maintenance);
    this.nexus.meaning.close();
    this.nexus.forgetting.stop();
    this.nexus.driver.close();
  }

  /** Makes an index that has become due, once the answer is out. Never on account of the read-only door. */
  #maintainLater(): void {
    this.#maintenance ??= setTimeout(() => {
      this.#maintenance = undefined;
      this.nexus.attributeIndexes.maintain();
    }, 0);
  }

  #withinLimits<T>(isOver: InterruptCheck | undefined, body: () => T): T {
    const { driver } = this.nexus;
    driver.interruptWhen(isOver);
    try {
      return body();
    } finally {
      driver.interruptWhen(undefined);
    }
  }

  /** A failing KML command ends the batch; every other failure is answered in its place (§6.1). */
  #run(commands: readonly CheckedCommand[], options: RunOptions): (string | SyntaxFault)[] {
    const answers: (string | SyntaxFault)[] = [];
    for (const command of commands) {
      const { answer, stopsBatch } = this.#command(command, answers.length, options);
      answers.push(answer);
      if (stopsBatch) break;
    }
    return answers;
  }

  #command(command: CheckedCommand, position: number, options: RunOptions): CommandOutcome {
    const { dryRun, terms, clock, requestId } = options;
    const { nexus } = this;
    const context: StatementContext = {
      nexus,
      parameters: command.parameters,
      dryRun,
      privileged: false,
      ...(terms && { terms }),
    };
    let writes = false;
    try {
      if (options.isOver?.()) throw overBeforeBegun();
      const prepared = clock.measure('parseMs', () => this.#prepare(command, options));
      writes = prepared.writes;
      const named =
        writes && !dryRun && requestId !== undefined ? nameCommand(requestId, position, command) : undefined;
      const earlier = named && this.#answered.find(named);
      if (earlier !== undefined) return { answer: earlier, stopsBatch: false };
      const answer = writes
        ? this.#write(prepared, context, options, named)
        : clock.measure('runMs', () => answerText(nexus.driver.reading(() => prepared.run(context))));
      return { answer, stopsBatch: false };
    } catch (error) {
      return { answer: error instanceof SyntaxFault ? error : errorText(error), stopsBatch: writes };
    }
  }

  /** Everything that can be refused before the command has begun to execute. */
  #prepare({ command, parameters }: CheckedCommand, options: ExecuteOptions): Prepared {
    const shape = command.length <= SHAPE_MAX && command.startsWith('FIND') ? shapeOf(command) : undefined;
    const key = shape && planKey(shape, parameters);
    const known = key === undefined ? undefined : this.#plans.find(key);
    if (shape && known) return { writes: false, run: this.#planRun(command, known, shape.literals) };
    const program = readCommand(command);
    requireParameters(program, parameters);
    const writes = program.statements.some((statement) => familyOf(statement) === 'manipulation');
    if (writes && options.readonly) throw writeRefused(program);
    const plan = key === undefined ? undefined : preparePlan(program, parameters);
    if (!plan) return { writes, program, run: (context) => executeStatements(program.statements, context) };
    this.#plans.add(key!, plan);
    return { writes, run: (context) => runPlan(plan, context) };
  }

  /** A plan compiled from another text has that text's positions; where it fails, this text is parsed for its own. */
  #planRun(
    command: string,
    plan: Parameters<typeof runPlan>[0],
    literals: readonly (string | number)[],
  ): Prepared['run'] {
    return (context) => {
      try {
        return runPlan(plan, context, literals);
      } catch (error) {
        if (!(error instanceof KipError) || !error.range) throw error;
        const program = readCommand(command);
        requireParameters(program, context.parameters);
        return executeStatements(program.statements, context);
      }
    };
  }

  #write(
    { run, program }: Prepared,
    context: StatementContext,
    { clock, onWrite, onCommit }: RunOptions,
    named: NamedCommand | undefined,
  ): string {
    const { driver, types, now } = this.nexus;
    const rows = (onWrite ?? onCommit) && !context.dryRun ? new RowChanges() : undefined;
    const namesBefore = types.names;
    const body = (): string => {
      const answer = clock.measure('runMs', () =>
        answerText(rows ? rows.during(driver, onCommit !== undefined, () => run(context)) : run(context)),
      );
      if (named) this.#answered.add(named, answer, now());
      clock.beginCommit();
      return answer;
    };
    let answer: string;
    try {
      answer = driver.transaction<string>(body, { rollback: context.dryRun });
      clock.endCommit();
      types.settle(!context.dryRun);
    } catch (error) {
      types.settle(false);
      throw error;
    }
    if (!rows || rows.isEmpty) return answer;
    onWrite?.();
    if (onCommit && rows.size > 0) {
      const nameOf = (id: number): string => types.names.get(id) ?? namesBefore.get(id) ?? `#${id}`;
      onCommit(describeChange(program!.statements[0]!, rows, nameOf));
    }
    return answer;
  }
}

/** Adds up where the time of one request goes; the questions cost less than a microsecond each. */
class Clock {
  readonly #sums = { parseMs: 0, runMs: 0, commitMs: 0 };
  readonly #begun = performance.now();
  #started = 0;
  searchedByWords = false;

  measure<T>(part: 'parseMs' | 'runMs', body: () => T): T {
    const start = performance.now();
    try {
      return body();
    } finally {
      this.#sums[part] += performance.now() - start;
    }
  }

  beginCommit(): void {
    this.#started = performance.now();
  }

  endCommit(): void {
    this.#sums.commitMs += performance.now() - this.#started;
  }

  timings(): Timings {
    return {
      ...this.#sums,
      totalMs: performance.now() - this.#begun,
      ...(this.searchedByWords && { searchedByWords: true }),
    };
  }
}

const nameCommand = (request: string, position: number, { command, parameters }: CheckedCommand): NamedCommand => ({
  request,
  position,
  digest: digest(JSON.stringify([command, parameters])),
});

/** Longer commands are rarely sent twice in one shape. */
const SHAPE_MAX = 16384;

/** Whether the request has to stop, by its deadline or by its caller; undefined where nothing limits it. */
function limitOf({ deadlineMs, isCancelled }: ExecuteOptions): InterruptCheck | undefined {
  if (deadlineMs === undefined) return isCancelled;
  const end = performance.now() + deadlineMs;
  return () => performance.now() > end || isCancelled?.() === true;
}

/** SQLite looks at the limit once in a few thousand instructions, so a batch of short commands would run past it. */
function overBeforeBegun(): KipError {
  return errors.executionTimeout(
    'The time of the request was over before this command began. Nothing of it was executed.',
    'Send what is left in a request of its own, or allow more time.',
  );
}

interface RunOptions extends ExecuteOptions {
  readonly isOver: InterruptCheck | undefined;
  readonly dryRun: boolean;
  readonly terms: TermVectors | undefined;
  readonly clock: Clock;
}

/** `answer`: the response as JSON text, or a syntax fault that is still to be explained. */
interface CommandOutcome {
  readonly answer: string | SyntaxFault;
  readonly stopsBatch: boolean;
}

const explained = async (fault: SyntaxFault): Promise<string> => errorText(await explainSyntax(fault));

interface Prepared {
  readonly writes: boolean;
  /** Absent where a plan was known. */
  readonly program?: Program;
  readonly run: (context: StatementContext) => StatementAnswer;
}

function writeRefused({ statements }: Program): KipError {
  const keyword = statements[0]!.kind.split('-')[0]!.toUpperCase();
  return errors.invalidSyntax(
    `${keyword} writes, and execute_kip_readonly takes only FIND, DESCRIBE, SEARCH and EXPORT. Nothing was executed.`,
    `Send the command through execute_kip if it is meant to change the memory.`,
    statements[0]!.range,
  );
}

function answerText({ resultText, nextCursor }: StatementAnswer): string {
  if (nextCursor === undefined) return `{"result":${resultText}}`;
  return `{"result":${resultText},"next_cursor":${JSON.stringify(nextCursor)}}`;
}

/** A throw that is no KipError is a fault of the engine: the agent learns that nothing was written, not how it broke. */
function errorText(error: unknown): string {
  const known = error instanceof KipError ? error : errors.internal(`The engine failed: ${String(error)}`);
  return JSON.stringify({ error: known });
}
