/**
 * New arrays. They belong to the program that is being recorded, so that these functions work inside of what `jit`
 * traces; those with `Like` in their names, and the triangles, take an operation. Default types are F32, and S32 for
 * {@link arange} of integers.
 */

import { calledAs, calledWith } from '../builder/function-calls.js';
import { onEngineHelp, tracedHelp } from '../builder/builder-help.js';
import { currentBuilder } from '../builder/current-builder.js';
import type { Operand } from '../builder/number-operand.js';
import { XlaOp } from '../builder/xla-op.js';
import { describeValue, isArray, isPlainObject } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import type { ElementType, ElementTypeName } from '../values/element-type.js';
import { Literal } from '../values/literal.js';
import type { NestedArray } from '../values/nested.js';
import { Shape } from '../values/shape.js';
import {
  axisNumber,
  broadcastSizes,
  builderFor,
  checkCount,
  commonType,
  namedOptions,
  optionsOf,
  stretched,
  typeOf,
} from './operands.js';

/** The ratio of a circle's circumference to its diameter, a number. */
export const pi = Math.PI;
/** The base of the natural logarithm, a number. */
export const e = Math.E;
/** Infinity, a number. */
export const inf = Infinity;
/** Not a number. */
export const nan = NaN;

/** The element type of the result. */
export type TypeOption = ElementTypeName | { readonly dtype?: ElementTypeName | undefined };

function typeFrom(option: TypeOption | undefined, op: string): ElementType | undefined {
  return optionsOf<{ readonly dtype?: ElementTypeName }>(option, ['dtype'], op).dtype;
}

/** @throws HloomError `js.c5` for a shape, and for sizes that are not known while the function is traced */
function sizesFrom(shape: number | readonly number[], op: string): readonly number[] {
  const sizes = isArray(shape) ? shape : [shape];
  const traced = sizes.map(tracedHelp).find((help) => help !== undefined);
  const help = (shape as unknown) instanceof Shape ? 'pass its sizes: x.shape.dimensions' : traced;
  if (help === undefined) return sizes as readonly number[];
  throw jsError('argumentKind', `the shape is ${traced === undefined ? 'a Shape' : 'an operation'}`, { op, help });
}

/** A constant: a literal, a number, or nested arrays. An operation stays as it is, or is converted to the type. */
export function array(value: Literal | NestedArray | XlaOp, dtype?: TypeOption): XlaOp {
  return calledWith(array, 'np.array', arguments, 'value, { dtype }', () => {
    const type = typeFrom(dtype, 'np.array');
    if (typeof (value as { readonly toLiteral?: unknown } | undefined)?.toLiteral === 'function') {
      throw jsError('argumentKind', 'the value is on an engine', { op: 'np.array', help: onEngineHelp });
    }
    if (!(value instanceof XlaOp)) return currentBuilder('np.array').constant(value, type);
    const b = builderFor(value, 'np.array');
    return type === undefined || type === value.shape.type ? value : b.convertElementType(value, type);
  });
}

/** An array of zeros. */
export function zeros(shape: number | readonly number[], dtype?: TypeOption): XlaOp {
  return calledWith(zeros, 'np.zeros', arguments, 'shape, { dtype }', () =>
    currentBuilder('np.zeros').zeros(Shape.array(typeFrom(dtype, 'np.zeros') ?? 'F32', sizesFrom(shape, 'np.zeros'))),
  );
}

/** An array of ones. */
export function ones(shape: number | readonly number[], dtype?: TypeOption): XlaOp {
  return calledWith(ones, 'np.ones', arguments, 'shape, { dtype }', () =>
    currentBuilder('np.ones').ones(Shape.array(typeFrom(dtype, 'np.ones') ?? 'F32', sizesFrom(shape, 'np.ones'))),
  );
}

/** An array that has one value everywhere: a number, by default F32, or an operation, which is broadcast. */
export function full(shape: number | readonly number[], value: Operand, dtype?: TypeOption): XlaOp {
  return calledWith(full, 'np.full', arguments, 'shape, value, { dtype }', () => {
    const b = currentBuilder('np.full');
    const type = typeFrom(dtype, 'np.full');
    if (!(value instanceof XlaOp))
      return b.full(Shape.array(type ?? typeOfNumber(value), sizesFrom(shape, 'np.full')), value);
    const filled = stretched(
      b,
      value,
      broadcastSizes([sizesFrom(shape, 'np.full'), value.shape.dimensions], 'np.full'),
    );
    return type === undefined || type === typeOf(value) ? filled : b.convertElementType(filled, type);
  });
}

function typeOfNumber(value: Exclude<Operand, XlaOp>): ElementType {
  if (typeof value === 'boolean') return 'PRED';
  if (typeof value === 'bigint') return 'S64';
  return typeof value === 'object' ? 'C64' : 'F32';
}

/** An array of zeros with the sizes and the type of another. */
export function zerosLike(x: XlaOp, dtype?: TypeOption): XlaOp {
  return calledWith(zerosLike, 'np.zerosLike', arguments, 'x, { dtype }', () =>
    filledLike(x, 0, dtype, 'np.zerosLike'),
  );
}

/** An array of ones with the sizes and the type of another. */
export function onesLike(x: XlaOp, dtype?: TypeOption): XlaOp {
  return calledWith(onesLike, 'np.onesLike', arguments, 'x, { dtype }', () => filledLike(x, 1, dtype, 'np.onesLike'));
}

/** An array that has one value everywhere, with the sizes and the type of another. */
export function fullLike(x: XlaOp, value: Operand, dtype?: TypeOption): XlaOp {
  return calledWith(fullLike, 'np.fullLike', arguments, 'x, value, { dtype }', () =>
    filledLike(x, value, dtype, 'np.fullLike'),
  );
}

function filledLike(x: XlaOp, value: Operand, dtype: TypeOption | undefined, op: string): XlaOp {
  const b = builderFor(x, op);
  const type = typeFrom(dtype, op) ?? typeOf(x);
  if (!(value instanceof XlaOp)) {
    const isTruth = type === 'PRED' && typeof value === 'number';
    return b.full(Shape.array(type, x.shape.dimensions), isTruth ? value !== 0 : value);
  }
  return stretched(b, type === typeOf(value) ? value : b.convertElementType(value, type), x.shape.dimensions);
}

/**
 * Numbers at equal distances, without the end: `arange(stop)`, `arange(start, stop)` or `arange(start, stop, step)`,
 * each with options or an element type after them. S32 if all numbers are integers, and F32 otherwise.
 */
export function arange(stop: number, dtype?: TypeOption): XlaOp;
export function arange(start: number, stop: number, dtype?: TypeOption): XlaOp;
export function arange(start: number, stop: number, step: number, dtype?: TypeOption): XlaOp;
export function arange(...args: unknown[]): XlaOp {
  return calledAs(arange, 'np.arange', [], () => {
    const op = 'np.arange';
    const last = args.at(-1);
    const hasType = typeof last === 'string' || isPlainObject(last) || last === undefined;
    const numbers = hasType ? args.slice(0, -1) : args;
    const wrong = numbers.find((value) => typeof value !== 'number' || !Number.isFinite(value));
    if (numbers.length === 0 || numbers.length > 3 || wrong !== undefined) {
      throw jsError('argumentKind', `its numbers are ${numbers.map(describeValue).join(', ')}`, {
        op,
        help: "pass one to three finite numbers, and then a type: np.arange(0, 10, 2, 'F32')",
      });
    }
    const [first = 0, second, step = 1] = numbers as number[];
    const [start, stop] = second === undefined ? [0, first] : [first, second];
    if (step === 0) throw jsError('argumentKind', 'the step is 0', { op, help: 'pass another step' });
    const allIntegers = [start, stop, step].every(Number.isInteger);
    const type = (hasType ? typeFrom(last as TypeOption | undefined, op) : undefined) ?? (allIntegers ? 'S32' : 'F32');
    const count = Math.max(0, Math.ceil((stop - start) / step));
    const b = currentBuilder(op);
    if (start === 0 && step === 1) return b.iota(type, count);
    const values = Array.from({ length: count }, (_, index) => start + index * step);
    return constantOf(b, values, type);
  });
}

/** The options of {@link linspace} and its kin. */
export interface LinspaceOptions {
  /** The number of values (default 50). */
  readonly num?: number | undefined;
  /** True makes the end the last value (default true). */
  readonly endpoint?: boolean | undefined;
  /** The element type (default F32). */
  readonly dtype?: ElementTypeName | undefined;
}

/** Numbers at equal distances from start to stop, which are numbers. jax.numpy also takes arrays. */
export function linspace(start: number, stop: number, options?: number | LinspaceOptions): XlaOp {
  return calledWith(linspace, 'np.linspace', arguments, 'start, stop, { num, endpoint, dtype }', () =>
    spaced(start, stop, options, 'np.linspace', (value) => value),
  );
}

/** Powers of 10, or of another base, whose exponents {@link linspace} gives. */
export function logspace(
  start: number,
  stop: number,
  options?: number | (LinspaceOptions & { readonly base?: number | undefined }),
): XlaOp {
  return calledWith(logspace, 'np.logspace', arguments, 'start, stop, { num, endpoint, dtype, base }', () => {
    const base = isPlainObject(options) ? ((options as { readonly base?: number }).base ?? 10) : 10;
    return spaced(start, stop, options, 'np.logspace', (value) => base ** value);
  });
}

/** Numbers from start to stop, each of which is the same multiple of the one before. */
export function geomspace(start: number, stop: number, options?: number | LinspaceOptions): XlaOp {
  return calledWith(geomspace, 'np.geomspace', arguments, 'start, stop, { num, endpoint, dtype }', () =>
    spaced(0, 1, options, 'np.geomspace', (value) => start * (stop / start) ** value),
  );
}

function spaced(
  start: number,
  stop: number,
  options: number | LinspaceOptions | undefined,
  op: string,
  valueAt: (value: number) => number,
): XlaOp {
  type All = LinspaceOptions & { readonly base?: number };
  const {
    num = 50,
    endpoint = true,
    dtype = 'F32',
  } = optionsOf<All>(options, ['num', 'endpoint', 'dtype', 'base'], op);
  checkCount(num, 'num', op);
  const steps = Math.max(1, endpoint ? num - 1 : num);
  const values = Array.from({ length: num }, (_, index) =>
    valueAt(index === steps ? stop : start + ((stop - start) * index) / steps),
  );
  return constantOf(currentBuilder(op), values, dtype);
}

/** A constant of one dimension, which may have no elements. */
function constantOf(b: ReturnType<typeof currentBuilder>, values: readonly number[], type: ElementType): XlaOp {
  return values.length === 0 ? b.zeros(Shape.array(type, [0])) : b.constant(Literal.from(values, type));
}

/** The options of {@link eye}. */
export interface EyeOptions {
  /** The number of columns; by default that of rows. */
  readonly m?: number | undefined;
  /** The diagonal that has the ones: 1 is above the main one (default 0). */
  readonly k?: number | undefined;
  /** The element type (default F32). */
  readonly dtype?: ElementTypeName | undefined;
}

/** A matrix with ones on a diagonal, and zeros elsewhere. */
export function eye(n: number, options?: number | EyeOptions): XlaOp {
  return calledWith(eye, 'np.eye', arguments, 'n, { m, k, dtype }', () => {
    const { m = n, k = 0, dtype = 'F32' } = optionsOf<EyeOptions>(options, ['m', 'k', 'dtype'], 'np.eye');
    const b = currentBuilder('np.eye');
    return b.convertElementType(diagonalDistance(b, [n, m], k, 'eq'), dtype);
  });
}

/** The identity matrix. */
export function identity(n: number, dtype?: TypeOption): XlaOp {
  return calledWith(identity, 'np.identity', arguments, 'n, { dtype }', () =>
    currentBuilder('np.identity').identityMatrix(typeFrom(dtype, 'np.identity') ?? 'F32', n, n),
  );
}

/** A matrix with ones on a diagonal and below it. Options as of {@link eye}. */
export function tri(n: number, options?: number | EyeOptions): XlaOp {
  return calledWith(tri, 'np.tri', arguments, 'n, { m, k, dtype }', () => {
    const { m = n, k = 0, dtype = 'F32' } = optionsOf<EyeOptions>(options, ['m', 'k', 'dtype'], 'np.tri');
    const b = currentBuilder('np.tri');
    return b.convertElementType(diagonalDistance(b, [n, m], k, 'ge'), dtype);
  });
}

/** PRED: where row + k is equal to the column, or at least it. */
function diagonalDistance(
  b: ReturnType<typeof currentBuilder>,
  sizes: readonly number[],
  k: number,
  compare: 'eq' | 'ge',
): XlaOp {
  const shape = Shape.array('S32', sizes);
  const rank = sizes.length;
  return b[compare](b.add(b.iota(shape, rank - 2), k), b.iota(shape, rank - 1));
}

/** The diagonal of a triangle: 1 is above the main one (default 0). */
export type DiagonalOption = number | { readonly k?: number | undefined };

/** Matrices with zeros above a diagonal. */
export function tril(x: XlaOp, options?: DiagonalOption): XlaOp {
  return calledWith(tril, 'np.tril', arguments, 'x, { k }', () => {
    const { k = 0 } = optionsOf<{ readonly k?: number }>(options, ['k'], 'np.tril');
    const b = builderFor(x, 'np.tril');
    checkMatrices(x, 'np.tril');
    return b.select(diagonalDistance(b, x.shape.dimensions, k, 'ge'), x, b.zerosLike(x));
  });
}

/** Matrices with zeros below a diagonal. */
export function triu(x: XlaOp, options?: DiagonalOption): XlaOp {
  return calledWith(triu, 'np.triu', arguments, 'x, { k }', () => {
    const { k = 0 } = optionsOf<{ readonly k?: number }>(options, ['k'], 'np.triu');
    const b = builderFor(x, 'np.triu');
    checkMatrices(x, 'np.triu');
    return b.select(diagonalDistance(b, x.shape.dimensions, k - 1, 'ge'), b.zerosLike(x), x);
  });
}

function checkMatrices(x: XlaOp, op: string): void {
  if (x.shape.rank < 2) axisNumber(-2, x.shape.rank, op);
}

/** A diagonal of a matrix, or a matrix with a vector as its diagonal. */
export function diag(x: XlaOp, options?: DiagonalOption): XlaOp {
  return calledWith(diag, 'np.diag', arguments, 'x, { k }', () => {
    const { k = 0 } = optionsOf<{ readonly k?: number }>(options, ['k'], 'np.diag');
    const b = builderFor(x, 'np.diag');
    if (x.shape.rank === 2) return b.getMatrixDiagonal(x, { k });
    const [length = 0] = x.shape.dimensions;
    axisNumber(x.shape.rank === 1 ? 0 : 1, x.shape.rank === 1 ? 1 : 0, 'np.diag');
    const size = length + Math.abs(k);
    // Row i of a diagonal above the main one has element i; below it, element i + k.
    const padded = b.padInDim(x, zeroOf(x), 0, k < 0 ? -k : 0, k < 0 ? 0 : k);
    const rows = b.broadcastInDim(padded, [size, size], [0]);
    return b.select(diagonalDistance(b, [size, size], k, 'eq'), rows, b.zerosLike(rows));
  });
}

function zeroOf(x: XlaOp): Operand {
  return typeOf(x) === 'PRED' ? false : 0;
}

/** The indexing of {@link meshgrid}: `'xy'` swaps the first two dimensions (default), `'ij'` does not. */
export interface MeshgridOptions {
  readonly indexing?: 'xy' | 'ij' | undefined;
}

/** Coordinates of a grid: an array for each vector, which repeats along the dimensions of the others. */
export function meshgrid(...args: readonly (XlaOp | MeshgridOptions)[]): XlaOp[] {
  return calledAs(meshgrid, 'np.meshgrid', [], () => {
    const op = 'np.meshgrid';
    const last = args.at(-1);
    const given = last instanceof XlaOp ? undefined : last;
    const { indexing = 'xy' } = namedOptions<MeshgridOptions>(given, ['indexing'], op);
    const vectors = (given === undefined ? args : args.slice(0, -1)) as XlaOp[];
    const builders = vectors.map((vector) => builderFor(vector, op));
    commonType(vectors, op);
    const swap = (index: number): number => (indexing === 'xy' && index < 2 && vectors.length > 1 ? 1 - index : index);
    const sizes = vectors.map((_, index) => vectors[swap(index)]?.shape.elementCount ?? 0);
    return vectors.map((vector, index) => {
      const [b] = builders as [ReturnType<typeof currentBuilder>];
      const flat = vector.shape.rank === 1 ? vector : b.reshape(vector, [vector.shape.elementCount]);
      return b.broadcastInDim(flat, sizes, [swap(index)]);
    });
  });
}
