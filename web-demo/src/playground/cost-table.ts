/** `<cost-table>`: operations, bytes, their ratio and the measured time of each instruction. */

import type { ProgramGraph } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { costsOf, type Cost } from './model/costs.js';
import { Names } from './model/names.js';
import { roofPoint, type Machine } from './model/roofline.js';
import type { OperationTable } from './model/words.js';
import './roofline-plot.js';
import { costTexts, playTexts, shortNumber as short, valueTexts } from './text/en.js';

const mostRows = 200;
const noCost: Cost = { flops: 0, transcendentals: 0, bytes: 0 };
const workOf = ({ flops, transcendentals }: Cost): number => flops + transcendentals;

const timeText = (milliseconds: number | undefined): string => {
  if (milliseconds === undefined) return '';
  return milliseconds < 0.005
    ? '< 5 µs'
    : milliseconds < 1
      ? `${(milliseconds * 1000).toFixed(0)} µs`
      : `${milliseconds.toFixed(2)} ms`;
};

export class CostTable extends LitElement {
  static override properties = {
    graph: { attribute: false },
    computation: { attribute: false },
    operations: { attribute: false },
    times: { attribute: false },
    selected: { attribute: false },
    busy: { attribute: false },
    names: { attribute: false },
    machine: { attribute: false },
  };

  declare graph: ProgramGraph | undefined;
  declare computation: string;
  declare operations: OperationTable | undefined;
  declare times: ReadonlyMap<string, number>;
  declare selected: string | undefined;
  declare busy: boolean;
  declare names: Names;
  /** The machine of the reader, once it has been measured. */
  declare machine: Machine | undefined;

  constructor() {
    super();
    this.graph = undefined;
    this.computation = '';
    this.operations = undefined;
    this.times = new Map();
    this.selected = undefined;
    this.busy = false;
    this.names = new Names();
    this.machine = undefined;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { graph, operations, times, machine } = this;
    const computation = graph?.computations.find(({ name }) => name === this.computation);
    if (graph === undefined || computation === undefined || operations === undefined) return html``;
    const costs = costsOf(graph, (opcode) => operations[opcode]?.isElementwise ?? false);
    const rows = computation.instructions
      .map(({ name, opcode }) => {
        const [cost, own] = [costs.get(name) ?? noCost, times.get(name)];
        const point = machine === undefined ? undefined : roofPoint(name, cost, own, machine);
        return { name, cost, time: own, point, isUnknown: opcode === 'custom-call' };
      })
      .filter(({ cost }) => cost.bytes > 0);
    const total = rows.reduce(
      (sum, { cost }) => ({
        flops: sum.flops + cost.flops,
        transcendentals: sum.transcendentals + cost.transcendentals,
        bytes: sum.bytes + cost.bytes,
      }),
      noCost,
    );
    const time = [...times.values()].reduce((sum, one) => sum + one, 0);
    const byCost = rows.sort(
      (a, b) => (b.time ?? 0) - (a.time ?? 0) || workOf(b.cost) - workOf(a.cost) || b.cost.bytes - a.cost.bytes,
    );
    const ratio = (flops: number, bytes: number): string =>
      bytes === 0 ? '' : valueTexts.number(Number((flops / bytes).toPrecision(3)));
    return html`<button
        type="button"
        ?disabled=${this.busy}
        @click=${() => this.dispatchEvent(new CustomEvent('cost-measure'))}
      >
        Measure the times
      </button>
      <div class="costs" tabindex="0" role="group" aria-label="Costs">
        <table>
          <thead>
            <tr>
              <th scope="col">Instruction</th>
              <th scope="col">flops</th>
              <th scope="col">transcen&shy;dentals</th>
              <th scope="col">bytes</th>
              <th scope="col"><abbr title="operations for each byte">flops/B</abbr></th>
              <th scope="col">time</th>
              ${machine === undefined ? nothing : html`<th scope="col"><abbr title=${costTexts.roofHelp}>of roof</abbr></th>`}
            </tr>
          </thead>
          <tbody>
            ${byCost.slice(0, mostRows).map(
              ({ name, cost, time: own, point, isUnknown }) =>
                html`<tr class=${name === this.selected ? 'here' : ''}>
                  <th scope="row">
                    <button type="button" class="name" @click=${() => this.#select(name)}>
                      %${this.names.of(name)}
                    </button>
                  </th>
                  <td>${isUnknown ? '?' : short(cost.flops)}</td>
                  <td>${isUnknown ? '?' : short(cost.transcendentals)}</td>
                  <td>${short(cost.bytes)}</td>
                  <td>${ratio(cost.flops, cost.bytes)}</td>
                  <td>${timeText(own)}</td>
                  ${machine === undefined ? nothing : html`<td>${point === undefined ? '' : costTexts.percent(point.share)}</td>`}
                </tr>`,
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">all ${rows.length}</th>
              <td>${short(total.flops)}</td>
              <td>${short(total.transcendentals)}</td>
              <td>${short(total.bytes)}</td>
              <td>${ratio(total.flops, total.bytes)}</td>
              <td>${times.size === 0 ? '' : timeText(time)}</td>
              ${machine === undefined ? nothing : html`<td></td>`}
            </tr>
          </tfoot>
        </table>
      </div>
      ${
        machine === undefined
          ? nothing
          : html`<roofline-plot
                .points=${rows.flatMap(({ point }) => point ?? [])}
                .machine=${machine}
                .selected=${this.selected}
                .nameOf=${(name: string) => this.names.of(name)}
                @roof-select=${({ detail }: CustomEvent<string>) => this.#select(detail)}
              ></roofline-plot>
              <p class="quiet">${costTexts.explained(machine)}</p>`
      }
      <p class="quiet">${playTexts.costs}</p>`;
  }

  #select(name: string): void {
    this.dispatchEvent(new CustomEvent('cost-select', { detail: name }));
  }
}

customElements.define('cost-table', CostTable);
