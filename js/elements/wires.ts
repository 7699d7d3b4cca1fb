/** `<hloom-wires>`: the shapes as sizes on a loom, and threads that tie the operands' dimensions to the result's. */

import type { Explanation } from 'hloom';
import { html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { define } from './define.js';
import { upTo } from './model/axis.js';
import type { Question } from './model/question.js';
import type { SideName } from './model/scene.js';
import { dashes, doubleGap, patternOf, threadPath, type Point } from './model/threads.js';
import { columnsOf, tied, wiresOf, type Wire } from './model/wiring.js';
import './sizes.js';
import { controls, palette } from './styles.js';
import { handleText, handleTitle, looseText, wireText } from './text.js';
import { wiresStyles } from './wires-styles.js';

/** The height of the room for threads, in pixels. */
const room = 68;
/** The least and the usual width of a column, and the largest, for sizes of many digits. */
const [narrowest, usual, widest] = [38, 60, 120];
/** The widths of a digit, as a part of the height of the letters, and of the space around the digits. */
const [digit, around] = [0.61, 20];
/** The height of the letters of a size with enough room, and the smallest, in pixels. */
const [letters, smallLetters] = [18, 8];
/** The width of the operands' names, with little room and otherwise; and that of the buttons behind the sizes. */
const [shortNames, names, buttons] = [56, 68, 84];
/** The distance that a finger may move in a tap, in pixels. */
const still = 5;
/** Below this width there is little room. */
const little = 420;

export class HloomWires extends LitElement {
  static override properties = {
    question: { attribute: false },
    explanation: { attribute: false },
    fixed: { type: Boolean, reflect: true },
    dragged: { state: true },
    width: { state: true },
  };

  declare question: Question;
  declare explanation: Explanation | undefined;
  /** True if nothing can be changed. */
  declare fixed: boolean;
  /** A dragged thread, its position, and the position where it was grabbed; `moved` once it has left that place. */
  declare dragged:
    { readonly wire: Wire; readonly at: Point; readonly from: Point; readonly moved: boolean } | undefined;

  /** The width that there is, in pixels. */
  declare width: number;
  /** The container is observed, because the loom itself may be as wide as its contents. */
  readonly #observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) this.width = Math.floor(entry.contentRect.width);
  });

  constructor() {
    super();
    this.width = 0;
    this.fixed = false;
    this.explanation = undefined;
    this.dragged = undefined;
  }

  static override styles = [palette, controls, wiresStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    const around = this.parentElement;
    if (around === null) return;
    this.width = Math.floor(around.getBoundingClientRect().width);
    this.#observer.observe(around);
  }

  override disconnectedCallback(): void {
    this.#observer.disconnect();
    super.disconnectedCallback();
  }

  get #names(): number {
    if (this.#isStacked) return 0;
    return this.width > 0 && this.width < little ? shortNames : names;
  }

  /** True if the names are above the sizes, as with five dimensions in 320 pixels. */
  get #isStacked(): boolean {
    return this.width > 0 && shortNames + this.#columns * narrowest + buttons > this.width;
  }

  /** The width of a column: on a phone five dimensions are side by side, too. */
  get #column(): number {
    const { width } = this;
    if (width === 0) return usual;
    const wanted = Math.max(usual, Math.min(widest, this.#digits * letters * digit + around));
    const fitting = Math.floor((width - this.#names - buttons) / this.#columns);
    return Math.floor(Math.min(wanted, Math.max(narrowest, fitting)));
  }

  get #columns(): number {
    const { explanation } = this;
    return explanation === undefined ? 1 : Math.max(1, columnsOf(explanation.lhs, explanation.rhs));
  }

  /** The digits of the longest size. */
  get #digits(): number {
    const { lhs, rhs } = this.explanation ?? {};
    const sizes = [lhs, rhs].flatMap((shape) => (shape?.isArray === true ? [...shape.dimensions] : []));
    return Math.max(1, ...sizes.map((size) => String(size).length));
  }

  /** The height of the letters with which the longest size fits into its column, in pixels. */
  get #letters(): number {
    return Math.max(smallLetters, Math.min(letters, (this.#column - around) / (this.#digits * digit)));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { explanation } = this;
    if (explanation === undefined) return nothing;
    const wires = wiresOf(this.question, explanation);
    const lengths =
      `--names:${this.#names}px;--column:${this.#column}px;--threads:${room}px;` +
      `--letters:${(this.#letters / 16).toFixed(3)}rem`;
    const classes = this.#isStacked ? 'loom stacked' : 'loom';
    return html`<div class=${classes} style=${lengths} role="group" aria-label="Dimensions and how they are tied">
      ${this.#operand('lhs')} ${this.#threads('lhs', wires)}
      <span class="name result">result</span>
      <div class="sizes" role="img" aria-label=${this.#resultText()}>${this.#resultSizes(explanation)}</div>
      ${this.#threads('rhs', wires)} ${this.#operand('rhs')}
    </div>`;
  }

  #operand(side: SideName): TemplateResult {
    const { explanation, question, fixed } = this;
    return html`<span class=${`name ${side}`} id=${`name-${side}`}>${side}</span>
      <hloom-sizes
        class=${side}
        .side=${side}
        .shape=${explanation?.[side]}
        .other=${explanation?.[side === 'lhs' ? 'rhs' : 'lhs']}
        .question=${question}
        .columns=${this.#column}
        ?fixed=${fixed}
      ></hloom-sizes>`;
  }

  #resultText(): string {
    const { result } = this.explanation ?? {};
    if (result === undefined) return 'No result';
    return result.isScalar ? 'The result is a scalar' : `The sizes of the result: ${result.dimensions.join(', ')}`;
  }

  #resultSizes({ lhs, rhs, dimensions, result }: Explanation): TemplateResult[] {
    const columns = columnsOf(lhs, rhs);
    if (columns === 0) return [html`<span class="scalar">${result === undefined ? '' : 'a scalar'}</span>`];
    return upTo(columns).map((dimension) => {
      const found = dimensions[dimension];
      if (found === undefined) return html`<span class="broken">?</span>`;
      return found.verdict === 'mismatch'
        ? html`<span class="broken">✕</span>`
        : html`<span>${this.#isDynamic(dimension)}${found.size}</span>`;
    });
  }

  #isDynamic(dimension: number): string {
    const { result } = this.explanation ?? {};
    return result?.isArray && result.isDynamicDimension(dimension) ? '≤' : '';
  }

  #threads(side: SideName, all: readonly Wire[]): TemplateResult {
    const wires = all.filter((wire) => wire.side === side);
    const { explanation } = this;
    const columns = explanation === undefined ? 0 : columnsOf(explanation.lhs, explanation.rhs);
    return html`<div class=${`threads ${side}`} data-side=${side}>
      <svg width=${Math.max(1, columns) * this.#column} height=${room} aria-hidden="true">
        ${wires.map((wire) => this.#thread(wire))}
      </svg>
      ${wires.filter(({ movable }) => movable && !this.fixed).map((wire) => this.#handle(wire, columns))}
    </div>`;
  }

  /** The ends of a wire, the operand's end first. */
  #ends(wire: Wire): [Point, Point] {
    const x = (place: number): number => (place + 0.5) * this.#column;
    const [near, far] = wire.side === 'lhs' ? [0, room] : [room, 0];
    const { dragged } = this;
    const start = { x: x(wire.from), y: near };
    if (dragged?.wire.side === wire.side && dragged.wire.from === wire.from) return [start, dragged.at];
    // A loose thread hangs a little to the side, so that it does not seem to be tied.
    if (wire.to === undefined) return [start, { x: x(wire.from) + 14, y: near + (far - near) * 0.55 }];
    return [start, { x: x(wire.to), y: far }];
  }

  #thread(wire: Wire): SVGTemplateResult {
    const [from, to] = this.#ends(wire);
    const pattern = patternOf(wire.to ?? wire.from);
    const dash = wire.state === 'broken' || wire.state === 'loose' ? '4 4' : dashes[pattern];
    const pieces = wire.state === 'broken' ? [[0, 0.36] as const, [0.64, 1] as const] : [[0, 1] as const];
    const shifts = pattern === 'double' ? [-doubleGap / 2, doubleGap / 2] : [0];
    const shifted = (point: Point, by: number): Point => ({ ...point, x: point.x + by });
    const paths = pieces.flatMap(([start, end]) =>
      shifts.map((by) => {
        const d = threadPath(shifted(from, by), shifted(to, by), pattern, start, end);
        return svg`<path d=${d} stroke-dasharray=${dash}></path>`;
      }),
    );
    const note = this.#note(wire);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + 4 };
    const label = note === '' ? nothing : svg`<text x=${middle.x} y=${middle.y} text-anchor="middle">${note}</text>`;
    return svg`<g class=${wire.state} data-from=${wire.from}>${paths}${label}</g>`;
  }

  /** The text on a thread: the stretched size of a 1, or the sizes that do not fit. */
  #note({ side, to, state }: Wire): string {
    const found = to === undefined ? undefined : this.explanation?.dimensions[to];
    if (found === undefined) return '';
    if (state === 'stretched') return `1 → ${found.size}`;
    if (state !== 'broken') return '';
    return `${found[side].size} ≠ ${found[side === 'lhs' ? 'rhs' : 'lhs'].size}`;
  }

  #handle(wire: Wire, columns: number): TemplateResult {
    const [, at] = this.#ends(wire);
    return html`<span
      class=${`handle ${wire.side} ${wire.state}`}
      style=${`left:${at.x}px;top:${at.y}px`}
      role="slider"
      tabindex="0"
      title=${handleTitle}
      data-from=${wire.from}
      aria-label=${handleText(wire)}
      aria-valuemin="-1"
      aria-valuemax=${columns - 1}
      aria-valuenow=${wire.to ?? -1}
      aria-valuetext=${wire.to === undefined ? looseText : wireText(wire)}
      @keydown=${(event: KeyboardEvent) => this.#key(event, wire, columns)}
      @pointerdown=${(event: PointerEvent) => this.#grab(event, wire)}
      @pointermove=${(event: PointerEvent) => this.#drag(event)}
      @pointerup=${(event: PointerEvent) => this.#drop(event, columns)}
      @pointercancel=${() => (this.dragged = undefined)}
    ></span>`;
  }

  #key(event: KeyboardEvent, wire: Wire, columns: number): void {
    const at = wire.to ?? (event.key === 'ArrowLeft' ? columns : -1);
    const targets: Readonly<Record<string, number | undefined>> = {
      ArrowLeft: Math.max(0, at - 1),
      ArrowRight: Math.min(columns - 1, at + 1),
      Home: 0,
      End: columns - 1,
    };
    const loose = event.key === 'Delete' || event.key === 'Backspace';
    if (!loose && targets[event.key] === undefined) return;
    event.preventDefault();
    this.#tie(wire, loose ? undefined : targets[event.key]);
  }

  #grab(event: PointerEvent, wire: Wire): void {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const [, at] = this.#ends(wire);
    this.dragged = { wire, at, from: { x: event.clientX, y: event.clientY }, moved: false };
  }

  #drag(event: PointerEvent): void {
    if (this.dragged === undefined) return;
    const box = (event.currentTarget as Element).parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    const { from, moved } = this.dragged;
    if (!moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < still) return;
    const y = Math.min(room, Math.max(0, event.clientY - box.top));
    this.dragged = { ...this.dragged, at: { x: event.clientX - box.left, y }, moved: true };
  }

  /**
   * A thread that is dropped ties itself to the nearest dimension, or hangs if it is far from all. A tapped one moves
   * to the next dimension, for users who cannot drag.
   */
  #drop(event: PointerEvent, columns: number): void {
    this.#drag(event);
    const { dragged } = this;
    this.dragged = undefined;
    if (dragged === undefined) return;
    const { wire, at, moved } = dragged;
    if (!moved) {
      this.#tie(wire, ((wire.to ?? -1) + 1) % columns);
      return;
    }
    const nearest = Math.floor(at.x / this.#column);
    const far = wire.side === 'lhs' ? at.y < room * 0.4 : at.y > room * 0.6;
    this.#tie(wire, far || nearest < 0 || nearest >= columns ? undefined : nearest);
  }

  #tie({ side, from }: Wire, to: number | undefined): void {
    const rank = this.explanation?.[side].rank ?? 0;
    const detail = tied(this.question, rank, from, to);
    this.dispatchEvent(new CustomEvent<Question>('hloom-question', { detail, bubbles: true, composed: true }));
  }
}

define('hloom-wires', HloomWires);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-wires': HloomWires;
  }
}
