// The way into KIP: what a memory is, a tour in small steps, and worlds with questions. Statements are run in nexuses of their own.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ask } from '../app/events.ts';
import { routeHash } from '../app/routes.ts';
import type { Session } from '../app/session.ts';
import { base, buttons, fields, page } from '../app/styles.ts';
import { learnStyles } from './learn-style.ts';
import type { Chapter, Lesson, World } from './lesson.ts';
import './lesson-card.ts';
import { picture } from './picture.ts';
import { TOUR } from './tour.ts';
import { TryOut } from './try-out.ts';
import { TOUR_WORLD, WORLDS } from './worlds.ts';

interface Step {
  readonly chapter: Chapter;
  readonly lesson: Lesson;
}

const STEPS: readonly Step[] = TOUR.flatMap((chapter) => chapter.lessons.map((lesson) => ({ chapter, lesson })));

export class KipLearn extends LitElement {
  static override properties = { session: { attribute: false }, step: { state: true }, done: { state: true } };
  static override styles = [base, buttons, fields, page, learnStyles];
  declare session: Session | undefined;
  /** Which of STEPS is shown. */
  declare private step: number;
  /** Lessons that were run. */
  declare private done: ReadonlySet<string>;
  readonly #tryOuts = new Map<string, TryOut>();

  constructor() {
    super();
    this.step = stepOfAddress() ?? 0;
    this.done = new Set();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#onHash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#onHash);
    for (const tryOut of this.#tryOuts.values()) void tryOut.reset();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('step') && changed.get('step') !== undefined) {
      this.renderRoot.querySelector<HTMLElement>('#step-title')?.focus({ preventScroll: true });
      this.renderRoot.querySelector('#tour')?.scrollIntoView({ block: 'nearest' });
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="page">
      <h1>Learn KIP in five minutes</h1>
      <div class="intro">
        <div class="lead">
          <p>
            KIP is a language for memory. An agent remembers with it, asks with it, and can say of everything how sure
            it is and who told it. People can read it too, which is the point: you see what is remembered about you.
          </p>
          <p>
            Below is a tour on a small sample world. Every statement can be run right here. Nothing you do on this page
            touches your own memory.
          </p>
        </div>
        ${picture()}
      </div>
      ${this.#tour()} ${this.#worlds()}
    </div>`;
  }

  // ---------------------------------------------------------------- the tour

  #tour(): TemplateResult {
    const { chapter, lesson } = STEPS[this.step]!;
    return html`<section id="tour" aria-labelledby="tour-title">
      <h2 id="tour-title">The tour</h2>
      <div class="tour">
        ${this.#contents()}
        <label class="field chooser">
          <span>Step ${this.step + 1} of ${STEPS.length}</span>
          <select @change=${this.#choose}>
            ${TOUR.map(
              (each) =>
                html`<optgroup label=${each.title}>
                  ${each.lessons.map(
                    ({ id, title }) => html`<option value=${id} ?selected=${id === lesson.id}>${title}</option>`,
                  )}
                </optgroup>`,
            )}
          </select>
        </label>
        <article class="step" aria-labelledby="step-title">
          <p class="note number">${chapter.title} · step ${this.step + 1} of ${STEPS.length}</p>
          <h3 id="step-title" tabindex="-1">${lesson.title}</h3>
          <kip-lesson
            .lesson=${lesson}
            .tryOut=${this.#tryOut(TOUR_WORLD)}
            .session=${this.session}
            @lesson-run=${() => this.#ran(lesson.id)}
          ></kip-lesson>
          ${this.#steps()}
        </article>
      </div>
    </section>`;
  }

  #contents(): TemplateResult {
    return html`<nav class="contents" aria-label="Steps of the tour">
      ${TOUR.map(
        ({ title, about, lessons }) => html`
          <h3>${title}</h3>
          <p class="note">${about}</p>
          <ol>
            ${lessons.map(
              (lesson) =>
                html`<li>
                  <a
                    href=${routeHash('learn', lesson.id)}
                    data-done=${this.done.has(lesson.id)}
                    aria-current=${STEPS[this.step]!.lesson === lesson ? 'step' : nothing}
                    @click=${(event: Event) => {
                      event.preventDefault();
                      this.#go(stepOf(lesson.id)!);
                    }}
                    >${lesson.title}${this.done.has(lesson.id) ? html`<span class="visually-hidden"> (done)</span>` : nothing}</a
                  >
                </li>`,
            )}
          </ol>
        `,
      )}
    </nav>`;
  }

  #steps(): TemplateResult {
    const last = this.step === STEPS.length - 1;
    return html`<div class="steps">
      <button class="bordered" type="button" ?disabled=${this.step === 0} @click=${() => this.#go(this.step - 1)}>
        Back
      </button>
      ${
        last
          ? html`<a class="button bordered" href=${routeHash('help', 'card')}
              >That was all of it: the syntax on a page</a
            >`
          : html`<button class="bordered" type="button" @click=${() => this.#go(this.step + 1)}>
              Next: ${STEPS[this.step + 1]!.lesson.title}
            </button>`
      }
      <button class="link" type="button" @click=${this.#startOver}>Reset the sample world</button>
    </div>`;
  }

  // ---------------------------------------------------------------- worlds

  #worlds(): TemplateResult {
    return html`<section aria-labelledby="worlds-title">
      <h2 id="worlds-title">Worlds to explore</h2>
      <p class="lead">
        Three small memories with questions worth asking. Opening one gives you a scratch nexus: yours to change, and
        gone when you leave it.
      </p>
      <div class="worlds">${WORLDS.map((world) => this.#world(world))}</div>
    </section>`;
  }

  #world(world: World): TemplateResult {
    return html`<article class="world" aria-labelledby=${`world-${world.id}`}>
      <h3 id=${`world-${world.id}`}>${world.title}</h3>
      <p>${world.about}</p>
      <p>
        <button class="primary" type="button" @click=${() => this.#open(world)}>
          Open<span class="visually-hidden"> “${world.title}”</span> in a scratch nexus
        </button>
      </p>
      ${world.questions.map(
        (question) =>
          html`<details name=${`questions-${world.id}`}>
            <summary>${question.title}</summary>
            <kip-lesson .lesson=${question} .tryOut=${this.#tryOut(world)} .session=${this.session}></kip-lesson>
          </details>`,
      )}
    </article>`;
  }

  async #open(world: World): Promise<void> {
    const command = `FIND(?a, ?link, ?b)\nWHERE {\n  ?link (?a, ?relation, ?b)\n  FILTER(?relation != "belongs_to_domain")\n}\nLIMIT 200`;
    const then = { command, title: world.title };
    ask(this, 'kip-scratch', { title: world.title, capsules: [await world.capsule()], then });
  }

  // ---------------------------------------------------------------- where one is

  #tryOut(world: World): TryOut {
    let tryOut = this.#tryOuts.get(world.id);
    if (!tryOut) {
      tryOut = new TryOut(world, world === TOUR_WORLD ? STEPS.map(({ lesson }) => lesson) : world.questions);
      this.#tryOuts.set(world.id, tryOut);
    }
    return tryOut;
  }

  #ran(id: string): void {
    this.done = new Set([...this.done, id]);
  }

  #go(step: number): void {
    this.step = step;
    // No entry in the history for each step, and no jump of the frame.
    history.replaceState(history.state, '', routeHash('learn', STEPS[step]!.lesson.id));
  }

  #choose(event: Event): void {
    this.#go(stepOf((event.target as HTMLSelectElement).value)!);
  }

  async #startOver(): Promise<void> {
    await this.#tryOut(TOUR_WORLD).reset();
    this.done = new Set();
    ask(this, 'kip-say', 'The sample world is as it was at first.');
  }

  readonly #onHash = () => {
    const step = stepOfAddress();
    if (step !== undefined) this.step = step;
  };
}

function stepOf(id: string): number | undefined {
  const step = STEPS.findIndex(({ lesson }) => lesson.id === id);
  return step < 0 ? undefined : step;
}

/** The step that the address names, "#/learn/find". */
function stepOfAddress(): number | undefined {
  const id = /^#\/learn\/([\w-]+)$/.exec(location.hash)?.[1];
  return id === undefined ? undefined : stepOf(id);
}

customElements.define('kip-learn', KipLearn);

declare global {
  interface HTMLElementTagNameMap {
    'kip-learn': KipLearn;
  }
}
