// The dialog that exports an answer: all of it, whatever is shown. Says how far it is, can be stopped at any moment, and says what it
// wrote.
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { Nexus } from '../../../client/open-nexus.ts';
import { ask } from '../../app/events.ts';
import type { Scene } from '../graph/painter.ts';
import type { Answer } from '../pages.ts';
import { dialogs } from '../../app/styles.ts';
import { base } from '../style.ts';
import { toTable } from '../table.ts';
import { count, number } from '../words.ts';
import { capsulePieces, type CapsuleSummary } from './capsule.ts';
import { safeFileName } from './file-name.ts';
import { columnsOfElements, csvPieces, jsonPieces, safeJson } from './row-files.ts';
import { responsesOf, tablesOf } from './rows.ts';
import { type FileKind, openTarget } from './save.ts';

type Format = 'json' | 'csv' | 'capsule' | 'png' | 'svg';

const KINDS: Readonly<Record<Format, FileKind & { title: string; about: string }>> = {
  json: {
    ending: 'json',
    mime: 'application/json',
    description: 'JSON',
    title: 'JSON',
    about: 'All rows, as they are',
  },
  csv: {
    ending: 'csv',
    mime: 'text/csv',
    description: 'CSV',
    title: 'CSV',
    about: 'All rows, for spreadsheets; texts that look like formulas get an apostrophe',
  },
  capsule: {
    ending: 'kip',
    mime: 'text/plain',
    description: 'KIP capsule',
    title: 'Capsule',
    about: 'All elements with their definitions, for another memory',
  },
  png: {
    ending: 'png',
    mime: 'image/png',
    description: 'PNG picture',
    title: 'PNG',
    about: 'The graph as drawn, all of it',
  },
  svg: {
    ending: 'svg',
    mime: 'image/svg+xml',
    description: 'SVG picture',
    title: 'SVG',
    about: 'The graph as drawn, sharp at any size',
  },
};

export class ExportDialog extends LitElement {
  static override properties = {
    answer: { attribute: false },
    nexus: { attribute: false },
    scene: { attribute: false },
    _format: { state: true },
    _mark: { state: true },
    _state: { state: true },
    _progress: { state: true },
  };
  static override styles = [
    base,
    dialogs,
    css`
      dialog {
        width: min(30rem, calc(100vw - 2rem));
        padding: var(--s5);
      }
      h2 {
        margin: 0 0 var(--s3);
        font-size: var(--size-l);
      }
      fieldset {
        display: grid;
        gap: var(--s1);
        margin: 0 0 var(--s3);
        padding: 0;
        border: 0;
      }
      label {
        display: grid;
        grid-template-columns: auto 1fr;
        column-gap: var(--s2);
        align-items: baseline;
        padding: var(--s1) 0;
      }
      label input {
        min-height: 0;
      }
      label .about {
        grid-column: 2;
        color: var(--ink-soft);
      }
      .disabled {
        color: var(--ink-faint);
      }
      .buttons {
        display: flex;
        justify-content: end;
        gap: var(--s2);
        margin-top: var(--s3);
      }
      progress {
        width: 100%;
        accent-color: var(--accent);
      }
      .failed {
        color: var(--danger);
      }
      p {
        margin: var(--s2) 0;
      }
    `,
  ];
  declare answer: Answer | undefined;
  declare nexus: Nexus | undefined;
  /** The graph, where it is drawn. */
  declare scene: Scene | undefined;
  declare _format: Format;
  declare _mark: boolean;
  declare _state: 'choosing' | 'working' | 'done' | 'failed';
  declare _progress: string;
  #work = new AbortController();

  constructor() {
    super();
    this._format = 'json';
    this._mark = true;
    this._state = 'choosing';
    this._progress = '';
  }

  async open(): Promise<void> {
    this._state = 'choosing';
    this._progress = '';
    if ((this._format === 'png' || this._format === 'svg') && !this.scene) this._format = 'json';
    await this.updateComplete;
    this.#dialog.showModal();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#work.abort();
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!;
  }

  // -------------------------------------------------------------- exporting

  async #export(): Promise<void> {
    const { answer, nexus, _format: format } = this;
    if (!answer || !nexus) return;
    const kind = KINDS[format];
    const target = await openTarget(safeFileName(answer.run.command.slice(0, 80), kind.ending), kind);
    if (!target) return;
    const work = (this.#work = new AbortController());
    this._state = 'working';
    this._progress = 'Beginning …';
    try {
      for await (const piece of this.#pieces(answer, nexus, format, work.signal)) {
        work.signal.throwIfAborted();
        await target.write(piece);
      }
      await target.close();
      this._state = 'done';
      ask(this, 'kip-say', this._progress);
    } catch (failure) {
      await target.abort().catch(() => undefined);
      if (work.signal.aborted) {
        this._state = 'choosing';
        this._progress = 'Stopped. No file was written.';
        return;
      }
      this._state = 'failed';
      this._progress = failure instanceof Error ? failure.message : String(failure);
    }
  }

  #pieces(answer: Answer, nexus: Nexus, format: Format, signal: AbortSignal): AsyncIterable<string | Blob> {
    const onRows = (rows: number) => (this._progress = `${count(rows, 'row')} written`);
    if (format === 'png' || format === 'svg') return this.#picture(format);
    if (format === 'capsule') return this.#capsule(answer, nexus, signal);
    const isRows = answer.titles.length > 0 || Array.isArray(answer.run.response.result);
    if (format === 'json')
      return isRows ? jsonPieces(tablesOf(answer, nexus, signal), onRows) : this.#whole(answer, nexus, signal);
    const first = toTable(answer.run.response.result ?? null, answer.titles, answer.statement);
    const columns = answer.statement?.kind === 'find' ? wholeVariables(answer, columnsOfElements(first)) : [];
    return csvPieces(tablesOf(answer, nexus, signal), columns, this._mark, onRows);
  }

  /** An answer that is no list, such as the primer, as it is; its pages where it has several. */
  async *#whole(answer: Answer, nexus: Nexus, signal: AbortSignal): AsyncGenerator<string> {
    const results = [];
    for await (const { result = null } of responsesOf(answer, nexus, signal)) results.push(result);
    yield `${safeJson(results.length === 1 ? results[0]! : results, 2)}\n`;
    this._progress = 'Written.';
  }

  async *#capsule(answer: Answer, nexus: Nexus, signal: AbortSignal): AsyncGenerator<string> {
    let summary: CapsuleSummary = { concepts: 0, propositions: 0 };
    const tell = ({ done, total }: { done: number; total: number }) => {
      this._progress = `${number(done)} of ${count(total, 'element')} written`;
    };
    if (answer.statement?.kind === 'export') {
      for await (const { result } of responsesOf(answer, nexus, signal))
        yield `${(result as { capsule?: string }).capsule ?? ''}\n`;
      this._progress = 'Written.';
      return;
    }
    yield* capsulePieces(nexus, responsesOf(answer, nexus, signal), signal, tell, (end) => (summary = end));
    this._progress = `${count(summary.concepts, 'concept')} and ${count(summary.propositions, 'link')} written, with the definitions they need.`;
  }

  async *#picture(format: 'png' | 'svg'): AsyncGenerator<string | Blob> {
    const { toPng, toSvg } = await import('../graph/picture.ts');
    if (format === 'svg') {
      yield toSvg(this.scene!, 'Graph of an answer');
      this._progress = 'The picture is written.';
      return;
    }
    const { blob, scale } = await toPng(this.scene!);
    yield blob;
    this._progress =
      scale < 1
        ? `The picture is written, reduced to ${Math.round(scale * 100)} % to fit. SVG keeps full size.`
        : 'The picture is written.';
  }

  // -------------------------------------------------------------- rendering

  override render() {
    return html`<dialog aria-labelledby="title" @cancel=${this.#onCancel}>
      <h2 id="title">Export all of this answer</h2>
      ${this._state === 'working' ? this.#working() : this.#choosing()}
    </dialog>`;
  }

  #choosing(): TemplateResult {
    return html`<form @submit=${this.#onSubmit}>
      <fieldset>
        <legend class="hidden-label">Format</legend>
        ${(Object.keys(KINDS) as Format[]).map((format) => this.#choice(format))}
      </fieldset>
      ${
        this._format === 'csv'
          ? html`<label>
              <input
                type="checkbox"
                .checked=${this._mark}
                @change=${(event: Event) => (this._mark = (event.target as HTMLInputElement).checked)}
              />
              <span>Byte order mark, which Excel needs to read it as UTF-8</span>
            </label>`
          : ''
      }
      <p role="status" class=${this._state === 'failed' ? 'failed' : ''}>${this._progress}</p>
      <div class="buttons">
        <button type="button" @click=${() => this.#dialog.close()}>
          ${this._state === 'done' ? 'Close' : 'Cancel'}
        </button>
        <button type="submit" class="primary">Export</button>
      </div>
    </form>`;
  }

  #choice(format: Format): TemplateResult {
    const { title, about } = KINDS[format];
    const isPicture = format === 'png' || format === 'svg';
    const disabled = isPicture && !this.scene;
    return html`<label class=${disabled ? 'disabled' : ''}>
      <input
        type="radio"
        name="format"
        .checked=${this._format === format}
        ?disabled=${disabled}
        @change=${() => (this._format = format)}
      />
      <span>${title}</span>
      <span class="about">${disabled ? 'Once the graph is drawn' : about}</span>
    </label>`;
  }

  #working(): TemplateResult {
    return html`<progress aria-label="Export"></progress>
      <p role="status">${this._progress}</p>
      <div class="buttons"><button type="button" @click=${() => this.#work.abort()}>Stop</button></div>`;
  }

  #onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.#export();
  };

  #onCancel = (event: Event): void => {
    if (this._state !== 'working') return;
    event.preventDefault();
    this.#work.abort();
  };
}

/** Only a bare variable of FIND is sure to be a whole element on every page, and not by chance on the first. */
function wholeVariables({ statement }: Answer, found: readonly boolean[]): boolean[] {
  if (statement?.kind !== 'find') return [];
  return found.map((is, column) => {
    const projection = statement.projections[column];
    return is && projection?.kind === 'path' && projection.fields.length === 0;
  });
}

customElements.define('kip-export', ExportDialog);

declare global {
  interface HTMLElementTagNameMap {
    'kip-export': ExportDialog;
  }
}
