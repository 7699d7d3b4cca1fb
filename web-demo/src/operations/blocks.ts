/** The arrays of a picture, as blocks of cells. */

import { html, nothing, type TemplateResult } from 'lit';
import '../../../js/elements/array.js';
import { axisOf, keyOf, omission, shownIndices, type Axis } from '../../../js/elements/model/axis.js';
import { edgesOf, type Edges } from '../../../js/elements/model/geometry.js';
import type { Cell } from '../../../js/elements/model/picture.js';
import { cellText, type Elements } from '../../../js/elements/model/values.js';
import { blockOf, type Block } from '../layout/model/block.js';
import { batchKeys, framesOf, framesView, withoutLabelled, type Frames } from './batches.js';
import { shortComplex } from './complex.js';
import type { SpreadArray } from './model/window.js';
import { spokenArray } from './spoken.js';

export type Tone = 'lhs' | 'rhs' | 'result' | '';

/** The least and the largest side of a cell, in pixels, and the room for the indices at its left. */
const [smallest, largest, edge] = [28, 56, 40];
/** Arrays of a higher rank are not drawn. */
export const mostRank = 5;

/** Dimensions of a result that an operand has. */
const sides = new Set(['lhs', 'rhs']);

/** The parts of an array that are drawn. */
export interface BlockView {
  /** Its name for events: that of a parameter, or `result0`. */
  readonly id: string;
  readonly title: string;
  readonly shape: string;
  readonly sizes: readonly number[];
  readonly tone: Tone;
  readonly elements: Elements | undefined;
  readonly lit: ReadonlySet<string>;
  /** The cells that are lit because they decide. */
  readonly decides?: ReadonlySet<string>;
  /** With padding and holes as cells. */
  readonly spread?: SpreadArray | undefined;
  /** The cells that are drawn as empty. */
  readonly hidden?: (index: readonly number[]) => boolean;
  /** The operand from which a cell has its color, and how dark it is. */
  readonly origin?: (index: readonly number[]) => { readonly side?: 'lhs' | 'rhs'; readonly tint?: number } | undefined;
  /** The role of each dimension: `batch`. */
  readonly roles?: readonly string[];
  /** The batch dimensions of a product, in the order of their pairs. */
  readonly batch?: readonly number[];
  readonly isAmiss?: boolean;
}

/** The drawn part of each dimension; the last one has most room. */
function axesIn(sizes: readonly number[], columns: number): Axis[] {
  const rank = sizes.length;
  const most = (after: number): number => (after === 0 ? Math.min(16, Math.max(4, columns)) : after === 1 ? 10 : 4);
  return sizes.map((size, d) => axisOf(size, most(rank - 1 - d)));
}

/** The size of a cell that a text of so many characters needs, and the number of characters that fit into one. */
const neededFor = (length: number): number => length * 9.3 + 8;
const fittingIn = (side: number): number => Math.max(3, Math.floor((side - 6) / Math.max(8.5, side * 0.29 * 0.61)));

function textsOf({ elements, sizes }: BlockView): string[] {
  if (elements === undefined) return [];
  const drawn = shownIndices(axesIn(sizes, 8)).slice(0, 200);
  return drawn.map((index) => shortComplex(elements.at(index), mostInCell));
}

/** The most characters of a text in a cell, whose letters grow with it. */
const mostInCell = 5;

/**
 * One size of cells for all arrays of a picture, as large as there is room for, and as the texts need. Long rows shrink,
 * but stay readable: then their middle is left out, and four cells remain.
 */
export function cellSide(views: readonly BlockView[], room: number): number {
  const lengths = views.flatMap(textsOf).map(({ length }) => length);
  const needed = Math.max(smallest, neededFor(Math.min(mostInCell, Math.max(1, ...lengths))));
  const widths = views.map((view) => blockFor(view, 16).width);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const fitting = (room - views.length * (edge + 48)) / Math.max(1, total);
  // Blocks that do not fit beside each other are below each other.
  const alone = (room - edge - 12) / Math.max(1, ...widths);
  const least = Math.min(needed, (room - edge - 12) / 4);
  return Math.floor(Math.max(smallest, least, Math.min(largest, fitting >= needed ? fitting : alone)));
}

function blockFor({ sizes, spread }: BlockView, columns: number): Block {
  const drawn = spread?.sizes ?? sizes;
  return blockOf(axesIn(drawn, columns), columns);
}

function cellsOf(view: BlockView, block: Block, side: number): Cell[] {
  const { elements, spread, hidden, origin, isAmiss = false } = view;
  const most = fittingIn(side);
  return shownIndices(block.axes).flatMap((cell): Cell[] => {
    const place = block.at(cell);
    if (place === undefined) return [];
    const index = spread?.at(cell) ?? cell;
    const key = spread?.keyAt(cell) ?? keyOf(cell);
    if (index === 'padding' || index === 'hole') {
      const isPadding = index === 'padding';
      return [{ ...place, index: cell, key, text: '', opacity: 1, isPadding, isEmpty: !isPadding }];
    }
    const isEmpty = elements === undefined || hidden?.(index) === true;
    const text = isEmpty ? '' : cellText(shortComplex(elements.at(index), most), most);
    return [{ ...place, index, key, text, opacity: 1, isEmpty, isAmiss, ...(isEmpty ? undefined : origin?.(index)) }];
  });
}

/** Room for the indices on the edges of a block. */
function edgeRoom({ rows, columns, isBelow }: Edges, frames: Frames | undefined): string {
  const beside = frames?.labels.filter(({ place }) => place === 'left').map(({ text }) => text.length) ?? [];
  const digits = Math.max(0, ...rows.map(({ index }) => String(index).length), ...beside);
  const isOver =
    columns.length > 0 || frames?.labels.some(({ place }) => place === 'top' || place === 'bottom') === true;
  const over = isOver ? 22 : 0;
  // Labels on frames stand out of the block.
  const frame = frames?.labels.some(({ place }) => place === 'on-frame') === true ? 15 : 0;
  const sides = {
    left: digits === 0 ? 0 : 11 + 9 * digits,
    top: isBelow ? frame : Math.max(over, frame),
    bottom: isBelow ? over : 0,
  };
  return Object.entries(sides)
    .map(([name, room]) => `--edge-${name}:${room}px`)
    .join(';');
}

/** An array with its title; `below` stands under it. */
export function blockView(
  view: BlockView,
  side: number,
  room: number,
  below: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { id, title, shape, sizes, tone, elements, lit, decides, spread, roles = [], batch = [] } = view;
  const columns = Math.max(4, Math.floor((room - edge) / side));
  const isDrawn = sizes.length <= mostRank;
  const block = isDrawn ? blockFor(view, columns) : undefined;
  const marked = decides === undefined ? lit : new Set([...lit, ...decides]);
  const omitted = block === undefined ? '' : omission(block.axes);
  // Cells of padding and holes have no index.
  const isPlain = spread === undefined || String(spread.sizes) === String(sizes);
  const frames = block === undefined || !isPlain ? undefined : framesOf(block, batch);
  const edges = block === undefined || !isPlain ? undefined : withoutLabelled(edgesOf(block), frames);
  const edgeStyle = edges === undefined ? '' : edgeRoom(edges, frames);
  return html`<figure class=${`array ${tone}`} data-id=${id} style=${`--hloom-cell:${side}px`}>
    <figcaption>
      <strong>${title}</strong> <code>${shape}</code>
      ${roles.length === 0 ? nothing : html`<span class="roles">${roles.map((role, d) => html`<span class=${role}>dim ${d}: ${sides.has(role) ? `from ${role}` : role}</span>`)}${batchKeys(batch, sizes)}</span>`}
    </figcaption>
    ${
      block === undefined
        ? html`<p class="quiet">Arrays of more than ${mostRank} dimensions are not drawn.</p>`
        : html`<div class="cells">
            <hloom-array
              class=${tone}
              data-id=${id}
              operable
              .label=${`${title}, ${shape}`}
              .description=${spokenArray(shape, elements)}
              .cells=${cellsOf(view, block, side)}
              .dots=${block.dots}
              .axes=${block.axes}
              .width=${block.width}
              .height=${block.height}
              .edges=${edges}
              style=${edgeStyle}
              .lit=${marked}
            ></hloom-array>
            ${frames === undefined ? nothing : framesView(frames, edgeStyle)}
          </div>`
    }
    <p class="unseen">${spokenArray(shape, elements)}</p>
    ${omitted === '' ? nothing : html`<p class="omitted">… ${omitted}</p>`} ${below}
  </figure>`;
}
