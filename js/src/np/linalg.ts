/**
 * Linear algebra: `np.linalg`. Matrices are the last two dimensions of floating-point arrays; all functions but `lstsq`,
 * `multiDot` and `matrixRank` take batches. Functions with several results return an array of operations, where jax.numpy
 * has a named tuple.
 */

import { calledWith } from '../builder/function-calls.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { describeValue, isArray } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { partType } from '../values/element-type.js';
import { Shape } from '../values/shape.js';
import {
  type Axis,
  axisNumbers,
  builderFor,
  checkFloats,
  commonType,
  kindOf,
  optionsOf,
  range,
  stretched,
  typeOf,
} from './operands.js';

/** The builder for matrices, square ones if `square`. */
function matricesBuilder(a: XlaOp, square: boolean, op: string): XlaBuilder {
  const b = builderFor(a, op);
  checkFloats(a, op);
  const [rows, columns] = a.shape.dimensions.slice(-2);
  if (columns !== undefined && (!square || rows === columns)) return b;
  throw jsError('argumentKind', `${a.shape.toString()} is not an array of ${square ? 'square ' : ''}matrices`, {
    op,
    operands: [a.shape.toString()],
    help: `pass sizes such as ${square ? '[3, 3] or [10, 3, 3]' : '[2, 3] or [10, 2, 3]'}`,
  });
}

/** The elements of a tuple. */
function elementsOf(b: XlaBuilder, tuple: XlaOp): XlaOp[] {
  return tuple.shape.tupleShapes.map((_, index) => b.getTupleElement(tuple, index));
}

/** The matrices transposed, and conjugated. */
function adjoint(b: XlaBuilder, a: XlaOp): XlaOp {
  const transposed = b.transposeInMinorDims(a);
  return kindOf(a) === 'complex' ? b.conj(transposed) : transposed;
}

/** Matrices whose columns are multiplied by the elements of vectors. */
function scaledColumns(b: XlaBuilder, a: XlaOp, factors: XlaOp): XlaOp {
  const { rank } = a.shape;
  const typed = typeOf(factors) === typeOf(a) ? factors : b.convertElementType(factors, typeOf(a));
  const dimensions = range(rank).filter((axis) => axis !== rank - 2);
  return b.mul(a, typed, { broadcastDimensions: dimensions });
}

/** The difference between 1 and the next number of a type, which is a power of 2. */
const epsilons: Readonly<Record<string, number>> = { F64: 2 ** -52, C128: 2 ** -52, F16: 2 ** -10, BF16: 2 ** -7 };

function epsilonOf(a: XlaOp): number {
  return epsilons[typeOf(a)] ?? 2 ** -23;
}

/** The lower triangular factor of positive definite matrices; only the lower triangle is read. `{ upper: true }` gives its adjoint. */
export function cholesky(a: XlaOp, options?: { readonly upper?: boolean | undefined }): XlaOp {
  return calledWith(cholesky, 'np.linalg.cholesky', arguments, 'a, { upper }', () => {
    const op = 'np.linalg.cholesky';
    const b = matricesBuilder(a, true, op);
    const { upper = false } = optionsOf<{ readonly upper?: boolean }>(options, ['upper'], op);
    const lower = b.lowerTriangle(b.cholesky(a, true));
    return upper ? adjoint(b, lower) : lower;
  });
}

/** The determinant. */
export function det(a: XlaOp): XlaOp {
  return calledWith(det, 'np.linalg.det', arguments, 'a', () => {
    const b = matricesBuilder(a, true, 'np.linalg.det');
    const [lu, pivots] = elementsOf(b, b.luDecomposition(a)) as [XlaOp, XlaOp];
    const diagonal = b.getMatrixDiagonal(lu);
    const last = diagonal.shape.rank - 1;
    // Each exchange of two rows changes the sign.
    const exchanged = b.ne(pivots, b.iota(Shape.array(typeOf(pivots), pivots.shape.dimensions), last));
    const signs = b.select(exchanged, b.neg(b.onesLike(diagonal)), b.onesLike(diagonal));
    return b.prod(b.mul(diagonal, signs), [last]);
  });
}

/** An array of the sign of the determinant and the logarithm of its modulus. */
export function slogdet(a: XlaOp): [sign: XlaOp, logabsdet: XlaOp] {
  return calledWith(slogdet, 'np.linalg.slogdet', arguments, 'a', () => {
    const b = matricesBuilder(a, true, 'np.linalg.slogdet');
    return elementsOf(b, b.sLogDet(a)) as [XlaOp, XlaOp];
  });
}

/** The solution x of `a x = b`; b is a vector, or matrices with the same batch dimensions. */
export function solve(a: XlaOp, b: XlaOp): XlaOp {
  return calledWith(solve, 'np.linalg.solve', arguments, 'a, b', () => {
    const op = 'np.linalg.solve';
    const builder = matricesBuilder(a, true, op);
    builderFor(b, op);
    commonType([a, b], op);
    if (b.shape.rank > 1) return solved(builder, a, b);
    const columns = builder.reshape(b, [b.shape.elementCount, 1]);
    const batch = a.shape.dimensions.slice(0, -2);
    const x = solved(builder, a, stretched(builder, columns, [...batch, b.shape.elementCount, 1]));
    return builder.reshape(x, [...batch, b.shape.elementCount]);
  });
}

/** a = P^-1 L U, and so x = U^-1 L^-1 P b. */
function solved(b: XlaBuilder, a: XlaOp, columns: XlaOp): XlaOp {
  const [lu, , permutation] = elementsOf(b, b.luDecomposition(a)) as [XlaOp, XlaOp, XlaOp];
  const { dimensions, rank } = columns.shape;
  const rows = b.broadcastInDim(permutation, dimensions, range(rank - 1));
  const permuted = b.torchGather(columns, rows, rank - 2);
  const y = b.triangularSolve(lu, permuted, true, true, { unitDiagonal: true });
  return b.triangularSolve(lu, y, true, false);
}

/** The inverse. */
export function inv(a: XlaOp): XlaOp {
  return calledWith(inv, 'np.linalg.inv', arguments, 'a', () => inverse(matricesBuilder(a, true, 'np.linalg.inv'), a));
}

function inverse(b: XlaBuilder, a: XlaOp): XlaOp {
  const [n = 0] = a.shape.dimensions.slice(-1);
  return solved(b, a, stretched(b, b.identityMatrix(typeOf(a), n, n), a.shape.dimensions));
}

/** The mode of {@link qr}. */
export type QrMode = 'reduced' | 'complete';

/** An array of q, with orthonormal columns, and r, upper triangular, with `a = q r`. `{ mode: 'complete' }` gives a square q. */
export function qr(a: XlaOp, options?: QrMode | { readonly mode?: QrMode | undefined }): [q: XlaOp, r: XlaOp] {
  return calledWith(qr, 'np.linalg.qr', arguments, 'a, { mode }', () => {
    const op = 'np.linalg.qr';
    const b = matricesBuilder(a, false, op);
    const { mode = 'reduced' } = optionsOf<{ readonly mode?: QrMode }>(options, ['mode'], op);
    return elementsOf(b, b.qrExplicit(a, mode === 'complete')) as [XlaOp, XlaOp];
  });
}

/** The options of {@link svd}. */
export interface SvdOptions {
  /** True makes u and vh square (default true, as in NumPy). */
  readonly fullMatrices?: boolean | undefined;
}

/** An array of u, the singular values s in descending order, and vh, with `a = u diag(s) vh`. {@link svdvals} gives s alone. */
export function svd(a: XlaOp, options?: SvdOptions): [u: XlaOp, s: XlaOp, vh: XlaOp] {
  return calledWith(svd, 'np.linalg.svd', arguments, 'a, { fullMatrices }', () => {
    const op = 'np.linalg.svd';
    const b = matricesBuilder(a, false, op);
    const { fullMatrices = true } = optionsOf<SvdOptions>(options, ['fullMatrices'], op);
    const [u, s, vh] = singular(b, a);
    if (!fullMatrices) return [u, s, vh];
    const [m = 0, n = 0] = a.shape.dimensions.slice(-2);
    return [m > n ? completed(b, u) : u, s, n > m ? adjoint(b, completed(b, adjoint(b, vh))) : vh];
  });
}

/** u, s and vh, of which u and vh have as many columns and rows as there are singular values. */
function singular(b: XlaBuilder, a: XlaOp): [XlaOp, XlaOp, XlaOp] {
  const [u, s, v] = elementsOf(b, b.svd(a)) as [XlaOp, XlaOp, XlaOp];
  const [count = 0] = s.shape.dimensions.slice(-1);
  const narrow = (x: XlaOp): XlaOp => b.sliceInDim(x, 0, count, 1, x.shape.rank - 1);
  return [narrow(u), s, adjoint(b, narrow(v))];
}

/** Orthonormal columns and more of them, up to a square matrix. */
function completed(b: XlaBuilder, u: XlaOp): XlaOp {
  const [rows = 0, columns = 0] = u.shape.dimensions.slice(-2);
  // The columns of q are those of u up to their signs; the others are orthogonal to them.
  const [q] = elementsOf(b, b.qrExplicit(u, true)) as [XlaOp];
  const { rank } = u.shape;
  return b.concatInDim([u, b.sliceInDim(q, columns, rows, 1, rank - 1)], rank - 1);
}

/** The singular values in descending order. */
export function svdvals(a: XlaOp): XlaOp {
  return calledWith(
    svdvals,
    'np.linalg.svdvals',
    arguments,
    'a',
    () => singular(matricesBuilder(a, false, 'np.linalg.svdvals'), a)[1],
  );
}

/** The triangle that is read: lower (L, the default) or upper (U). The other is that of a Hermitian matrix. */
export type TriangleOption = 'L' | 'U' | { readonly uplo?: 'L' | 'U' | undefined };

/** An array of the eigenvalues of Hermitian matrices, in ascending order, and of their eigenvectors, the columns. */
export function eigh(a: XlaOp, options?: TriangleOption): [eigenvalues: XlaOp, eigenvectors: XlaOp] {
  return calledWith(eigh, 'np.linalg.eigh', arguments, 'a, { uplo }', () => eigen(a, options, 'np.linalg.eigh'));
}

/** The eigenvalues of Hermitian matrices, in ascending order. */
export function eigvalsh(a: XlaOp, options?: TriangleOption): XlaOp {
  return calledWith(
    eigvalsh,
    'np.linalg.eigvalsh',
    arguments,
    'a, { uplo }',
    () => eigen(a, options, 'np.linalg.eigvalsh')[0],
  );
}

function eigen(a: XlaOp, options: TriangleOption | undefined, op: string): [XlaOp, XlaOp] {
  const b = matricesBuilder(a, true, op);
  const { uplo = 'L' } = optionsOf<{ readonly uplo?: 'L' | 'U' }>(options, ['uplo'], op);
  const [vectors, values] = elementsOf(b, b.selfAdjointEig(a, { lower: uplo === 'L' })) as [XlaOp, XlaOp];
  return [values, vectors];
}

/** The least ratio of a singular value to the greatest one that counts as not 0. */
export type RcondOption = number | { readonly rcond?: number | undefined };

function reciprocals(b: XlaBuilder, s: XlaOp, rcond: number): XlaOp {
  const last = s.shape.rank - 1;
  const limit = b.mul(b.reduceMax(s, [last], { keepDims: true }), rcond);
  return b.select(b.gt(s, limit), b.div(b.onesLike(s), s), b.zerosLike(s));
}

/** The pseudo-inverse. By default singular values count as 0 up to `10 max(m, n) eps` of the greatest, as in jax.numpy. */
export function pinv(a: XlaOp, options?: RcondOption): XlaOp {
  return calledWith(pinv, 'np.linalg.pinv', arguments, 'a, { rcond }', () => {
    const op = 'np.linalg.pinv';
    const b = matricesBuilder(a, false, op);
    const [m = 0, n = 0] = a.shape.dimensions.slice(-2);
    const { rcond = 10 * Math.max(m, n) * epsilonOf(a) } = optionsOf<{ readonly rcond?: number }>(
      options,
      ['rcond'],
      op,
    );
    const [u, s, vh] = singular(b, a);
    return b.batchDot(scaledColumns(b, adjoint(b, vh), reciprocals(b, s, rcond)), adjoint(b, u));
  });
}

/**
 * The least-squares solution of `a x = b`: an array of x, the sums of the squared residuals (of size 0 unless a has full
 * column rank by its sizes), the rank, S32, and the singular values.
 */
export function lstsq(a: XlaOp, b: XlaOp, options?: RcondOption): [x: XlaOp, residuals: XlaOp, rank: XlaOp, s: XlaOp] {
  return calledWith(lstsq, 'np.linalg.lstsq', arguments, 'a, b, { rcond }', () => {
    const op = 'np.linalg.lstsq';
    const builder = matricesBuilder(a, false, op);
    builderFor(b, op);
    commonType([a, b], op);
    if (a.shape.rank !== 2 || b.shape.rank < 1 || b.shape.rank > 2) {
      throw jsError(
        'argumentKind',
        `${a.shape.toString()} and ${b.shape.toString()} are not a matrix and its right side`,
        {
          op,
          help: 'pass a matrix, and a vector or a matrix with as many rows',
        },
      );
    }
    const [m = 0, n = 0] = a.shape.dimensions;
    const { rcond = Math.max(m, n) * epsilonOf(a) } = optionsOf<{ readonly rcond?: number }>(options, ['rcond'], op);
    const [u, s, vh] = singular(builder, a);
    const columns = b.shape.rank === 1 ? builder.reshape(b, [m, 1]) : b;
    const v = scaledColumns(builder, adjoint(builder, vh), reciprocals(builder, s, rcond));
    const x = builder.dot(v, builder.dot(adjoint(builder, u), columns));
    const limit = builder.mul(builder.reduceMax(s, [0], { keepDims: true }), rcond);
    const rank = builder.sum(builder.convertElementType(builder.gt(s, limit), 'S32'), [0]);
    const squares = builder.square(builder.abs(builder.sub(builder.dot(a, x), columns)));
    const residuals = m > n ? builder.sum(squares, [0]) : builder.zeros(Shape.array(partType(typeOf(a)), [0]));
    return [b.shape.rank === 1 ? builder.reshape(x, [n]) : x, residuals, rank, s];
  });
}

/** S32: the number of singular values above `max(m, n) eps` of the greatest, or above another share of it. */
export function matrixRank(a: XlaOp, options?: number | { readonly rtol?: number | undefined }): XlaOp {
  return calledWith(matrixRank, 'np.linalg.matrixRank', arguments, 'a, { rtol }', () => {
    const op = 'np.linalg.matrixRank';
    const b = matricesBuilder(a, false, op);
    const [m = 0, n = 0] = a.shape.dimensions.slice(-2);
    const { rtol = Math.max(m, n) * epsilonOf(a) } = optionsOf<{ readonly rtol?: number }>(options, ['rtol'], op);
    const [, s] = singular(b, a);
    const last = s.shape.rank - 1;
    const limit = b.mul(b.reduceMax(s, [last], { keepDims: true }), rtol);
    return b.sum(b.convertElementType(b.gt(s, limit), 'S32'), [last]);
  });
}

/** The greatest singular value over the least. */
export function cond(a: XlaOp): XlaOp {
  return calledWith(cond, 'np.linalg.cond', arguments, 'a', () => {
    const b = matricesBuilder(a, false, 'np.linalg.cond');
    const [, s] = singular(b, a);
    const last = s.shape.rank - 1;
    return b.div(b.reduceMax(s, [last]), b.reduceMin(s, [last]));
  });
}

/** A power of square matrices: n is a whole number, and a negative one inverts first. */
export function matrixPower(a: XlaOp, n: number): XlaOp {
  return calledWith(matrixPower, 'np.linalg.matrixPower', arguments, 'a, n', () => {
    const op = 'np.linalg.matrixPower';
    const b = matricesBuilder(a, true, op);
    if (!Number.isSafeInteger(n)) {
      throw jsError('argumentKind', `the exponent is ${describeValue(n)}`, { op, help: 'pass a whole number' });
    }
    const size = a.shape.dimensions.at(-1) ?? 0;
    if (n === 0) return stretched(b, b.identityMatrix(typeOf(a), size, size), a.shape.dimensions);
    // a^13 = a^8 a^4 a^1, by the bits of 13.
    let power = n < 0 ? inverse(b, a) : a;
    let result: XlaOp | undefined;
    for (let bits = Math.abs(n); bits > 0; bits = Math.floor(bits / 2)) {
      if (bits % 2 === 1) result = result === undefined ? power : b.batchDot(result, power);
      if (bits > 1) power = b.batchDot(power, power);
    }
    return result as XlaOp;
  });
}

/** The product of several matrices, from left to right. */
export function multiDot(matrices: readonly XlaOp[]): XlaOp {
  return calledWith(multiDot, 'np.linalg.multiDot', arguments, 'matrices', () => {
    const op = 'np.linalg.multiDot';
    if (!isArray(matrices) || matrices.length === 0) {
      throw jsError('argumentKind', `the matrices are ${describeValue(matrices)}`, {
        op,
        help: 'pass one array: [a, b, c]',
      });
    }
    const [b] = matrices.map((matrix) => builderFor(matrix, op)) as [XlaBuilder];
    commonType(matrices, op);
    return matrices.reduce((left, right) => b.dot(left, right));
  });
}

/** The options of {@link norm}. */
export interface NormOptions {
  /**
   * For vectors any number, by default 2; for matrices 'fro' (the default), 'nuc', 1, -1, 2, -2, Infinity and -Infinity.
   */
  readonly ord?: number | 'fro' | 'nuc' | undefined;
  /** One axis for norms of vectors, two for norms of matrices; by default all, which is the root of the sum of squares. */
  readonly axis?: Axis;
  readonly keepdims?: boolean | undefined;
}

/** The norm of vectors or matrices. The second argument is the order, as in jax.numpy. */
export function norm(x: XlaOp, options?: NormOptions['ord'] | NormOptions): XlaOp {
  return calledWith(norm, 'np.linalg.norm', arguments, 'x, { ord, axis, keepdims }', () => {
    const op = 'np.linalg.norm';
    const b = builderFor(x, op);
    checkFloats(x, op);
    const { ord, axis, keepdims = false } = optionsOf<NormOptions>(options, ['ord', 'axis', 'keepdims'], op);
    const { rank } = x.shape;
    const isAll = axis === undefined && ord === undefined;
    const axes = axisNumbers(axis, rank, op);
    if (isAll) return lengthOf(b, x, axes, keepdims);
    if (axes.length === 1) return vectorNorm(b, x, ord, axes, keepdims, op);
    if (axes.length === 2) return matrixNorm(b, x, ord, axes as [number, number], keepdims, op);
    throw jsError('argumentKind', `a norm of ${axes.length} axes has no order`, {
      op,
      operands: [x.shape.toString()],
      help: 'name one axis for vectors, or two for matrices: { axis: -1 }',
    });
  });
}

/** The root of the sum of squares. */
function lengthOf(b: XlaBuilder, x: XlaOp, axes: number[], keepDims: boolean): XlaOp {
  return b.sqrt(b.sum(b.square(b.abs(x)), axes, { keepDims }));
}

function vectorNorm(
  b: XlaBuilder,
  x: XlaOp,
  ord: NormOptions['ord'],
  axes: number[],
  keepDims: boolean,
  op: string,
): XlaOp {
  if (ord === undefined || ord === 2) return lengthOf(b, x, axes, keepDims);
  if (typeof ord !== 'number') throw noOrder(ord, 'a vector', op);
  const magnitude = b.abs(x);
  if (ord === Infinity) return b.reduceMax(magnitude, axes, { keepDims });
  if (ord === -Infinity) return b.reduceMin(magnitude, axes, { keepDims });
  if (ord === 1) return b.sum(magnitude, axes, { keepDims });
  if (ord === 0) {
    return b.sum(b.convertElementType(b.ne(magnitude, 0), typeOf(magnitude)), axes, { keepDims });
  }
  return b.pow(b.sum(b.pow(magnitude, ord), axes, { keepDims }), 1 / ord);
}

function matrixNorm(
  b: XlaBuilder,
  x: XlaOp,
  ord: NormOptions['ord'],
  axes: [number, number],
  keepDims: boolean,
  op: string,
): XlaOp {
  if (ord === undefined || ord === 'fro') return lengthOf(b, x, axes, keepDims);
  const [rows, columns] = axes;
  if (ord === 1 || ord === -1 || ord === Infinity || ord === -Infinity) {
    const summed = Math.abs(ord) === 1 ? rows : columns;
    const sums = b.sum(b.abs(x), [summed], { keepDims: true });
    const extreme = b[ord > 0 ? 'reduceMax' : 'reduceMin'](sums, axes, { keepDims: true });
    return keepDims ? extreme : withoutAxes(b, extreme, axes);
  }
  if (ord !== 2 && ord !== -2 && ord !== 'nuc') throw noOrder(ord, 'a matrix', op);
  const others = range(x.shape.rank).filter((axis) => !axes.includes(axis));
  const [, s] = singular(b, b.transpose(x, [...others, rows, columns]));
  const reduce = { '2': 'reduceMax', '-2': 'reduceMin', nuc: 'sum' } as const;
  const result = b[reduce[`${ord}`]](s, [s.shape.rank - 1]);
  return keepDims
    ? b.reshape(
        result,
        x.shape.dimensions.map((size, axis) => (axes.includes(axis) ? 1 : size)),
      )
    : result;
}

function withoutAxes(b: XlaBuilder, x: XlaOp, axes: readonly number[]): XlaOp {
  return b.reshape(
    x,
    x.shape.dimensions.filter((_, axis) => !axes.includes(axis)),
  );
}

function noOrder(ord: unknown, of: string, op: string): Error {
  return jsError('options', `${describeValue(ord)} is not the order of a norm of ${of}`, {
    op,
    help: of === 'a vector' ? 'pass a number' : "the orders are 'fro', 'nuc', 1, -1, 2, -2, Infinity and -Infinity",
  });
}
