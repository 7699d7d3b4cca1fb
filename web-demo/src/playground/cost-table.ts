/** `<cost-table>`: operations, bytes, their ratio and the measured time of each instruction. */

import type { ProgramGraph } from 'hloom';
import { html, LitElement, type TemplateResult } from 'lit';
import { costsOf, type Cost } from './model/costs.js';
import type { OperationTable } from './model/words.js';
import { playTexts, valueTexts } from './text/en.js';

const mostRows = 200;
const noCost: Cost = { flops: 0, transcendentals: 0, bytes: 0 };
const workOf = ({ flops, transcendentals }: Cost): number => flops + transcendentals;

/** 1536 is `1.54 k`. */
function short(value: number): string {
  const units = ['', ' k', ' M', ' G', ' T'];
  let unit = 0;
  let rest = value;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${Number(rest.toPrecision(3))}${units[unit] ?? ''}`;
}

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
  };

  declare graph: ProgramGraph | undefined;
  declare computation: string;
  declare operations: OperationTable | undefined;
  declare times: ReadonlyMap<string, number>;
  declare selected: string | undefined;
  declare busy: boolean;

  constructor() {
    super();
    this.graph = undefined;
    this.computation = '';
    this.operations = undefined;
    this.times = new Map();
    this.selected = undefined;
    this.busy = false;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { graph, operations, times } = this;
    const computation = graph?.computations.find(({ name }) => name === this.computation);
    if (graph === undefined || computation === undefined || operations === undefined) return html``;
    const costs = costsOf(graph, (opcode) => operations[opcode]?.isElementwise ?? false);
    const rows = computation.instructions
      .map((one) => ({ ...one, cost: costs.get(one.name) ?? noCost, time: times.get(one.name) }))
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
    return html`<p class="quiet">${playTexts.costs}</p>
      <button type="button" ?disabled=${this.busy} @click=${() => this.dispatchEvent(new CustomEvent('cost-measure'))}>
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
            </tr>
          </thead>
          <tbody>
            ${byCost.slice(0, mostRows).map(
              ({ name, cost, time: own }) =>
                html`<tr class=${name === this.selected ? 'here' : ''}>
                  <th scope="row">
                    <button
                      type="button"
                      class="name"
                      @click=${() => this.dispatchEvent(new CustomEvent('cost-select', { detail: name }))}
                    >
                      %${name}
                    </button>
                  </th>
                  <td>${short(cost.flops)}</td>
                  <td>${short(cost.transcendentals)}</td>
                  <td>${short(cost.bytes)}</td>
                  <td>${ratio(cost.flops, cost.bytes)}</td>
                  <td>${timeText(own)}</td>
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
            </tr>
          </tfoot>
        </table>
      </div>`;
  }
}

customElements.define('cost-table', CostTable);
