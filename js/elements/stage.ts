/** `<hloom-stage>`: operands and result as blocks of cells, with a scrubber from as given to combined. */

import type { Shape } from 'hloom';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from './define.js';
import './array.js';
import type { HloomArray, PointDetail } from './array.js';
import { omission } from './model/axis.js';
import { isLeafed } from './model/geometry.js';
import type { Answer } from './model/answer.js';
import { isWord, operations } from './model/operations.js';
import { lightFor, operandCells, resultCells, type Light } from './model/picture.js';
import { sceneOf, type Scene, type SideName } from './model/scene.js';
import './scrubber.js';
import { axesLegend } from './legend.js';
import { stageStyles } from './stage-styles.js';
import { controls, palette } from './styles.js';
import { inWords, rankOf, stillText, told } from './stage-text.js';

/** The largest side of a cell, the smallest, and the smallest if there is no other way, in pixels. */
const [largest, smallest, tiny] = [44, 32, 28];
/** The width of a sign between two blocks, and of one that is a word, in pixels. */
const [signWidth, wordWidth] = [40, 64];
/** The free space at the end of a row of blocks, for the outline of the focus, in pixels. */
const outline = 5;
/** Arrays of a higher rank have no picture. */
const mostDrawn = 5;

export class HloomStage extends LitElement {
  static override properties = {
    answer: { attribute: false },
    time: { type: Number },
    plain: { type: Boolean },
    front: { state: true },
    room: { state: true },
    light: { state: true },
  };

  declare answer: Answer | undefined;
  /** The position of the scrubber, from 0 (as given) to 3 (combined). */
  declare time: number;
  /** True if there is no scrubber. */
  declare plain: boolean;
  declare front: number;
  /** The width that there is, in pixels. */
  declare room: number;
  declare light: Light | undefined;
  #scene: Scene | undefined;
  /** The arrays in words, for screen readers. */
  #words: Readonly<Record<SideName | 'result', string>> = { lhs: '', rhs: '', result: '' };
  /** The stage from which playing must start. */
  #awaited: number | undefined;
  readonly #observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) this.room = Math.floor(entry.contentRect.width);
  });

  constructor() {
    super();
    this.answer = undefined;
    this.time = 3;
    this.plain = false;
    this.front = 0;
    this.room = 0;
    this.light = undefined;
  }

  static override styles = [palette, controls, stageStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    this.#observer.disconnect();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('answer')) this.light = undefined;
    if (changed.has('answer') && this.answer !== undefined) this.#words = inWords(this.answer);
    // The width of the element is measured before the first picture, not a frame later.
    if (this.room === 0) this.room = Math.floor(this.getBoundingClientRect().width);
    if (!changed.has('answer') && !changed.has('front') && !changed.has('room')) return;
    const { answer } = this;
    const columns = this.room < 520 ? 6 : 8;
    // The scene of a higher rank would be huge, and is not shown.
    const isDrawn = answer !== undefined && rankOf(answer) <= mostDrawn;
    this.#scene = isDrawn ? sceneOf(answer.explanation, columns, this.front) : undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { answer } = this;
    const scene = this.#scene;
    if (answer !== undefined && rankOf(answer) > mostDrawn) {
      return html`<p class="none">Arrays are drawn up to rank ${mostDrawn}; this has rank ${rankOf(answer)}.</p>`;
    }
    if (answer === undefined || scene === undefined || this.room === 0) return nothing;
    const { side, stacked } = this.#cells(scene, isWord(answer.op) ? wordWidth : signWidth);
    return html`
      <div
        class=${stacked ? 'blocks stacked' : 'blocks'}
        style=${`--hloom-cell:${side}px`}
        @hloom-point=${this.#pointed}
      >
        ${this.#operand('lhs', scene, answer)}
        <div class="term">
          <span class=${isWord(answer.op) ? 'sign word' : 'sign'} aria-hidden="true"
            >${operations[answer.op].symbol}</span
          >
          ${this.#operand('rhs', scene, answer)}
        </div>
        <div class="term"><span class="sign" aria-hidden="true">=</span>${this.#result(scene, answer)}</div>
      </div>
      ${this.#leaf(scene)}
      <p class="sentence" aria-live="polite">${this.#sentence(answer)}</p>
      ${
        this.plain || scene.result === undefined
          ? nothing
          : html`<hloom-scrubber
              .time=${this.time}
              @hloom-time=${(event: CustomEvent<number>) => (this.time = event.detail)}
            ></hloom-scrubber>`
      }
    `;
  }

  /** Plays from a stage to the end, as after a thread was tied anew; at the latest when there is something to play. */
  play(from: number): void {
    this.#awaited = from;
    this.requestUpdate();
  }

  protected override updated(): void {
    const scrubber = this.renderRoot.querySelector('hloom-scrubber');
    if (this.#awaited === undefined || scrubber === null) return;
    scrubber.play(this.#awaited);
    this.#awaited = undefined;
  }

  /** As large as three blocks in a row allow; if they would be too small, the blocks are below each other. */
  #cells({ lhs, rhs, result }: Scene, sign: number): { readonly side: number; readonly stacked: boolean } {
    const widths = [lhs, rhs].map((operand) => this.#blockWidth(operand));
    const all = [...widths, result?.width ?? 0];
    const room = this.room - outline;
    const beside = Math.floor((room - signWidth - sign) / all.reduce((sum, width) => sum + width, 0.1));
    if (beside >= smallest) return { side: Math.min(largest, beside), stacked: false };
    const widest = Math.max(...all, 1);
    const below = Math.floor((room - sign) / widest);
    if (below >= smallest) return { side: Math.min(largest, below), stacked: false };
    // The signs are above the blocks, which then have all the available room.
    return { side: Math.max(tiny, Math.min(smallest, Math.floor((room - 1) / widest))), stacked: true };
  }

  /** Room for every stage, so that nothing around moves. */
  #blockWidth({ given, placed, stretched }: Scene['lhs']): number {
    return Math.max(given.width, placed?.width ?? 0, stretched?.width ?? 0);
  }

  #operand(name: SideName, scene: Scene, answer: Answer): TemplateResult {
    const operand = scene[name];
    const elements = answer.values?.[name];
    const cells = operandCells(operand, this.time, (index) => elements?.at(index) ?? '');
    const layouts = [operand.given, operand.placed, operand.stretched];
    const atStage = layouts[Math.min(2, Math.round(this.time))] ?? operand.given;
    // Repeated 0 times, an operand has no elements left.
    const isVanished = Math.round(this.time) >= 2 && atStage.axes.some(({ size }) => size === 0);
    const height = Math.max(...layouts.map((layout) => layout?.height ?? 0));
    return html`<div class=${`block ${name}`} role="group" aria-label=${name}>
      <p class="title">${name} <code>${operand.shape.toString()}</code> ${this.#stageShape(name)}</p>
      <hloom-array
        class=${name}
        data-name=${name}
        operable
        .label=${`${name}, ${operand.shape.toString()}`}
        .description=${this.#words[name]}
        .cells=${cells}
        .dots=${Number.isInteger(this.time) ? atStage.dots : []}
        .axes=${isVanished ? atStage.axes : operand.given.axes}
        .width=${this.#blockWidth(operand)}
        .height=${height}
        .lit=${this.light?.[name] ?? new Set<string>()}
      ></hloom-array>
      ${this.#operandLegend(name, operand.shape)} ${this.#omitted(operand.given.axes)}
      <p class="unseen">${this.#words[name]}</p>
    </div>`;
  }

  /** An operand that is placed has the dimensions of the result. */
  #operandLegend(name: SideName, { dimensions }: Shape): TemplateResult | typeof nothing {
    const { explanation } = this.answer ?? {};
    if (explanation?.ok && this.time >= 0.5) return axesLegend(explanation.dimensions.length, (dimension) => dimension);
    return axesLegend(
      dimensions.length,
      (own) => explanation?.dimensions.find(({ [name]: side }) => side.dimension === own)?.dimension,
    );
  }

  /** The shape of an operand at this stage, if it is not the original one. */
  #stageShape(name: SideName): TemplateResult | typeof nothing {
    const { explanation } = this.answer ?? {};
    if (!explanation?.ok || this.time < 0.5) return nothing;
    const stretched = this.time >= 1.5;
    const sizes = explanation.dimensions.map(({ size, [name]: side }) => (side.expanded && !stretched ? 1 : size));
    const own = explanation[name].dimensions;
    if (sizes.length === own.length && sizes.every((size, d) => size === own[d])) return nothing;
    return html`<small>as <code>[${sizes.join(',')}]</code></small>`;
  }

  #result(scene: Scene, answer: Answer): TemplateResult {
    const { result } = scene;
    if (result === undefined || answer.error !== undefined) {
      return html`<div class="block result" role="group" aria-label="result">
        <p class="title">result</p>
        <p class="none">No result: ${result === undefined ? 'the shapes do not fit' : 'the operation is refused'}.</p>
      </div>`;
    }
    const elements = answer.values?.result;
    const shape = answer.result;
    return html`<div class="block result" role="group" aria-label="result">
      <p class="title">result <code>${shape?.toString()}</code></p>
      <hloom-array
        class="result"
        data-name="result"
        operable
        .label=${`result, ${shape?.toString()}`}
        .description=${this.#words.result}
        .cells=${resultCells(result, this.time, (index) => elements?.at(index) ?? '')}
        .dots=${result.dots}
        .axes=${result.axes}
        .width=${result.width}
        .height=${result.height}
        .lit=${this.light?.result ?? new Set<string>()}
      ></hloom-array>
      ${axesLegend(result.axes.length, (dimension) => dimension)} ${this.#omitted(result.axes)}
      <p class="unseen">${this.#words.result}</p>
    </div>`;
  }

  #omitted(axes: HloomArray['axes']): TemplateResult | typeof nothing {
    const text = omission(axes);
    return text === '' ? nothing : html`<p class="omitted">… ${text}</p>`;
  }

  /** The slider that chooses the slice in front. */
  #leaf({ result, lhs, rhs }: Scene): TemplateResult | typeof nothing {
    const leafed = [result, lhs.given, rhs.given].find((layout) => layout && isLeafed(layout.axes.length));
    const axis = leafed?.axes[0];
    if (axis === undefined || axis.shown.length < 2) return nothing;
    const at = this.front % axis.shown.length;
    return html`<label class="leaf"
      >In front: <code>${axis.shown[at]}</code> of dimension 0
      <input
        type="range"
        min="0"
        max=${axis.shown.length - 1}
        .value=${String(at)}
        aria-valuetext=${`index ${axis.shown[at]} of dimension 0 is in front`}
        @input=${(event: InputEvent) => (this.front = Number((event.currentTarget as HTMLInputElement).value))}
    /></label>`;
  }

  #pointed(event: CustomEvent<PointDetail>): void {
    const { index, byKeyboard } = event.detail;
    const source = event.composedPath().find((target) => (target as Element).localName === 'hloom-array');
    const name = (source as HloomArray | undefined)?.dataset.name as SideName | 'result' | undefined;
    const scene = this.#scene;
    if (name === undefined || scene === undefined) return;
    this.light = index === undefined ? undefined : lightFor(scene, name, index);
    const { result } = scene;
    // An element reached by keys is brought to the front.
    if (byKeyboard && name === 'result' && index !== undefined && result && isLeafed(result.axes.length)) {
      this.front = Math.max(0, result.axes[0]?.shown.indexOf(index[0] ?? 0) ?? 0);
    }
  }

  #sentence(answer: Answer): TemplateResult {
    const { light } = this;
    return light === undefined ? html`<span class="hint">${stillText(answer)}</span>` : told(answer, light);
  }
}

define('hloom-stage', HloomStage);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-stage': HloomStage;
  }
}
