/**
 * Reductions: along axes, by default all. The second argument is the axis, a list of axes, or options:
 * `np.sum(x, -1)`, `np.sum(x, { axis: [0, 1], keepdims: true })`. Results keep the element type, but for PRED, whose
 * sums and products are S32; jax.numpy widens small integers.
 */

import { calledWith } from '../builder/function-calls.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { describeValue } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { counted, flat, sorted } from './arrays.js';
import {
  type Axis,
  axisNumber,
  axisNumbers,
  binary,
  builderFor,
  checkFloats,
  kindOf,
  namedOptions,
  optionsOf,
  product,
  range,
} from './operands.js';

/** The options of a reduction. */
export interface ReductionOptions {
  /** The axes to reduce, by default all. */
  readonly axis?: Axis;
  /** True keeps the reduced dimensions, with size 1 (default false). */
  readonly keepdims?: boolean | undefined;
}

/** Axes alone, or options. */
export type Reduction = Axis | ReductionOptions;

const names = ['axis', 'keepdims'] as const;

interface Parts {
  readonly b: XlaBuilder;
  readonly axes: number[];
  readonly keepDims: boolean;
}

function read(x: XlaOp, options: Reduction, op: string): Parts {
  const b = builderFor(x, op);
  const { axis, keepdims = false } = optionsOf<ReductionOptions>(options, names, op);
  return { b, axes: axisNumbers(axis, x.shape.rank, op), keepDims: keepdims };
}

/** The sum. */
export function sum(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(sum, 'np.sum', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.sum');
    return b.sum(counted(b, x), axes, { keepDims });
  });
}

/** The product. */
export function prod(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(prod, 'np.prod', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.prod');
    return b.prod(counted(b, x), axes, { keepDims });
  });
}

/** The greatest element; NaN if there is one. */
export function max(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(max, 'np.max', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.max');
    return b.reduceMax(x, axes, { keepDims });
  });
}

/** The least element; NaN if there is one. */
export function min(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(min, 'np.min', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.min');
    return b.reduceMin(x, axes, { keepDims });
  });
}

/** The greatest element minus the least. */
export function ptp(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(ptp, 'np.ptp', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.ptp');
    return b.sub(b.reduceMax(x, axes, { keepDims }), b.reduceMin(x, axes, { keepDims }));
  });
}

function truth(b: XlaBuilder, x: XlaOp): XlaOp {
  return kindOf(x) === 'pred' ? x : b.ne(x, 0);
}

/** PRED: whether all elements are true, or not 0. */
export function all(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(all, 'np.all', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.all');
    return b.all(truth(b, x), axes, { keepDims });
  });
}

/** PRED: whether an element is true, or not 0. */
export function any(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(any, 'np.any', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.any');
    return b.any(truth(b, x), axes, { keepDims });
  });
}

/** S32: the number of elements that are true, or not 0. */
export function countNonzero(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(countNonzero, 'np.countNonzero', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.countNonzero');
    return b.sum(counted(b, truth(b, x)), axes, { keepDims });
  });
}

/** The mean. Integers are refused, which jax.numpy converts to F32. */
export function mean(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(mean, 'np.mean', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.mean');
    checkFloats(x, 'np.mean');
    return b.mean(x, axes, { keepDims });
  });
}

/** The options of {@link average}. */
export interface AverageOptions extends ReductionOptions {
  /** The weights: of the sizes of the array, or for one axis a vector. */
  readonly weights?: XlaOp | undefined;
}

/** The mean, weighted if there are weights. */
export function average(x: XlaOp, options?: Axis | AverageOptions): XlaOp {
  return calledWith(average, 'np.average', arguments, 'x, { axis, keepdims, weights }', () => {
    const op = 'np.average';
    const { axis, keepdims, weights } = optionsOf<AverageOptions>(options, ['axis', 'keepdims', 'weights'], op);
    const { b, axes, keepDims } = read(x, { axis, keepdims }, op);
    checkFloats(x, op);
    if (weights === undefined) return b.mean(x, axes, { keepDims });
    builderFor(weights, op);
    const isVector = weights.shape.rank === 1 && x.shape.rank > 1 && axes.length === 1;
    const fitting = isVector ? b.broadcastInDim(weights, x.shape.dimensions, axes) : weights;
    const total = b.sum(binary('mul', x, fitting, op), axes, { keepDims });
    return b.div(total, b.sum(binary('add', fitting, b.zerosLike(x), op), axes, { keepDims }));
  });
}

/** The options of {@link var} and {@link std}. */
export interface VarianceOptions extends ReductionOptions {
  /** The number that is subtracted from the count of elements, by which the sum is divided (default 0). */
  readonly ddof?: number | undefined;
}

/** The mean of the squared distances from the mean. */
function variance(x: XlaOp, options?: Axis | VarianceOptions): XlaOp {
  return calledWith(variance, 'np.var', arguments, 'x, { axis, keepdims, ddof }', () =>
    varianceOf(x, options, 'np.var'),
  );
}

/** The standard deviation, the square root of the variance. */
export function std(x: XlaOp, options?: Axis | VarianceOptions): XlaOp {
  return calledWith(std, 'np.std', arguments, 'x, { axis, keepdims, ddof }', () => {
    const squared = varianceOf(x, options, 'np.std');
    return builderFor(squared, 'np.std').sqrt(squared);
  });
}

function varianceOf(x: XlaOp, options: Axis | VarianceOptions, op: string): XlaOp {
  const { axis, keepdims, ddof = 0 } = optionsOf<VarianceOptions>(options, ['axis', 'keepdims', 'ddof'], op);
  const { b, axes, keepDims } = read(x, { axis, keepdims }, op);
  checkFloats(x, op);
  const distance = b.sub(x, b.mean(x, axes, { keepDims: true }));
  const squared = kindOf(x) === 'complex' ? b.square(b.abs(distance)) : b.square(distance);
  const total = b.sum(squared, axes, { keepDims });
  return b.div(total, product(axes.map((axis) => x.shape.dimensions[axis] ?? 1)) - ddof);
}

/** The options of {@link quantile} and {@link percentile}. */
export interface QuantileOptions extends ReductionOptions {
  /** The value of a quantile between two elements (default linear). */
  readonly method?: 'linear' | 'lower' | 'higher' | 'midpoint' | 'nearest' | undefined;
}

/**
 * Quantiles: the elements at shares of the sorted array.
 *
 * @param q - a share from 0 to 1, or a list of shares, which become the first dimension. jax.numpy also takes arrays
 */
export function quantile(x: XlaOp, q: number | readonly number[], options?: Axis | QuantileOptions): XlaOp {
  return calledWith(quantile, 'np.quantile', arguments, 'x, q, { axis, keepdims, method }', () =>
    quantiles(x, q, options, 1, 'np.quantile'),
  );
}

/** {@link quantile} with percentages, from 0 to 100. */
export function percentile(x: XlaOp, q: number | readonly number[], options?: Axis | QuantileOptions): XlaOp {
  return calledWith(percentile, 'np.percentile', arguments, 'x, q, { axis, keepdims, method }', () =>
    quantiles(x, q, options, 100, 'np.percentile'),
  );
}

/** The middle of the sorted elements; the mean of two if their number is even. */
export function median(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(median, 'np.median', arguments, 'x, { axis, keepdims }', () =>
    quantiles(x, 0.5, options, 1, 'np.median'),
  );
}

function quantiles(
  x: XlaOp,
  q: number | readonly number[],
  options: Axis | QuantileOptions,
  whole: number,
  op: string,
): XlaOp {
  const { axis, keepdims, method = 'linear' } = optionsOf<QuantileOptions>(options, ['axis', 'keepdims', 'method'], op);
  const { b, axes, keepDims } = read(x, { axis, keepdims }, op);
  checkFloats(x, op);
  const shares = (typeof q === 'number' ? [q] : q).map((share) => share / whole);
  const wrong = shares.find((share) => !(share >= 0 && share <= 1));
  if (wrong !== undefined) {
    throw jsError('argumentKind', `q is ${describeValue(q)}`, { op, help: `pass numbers from 0 to ${whole}` });
  }
  // The reduced axes become one, the last.
  const kept = range(x.shape.rank).filter((one) => !axes.includes(one));
  const keptSizes = kept.map((one) => x.shape.dimensions[one] ?? 1);
  const size = product(axes.map((one) => x.shape.dimensions[one] ?? 1));
  const rows = b.reshape(b.transpose(x, [...kept, ...axes]), [...keptSizes, size]);
  const ascending = sorted(b, rows, kept.length);
  const element = (index: number): XlaOp =>
    b.reshape(b.sliceInDim(ascending, index, index + 1, 1, kept.length), keptSizes);
  const isNan = b.any(b.ne(rows, rows), [kept.length]);
  const finalSizes = keepDims ? x.shape.dimensions.map((own, one) => (axes.includes(one) ? 1 : own)) : keptSizes;
  const results = shares.map((share) => {
    const place = share * (size - 1);
    const [low, high] = [Math.floor(place), Math.ceil(place)];
    const between = { linear: place - low, lower: 0, higher: 1, midpoint: 0.5, nearest: nearest(place) - low }[method];
    const value =
      low === high || between === 0
        ? element(low)
        : between === 1
          ? element(high)
          : b.add(b.mul(element(low), 1 - between), b.mul(element(high), between));
    return b.reshape(b.select(isNan, b.fullLike(value, NaN), value), finalSizes);
  });
  if (typeof q === 'number') return results[0] as XlaOp;
  return b.concatInDim(
    results.map((result) => b.reshape(result, [1, ...finalSizes])),
    0,
  );
}

/** The nearest integer, and the even one of two. */
function nearest(place: number): number {
  const low = Math.floor(place);
  if (place - low !== 0.5) return Math.round(place);
  return low % 2 === 0 ? low : low + 1;
}

/** The axis of {@link argmax} and {@link argmin}. */
export interface ArgOptions {
  /** The axis to search; by default the array is taken as one-dimensional. */
  readonly axis?: number | undefined;
  readonly keepdims?: boolean | undefined;
}

/** S32: the index of the greatest element, the first of several; of the first NaN if there is one. */
export function argmax(x: XlaOp, options?: number | ArgOptions): XlaOp {
  return calledWith(argmax, 'np.argmax', arguments, 'x, { axis, keepdims }', () =>
    indexOf('argMax', x, options, 'np.argmax'),
  );
}

/** S32: the index of the least element, the first of several; of the first NaN if there is one. */
export function argmin(x: XlaOp, options?: number | ArgOptions): XlaOp {
  return calledWith(argmin, 'np.argmin', arguments, 'x, { axis, keepdims }', () =>
    indexOf('argMin', x, options, 'np.argmin'),
  );
}

function indexOf(name: 'argMax' | 'argMin', x: XlaOp, options: number | ArgOptions | undefined, op: string): XlaOp {
  const b = builderFor(x, op);
  const { axis, keepdims = false } = optionsOf<ArgOptions>(options, ['axis', 'keepdims'], op);
  if (axis !== undefined) return b[name](x, axisNumber(axis, x.shape.rank, op), { keepDims: keepdims });
  const index = b[name](flat(b, x), 0);
  return keepdims
    ? b.reshape(
        index,
        x.shape.dimensions.map(() => 1),
      )
    : index;
}

/** The elements with a number in the place of NaN. */
function withoutNan(b: XlaBuilder, x: XlaOp, value: number): XlaOp {
  return kindOf(x) === 'float' ? b.select(b.ne(x, x), b.fullLike(x, value), x) : x;
}

/** The sum without NaN. */
export function nansum(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(nansum, 'np.nansum', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.nansum');
    return b.sum(withoutNan(b, counted(b, x), 0), axes, { keepDims });
  });
}

/** The product without NaN. */
export function nanprod(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(nanprod, 'np.nanprod', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.nanprod');
    return b.prod(withoutNan(b, counted(b, x), 1), axes, { keepDims });
  });
}

/** The mean without NaN; NaN if all are. */
export function nanmean(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(nanmean, 'np.nanmean', arguments, 'x, { axis, keepdims }', () => {
    const { b, axes, keepDims } = read(x, options, 'np.nanmean');
    checkFloats(x, 'np.nanmean');
    const total = b.sum(withoutNan(b, x, 0), axes, { keepDims });
    const isNumber = b.select(b.eq(x, x), b.onesLike(x), b.zerosLike(x));
    return b.div(total, b.sum(isNumber, axes, { keepDims }));
  });
}

/** The variance without NaN; NaN if all are. */
export function nanvar(x: XlaOp, options?: Axis | VarianceOptions): XlaOp {
  return calledWith(nanvar, 'np.nanvar', arguments, 'x, { axis, keepdims, ddof }', () =>
    nanVariance(x, options, 'np.nanvar'),
  );
}

/** The standard deviation without NaN; NaN if all are. */
export function nanstd(x: XlaOp, options?: Axis | VarianceOptions): XlaOp {
  return calledWith(nanstd, 'np.nanstd', arguments, 'x, { axis, keepdims, ddof }', () => {
    const squared = nanVariance(x, options, 'np.nanstd');
    return builderFor(squared, 'np.nanstd').sqrt(squared);
  });
}

function nanVariance(x: XlaOp, options: Axis | VarianceOptions, op: string): XlaOp {
  const { axis, keepdims, ddof = 0 } = optionsOf<VarianceOptions>(options, ['axis', 'keepdims', 'ddof'], op);
  const { b, axes, keepDims } = read(x, { axis, keepdims }, op);
  checkFloats(x, op);
  const isNumber = b.select(b.eq(x, x), b.onesLike(x), b.zerosLike(x));
  const mean = b.div(b.sum(withoutNan(b, x, 0), axes, { keepDims: true }), b.sum(isNumber, axes, { keepDims: true }));
  const squares = withoutNan(b, b.square(b.sub(x, mean)), 0);
  return b.div(b.sum(squares, axes, { keepDims }), b.sub(b.sum(isNumber, axes, { keepDims }), ddof));
}

/** The greatest element without NaN; NaN if all are. */
export function nanmax(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(nanmax, 'np.nanmax', arguments, 'x, { axis, keepdims }', () =>
    extremeNumber('reduceMax', x, options, 'np.nanmax'),
  );
}

/** The least element without NaN; NaN if all are. */
export function nanmin(x: XlaOp, options?: Reduction): XlaOp {
  return calledWith(nanmin, 'np.nanmin', arguments, 'x, { axis, keepdims }', () =>
    extremeNumber('reduceMin', x, options, 'np.nanmin'),
  );
}

function extremeNumber(name: 'reduceMax' | 'reduceMin', x: XlaOp, options: Reduction, op: string): XlaOp {
  const { b, axes, keepDims } = read(x, options, op);
  if (kindOf(x) !== 'float') return b[name](x, axes, { keepDims });
  const extreme = b[name](withoutNan(b, x, name === 'reduceMax' ? -Infinity : Infinity), axes, { keepDims });
  const isNan = b.all(b.ne(x, x), axes, { keepDims });
  return b.select(isNan, b.fullLike(extreme, NaN), extreme);
}

/** The options of {@link bincount}. */
export interface BincountOptions {
  /** The number of counts: one for each integer from 0. */
  readonly length: number;
  /** The amounts that are counted; by default 1 for each. */
  readonly weights?: XlaOp | undefined;
}

/** The number of times that each integer occurs. Others than 0 to length - 1 are not counted; the length is required. */
export function bincount(x: XlaOp, options: number | BincountOptions): XlaOp {
  return calledWith(bincount, 'np.bincount', arguments, 'x, { length, weights }', () => {
    const op = 'np.bincount';
    const b = builderFor(x, op);
    const { length, weights } = optionsOf<BincountOptions>(options, ['length', 'weights'], op);
    if (!Number.isSafeInteger(length)) {
      throw jsError('options', `the length is ${describeValue(length)}`, {
        op,
        help: 'sizes do not depend on values in XLA: pass the number of counts, np.bincount(x, 10)',
      });
    }
    if (weights !== undefined && weights.shape.elementCount !== x.shape.elementCount) {
      const shapes = [x.shape.toString(), weights.shape.toString()];
      throw jsError('argumentKind', `the weights of ${shapes[0]} are ${shapes[1]}`, {
        op,
        operands: shapes,
        help: 'give one weight for each integer',
      });
    }
    const values = flat(b, x);
    // One row for each value, with 1 in the column that counts it.
    const elementType = weights === undefined ? 'S32' : (weights.shape.type as 'F32');
    const hits = b.oneHot(values, length, { elementType });
    const all = weights === undefined ? hits : b.mul(hits, flat(b, weights), { broadcastDimensions: [0] });
    return b.sum(all, [0]);
  });
}

/** The options of {@link cov}. */
export interface CovOptions {
  /** True makes rows variables and columns observations (default true). */
  readonly rowvar?: boolean | undefined;
  /** The number that is subtracted from the count of observations (default 1). */
  readonly ddof?: number | undefined;
}

/** The covariances of variables, the rows of a real matrix. */
export function cov(x: XlaOp, options?: CovOptions): XlaOp {
  return calledWith(cov, 'np.cov', arguments, 'x, { rowvar, ddof }', () => covariance(x, options, 'np.cov'));
}

/** The correlation coefficients of variables, the rows of a real matrix. */
export function corrcoef(x: XlaOp, options?: { readonly rowvar?: boolean | undefined }): XlaOp {
  return calledWith(corrcoef, 'np.corrcoef', arguments, 'x, { rowvar }', () => {
    const { rowvar } = namedOptions<{ readonly rowvar?: boolean }>(options, ['rowvar'], 'np.corrcoef');
    const c = covariance(x, { rowvar }, 'np.corrcoef');
    const b = builderFor(c, 'np.corrcoef');
    if (c.shape.rank === 0) return b.div(c, c);
    const deviation = b.sqrt(b.getMatrixDiagonal(c));
    return b.div(b.div(c, deviation, { broadcastDimensions: [0] }), deviation, { broadcastDimensions: [1] });
  });
}

function covariance(x: XlaOp, options: CovOptions | undefined, op: string): XlaOp {
  const { rowvar = true, ddof = 1 } = namedOptions<CovOptions>(options, ['rowvar', 'ddof'], op);
  const b = builderFor(x, op);
  checkFloats(x, op);
  const isVector = x.shape.rank < 2;
  const matrix = isVector ? b.reshape(x, [1, x.shape.elementCount]) : x;
  const rows = rowvar || isVector ? matrix : b.transpose(matrix, [1, 0]);
  const centered = b.sub(rows, b.mean(rows, [1], { keepDims: true }));
  const products = b.div(b.einsum(centered, centered, 'ac,bc->ab'), (rows.shape.dimensions[1] ?? 0) - ddof);
  return isVector ? b.reshape(products, []) : products;
}

export { variance as var };
