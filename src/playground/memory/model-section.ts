// The choice of the language model for search by meaning, with what each costs and where it comes from.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  EMBEDDED_MODEL,
  MODEL_PROFILES,
  type MeaningState,
  type ModelProfile,
  type ModelState,
  type Nexus,
} from '../../index.ts';
import { base, buttons, messages } from '../app/styles.ts';
import { bytes, count } from '../app/words.ts';
import { Carrying } from './carrying.ts';
import { memoryStyles } from './memory-style.ts';

export class KipModels extends LitElement {
  static override properties = { nexus: { attribute: false }, state: { state: true } };
  static override styles = [base, buttons, messages, memoryStyles];
  declare nexus: Nexus | undefined;
  declare private state: MeaningState | undefined;
  readonly #carrying = new Carrying(this);
  #end: (() => void) | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end?.();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('nexus')) return;
    this.#end?.();
    this.state = undefined;
    const { nexus } = this;
    if (!nexus) return;
    const show = (state: MeaningState) => {
      if (this.nexus === nexus) this.state = state;
    };
    this.#end = nexus.meaning.watch(show);
    void nexus.meaning.state().then(show, () => undefined);
  }

  protected override render(): TemplateResult {
    return html`
      <h2>Search by meaning</h2>
      <p class="lead">
        A language model turns text into numbers that are close where the meaning is, on this device. Without one,
        SEARCH goes by words.
      </p>
      <p role="status">${this.#now()}</p>
      <ul class="models">
        ${MODEL_PROFILES.map((profile) => this.#model(profile))}
      </ul>
      <p class="note">
        A model from another address is fetched when you choose it, once, and kept. As delivered, the security policy of
        this page lets nothing be fetched from elsewhere, and choosing one is refused; whoever hosts the page may allow
        it, or serve the model.
      </p>
      ${this.#carrying.render()}
      ${
        this.state?.serving
          ? html`<p>
              <button type="button" @click=${this.#forget}>
                Search by words only, and remove what the model has made
              </button>
            </p>`
          : nothing
      }
    `;
  }

  #now(): string {
    const { serving, coming } = this.state ?? {};
    const parts = [
      serving && stateInWords(serving),
      coming && `${stateInWords(coming)}; it takes over when it has read everything`,
    ];
    return parts.filter(Boolean).join('. ') || 'No model is in use yet: search goes by words.';
  }

  #model(profile: ModelProfile): TemplateResult {
    const { serving, coming } = this.state ?? {};
    const inUse = serving?.profile.id === profile.id && serving.loaded;
    const isComing = coming?.profile.id === profile.id;
    return html`<li>
      <div>
        <h3>${profile.label}</h3>
        <p class="note">${languagesOf(profile)} · ${bytes(profile.downloadBytes)} · ${originOf(profile)}</p>
      </div>
      ${
        inUse
          ? html`<span class="chosen">in use</span>`
          : html`<button
              class="bordered"
              type="button"
              ?disabled=${!this.nexus || this.#carrying.running || isComing}
              @click=${() => this.#use(profile)}
            >
              Use<span class="visually-hidden"> ${profile.label}</span>
            </button>`
      }
    </li>`;
  }

  #use(profile: ModelProfile): void {
    const { nexus } = this;
    if (!nexus) return;
    void this.#carrying.run(`Loading ${profile.label} …`, async (signal) => {
      const onProgress = ({ loadedBytes, totalBytes }: { loadedBytes: number; totalBytes: number }) =>
        this.#carrying.report(
          { done: loadedBytes, total: totalBytes },
          `Loading ${profile.label}: ${bytes(loadedBytes)} of ${bytes(totalBytes)}`,
        );
      await nexus.meaning.use(profile, { signal, onProgress });
      this.state = await nexus.meaning.state();
      return `${profile.label} is loaded.`;
    });
  }

  async #forget(): Promise<void> {
    await this.nexus?.meaning.forget();
    this.state = await this.nexus?.meaning.state();
  }
}

function stateInWords({ profile, loaded, pending, unread, failure }: ModelState): string {
  if (failure !== undefined) return `${profile.label} was given up: ${failure}`;
  if (!loaded) return `${profile.label} is chosen and not loaded`;
  const rest = pending > 0 ? `, ${count(pending, 'element', 'elements')} still to be read` : '';
  const foreign =
    unread > 0
      ? `, ${count(unread, 'element is', 'elements are')} in a script it does not know and found by words`
      : '';
  return `${profile.label} is in use${rest}${foreign}`;
}

function languagesOf({ languages }: ModelProfile): string {
  if (languages.includes('*')) return 'Many languages';
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return languages.map((tag) => names.of(tag) ?? tag).join(', ');
}

function originOf({ source, id }: ModelProfile): string {
  if (id === EMBEDDED_MODEL.id) return 'comes with the app, works offline';
  return source.kind === 'hub' ? 'from huggingface.co' : 'from another address';
}

customElements.define('kip-models', KipModels);
