/** Frames around the elements of a product that have the same batch index, with its label: `b0`, or `b0,1`. */

import '../../styles/operation-batches.css';
import { html, nothing, type TemplateResult } from 'lit';
import { axisOf, shownIndices } from '../../../js/elements/model/axis.js';
import type { EdgeLabel, Edges } from '../../../js/elements/model/geometry.js';
import type { Block } from '../layout/model/block.js';

/** The number of colors and lines; further batch indices repeat them, with labels of their own. */
const kinds = 4;
/** The most keys at the dimensions. */
const mostKeys = 4;

/** A frame, in units of cells. */
interface Frame {
  readonly batch: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The label of a batch index: on the frame of a matrix, or in the place of the index of a row or column. */
interface Label {
  readonly batch: number;
  readonly text: string;
  readonly place: 'on-frame' | 'left' | 'top' | 'bottom';
  readonly x: number;
  readonly y: number;
}

export interface Frames {
  readonly frames: readonly Frame[];
  readonly labels: readonly Label[];
  /** True if frames are whole matrices, which have room between them. */
  readonly isApart: boolean;
  /** The dimension whose indices the labels replace. */
  readonly dimension: number | undefined;
}

/** The number of a batch index in row-major order. */
const numberOf = (index: readonly number[], counts: readonly number[]): number =>
  counts.reduce((number, size, d) => number * size + (index[d] ?? 0), 0);

const textOf = (index: readonly number[]): string => `b${index.join(',')}`;

/** The frames of an array; `undefined` without batch dimensions. */
export function framesOf(block: Block, batch: readonly number[]): Frames | undefined {
  const rank = block.axes.length;
  const counts = batch.map((d) => block.axes[d]?.size ?? 1);
  if (batch.length === 0) return undefined;
  // Each matrix has frames of its own.
  const found = new Map<string, Frame & { readonly own: readonly number[] }>();
  for (const index of shownIndices(block.axes)) {
    const place = block.at(index);
    if (place === undefined || place.depth > 0) continue;
    const own = batch.map((d) => index[d] ?? 0);
    const key = `${index.slice(0, -2).join(',')}:${own.join(',')}`;
    const { x, y } = place;
    const before = found.get(key);
    found.set(key, {
      own,
      batch: numberOf(own, counts),
      left: Math.min(before?.left ?? x, x),
      top: Math.min(before?.top ?? y, y),
      right: Math.max(before?.right ?? x + 1, x + 1),
      bottom: Math.max(before?.bottom ?? y + 1, y + 1),
    });
  }
  const frames = [...found.values()];
  const [row, column] = [rank > 1 && batch.includes(rank - 2), batch.includes(rank - 1)];
  // An element of its own has the indices of its row and its column.
  if (row && column) return { frames, labels: [], isApart: false, dimension: undefined };
  const place = row ? 'left' : !column ? 'on-frame' : rank >= 3 ? 'bottom' : 'top';
  const first = { left: Math.min(...frames.map(({ left }) => left)), bottom: block.height };
  const labels = frames
    .filter(({ left, bottom }) =>
      place === 'left' ? left === first.left : place !== 'bottom' || bottom === first.bottom,
    )
    .map(({ batch: number, own, left, top, right, bottom }): Label => {
      const text = textOf(own);
      const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
      const at = { 'on-frame': { x: left, y: top }, left: { x: 0, y: middle.y }, top: { x: middle.x, y: 0 } };
      return { batch: number, text, place, ...(place === 'bottom' ? { x: middle.x, y: bottom } : at[place]) };
    });
  return { frames, labels, isApart: place === 'on-frame', dimension: row ? rank - 2 : column ? rank - 1 : undefined };
}

/** The indices on the edges that no label of a batch index replaces. */
export function withoutLabelled(edges: Edges, frames: Frames | undefined): Edges {
  const dimension = frames?.dimension;
  if (dimension === undefined) return edges;
  const isOther = (label: EdgeLabel): boolean => label.dimension !== dimension;
  return { ...edges, columns: edges.columns.filter(isOther), rows: edges.rows.filter(isOther) };
}

/** Lies over the cells; `edges` is the room that they leave for the indices. */
export function framesView({ frames, labels, isApart }: Frames, edges: string): TemplateResult {
  return html`<div class=${`batches ${isApart ? 'apart' : ''}`} style=${edges} aria-hidden="true">
    ${frames.map(
      ({ batch, left, top, right, bottom }) =>
        html`<i
          class=${`frame batch-${batch % kinds}`}
          style=${`--x:${left};--y:${top};--columns:${right - left};--rows:${bottom - top}`}
        ></i>`,
    )}
    ${labels.map(
      ({ batch, text, place, x, y }) =>
        html`<b class=${`${place} batch-${batch % kinds}`} style=${`--x:${x};--y:${y}`}>${text}</b>`,
    )}
  </div>`;
}

/** The labels of the batch indices, in their colors: a key for the frames. */
export function batchKeys(batch: readonly number[], sizes: readonly number[]): TemplateResult | typeof nothing {
  if (batch.length === 0) return nothing;
  const counts = batch.map((d) => sizes[d] ?? 1);
  const count = counts.reduce((product, size) => product * size, 1);
  const shown = shownIndices(counts.map((size) => axisOf(size, mostKeys))).slice(0, mostKeys);
  return html`<span class="batch-keys"
    ><span class="unseen">frames:</span>
    ${shown.map((index) => html`<i class=${`key batch-${numberOf(index, counts) % kinds}`}>${textOf(index)}</i>`)}
    ${count > mostKeys ? '…' : nothing}</span
  >`;
}
