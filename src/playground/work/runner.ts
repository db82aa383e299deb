// Runs statements of a tab one after the other against the open nexus, and keeps what came of each until the tab runs something else.
// A fault or a cancel ends the row: what comes after it does not run.
import { type CallOptions, ERROR_CODES, KipError, type Nexus } from '../../index.ts';
import type { StatementText } from '../../editor/index.ts';
import type { ErrorObject } from '../../protocol/errors.ts';
import type { Timings } from '../../protocol/explain.ts';
import type { Parameters } from '../../protocol/values.ts';
import { isUnderWay, type Outcome } from './outcome.ts';
import type { Run } from './run.ts';
import { writes } from './statement-kind.ts';

/** A person watches and can cancel, so the engine is given longer than a program would give it. */
const DEADLINE_MS = 10 * 60_000;

export interface Job {
  readonly tabId: string;
  readonly statements: readonly StatementText[];
  readonly parameters: Parameters;
  readonly readonly: boolean;
}

/** What is wanted of a job: its answers, what it would change, or how it is answered. */
export type Way = 'run' | 'preview' | 'explain';

export interface TabOutcomes {
  readonly outcomes: readonly Outcome[];
  /** The one looked at. */
  readonly shownId: number;
  /** What the outcomes came of: a preview is carried out from here. */
  readonly job: Job;
}

/** Told of every run that was answered, dry runs aside. */
export type OnRun = (run: Run, tabId: string) => void;

let lastId = 0;
let lastRun = 0;

export class Runner extends EventTarget {
  readonly #onRun: OnRun;
  readonly #tabs = new Map<string, TabOutcomes>();
  readonly #cancels = new Map<string, AbortController>();

  constructor(onRun: OnRun) {
    super();
    this.#onRun = onRun;
  }

  of(tabId: string): TabOutcomes | undefined {
    return this.#tabs.get(tabId);
  }

  isRunning(tabId: string): boolean {
    return this.#cancels.has(tabId);
  }

  show(tabId: string, shownId: number): void {
    const tab = this.#tabs.get(tabId);
    if (tab) this.#put(tabId, { ...tab, shownId });
  }

  forget(tabId: string): void {
    this.cancel(tabId);
    this.#tabs.delete(tabId);
    this.#tell();
  }

  cancel(tabId: string): void {
    this.#cancels.get(tabId)?.abort(new DOMException('Cancelled.', 'AbortError'));
  }

  /** @param previewFirst whether what would write is shown first, and run when it is asked for once more */
  start(way: Way, nexus: Nexus, job: Job, previewFirst: boolean): Promise<void> {
    if (way !== 'run') return this[way](nexus, job);
    const shows = previewFirst && needsPreview(job) && !this.#hasPreviewed(job);
    return shows ? this.preview(nexus, job) : this.run(nexus, job);
  }

  async run(nexus: Nexus, job: Job): Promise<void> {
    const outcomes = job.statements.map((statement) => this.#outcome('run', [statement], job));
    await this.#inTurn(job, outcomes, async (outcome, options) => {
      const request = { command: outcome.statements[0]!.text, parameters: job.parameters };
      const began = performance.now();
      let timings: Timings | undefined;
      const call = { ...options, onTimings: (told: Timings) => (timings = told) };
      const response = await (job.readonly ? nexus.executeReadonly(request, call) : nexus.execute(request, call));
      const elapsedMs = performance.now() - began;
      const run: Run = { id: ++lastRun, ...request, response, dryRun: false, elapsedMs, at: Date.now() };
      this.#onRun(run, job.tabId);
      return { run, ...(timings && { timings }), ...(response.error && { error: response.error }) };
    });
  }

  /** What the statements together would change. */
  async preview(nexus: Nexus, job: Job): Promise<void> {
    const outcome = this.#outcome('preview', job.statements, job);
    await this.#inTurn(job, [outcome], async (_, options) => {
      const commands = job.statements.map(({ text }) => text);
      const preview = await nexus.preview({ commands, parameters: job.parameters }, options);
      const at = preview.answers.findIndex(({ error }) => error !== undefined);
      if (at < 0) return { preview };
      return { preview, error: preview.answers[at]!.error!, failed: job.statements[at]! };
    });
  }

  /** Whether the tab shows what just this job would change. */
  #hasPreviewed(job: Job): boolean {
    const { outcomes: [outcome] = [], job: before } = this.of(job.tabId) ?? {};
    return before !== undefined && outcome?.what === 'preview' && outcome.state === 'done' && isSame(before, job);
  }

  async explain(nexus: Nexus, job: Job): Promise<void> {
    const outcomes = job.statements.map((statement) => this.#outcome('explain', [statement], job));
    await this.#inTurn(job, outcomes, async (outcome, options) => {
      const request = { command: outcome.statements[0]!.text, parameters: job.parameters };
      return { explanation: await nexus.explain(request, options) };
    });
  }

  async #inTurn(
    job: Job,
    outcomes: readonly Outcome[],
    work: (outcome: Outcome, options: CallOptions) => Promise<Partial<Outcome>>,
  ): Promise<void> {
    const { tabId } = job;
    if (this.isRunning(tabId) || outcomes.length === 0) return;
    const cancel = new AbortController();
    this.#cancels.set(tabId, cancel);
    this.#put(tabId, { outcomes, shownId: outcomes[0]!.id, job });
    for (const outcome of outcomes) {
      const began = performance.now();
      this.#change(tabId, outcome.id, { state: 'running', startedAt: began });
      this.show(tabId, outcome.id);
      const news = await attempt(() => work(outcome, { signal: cancel.signal, deadlineMs: DEADLINE_MS }));
      const state = news.state ?? (news.error ? 'failed' : 'done');
      const failed = news.error && { failed: news.failed ?? outcome.statements[0]! };
      this.#change(tabId, outcome.id, { elapsedMs: performance.now() - began, ...news, ...failed, state });
      if (state !== 'done') break;
    }
    this.#cancels.delete(tabId);
    for (const outcome of this.#tabs.get(tabId)?.outcomes ?? [])
      if (isUnderWay(outcome)) this.#change(tabId, outcome.id, { state: 'skipped' });
    this.#tell();
  }

  #outcome(what: Outcome['what'], statements: readonly StatementText[], { parameters }: Job): Outcome {
    return { id: ++lastId, what, statements, parameters, state: 'waiting' };
  }

  #change(tabId: string, id: number, news: Partial<Outcome>): void {
    const tab = this.#tabs.get(tabId);
    if (!tab) return;
    this.#put(tabId, { ...tab, outcomes: tab.outcomes.map((each) => (each.id === id ? { ...each, ...news } : each)) });
  }

  #put(tabId: string, tab: TabOutcomes): void {
    this.#tabs.set(tabId, tab);
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** Whether running these would first show what they change. */
function needsPreview({ statements, readonly }: Job): boolean {
  return !readonly && statements.some(({ text }) => writes(text));
}

function isSame(a: Job, b: Job): boolean {
  const asked = ({ statements, parameters, readonly }: Job) =>
    JSON.stringify([statements.map(({ text }) => text), parameters, readonly]);
  return asked(a) === asked(b);
}

async function attempt(work: () => Promise<Partial<Outcome>>): Promise<Partial<Outcome>> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return { state: 'cancelled' };
    return { error: errorOf(failure) };
  }
}

function errorOf(failure: unknown): ErrorObject {
  if (failure instanceof KipError) return failure.toJSON();
  const message = failure instanceof Error ? failure.message : String(failure);
  return { code: ERROR_CODES.internal, message, hint: 'Try again. If it happens again, reload the page.' };
}
