/**
 * `<axis-chips>`: an array with the axes of the mesh as chips, which are dragged onto its dimensions, or moved there by
 * keys.
 */

import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { axes, placeOfAxis, withAxis, type Axis, type Sharding } from './model/sharding.js';

export class AxisChips extends LitElement {
  static override properties = {
    sharding: { attribute: false },
    tone: {},
    held: { state: true },
    over: { state: true },
  };

  declare sharding: Sharding;
  declare tone: string;
  /** The axis that the pointer drags, and the place under it. */
  declare held: Axis | undefined;
  declare over: number | undefined;
  #focus: Axis | undefined;

  constructor() {
    super();
    this.sharding = { name: '', dimensions: [] };
    this.tone = 'lhs';
    this.held = undefined;
    this.over = undefined;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { sharding } = this;
    const idle = axes.filter((axis) => placeOfAxis(sharding, axis) < 0);
    return html`<div
      class=${`axis-chips ${this.tone}`}
      role="group"
      aria-label=${`Axes of ${sharding.name}`}
      @pointermove=${this.#drag}
      @pointerup=${this.#drop}
      @pointercancel=${() => (this.held = undefined)}
    >
      ${sharding.dimensions.map(
        ({ name, axes: split }, at) =>
          html`<span class=${`slot ${this.over === at ? 'over' : ''}`} data-place=${at}>
            <span class="dimension">${name}</span>${split.map((axis) => this.#chip(axis, at))}
          </span>`,
      )}
      <span class=${`slot idle ${this.over === -1 ? 'over' : ''}`} data-place="-1">
        <span class="dimension">repeated</span>${idle.map((axis) => this.#chip(axis, -1))}
      </span>
    </div>`;
  }

  #chip(axis: Axis, at: number): TemplateResult {
    const { sharding } = this;
    const last = sharding.dimensions.length - 1;
    const name = sharding.dimensions[at]?.name;
    return html`<span
      class=${`axis-chip ${this.held === axis ? 'held' : ''}`}
      role="slider"
      tabindex="0"
      data-axis=${axis}
      aria-label=${`${axis} of ${sharding.name}`}
      aria-valuemin="0"
      aria-valuemax=${last + 1}
      aria-valuenow=${at < 0 ? last + 1 : at}
      aria-valuetext=${name === undefined ? `repeats ${sharding.name}` : `splits ${name}`}
      @keydown=${(event: KeyboardEvent) => this.#key(event, axis, at)}
      @pointerdown=${(event: PointerEvent) => this.#grab(event, axis)}
      >${axis}</span
    >`;
  }

  /** A chip that moves in the document loses the focus, and gets it back here. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('sharding') || this.#focus === undefined) return;
    this.querySelector<HTMLElement>(`[data-axis="${this.#focus}"]`)?.focus();
    this.#focus = undefined;
  }

  /** The places are the dimensions in their order, and behind them the one where the array is repeated. */
  #key(event: KeyboardEvent, axis: Axis, at: number): void {
    const count = this.sharding.dimensions.length + 1;
    const place = at < 0 ? count - 1 : at;
    const targets: Readonly<Record<string, number | undefined>> = {
      ArrowLeft: place - 1,
      ArrowDown: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place + 1,
      Home: 0,
      End: count - 1,
      Delete: count - 1,
    };
    const to = targets[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#focus = axis;
    const next = Math.min(count - 1, Math.max(0, to));
    this.#move(axis, next === count - 1 ? -1 : next);
  }

  #grab(event: PointerEvent, axis: Axis): void {
    if (event.button !== 0) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    this.held = axis;
    this.querySelector('.axis-chips')?.setPointerCapture(event.pointerId);
  }

  #drag(event: PointerEvent): void {
    if (this.held === undefined) return;
    const slots = [...this.querySelectorAll<HTMLElement>('.slot')];
    const far = slots.map((slot) => {
      const { left, right, top, bottom } = slot.getBoundingClientRect();
      const dx = Math.max(left - event.clientX, 0, event.clientX - right);
      return dx + Math.max(top - event.clientY, 0, event.clientY - bottom);
    });
    this.over = Number(slots[far.indexOf(Math.min(...far))]?.dataset.place ?? -1);
  }

  #drop(): void {
    const { held, over } = this;
    this.held = undefined;
    this.over = undefined;
    if (held !== undefined && over !== undefined) this.#move(held, over);
  }

  #move(axis: Axis, to: number): void {
    if (placeOfAxis(this.sharding, axis) === to) return;
    const detail = withAxis(this.sharding, axis, to);
    this.dispatchEvent(new CustomEvent<Sharding>('axis-moved', { detail, bubbles: true }));
  }
}

customElements.define('axis-chips', AxisChips);
