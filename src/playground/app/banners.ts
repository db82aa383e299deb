// What a person must know before anything else, and the way on from there: one banner per subject, above every view.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { offline } from './offline.ts';
import { inWords, type Session } from './session.ts';
import { base, buttons } from './styles.ts';

interface Banner {
  readonly subject: string;
  readonly tone: 'notice' | 'warning' | 'danger';
  readonly text: string;
  readonly action?: { readonly title: string; readonly run: () => void };
}

export class NexusBanners extends LitElement {
  static override properties = { session: { attribute: false } };
  static override styles = [
    base,
    buttons,
    css`
      .banner {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s4);
        min-height: 2.25rem;
        padding: var(--s1) var(--s4);
        border-bottom: 1px solid var(--line);
        background: var(--accent-soft);
        font-size: var(--size-s);
      }
      .banner p {
        flex: 1 1 16rem;
        max-width: 72rem;
        overflow-wrap: anywhere;
      }
      .warning {
        background: var(--warning-soft);
      }
      .danger {
        background: var(--danger-soft);
      }
    `,
  ];
  declare session: Session;

  override connectedCallback(): void {
    super.connectedCallback();
    offline.addEventListener('change', this.#onOffline);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    offline.removeEventListener('change', this.#onOffline);
  }

  readonly #onOffline = () => this.requestUpdate();

  protected override render(): TemplateResult[] {
    return this.#banners().map(
      ({ subject, tone, text, action }) => html`
        <div class="banner ${tone}" data-subject=${subject} role=${tone === 'danger' ? 'alert' : 'status'}>
          <p>${text}</p>
          ${action ? html`<button class="bordered" type="button" @click=${action.run}>${action.title}</button>` : nothing}
        </div>
      `,
    );
  }

  #banners(): Banner[] {
    const update = this.#update();
    return [...(update ? [update] : []), ...this.#ofSession()];
  }

  #update(): Banner | undefined {
    const subject = 'update';
    const loss = offline.losesScratch ? ' The scratch nexus here is gone then.' : '';
    switch (offline.update) {
      case 'ready':
        return {
          subject,
          tone: 'notice',
          text: `A new version is ready. It comes in when nothing is being written, and every tab of Pocket Nexus reloads.${loss}`,
          action: { title: 'Reload', run: () => void offline.takeUpdate() },
        };
      case 'taking':
        return {
          subject,
          tone: 'notice',
          text: 'The new version comes in when every tab has finished what it is doing …',
          action: { title: 'Not now', run: () => offline.postponeUpdate() },
        };
      case 'stale':
        return {
          subject,
          tone: 'warning',
          text: `This page is of another version than what is there now, and parts of it cannot be loaded.${loss}`,
          action: { title: 'Reload', run: () => location.reload() },
        };
      case 'none':
        return undefined;
    }
  }

  #ofSession(): Banner[] {
    const { state } = this.session;
    if (state.scratch) return [this.#scratch(state.name)];
    if (state.status.state === 'stalled') return [this.#stalled(state.status.advice)];
    const of = { closed: this.#closed, failed: this.#failed, open: this.#ofOpen };
    const banner = state.phase === 'opening' ? undefined : of[state.phase].call(this);
    return banner ? [banner] : [];
  }

  #scratch(title: string): Banner {
    return {
      subject: 'scratch',
      tone: 'warning',
      text: `Scratch nexus “${title}”. Nothing here touches your memory, and it is gone when you leave it.`,
      action: { title: 'Back to my memory', run: () => void this.session.leaveScratch() },
    };
  }

  #stalled(advice: string): Banner {
    return { subject: 'tabs', tone: 'warning', text: `Another tab holds this memory and does not answer. ${advice}` };
  }

  #closed(): Banner {
    const { status } = this.session.state;
    const removed = status.state === 'closed' && status.reason === 'destroyed';
    return {
      subject: 'closed',
      tone: 'notice',
      text: removed ? 'This memory was removed, with its file.' : 'This memory is closed.',
      action: { title: removed ? 'Begin a new one' : 'Open it again', run: () => void this.session.open() },
    };
  }

  #failed(): Banner {
    return {
      subject: 'failure',
      tone: 'danger',
      text: `The memory could not be opened. ${inWords(this.session.state.failure)}`,
      action: { title: 'Try again', run: () => void this.session.open() },
    };
  }

  #ofOpen(): Banner | undefined {
    const { status } = this.session.state;
    return status.state === 'ready' && status.damage ? this.#damaged(status.damage.fault) : this.#kept();
  }

  #damaged(fault: string): Banner {
    const { rescue } = this.session.state;
    const what = 'The memory’s file was damaged. It was set aside, whole, and this memory is a new one.';
    const asked = rescue && rescue.phase !== 'failed';
    return {
      subject: 'damage',
      tone: rescue?.phase === 'done' ? 'notice' : 'danger',
      text: `${what} ${rescue?.text ?? fault}`,
      ...(!asked && { action: { title: 'Bring back what can be read', run: () => void this.session.rescue() } }),
    };
  }

  #kept(): Banner | undefined {
    const { storage } = this.session.state;
    if (storage?.kind !== 'memory') return undefined;
    const text = `Nothing here is kept: this memory is gone when the page closes. ${storage.reason ?? ''}`.trim();
    return { subject: 'kind', tone: 'danger', text };
  }
}
