/**
 * `<layout-controls>`: a shape as text, and the parts of its layout to be dragged, stepped and
 * chosen.
 */

import type { PaddingValue, Shape } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  cellKinds,
  padded,
  partsOf,
  withParts,
  type CellKind,
  type LayoutParts,
  type Question,
} from './model/question.js';
import './order-chips.js';
import { cellTexts, labels, minorText, paddingTexts } from './text/en.js';

const paddingValues = Object.keys(paddingTexts) as PaddingValue[];
/** The greatest size that the buttons and keys pad to; a typed one may be greater. */
const mostPadded = 9999;

/** Only a spinbutton states its valid value. */
function showHeld(input: HTMLInputElement): void {
  const held = input.getAttribute('aria-valuenow');
  if (held !== null) input.value = held;
}

export class LayoutControls extends LitElement {
  static override properties = {
    question: { attribute: false },
    shape: { attribute: false },
    wrong: { type: Boolean },
  };

  declare question: Question;
  /** The last shape that could be shown. */
  declare shape: Shape | undefined;
  /** True if the text is refused. */
  declare wrong: boolean;

  constructor() {
    super();
    this.wrong = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { question, shape } = this;
    return html`<form
      class="fields layout-fields"
      aria-label="Layout"
      autocomplete="off"
      @submit=${(event: Event) => event.preventDefault()}
    >
      <label class="field shape"
        ><span>${labels.shape}</span>
        <input
          name="shape"
          spellcheck="false"
          autocapitalize="off"
          aria-invalid=${this.wrong ? 'true' : nothing}
          aria-describedby="layout-answer"
          .value=${question.shape}
          @input=${(event: InputEvent) => this.#tell({ shape: (event.target as HTMLInputElement).value })}
      /></label>
      ${shape === undefined ? nothing : this.#order(shape)} ${shape === undefined ? nothing : this.#padding(shape)}
      <label class="field narrow"
        ><span>${labels.cells}</span>
        <select
          name="cells"
          @change=${(event: Event) => this.#tell({ cells: (event.target as HTMLSelectElement).value as CellKind })}
        >
          ${cellKinds.map(
            (kind) => html`<option value=${kind} ?selected=${kind === question.cells}>${cellTexts[kind]}</option>`,
          )}
        </select></label
      >
      <label class="choice"
        ><input
          type="checkbox"
          name="path"
          .checked=${question.path}
          @change=${(event: Event) => this.#tell({ path: (event.target as HTMLInputElement).checked })}
        /><span>${labels.path}</span></label
      >
    </form>`;
  }

  /** Typed text stays while it is refused; a stepper shows the valid value as soon as there is one. */
  protected override updated(): void {
    if (!this.wrong) for (const input of this.querySelectorAll('input')) showHeld(input);
  }

  #order(shape: Shape): TemplateResult {
    const { minorToMajor } = partsOf(shape);
    return html`<div class="field narrow order">
      <span id="order-label">${labels.order}</span>
      <order-chips
        .label=${labels.order}
        .order=${minorToMajor}
        .sizes=${shape.dimensions}
        .describe=${minorText}
        .ends=${['fastest', 'slowest']}
        @layout-order=${(event: CustomEvent<readonly number[]>) => this.#change({ minorToMajor: event.detail })}
      ></order-chips>
    </div>`;
  }

  #padding(shape: Shape): TemplateResult | typeof nothing {
    if (shape.rank === 0) return nothing;
    const { paddedDimensions, paddingValue } = partsOf(shape);
    const rooms = paddedDimensions.length === 0 ? shape.dimensions : paddedDimensions;
    return html`<div class="field narrow padded" role="group" aria-label=${labels.padding}>
        <span aria-hidden="true">${labels.padding}</span>
        <div class="steppers">${rooms.map((room, dimension) => this.#stepper(shape, dimension, room))}</div>
      </div>
      <label class="field narrow"
        ><span>${labels.paddingValue}</span>
        <select name="padding" @change=${(event: Event) => this.#fill(shape, event)}>
          ${paddingValues.map(
            (value) => html`<option value=${value} ?selected=${value === paddingValue}>${paddingTexts[value]}</option>`,
          )}
        </select></label
      >`;
  }

  #stepper(shape: Shape, dimension: number, room: number): TemplateResult {
    const size = shape.dimensions[dimension] ?? 0;
    const set = (to: number): void => this.#change(padded(shape, dimension, to));
    const step = (event: KeyboardEvent): void => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      set(Math.min(mostPadded, Math.max(size, room + by)));
    };
    const typed = (event: InputEvent): void => {
      const { value } = event.currentTarget as HTMLInputElement;
      if (/^\d{1,9}$/.test(value)) set(Number(value));
    };
    return html`<span class="stepper">
      <button
        type="button"
        tabindex="-1"
        aria-label=${`Pad dimension ${dimension} less`}
        ?disabled=${room <= size}
        @click=${() => set(room - 1)}
      >
        −</button
      ><input
        role="spinbutton"
        inputmode="numeric"
        data-dimension=${dimension}
        aria-label=${`Dimension ${dimension} of size ${size}, padded to`}
        aria-valuenow=${room}
        aria-valuemin=${size}
        style=${`--digits:${String(room).length}`}
        .value=${String(room)}
        @keydown=${step}
        @blur=${(event: FocusEvent) => showHeld(event.currentTarget as HTMLInputElement)}
        @input=${typed}
      /><button
        type="button"
        tabindex="-1"
        aria-label=${`Pad dimension ${dimension} more`}
        ?disabled=${room >= mostPadded}
        @click=${() => set(room + 1)}
      >
        +
      </button>
    </span>`;
  }

  /** Sets another value for the padding; if there is no padding yet, adds one place in the last dimension. */
  #fill(shape: Shape, event: Event): void {
    const paddingValue = (event.target as HTMLSelectElement).value as PaddingValue;
    if (paddingValue === 'INVALID_PAD') {
      this.#change({ paddedDimensions: [], paddingValue });
      return;
    }
    const last = shape.rank - 1;
    const parts = shape.hasPadding ? partsOf(shape) : padded(shape, last, (shape.dimensions[last] ?? 0) + 1);
    this.#change({ ...parts, paddingValue });
  }

  #change(parts: Partial<LayoutParts>): void {
    const { shape } = this;
    if (shape !== undefined) this.#tell({ shape: withParts(shape, { ...partsOf(shape), ...parts }) });
  }

  #tell(detail: Partial<Question>): void {
    this.dispatchEvent(new CustomEvent<Partial<Question>>('layout-question', { detail, bubbles: true }));
  }
}

customElements.define('layout-controls', LayoutControls);

declare global {
  interface HTMLElementTagNameMap {
    'layout-controls': LayoutControls;
  }
}
