// A real browser driven by Chromium's own protocol over a pipe. Playwright keeps every page awake and focused, so that none of its pages can
// be frozen; here they can, and the process of a single tab can be killed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { chromium } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../../scripts/browser.mjs';

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

interface Pending {
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
}

export class PipedBrowser {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #told: (payload: string) => void;
  #lastId = 0;
  #rest = '';

  /** @param told called with what pages pass to `told()` */
  constructor(profile: string, told: (payload: string) => void) {
    const executable = findBrowser()?.path ?? chromium.executablePath();
    const args = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...BROWSER_ARGS];
    this.#told = told;
    this.#process = spawn(executable, [...args, 'about:blank'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    (this.#process.stdio[4] as Readable).on('data', (chunk: Buffer) => this.#read(String(chunk)));
  }

  async newTab(url: string): Promise<PipedTab> {
    const before = await this.#renderers();
    const { targetId } = await this.send('Target.createTarget', { url });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new PipedTab(this, targetId as string, sessionId as string);
    await tab.begin();
    await tab.findProcess(before);
    return tab;
  }

  /** Calls a method of the protocol. */
  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    process.kill(-this.#process.pid!, 'SIGKILL');
    await ended;
  }

  /** Resident memory of the processes of pages, by process. */
  async #renderers(): Promise<Map<number, number>> {
    const { processInfo } = await this.send('SystemInfo.getProcessInfo');
    const ids = (processInfo as { type: string; id: number }[]).flatMap(({ type, id }) =>
      type === 'renderer' ? [id] : [],
    );
    return new Map(ids.map((id) => [id, residentKib(id)]));
  }

  renderers(): Promise<Map<number, number>> {
    return this.#renderers();
  }

  #read(chunk: string): void {
    const messages = (this.#rest + chunk).split('\0');
    this.#rest = messages.pop()!;
    for (const message of messages) this.#receive(JSON.parse(message) as Message);
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (method === 'Runtime.bindingCalled') this.#told(params!['payload'] as string);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id!);
    if (error) pending.reject(new Error(error.message));
    else pending.resolve(result ?? {});
  }
}

export class PipedTab {
  readonly #browser: PipedBrowser;
  readonly #target: string;
  readonly #session: string;
  #process = 0;

  constructor(browser: PipedBrowser, target: string, session: string) {
    this.#browser = browser;
    this.#target = target;
    this.#session = session;
  }

  async begin(): Promise<void> {
    await this.#send('Page.enable');
    await this.#send('Runtime.enable');
    await this.#send('Runtime.addBinding', { name: 'told' });
    await this.#loaded();
  }

  /** What an expression in the page evaluates to, awaited; rejects where it throws. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails).slice(0, 2000));
    return (result as { value: T }).value;
  }

  async reload(): Promise<void> {
    const before = await this.evaluate<number>('performance.timeOrigin');
    await this.#send('Page.reload');
    await this.#loaded(before);
  }

  async close(): Promise<void> {
    await this.#browser.send('Target.closeTarget', { targetId: this.#target });
  }

  async freeze(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  async wake(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'active' });
  }

  /** Sends a signal to the process of this tab: SIGKILL crashes it, SIGSTOP hangs it. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.#process, signal);
  }

  /** No method tells which process a tab has: it is the one that grows when the page takes 200 MB. */
  async findProcess(before: ReadonlyMap<number, number>): Promise<void> {
    await this.evaluate('window.ballast = new Uint8Array(2e8).fill(1); 1');
    const grown = [...(await this.#browser.renderers())].filter(([id, kib]) => kib - (before.get(id) ?? 0) > 190_000);
    if (grown.length !== 1) throw new Error(`${grown.length} processes have grown with the tab.`);
    this.#process = grown[0]![0];
    await this.evaluate('delete window.ballast');
  }

  #send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.#browser.send(method, params, this.#session);
  }

  async #loaded(before = 0): Promise<void> {
    for (;;) {
      const loaded = await this.evaluate<boolean>(
        `location.protocol === 'http:' && document.readyState === 'complete' && performance.timeOrigin > ${before}`,
      ).catch(() => false);
      if (loaded) return;
      await new Promise((go) => setTimeout(go, 20));
    }
  }
}

function residentKib(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it has ended
  }
}
