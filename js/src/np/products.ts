/** Products of vectors and matrices. */
/* eslint-disable @typescript-eslint/no-unsafe-return -- results have the types that the signatures state */

import { calledAs, calledWith } from '../builder/function-calls.js';
import type { OneType, Operand, OperandLike, TypeOfOp, TypeOfOperands } from '../builder/number-operand.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import { XlaOp } from '../builder/xla-op.js';
import { describeValue } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { counted, diagonalOf, type DiagonalOptions, flat, movedOrder, permuted } from './arrays.js';
import {
  axisNumber,
  axisNumbers,
  binary,
  broadcastSizes,
  builderFor,
  builderOf,
  commonType,
  kindOf,
  optionsOf,
  range,
  stretched,
} from './operands.js';

function bothArrays(x1: XlaOp, x2: XlaOp, op: string): XlaBuilder {
  const b = builderFor(x1, op);
  builderFor(x2, op);
  commonType([x1, x2], op);
  return b;
}

/**
 * The product of matrices, the last two dimensions; the others are broadcast. A vector is a row on the left and a column
 * on the right. `x1 @ x2`
 */
export function matmul<L extends XlaOp>(x1: L, x2: XlaOp<TypeOfOp<L>>): XlaOp<TypeOfOp<L>> {
  return calledAs(matmul, 'np.matmul', arguments, () => {
    const op = 'np.matmul';
    const b = bothArrays(x1, x2, op);
    const scalar = [x1, x2].find((x) => x.shape.rank === 0);
    if (scalar !== undefined) {
      throw jsError('argumentKind', `${scalar.shape.toString()} is a scalar`, {
        op,
        help: 'use np.multiply for scalars',
      });
    }
    const [left, right] = [x1.shape.rank, x2.shape.rank];
    checkInner(x1, left - 1, x2, Math.max(0, right - 2), op);
    if (left <= 2 && right <= 2) return b.dot(x1, x2);
    if (right <= 2) return contracted(b, x1, [left - 1], x2, [0]);
    if (left === 1) return contracted(b, x1, [0], x2, [right - 2]);
    const batch = broadcastSizes([x1.shape.dimensions.slice(0, -2), x2.shape.dimensions.slice(0, -2)], op);
    const wide = (x: XlaOp): XlaOp => stretched(b, x, [...batch, ...x.shape.dimensions.slice(-2)]);
    return b.batchDot(wide(x1), wide(x2));
  });
}

/** Refuses dimensions of different sizes that are summed over. */
function checkInner(x1: XlaOp, axis1: number, x2: XlaOp, axis2: number, op: string): void {
  const [size1, size2] = [x1.shape.dimensions[axis1], x2.shape.dimensions[axis2]];
  if (size1 === size2) return;
  throw jsError('alignment', `${x1.shape.toString()} and ${x2.shape.toString()} cannot be multiplied`, {
    op,
    operands: [x1.shape.toString(), x2.shape.toString()],
    details: [`axis ${axis1} of the first has size ${String(size1)}, and axis ${axis2} of the second ${String(size2)}`],
    help: 'these sizes must be equal: np.transpose or np.swapaxes changes the order of the axes',
  });
}

function contracted(b: XlaBuilder, x1: XlaOp, axes1: readonly number[], x2: XlaOp, axes2: readonly number[]): XlaOp {
  return b.dotGeneral(x1, x2, { lhsContractingDimensions: axes1, rhsContractingDimensions: axes2 });
}

/**
 * The product of vectors and matrices; of arrays of a higher rank, the sums over the last dimension of the first and the
 * last but one of the second. Scalars are multiplied.
 */
export function dot<L extends Operand, R extends OperandLike<L>>(x1: L, x2: R): XlaOp<TypeOfOperands<L, R>> {
  return calledAs(dot, 'np.dot', arguments, () => {
    const op = 'np.dot';
    builderOf([x1, x2], op);
    const isScalar = (x: Operand): boolean => !(x instanceof XlaOp) || x.shape.rank === 0;
    if (isScalar(x1) || isScalar(x2)) return binary('mul', x1, x2, op);
    const [a, c] = [x1 as XlaOp, x2 as XlaOp];
    const b = bothArrays(a, c, op);
    const axes: [number, number] = [a.shape.rank - 1, Math.max(0, c.shape.rank - 2)];
    checkInner(a, axes[0], c, axes[1], op);
    return contracted(b, a, [axes[0]], c, [axes[1]]);
  });
}

/** The sum of the products of all elements, the first ones conjugated. */
export function vdot(x1: XlaOp, x2: XlaOp): XlaOp {
  return calledAs(vdot, 'np.vdot', arguments, () => {
    const b = bothArrays(x1, x2, 'np.vdot');
    const first = kindOf(x1) === 'complex' ? b.conj(x1) : x1;
    return b.dot(flat(b, first), flat(b, x2));
  });
}

/** The sums of products over the last dimension of both. */
export function inner(x1: XlaOp, x2: XlaOp): XlaOp {
  return calledAs(inner, 'np.inner', arguments, () => {
    const b = bothArrays(x1, x2, 'np.inner');
    if (x1.shape.rank === 0 || x2.shape.rank === 0) return b.mul(x1, x2);
    checkInner(x1, x1.shape.rank - 1, x2, x2.shape.rank - 1, 'np.inner');
    return contracted(b, x1, [x1.shape.rank - 1], x2, [x2.shape.rank - 1]);
  });
}

/** The sums of products along the last axis, the first operand conjugated; the other axes are broadcast. */
export function vecdot(x1: XlaOp, x2: XlaOp): XlaOp {
  return calledAs(vecdot, 'np.vecdot', arguments, () => {
    const b = bothArrays(x1, x2, 'np.vecdot');
    const products = binary('mul', kindOf(x1) === 'complex' ? b.conj(x1) : x1, x2, 'np.vecdot');
    return b.sum(products, [axisNumber(-1, products.shape.rank, 'np.vecdot')]);
  });
}

/** The products of all pairs of elements: a matrix. */
export function outer(x1: XlaOp, x2: XlaOp): XlaOp {
  return calledAs(outer, 'np.outer', arguments, () => {
    const b = bothArrays(x1, x2, 'np.outer');
    const sizes = [x1.shape.elementCount, x2.shape.elementCount];
    return b.mul(b.broadcastInDim(flat(b, x1), sizes, [0]), b.broadcastInDim(flat(b, x2), sizes, [1]));
  });
}

/**
 * Sums of products over pairs of axes.
 *
 * @param axes - the number of axes, the last ones of x1 and the first ones of x2 (default 2), or a pair of axes, or of
 * lists of axes
 */
export function tensordot(
  x1: XlaOp,
  x2: XlaOp,
  axes?:
    | number
    | readonly [number | readonly number[], number | readonly number[]]
    | { readonly axes?: number | readonly [number | readonly number[], number | readonly number[]] | undefined },
): XlaOp {
  return calledWith(tensordot, 'np.tensordot', arguments, 'x1, x2, { axes }', () => {
    const op = 'np.tensordot';
    const b = bothArrays(x1, x2, op);
    type Axes = number | readonly [number | readonly number[], number | readonly number[]];
    const { axes: given = 2 } = optionsOf<{ readonly axes?: Axes }>(axes, ['axes'], op);
    const [left, right] = [x1.shape.rank, x2.shape.rank];
    const [axes1, axes2] =
      typeof given === 'number'
        ? [axisNumbers(range(given, left - given), left, op), axisNumbers(range(given), right, op)]
        : [axisNumbers(given[0], left, op), axisNumbers(given[1], right, op)];
    axes1.forEach((axis, index) => checkInner(x1, axis, x2, axes2[index] ?? -1, op));
    return contracted(b, x1, axes1, x2, axes2);
  });
}

/**
 * Einstein's sums: `np.einsum('ij,jk->ik', x, y)`. Labels are letters, and `...` is all other dimensions. Several
 * operands are multiplied from left to right, without jax.numpy's search for the best order.
 */
export function einsum<A extends readonly XlaOp[]>(
  subscripts: string,
  ...operands: A & OneType<A>
): XlaOp<TypeOfOp<A[number]>> {
  return calledAs(einsum, 'np.einsum', [], () => {
    const op = 'np.einsum';
    if (typeof subscripts !== 'string') {
      throw jsError('argumentKind', `the first argument is ${describeValue(subscripts)}, not subscripts`, {
        op,
        help: "write them first: np.einsum('ij,jk->ik', x, y)",
      });
    }
    const text = subscripts.replaceAll(' ', '');
    const [inputs = '', output] = text.split('->');
    const labels = inputs.split(',');
    if (labels.length !== operands.length || operands.length === 0) {
      throw jsError(
        'argumentKind',
        `the subscripts are for ${labels.length} operands, and ${operands.length} are given`,
        {
          op,
          help: 'separate the labels of operands by commas',
        },
      );
    }
    const [b] = operands.map((x) => builderFor(x, op)) as [XlaBuilder];
    commonType(operands, op);
    const [first = '', ...rest] = labels;
    let left = first;
    let result = operands[0] as XlaOp;
    const final = output ?? implicitOutput(inputs);
    if (operands.length === 1) return b.einsum(result, `${left}->${final}`);
    for (const [index, right] of rest.entries()) {
      const isLast = index === rest.length - 1;
      // A label stays as long as it occurs later, or in the result.
      const later = rest.slice(index + 1).join('') + final;
      const kept = isLast ? final : keptLabels(left + right, later);
      result = b.einsum(result, operands[index + 1] as XlaOp, `${left},${right}->${kept}`);
      left = kept;
    }
    return result;
  });
}

/** The labels that occur once, in alphabetical order, after those of `...`. */
function implicitOutput(inputs: string): string {
  const letters = [...inputs.replaceAll('...', '').replaceAll(',', '')];
  const once = letters.filter((letter) => letters.indexOf(letter) === letters.lastIndexOf(letter)).sort();
  return `${inputs.includes('...') ? '...' : ''}${once.join('')}`;
}

function keptLabels(own: string, later: string): string {
  const letters = [...new Set(own.replaceAll('...', ''))].filter((letter) => later.includes(letter));
  return `${own.includes('...') ? '...' : ''}${letters.join('')}`;
}

/** The sum along a diagonal. */
export function trace(x: XlaOp, options?: number | DiagonalOptions): XlaOp {
  return calledWith(trace, 'np.trace', arguments, 'x, { offset, axis1, axis2 }', () => {
    const diagonal = diagonalOf(x, options, 'np.trace');
    const b = builderFor(diagonal, 'np.trace');
    return b.sum(counted(b, diagonal), [diagonal.shape.rank - 1]);
  });
}

/** The Kronecker product: each element of x1 times all of x2. Both have the same rank. */
export function kron(x1: XlaOp, x2: XlaOp): XlaOp {
  return calledAs(kron, 'np.kron', arguments, () => {
    const op = 'np.kron';
    const b = bothArrays(x1, x2, op);
    const rank = Math.max(x1.shape.rank, x2.shape.rank);
    const sizes = (x: XlaOp): number[] => [...range(rank - x.shape.rank).map(() => 1), ...x.shape.dimensions];
    const [own, inside] = [sizes(x1), sizes(x2)];
    const all = own.flatMap((size, index) => [size, inside[index] ?? 1]);
    // [m, n] and [p, q] are broadcast to [m, p, n, q], which is reshaped to [m p, n q].
    const spread = (x: XlaOp, from: number[], odd: number): XlaOp =>
      b.broadcastInDim(
        b.reshape(x, from),
        all,
        range(rank).map((index) => 2 * index + odd),
      );
    return b.reshape(
      b.mul(spread(x1, own, 0), spread(x2, inside, 1)),
      own.map((size, index) => size * (inside[index] ?? 1)),
    );
  });
}

/** The cross product of vectors with three elements along an axis (default -1); the other dimensions are broadcast. */
export function cross(x1: XlaOp, x2: XlaOp, options?: number | { readonly axis?: number | undefined }): XlaOp {
  return calledWith(cross, 'np.cross', arguments, 'x1, x2, { axis }', () => {
    const op = 'np.cross';
    const b = bothArrays(x1, x2, op);
    const { axis = -1 } = optionsOf<{ readonly axis?: number }>(options, ['axis'], op);
    const along = [x1, x2].map((x) => axisNumber(axis, x.shape.rank, op));
    const wrong = [x1, x2].find((x, index) => x.shape.dimensions[along[index] ?? 0] !== 3);
    if (wrong !== undefined) {
      throw jsError('argumentKind', `${wrong.shape.toString()} has no 3 elements along axis ${axis}`, {
        op,
        operands: [wrong.shape.toString()],
        help: 'pass vectors of three elements',
      });
    }
    // Element i is a[i + 1] b[i + 2] - a[i + 2] b[i + 1], and numbers go on from 2 to 0.
    const last = [x1, x2].map((x, index) =>
      permuted(b, x, movedOrder(x.shape.rank, [along[index] ?? 0], [x.shape.rank - 1])),
    );
    const part = (x: XlaOp, start: number): XlaOp => {
      const end = x.shape.rank - 1;
      return b.concatInDim([b.sliceInDim(x, start, 3, 1, end), b.sliceInDim(x, 0, start, 1, end)], end);
    };
    const [a, c] = last as [XlaOp, XlaOp];
    const result = b.sub(binary('mul', part(a, 1), part(c, 2), op), binary('mul', part(a, 2), part(c, 1), op));
    const { rank } = result.shape;
    return permuted(b, result, movedOrder(rank, [rank - 1], [axisNumber(axis, rank, op)]));
  });
}
