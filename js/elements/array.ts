/** `<hloom-array>`: a block of cells, each at its place. Tells the page which element the pointer or the keys reach. */

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from './define.js';
import { keyOf, type Axis } from './model/axis.js';
import type { EdgeLabel, Edges, Place } from './model/geometry.js';
import { moved } from './model/navigation.js';
import type { Cell } from './model/picture.js';
import { palette } from './styles.js';

/** The detail of `hloom-point`: the element under the pointer, or `undefined` after the pointer has left. */
export interface PointDetail {
  readonly index: readonly number[] | undefined;
  /** The cell's key, which identifies one of an element's copies. */
  readonly key: string | undefined;
  readonly byKeyboard: boolean;
}

export class HloomArray extends LitElement {
  static override properties = {
    cells: { attribute: false },
    dots: { attribute: false },
    axes: { attribute: false },
    width: { attribute: false },
    height: { attribute: false },
    lit: { attribute: false },
    edges: { attribute: false },
    isPlaced: { attribute: false },
    label: {},
    description: {},
    operable: { type: Boolean, reflect: true },
    selected: { attribute: false },
  };

  declare cells: readonly Cell[];
  declare dots: readonly Place[];
  /** The drawn part of each dimension: the keys move along it. */
  declare axes: readonly Axis[];
  /** In units of cells. */
  declare width: number;
  declare height: number;
  /** The keys of the cells that are lit. */
  declare lit: ReadonlySet<string>;
  /** The indices on the edges of the block, if they are shown. */
  declare edges: Edges | undefined;
  /** True if the edges have the dimensions of the result, to which an operand's cells are placed. */
  declare isPlaced: boolean;
  declare label: string;
  /** The array in words, for screen readers. */
  declare description: string;
  /** True if it takes the focus, and arrow keys move through its elements. */
  declare operable: boolean;
  declare selected: readonly number[] | undefined;

  constructor() {
    super();
    this.cells = [];
    this.dots = [];
    this.axes = [];
    this.width = 1;
    this.height = 1;
    this.lit = new Set();
    this.edges = undefined;
    this.isPlaced = false;
    this.label = '';
    this.description = '';
    this.operable = false;
    this.selected = undefined;
  }

  static override styles = [
    palette,
    css`
      :host {
        display: block;
      }

      .block {
        position: relative;
        width: calc(var(--columns) * var(--hloom-cell, 2.5rem) + 1px);
        height: calc(var(--rows) * var(--hloom-cell, 2.5rem) + 1px);
        /* Its cells do not move anything around it, so browsers lay out nothing else. */
        contain: layout size style;
        margin: var(--edge-top, 0) 0 var(--edge-bottom, 0) var(--edge-left, 0);
        outline-offset: 2px;
      }

      .cell,
      .dots {
        position: absolute;
        top: 0;
        left: 0;
        display: grid;
        place-items: center;
        width: calc(var(--hloom-cell, 2.5rem) + 1px);
        height: calc(var(--hloom-cell, 2.5rem) + 1px);
        translate: calc(var(--x) * var(--hloom-cell, 2.5rem)) calc(var(--y) * var(--hloom-cell, 2.5rem));
        font-family: var(--hloom-mono);
        font-size: clamp(0.875rem, var(--hloom-cell, 2.5rem) * 0.29, 1.75rem);
        line-height: 1;
        white-space: pre;
        font-variant-numeric: tabular-nums;
        user-select: none;
      }

      .cell {
        border: 1px solid color-mix(in oklab, var(--tone, var(--hloom-ink)) 45%, var(--hloom-paper));
        background: color-mix(in oklab, var(--tone, var(--hloom-ink)) 9%, var(--hloom-card));
        color: var(--hloom-ink);
      }

      :host(.small) .cell {
        font-size: 0.71875rem;
      }

      .edge {
        position: absolute;
        color: var(--hloom-quiet);
        font: 0.875rem/1 var(--hloom-mono);
        pointer-events: none;
      }

      .edge.column {
        left: calc((var(--at) + 0.5) * var(--hloom-cell, 2.5rem));
        bottom: calc(100% + 0.3125rem);
        translate: -50%;
      }

      .edge.column.below {
        top: calc(100% + 0.3125rem);
        bottom: auto;
      }

      .edge.row {
        right: calc(100% + 0.4375rem);
        top: calc((var(--at) + 0.5) * var(--hloom-cell, 2.5rem));
        translate: 0 -50%;
      }

      .edge.marked {
        color: var(--hloom-ink);
        font-weight: 700;
      }

      .cell.copy {
        border-style: dashed;
        background: var(--hloom-card);
      }

      .cell.blank {
        border-style: dotted;
        background: transparent;
        color: transparent;
      }

      /* Half a number at the edge of the slice in front cannot be read. */
      .cell.behind {
        color: transparent;
      }

      .cell.amiss {
        border: 2px dashed var(--hloom-bad);
        background:
          repeating-linear-gradient(
            -45deg,
            color-mix(in oklab, var(--hloom-bad) 35%, transparent) 0 2px,
            transparent 2px 8px
          ),
          var(--hloom-card);
        color: var(--hloom-bad);
        font-weight: 700;
      }

      .cell.asked,
      .cell.right {
        border: 3px solid var(--tone, var(--hloom-ink));
        background: color-mix(in oklab, var(--tone, var(--hloom-ink)) 16%, var(--hloom-card));
        color: var(--tone, var(--hloom-ink));
        font-weight: 700;
      }

      .cell.wrong,
      .cell.elsewhere {
        border: 2px dashed var(--hloom-bad);
        color: var(--hloom-bad);
        font-weight: 700;
      }

      .cell.elsewhere::after {
        content: 'yours';
        position: absolute;
        bottom: 1px;
        font: 400 0.75rem/1 var(--hloom-mono);
      }

      .cell.tinted {
        background: color-mix(in oklab, var(--tone, var(--hloom-ink)) calc(4% + var(--tint) * 36%), var(--hloom-card));
      }

      .cell.padding {
        border-color: var(--hloom-quiet);
        background: repeating-linear-gradient(-45deg, var(--hloom-line) 0 1px, transparent 1px 6px), var(--hloom-card);
        color: var(--hloom-quiet);
      }

      .cell.lit {
        border: 3px solid var(--tone, var(--hloom-ink));
        background: color-mix(in oklab, var(--tone, var(--hloom-ink)) 16%, var(--hloom-card));
        font-weight: 700;
      }

      .cell.lit.padding {
        border-color: var(--hloom-ink);
        background: repeating-linear-gradient(-45deg, var(--hloom-quiet) 0 1px, transparent 1px 6px), var(--hloom-card);
        color: var(--hloom-ink);
      }

      .dots {
        color: var(--hloom-quiet);
      }

      .empty {
        display: flex;
        gap: 0.5rem;
        align-items: center;
        min-height: 2.5rem;
        color: var(--hloom-quiet);
        font-size: 0.875rem;
      }

      .empty .bracket {
        width: 1rem;
        height: 2.5rem;
        border: 2px solid var(--tone, var(--hloom-ink));
        border-right-color: transparent;
        border-left-color: var(--tone, var(--hloom-ink));
        border-block: 2px dashed var(--tone, var(--hloom-ink));
      }

      @media (forced-colors: active) {
        .cell.lit {
          outline: 3px solid Highlight;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('axes') && this.selected !== undefined && !this.#exists(this.selected)) this.selected = undefined;
  }

  protected override render(): TemplateResult {
    if (this.axes.some(({ size }) => size === 0)) {
      return html`<p class="empty" role="img" aria-label=${`${this.label}: ${this.description}`}>
        <span class="bracket" aria-hidden="true"></span>no elements: dimension
        ${this.axes.findIndex(({ size }) => size === 0)} has size 0
      </p>`;
    }
    return html`<div
      class="block"
      style=${`--columns:${this.width};--rows:${this.height}`}
      role=${this.operable ? 'application' : 'img'}
      aria-label=${this.operable ? this.label : `${this.label}: ${this.description}`}
      aria-roledescription=${this.operable ? 'array' : nothing}
      tabindex=${this.operable ? 0 : nothing}
      @pointerover=${this.#pointed}
      @pointerleave=${this.#left}
      @keydown=${this.#key}
      @focus=${this.#focused}
      @blur=${this.#left}
    >
      ${this.cells.map((cell) => this.#cell(cell))}
      ${this.dots.map(({ x, y }) => html`<span class="dots" style=${`--x:${x};--y:${y}`} aria-hidden="true">⋯</span>`)}
      ${this.#edges()}
    </div>`;
  }

  /** The indices of lit cells stand out on the edges. */
  #edges(): TemplateResult | typeof nothing {
    const { edges, lit, cells, isPlaced } = this;
    if (edges === undefined) return nothing;
    const marked = cells
      .filter(({ key }) => lit.has(key))
      .map(({ key, index }) => (isPlaced ? key.split(',').map(Number) : index));
    const edge = ({ dimension, index, at }: EdgeLabel, kind: string): TemplateResult => {
      const isMarked = marked.some((one) => one[dimension] === index);
      return html`<span
        class=${`edge ${kind} ${isMarked ? 'marked' : ''}`}
        style=${`--at:${at.toFixed(3)}`}
        aria-hidden="true"
        >${index}</span
      >`;
    };
    const columns = edges.isBelow ? 'column below' : 'column';
    return html`${edges.columns.map((one) => edge(one, columns))} ${edges.rows.map((one) => edge(one, 'row'))}`;
  }

  #cell(cell: Cell): TemplateResult {
    const { index, key, x, y, depth, text, opacity, side, mark, tint, isCopy, isEmpty, isAmiss, isPadding } = cell;
    const kinds = [
      tint !== undefined && 'tinted',
      isCopy && 'copy',
      isEmpty && 'blank',
      isAmiss && 'amiss',
      isPadding && 'padding',
      depth > 0 && 'behind',
    ];
    const classes = ['cell', side, mark, this.lit.has(key) && 'lit', ...kinds];
    const hidden = opacity === 0 ? ';visibility:hidden' : '';
    const tinted = tint === undefined ? '' : `;--tint:${tint.toFixed(3)}`;
    return html`<span
      class=${classes.filter(Boolean).join(' ')}
      style=${`--x:${x.toFixed(3)};--y:${y.toFixed(3)};z-index:${100 - depth};opacity:${opacity.toFixed(2)}${hidden}${tinted}`}
      data-index=${keyOf(index)}
      data-key=${key}
      aria-hidden="true"
      >${text}</span
    >`;
  }

  #exists(index: readonly number[]): boolean {
    return (
      index.length === this.axes.length &&
      index.every((i, dimension) => this.axes[dimension]?.shown.includes(i) ?? false)
    );
  }

  #tell(cell: HTMLElement | undefined, byKeyboard: boolean): void {
    const index = cell?.dataset.index;
    const numbers = index === undefined ? undefined : index === '' ? [] : index.split(',').map(Number);
    this.#point({ index: numbers, key: cell?.dataset.key, byKeyboard });
  }

  #point(detail: PointDetail): void {
    this.dispatchEvent(new CustomEvent<PointDetail>('hloom-point', { detail, bubbles: true, composed: true }));
  }

  #pointed(event: PointerEvent): void {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('.cell') : null;
    if (cell !== null) this.#tell(cell, false);
  }

  /** Lifting a finger does not count as leaving: the touched element stays lit until another one is touched. */
  #left(event: PointerEvent | FocusEvent): void {
    if (event instanceof PointerEvent && event.pointerType === 'touch') return;
    this.#point({ index: undefined, key: undefined, byKeyboard: false });
  }

  #focused(event: FocusEvent): void {
    // A click has pointed already; keys begin at the first element.
    const block = event.currentTarget;
    if (block instanceof Element && block.matches(':focus-visible')) this.#select(this.selected ?? this.#first());
  }

  #first(): readonly number[] {
    return this.axes.map(({ shown }) => shown[0] ?? 0);
  }

  #select(index: readonly number[]): void {
    this.selected = index;
    this.#point({ index, key: keyOf(index), byKeyboard: true });
  }

  #key(event: KeyboardEvent): void {
    const next = moved(this.axes, this.selected ?? this.#first(), event.key);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#select(next);
  }
}

define('hloom-array', HloomArray);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-array': HloomArray;
  }
}
