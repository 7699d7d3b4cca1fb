/** `<rings-view>`: all-reduce around a ring, along a tree, and as XLA's operation: steps, bytes, and the same sums. */

import { init, Literal } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import '../site/code-panel.js';
import { troubleView } from './error-view.js';
import { eventsView } from './events-view.js';
import './lanes-view.js';
import { allReduceNames, allReduces, type AllReduceName } from './model/all-reduces.js';
import { trafficOf } from './model/costs.js';
import { mostDevices, record, type Recording } from './model/recording.js';
import { TabView } from './tab-view.js';
import { bytesText } from './text/en.js';

/** Blocks of so many elements. */
const blockSizes = [1, 2, 4] as const;

type Recordings = Readonly<Record<AllReduceName, Recording>>;

export class RingsView extends TabView {
  static override properties = { ...TabView.properties, recordings: { state: true } };

  declare recordings: Recordings | undefined;
  #asked = '';

  constructor() {
    super();
    this.recordings = undefined;
  }

  get #name(): AllReduceName {
    return allReduceNames.find((name) => name === this.fields.way) ?? 'ring';
  }

  get #devices(): number {
    return Math.min(mostDevices, Math.max(2, Math.round(Number(this.fields.devices ?? 4)) || 4));
  }

  get #block(): number {
    return blockSizes.find((size) => String(size) === this.fields.block) ?? 1;
  }

  protected override async run(signal: AbortSignal): Promise<void> {
    const [devices, elements] = [this.#devices, this.#devices * this.#block];
    const asked = `${devices} ${elements}`;
    // Another way of the same question has run already.
    if (asked === this.#asked && this.recordings !== undefined) return;
    await init();
    const operands = Array.from({ length: devices }, (_, device) => [
      Literal.from(
        Array.from({ length: elements }, (_, at) => device * 10 ** String(elements).length + at + 1),
        'F32',
      ),
    ]);
    const all: [AllReduceName, Recording][] = [];
    for (const name of allReduceNames) {
      const program = { source: allReduces[name].program(devices, elements), replicas: devices };
      all.push([name, await record(program, () => operands, { signal })]);
    }
    if (signal.aborted) return;
    this.#asked = asked;
    this.recordings = Object.fromEntries(all) as Recordings;
  }

  protected override render(): TemplateResult {
    const { recordings, trouble } = this;
    const name = this.#name;
    const recording = recordings?.[name];
    const devices = this.#devices;
    return html`<div class="presets chips">
        ${allReduceNames.map(
          (one) =>
            html`<button type="button" aria-pressed=${one === name} @click=${() => this.#ask({ way: one })}>
              ${allReduces[one].title}
            </button>`,
        )}
        <label class="attribute"
          ><span>elements in a block</span
          ><select
            aria-label="Elements in a block"
            @change=${(event: Event) => this.#ask({ block: (event.target as HTMLSelectElement).value })}
          >
            ${blockSizes.map((size) => html`<option value=${size} .selected=${size === this.#block}>${size}</option>`)}
          </select></label
        >
        <span class="stepper devices">
          <button
            type="button"
            aria-label="One device less"
            ?disabled=${devices <= 2}
            @click=${() => this.#ask({ devices: String(devices - 1) })}
          >
            −
          </button>
          <output aria-live="polite">${devices} devices</output>
          <button
            type="button"
            aria-label="One device more"
            ?disabled=${devices >= mostDevices}
            @click=${() => this.#ask({ devices: String(devices + 1) })}
          >
            +
          </button>
        </span>
      </div>
      <div class="panel">
        ${trouble === undefined ? nothing : troubleView(trouble)}
        <p class="idea">${allReduces[name].idea}</p>
        <replica-lanes style=${`--devices:${devices}`} .recording=${recording}></replica-lanes>
      </div>
      ${recordings === undefined || recording === undefined ? nothing : this.#below(recordings, recording)}`;
  }

  #ask(changed: Readonly<Record<string, string>>): void {
    this.change(changed, { way: 'ring', devices: '4', block: '1' });
  }

  #below(recordings: Recordings, recording: Recording): TemplateResult {
    const { devices, operands } = recording;
    const bytes = operands[0]?.[0]?.bytes().length ?? 0;
    const snippets = [{ id: 'hlo', title: 'HLO', text: allReduces[this.#name].program(devices, bytes / 4).trimEnd() }];
    return html`<div class="below">
      <section class="code-section" aria-labelledby="compare-title">
        <h2 id="compare-title">Side by side</h2>
        <div class="table" tabindex="0" role="region" aria-label="Table of the three ways">
          <table>
            <thead>
              <tr>
                <td></td>
                <th scope="col">Steps</th>
                <th scope="col">The busiest device sends</th>
                <th scope="col">All devices send</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              ${allReduceNames.map((name) => this.#row(name, recordings, bytes))}
            </tbody>
          </table>
          <p class="quiet">
            Steps and bytes are counted in the trace; the formulas have <code>n</code> = ${devices} devices with
            <code>s</code> = ${bytesText(bytes)} each.
          </p>
        </div>
      </section>
      <section class="code-section" aria-labelledby="code-title">
        <h2 id="code-title">Code</h2>
        <code-panel .snippets=${snippets}></code-panel>
        ${eventsView(recording.events)}
      </section>
    </div>`;
  }

  #row(name: AllReduceName, recordings: Recordings, bytes: number): TemplateResult {
    const recording = recordings[name];
    const { steps, sent, total } = trafficOf(recording.events);
    const cost = allReduces[name].cost(recording.devices, bytes);
    const expected = recordings['built-in'].results;
    const isSame =
      recording.results?.every((result, device) => result.toString() === expected?.[device]?.toString()) === true;
    return html`<tr class=${name === this.#name ? 'chosen' : ''}>
      <th scope="row">${allReduces[name].title}</th>
      <td>${steps} ${formula(cost.steps, cost.stepCount, steps)}</td>
      <td>${bytesText(sent)} ${formula(cost.sent, cost.sentBytes, sent)}</td>
      <td>${bytesText(total)}</td>
      <td>
        ${name === 'built-in' ? 'the sum' : isSame ? 'the same' : html`<span class="mark bad">another one</span>`}
      </td>
    </tr>`;
  }
}

/** A formula, and whether the trace agrees with it. Nothing if the formula is only that number. */
const formula = (text: string, expected: number, found: number): TemplateResult | typeof nothing =>
  text === String(found) ? nothing : html`${expected === found ? '=' : '≠'} <code>${text}</code>`;

customElements.define('rings-view', RingsView);
