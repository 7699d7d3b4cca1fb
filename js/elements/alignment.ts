/** `<hloom-alignment>`: the dimensions of operands and result in columns; chips are dragged to the dimension they belong to. */

import { isElementType, type Explanation } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { alignmentStyles } from './alignment-styles.js';
import { define } from './define.js';
import { upTo } from './model/axis.js';
import { reshaped, resized } from './model/fixes.js';
import type { Question } from './model/question.js';
import type { SideName } from './model/scene.js';
import { columnsOf, tied, wiresOf, withShape, type Wire } from './model/wiring.js';
import { controls, palette } from './styles.js';
import { handleText, handleTitle, looseText, wireText } from './text.js';

/** The most dimensions and the largest size that the buttons and keys lead to; a typed shape may have more. */
const mostDimensions = 5;
const largestSize = 100_000;
/** The distance that a finger may move in a tap, and the distance from the table at which a chip is let go, in pixels. */
const [still, far] = [5, 64];

/** A chip that is dragged: its dimension, what was there when it was grabbed, and where it is now. */
interface Dragged {
  readonly wire: Wire;
  readonly question: Question;
  readonly explanation: Explanation;
  /** True if it was grabbed at its handle. */
  readonly byHandle: boolean;
  readonly from: { readonly x: number; readonly y: number };
  readonly by: { readonly x: number; readonly y: number };
  readonly moved: boolean;
  readonly over: number | undefined;
}

/** A chip's place: how many chips of the same operand and column are above it. */
interface Place {
  readonly wire: Wire;
  readonly below: number;
}

/** The chips of an operand in the order of its dimensions, and the number of the table's rows that they take. */
interface Places {
  readonly places: readonly Place[];
  readonly height: number;
}

/** The column of the table, counted from 1, for a dimension of the result; the one after the last for no dimension. */
const columnOf = (dimension: number | undefined, columns: number): number => (dimension ?? columns) + 2;

const area = (row: number | string, column: number): string => `grid-row:${row};grid-column:${column}`;

function placesOf(all: readonly Wire[], side: SideName, columns: number): Places {
  const taken = new Map<number, number>();
  const places = all
    .filter((wire) => wire.side === side)
    .map((wire) => {
      const column = columnOf(wire.to, columns);
      const below = taken.get(column) ?? 0;
      taken.set(column, below + 1);
      return { wire, below };
    });
  return { places, height: Math.max(1, ...taken.values()) };
}

export class HloomAlignment extends LitElement {
  static override properties = {
    question: { attribute: false },
    explanation: { attribute: false },
    fixed: { type: Boolean, reflect: true },
    dragged: { state: true },
  };

  declare question: Question;
  declare explanation: Explanation | undefined;
  /** True if nothing can be changed. */
  declare fixed: boolean;
  declare dragged: Dragged | undefined;

  constructor() {
    super();
    this.fixed = false;
    this.explanation = undefined;
    this.dragged = undefined;
  }

  static override styles = [palette, controls, alignmentStyles];

  protected override render(): TemplateResult | typeof nothing {
    const { explanation, dragged } = this;
    if (explanation === undefined) return nothing;
    // While a chip is dragged it stays in its place in the table, and only the result is that of the preview.
    const base = dragged ?? { question: this.question, explanation };
    const wires = wiresOf(base.question, base.explanation);
    const columns = columnsOf(base.explanation.lhs, base.explanation.rhs);
    const shownColumns = Math.max(1, columns);
    const hasLoose = wires.some(({ to }) => to === undefined);
    const lastColumn = columnOf(undefined, shownColumns) + (hasLoose ? 1 : 0);
    const dense = columns > 3 ? 'dense' : '';
    const lhs = placesOf(wires, 'lhs', shownColumns);
    const rhs = placesOf(wires, 'rhs', shownColumns);
    // Rows: the heads, one for each operand or more if chips meet in a column, a rule, the result.
    const [lhsRow, rhsRow] = [2, 2 + lhs.height];
    const ruleRow = rhsRow + rhs.height;
    return html`<div
      class=${`table ${dense} ${hasLoose ? 'with-loose' : ''}`}
      style=${`--dimensions:${shownColumns}`}
      role="group"
      aria-label="Dimensions and where they belong"
    >
      ${upTo(shownColumns).map((d) => this.#head(d, columns, dragged))}${
        hasLoose ? html`<span class="head" style=${area(1, columnOf(undefined, shownColumns))}>nowhere</span>` : nothing
      }
      ${this.#row('lhs', lhsRow, lhs, columns, lastColumn, base.explanation)}
      ${this.#row('rhs', rhsRow, rhs, columns, lastColumn, base.explanation)}
      <span class="rule" style=${`grid-row:${ruleRow}`} aria-hidden="true"></span>
      <span class="name result tone" style=${area(ruleRow + 1, 1)}>result</span>${this.#result(
        explanation,
        columns,
        ruleRow + 1,
      )}
      <span class="unseen">${this.#resultText(explanation)}</span>
    </div>`;
  }

  #head(dimension: number, columns: number, dragged: Dragged | undefined): TemplateResult {
    const style = area(1, columnOf(dimension, columns));
    if (columns === 0) return html`<span class="head" style=${style}></span>`;
    const isTarget = dragged?.moved === true && dragged.over === dimension;
    return html`<span class=${`head ${isTarget ? 'target' : ''}`} style=${style} data-column=${dimension}
      >dim ${dimension}</span
    >`;
  }

  /**
   * An operand's row. A chip that moves to another column stays the same element: it keeps the focus, and browsers lay
   * out the page once.
   */
  #row(
    side: SideName,
    row: number,
    { places, height }: Places,
    columns: number,
    lastColumn: number,
    explanation: Explanation,
  ): TemplateResult {
    const shape = explanation[side];
    const rows = `${row} / span ${height}`;
    const slots = upTo(Math.max(1, columns)).map((dimension) => {
      const isTaken = places.some(({ wire }) => wire.to === dimension);
      const isScalar = shape.rank === 0 && shape.isArray && dimension === 0;
      return html`<span
        class=${`slot ${side} ${this.#isTarget(side, dimension)}`}
        style=${area(rows, columnOf(dimension, columns))}
        >${
          isScalar ? this.#scalar(explanation, dimension, side) : isTaken ? nothing : this.#ghost(side, dimension)
        }</span
      >`;
    });
    return html`<span class=${`name ${side} tone`} style=${area(rows, 1)}>${side}</span>${slots}${repeat(
        places,
        ({ wire }) => wire.from,
        ({ wire, below }) => this.#chip(wire, columns, area(row + below, columnOf(wire.to, Math.max(1, columns)))),
      )}<span class="more" style=${area(rows, lastColumn)}>${this.#buttons(side, explanation)}</span>`;
  }

  #isTarget(side: SideName, dimension: number): string {
    const { dragged } = this;
    if (dragged?.moved !== true || dragged.wire.side !== side) return '';
    return dragged.over === dimension ? 'target over' : 'target';
  }

  /** A scalar has no dimension; along each of the result's it is repeated. */
  #scalar(explanation: Explanation, dimension: number, side: SideName): TemplateResult {
    return explanation.dimensions.length === 0
      ? html`<span class="scalar">a scalar</span>`
      : this.#ghostOf(explanation.dimensions[dimension]?.size, side);
  }

  /** The place of a dimension that an operand does not have, with how often it is repeated. */
  #ghost(side: SideName, dimension: number): TemplateResult | typeof nothing {
    const found = this.explanation?.dimensions[dimension];
    if (found === undefined) return html`<span class="ghost"></span>`;
    return found[side].dimension === undefined ? this.#ghostOf(found.size, side) : html`<span class="ghost"></span>`;
  }

  #ghostOf(size: number | undefined, side: SideName): TemplateResult {
    return html`<span class=${`ghost ${side}`} title=${`${side} is repeated ${size} times`}>×${size}</span>`;
  }

  #chip(wire: Wire, columns: number, place: string): TemplateResult {
    const { side, from, to, state } = wire;
    const { dragged, fixed } = this;
    const isDragged = dragged?.moved === true && dragged.wire.side === side && dragged.wire.from === from;
    const isMovable = wire.movable && !fixed;
    const classes = ['chip', side, state, isMovable && 'movable', isDragged && 'dragged'].filter(Boolean).join(' ');
    const style = isDragged ? `${place};translate:${dragged.by.x}px ${dragged.by.y}px` : place;
    const explanation = dragged?.explanation ?? this.explanation;
    const times = state === 'stretched' && to !== undefined ? explanation?.dimensions[to]?.size : undefined;
    return html`<span
      class=${classes}
      style=${style}
      @pointerdown=${isMovable ? (event: PointerEvent) => this.#grab(event, wire) : nothing}
      @pointermove=${isMovable ? (event: PointerEvent) => this.#drag(event) : nothing}
      @pointerup=${isMovable ? (event: PointerEvent) => this.#drop(event, columns) : nothing}
      @pointercancel=${() => this.#letGo()}
    >
      ${isMovable ? this.#handle(wire, columns) : nothing}${this.#size(side, from)}${
        times === undefined ? nothing : html`<span class="times">×${times}</span>`
      }
    </span>`;
  }

  #handle(wire: Wire, columns: number): TemplateResult {
    return html`<span
      class="handle"
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
      ><svg width="8" height="14" viewBox="0 0 8 14" aria-hidden="true">
        <path d="M1 1h2v2H1zM5 1h2v2H5zM1 6h2v2H1zM5 6h2v2H5zM1 11h2v2H1zM5 11h2v2H5z" />
      </svg>
    </span>`;
  }

  #size(side: SideName, dimension: number): TemplateResult {
    const shape = (this.dragged?.explanation ?? this.explanation)?.[side];
    const size = shape?.dimensions[dimension] ?? 0;
    const isDynamic = shape?.isDynamicDimension(dimension) === true;
    if (this.fixed || isDynamic) return html`<span class="size">${isDynamic ? '≤' : ''}${size}</span>`;
    return html`<input
      class="size"
      role="spinbutton"
      inputmode="numeric"
      autocomplete="off"
      aria-label=${`Size of dimension ${dimension} of ${side}`}
      aria-valuenow=${size}
      aria-valuemin="0"
      style=${`width:${String(size).length + 1.5}ch`}
      .value=${String(size)}
      @focus=${(event: FocusEvent) => (event.currentTarget as HTMLInputElement).select()}
      @keydown=${(event: KeyboardEvent) => this.#sizeKey(event, side, size, dimension)}
      @input=${(event: InputEvent) => this.#typed(event, side, dimension)}
      @blur=${(event: FocusEvent) => ((event.currentTarget as HTMLInputElement).value = String(size))}
    />`;
  }

  #buttons(side: SideName, explanation: Explanation): TemplateResult | typeof nothing {
    const shape = explanation[side];
    if (this.fixed || !isElementType(shape.type)) return nothing;
    const { dimensions, rank } = shape;
    const change = (sizes: readonly number[]) => () => this.#shape(side, reshaped(shape, sizes));
    return html`<button
        type="button"
        aria-label=${`Add a dimension to ${side}`}
        title="Add a dimension"
        ?disabled=${rank >= mostDimensions}
        @click=${change([...dimensions, 2])}
      >
        +</button
      ><button
        type="button"
        aria-label=${`Remove the last dimension of ${side}`}
        title="Remove the last dimension"
        ?disabled=${rank === 0}
        @click=${change(dimensions.slice(0, -1))}
      >
        −
      </button>`;
  }

  #result(explanation: Explanation, columns: number, row: number): TemplateResult[] {
    if (columns === 0) {
      const text = explanation.result === undefined ? '' : 'a scalar';
      return [html`<span class="scalar" style=${area(row, columnOf(0, columns))}>${text}</span>`];
    }
    return upTo(columns).map((dimension) => {
      const style = area(row, columnOf(dimension, columns));
      const { kind, text } = this.#sum(explanation, dimension);
      return html`<span class=${`sum ${kind}`} style=${style} aria-hidden="true">${text}</span>`;
    });
  }

  #sum(explanation: Explanation, dimension: number): { readonly kind: 'result' | 'broken'; readonly text: string } {
    const found = explanation.dimensions[dimension];
    if (found === undefined) return { kind: 'broken', text: '?' };
    if (found.verdict === 'mismatch') return { kind: 'broken', text: '✕' };
    const isDynamic = explanation.result?.isDynamicDimension(dimension) === true;
    return { kind: 'result', text: `${isDynamic ? '≤' : ''}${found.size}` };
  }

  #resultText({ result }: Explanation): string {
    if (result === undefined) return 'No result';
    return result.isScalar ? 'The result is a scalar' : `The sizes of the result: ${result.dimensions.join(', ')}`;
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
    const { explanation } = this;
    if (explanation === undefined || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const from = { x: event.clientX, y: event.clientY };
    const byHandle = event.composedPath().some((one) => one instanceof Element && one.classList.contains('handle'));
    this.dragged = {
      wire,
      question: this.question,
      explanation,
      byHandle,
      from,
      by: { x: 0, y: 0 },
      moved: false,
      over: wire.to,
    };
  }

  #drag(event: PointerEvent): void {
    const { dragged } = this;
    if (dragged === undefined) return;
    const by = { x: event.clientX - dragged.from.x, y: event.clientY - dragged.from.y };
    if (!dragged.moved && Math.hypot(by.x, by.y) < still) return;
    if (!dragged.moved) document.getSelection()?.removeAllRanges();
    const over = this.#columnAt(event);
    this.dragged = { ...dragged, by, moved: true, over };
    if (over !== dragged.over || !dragged.moved) this.#preview(this.#tiedTo(dragged, over));
  }

  /** The column under the pointer; none if it is far from the table. */
  #columnAt({ clientX, clientY }: PointerEvent): number | undefined {
    const table = this.renderRoot.querySelector('.table')?.getBoundingClientRect();
    if (table === undefined || clientY < table.top - far || clientY > table.bottom + far) return undefined;
    const heads = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-column]')];
    const found = heads.find((head) => {
      const { left, right } = head.getBoundingClientRect();
      return clientX >= left - 4 && clientX <= right + 4;
    });
    return found === undefined ? undefined : Number(found.dataset['column']);
  }

  /** A chip that is dropped belongs to the dimension under it, or to none. A tap on its handle takes the next one. */
  #drop(event: PointerEvent, columns: number): void {
    this.#drag(event);
    const { dragged } = this;
    this.#letGo();
    if (dragged === undefined) return;
    if (dragged.moved) this.#tell(this.#tiedTo(dragged, dragged.over));
    else if (dragged.byHandle) this.#tie(dragged.wire, ((dragged.wire.to ?? -1) + 1) % columns);
  }

  #letGo(): void {
    if (this.dragged?.moved === true) this.#preview(undefined);
    this.dragged = undefined;
  }

  #tiedTo({ wire, question, explanation }: Dragged, to: number | undefined): Question {
    return tied(question, explanation[wire.side].rank, wire.from, to);
  }

  #tie({ side, from }: Wire, to: number | undefined): void {
    this.#tell(tied(this.question, this.explanation?.[side].rank ?? 0, from, to));
  }

  #sizeKey(event: KeyboardEvent, side: SideName, size: number, dimension: number): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // A typed size may be larger; a step then does not jump back.
    const next = Math.min(Math.max(largestSize, size), Math.max(0, size + step));
    // A field with the focus lays out the page when its value is set: that costs least before anything else has changed.
    (event.currentTarget as HTMLInputElement).value = String(next);
    this.#resize(side, dimension, next);
  }

  /** An incomplete size, such as an empty field, waits. */
  #typed(event: InputEvent, side: SideName, dimension: number): void {
    const { value } = event.currentTarget as HTMLInputElement;
    if (/^\d{1,9}$/.test(value)) this.#resize(side, dimension, Number(value));
  }

  #resize(side: SideName, dimension: number, size: number): void {
    const shape = this.explanation?.[side];
    if (shape !== undefined) this.#shape(side, resized(shape, dimension, size));
  }

  #shape(side: SideName, shape: Explanation['lhs']): void {
    const other = this.explanation?.[side === 'lhs' ? 'rhs' : 'lhs'];
    if (other !== undefined) this.#tell(withShape(this.question, side, shape, other));
  }

  #tell(detail: Question): void {
    this.dispatchEvent(new CustomEvent<Question>('hloom-question', { detail, bubbles: true, composed: true }));
  }

  /** Shows what a drop here would do, or no longer. */
  #preview(detail: Question | undefined): void {
    this.dispatchEvent(new CustomEvent<Question | undefined>('hloom-preview', { detail, bubbles: true }));
  }
}

define('hloom-alignment', HloomAlignment);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-alignment': HloomAlignment;
  }
}
