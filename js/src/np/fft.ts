/**
 * Fourier transforms: `np.fft`. Real numbers become complex ones of the same precision. Transforms of several dimensions
 * take at most three, as XLA's do.
 */

import { calledWith } from '../builder/function-calls.js';
import { currentBuilder } from '../builder/current-builder.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { describeValue } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { movedOrder, permuted } from './arrays.js';
import {
  axesText,
  type Axis,
  axisNumbers,
  builderFor,
  checkCount,
  checkFloats,
  kindOf,
  optionsOf,
  product,
  range,
} from './operands.js';

/** The scaling: of the inverse transform by 1/n ('backward', the default), of both by its root, or of the other. */
export type FftNorm = 'backward' | 'ortho' | 'forward';

/** The options of transforms of one dimension. */
export interface FftOptions {
  /** The length of the transform: the array is cut, or padded with zeros; by default that of the axis. */
  readonly n?: number | undefined;
  /** The axis (default -1). */
  readonly axis?: number | undefined;
  readonly norm?: FftNorm | undefined;
}

/** The options of transforms of several dimensions. */
export interface FftnOptions {
  /** The lengths of the transform along the axes. */
  readonly s?: readonly number[] | undefined;
  /** The axes; by default the last two, or all. */
  readonly axes?: readonly number[] | undefined;
  readonly norm?: FftNorm | undefined;
}

type Kind = 'FFT' | 'IFFT' | 'RFFT' | 'IRFFT';

function transform(
  x: XlaOp,
  kind: Kind,
  lengths: readonly number[] | undefined,
  axis: Axis,
  norm: FftNorm,
  op: string,
): XlaOp {
  const b = builderFor(x, op);
  checkFloats(x, op);
  const { rank } = x.shape;
  const count = lengths?.length;
  const axes = axisNumbers(axis ?? (count === undefined ? undefined : range(count, -count)), rank, op);
  if (axes.length === 0 || axes.length > 3 || (count !== undefined && count !== axes.length)) {
    throw jsError('argumentKind', `a transform of ${axesText(axes.length)}`, {
      op,
      operands: [x.shape.toString()],
      help:
        count === undefined ? 'XLA transforms one to three axes: name them in axes' : 'give one length for each axis',
    });
  }
  const last = range(axes.length, rank - axes.length);
  const operand = permuted(b, complexIf(b, x, kind !== 'RFFT', op), movedOrder(rank, axes, last));
  // IRFFT gives real numbers of this length from half as many complex ones and one.
  const sizes = last.map((place, index) => {
    const own = operand.shape.dimensions[place] ?? 0;
    const isHalf = kind === 'IRFFT' && index === last.length - 1;
    return checkCount(lengths?.[index] ?? (isHalf ? 2 * (own - 1) : own), 'the length', op, 1);
  });
  const fitted = last.reduce((result, place, index) => {
    const isHalf = kind === 'IRFFT' && index === last.length - 1;
    const size = sizes[index] ?? 0;
    return resized(b, result, place, isHalf ? Math.floor(size / 2) + 1 : size);
  }, operand);
  const result = scaled(b, b.fft(fitted, kind, sizes), kind, product(sizes), norm, op);
  return permuted(b, result, movedOrder(rank, last, axes));
}

/** Real numbers as complex ones, where the transform takes these. */
function complexIf(b: XlaBuilder, x: XlaOp, isComplex: boolean, op: string): XlaOp {
  if (kindOf(x) === 'complex') {
    if (isComplex) return x;
    throw jsError('argumentKind', `${x.shape.toString()} is complex`, {
      op,
      help: 'np.fft.fft transforms complex numbers',
    });
  }
  if (!isComplex) return x;
  return b.complex(x, b.zerosLike(x));
}

function resized(b: XlaBuilder, x: XlaOp, axis: number, size: number): XlaOp {
  const own = x.shape.dimensions[axis] ?? 0;
  if (own === size) return x;
  return own > size ? b.sliceInDim(x, 0, size, 1, axis) : b.padInDim(x, 0, axis, 0, size - own);
}

/** XLA scales inverse transforms by 1/n. */
function scaled(b: XlaBuilder, x: XlaOp, kind: Kind, n: number, norm: FftNorm, op: string): XlaOp {
  const isInverse = kind === 'IFFT' || kind === 'IRFFT';
  const factor = { backward: 1, ortho: isInverse ? Math.sqrt(n) : 1 / Math.sqrt(n), forward: isInverse ? n : 1 / n }[
    norm
  ];
  if (factor === undefined) {
    throw jsError('options', `norm is ${describeValue(norm)}`, { op, help: "use 'backward', 'ortho' or 'forward'" });
  }
  return factor === 1 ? x : b.mul(x, factor);
}

function one(x: XlaOp, kind: Kind, options: number | FftOptions | undefined, op: string): XlaOp {
  const { n, axis = -1, norm = 'backward' } = optionsOf<FftOptions>(options, ['n', 'axis', 'norm'], op);
  return transform(x, kind, n === undefined ? undefined : [n], axis, norm, op);
}

function several(
  x: XlaOp,
  kind: Kind,
  options: readonly number[] | FftnOptions | undefined,
  axesOtherwise: readonly number[] | undefined,
  op: string,
): XlaOp {
  const { s, axes = axesOtherwise, norm = 'backward' } = optionsOf<FftnOptions>(options, ['s', 'axes', 'norm'], op);
  return transform(x, kind, s, axes, norm, op);
}

/** The discrete Fourier transform along an axis. */
export function fft(x: XlaOp, options?: number | FftOptions): XlaOp {
  return calledWith(fft, 'np.fft.fft', arguments, 'x, { n, axis, norm }', () => one(x, 'FFT', options, 'np.fft.fft'));
}

/** The inverse of {@link fft}. */
export function ifft(x: XlaOp, options?: number | FftOptions): XlaOp {
  return calledWith(ifft, 'np.fft.ifft', arguments, 'x, { n, axis, norm }', () =>
    one(x, 'IFFT', options, 'np.fft.ifft'),
  );
}

/** The transform of real numbers: its first n / 2 + 1 numbers, of which the others are the conjugates. */
export function rfft(x: XlaOp, options?: number | FftOptions): XlaOp {
  return calledWith(rfft, 'np.fft.rfft', arguments, 'x, { n, axis, norm }', () =>
    one(x, 'RFFT', options, 'np.fft.rfft'),
  );
}

/** The inverse of {@link rfft}. The length n of the result is by default `2 (m - 1)`. */
export function irfft(x: XlaOp, options?: number | FftOptions): XlaOp {
  return calledWith(irfft, 'np.fft.irfft', arguments, 'x, { n, axis, norm }', () =>
    one(x, 'IRFFT', options, 'np.fft.irfft'),
  );
}

/** The transform along two axes, by default the last ones. */
export function fft2(x: XlaOp, options?: readonly number[] | FftnOptions): XlaOp {
  return calledWith(fft2, 'np.fft.fft2', arguments, 'x, { s, axes, norm }', () =>
    several(x, 'FFT', options, [-2, -1], 'np.fft.fft2'),
  );
}

/** The inverse of {@link fft2}. */
export function ifft2(x: XlaOp, options?: readonly number[] | FftnOptions): XlaOp {
  return calledWith(ifft2, 'np.fft.ifft2', arguments, 'x, { s, axes, norm }', () =>
    several(x, 'IFFT', options, [-2, -1], 'np.fft.ifft2'),
  );
}

/** The transform of real numbers along two axes. */
export function rfft2(x: XlaOp, options?: readonly number[] | FftnOptions): XlaOp {
  return calledWith(rfft2, 'np.fft.rfft2', arguments, 'x, { s, axes, norm }', () =>
    several(x, 'RFFT', options, [-2, -1], 'np.fft.rfft2'),
  );
}

/** The inverse of {@link rfft2}. */
export function irfft2(x: XlaOp, options?: readonly number[] | FftnOptions): XlaOp {
  return calledWith(irfft2, 'np.fft.irfft2', arguments, 'x, { s, axes, norm }', () =>
    several(x, 'IRFFT', options, [-2, -1], 'np.fft.irfft2'),
  );
}

/** The transform along axes, by default all. */
export function fftn(x: XlaOp, options?: readonly number[] | FftnOptions): XlaOp {
  return calledWith(fftn, 'np.fft.fftn', arguments, 'x, { s, axes, norm }', () =>
    several(x, 'FFT', options, undefined, 'np.fft.fftn'),
  );
}

/** The inverse of {@link fftn}. */
export function ifftn(x: XlaOp, options?: readonly number[] | FftnOptions): XlaOp {
  return calledWith(ifftn, 'np.fft.ifftn', arguments, 'x, { s, axes, norm }', () =>
    several(x, 'IFFT', options, undefined, 'np.fft.ifftn'),
  );
}

/** The transform of real numbers along axes, by default all. */
export function rfftn(x: XlaOp, options?: readonly number[] | FftnOptions): XlaOp {
  return calledWith(rfftn, 'np.fft.rfftn', arguments, 'x, { s, axes, norm }', () =>
    several(x, 'RFFT', options, undefined, 'np.fft.rfftn'),
  );
}

/** The inverse of {@link rfftn}. */
export function irfftn(x: XlaOp, options?: readonly number[] | FftnOptions): XlaOp {
  return calledWith(irfftn, 'np.fft.irfftn', arguments, 'x, { s, axes, norm }', () =>
    several(x, 'IRFFT', options, undefined, 'np.fft.irfftn'),
  );
}

/** The distance of samples. */
export type SpacingOption = number | { readonly d?: number | undefined };

/** F32: the frequencies of the results of {@link fft}, in cycles per unit of the distance d (default 1). */
export function fftfreq(n: number, options?: SpacingOption): XlaOp {
  return calledWith(fftfreq, 'np.fft.fftfreq', arguments, 'n, { d }', () => {
    const op = 'np.fft.fftfreq';
    const { d = 1 } = optionsOf<{ readonly d?: number }>(options, ['d'], op);
    const half = Math.floor((checkCount(n, 'n', op, 1) + 1) / 2);
    return currentBuilder(op).constant(
      range(n).map((index) => (index < half ? index : index - n) / (n * d)),
      'F32',
    );
  });
}

/** F32: the frequencies of the results of {@link rfft}. */
export function rfftfreq(n: number, options?: SpacingOption): XlaOp {
  return calledWith(rfftfreq, 'np.fft.rfftfreq', arguments, 'n, { d }', () => {
    const op = 'np.fft.rfftfreq';
    const { d = 1 } = optionsOf<{ readonly d?: number }>(options, ['d'], op);
    const count = Math.floor(checkCount(n, 'n', op, 1) / 2) + 1;
    return currentBuilder(op).constant(
      range(count).map((index) => index / (n * d)),
      'F32',
    );
  });
}

/** Axes alone, or as an option. */
export type ShiftAxes = Axis | { readonly axes?: Axis };

/** Moves the frequency 0 to the middle of axes, by default all. */
export function fftshift(x: XlaOp, axes?: ShiftAxes): XlaOp {
  return calledWith(fftshift, 'np.fft.fftshift', arguments, 'x, { axes }', () =>
    shifted(x, axes, Math.ceil, 'np.fft.fftshift'),
  );
}

/** The inverse of {@link fftshift}. */
export function ifftshift(x: XlaOp, axes?: ShiftAxes): XlaOp {
  return calledWith(ifftshift, 'np.fft.ifftshift', arguments, 'x, { axes }', () =>
    shifted(x, axes, Math.floor, 'np.fft.ifftshift'),
  );
}

function shifted(x: XlaOp, option: ShiftAxes, rounded: (half: number) => number, op: string): XlaOp {
  const b = builderFor(x, op);
  const { axes } = optionsOf<{ readonly axes?: Axis }>(option, ['axes'], op);
  return axisNumbers(axes, x.shape.rank, op).reduce((result, axis) => {
    const size = x.shape.dimensions[axis] ?? 0;
    const start = rounded(size / 2);
    const halves = [b.sliceInDim(result, start, size, 1, axis), b.sliceInDim(result, 0, start, 1, axis)];
    return b.concatInDim(halves, axis);
  }, x);
}
