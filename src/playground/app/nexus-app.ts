// The frame: a bar with the way to each view, what must be known, the view itself. It answers what panes ask for (events.ts) and
// owns the session; views own everything inside them and stay as they are while another is looked at.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { NexusBanners } from './banners.ts';
import type { InspectElement, OpenScratch, UseCommand } from './events.ts';
import { icon, type IconName } from './icons.ts';
import { parseRoute, routeHash, type Route, type ViewName, VIEW_NAMES } from './routes.ts';
import { inWords, Session } from './session.ts';
import { ShortcutSheet } from './shortcut-sheet.ts';
import { base, buttons, messages } from './styles.ts';
import { frameStyles } from './frame-styles.ts';
import { setTheme, theme, THEMES } from './theme.ts';
import { NexusToast } from './toast.ts';
import { NAVIGATION, VIEWS } from './views.ts';
import { bytes } from './words.ts';

/** What the frame asks of the work view. */
export interface WorkView extends HTMLElement {
  use(command: UseCommand): void;
  inspect(element: InspectElement): void;
}

const THEME_TITLES = { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' } as const;

export class NexusApp extends LitElement {
  static override properties = { route: { state: true }, visited: { state: true }, failed: { state: true } };
  static override styles = [base, buttons, messages, frameStyles];
  declare private route: Route;
  /** Views that have been looked at; they stay on the page. */
  declare private visited: ReadonlySet<ViewName>;
  declare private failed: ReadonlyMap<ViewName, string>;
  readonly session = new Session();

  constructor() {
    super();
    this.route = parseRoute(location.hash);
    this.visited = new Set();
    this.failed = new Map();
    this.addEventListener('kip-use', ({ detail }) => void this.#use(detail));
    this.addEventListener('kip-inspect', ({ detail }) => void this.#inspect(detail));
    this.addEventListener('kip-scratch', ({ detail }) => void this.#scratch(detail));
    this.addEventListener('kip-say', ({ detail }) => this.#toast.say(detail));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.session.addEventListener('change', this.#onSession);
    window.addEventListener('hashchange', this.#onHash);
    window.addEventListener('keydown', this.#onKey);
    void this.session.open();
    this.#visit(this.route.view);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session.removeEventListener('change', this.#onSession);
    window.removeEventListener('hashchange', this.#onHash);
    window.removeEventListener('keydown', this.#onKey);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('route')) document.title = `${VIEWS[this.route.view].title} · Pocket Nexus`;
    this.renderRoot.querySelector<NexusBanners>('nexus-banners')?.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { state } = this.session;
    return html`
      <header>
        <button class="skip" type="button" @click=${() => this.#main?.focus()}>Skip to the view</button>
        <a class="brand" href=${routeHash('work')} aria-label="Pocket Nexus"
          >${icon('mark')}<span>Pocket Nexus</span></a
        >
      </header>
      <nav aria-label="Views">
        ${NAVIGATION.map(
          (view) => html`
            <a href=${routeHash(view)} aria-current=${this.route.view === view ? 'page' : nothing}>
              ${icon(view)}<span>${VIEWS[view].title}</span>
            </a>
          `,
        )}
      </nav>
      <a class="state" data-phase=${state.phase} href=${routeHash('memory')}>
        <span class="state-mark" aria-hidden="true"></span>
        <span id="memory-line" role="status">${this.#memoryLine()}</span>
      </a>
      <div class="tools">${this.#themeButton()}${this.#keysButton()}</div>
      <nexus-banners id="banners" .session=${this.session}></nexus-banners>
      <main id="view" tabindex="-1">
        ${VIEW_NAMES.filter((view) => this.visited.has(view)).map((view) => this.#view(view))}
      </main>
      <nexus-toast></nexus-toast>
      <shortcut-sheet></shortcut-sheet>
    `;
  }

  #view(view: ViewName): TemplateResult {
    const failure = this.failed.get(view);
    const route = this.route.view === view ? this.route : { view, rest: '' };
    return html`<div class="view" ?hidden=${this.route.view !== view}>
      ${failure === undefined ? VIEWS[view].render(this.session, route) : this.#loadFailure(view, failure)}
    </div>`;
  }

  #loadFailure(view: ViewName, failure: string): TemplateResult {
    return html`<div class="message danger" role="alert">
      <p>This part of the page could not be loaded: ${failure}</p>
      <p><button class="bordered" type="button" @click=${() => this.#load(view)}>Try again</button></p>
    </div>`;
  }

  #memoryLine(): string {
    const { phase, name, scratch, storage } = this.session.state;
    if (scratch) return `Scratch · ${name}`;
    if (phase === 'closed' || phase === 'failed') return 'No memory is open';
    if (!storage) return 'Opening the memory …';
    return `“${name}” · ${storage.kind === 'opfs' ? 'kept in this browser' : 'not kept'} · ${bytes(storage.sizeBytes)}`;
  }

  #themeButton(): TemplateResult {
    const now = theme();
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]!;
    const press = () => {
      setTheme(next);
      this.requestUpdate();
      this.#toast.say(THEME_TITLES[next]);
    };
    return html`<button
      class="icon-button"
      type="button"
      title=${THEME_TITLES[now]}
      aria-label=${THEME_TITLES[now]}
      @click=${press}
    >
      ${icon(now satisfies IconName)}
    </button>`;
  }

  #keysButton(): TemplateResult {
    return html`<button
      class="icon-button keys"
      type="button"
      title="Keyboard shortcuts (?)"
      aria-label="Keyboard shortcuts"
      aria-keyshortcuts="?"
      @click=${() => this.#sheet.open()}
    >
      ${icon('keys')}
    </button>`;
  }

  // ---------------------------------------------------------------- views

  readonly #onHash = () => {
    this.route = parseRoute(location.hash);
    this.#visit(this.route.view);
    // What comes next for the keyboard and for a screen reader is the view.
    this.#main?.focus({ preventScroll: true });
  };

  #visit(view: ViewName): void {
    if (this.visited.has(view)) return;
    this.visited = new Set([...this.visited, view]);
    this.#load(view);
  }

  #load(view: ViewName): void {
    this.failed = new Map([...this.failed].filter(([each]) => each !== view));
    VIEWS[view].load().catch((failure: Error) => {
      this.failed = new Map([...this.failed, [view, failure.message]]);
    });
  }

  #go(view: ViewName): void {
    if (this.route.view !== view) location.hash = routeHash(view);
  }

  /** The work view, on the page and with its code there. */
  async #work(): Promise<WorkView> {
    this.#visit('work');
    await Promise.all([this.updateComplete, customElements.whenDefined('kip-work')]);
    return this.renderRoot.querySelector<WorkView>('kip-work')!;
  }

  // ---------------------------------------------------------------- what panes ask for

  async #use(command: UseCommand): Promise<void> {
    this.#go('work');
    (await this.#work()).use(command);
  }

  async #inspect(element: InspectElement): Promise<void> {
    this.#go('work');
    (await this.#work()).inspect(element);
  }

  async #scratch(scratch: OpenScratch): Promise<void> {
    try {
      await this.session.openScratch(scratch);
    } catch (failure) {
      this.#toast.say(`“${scratch.title}” could not be opened. ${inWords(failure)}`);
      return;
    }
    this.#toast.say(`Opened the scratch nexus “${scratch.title}”.`);
    if (scratch.then) await this.#use(scratch.then);
  }

  // ---------------------------------------------------------------- parts of the frame

  readonly #onSession = () => this.requestUpdate();

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const [target] = event.composedPath();
    if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))
      return;
    event.preventDefault();
    this.#sheet.open();
  };

  get #main(): HTMLElement | null {
    return this.renderRoot.querySelector('main');
  }

  get #toast(): NexusToast {
    return this.renderRoot.querySelector('nexus-toast')!;
  }

  get #sheet(): ShortcutSheet {
    return this.renderRoot.querySelector('shortcut-sheet')!;
  }
}

customElements.define('nexus-banners', NexusBanners);
customElements.define('nexus-toast', NexusToast);
customElements.define('shortcut-sheet', ShortcutSheet);
customElements.define('nexus-app', NexusApp);

declare global {
  interface HTMLElementTagNameMap {
    'nexus-app': NexusApp;
    'nexus-toast': NexusToast;
    'shortcut-sheet': ShortcutSheet;
  }
}
