/** `<value-view>`: the value of an instruction as numbers, as a picture, as a plot, and as a histogram. */

import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import '../../../js/elements/array.js';
import type { PointDetail } from '../../../js/elements/array.js';
import { axisOf, keyOf, shownIndices, upTo, type Axis } from '../../../js/elements/model/axis.js';
import { edgesOf, isLeafed, layOut } from '../../../js/elements/model/geometry.js';
import type { Cell } from '../../../js/elements/model/picture.js';
import { cellText } from '../../../js/elements/model/values.js';
import { RoomController } from '../../../js/elements/room.js';
import { arrayText } from '../../../js/elements/text.js';
import { scaledPng } from '../site/download.js';
import { drawPicture, pictureSize, pixelAt } from './pictures.js';
import { saved } from './saved.js';
import { npyOf } from './session.js';
import { valueTexts } from './text/en.js';
import { countOf, placeOf, statisticsOf, type ArrayValue, type Statistics } from './model/value.js';

type Look = 'numbers' | 'picture' | 'plot' | 'histogram';

/** An element that the reader points at or chooses. */
export interface ElementDetail {
  readonly path: readonly number[];
  readonly index: readonly number[];
  readonly isChosen: boolean;
}

const [leastCell, mostCell, edgeRoom] = [40, 52, 44];
/** The letters of a cell at its least size, and the number of them that a value needs to be told from others. */
const [characterWidth, mostCharacters] = [8.5, 6];
const mostRows = 8;
/** The most pixels of the screen for an element of a picture. */
const mostScale = 48;
/** The height of a picture, and of the lines above it, in pixels. */
const [leastHeight, mostHeight, headHeight] = [160, 340, 150];
/** The parts of a tuple that have buttons; more are in a list. */
const mostPartButtons = 12;
/** Arrays of more dimensions are shown a part at a time. */
const mostDrawn = 5;

export class ValueView extends LitElement {
  static override properties = {
    arrays: { attribute: false },
    lit: { attribute: false },
    tone: {},
    label: {},
    leaf: { state: true },
    look: { state: true },
    origin: { state: true },
    lead: { state: true },
    front: { state: true },
    room: { state: true },
    told: { state: true },
  };

  /** The value, or the parts of a tuple; undefined while there is none. */
  declare arrays: readonly ArrayValue[] | undefined;
  /** The chosen element's index. */
  declare lit: readonly number[] | undefined;
  declare tone: 'lhs' | 'rhs' | 'result';
  declare label: string;
  /** The part of a tuple that is shown. */
  declare leaf: number;
  /** The chosen look; undefined for the one that fits the array. */
  declare look: Look | undefined;
  /** The first row and column shown. */
  declare origin: readonly [row: number, column: number];
  /** The indices of the leading dimensions, of an array with too many. */
  declare lead: readonly number[];
  declare front: number;
  declare room: number;
  declare told: string;
  #statistics: Statistics | undefined;

  constructor() {
    super();
    this.arrays = undefined;
    this.lit = undefined;
    this.tone = 'result';
    this.label = '';
    this.leaf = 0;
    this.look = undefined;
    this.origin = [0, 0];
    this.lead = [];
    this.front = 0;
    this.room = 0;
    this.addController(new RoomController(this));
    this.told = '';
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  get #array(): ArrayValue | undefined {
    return this.arrays?.[Math.min(this.leaf, this.arrays.length - 1)];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('label')) [this.leaf, this.told] = [0, ''];
    const before = changed.get('arrays')?.[0];
    const array = this.#array;
    if (changed.has('leaf') || (changed.has('arrays') && before?.shape !== array?.shape)) {
      this.origin = [0, 0];
      this.lead = [];
      this.front = 0;
      this.look = undefined;
    }
    if (changed.has('arrays') || changed.has('leaf')) {
      this.#statistics = array === undefined ? undefined : statisticsOf(array);
    }
  }

  protected override updated(): void {
    const canvas = this.querySelector<HTMLCanvasElement>('canvas.picture');
    const array = this.#array;
    if (canvas !== null && array !== undefined && this.#statistics !== undefined) {
      drawPicture(canvas, array, this.#statistics);
    }
  }

  protected override render(): TemplateResult {
    const array = this.#array;
    if (this.arrays === undefined) return html`<p class="quiet">${valueTexts.none}</p>`;
    if (array === undefined) return html`<p class="quiet">${valueTexts.empty}</p>`;
    const looks = looksOf(array);
    const look = this.look !== undefined && looks.includes(this.look) ? this.look : (looks[0] ?? 'numbers');
    return html`${this.arrays.length > 1 ? this.#parts(this.arrays) : nothing}
      <div class="value-tools">
        <div class="looks" role="group" aria-label="Show as">
          ${looks.map(
            (one) =>
              html`<button type="button" aria-pressed=${one === look} @click=${() => (this.look = one)}>
                ${valueTexts.looks[one]}
              </button>`,
          )}
        </div>
      </div>
      <div class="value-drawn">${this.#drawn(array, look)}</div>
      <p class="quiet statistics">${this.#summary(array)}</p>
      <div class="value-tools">
        <button type="button" @click=${() => this.#npy(array)}>Download .npy</button>
        ${look === 'picture' ? html`<button type="button" @click=${() => this.#png()}>Download .png</button>` : nothing}
        <button type="button" @click=${() => this.#copy(array)}>Copy for NumPy</button>
        <button type="button" title=${valueTexts.copyNpyHelp} @click=${() => this.#copyNpy(array)}>
          Copy .npy as Python
        </button>
        <span class="quiet" role="status">${this.told}</span>
      </div>`;
  }

  #parts(arrays: readonly ArrayValue[]): TemplateResult {
    if (arrays.length > mostPartButtons) {
      return html`<div class="parts">
        <select
          aria-label="Part of the tuple"
          @change=${({ target }: Event) => (this.leaf = (target as HTMLSelectElement).selectedIndex)}
        >
          ${arrays.map(({ path, shape }, number) => html`<option .selected=${number === this.leaf}>{${path.join()}} ${shape}</option>`)}
        </select>
        <span class="quiet">${valueTexts.part(this.leaf, arrays.length)}</span>
      </div>`;
    }
    return html`<div class="parts" role="group" aria-label="Parts of the tuple">
      ${arrays.map(
        ({ path, shape }, number) =>
          html`<button type="button" aria-pressed=${number === this.leaf} @click=${() => (this.leaf = number)}>
            <code>{${path.join()}} ${shape}</code>
          </button>`,
      )}
    </div>`;
  }

  #drawn(array: ArrayValue, look: Look): TemplateResult {
    if (look === 'picture') return this.#picture(array);
    if (look === 'plot') return plotView(array, this.#statistics, this.room);
    if (look === 'histogram') return histogramView(this.#statistics);
    return this.#numbers(array);
  }

  #summary(array: ArrayValue): string {
    const statistics = this.#statistics;
    if (statistics === undefined) return '';
    return valueTexts.summary(array.shape, countOf(array.dimensions), statistics, array.omitted);
  }

  #picture(array: ArrayValue): TemplateResult {
    const { width, height } = pictureSize(array);
    const scale = Math.max(
      1,
      Math.min(
        mostScale,
        Math.floor(Math.min(this.room, 720) / Math.max(1, width)),
        Math.floor(this.#height() / Math.max(1, height)),
      ),
    );
    const at = (event: PointerEvent, isChosen: boolean): void => {
      const canvas = event.currentTarget as HTMLCanvasElement;
      const box = canvas.getBoundingClientRect();
      const x = Math.floor(((event.clientX - box.left) / box.width) * width);
      const y = Math.floor(((event.clientY - box.top) / box.height) * height);
      const index = pixelAt(array, x, y);
      if (index !== undefined) this.#tell(array, index, isChosen);
    };
    return html`<canvas
      class="picture"
      role="img"
      aria-label=${valueTexts.picture(array.shape)}
      width=${width}
      height=${height}
      style=${`width:${width * scale}px`}
      @pointermove=${(event: PointerEvent) => at(event, false)}
      @click=${(event: PointerEvent) => at(event, true)}
    ></canvas>`;
  }

  /** The height that a picture may have: the pane's, without what stands above it. */
  #height(): number {
    const pane = this.closest('section')?.clientHeight ?? mostHeight;
    return Math.min(mostHeight, Math.max(leastHeight, pane - headHeight));
  }

  #numbers(array: ArrayValue): TemplateResult {
    const { dimensions } = array;
    const extra = Math.max(0, dimensions.length - mostDrawn);
    const lead = dimensions.slice(0, extra).map((size, at) => Math.min(size - 1, this.lead[at] ?? 0));
    const inner = dimensions.slice(extra);
    const longest = array.texts.slice(0, 2000).reduce((most, { length }) => Math.max(most, length), 1);
    const least = Math.max(leastCell, Math.min(longest, mostCharacters) * characterWidth + 8);
    const columns = Math.max(2, Math.min(16, Math.floor((this.room - edgeRoom) / least)));
    const axes = this.#axes(inner, columns);
    const block = layOut(axes, this.front);
    const textAt = (index: readonly number[]): string => array.texts[placeOf(dimensions, [...lead, ...index])] ?? '…';
    const side = Math.max(least, Math.min(mostCell, Math.floor((this.room - edgeRoom) / Math.max(1, block.width))));
    // The letters are as large as the cell allows.
    const fitting = Math.floor((side - 6) / Math.max(8.5, side * 0.29 * 0.61));
    const cells = shownIndices(axes).flatMap((index): Cell[] => {
      const place = block.at(index);
      if (place === undefined) return [];
      const text = textAt(index);
      const isAmiss = /nan|inf/.test(text);
      return [{ ...place, index, key: keyOf(index), text: cellText(text, fitting), opacity: 1, isAmiss }];
    });
    const edges = edgesOf(block);
    const digits = Math.max(0, ...edges.rows.map(({ index }) => String(index).length));
    const edge = `--edge-left:${digits === 0 ? 0 : 11 + 9 * digits}px;--edge-top:${edges.isBelow ? 0 : 22}px;--edge-bottom:${edges.isBelow ? 22 : 0}px`;
    const lit = this.lit?.length === dimensions.length ? new Set([keyOf(this.lit.slice(extra))]) : new Set<string>();
    const spoken = arrayText(
      array.shape,
      cells.slice(0, 64).map(({ text }) => text),
      countOf(dimensions) - Math.min(64, cells.length),
    );
    const point = ({ detail }: CustomEvent<PointDetail>): void => {
      if (detail.index !== undefined) this.#tell(array, [...lead, ...detail.index], false);
    };
    const choose = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
      const key = this.lit;
      if (key !== undefined) this.#tell(array, key, true);
    };
    return html`${this.#leads(dimensions.slice(0, extra), lead)}
      <div
        class=${`block ${this.tone}`}
        style=${`--hloom-cell:${side}px`}
        @hloom-point=${point}
        @click=${choose}
        @keydown=${choose}
      >
        <hloom-array
          class=${this.tone}
          data-name="value"
          operable
          .label=${`${this.label}, ${array.shape}`}
          .description=${spoken}
          .cells=${cells}
          .dots=${block.dots}
          .axes=${block.axes}
          .width=${block.width}
          .height=${block.height}
          .edges=${edges}
          .lit=${lit}
          style=${edge}
        ></hloom-array>
        <p class="unseen">${spoken}</p>
      </div>
      ${this.#pagers(inner, columns)}`;
  }

  /** The last two dimensions show a window that moves; those before show their corners. */
  #axes(dimensions: readonly number[], columns: number): Axis[] {
    const { length } = dimensions;
    const outer = length === 3 ? 5 : 3;
    return dimensions.map((size, dimension) => {
      const fromLast = length - dimension;
      if (fromLast > 2) return axisOf(size, outer);
      const most = fromLast === 1 ? (length > 3 ? Math.min(columns, 4) : columns) : length > 3 ? 4 : mostRows;
      if (size <= most) return { size, shown: upTo(size), omitted: 0 };
      const start = Math.min(size - most, this.origin[fromLast === 1 ? 1 : 0]);
      return { size, shown: upTo(most).map((at) => at + start), omitted: 0 };
    });
  }

  #leads(sizes: readonly number[], lead: readonly number[]): TemplateResult | typeof nothing {
    if (sizes.length === 0) return nothing;
    return html`<div class="pagers">
      ${sizes.map(
        (size, dimension) =>
          html`<label
            >dim ${dimension}
            <input
              type="number"
              min="0"
              max=${size - 1}
              .value=${String(lead[dimension] ?? 0)}
              @change=${({ target }: Event) => {
                const next = [...lead];
                next[dimension] = Math.min(size - 1, Math.max(0, Number((target as HTMLInputElement).value) || 0));
                this.lead = next;
              }}
          /></label>`,
      )}
    </div>`;
  }

  #pagers(dimensions: readonly number[], columns: number): TemplateResult | typeof nothing {
    const [rows = 1, across = 1] = dimensions.length < 2 ? [1, dimensions[0] ?? 1] : dimensions.slice(-2);
    const isDeep = dimensions.length > 3;
    const [mostDown, mostAcross] = [isDeep ? 4 : mostRows, isDeep ? Math.min(columns, 4) : columns];
    const [row, column] = this.origin;
    const pager = (name: string, at: number, size: number, most: number, move: (to: number) => void) =>
      size <= most
        ? nothing
        : html`<span class="pager" role="group" aria-label=${name}>
            <button
              type="button"
              ?disabled=${at === 0}
              aria-label=${`Earlier ${name}`}
              @click=${() => move(Math.max(0, at - most))}
            >
              ‹
            </button>
            ${name} ${Math.min(at, size - most)} to ${Math.min(size, at + most) - 1} of ${size.toLocaleString('en')}
            <button
              type="button"
              ?disabled=${at + most >= size}
              aria-label=${`Later ${name}`}
              @click=${() => move(Math.min(size - most, at + most))}
            >
              ›
            </button>
          </span>`;
    const slider =
      isLeafed(dimensions.length) && (dimensions[0] ?? 1) > 1
        ? html`<label class="pager"
            >slice in front
            <input
              type="range"
              min="0"
              max=${Math.min(5, dimensions[0] ?? 1) - 1}
              .value=${String(this.front)}
              @input=${({ target }: Event) => (this.front = Number((target as HTMLInputElement).value))}
          /></label>`
        : nothing;
    return html`<div class="pagers">
      ${pager('rows', row, rows, mostDown, (to) => (this.origin = [to, column]))}
      ${pager('columns', column, across, mostAcross, (to) => (this.origin = [row, to]))} ${slider}
    </div>`;
  }

  #tell({ path }: ArrayValue, index: readonly number[], isChosen: boolean): void {
    this.dispatchEvent(new CustomEvent<ElementDetail>('value-element', { detail: { path, index, isChosen } }));
  }

  async #npy(array: ArrayValue): Promise<void> {
    if (array.omitted > 0) {
      this.told = valueTexts.tooLarge;
      return;
    }
    try {
      this.told = saved({ name: `${this.#name}.npy`, content: await npyOf(array) });
    } catch (thrown) {
      this.told = String(thrown);
    }
  }

  /** The picture as large as it is drawn. */
  async #png(): Promise<void> {
    const canvas = this.querySelector<HTMLCanvasElement>('canvas.picture');
    if (canvas === null) return;
    const scale = Math.round(canvas.clientWidth / canvas.width);
    const content = await scaledPng(canvas, canvas.width * scale, canvas.height * scale);
    this.told = saved({ name: `${this.#name}.png`, content });
  }

  /** A clipboard takes no .npy file, but text that Python makes one of. */
  async #copyNpy(array: ArrayValue): Promise<void> {
    if (array.omitted > 0) {
      this.told = valueTexts.tooLarge;
      return;
    }
    try {
      // Safari takes a text only within the click, or as a promise.
      const text = npyOf(array).then((bytes) => new Blob([npyAsPython(bytes)], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
      this.told = valueTexts.copiedNpy;
    } catch {
      this.told = valueTexts.noClipboard;
    }
  }

  get #name(): string {
    return this.label.replace(/^%/, '') || 'value';
  }

  async #copy(array: ArrayValue): Promise<void> {
    try {
      await navigator.clipboard.writeText(numpyOf(array));
      this.told = 'Copied.';
    } catch {
      this.told = valueTexts.noClipboard;
    }
  }
}

/** The looks that an array has, the best one first. */
function looksOf({ dimensions }: ArrayValue): readonly Look[] {
  const rank = dimensions.length;
  const count = countOf(dimensions);
  const isWide = rank >= 2 && Math.min(...dimensions.slice(-2)) >= 12;
  const rest: Look[] = count > 1 ? ['histogram'] : [];
  if (rank === 1 && count > 1) return count > 24 ? ['plot', 'numbers', ...rest] : ['numbers', 'plot', ...rest];
  if ((rank === 2 || rank === 3 || rank === 4) && count > 1) {
    return isWide || (rank === 3 && dimensions[2] === 3 && count > 432)
      ? ['picture', 'numbers', ...rest]
      : ['numbers', 'picture', ...rest];
  }
  return ['numbers', ...rest];
}

/** An expression that loads the bytes of a .npy file. */
function npyAsPython(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `np.load(io.BytesIO(base64.b64decode('${btoa(binary)}')))`;
}

const numpyNames: Readonly<Record<string, string>> = {
  pred: 'bool',
  bf16: 'float32',
  c64: 'complex64',
  c128: 'complex128',
  s1: 'int8',
  s2: 'int8',
  s4: 'int8',
  u1: 'uint8',
  u2: 'uint8',
  u4: 'uint8',
};

function numpyOf({ texts, dimensions, type }: ArrayValue): string {
  const name =
    numpyNames[type] ??
    type
      .replace(/^f[48]e.*/, 'float32')
      .replace(/^f(?=\d+$)/, 'float')
      .replace(/^s(?=\d)/, 'int')
      .replace(/^u(?=\d)/, 'uint');
  const items = texts.map((text) =>
    text
      .replace('true', 'True')
      .replace('false', 'False')
      .replace(/\bnan\b/, 'np.nan')
      .replace(/\binf\b/, 'np.inf')
      .replace(/^\(([^,]*), ([^)]*)\)$/, 'complex($1, $2)'),
  );
  return `np.array([${items.join(', ')}], dtype=np.${name}).reshape(${dimensions.join(', ') || '()'})`;
}

const [plotWidth, plotHeight] = [640, 200];

/** A vector as a line. */
function plotView({ texts, shape }: ArrayValue, statistics: Statistics | undefined, room: number): TemplateResult {
  if (statistics === undefined) return html``;
  const { least, greatest } = statistics;
  const span = greatest - least || 1;
  const step = Math.max(1, Math.floor(texts.length / 2000));
  const points = texts.flatMap((text, place) => {
    const number = Number(text.startsWith('(') ? text.slice(1).split(',')[0] : text);
    if (place % step !== 0 || !Number.isFinite(number)) return [];
    const x = (place / Math.max(1, texts.length - 1)) * (plotWidth - 20) + 10;
    return [`${x.toFixed(1)},${(plotHeight - 14 - ((number - least) / span) * (plotHeight - 28)).toFixed(1)}`];
  });
  const zero = plotHeight - 14 - ((0 - least) / span) * (plotHeight - 28);
  return html`<svg
    class="plot"
    viewBox="0 0 ${plotWidth} ${plotHeight}"
    width=${Math.min(room, plotWidth * 1.4)}
    role="img"
    aria-label=${valueTexts.plot(shape, least, greatest)}
  >
    ${zero > 10 && zero < plotHeight - 10 ? svgLine(zero) : nothing}
    <polyline points=${points.join(' ')} />
  </svg>`;
}

const svgLine = (y: number): TemplateResult<2> =>
  svg`<line class="axis" x1="10" x2=${plotWidth - 10} y1=${y} y2=${y} />`;

function histogramView(statistics: Statistics | undefined): TemplateResult {
  if (statistics === undefined || statistics.histogram.length === 0)
    return html`<p class="quiet">${valueTexts.nothingFinite}</p>`;
  const { histogram, least, greatest } = statistics;
  const most = Math.max(...histogram);
  const width = plotWidth / histogram.length;
  return html`<svg
      class="plot"
      viewBox="0 0 ${plotWidth} ${plotHeight}"
      width=${plotWidth}
      role="img"
      aria-label=${valueTexts.histogram(histogram, least, greatest)}
    >
      ${histogram.map((count, bar) => {
        const height = (count / most) * (plotHeight - 10);
        return svg`<rect class="bar" x=${bar * width + 1} y=${plotHeight - height} width=${Math.max(1, width - 2)} height=${height} />`;
      })}
    </svg>
    <p class="scale"><code>${valueTexts.number(least)}</code><code>${valueTexts.number(greatest)}</code></p>`;
}

customElements.define('value-view', ValueView);
