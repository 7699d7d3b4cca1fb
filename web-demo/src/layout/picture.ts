/** The block of cells, whose tint tells their order in memory, as part of a page. */

import { html, nothing, type TemplateResult } from 'lit';
import '../../../js/elements/array.js';
import { keyOf, shownIndices } from '../../../js/elements/model/axis.js';
import { edgesOf } from '../../../js/elements/model/geometry.js';
import type { Cell } from '../../../js/elements/model/picture.js';
import { arrayText } from '../../../js/elements/text.js';
import type { Block } from './model/block.js';
import { isPadding, type Names, type Slot } from './model/memory.js';

/** The least and the largest side of a cell, in pixels. */
const [smallest, largest] = [28, 64];
/** The most room for indices at the left of a block, in pixels. */
const edgeRoomLeft = 58;
/** The most elements that are read out for an array. */
const mostSpoken = 64;

/** An index of so many characters has a line in its cell for each number: `99998,` above `4`. */
const longIndex = 12;

const inLines = (text: string): string => (text.length < longIndex ? text : text.replaceAll(',', ',\n'));

/** The size that a cell needs for a text. */
function neededFor(text: string): number {
  const lines = inLines(text).split('\n');
  const longest = Math.max(...lines.map(({ length }) => length));
  return Math.max(smallest, longest * 8.5 + 6, lines.length * 15 + 6);
}

/** The number of cells that fit in a row, as wide as the text of the last element needs. */
export function columnsIn(room: number, naming: Names): number {
  const { shape } = naming;
  const last = shape.elementCount === 0 ? '' : naming.at(shape.dimensions.map((size) => size - 1));
  return Math.floor((room - edgeRoomLeft) / neededFor(last));
}

/** As large as there is room for, and as the texts in the cells need. */
function cellSide({ width }: Block, cells: readonly Cell[], room: number): number {
  const needed = cells.reduce((most, { text }) => Math.max(most, neededFor(text)), smallest);
  return Math.max(needed, Math.min(largest, Math.floor((room - edgeRoomLeft) / Math.max(1, width))));
}

function cellsOf(block: Block, naming: Names): Cell[] {
  return shownIndices(block.axes).flatMap((index) => {
    const place = block.at(index);
    if (place === undefined) return [];
    const padding = isPadding(naming.shape, index);
    return [{ ...place, index, key: keyOf(index), text: naming.at(index), opacity: 1, isPadding: padding }];
  });
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
  /** How dark the tint of each cell is, from 0 to 1. */
  readonly tints?: ReadonlyMap<string, number>;
}

/** An array; for screen readers, its elements in words. */
export function blockView(view: BlockView): TemplateResult {
  const { block, naming, room, tone, name, lit, operable = true, tints } = view;
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
        .cells=${cells.map((cell) => tinted({ ...cell, text: inLines(cell.text) }, tints))}
        .dots=${block.dots}
        .axes=${block.axes}
        .width=${block.width}
        .height=${block.height}
        .edges=${edgesOf(block)}
        style=${edgeRoom(block)}
        .lit=${lit}
      ></hloom-array>
    </div>
    ${operable ? html`<p class="unseen">${spoken}</p>` : nothing}
  </div>`;
}

/** Padding keeps its hatching. */
const tinted = (cell: Cell, tints: ReadonlyMap<string, number> | undefined): Cell => {
  const tint = tints?.get(cell.key);
  return tint === undefined || cell.isPadding === true ? cell : { ...cell, tint };
};

/** Room for the indices on the edges of a block. */
function edgeRoom({ axes }: Block): string {
  const { rows, columns, isBelow } = edgesOf({ axes, at: () => ({ x: 0, y: 0, depth: 0 }) });
  const digits = Math.max(0, ...rows.map(({ index }) => String(index).length));
  const over = columns.length === 0 ? 0 : 22;
  const sides = { left: digits === 0 ? 0 : 11 + 9 * digits, top: isBelow ? 0 : over, bottom: isBelow ? over : 0 };
  return Object.entries(sides)
    .map(([name, room]) => `--edge-${name}:${room}px`)
    .join(';');
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
