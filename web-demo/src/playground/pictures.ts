/** Arrays as pictures: each element is a pixel. */

import { countOf, indexAt, numberOf, type ArrayValue, type Statistics } from './model/value.js';

/** Room between the slices of an array of rank 3 or 4. */
const gap = 1;

interface Plan {
  readonly rows: number;
  readonly columns: number;
  /** The number of slices side by side, and of all. */
  readonly across: number;
  readonly slices: number;
  /** True if the last dimension is red, green and blue. */
  readonly isColored: boolean;
}

function planOf({ dimensions }: ArrayValue): Plan {
  const isColored = dimensions.length === 3 && dimensions[2] === 3 && (dimensions[0] ?? 0) >= 12;
  const plane = isColored ? dimensions.slice(0, 2) : squeezed(dimensions);
  const [rows = 1, columns = 1] = plane.slice(-2);
  const slices = isColored ? 1 : countOf(plane.slice(0, -2));
  const across = Math.max(1, Math.ceil(Math.sqrt((slices * rows) / Math.max(1, columns))));
  return { rows, columns, slices, across: Math.min(across, slices), isColored };
}

/** A last dimension of size 1, as images of one channel have, is left out. */
const squeezed = (dimensions: readonly number[]): readonly number[] =>
  dimensions.length > 2 && dimensions.at(-1) === 1 ? dimensions.slice(0, -1) : dimensions;

export function pictureSize(array: ArrayValue): { readonly width: number; readonly height: number } {
  const { rows, columns, across, slices } = planOf(array);
  const down = Math.ceil(slices / Math.max(1, across));
  return { width: across * (columns + gap) - gap, height: down * (rows + gap) - gap };
}

/** The index of the element at a pixel. */
export function pixelAt(array: ArrayValue, x: number, y: number): number[] | undefined {
  const { rows, columns, across, slices, isColored } = planOf(array);
  const [column, row] = [x % (columns + gap), y % (rows + gap)];
  const slice = Math.floor(y / (rows + gap)) * across + Math.floor(x / (columns + gap));
  if (x < 0 || y < 0 || column >= columns || row >= rows || slice >= slices) return undefined;
  const place = (slice * rows + row) * columns + column;
  return indexAt(array.dimensions, isColored ? place * 3 : place);
}

/** The least value is the paper's color, the greatest one the result's; NaN and infinity are red. */
export function drawPicture(canvas: HTMLCanvasElement, array: ArrayValue, { least, greatest }: Statistics): void {
  const context = canvas.getContext('2d');
  if (context === null || canvas.width === 0 || canvas.height === 0) return;
  const { rows, columns, across, slices, isColored } = planOf(array);
  const image = context.createImageData(canvas.width, canvas.height);
  const style = getComputedStyle(canvas);
  const [low, high, bad] = [style.backgroundColor, style.color, style.outlineColor].map(channels);
  const span = greatest - least || 1;
  const at = (place: number): number => (numberOf(array.texts[place] ?? '') - least) / span;
  for (let place = 0; place < slices * rows * columns; place++) {
    const slice = Math.floor(place / (rows * columns));
    const x = (slice % across) * (columns + gap) + (place % columns);
    const y = Math.floor(slice / across) * (rows + gap) + (Math.floor(place / columns) % rows);
    const to = (y * canvas.width + x) * 4;
    const share = at(isColored ? place * 3 : place);
    for (let channel = 0; channel < 3; channel++) {
      const [from, end] = [low?.[channel] ?? 0, high?.[channel] ?? 255];
      image.data[to + channel] = isColored
        ? at(place * 3 + channel) * 255
        : Number.isFinite(share)
          ? from + (end - from) * share
          : (bad?.[channel] ?? 0);
    }
    image.data[to + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
