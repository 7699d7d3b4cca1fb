/** The question of the layout lab, as in its fields and in the address. */

import { Shape, type PaddingValue } from 'hloom';

/**
 * The kinds of text in the cells: a letter for each element, as in XLA's own text on layouts, its index, or its value.
 */
export const cellKinds = ['letters', 'index', 'values'] as const;
export type CellKind = (typeof cellKinds)[number];

export interface Question {
  /** The shape with its layout, as HLO text. */
  readonly shape: string;
  /** The permutation of the transpose, as in `{1,0}`; empty for the dimensions in reverse. */
  readonly transpose: string;
  readonly cells: CellKind;
  /** True if the way through memory is drawn. */
  readonly path: boolean;
}

export const defaults: Question = { shape: 'f32[2,3]{1,0}', transpose: '', cells: 'letters', path: true };

/** The characters of shapes stay readable in the address. */
const readable = (text: string): string =>
  encodeURIComponent(text).replace(/%(?:5B|5D|7B|7D|2C|3A|3C|3D|20)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );

/** The fragment of the address that leads to a question; defaults are omitted. */
export function toHash({ shape, transpose, cells, path }: Question): string {
  const parts = [`shape=${readable(shape)}`];
  if (transpose !== defaults.transpose) parts.push(`transpose=${readable(transpose)}`);
  if (cells !== defaults.cells) parts.push(`cells=${cells}`);
  if (!path) parts.push('path=off');
  return `#${parts.join('&')}`;
}

/** The question in a fragment, if there is one. */
export function fromHash(hash: string): Question | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const shape = values.get('shape');
  if (shape === null) return undefined;
  return {
    shape,
    transpose: values.get('transpose') ?? defaults.transpose,
    cells: cellKinds.find((kind) => kind === values.get('cells')) ?? defaults.cells,
    path: values.get('path') !== 'off',
  };
}

/** `{1,0}`: a list of dimension numbers as HLO text has it. */
export const listText = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

/** The parts of a layout that the page has controls for. */
export interface LayoutParts {
  readonly minorToMajor: readonly number[];
  /** Empty if there is no padding. */
  readonly paddedDimensions: readonly number[];
  readonly paddingValue: PaddingValue;
}

export function partsOf({ layout }: Shape): LayoutParts {
  const { minorToMajor = [], paddedDimensions = [], paddingValue = 'INVALID_PAD' } = layout ?? {};
  return { minorToMajor, paddedDimensions, paddingValue };
}

/**
 * The text of a shape in another layout. Properties of the layout for other machines are dropped, because they applied
 * to the layout before. The text is written even for an impossible layout, so that the engine explains the error.
 */
export function withParts(shape: Shape, parts: LayoutParts): string {
  const { minorToMajor, paddedDimensions, paddingValue } = parts;
  const padding = paddedDimensions.length === 0 ? '' : `:PAD(${paddedDimensions.join(',')})${paddingValue}`;
  const layout = `{${minorToMajor.join(',')}${padding}}`;
  return `${shape.toString()}${layout === '{}' ? '' : layout}`;
}

/** The parts with one dimension padded to another size; removes padding that has no effect any more. */
export function padded(shape: Shape, dimension: number, size: number): LayoutParts {
  const parts = partsOf(shape);
  const sizes = parts.paddedDimensions.length === 0 ? shape.dimensions : parts.paddedDimensions;
  const paddedDimensions = sizes.map((given, d) => (d === dimension ? size : given));
  const isPlain = paddedDimensions.every((room, d) => room === shape.dimensions[d]);
  if (isPlain) return { ...parts, paddedDimensions: [], paddingValue: 'INVALID_PAD' };
  const paddingValue = parts.paddingValue === 'INVALID_PAD' ? 'ZERO_PAD' : parts.paddingValue;
  return { ...parts, paddedDimensions, paddingValue };
}
