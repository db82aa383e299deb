// A real browser on a profile of its own, started as a process group, so that it can be killed as a crash or an empty battery
// would: all of it, at once, without a word.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chromium, type Browser, type Page } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../../scripts/browser.mjs';

export class KillableBrowser {
  readonly #process: ChildProcess;
  readonly #browser: Browser;

  private constructor(process: ChildProcess, browser: Browser) {
    this.#process = process;
    this.#browser = browser;
  }

  static async start(profile: string): Promise<KillableBrowser> {
    const executable = findBrowser()?.path ?? chromium.executablePath();
    const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...BROWSER_ARGS];
    const child = spawn(executable, [...args, 'about:blank'], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    const endpoint = await debuggerAddress(child);
    return new KillableBrowser(child, await chromium.connectOverCDP(endpoint));
  }

  newPage(): Promise<Page> {
    return this.#browser.contexts()[0]!.newPage();
  }

  /** Ends every process of the browser with SIGKILL; resolves when they are gone. */
  async kill(): Promise<void> {
    const ended = once(this.#process, 'exit');
    process.kill(-this.#process.pid!, 'SIGKILL');
    await ended;
    await this.#browser.close().catch(() => undefined);
  }
}

/** Chromium prints where its debugger listens, on standard error, among other things. */
async function debuggerAddress(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) {
    text += String(chunk);
    const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
    if (address) return address;
  }
  throw new Error(`The browser ended before it listened:\n${text}`);
}
