/** The block of cells with the way through memory over it, as part of a page. */

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import '../../../js/elements/array.js';
import { keyOf, shownIndices } from '../../../js/elements/model/axis.js';
import type { Cell } from '../../../js/elements/model/picture.js';
import { arrayText } from '../../../js/elements/text.js';
import type { Block } from './model/block.js';
import { isPadding, type Names, type Slot } from './model/memory.js';
import type { PathStep } from './model/path.js';

/** The least and the largest side of a cell, in pixels. */
const [smallest, largest] = [26, 44];
/** The most elements that are read out for an array. */
const mostSpoken = 64;

/** An index of so many characters has a line in its cell for each number: `99998,` above `4`. */
const longIndex = 12;

const inLines = (text: string): string => (text.length < longIndex ? text : text.replaceAll(',', ',\n'));

/** The size that a cell needs for a text. */
function neededFor(text: string): number {
  const lines = inLines(text).split('\n');
  const longest = Math.max(...lines.map(({ length }) => length));
  return Math.max(smallest, longest * 8 + 6, lines.length * 14 + 6);
}

/** The number of cells that fit in a row, as wide as the text of the last element needs. */
export function columnsIn(room: number, naming: Names): number {
  const { shape } = naming;
  const last = shape.elementCount === 0 ? '' : naming.at(shape.dimensions.map((size) => size - 1));
  return Math.floor((room - 2) / neededFor(last));
}

/** As large as there is room for, and as the texts in the cells need. */
function cellSide({ width }: Block, cells: readonly Cell[], room: number): number {
  const needed = cells.reduce((most, { text }) => Math.max(most, neededFor(text)), smallest);
  return Math.max(needed, Math.min(largest, Math.floor((room - 2) / Math.max(1, width))));
}

function cellsOf(block: Block, naming: Names): Cell[] {
  return shownIndices(block.axes).flatMap((index) => {
    const place = block.at(index);
    if (place === undefined) return [];
    const padding = isPadding(naming.shape, index);
    return [{ ...place, index, key: keyOf(index), text: naming.at(index), opacity: 1, isPadding: padding }];
  });
}

/** The path is low in the cells, so that their texts can be read. */
const anchor = 0.78;
/** The bend of a long step, in cells. */
const bulge = 0.3;

function pathView(steps: readonly PathStep[], { width, height }: Block, side: number): TemplateResult {
  const at = (value: number): number => (value + anchor) * side;
  const line = ({ from, to, kind }: PathStep): SVGTemplateResult => {
    const [x1, y1, x2, y2] = [at(from.x), at(from.y), at(to.x), at(to.y)];
    // A step along a row or a column over other cells bends a little, so that it does not cover their steps.
    const isLong =
      kind === 'next' && (from.x === to.x || from.y === to.y) && Math.abs(to.x - from.x) + Math.abs(to.y - from.y) > 1;
    const bend = isLong ? bulge * side : 0;
    const middle = `${(x1 + x2) / 2 + (from.x === to.x ? bend : 0)} ${(y1 + y2) / 2 + (from.y === to.y ? bend : 0)}`;
    return svg`<path class=${kind} d=${`M${x1} ${y1}Q${middle} ${x2} ${y2}`}></path>`;
  };
  const [first] = steps;
  const last = steps.at(-1);
  return html`<svg class="path" width=${width * side} height=${height * side} aria-hidden="true">
    ${steps.map(line)}
    ${first === undefined ? nothing : svg`<circle cx=${at(first.from.x)} cy=${at(first.from.y)} r="3.5"></circle>`}
    ${
      last === undefined
        ? nothing
        : svg`<rect x=${at(last.to.x) - 3} y=${at(last.to.y) - 3} width="6" height="6"></rect>`
    }
  </svg>`;
}

export interface BlockView {
  readonly block: Block;
  readonly naming: Names;
  /** The width that there is, in pixels. */
  readonly room: number;
  /** `lhs` for an operand, `result` for a result: they give the color. */
  readonly tone: 'lhs' | 'result';
  readonly name: string;
  readonly lit: ReadonlySet<string>;
  readonly operable?: boolean;
  readonly steps?: readonly PathStep[];
}

/** An array; for screen readers, its elements in words. */
export function blockView(view: BlockView): TemplateResult {
  const { block, naming, room, tone, name, lit, operable = true, steps } = view;
  const cells = cellsOf(block, naming);
  const side = cellSide(block, cells, room);
  const spoken = spokenArray(cells, naming);
  return html`<div class=${`block ${tone}`} style=${`--hloom-cell:${side}px`}>
    <div class="drawn">
      <hloom-array
        class=${tone}
        data-name=${name}
        ?operable=${operable}
        .label=${`${name}, ${naming.shape.toString()}`}
        .description=${spoken}
        .cells=${cells.map((cell) => ({ ...cell, text: inLines(cell.text) }))}
        .dots=${block.dots}
        .axes=${block.axes}
        .width=${block.width}
        .height=${block.height}
        .lit=${lit}
      ></hloom-array>
      ${steps === undefined || steps.length === 0 ? nothing : pathView(steps, block, side)}
    </div>
    ${operable ? html`<p class="unseen">${spoken}</p>` : nothing}
  </div>`;
}

function spokenArray(cells: readonly Cell[], naming: Names): string {
  const elements = cells.filter(({ index }) => !isPadding(naming.shape, index)).slice(0, mostSpoken);
  return arrayText(
    naming.shape.toString(),
    elements.map(({ text }) => text),
    naming.shape.elementCount - elements.length,
  );
}

/** The slots with their texts. */
export function writtenSlots(
  slots: readonly Slot[],
  naming: Names,
  note: (slot: Exclude<Slot, { kind: 'gap' }>) => string,
): (Slot & { readonly text: string; readonly note: string })[] {
  return slots.map((slot) =>
    slot.kind === 'gap'
      ? { ...slot, text: '⋯', note: 'more' }
      : { ...slot, text: naming.at(slot.index), note: note(slot) },
  );
}
