// Carrying a memory in and out: capsules, which are text that any nexus takes, and backups, which are the file itself.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Nexus } from '../../index.ts';
import type { Session } from '../app/session.ts';
import { base, buttons, fields, messages } from '../app/styles.ts';
import { bytes, count } from '../app/words.ts';
import { save } from '../share/save-file.ts';
import { Carrying } from './carrying.ts';
import { fileOf } from './memory-file.ts';
import { memoryStyles } from './memory-style.ts';

export class KipCarry extends LitElement {
  static override properties = { session: { attribute: false }, nexus: { attribute: false }, doubt: { state: true } };
  static override styles = [base, buttons, fields, messages, memoryStyles];
  declare session: Session | undefined;
  declare nexus: Nexus | undefined;
  /** A backup that was chosen and not confirmed yet. */
  declare private doubt: File | undefined;
  readonly #carrying = new Carrying(this);

  protected override render(): TemplateResult {
    const { running, words, failed, progress } = this.#carrying;
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
      ${fileOf(this.nexus) ? this.#backup(off) : nothing}
      <div class="progress">
        ${
          progress === undefined
            ? nothing
            : html`<progress aria-label=${words} max=${progress?.total ?? 1} .value=${progress?.done ?? 0}></progress>
                <button type="button" @click=${() => this.#carrying.cancel()}>Stop</button>`
        }
      </div>
      <p class=${failed ? 'message danger' : 'note'} role="status">${words}</p>
    `;
  }

  #backup(off: boolean): TemplateResult {
    return html`
      <h2>Backup</h2>
      <p class="lead">
        A backup is the file of this memory itself, with its history of versions and everything the editor keeps beside
        it.
      </p>
      <div class="actions">
        <button class="bordered" type="button" ?disabled=${off} @click=${this.#backUp}>Save a backup</button>
        <label class="button bordered" aria-disabled=${off}>
          Restore a backup …
          <input
            class="visually-hidden"
            type="file"
            accept=".sqlite3,.db"
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
      <p class="actions">
        <button class="danger" type="button" @click=${() => this.#restore(file)}>Replace this memory</button>
        <button type="button" @click=${() => (this.doubt = undefined)}>Leave it as it is</button>
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
    const { nexus } = this;
    const stored = fileOf(nexus);
    if (!nexus || !stored) return;
    void this.#carrying.run('Saving a backup …', async () => {
      const image = await stored.backup();
      save(new Blob([image as Uint8Array<ArrayBuffer>]), `${nexus.name}-${today()}.sqlite3`);
      this.dispatchEvent(new Event('carried'));
      return `Saved a backup of ${bytes(image.byteLength)}.`;
    });
  }

  #chooseBackup(event: Event): void {
    this.doubt = chosen(event);
  }

  #restore(file: File): void {
    const stored = fileOf(this.nexus);
    this.doubt = undefined;
    if (!stored) return;
    void this.#carrying.run(`Restoring ${file.name} …`, async () => {
      await stored.restore(new Uint8Array(await file.arrayBuffer()));
      this.dispatchEvent(new Event('carried'));
      return `This memory is now what was in ${file.name}.`;
    });
  }
}

function chosen(event: Event): File | undefined {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  input.value = ''; // so that choosing the same file again is a change again
  return file;
}

const today = (): string => new Date().toISOString().slice(0, 10);

customElements.define('kip-carry', KipCarry);
