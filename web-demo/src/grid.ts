/** Draws an array of any rank: a scalar as one cell, a matrix as a grid, more dimensions as panes of matrices. */

import { element } from './element.js';

/** How many rows, columns and panes are drawn at most. */
const maxRows = 10;
const maxColumns = 10;
const maxPanes = 12;

export interface Grid {
  readonly element: HTMLElement;
  /** The cells drawn, by their index joined with commas; in row-major order. */
  readonly cells: ReadonlyMap<string, HTMLElement>;
}

export const keyOf = (index: readonly number[]): string => index.join(',');

/** How much of each dimension is drawn: the last two first, then as many panes as there is room for. */
function drawnSizes(dimensions: readonly number[]): number[] {
  const { length } = dimensions;
  let panes = maxPanes;
  const sizes = [...dimensions];
  for (let d = length - 1; d >= 0; d--) {
    const most = d === length - 1 ? maxColumns : d === length - 2 ? maxRows : panes;
    sizes[d] = Math.min(dimensions[d] ?? 0, Math.max(1, most));
    if (d < length - 2) panes = Math.floor(panes / Math.max(1, sizes[d] ?? 1));
  }
  return sizes;
}

/**
 * @param valueAt - the text of the element at an index
 * @param label - what a screen reader calls the grid
 */
export function drawGrid(
  dimensions: readonly number[],
  label: string,
  valueAt: (index: readonly number[]) => string,
): Grid {
  const cells = new Map<string, HTMLElement>();
  const container = element('div', { class: 'panes' });
  if (dimensions.includes(0)) {
    container.append(element('p', { class: 'quiet' }, 'A dimension of size 0: no elements.'));
    return { element: container, cells };
  }
  const sizes = drawnSizes(dimensions);
  for (const outer of indices(sizes.slice(0, -2))) {
    container.append(drawPane(outer, sizes, dimensions, label, valueAt, cells));
  }
  // Equally wide cells line the panes up.
  const widest = Math.max(...[...cells.values()].map((cell) => cell.textContent?.length ?? 0));
  container.style.setProperty('--digits', String(widest));
  const note = cutNote(dimensions, sizes);
  return { element: note === '' ? container : element('div', {}, container, cutElement(note)), cells };
}

function cutElement(note: string): HTMLElement {
  return element('p', { class: 'quiet cut' }, note);
}

/** Says what is not drawn. */
function cutNote(dimensions: readonly number[], sizes: readonly number[]): string {
  const cut = dimensions.flatMap((size, d) => {
    const drawn = sizes[d] ?? size;
    return drawn < size ? [`${drawn.toLocaleString('en')} of ${size.toLocaleString('en')} along dimension ${d}`] : [];
  });
  return cut.length === 0 ? '' : `Drawn: the first ${cut.join(', ')}.`;
}

function drawPane(
  outer: readonly number[],
  sizes: readonly number[],
  dimensions: readonly number[],
  label: string,
  valueAt: (index: readonly number[]) => string,
  cells: Map<string, HTMLElement>,
): HTMLElement {
  const rank = dimensions.length;
  const columns = rank === 0 ? [0] : range(sizes[rank - 1] ?? 0);
  const rows = rank < 2 ? [0] : range(sizes[rank - 2] ?? 0);
  const name = outer.length === 0 ? '' : `[${[...outer, ':', ':'].join(',')}]`;
  const body = rows.map((i) => {
    const inRow = columns.map((j) => {
      const index = rank === 0 ? [] : rank === 1 ? [j] : [...outer, i, j];
      const cell = element('td', { 'data-index': keyOf(index) }, valueAt(index));
      cells.set(keyOf(index), cell);
      return cell;
    });
    const head = rank < 2 ? [] : [element('th', { scope: 'row' }, String(i))];
    return element('tr', {}, ...head, ...inRow);
  });
  const corner = rank < 2 ? [] : [element('td', { class: 'corner' })];
  const head = element(
    'tr',
    {},
    ...corner,
    ...columns.map((j) => element('th', { scope: 'col' }, rank === 0 ? '' : String(j))),
  );
  const table = element(
    'table',
    { class: 'grid', 'aria-label': `${label}${name}` },
    element('thead', rank === 0 ? { hidden: '' } : {}, head),
    element('tbody', {}, ...body),
  );
  return element('figure', {}, ...(name === '' ? [] : [element('figcaption', {}, name)]), table);
}

/** Every index of these sizes, in row-major order; for no dimension, the empty index. */
function indices(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (outer, size) => outer.flatMap((index) => range(size).map((i) => [...index, i])),
    [[]],
  );
}

function range(size: number): number[] {
  return Array.from({ length: size }, (_, index) => index);
}
