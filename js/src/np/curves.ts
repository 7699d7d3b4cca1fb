/** Values of curves: polynomials, interpolation, convolution, slopes. */

import { calledWith } from '../builder/function-calls.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { describeValue } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { flat, type AxisOption } from './arrays.js';
import { axisNumber, binary, builderFor, checkFloats, commonType, namedOptions, optionsOf } from './operands.js';
import { searchsorted } from './sorting.js';

function checkVectors(vectors: readonly XlaOp[], op: string): XlaBuilder {
  const builders = vectors.map((x) => builderFor(x, op));
  commonType(vectors, op);
  const wrong = vectors.find((x) => x.shape.rank !== 1 || x.shape.elementCount === 0);
  if (wrong === undefined) return builders[0] as XlaBuilder;
  throw jsError('argumentKind', `${wrong.shape.toString()} is not a vector of one element or more`, {
    op,
    operands: [wrong.shape.toString()],
    help: 'np.ravel makes a vector',
  });
}

/** The polynomial with the coefficients p, those of the highest power first, at x. */
export function polyval(p: XlaOp, x: XlaOp): XlaOp {
  return calledWith(polyval, 'np.polyval', arguments, 'p, x', () => {
    const op = 'np.polyval';
    const b = checkVectors([p], op);
    builderFor(x, op);
    commonType([p, x], op);
    const coefficient = (index: number): XlaOp => b.reshape(b.sliceInDim(p, index, index + 1, 1, 0), []);
    let value = b.add(b.zerosLike(x), coefficient(0));
    for (let index = 1; index < p.shape.elementCount; index++) value = b.add(b.mul(value, x), coefficient(index));
    return value;
  });
}

/** The values of {@link interp} outside of the points: numbers, by default the first and the last value. */
export interface InterpOptions {
  readonly left?: number | undefined;
  readonly right?: number | undefined;
}

/** The values at x of the line through the points (xp, fp), where xp ascends. */
export function interp(x: XlaOp, xp: XlaOp, fp: XlaOp, options?: InterpOptions): XlaOp {
  return calledWith(interp, 'np.interp', arguments, 'x, xp, fp, { left, right }', () => {
    const op = 'np.interp';
    const b = checkVectors([xp, fp], op);
    builderFor(x, op);
    commonType([x, xp], op);
    checkFloats(x, op);
    const { left, right } = namedOptions<InterpOptions>(options, ['left', 'right'], op);
    const last = xp.shape.elementCount - 1;
    const end = b.clamp(Math.min(1, last), searchsorted(xp, x, 'right'), last);
    const start = b.max(b.sub(end, 1), 0);
    const at = (points: XlaOp, index: XlaOp): XlaOp => b.torchIndexSelect(points, index, 0);
    const width = b.sub(at(xp, end), at(xp, start));
    const share = b.div(b.sub(x, at(xp, start)), b.select(b.eq(width, 0), b.onesLike(width), width));
    const inside = b.add(at(fp, start), b.mul(share, b.sub(at(fp, end), at(fp, start))));
    const edge = (value: number | undefined, index: number): XlaOp =>
      value === undefined ? at(fp, b.fullLike(end, index)) : b.fullLike(x, value);
    const first = b.reshape(b.sliceInDim(xp, 0, 1, 1, 0), []);
    const final = b.reshape(b.sliceInDim(xp, last, last + 1, 1, 0), []);
    return b.select(b.lt(x, first), edge(left, 0), b.select(b.gt(x, final), edge(right, last), inside));
  });
}

/** The part of a convolution: all sums, as many as the longer vector has elements, or those of whole windows. */
export type ConvolveMode = 'full' | 'same' | 'valid';

/** The convolution of two vectors: element k is the sum of `x1[i] x2[k - i]`. */
export function convolve(
  x1: XlaOp,
  x2: XlaOp,
  options?: ConvolveMode | { readonly mode?: ConvolveMode | undefined },
): XlaOp {
  return calledWith(convolve, 'np.convolve', arguments, 'x1, x2, { mode }', () => {
    const op = 'np.convolve';
    const b = checkVectors([x1, x2], op);
    const { mode = 'full' } = optionsOf<{ readonly mode?: ConvolveMode }>(options, ['mode'], op);
    const [long, short] = x1.shape.elementCount < x2.shape.elementCount ? [x2, x1] : [x1, x2];
    const length = short.shape.elementCount;
    const half = Math.floor(length / 2);
    const padding = { full: [length - 1, length - 1], same: [half, length - half - 1], valid: [0, 0] } as const;
    if (!Object.hasOwn(padding, mode)) {
      throw jsError('options', `the mode is ${describeValue(mode)}`, { op, help: "use 'full', 'same' or 'valid'" });
    }
    // XLA's convolution does not reverse its kernel.
    const lhs = b.reshape(long, [1, 1, long.shape.elementCount]);
    const rhs = b.reshape(b.rev(short, [0]), [1, 1, length]);
    return flat(b, b.conv(lhs, rhs, [1], [padding[mode]]));
  });
}

/** The slope along an axis (default -1): half the difference of both neighbors, and at the ends that of one. */
export function gradient(x: XlaOp, options?: AxisOption): XlaOp {
  return calledWith(gradient, 'np.gradient', arguments, 'x, { axis }', () => {
    const op = 'np.gradient';
    const b = builderFor(x, op);
    checkFloats(x, op);
    const { axis = -1 } = optionsOf<{ readonly axis?: number }>(options, ['axis'], op);
    const along = axisNumber(axis, x.shape.rank, op);
    const size = x.shape.dimensions[along] ?? 0;
    if (size < 2) {
      throw jsError('argumentKind', `size ${size} has no neighbors`, {
        op,
        operands: [x.shape.toString()],
        help: 'name an axis of size 2 or more',
      });
    }
    const part = (start: number, limit: number): XlaOp => b.sliceInDim(x, start, limit, 1, along);
    const inner = b.mul(binary('sub', part(2, size), part(0, size - 2), op), 0.5);
    const ends = [b.sub(part(1, 2), part(0, 1)), b.sub(part(size - 1, size), part(size - 2, size - 1))] as const;
    return b.concatInDim([ends[0], inner, ends[1]], along);
  });
}
