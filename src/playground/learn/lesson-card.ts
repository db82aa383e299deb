// One lesson: the words, the statement, and the answer once it has been run.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ask } from '../app/events.ts';
import { icon } from '../app/icons.ts';
import { base, buttons, messages, tables } from '../app/styles.ts';
import { duration } from '../app/words.ts';
import type { Session } from '../app/session.ts';
import { briefAnswer, briefAnswerStyles } from './brief-answer.ts';
import './kip-code.ts';
import type { Lesson } from './lesson.ts';
import type { Tried, TryOut } from './try-out.ts';

/** When "Running …" is said; most answers are there sooner. */
const SAY_RUNNING_AFTER_MS = 300;

export class KipLesson extends LitElement {
  static override properties = {
    lesson: { attribute: false },
    tryOut: { attribute: false },
    session: { attribute: false },
    tried: { state: true },
    running: { state: true },
    failure: { state: true },
  };
  static override styles = [
    base,
    buttons,
    messages,
    tables,
    briefAnswerStyles,
    css`
      :host {
        display: grid;
        gap: var(--s3);
        min-width: 0;
      }
      .say {
        max-width: 44rem;
        text-wrap: pretty;
      }
      .answer {
        display: grid;
        gap: var(--s2);
        min-width: 0;
      }
      .see {
        max-width: 44rem;
        padding-inline-start: var(--s3);
        border-inline-start: 2px solid var(--accent);
      }
    `,
  ];
  declare lesson: Lesson;
  declare tryOut: TryOut;
  declare session: Session | undefined;
  declare private tried: Tried | undefined;
  declare private running: boolean;
  declare private failure: string | undefined;

  constructor() {
    super();
    this.running = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('lesson') && !changed.has('tryOut')) return;
    this.tried = undefined;
    this.failure = undefined;
    this.running = false;
  }

  protected override render(): TemplateResult {
    const { lesson, tried, running, failure } = this;
    return html`
      <p class="say">${lesson.say}</p>
      <kip-code .text=${lesson.command} .label=${`Statement: ${lesson.title}`}></kip-code>
      ${
        lesson.parameters
          ? html`<p class="note">Parameters: <code>${JSON.stringify(lesson.parameters)}</code></p>`
          : nothing
      }
      <div class="actions">
        <button class="primary" type="button" aria-disabled=${running} @click=${this.#run}>${icon('run')} Run</button>
        <button class="bordered" type="button" @click=${this.#openInEditor}>Open in the editor</button>
      </div>
      <div class="answer" role="status">
        ${running ? html`<p class="note">Running …</p>` : nothing}
        ${failure === undefined ? nothing : html`<div class="message danger"><p>${failure}</p></div>`}
        ${tried ? this.#answer(tried) : nothing}
      </div>
    `;
  }

  #answer({ response, elapsedMs, before }: Tried): TemplateResult {
    return html`
      ${before.length > 0 ? html`<p class="note">Run first, since this builds on it: ${before.join(', ')}.</p>` : nothing}
      ${briefAnswer(this.lesson.command, response)}
      <p class="see">${this.lesson.see}</p>
      <p class="note number">${duration(elapsedMs)}, in a nexus of its own</p>
    `;
  }

  async #run(): Promise<void> {
    if (this.running) return;
    const { lesson, tryOut } = this;
    const saying = setTimeout(() => (this.running = true), SAY_RUNNING_AFTER_MS);
    let news: { tried: Tried | undefined; failure: string | undefined };
    try {
      news = { tried: await tryOut.run(lesson), failure: undefined };
    } catch (failure) {
      news = { tried: undefined, failure: (failure as Error).message };
    }
    clearTimeout(saying);
    if (this.lesson !== lesson) return;
    Object.assign(this, news, { running: false });
    this.dispatchEvent(new CustomEvent('lesson-run', { bubbles: true, composed: true }));
  }

  async #openInEditor(): Promise<void> {
    const { lesson, tryOut, session } = this;
    const { command, parameters, title } = lesson;
    const use = { command, title, ...(parameters && { parameters }) };
    const world = tryOut.world.title;
    const there = session?.state.scratch === true && session.state.name === world && lesson.needs === undefined;
    if (there) ask(this, 'kip-use', use);
    else ask(this, 'kip-scratch', { title: world, capsules: await tryOut.capsules(lesson), then: use });
  }
}

customElements.define('kip-lesson', KipLesson);

declare global {
  interface HTMLElementTagNameMap {
    'kip-lesson': KipLesson;
  }
}
