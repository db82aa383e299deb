// The answer as a graph: what is drawn and what is not, legends that filter, buttons for what hands do on the canvas, and the same
// content as a table.
import { html, LitElement, type PropertyValues, svg } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Nexus } from '../../../client/open-nexus.ts';
import type { Json } from '../../../protocol/values.ts';
import { ask } from '../../app/events.ts';
import { elementsCommand } from '../command-text.ts';
import type { Element } from '../../../protocol/elements.ts';
import type { Answer } from '../pages.ts';
import { base, chip } from '../style.ts';
import { count, number } from '../words.ts';
import { gather, neighboursOf, type Gathered } from './gather.ts';
import { graphStyle } from './graph-style.ts';
import { graphTable } from './graph-table.ts';
import { buildModel, type GraphModel } from './model.ts';
import { corners, type Look } from './palette.ts';
import { Stage } from './stage.ts';

const CAP_FIRST = 300;
const CAP_STEP = 1000;
/** Rows of the elements behind an answer that names none itself. */
const BEHIND_MAX = 2000;

const HELP =
  'Arrow keys go from node to node, right and left bracket along the links of a node, Enter opens it, E draws its neighbours, P pins it, plus, minus and 0 zoom and fit.';

export class GraphView extends LitElement {
  static override properties = {
    answer: { attribute: false },
    result: { attribute: false },
    nexus: { attribute: false },
    more: { type: Boolean },
    _state: { state: true },
    _asTable: { state: true },
    _pins: { state: true },
    _progress: { state: true },
    _hidden: { state: true },
  };
  static override styles = [base, chip, graphStyle];
  declare answer: Answer | undefined;
  /** The page of the answer that is shown. */
  declare result: Json | undefined;
  declare nexus: Nexus | undefined;
  /** Whether the answer goes on behind this page of it. */
  declare more: boolean;
  declare _state: 'idle' | 'reading' | 'drawn' | 'nothing' | 'failed';
  declare _asTable: boolean;
  declare _pins: number;
  declare _progress: number;
  declare _hidden: ReadonlySet<string>;

  #stage: Stage | undefined;
  #model: GraphModel | undefined;
  #elements: ReadonlyMap<string, Element> = new Map();
  #gathered: Gathered | undefined;
  /** In the order they were first met, so that a type keeps its colour as the graph grows. */
  #types: string[] = [];
  #behind = false;
  #behindCut = false;
  #cap = CAP_FIRST;
  #message = '';
  #said = '';
  #reading = new AbortController();

  constructor() {
    super();
    this.more = false;
    this._state = 'idle';
    this._asTable = false;
    this._pins = 0;
    this._progress = 1;
    this._hidden = new Set();
  }

  /** The drawing, for pictures of it. */
  get stage(): Stage | undefined {
    return this.#stage;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#reading.abort();
    this.#stage?.end();
    this.#stage = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.#read();
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('result') || changed.has('answer')) {
      this.#cap = CAP_FIRST;
      this.#elements = new Map();
      this.#types = [];
      this._hidden = new Set();
      this.#model = undefined;
      this.#stage?.end();
      this.#stage = undefined;
      void this.#read();
    }
    this.#mount();
  }

  // -------------------------------------------------------------- reading

  async #read(): Promise<void> {
    const { nexus, result } = this;
    if (!nexus || result === undefined) return;
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    this._state = 'reading';
    this.#tell('Reading the elements of this answer …');
    try {
      const gathered = await this.#gather(nexus, result, reading.signal);
      if (reading.signal.aborted) return;
      this.#gathered = gathered;
      this.#draw(gathered.elements);
    } catch (failure) {
      if (reading.signal.aborted) return;
      this.#message = failure instanceof Error ? failure.message : String(failure);
      this._state = 'failed';
    }
  }

  async #gather(nexus: Nexus, result: Json, signal: AbortSignal): Promise<Gathered> {
    const options = { cap: this.#cap, signal, onProgress: (what: string) => this.#tell(what) };
    const gathered = await gather(nexus, result, options);
    this.#behind = false;
    if (gathered.conceptTotal > 0 || !this.answer) return gathered;
    const command = elementsCommand(this.answer.run.command, this.answer.statement, BEHIND_MAX);
    if (command === undefined) return gathered;
    const response = await nexus.executeReadonly({ command, parameters: this.answer.run.parameters }, { signal });
    if (response.error) return gathered;
    this.#behind = true;
    this.#behindCut = response.next_cursor !== undefined;
    return gather(nexus, response.result ?? null, options);
  }

  #draw(elements: ReadonlyMap<string, Element>, around?: string): void {
    this.#elements = elements;
    this.#model = buildModel(elements);
    const known = new Set(this.#types);
    for (const { type } of this.#model.types) if (!known.has(type)) this.#types.push(type);
    this._state = this.#model.nodes.length > 0 ? 'drawn' : 'nothing';
    this._progress = 0;
    this.#around = around;
    this.#toShow = true;
    this.requestUpdate();
  }

  #toShow = false;
  #around: string | undefined;

  /** Once the stage is in the page, what was read is drawn on it. */
  #mount(): void {
    const host = this.renderRoot.querySelector<HTMLElement>('.stage');
    if (!host || !this.#model) return;
    this.#stage ??= new Stage(host, {
      onInspect: (id) => ask(this, 'kip-inspect', { id }),
      onExpand: (id) => void this.#expand(id),
      onSay: (text) => this.#say(text),
      onPins: (amount) => (this._pins = amount),
      onLooks: () => this.requestUpdate(),
      onLayout: (progress, done) => (this._progress = done ? 1 : Math.floor(progress * 20) / 20),
    });
    if (!this.#toShow) return;
    this.#toShow = false;
    this.#stage.show(this.#model, this.#types, this.#around);
    this.#applyFilter();
    this.requestUpdate();
  }

  async #expand(id: string): Promise<void> {
    if (!this.nexus) return;
    this.#say('Reading neighbours …');
    try {
      const { elements, left } = await neighboursOf(this.nexus, id, this.#elements);
      const merged = new Map([...elements, ...this.#elements]);
      const added = merged.size - this.#elements.size;
      const rest = left > 0 ? ` ${number(left)} more are not drawn; expand again for the next.` : '';
      const said =
        added === 0 && left === 0
          ? 'All its neighbours are drawn already.'
          : `${count(added, 'element')} added.${rest}`;
      if (added > 0) this.#draw(merged, id);
      ask(this, 'kip-say', said);
    } catch (failure) {
      ask(this, 'kip-say', failure instanceof Error ? failure.message : String(failure));
    }
  }

  // -------------------------------------------------------------- rendering

  override render() {
    if (this._state === 'idle') return html``;
    if (this._state === 'failed') return html`<p class="note words" role="alert">${this.#message}</p>`;
    if (this._state === 'nothing') return this.#nothing();
    if (this._state === 'reading' && !this.#model)
      return html`<p class="note words" role="status">${this.#message}</p>`;
    return html`
      <div class="bar">
        <p class="amount" role="status">${this.#amounts()}</p>
        ${this.#more()}
        <span class="gap"></span>
        ${this._asTable ? '' : this.#viewButtons()}
        <button type="button" aria-pressed=${this._asTable} @click=${() => (this._asTable = !this._asTable)}>
          As a table
        </button>
      </div>
      ${this._asTable ? graphTable(this.#model!, this.#inspect) : ''}
      <div class="drawing" ?hidden=${this._asTable}>
        <div
          class="stage"
          role="application"
          aria-roledescription="graph"
          aria-label=${`Graph of ${this.#amounts()}`}
          aria-describedby="help"
          tabindex="0"
          @keydown=${this.#onKey}
          @blur=${() => this.#stage?.leave()}
        ></div>
        <p id="help" class="hidden-label">${HELP}</p>
        <p class="hidden-label" role="status">${this.#said}</p>
        ${this._progress < 1 ? html`<div class="progress" aria-hidden="true">Arranging ${Math.round(this._progress * 100)} %</div>` : ''}
        ${this.#legend()}
      </div>
    `;
  }

  #nothing() {
    return html`<p class="note words">
      There is nothing to draw: this answer holds no concepts and no links, and none could be told from the command. Ask
      for whole elements, as in <code>FIND(?x)</code>.
    </p>`;
  }

  #amounts(): string {
    const { nodes, links } = this.#model!;
    const drawn = nodes.reduce((sum, { kind }) => sum + (kind === 'concept' ? 1 : 0), 0);
    const { conceptTotal = 0, conceptCount = 0 } = this.#gathered ?? {};
    const total = conceptTotal - conceptCount + drawn;
    const concepts = total > drawn ? `Showing ${number(drawn)} of ${number(total)} concepts` : count(drawn, 'concept');
    const behind = this.#behind
      ? `, behind the answer${this.#behindCut ? `’s first ${number(BEHIND_MAX)} rows` : ''}`
      : '';
    const page = this.more && !this.#behind ? ', from this page of the answer' : '';
    const { linksUnread = 0, conceptsPartly = 0 } = this.#gathered ?? {};
    const unread = linksUnread > 0 ? `, ${count(linksUnread, 'link')} not read` : '';
    const partly = conceptsPartly > 0 ? `, not every link of ${count(conceptsPartly, 'concept')} read` : '';
    return `${concepts}, ${count(links.length, 'link')}${behind}${page}${unread}${partly}`;
  }

  #more() {
    const { conceptTotal = 0, conceptCount = 0 } = this.#gathered ?? {};
    const left = conceptTotal - conceptCount;
    if (left <= 0) return '';
    if (this._state === 'reading') return html`<span class="note" role="status">${this.#message}</span>`;
    const step = Math.min(CAP_STEP, left);
    return html`
      <button type="button" class="outlined" @click=${() => this.#showMore(step)}>Show ${number(step)} more</button>
      ${left > step ? html`<button type="button" @click=${() => this.#showMore(left)}>Show all</button>` : ''}
    `;
  }

  #showMore(step: number): void {
    this.#cap += step;
    void this.#read();
  }

  #viewButtons() {
    return html`
      ${this._pins > 0 ? html`<button type="button" @click=${() => this.#stage?.unpinAll()}>Unpin ${number(this._pins)}</button>` : ''}
      <button type="button" class="square" aria-label="Zoom out" @click=${() => this.#stage?.zoom(1 / 1.4)}>−</button>
      <button type="button" class="square" aria-label="Zoom in" @click=${() => this.#stage?.zoom(1.4)}>+</button>
      <button type="button" @click=${() => this.#stage?.fit()}>Fit</button>
    `;
  }

  #legend() {
    const { types, predicates } = this.#model!;
    return html`
      <div class="legend" role="group" aria-label="Shown types and predicates">
        ${repeat(
          types,
          ({ type }) => type,
          ({ type, count: amount }) => this.#toggle(`type ${type}`, type, amount, this.#stage?.look(type)),
        )}
        ${repeat(
          predicates,
          ({ type }) => type,
          ({ type, count: amount }) => this.#toggle(`predicate ${type}`, type, amount, undefined),
        )}
      </div>
    `;
  }

  #toggle(key: string, name: string, amount: number, look: Look | undefined) {
    const isType = key.startsWith('type ');
    return html`<button
      type="button"
      class=${isType ? 'kind' : 'kind predicate'}
      aria-pressed=${!this._hidden.has(key)}
      title=${this._hidden.has(key) ? `Show ${name}` : `Hide ${name}`}
      @click=${() => this.#switch(key)}
    >
      ${isType ? swatch(look) : html`<span class="line-swatch" aria-hidden="true"></span>`}
      <span class="label">${name}</span> <span class="count">${number(amount)}</span>
    </button>`;
  }

  #switch(key: string): void {
    const hidden = new Set(this._hidden);
    if (!hidden.delete(key)) hidden.add(key);
    this._hidden = hidden;
    this.#applyFilter();
  }

  #applyFilter(): void {
    const of = (kind: string) =>
      new Set([...this._hidden].filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length)));
    this.#stage?.filter(of('type '), of('predicate '));
  }

  #inspect = (id: string): void => ask(this, 'kip-inspect', { id });

  #onKey = (event: KeyboardEvent): void => {
    if (this.#stage?.key(event)) event.preventDefault();
  };

  #tell(message: string): void {
    this.#message = message;
    this.requestUpdate();
  }

  #say(text: string): void {
    this.#said = text;
    this.requestUpdate();
  }
}

function swatch(look: Look | undefined) {
  if (!look) return html`<svg class="swatch" viewBox="-8 -8 16 16" aria-hidden="true"></svg>`;
  const points =
    look.shape === 'circle'
      ? ''
      : corners(look.shape, 0, 0, 6)
          .map((point) => point.join(','))
          .join(' ');
  return html`<svg class="swatch" viewBox="-8 -8 16 16" aria-hidden="true">
    ${look.shape === 'circle' ? svg`<circle r="6" fill=${look.color} />` : svg`<polygon points=${points} fill=${look.color} />`}
  </svg>`;
}

customElements.define('kip-graph', GraphView);

declare global {
  interface HTMLElementTagNameMap {
    'kip-graph': GraphView;
  }
}
