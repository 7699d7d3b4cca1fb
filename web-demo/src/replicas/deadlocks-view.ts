/** `<deadlocks-view>`: programs that never end, who waits for whom in each, and the reader's own way to mend it. */

import '../../styles/replica-waits.css';
import { init, type HloomError } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import { troubleView } from './error-view.js';
import { eventsView } from './events-view.js';
import './lanes-view.js';
import { deadlocks, gridOf, operandsOf, solutionOf, type Deadlock } from './model/deadlocks.js';
import { record, type Recording } from './model/recording.js';
import { waitsOf } from './model/waits.js';
import { TabView } from './tab-view.js';
import { texts } from './text/en.js';
import { waitsGraph } from './waits-graph.js';

/** The pause after the last key before the program runs, in milliseconds. */
const typingPause = 350;

export class DeadlocksView extends TabView {
  static override properties = {
    ...TabView.properties,
    recording: { state: true },
    mended: { state: true },
    helped: { state: true },
  };

  declare recording: Recording | undefined;
  /** True if the program ends with the results of the solution; `undefined` if it does not end. */
  declare mended: boolean | undefined;
  /** The number of times that the reader has asked for help: a hint, then the solution. */
  declare helped: number;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.recording = undefined;
    this.mended = undefined;
    this.helped = 0;
  }

  override disconnectedCallback(): void {
    clearTimeout(this.#typing);
    super.disconnectedCallback();
  }

  get #id(): string {
    const { case: asked = '' } = this.fields;
    return asked in deadlocks ? asked : 'send';
  }

  get #deadlock(): Deadlock {
    const found = deadlocks[this.#id];
    if (found === undefined) throw new Error('there are no deadlocks');
    return found;
  }

  get #program(): string {
    return this.fields.program ?? this.#deadlock.program;
  }

  protected override async run(signal: AbortSignal): Promise<void> {
    await init();
    const deadlock = this.#deadlock;
    const operands = operandsOf(deadlock);
    const grid = gridOf(deadlock);
    const recording = await record({ source: this.#program, ...grid }, () => operands, { signal });
    const { results } = recording;
    let mended: boolean | undefined;
    if (results !== undefined) {
      const solved = await record({ source: solutionOf(deadlock), ...grid }, () => operands, { signal });
      mended = results.every((result, device) => solved.results?.[device]?.toString() === result.toString());
    }
    if (signal.aborted) return;
    this.recording = recording;
    this.mended = mended;
  }

  protected override render(): TemplateResult {
    const { recording, trouble } = this;
    const deadlock = this.#deadlock;
    return html`<nav class="presets chips" aria-label="Deadlocks">
        ${Object.entries(deadlocks).map(
          ([id, { title }]) =>
            html`<button type="button" aria-pressed=${id === this.#id} @click=${() => this.#choose(id)}>
              ${title}
            </button>`,
        )}
      </nav>
      <div class="panel workspace">
        <div class="program">
          <p class="goal"><strong>Mend it.</strong> ${deadlock.goal}</p>
          <textarea
            aria-label="Program in HLO"
            spellcheck="false"
            autocapitalize="off"
            aria-invalid=${trouble === undefined ? nothing : 'true'}
            .value=${this.#program}
            @input=${(event: InputEvent) => this.#type((event.target as HTMLTextAreaElement).value)}
          ></textarea>
          ${this.#help(deadlock)}
        </div>
        <div class="outcome">
          ${trouble === undefined ? nothing : troubleView(trouble)}
          <div class=${trouble === undefined || recording === undefined ? '' : 'stale'}>
            ${trouble === undefined || recording === undefined ? nothing : html`<p class="quiet">${texts.stale}</p>`}
            <replica-lanes style=${`--devices:${deadlock.devices}`} .recording=${recording}></replica-lanes>
            ${this.#verdict(recording)}
          </div>
          ${recording === undefined ? nothing : eventsView(recording.events)}
        </div>
      </div>`;
  }

  #verdict(recording: Recording | undefined): TemplateResult | typeof nothing {
    if (recording === undefined || this.trouble !== undefined) return nothing;
    const { error, devices } = recording;
    if (error !== undefined) {
      return html`<div class="stuck-error">${this.#graph(error, devices)} ${troubleView(error)}</div>`;
    }
    if (this.mended === true) {
      return html`<p class="mended" role="status">
        <strong>Correct.</strong> All devices end, with the right results.
      </p>`;
    }
    return html`<p class="mended not" role="status">
      <strong>Not quite.</strong> All devices end, but with other results. ${this.#deadlock.goal}
    </p>`;
  }

  #graph(error: HloomError, devices: number): ReturnType<typeof waitsGraph> | typeof nothing {
    const waits = waitsOf(error);
    return waits.some(({ forDevices }) => forDevices.length > 0) ? waitsGraph(waits, devices) : nothing;
  }

  #help(deadlock: Deadlock): TemplateResult {
    const isEdited = this.#program !== deadlock.program;
    return html`<div class="row">
        <button type="button" ?disabled=${!isEdited} @click=${() => this.#edit('')}>Start again</button>
        ${
          this.helped === 0
            ? html`<button type="button" @click=${() => (this.helped = 1)}>Hint</button>`
            : html`<button type="button" @click=${() => this.#edit(solutionOf(deadlock))}>Show the solution</button>`
        }
      </div>
      <p class="hint" role="status">${this.helped === 0 ? '' : deadlock.hint}</p>`;
  }

  #choose(id: string): void {
    clearTimeout(this.#typing);
    this.helped = 0;
    this.change({ case: id, program: '' }, { case: 'send' });
  }

  #edit(program: string): void {
    clearTimeout(this.#typing);
    this.change({ program }, { case: 'send', program: this.#deadlock.program });
  }

  #type(text: string): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#edit(text), typingPause);
  }
}

customElements.define('deadlocks-view', DeadlocksView);
