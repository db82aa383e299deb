// Carrying a memory in and out: capsules, which are text that any nexus takes, and backups, which are the file itself.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { BackupError, type Nexus } from '../../index.ts';
import type { Session } from '../app/session.ts';
import { base, buttons, fields, messages } from '../app/styles.ts';
import { bytes, count } from '../app/words.ts';
import { save } from '../share/save-file.ts';
import { Carrying } from './carrying.ts';
import { memoryStyles } from './memory-style.ts';

export class KipCarry extends LitElement {
  static override properties = {
    session: { attribute: false },
    nexus: { attribute: false },
    doubt: { state: true },
    sealing: { state: true },
    opening: { state: true },
    asked: { state: true },
  };
  static override styles = [base, buttons, fields, messages, memoryStyles];
  declare session: Session | undefined;
  declare nexus: Nexus | undefined;
  /** A backup that was chosen and not confirmed yet. */
  declare private doubt: File | undefined;
  /** The passphrase a backup to be saved is sealed with; empty for none. */
  declare private sealing: string;
  /** The passphrase the chosen backup was sealed with, as typed. */
  declare private opening: string;
  /** Whether the chosen backup asked for a passphrase. */
  declare private asked: boolean;
  readonly #carrying = new Carrying(this);

  constructor() {
    super();
    this.#forget();
    this.sealing = '';
  }

  protected override render(): TemplateResult {
    const { running } = this.#carrying;
    const off = running || !this.nexus;
    return html`
      <h2>Capsules</h2>
      <p class="lead">
        A capsule is plain text: statements that make the same memory, or a part of it, in any nexus. Good for carrying
        knowledge elsewhere and for looking at it.
      </p>
      <div class="actions">
        <label class="button bordered" aria-disabled=${off}>
          Import a capsule …
          <input
            class="visually-hidden"
            type="file"
            accept=".kip,.txt,text/plain"
            ?disabled=${off}
            @change=${this.#chooseCapsule}
          />
        </label>
        <button class="bordered" type="button" ?disabled=${off} @click=${this.#export}>Export everything</button>
      </div>
      ${this.#backup(off)} ${this.#carrying.render()}
    `;
  }

  #backup(off: boolean): TemplateResult {
    return html`
      <h2>Backup</h2>
      <p class="lead">
        A backup is the file of this memory itself, with its history of versions and everything the editor keeps beside
        it. With a passphrase it is sealed: whoever finds the file cannot read it, and nor can you without the
        passphrase.
      </p>
      ${passphraseField('Passphrase for a backup, or empty', 'new-password', this.sealing, (typed) => (this.sealing = typed))}
      <div class="actions">
        <button class="bordered" type="button" ?disabled=${off} @click=${this.#backUp}>
          ${this.sealing === '' ? 'Save a backup' : 'Save a sealed backup'}
        </button>
        <label class="button bordered" aria-disabled=${off}>
          Restore a backup …
          <input
            class="visually-hidden"
            type="file"
            accept=".sqlite3,.db,.sealed"
            ?disabled=${off}
            @change=${this.#chooseBackup}
          />
        </label>
      </div>
      ${this.doubt ? this.#confirm(this.doubt) : nothing}
    `;
  }

  #confirm(file: File): TemplateResult {
    return html`<div class="message warning" role="alertdialog" aria-label="Restore a backup">
      <p>
        “${file.name}” (${bytes(file.size)}) takes the place of everything in the memory “${this.nexus?.name}”. What is
        in it now is lost unless you save a backup first.
      </p>
      ${
        this.asked
          ? passphraseField('Its passphrase', 'current-password', this.opening, (typed) => (this.opening = typed))
          : nothing
      }
      <p class="actions">
        <button class="danger" type="button" @click=${() => this.#restore(file)}>Replace this memory</button>
        <button type="button" @click=${this.#forget}>Leave it as it is</button>
      </p>
    </div>`;
  }

  #chooseCapsule(event: Event): void {
    const file = chosen(event);
    const { nexus } = this;
    if (!file || !nexus) return;
    void this.#carrying.run(`Importing ${file.name} (${bytes(file.size)}) …`, async (signal) => {
      const { statements } = await nexus.importCapsule(file, {
        signal,
        onProgress: ({ done, total }) => this.#carrying.report({ done, total: Math.max(total, 1) }),
      });
      return `Imported ${file.name}: ${count(statements, 'statement', 'statements')}.`;
    });
  }

  #export(): void {
    const { nexus } = this;
    if (!nexus) return;
    void this.#carrying.run('Exporting …', async (signal) => {
      let written = 'nothing: it is empty';
      const capsule = await nexus.exportCapsule({
        signal,
        onProgress: ({ concepts, propositions }) => {
          written = `${count(concepts, 'concept', 'concepts')}, ${count(propositions, 'proposition', 'propositions')}`;
          this.#carrying.say(`Exporting: ${written} …`);
        },
      });
      save(capsule, `${nexus.name}-${today()}.kip`);
      return `Exported ${written} (${bytes(capsule.size)}).`;
    });
  }

  #backUp(): void {
    const { nexus, sealing } = this;
    if (!nexus) return;
    const sealed = sealing !== '';
    void this.#carrying.run('Saving a backup …', async (signal) => {
      const backup = await nexus.backup(sealed ? { passphrase: sealing } : {});
      signal.throwIfAborted();
      save(backup, `${nexus.name}-${today()}.sqlite3${sealed ? '.sealed' : ''}`);
      this.sealing = '';
      this.dispatchEvent(new Event('carried'));
      return `Saved a ${sealed ? 'sealed ' : ''}backup of ${bytes(backup.size)}.`;
    });
  }

  #chooseBackup(event: Event): void {
    this.#forget();
    this.doubt = chosen(event);
    this.asked = this.doubt?.name.endsWith('.sealed') ?? false;
  }

  readonly #forget = (): void => {
    this.doubt = undefined;
    this.opening = '';
    this.asked = false;
  };

  #restore(file: File): void {
    const { nexus, opening } = this;
    if (!nexus) return;
    void this.#carrying.run(`Restoring ${file.name} …`, async () => {
      try {
        await nexus.restore(file, opening === '' ? {} : { passphrase: opening });
      } catch (failure) {
        // The file stays chosen, for another try at its passphrase.
        if (failure instanceof BackupError && failure.reason.endsWith('passphrase')) this.asked = true;
        else this.#forget();
        throw failure;
      }
      this.#forget();
      this.dispatchEvent(new Event('carried'));
      return `This memory is now what was in ${file.name}.`;
    });
  }
}

function passphraseField(
  label: string,
  autocomplete: 'new-password' | 'current-password',
  value: string,
  onTyped: (typed: string) => void,
): TemplateResult {
  return html`<label class="field">
    ${label}
    <input
      type="password"
      autocomplete=${autocomplete}
      .value=${value}
      @input=${(event: Event) => onTyped((event.target as HTMLInputElement).value)}
    />
  </label>`;
}

function chosen(event: Event): File | undefined {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  input.value = ''; // so that choosing the same file again is a change again
  return file;
}

const today = (): string => new Date().toISOString().slice(0, 10);

customElements.define('kip-carry', KipCarry);
