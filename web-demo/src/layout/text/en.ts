/** The texts of the layout lab, in English; each sentence once. */

import type { PaddingValue, Shape } from 'hloom';
import { elementBytes, isPadding, storedShape, type Names, type Naming, type Slot } from '../model/memory.js';
import { backwards, sameNumbers } from '../model/orders.js';
import { listText, type CellKind } from '../model/question.js';
import type { Way } from '../model/block.js';
import { linesAlong } from '../model/cache-lines.js';
import { permuted, placesOf, resultOf, ways, type Transpose } from '../model/transpose.js';

export const countText = (count: number): string => count.toLocaleString('en');

const counted = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

export const tabTexts = { memory: 'Memory', transpose: 'Transpose', quiz: 'Quiz' } as const;

export const labels = {
  shape: 'shape with its layout',
  order: 'minor_to_major',
  padding: 'padded_dimensions',
  paddingValue: 'padding_value',
  cells: 'in the cells',
  path: 'order as a tint',
  permutation: 'dimensions of the transpose',
} as const;

export const cellTexts: Readonly<Record<CellKind, string>> = {
  letters: 'letters, up to 26',
  index: 'indices',
  values: 'values',
};

export const paddingTexts: Readonly<Record<PaddingValue, string>> = {
  INVALID_PAD: 'INVALID_PAD: none',
  ZERO_PAD: 'ZERO_PAD: 0',
  ONE_PAD: 'ONE_PAD: 1',
  LOWEST_PAD: 'LOWEST_PAD: minimum',
  HIGHEST_PAD: 'HIGHEST_PAD: maximum',
  UNKNOWN_PAD: 'UNKNOWN_PAD: any',
};

export const wayTexts: Readonly<Record<Way, readonly [sign: string, words: string]>> = {
  right: ['→', 'to the right'],
  down: ['↓', 'down'],
  'panes right': ['⇉', 'panes to the right'],
  'panes down': ['⇊', 'panes down'],
  behind: ['↗', 'behind each other'],
};

/** The cache lines that a walk along each dimension touches, which is why layout matters. */
export function cacheText(shape: Shape): string {
  if (shape.rank < 2 || shape.elementCount === 0) return '';
  const lines = shape.dimensions.map((_, dimension) => linesAlong(shape, dimension));
  const counts = lines.map((count) => countText(count));
  const [rows = '', columns = ''] = counts;
  const said =
    shape.rank === 2
      ? `One column touches ${rows} cache ${lines[0] === 1 ? 'line' : 'lines'}, one row ${columns}.`
      : `Cache lines touched along each dimension: ${counts.map((count, d) => `${count} along ${d}`).join(', ')}.`;
  if (new Set(lines).size < 2) return said;
  return `${said} A processor reads whole lines, so the direction with fewer lines is faster. That is why layout matters.`;
}

export const hintText =
  'Point at a cell, here or in memory, to see its place. Faint cells come first in memory, strong ones last.';

export const stripCaption = 'Under each cell: position and byte offset. Each bar is a cache line of 64 bytes.';

export const staleText = (shape: Shape): string => `Still showing ${shape.toStringWithLayout()}.`;

export const noMemoryText = 'No elements, no memory.';

export const tooDeepText = 'The picture has room for five dimensions. The strides are right for any number of them.';

const indexText = (index: readonly number[]): string => `[${index.join(',')}]`;

/** `[1,2] → 1*1 + 2*2 = 5`: the sum for an element's place. */
export function placeText(shape: Shape, index: readonly number[]): string {
  const place = shape.multidimensionalIndexToLinearIndex(index);
  const terms = index.map((i, dimension) => `${i}*${shape.strides[dimension]}`);
  return `${indexText(index)} → ${terms.length === 0 ? '' : `${terms.join(' + ')} = `}${place}`;
}

/** The byte at which a place begins. */
export const byteOf = (shape: Shape, place: number): number => place * elementBytes(shape);

/** The text about a place: an element with its arithmetic, or the reason why there is none. */
export function pointedText(
  shape: Shape,
  naming: Naming,
  index: readonly number[],
): { readonly code: string; readonly rest: string } {
  const value = naming.value(index);
  if (!isPadding(shape, index)) {
    const code = placeText(shape, index);
    const letter = naming.letter(index);
    const said = [
      `Byte ${byteOf(shape, shape.multidimensionalIndexToLinearIndex(index))}`,
      ...(letter === '' ? [] : [`element ${letter}`]),
      ...(value === '' ? [] : [`value ${value}`]),
    ];
    return { code, rest: `${said.join(', ')}.` };
  }
  const place = storedShape(shape).multidimensionalIndexToLinearIndex(index);
  const beyond = index.findIndex((i, dimension) => i >= (shape.dimensions[dimension] ?? 0));
  const { paddingValue } = shape.layout ?? {};
  const fill = paddingValue === 'UNKNOWN_PAD' ? 'it may be anything' : `${paddingValue} fills it with ${value}`;
  return {
    code: `place ${place}, byte ${byteOf(shape, place)}`,
    rest: `Padding: ${indexText(index)} is beyond dimension ${beyond} of size ${shape.dimensions[beyond]}; ${fill}.`,
  };
}

/** `place = 1*i0 + 2*i1`, as the engine's strides have it. */
export function formulaText({ strides }: Shape): string {
  return `place = ${strides.length === 0 ? '0' : strides.map((stride, d) => `${stride}*i${d}`).join(' + ')}`;
}

/** The common name of this order of dimensions. */
export function orderText(shape: Shape): string {
  const { layout, rank } = shape;
  const { minorToMajor = [] } = layout ?? {};
  if (rank === 0) return 'A scalar has no dimension to order.';
  if (rank === 1) return 'One dimension has only one order.';
  const [minor, major] = [minorToMajor[0], minorToMajor.at(-1)];
  const jump = shape.strides[major ?? 0] ?? 0;
  const neighbors = `Stepping along dimension ${minor} moves to the next element; stepping along dimension ${major} jumps ${countText(jump)}.`;
  if (sameNumbers(minorToMajor, backwards(rank))) return `Row-major, or “dim 0 is major”: the default. ${neighbors}`;
  if (sameNumbers([...minorToMajor].reverse(), backwards(rank))) {
    return `Column-major, or “dim 0 is minor”. ${neighbors}`;
  }
  return neighbors;
}

/** The size of the memory, and of the padding in it. */
export function sizeText(shape: Shape): string {
  const elements = counted(shape.elementCount, 'element');
  const bytes = counted(shape.byteLength, 'byte');
  if (shape.elementCount === 1 && !shape.hasPadding) return `${elements}: ${bytes}.`;
  const each = `${counted(elementBytes(shape), 'byte')} each`;
  if (!shape.hasPadding) return `${elements} of ${each}: ${bytes}.`;
  const places = storedShape(shape).elementCount;
  const padding = (places - shape.elementCount) * elementBytes(shape);
  return `${elements} in ${counted(places, 'place')} of ${each}: ${bytes}, ${countText(padding)} of them padding.`;
}

/** Other remarks on a shape's memory. */
export function remarks(shape: Shape): string[] {
  const found: string[] = [];
  const name = shape.type.toLowerCase();
  const bits = Number(/^[suf](\d)(?!\d)/.exec(name)?.[1] ?? 8);
  if (bits < 8) found.push(`An element of ${name} has ${counted(bits, 'bit')}, and takes a whole byte here.`);
  if (shape.isDynamic) {
    found.push('A dynamic dimension is drawn with its bound. The elements of a value are stored close together.');
  }
  const known = ['minorToMajor', 'paddedDimensions', 'paddingValue'];
  if (Object.keys(shape.layout ?? {}).some((key) => !known.includes(key))) {
    found.push('Parts of the layout for other machines, such as tiles, are kept and have no effect here.');
  }
  return found;
}

/** Memory in words, for screen readers. */
export function memoryText(slots: readonly Slot[], naming: Names): string {
  if (slots.length === 0) return 'no places';
  return slots
    .map((slot) => {
      if (slot.kind === 'gap') return `${countText(slot.count)} more`;
      return slot.kind === 'padding' ? 'padding' : naming.at(slot.index);
    })
    .join(', ');
}

export const chipText = (dimension: number, size: number | undefined): string =>
  `Dimension ${dimension}${size === undefined ? '' : ` of size ${size}`}`;

export const minorText = (at: number, count: number): string =>
  at === 0
    ? 'the most minor: it varies fastest'
    : at === count - 1
      ? 'the most major: it varies slowest'
      : `number ${at + 1} of ${count}, from minor to major`;

export const permutedText = (at: number): string => `becomes dimension ${at} of the result`;

export const transposeTexts = {
  title: 'What a transpose costs',
  intro:
    'A transpose gives each element another index. The layout of the result decides if it also gets another place in memory.',
  bitcast: 'The same bytes, read in another order',
  bitcastWhy:
    'Its minor_to_major names the same dimensions in the same order, under their new numbers. So every element keeps its place, and XLA calls it a bitcast. NumPy does this, too: its transpose is a view with other strides.',
  plain: 'The default layout',
  plainWhy:
    'Its minor_to_major asks for another order in memory, so elements are copied to other places. That happens when the next operation needs that order.',
  plainFree: 'Here the bytes are in the default order already, so this transpose costs nothing either.',
  tooMany: 'There are too many elements to count each.',
  tooDeep: 'The picture has room for five dimensions.',
  hint: 'Point at an element to see it in both arrays and in memory.',
} as const;

export function movedText(moved: number | undefined, shape: Shape): string {
  if (moved === undefined) return transposeTexts.tooMany;
  const elements = `${countText(moved)} of ${counted(shape.elementCount, 'element')}`;
  const bytes = counted(moved * elementBytes(shape), 'byte');
  return moved === 0 ? `${elements} move: nothing is copied.` : `${elements} move: ${bytes} are copied.`;
}

export const ranText = (sameBytes: boolean): string =>
  sameBytes
    ? 'The engine ran it: the bytes of the result are those of the operand.'
    : 'The engine ran it: the bytes of the result have another order.';

export const sameValuesText = 'Both ways give the same values.';

/** The permutation and its result. */
export const transposeText = (permutation: readonly number[], operand: Shape, result: Shape): string =>
  `transpose(${operand.toString()}, dimensions=${listText(permutation)}) → ${result.toString()}`;

/** The former place of an element, below its place: "stays" if it is the same. */
export const cameText = (before: number, after: number): string => (before === after ? 'stays' : `← ${before}`);

/** `operand[0,1] is result[1,0]`, and the places that it has. */
export function placesMovedText(transpose: Transpose, index: readonly number[]): string {
  const { operand, permutation } = transpose;
  const [bitcast, plain] = ways.map((way) => placesOf(transpose, resultOf(transpose, way), index));
  const names = `operand${indexText(index)} is result${indexText(permuted(permutation, index))}`;
  const before = operand.multidimensionalIndexToLinearIndex(index);
  return `${names}. It is at place ${before}; read in another order, still at ${bitcast?.after}; in the default layout, at ${plain?.after}.`;
}
