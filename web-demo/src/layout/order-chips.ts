/**
 * `<order-chips>`: dimension numbers in an order, each to be dragged or moved with the arrow keys.
 */

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { threadSwatch } from '../../../js/elements/legend.js';
import { palette } from '../../../js/elements/styles.js';
import { reordered } from './model/orders.js';
import { chipText } from './text/en.js';

export class OrderChips extends LitElement {
  static override properties = {
    order: { attribute: false },
    sizes: { attribute: false },
    describe: { attribute: false },
    label: {},
    ends: { attribute: false },
    held: { state: true },
  };

  declare order: readonly number[];
  /** The size of each dimension, by its number. */
  declare sizes: readonly number[];
  /** Describes the meaning of a position in the order. */
  declare describe: (at: number, count: number) => string;
  declare label: string;
  /** The texts at the two ends. */
  declare ends: readonly [first: string, last: string] | undefined;
  /** The dimension that is being dragged. */
  declare held: number | undefined;
  /** The middles of the chips when a drag began. */
  #middles: readonly { readonly x: number; readonly y: number }[] = [];
  #focus: number | undefined;

  constructor() {
    super();
    this.order = [];
    this.sizes = [];
    this.describe = String;
    this.label = '';
    this.ends = undefined;
    this.held = undefined;
  }

  static override styles = [
    palette,
    css`
      :host {
        display: block;
      }

      .chips {
        display: flex;
        flex-wrap: wrap;
        gap: 0.375rem;
      }

      .chip {
        display: grid;
        grid-template-columns: auto auto;
        gap: 0 0.375rem;
        align-items: center;
        justify-content: center;
        width: 3.75rem;
        min-height: 2.25rem;
        padding: 0 0.25rem;
        border: 1px solid var(--hloom-quiet);
        border-radius: 0.25rem;
        background: var(--hloom-card);
        font: 700 1rem/1 var(--hloom-mono);
        cursor: grab;
        touch-action: none;
        user-select: none;
      }

      .chip:hover {
        border-color: var(--hloom-ink);
      }

      .chip.held {
        border-color: var(--hloom-ink);
        box-shadow: 0 2px 0 var(--hloom-ink);
        cursor: grabbing;
      }

      .ends {
        display: flex;
        justify-content: space-between;
        gap: 1rem;
        max-width: 100%;
        width: calc(var(--count) * 4.125rem - 0.375rem);
        color: var(--hloom-quiet);
        font-size: 0.75rem;
      }

      .none {
        display: grid;
        align-items: center;
        min-height: 2.25rem;
        color: var(--hloom-quiet);
        font-size: 0.875rem;
      }

      @media (pointer: coarse) {
        .chip {
          min-height: 2.75rem;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const { order, ends } = this;
    if (order.length === 0) return html`<span class="none">no dimensions</span>`;
    return html`<div
        class="chips"
        role="group"
        aria-label=${this.label}
        @pointermove=${this.#drag}
        @pointerup=${() => (this.held = undefined)}
        @pointercancel=${() => (this.held = undefined)}
      >
        ${repeat(
          order,
          (dimension) => dimension,
          (dimension, at) => this.#chip(dimension, at),
        )}
      </div>
      ${
        ends === undefined || order.length < 2
          ? nothing
          : html`<div class="ends" style=${`--count:${order.length}`} aria-hidden="true">
              <span>${ends[0]}</span><span>${ends[1]}</span>
            </div>`
      }`;
  }

  #chip(dimension: number, at: number): TemplateResult {
    const count = this.order.length;
    return html`<span
      class=${dimension === this.held ? 'chip held' : 'chip'}
      role="slider"
      tabindex="0"
      data-dimension=${dimension}
      aria-label=${chipText(dimension, this.sizes[dimension])}
      aria-orientation="horizontal"
      aria-valuemin="0"
      aria-valuemax=${count - 1}
      aria-valuenow=${at}
      aria-valuetext=${this.describe(at, count)}
      @keydown=${(event: KeyboardEvent) => this.#key(event, dimension, at)}
      @pointerdown=${(event: PointerEvent) => this.#grab(event, dimension)}
      >${dimension}${threadSwatch(dimension)}</span
    >`;
  }

  /** A chip that moves in the document loses the focus, and gets it back here. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('order') || this.#focus === undefined) return;
    this.renderRoot.querySelector<HTMLElement>(`[data-dimension="${this.#focus}"]`)?.focus();
    this.#focus = undefined;
  }

  #key(event: KeyboardEvent, dimension: number, at: number): void {
    const last = this.order.length - 1;
    const targets: Readonly<Record<string, number | undefined>> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
    };
    const to = targets[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#focus = dimension;
    this.#move(at, Math.min(last, Math.max(0, to)));
  }

  #grab(event: PointerEvent, dimension: number): void {
    if (event.button !== 0) return;
    const chips = [...this.renderRoot.querySelectorAll('.chip')];
    this.#middles = chips.map((chip) => {
      const { x, y, width, height } = chip.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    this.held = dimension;
    // The group keeps what follows, because the chip itself is moved in the document.
    this.renderRoot.querySelector('.chips')?.setPointerCapture(event.pointerId);
  }

  /** The chip takes the position that is nearest to the pointer. */
  #drag(event: PointerEvent): void {
    const { held } = this;
    if (held === undefined) return;
    const far = this.#middles.map(({ x, y }) => Math.hypot(event.clientX - x, event.clientY - y));
    this.#move(this.order.indexOf(held), far.indexOf(Math.min(...far)));
  }

  #move(from: number, to: number): void {
    if (from === to) return;
    const detail = reordered(this.order, from, to);
    this.dispatchEvent(new CustomEvent<readonly number[]>('layout-order', { detail, bubbles: true, composed: true }));
  }
}

customElements.define('order-chips', OrderChips);

declare global {
  interface HTMLElementTagNameMap {
    'order-chips': OrderChips;
  }
}
