/**
 * `<layout-view>`: an array, its memory and its strides, linked: pointing at an element in one lights it in the others.
 */

import type { Shape } from 'hloom';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { PointDetail } from '../../../js/elements/array.js';
import { omission } from '../../../js/elements/model/axis.js';
import { isLeafed } from '../../../js/elements/model/geometry.js';
import { RoomController } from '../../../js/elements/room.js';
import './memory-strip.js';
import type { PlaceDetail } from './memory-strip.js';
import { axesIn, blockOf, type Block } from './model/block.js';
import { elementBytes, isPadding, Naming, slotsOf, storedShape, type Slot } from './model/memory.js';
import { hopsTo, tintsOf } from './model/path.js';
import type { CellKind } from './model/question.js';
import { blockView, columnsIn, writtenSlots } from './picture.js';
import { stridesTable } from './strides-table.js';
import {
  byteOf,
  cacheText,
  hintText,
  memoryText,
  noMemoryText,
  pointedText,
  stripCaption,
  tooDeepText,
} from './text/en.js';

/** The time that the walk through memory stays at a place, in milliseconds. */
const pace = 450;
const mostDrawn = 5;

export class LayoutView extends LitElement {
  static override properties = {
    shape: { attribute: false },
    cells: {},
    path: { attribute: false },
    show: {},
    pointed: { attribute: false },
    front: { state: true },
    room: { state: true },
    walking: { state: true },
  };

  /** The shape of an array, with its layout. */
  declare shape: Shape | undefined;
  declare cells: CellKind;
  declare path: boolean;
  /** The parts to show: everything, the array and its memory, or only the array. */
  declare show: 'all' | 'memory' | 'array';
  /** The key of the cell that is pointed at, its index in the padded array. */
  declare pointed: string | undefined;
  declare front: number;
  declare room: number;
  declare walking: boolean;
  #block: Block | undefined;
  #slots: readonly Slot[] = [];
  #naming: Naming | undefined;
  /** The element with the last pointer event. */
  #pointedAt: EventTarget | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.shape = undefined;
    this.cells = 'letters';
    this.path = true;
    this.show = 'all';
    this.pointed = undefined;
    this.front = 0;
    this.room = 0;
    this.addController(new RoomController(this));
    this.walking = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    this.#stop();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { shape } = this;
    if (!['shape', 'cells', 'front', 'room'].some((name) => changed.has(name as keyof LayoutView))) return;
    if (shape === undefined || shape.rank > mostDrawn) {
      this.#block = undefined;
      this.#slots = [];
      return;
    }
    const drawn = shape.toStatic();
    if (changed.has('shape') || changed.has('cells')) this.#naming = undefined;
    this.#naming ??= new Naming(drawn, this.cells);
    const columns = columnsIn(this.room, this.#naming);
    const axes = axesIn(storedShape(drawn).dimensions, columns);
    this.#block = blockOf(axes, columns, this.front);
    this.#slots = slotsOf(drawn, axes);
    if (changed.has('shape') && this.#slotOf(this.pointed) === undefined) this.pointed = undefined;
  }

  /** A table that is wider than the page scrolls, by keys too. */
  protected override updated(changed: PropertyValues<this>): void {
    const table = this.querySelector('.table');
    if (table === null || !(changed.has('shape') || changed.has('room'))) return;
    if (table.scrollWidth > table.clientWidth) table.setAttribute('tabindex', '0');
    else table.removeAttribute('tabindex');
  }

  protected override render(): TemplateResult | typeof nothing {
    const { shape } = this;
    if (shape === undefined || this.room === 0) return nothing;
    const [block, naming] = [this.#block, this.#naming];
    if (block === undefined || naming === undefined) {
      return html`<p class="quiet">${tooDeepText}</p>
        ${stridesTable(shape, [])}`;
    }
    return html`<div class="array-and-strides">
        <div class="array" @hloom-point=${this.#pointedCell}>
          ${blockView({
            block,
            naming,
            room: this.room,
            tone: 'lhs',
            name: 'array',
            lit: this.#lit,
            ...(this.path && { tints: tintsOf(this.#slots) }),
          })}
          ${this.#leaf(block)} ${this.#omitted(block)}
        </div>
        ${this.show === 'all' ? html`<div class="strides-side">${stridesTable(shape, block.ways)}</div>` : nothing}
        ${this.show === 'array' || this.#slots.length === 0 ? nothing : html`<p class="sentence" aria-live="polite">${this.#sentence(naming)}</p>`}
      </div>
      ${this.show === 'array' ? nothing : this.#memory(naming)}`;
  }

  get #lit(): ReadonlySet<string> {
    return new Set(this.pointed === undefined ? [] : [this.pointed]);
  }

  #slotOf(key: string | undefined): Exclude<Slot, { kind: 'gap' }> | undefined {
    const found = this.#slots.find((slot) => slot.key === key);
    return found?.kind === 'gap' ? undefined : found;
  }

  #memory(naming: Naming): TemplateResult {
    const { shape } = naming;
    if (this.#slots.length === 0) return html`<p class="quiet memory">${noMemoryText}</p>`;
    const slot = this.#slotOf(this.pointed);
    const spoken = memoryText(this.#slots, naming);
    return html`<div class="memory lhs" role="group" aria-label="Memory">
      <div class="memory-head">
        <strong class="name">memory</strong>
        ${
          this.#slots.length < 2
            ? nothing
            : html`<button type="button" class="walk" @click=${() => (this.walking ? this.#stop() : this.#walk())}>
                ${this.walking ? 'Stop' : 'Walk through it'}
              </button>`
        }
        <p class="quiet">${stripCaption}</p>
      </div>
      <memory-strip
        class="lhs"
        operable
        .label=${`memory of ${shape.toStringWithLayout()}`}
        .description=${spoken}
        .slots=${writtenSlots(this.#slots, naming, ({ place }) => String(byteOf(shape, place)))}
        .lit=${this.#lit}
        bytes=${elementBytes(shape)}
        .hops=${slot === undefined || isPadding(shape, slot.index) ? [] : hopsTo(slot.index, shape.strides)}
        @layout-place=${this.#pointedPlace}
      ></memory-strip>
      <p class="unseen">${spoken}</p>
      <p class="lines">${cacheText(shape)}</p>
    </div>`;
  }

  #sentence(naming: Naming): TemplateResult {
    const slot = this.#slotOf(this.pointed);
    if (slot === undefined) return html`<span class="hint">${hintText}</span>`;
    const { code, rest } = pointedText(naming.shape, naming, slot.index);
    return html`<code>${code}</code><span>${rest}</span>`;
  }

  /** The slider that chooses the slice in front. */
  #leaf({ axes }: Block): TemplateResult | typeof nothing {
    const [axis] = axes;
    if (axis === undefined || axes.length === 3 || !isLeafed(axes.length) || axis.shown.length < 2) return nothing;
    const at = this.front % axis.shown.length;
    return html`<label class="leaf"
      >Slice <code>${axis.shown[at]}</code> of ${axis.size} (dimension 0)
      <input
        type="range"
        min="0"
        max=${axis.shown.length - 1}
        .value=${String(at)}
        aria-valuetext=${`slice ${axis.shown[at]} of dimension 0 is in front`}
        @input=${(event: InputEvent) => (this.front = Number((event.currentTarget as HTMLInputElement).value))}
    /></label>`;
  }

  #omitted({ axes }: Block): TemplateResult | typeof nothing {
    const text = omission(axes);
    return text === '' ? nothing : html`<p class="omitted">… ${text}</p>`;
  }

  #pointedCell(event: CustomEvent<PointDetail>): void {
    if (!this.#isNews(event, event.detail.index)) return;
    this.#stop();
    this.#point(event.detail.index?.join(','), event.detail.byKeyboard);
  }

  #pointedPlace(event: CustomEvent<PlaceDetail>): void {
    if (!this.#isNews(event, event.detail.key)) return;
    this.#stop();
    this.#point(event.detail.key, true);
  }

  /** A finger that moves from memory to the array causes a late leave event of the memory, which is ignored. */
  #isNews(event: Event, pointed: unknown): boolean {
    if (pointed === undefined && this.#pointedAt !== event.target) return false;
    this.#pointedAt = event.target;
    return true;
  }

  /** A hidden slice is brought to the front, if it does not run away from the pointer. */
  #point(key: string | undefined, brings: boolean): void {
    this.pointed = key;
    const index = this.#slotOf(key)?.index;
    const [axis] = this.#block?.axes ?? [];
    if (!brings || index === undefined || axis === undefined || !isLeafed(index.length)) return;
    this.front = Math.max(0, axis.shown.indexOf(index[0] ?? 0));
  }

  /** Points at one place after the other. */
  #walk(): void {
    const keys = this.#slots.flatMap(({ kind, key }) => (kind === 'gap' ? [] : [key]));
    this.walking = true;
    const step = (at: number): void => {
      const key = keys[at];
      if (key === undefined || !this.walking) {
        this.#stop();
        return;
      }
      this.#point(key, true);
      this.#timer = setTimeout(() => step(at + 1), pace);
    };
    step(0);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.walking = false;
  }
}

customElements.define('layout-view', LayoutView);

declare global {
  interface HTMLElementTagNameMap {
    'layout-view': LayoutView;
  }
}
