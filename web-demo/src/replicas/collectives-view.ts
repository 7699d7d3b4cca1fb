/** `<collectives-view>`: one collective on 1 to 16 devices, with everything about it edited in place. */

import type { XlaComputation } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import '../site/code-panel.js';
import { init } from 'hloom';
import { costsView } from './costs-view.js';
import { troubleView } from './error-view.js';
import { eventsView } from './events-view.js';
import './lanes-view.js';
import {
  collectives,
  firstShape,
  firstWiring,
  groupSize,
  operandsOf,
  reductions,
  wiringExamples,
  type Collective,
  type Question,
} from './model/collectives.js';
import { ringCost, trafficOf } from './model/costs.js';
import { flowsOf, type Flow } from './model/flows.js';
import { withLateDevice } from './model/late.js';
import { mostDevices, record, withExecutable, type Recording } from './model/recording.js';
import { TabView } from './tab-view.js';
import { texts } from './text/en.js';

const attributeNames = { groups: 'replica_groups', pairs: 'source_target_pairs', sizes: 'send_sizes' } as const;

interface Shown {
  readonly question: Question;
  readonly recording: Recording;
  readonly hlo: string;
  readonly stableHlo: string;
  readonly resultShape: string;
}

export class CollectivesView extends TabView {
  static override properties = {
    ...TabView.properties,
    shown: { state: true },
    flows: { state: true },
  };

  /** The last question that ran. */
  declare shown: Shown | undefined;
  declare flows: readonly Flow[] | undefined;

  constructor() {
    super();
    this.shown = undefined;
    this.flows = undefined;
  }

  get #collective(): Collective {
    const found = collectives[this.#op] ?? collectives['all-reduce'];
    if (found === undefined) throw new Error('there are no collectives');
    return found;
  }

  get #op(): string {
    const { op = '' } = this.fields;
    return op in collectives ? op : 'all-reduce';
  }

  get #question(): Question {
    const { fields } = this;
    const devices = Math.min(mostDevices, Math.max(1, Math.round(Number(fields.devices ?? 4)) || 4));
    return {
      op: this.#op,
      devices,
      shape: fields.shape ?? firstShape(this.#op, devices),
      wiring: fields.wiring ?? firstWiring(this.#collective, devices),
      reduction: reductions.find((one) => one === fields.reduction) ?? 'add',
      dimension: Number(fields.dimension ?? 0) || 0,
      values: fields.values ?? 'count',
    };
  }

  /** The device that the others wait for, if the reader has chosen one. */
  get #late(): number | undefined {
    const late = Number(this.fields.late ?? NaN);
    return Number.isInteger(late) && late >= 0 && late < this.#question.devices ? late : undefined;
  }

  protected override async run(signal: AbortSignal): Promise<void> {
    await init();
    const question = this.#question;
    const plain = this.#collective.build(question);
    const late = this.#late;
    const computation = late === undefined ? plain : withLateDevice(plain, late);
    const operands = operandsOf(question);
    const program = { source: computation, replicas: question.devices };
    const recording = await record(program, () => operands, { signal });
    if (signal.aborted) return;
    this.flows = undefined;
    // The loop of a late device is not part of the program that the reader takes along.
    this.shown = { question, recording, ...textsOf(plain) };
    if (computation !== plain) computation.dispose();
    if (recording.results === undefined) return;
    const flows = await this.#trace(question, operands, signal);
    if (!signal.aborted) this.flows = flows;
  }

  /** Which elements go where does not depend on the reduction, and only a sum lets zeros pass all others. */
  async #trace(question: Question, operands: Recording['operands'], signal: AbortSignal): Promise<Flow[] | undefined> {
    const linear = this.#collective.build({ ...question, reduction: 'add' });
    try {
      const program = { source: linear, replicas: question.devices };
      return await withExecutable(program, (executable) => flowsOf(executable, operands, signal));
    } catch {
      // Types such as PRED cannot number their elements: bytes are shown instead.
      return undefined;
    } finally {
      linear.dispose();
    }
  }

  protected override render(): TemplateResult {
    const question = this.#question;
    const { shown, trouble } = this;
    return html`${this.#bar(question)}
      <div class="panel">
        <p class="idea">${this.#collective.idea}</p>
        <div id="answer">${trouble === undefined ? nothing : troubleView(trouble)}</div>
        <div class=${trouble === undefined || shown === undefined ? '' : 'stale'}>
          ${trouble === undefined || shown === undefined ? nothing : html`<p class="quiet">${texts.stale}</p>`}
          ${shown?.recording.error === undefined ? nothing : troubleView(shown.recording.error)}
          ${
            trouble !== undefined && shown === undefined
              ? nothing
              : html`<replica-lanes
                  style=${`--devices:${question.devices}`}
                  .recording=${shown?.recording}
                  .flows=${this.flows}
                  reduction=${shown?.question.reduction ?? 'add'}
                ></replica-lanes>`
          }
        </div>
      </div>
      ${shown === undefined ? nothing : this.#below(shown)}`;
  }

  #bar(question: Question): TemplateResult {
    const collective = this.#collective;
    const { shown } = this;
    const attribute = attributeNames[collective.wiring];
    return html`<div class="bar">
        <select
          class="operation"
          aria-label="Operation"
          @change=${(event: Event) => this.#ask({ op: valueOf(event), wiring: '', shape: '', dimension: '' })}
        >
          ${Object.entries(collectives).map(
            ([op, { title }]) => html`<option value=${op} .selected=${op === this.#op}>${title}</option>`,
          )}
        </select>
        ${this.#input('shape', 'Shape of each operand', question.shape, 'shape lhs')}
        <label class="attribute"
          ><span>${attribute}=</span>${this.#input('wiring', attribute, question.wiring, 'wiring')}</label
        >
        ${
          collective.isReduction === undefined
            ? nothing
            : html`<label class="attribute"
                ><span>to_apply=</span
                ><select aria-label="to_apply" @change=${(event: Event) => this.#ask({ reduction: valueOf(event) })}>
                  ${reductions.map(
                    (name) => html`<option value=${name} .selected=${name === question.reduction}>${name}</option>`,
                  )}
                </select></label
              >`
        }
        ${
          collective.hasDimension === undefined
            ? nothing
            : html`<label class="attribute"
                ><span>dimensions=</span
                >${this.#input('dimension', 'dimension', String(question.dimension), 'digit')}</label
              >`
        }
        <span class="gives"
          >= <code class="result">${this.trouble === undefined ? (shown?.resultShape ?? '') : '?'}</code></span
        >
        <span class="stepper devices">
          <button
            type="button"
            aria-label="One device less"
            ?disabled=${question.devices <= 1}
            @click=${() => this.#resize(question.devices - 1)}
          >
            −
          </button>
          <output aria-live="polite">${question.devices} device${question.devices === 1 ? '' : 's'}</output>
          <button
            type="button"
            aria-label="One device more"
            ?disabled=${question.devices >= mostDevices}
            @click=${() => this.#resize(question.devices + 1)}
          >
            +
          </button>
        </span>
      </div>
      <div class="presets chips">
        <span>${collective.wiring === 'groups' ? 'Groups' : collective.wiring === 'pairs' ? 'Pairs' : 'Rows'}:</span>
        ${wiringExamples(collective, question.devices).map(
          ({ title, text }) =>
            html`<button
              type="button"
              aria-pressed=${text === question.wiring}
              @click=${() => this.#ask({ wiring: text })}
            >
              ${title}
            </button>`,
        )}
        <label class="attribute late" title="This device goes around an empty loop first"
          ><span>late</span
          ><select aria-label="Late device" @change=${(event: Event) => this.#ask({ late: valueOf(event) })}>
            <option value="" .selected=${this.#late === undefined}>none</option>
            ${Array.from(
              { length: question.devices },
              (_, device) => html`<option value=${device} .selected=${device === this.#late}>device ${device}</option>`,
            )}
          </select></label
        >
        <label class="attribute values"
          ><span>values</span>${this.#input('values', 'Values of the operands', question.values, 'wide')}</label
        >
      </div>`;
  }

  #input(name: string, label: string, value: string, kind: string): TemplateResult {
    return html`<input
      name=${name}
      class=${kind}
      aria-label=${label}
      spellcheck="false"
      autocomplete="off"
      aria-invalid=${this.trouble === undefined ? nothing : 'true'}
      style=${`--length:${Math.max(1, value.length)}`}
      .value=${value}
      @input=${(event: InputEvent) => this.#ask({ [name]: valueOf(event) })}
    />`;
  }

  /** Other groups and sizes fit other numbers of devices. */
  #resize(devices: number): void {
    this.#ask({ devices: String(devices), wiring: '', shape: this.fields.shape ?? '' });
  }

  #ask(changed: Readonly<Record<string, string>>): void {
    this.change(changed, { op: 'all-reduce', devices: '4', reduction: 'add', values: 'count', dimension: '0' });
  }

  #below({ question, recording, hlo, stableHlo }: Shown): TemplateResult {
    const { opcode, page, wiring } = collectives[question.op] ?? this.#collective;
    const group = wiring === 'groups' ? groupSize(question) : 1;
    const bytes = recording.operands[0]?.[0]?.bytes().length ?? 0;
    const ringOpcode = question.op === 'async-start' ? 'reduce-scatter' : opcode;
    const snippets = [
      { id: 'hlo', title: 'HLO', text: hlo },
      ...(stableHlo === '' ? [] : [{ id: 'stablehlo', title: 'StableHLO', text: stableHlo }]),
    ];
    return html`<div class="below">
      <section aria-labelledby="costs-title">
        <h2 id="costs-title">Bytes and steps</h2>
        ${costsView(trafficOf(recording.events), ringCost(ringOpcode, group, bytes), group, bytes)}
      </section>
      <section aria-labelledby="trace-title">
        <h2 id="trace-title">What happened</h2>
        ${eventsView(recording.events)}
        <p><a href=${`../docs/operations/${page}.html`}>All about ${page}</a></p>
      </section>
      <section class="code-section" aria-labelledby="code-title">
        <h2 id="code-title">Code</h2>
        <code-panel .snippets=${snippets}></code-panel>
      </section>
    </div>`;
  }
}

const valueOf = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;

/** The program in both languages; a few operations have no form in StableHLO. */
function textsOf(computation: XlaComputation): Pick<Shown, 'hlo' | 'stableHlo' | 'resultShape'> {
  const hlo = computation.toHloText().trimEnd();
  const resultShape = computation.programShape.result.toString();
  try {
    return { hlo, resultShape, stableHlo: computation.toStableHloText().trimEnd() };
  } catch {
    return { hlo, resultShape, stableHlo: '' };
  } finally {
    computation.dispose();
  }
}

customElements.define('collectives-view', CollectivesView);
