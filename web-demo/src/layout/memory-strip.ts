/**
 * `<memory-strip>`: memory as one line of slots, which scrolls; each has its place and a note below it, and cache lines
 * are bars under them.
 */

import { html, LitElement, nothing, svg, type PropertyValues, type SVGTemplateResult, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { dashes, patternOf, type Point } from '../../../js/elements/model/threads.js';
import { RoomController } from '../../../js/elements/room.js';
import { palette } from '../../../js/elements/styles.js';
import type { Slot } from './model/memory.js';
import type { Hop } from './model/path.js';
import { arcPath, movedTo } from './model/strip.js';
import { stripStyles } from './strip-styles.js';
import { linesOf } from './model/cache-lines.js';
import { countText } from './text/en.js';

/** A slot with the texts in it and below it. */
export type WrittenSlot = Slot & { readonly text: string; readonly note: string };

/** The detail of `layout-place`: the key of the slot under the pointer, or `undefined` after the pointer has left. */
export interface PlaceDetail {
  readonly key: string | undefined;
  readonly byKeyboard: boolean;
}

/**
 * In pixels: a slot with its two lines, the room above it for hops, and the advance of a character
 * of the small type.
 */
const [slotHeight, hopRoom, character] = [76, 36, 8.6];

/** The room for the bars of cache lines, in pixels. */
const lineRoom = 30;

/** The text under a slot: its place, or the number of omitted places. */
const placeLine = (slot: WrittenSlot): string => (slot.kind === 'gap' ? countText(slot.count) : String(slot.place));

/**
 * The slots in an order that is always the same: one that is moved in the document would jump to
 * its new place.
 */
const byKey = (slots: readonly WrittenSlot[]): { readonly slot: WrittenSlot; readonly at: number }[] =>
  slots.map((slot, at) => ({ slot, at })).sort((a, b) => (a.slot.key < b.slot.key ? -1 : 1));

export class MemoryStrip extends LitElement {
  static override properties = {
    slots: { attribute: false },
    bytes: { type: Number },
    lit: { attribute: false },
    marked: { attribute: false },
    hops: { attribute: false },
    operable: { type: Boolean },
    still: { type: Boolean, reflect: true },
    label: {},
    description: {},
    room: { state: true },
  };

  declare slots: readonly WrittenSlot[];
  /** The bytes of a place, with which cache lines are shown; 0 for none. */
  declare bytes: number;
  declare lit: ReadonlySet<string>;
  /** The keys of the slots that are drawn with a heavy line. */
  declare marked: ReadonlySet<string>;
  /** The hops to the lit place; `undefined` if there are never any, and no room for them. */
  declare hops: readonly Hop[] | undefined;
  declare operable: boolean;
  /** True if slots jump to a new place instead of traveling. */
  declare still: boolean;
  declare label: string;
  declare description: string;
  /** The width that there is, in pixels. */
  declare room: number;

  constructor() {
    super();
    this.slots = [];
    this.bytes = 0;
    this.lit = new Set();
    this.marked = new Set();
    this.hops = undefined;
    this.operable = false;
    this.still = false;
    this.label = '';
    this.description = '';
    this.room = 0;
    this.addController(new RoomController(this));
  }

  static override styles = [palette, stripStyles];

  protected override render(): TemplateResult | typeof nothing {
    const { slots, room, operable } = this;
    if (room === 0) return nothing;
    const columns = this.#columns;
    const size = `--slot:${this.#slotWidth}px;--row:${this.#rowHeight}px;--above:${this.#above}px`;
    return html`<div
      class="strip"
      style=${`${size};--columns:${columns};--lines:${this.bytes === 0 ? 0 : lineRoom}px`}
      role=${operable ? 'application' : 'img'}
      aria-label=${operable ? this.label : `${this.label}: ${this.description}`}
      aria-roledescription=${operable ? 'memory' : nothing}
      tabindex=${operable ? 0 : nothing}
      @pointerover=${this.#pointed}
      @pointerleave=${this.#left}
      @keydown=${this.#key}
      @focus=${this.#focused}
      @blur=${() => this.#tell(undefined, false)}
    >
      ${repeat(
        byKey(slots),
        ({ slot }) => slot.key,
        ({ slot, at }) => this.#slot(slot, at, columns),
      )}
      ${this.#lines()} ${this.#hopsView()}
    </div>`;
  }

  /** Below memory, a bar for each cache line that is drawn. */
  #lines(): TemplateResult[] {
    if (this.bytes === 0) return [];
    return linesOf(this.slots, this.bytes).map(
      ({ line, from, to }) =>
        html`<span class="line" data-line=${line} style=${`--x:${from};--span:${to - from + 1}`} aria-hidden="true"
          ><span>line ${countText(line)}</span></span
        >`,
    );
  }

  /** As wide as the texts below the slots require. */
  get #slotWidth(): number {
    const longest = Math.max(0, ...this.slots.map((slot) => Math.max(placeLine(slot).length, slot.note.length)));
    const widest = Math.max(0, ...this.slots.map(({ text }) => text.length)) * 9 + 6;
    return Math.ceil(Math.max(52, widest, longest * character + 6));
  }

  get #columns(): number {
    return Math.max(1, this.slots.length);
  }

  get #above(): number {
    return this.hops === undefined ? 4 : hopRoom;
  }

  get #rowHeight(): number {
    return slotHeight + this.#above;
  }

  #slot(slot: WrittenSlot, at: number, columns: number): TemplateResult {
    const { key, kind, place, text, note } = slot;
    const classes = ['slot', kind, this.lit.has(key) && 'lit', this.marked.has(key) && 'marked'];
    return html`<span
      class=${classes.filter(Boolean).join(' ')}
      style=${`--x:${at % columns};--y:${Math.floor(at / columns)};--order:${at}`}
      data-key=${key}
      data-place=${place}
      aria-hidden="true"
      ><span class="cell">${text}</span><span class="place">${placeLine(slot)}</span
      ><span class="note">${note}</span></span
    >`;
  }

  /** The middle of the upper edge of the slot of a place. */
  #top(place: number): Point | undefined {
    const at = this.slots.findIndex((slot) => slot.kind !== 'gap' && slot.place === place);
    if (at < 0) return undefined;
    const columns = this.#columns;
    return {
      x: ((at % columns) + 0.5) * this.#slotWidth,
      y: Math.floor(at / columns) * this.#rowHeight + this.#above - 1,
    };
  }

  #hopsView(): SVGTemplateResult | TemplateResult | typeof nothing {
    const { hops } = this;
    if (hops === undefined || hops.length === 0) return nothing;
    return html`<svg class="hops" aria-hidden="true">${hops.map((hop) => this.#hop(hop))}</svg>`;
  }

  #hop({ dimension, index, stride, from, to }: Hop): SVGTemplateResult | typeof nothing {
    const [start, end] = [this.#top(from), this.#top(to)];
    if (start === undefined || end === undefined) return nothing;
    const pattern = patternOf(dimension);
    const isLevel = start.y === end.y;
    const height = isLevel ? 14 : 20;
    const shifts = pattern === 'double' ? [-1.75, 1.75] : [0];
    const paths = shifts.map((by) => {
      const d = arcPath(start, end, height, pattern, by);
      return svg`<path d=${d} stroke-dasharray=${dashes[pattern]}></path>`;
    });
    // Over a row the product is on top; between rows, it is at the end of the hop.
    const [x, y] = isLevel ? [(start.x + end.x) / 2, start.y - height - 3] : [end.x, end.y - 12];
    return svg`<g class=${isLevel ? 'level' : 'across'} data-dimension=${dimension}>${paths}
      <path class="tip" d=${`M${end.x - 4} ${end.y - 6}l4 6l4 -6`}></path>
      <text x=${x} y=${y} text-anchor="middle">${index}*${stride}</text></g>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('lit') && this.matches(':focus-within')) {
      this.renderRoot.querySelector('.lit')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  /** The indices of the slots that are not gaps. */
  get #stops(): number[] {
    return this.slots.flatMap(({ kind }, at) => (kind === 'gap' ? [] : [at]));
  }

  /** The slot that is lit, by its order. */
  get #at(): number | undefined {
    const found = this.slots.findIndex(({ key }) => this.lit.has(key));
    return found < 0 ? undefined : found;
  }

  #tell(key: string | undefined, byKeyboard: boolean): void {
    const detail: PlaceDetail = { key, byKeyboard };
    this.dispatchEvent(new CustomEvent<PlaceDetail>('layout-place', { detail, bubbles: true, composed: true }));
  }

  #pointed(event: PointerEvent): void {
    const slot = event.target instanceof Element ? event.target.closest<HTMLElement>('.slot:not(.gap)') : null;
    if (slot !== null) this.#tell(slot.dataset.key, false);
  }

  /** Lifting a finger does not count as leaving. */
  #left(event: PointerEvent): void {
    if (event.pointerType !== 'touch') this.#tell(undefined, false);
  }

  #focused(event: FocusEvent): void {
    const strip = event.currentTarget;
    if (!(strip instanceof Element) || !strip.matches(':focus-visible') || this.#at !== undefined) return;
    this.#tell(this.slots[this.#stops[0] ?? 0]?.key, true);
  }

  #key(event: KeyboardEvent): void {
    if (!this.operable || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = movedTo(this.#stops, this.#columns, this.#at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    this.#tell(this.slots[next]?.key, true);
  }
}

customElements.define('memory-strip', MemoryStrip);

declare global {
  interface HTMLElementTagNameMap {
    'memory-strip': MemoryStrip;
  }
}
