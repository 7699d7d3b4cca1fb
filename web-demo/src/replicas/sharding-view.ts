/** `<sharding-view>`: a product of two arrays that are split over a mesh, and the collectives that it needs. */

import '../../styles/replica-sharding.css';
import { html, nothing, type TemplateResult } from 'lit';
import '../site/code-panel.js';
import './axis-chips.js';
import { troubleView } from './error-view.js';
import { eventsView } from './events-view.js';
import './lanes-view.js';
import { meshView } from './mesh-view.js';
import { toHash } from './model/address.js';
import { ringCost, trafficOf } from './model/costs.js';
import { pack } from './model/packed.js';
import { runProduct, type Product, type ShardedRun } from './model/sharded-product.js';
import {
  deviceCount,
  parseSharding,
  shardingText,
  shards,
  sizesFor,
  type Mesh,
  type Sharding,
  type Step,
} from './model/sharding.js';
import { TabView } from './tab-view.js';
import { bytesText, counted, texts } from './text/en.js';

const plain = (name: string, dimensions: string): Sharding => ({
  name,
  dimensions: [...dimensions].map((dimension) => ({ name: dimension, axes: [] })),
});

/** The arrays with their dimensions and colors. */
const arrays = {
  a: { plain: plain('A', 'IJ'), tone: 'lhs' },
  b: { plain: plain('B', 'JK'), tone: 'rhs' },
  c: { plain: plain('C', 'IK'), tone: 'result' },
} as const;
type ArrayId = keyof typeof arrays;
const ids = Object.keys(arrays) as ArrayId[];

const firsts = { mesh: '2x2', a: 'A[I_X, J_Y]', b: 'B[J_Y, K]', c: 'C[I_X, K]' } as const;

/** Products worth a look. */
const examples: readonly { readonly title: string; readonly fields: Readonly<Record<ArrayId, string>> }[] = [
  { title: 'sums of parts', fields: { a: firsts.a, b: firsts.b, c: firsts.c } },
  { title: 'sums, split again', fields: { a: 'A[I_X, J_Y]', b: 'B[J_Y, K]', c: 'C[I_X, K_Y]' } },
  { title: 'no communication', fields: { a: 'A[I_X, J]', b: 'B[J, K_Y]', c: 'C[I_X, K_Y]' } },
  { title: 'gather the weights', fields: { a: 'A[I_X, J]', b: 'B[J_X, K]', c: 'C[I_X, K]' } },
  { title: 'one axis twice', fields: { a: 'A[I_X, J]', b: 'B[J, K_X]', c: 'C[I_X, K]' } },
  { title: 'move an axis', fields: { a: 'A[I_X, J]', b: 'B[J, K]', c: 'C[I, K_X]' } },
];

const stepTitles: Readonly<Record<Step['kind'], string>> = {
  'all-gather': 'AllGather',
  'all-reduce': 'AllReduce',
  'reduce-scatter': 'ReduceScatter',
  'all-to-all': 'AllToAll',
  slice: 'Slice',
  multiply: 'Multiply',
};

const mostSide = 4;

export class ShardingView extends TabView {
  static override properties = { ...TabView.properties, shown: { state: true }, link: { state: true } };

  declare shown: ShardedRun | undefined;
  /** The address of the program with its arguments, to change it further. */
  declare link: string;

  constructor() {
    super();
    this.shown = undefined;
    this.link = '';
  }

  get #mesh(): Mesh {
    const [, x, y] = /^([1-4])x([1-4])$/.exec(this.fields.mesh ?? firsts.mesh) ?? [];
    return { X: Number(x ?? 2), Y: Number(y ?? 2) };
  }

  #text(id: ArrayId): string {
    return this.fields[id] ?? firsts[id];
  }

  /**
   * The question of the fields.
   *
   * @throws Error for a sharding that is none
   */
  get #product(): Product {
    const [a, b, c] = ids.map((id) => parseSharding(this.#text(id), arrays[id].plain)) as [
      Sharding,
      Sharding,
      Sharding,
    ];
    return { mesh: this.#mesh, a, b, c };
  }

  protected override async run(signal: AbortSignal): Promise<void> {
    const shown = await runProduct(this.#product, signal);
    const link = await linkTo(shown);
    if (signal.aborted) return;
    this.shown = shown;
    this.link = link;
  }

  protected override render(): TemplateResult {
    const { shown, trouble } = this;
    const product = this.#productIfValid();
    const mesh = this.#mesh;
    return html`<div class="bar sharding-bar">
        ${ids.map(
          (id, at) =>
            html`${at === 1 ? html`<span>·</span>` : at === 2 ? html`<span>→</span>` : nothing}
              <input
                class=${`sharding ${arrays[id].tone}`}
                name=${id}
                aria-label=${`Sharding of ${arrays[id].plain.name}`}
                spellcheck="false"
                autocomplete="off"
                aria-invalid=${product === undefined ? 'true' : nothing}
                style=${`--length:${this.#text(id).length}`}
                .value=${this.#text(id)}
                @input=${(event: InputEvent) => this.#ask({ [id]: (event.target as HTMLInputElement).value })}
              />`,
        )}
        <span class="mesh-steps">${(['X', 'Y'] as const).map((axis) => this.#stepper(axis, mesh))}</span>
      </div>
      <div class="presets chips">
        <span>Try:</span>
        ${examples.map(
          ({ title, fields }) =>
            html`<button
              type="button"
              aria-pressed=${ids.every((id) => fields[id] === this.#text(id))}
              @click=${() => this.#ask(fields)}
            >
              ${title}
            </button>`,
        )}
      </div>
      <div class="panel">
        ${trouble === undefined ? nothing : troubleView(trouble)}
        ${product === undefined ? nothing : this.#picture(product)}
        ${shown === undefined ? html`<div class="lanes-wait"><p class="quiet">${texts.starting}</p></div>` : this.#ran(shown)}
      </div>
      ${shown === undefined ? nothing : this.#below(shown)}`;
  }

  #productIfValid(): Product | undefined {
    try {
      return this.#product;
    } catch {
      return undefined;
    }
  }

  #picture(product: Product): TemplateResult {
    const { mesh } = product;
    const sizes = sizesFor(mesh, [product.a, product.b, product.c]);
    return html`<div class="sharding-picture">
      <div class="chips-column">
        <p class="quiet">Drag an axis onto a dimension, or move it by the arrow keys.</p>
        ${ids.map(
          (id) =>
            html`<div class="chips-row">
              <code class=${`tone ${arrays[id].tone}`}
                >${arrays[id].plain.name}[${arrays[id].plain.dimensions.map(({ name }) => sizes[name]).join(',')}]</code
              >
              <axis-chips
                .sharding=${product[id]}
                tone=${arrays[id].tone}
                @axis-moved=${(event: CustomEvent<Sharding>) => this.#ask({ [id]: shardingText(event.detail) })}
              ></axis-chips>
            </div>`,
        )}
      </div>
      ${meshView(
        mesh,
        ids.map((id) => ({ sharding: product[id], tone: arrays[id].tone })),
        sizes,
      )}
    </div>`;
  }

  #stepper(axis: 'X' | 'Y', mesh: Mesh): TemplateResult {
    const set = (size: number): void => {
      const next = { ...mesh, [axis]: size };
      this.#ask({ mesh: `${next.X}x${next.Y}` });
    };
    return html`<span class="stepper">
      <button
        type="button"
        aria-label=${`${axis} shorter`}
        ?disabled=${mesh[axis] <= 1}
        @click=${() => set(mesh[axis] - 1)}
      >
        −
      </button>
      <output aria-live="polite">${axis} = ${mesh[axis]}</output>
      <button
        type="button"
        aria-label=${`${axis} longer`}
        ?disabled=${mesh[axis] >= mostSide}
        @click=${() => set(mesh[axis] + 1)}
      >
        +
      </button>
    </span>`;
  }

  #ask(changed: Readonly<Record<string, string>>): void {
    this.change(changed, firsts);
  }

  #ran(shown: ShardedRun): TemplateResult {
    const { steps, instructions, recording, isRight, product } = shown;
    const communicates = steps.some(({ kind }) => kind !== 'multiply' && kind !== 'slice');
    return html`<div class=${this.trouble === undefined ? '' : 'stale'}>
      <h2 class="plan-title">${communicates ? 'What the product needs' : 'The product needs no communication'}</h2>
      <div class="table" tabindex="0" role="region" aria-label="Steps of the product">
        <table class="plan">
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Gives</th>
              <th scope="col">A device sends</th>
              <th scope="col">On a ring</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            ${steps.map((step, at) => this.#step(step, instructions[at], shown))}
          </tbody>
        </table>
      </div>
      <p class=${isRight ? 'mended' : 'mended not'} role="status">
        ${
          isRight
            ? `It ran on ${counted(deviceCount(product.mesh), 'device')}: ${deviceCount(product.mesh) === 1 ? 'it has the whole product A · B' : 'each has its block of A · B'}.`
            : recording.error === undefined
              ? 'The blocks on the devices are not those of A · B.'
              : troubleView(recording.error)
        }
      </p>
      <replica-lanes style=${`--devices:${deviceCount(product.mesh)}`} .recording=${recording}></replica-lanes>
    </div>`;
  }

  #step(step: Step, instruction: string | undefined, { recording, product }: ShardedRun): TemplateResult {
    const { kind, target, axes, after, reason, partial } = step;
    const events = recording.events.filter((event) => event.instruction === instruction);
    const traffic = trafficOf(events);
    const bytes = events.find((event) => event.kind === 'start')?.bytes ?? 0;
    const ring = instruction === undefined ? undefined : ringCost(kind, shards(product.mesh, axes), bytes);
    const sums = partial.length === 0 ? '' : `, parts of sums over ${partial.join(' and ')}`;
    return html`<tr>
      <th scope="row">
        ${stepTitles[kind]}${kind === 'multiply' ? '' : html` <code>${target}</code> over ${axes.join(' and ')}`}
      </th>
      <td><code>${shardingText(after)}</code>${sums}</td>
      <td>${instruction === undefined ? 'nothing' : bytesText(traffic.sent)}</td>
      <td>${ring === undefined ? '' : html`${bytesText(ring.sent)} in ${counted(ring.steps, 'step')}`}</td>
      <td>${reason}</td>
    </tr>`;
  }

  #below({ recording, hlo }: ShardedRun): TemplateResult {
    return html`<div class="below">
      <section class="code-section" aria-labelledby="code-title">
        <h2 id="code-title">The program of each device</h2>
        <code-panel .snippets=${[{ id: 'hlo', title: 'HLO', text: hlo }]}></code-panel>
        <p class="further"><a href=${this.link}>Change this program</a></p>
        ${eventsView(recording.events)}
      </section>
    </div>`;
  }
}

/** The tab for the reader's own program, with this one. */
async function linkTo({ hlo, recording: { operands, devices, parameterNames } }: ShardedRun): Promise<string> {
  const args = parameterNames.map((_, at) => `each: ${JSON.stringify(operands.map((list) => list[at]?.toArray()))}`);
  const fields = { program: await pack(hlo), args: args.join('\n'), replicas: String(devices) };
  return toHash({ tab: 'program', fields });
}

customElements.define('sharding-view', ShardingView);
