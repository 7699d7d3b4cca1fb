/** `<hloom-sizes>`: the sizes of an operand's dimensions, each to be typed or moved with the arrow keys. */

import type { Shape } from 'hloom';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { define } from './define.js';
import { reshaped, resized } from './model/fixes.js';
import type { Question } from './model/question.js';
import type { SideName } from './model/scene.js';
import { withShape } from './model/wiring.js';
import { controls, palette } from './styles.js';

/** The most dimensions and the largest size that the buttons and keys lead to; a typed shape may have more. */
export const mostDimensions = 5;
const largestSize = 100_000;

export class HloomSizes extends LitElement {
  static override properties = {
    side: { attribute: false },
    shape: { attribute: false },
    other: { attribute: false },
    question: { attribute: false },
    columns: { attribute: false },
    fixed: { type: Boolean },
  };

  declare side: SideName;
  declare shape: Shape;
  declare other: Shape;
  declare question: Question;
  /** The width of a column, in pixels. */
  declare columns: number;
  declare fixed: boolean;

  constructor() {
    super();
    this.columns = 60;
    this.fixed = false;
  }

  static override styles = [
    palette,
    controls,
    css`
      :host {
        display: flex;
        align-items: center;
        min-height: 2.75rem;
      }

      .column {
        display: grid;
        flex: none;
        place-items: center;
      }

      input.size,
      span.size {
        width: calc(100% - 12px);
        min-width: min(3rem, 100% - 4px);
        padding: 0 0.125rem;
        border-color: var(--tone);
        text-align: center;
        font: 700 var(--letters, 1.125rem)/1 var(--hloom-mono);
        color: var(--tone);
      }

      .scalar {
        padding-right: 0.75rem;
        color: var(--hloom-quiet);
        font-size: 0.875rem;
      }

      button {
        min-width: 2.25rem;
        margin-left: 0.25rem;
        padding: 0;
        font-weight: 700;
      }

      @media print {
        button {
          display: none;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { shape, side } = this;
    if (!shape.isArray) return html`<code>${shape.toString()}</code>`;
    const { dimensions, rank } = shape;
    return html`${rank === 0 ? html`<span class="scalar">a scalar</span>` : nothing}
    ${dimensions.map((size, dimension) => this.#size(size, dimension))}
    ${
      this.fixed
        ? nothing
        : html`<button
              type="button"
              aria-label=${`Add a dimension to ${side}`}
              title="Add a dimension"
              ?disabled=${rank >= mostDimensions}
              @click=${() => this.#change([...dimensions, 2])}
            >
              +</button
            ><button
              type="button"
              aria-label=${`Remove the last dimension of ${side}`}
              title="Remove the last dimension"
              ?disabled=${rank === 0}
              @click=${() => this.#change(dimensions.slice(0, -1))}
            >
              −
            </button>`
    }`;
  }

  #size(size: number, dimension: number): TemplateResult {
    const dynamic = this.shape.isDynamicDimension(dimension);
    const fixed = this.fixed || dynamic;
    return html`<span class="column" style=${`width:${this.columns}px`}
      >${
        fixed
          ? html`<span class="size">${dynamic ? '≤' : ''}${size}</span>`
          : html`<input
              class="size"
              role="spinbutton"
              inputmode="numeric"
              autocomplete="off"
              aria-label=${`Size of dimension ${dimension} of ${this.side}`}
              aria-valuenow=${size}
              aria-valuemin="0"
              .value=${String(size)}
              @focus=${(event: FocusEvent) => (event.currentTarget as HTMLInputElement).select()}
              @keydown=${(event: KeyboardEvent) => this.#key(event, size, dimension)}
              @input=${(event: InputEvent) => this.#typed(event, dimension)}
              @blur=${(event: FocusEvent) => ((event.currentTarget as HTMLInputElement).value = String(size))}
            />`
      }</span
    >`;
  }

  #key(event: KeyboardEvent, size: number, dimension: number): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // A typed size may be larger; a step then does not jump back.
    const next = Math.min(Math.max(largestSize, size), Math.max(0, size + step));
    // A field with the focus lays out the page when its value is set: that costs least before anything else has changed.
    (event.currentTarget as HTMLInputElement).value = String(next);
    this.#resize(dimension, next);
  }

  /** An incomplete size, such as an empty field, waits. */
  #typed(event: InputEvent, dimension: number): void {
    const { value } = event.currentTarget as HTMLInputElement;
    if (/^\d{1,9}$/.test(value)) this.#resize(dimension, Number(value));
  }

  #resize(dimension: number, size: number): void {
    this.#tell(resized(this.shape, dimension, size));
  }

  #change(dimensions: readonly number[]): void {
    this.#tell(reshaped(this.shape, dimensions));
  }

  #tell(shape: Shape): void {
    const detail = withShape(this.question, this.side, shape, this.other);
    this.dispatchEvent(new CustomEvent<Question>('hloom-question', { detail, bubbles: true, composed: true }));
  }
}

define('hloom-sizes', HloomSizes);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-sizes': HloomSizes;
  }
}
