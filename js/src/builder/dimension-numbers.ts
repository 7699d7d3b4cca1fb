/**
 * Dimension numbers in JavaScript: negative ones count from the end, and a size of -1 in `reshape` is inferred. XLA has
 * neither; the core gets numbers from 0 on.
 *
 *     x: f32[2,3,4]    b.sum(x, [-1])  is  b.sum(x, [2])    b.reshape(x, [-1, 4])  is  b.reshape(x, [6, 4])
 */

import type { ArgumentRow, OverloadRow } from './builder-call.js';
import { describeList, isArray, isPlainObject } from '../base/describe.js';
import { HloomError } from '../base/errors.js';
import { Shape } from '../values/shape.js';
import { XlaOp } from './xla-op.js';

/** The arguments of a call, by their names in the core. */
type Given = (name: string) => unknown;

function rankOf(value: unknown): number | undefined {
  if (isArray(value)) return rankOf(value[0]);
  return value instanceof XlaOp ? value.shape.rank : undefined;
}

/** The rank of the shape with the higher rank. */
function higherRank(lhs: unknown, rhs: unknown): number | undefined {
  const [a = 0, b = 0] = [rankOf(lhs), rankOf(rhs)];
  return Math.max(a, b);
}

function shapeOf(value: unknown): Shape | undefined {
  try {
    return value instanceof Shape ? value : Shape.from(value as string);
  } catch {
    return undefined; // the encoder refuses it
  }
}

/** The rank that a dimension number counts in: that of the first operand, if the argument has no entry here. */
const ranks: Readonly<Record<string, (given: Given) => number | undefined>> = {
  broadcast_dimensions: (given) => {
    const sizes = given('out_dim_size');
    return isArray(sizes) ? sizes.length : higherRank(given('lhs'), given('rhs'));
  },
  iota_dimension: (given) => shapeOf(given('shape'))?.rank,
};

const ofFirstOperand: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'all_gather_dimension',
  'axis',
  'concat_dimension',
  'dim',
  'dimension',
  'dimensions',
  'dimensions_to_reduce',
  'dimno',
  'feature_index',
  'permutation',
  'reduction_dim',
  'scan_dimension',
  'scatter_dimension',
  'split_dimension',
]);

/** The fields of records whose dimension numbers count in the rank of an operand. */
const fieldsOf: Readonly<Record<string, string>> = {
  lhsBatchDimensions: 'lhs',
  lhsContractingDimensions: 'lhs',
  rhsBatchDimensions: 'rhs',
  rhsContractingDimensions: 'rhs',
};

/** The functions whose result has one dimension more than the operand, in which `axis` counts. */
const addsDimension: ReadonlySet<string> = /* @__PURE__ */ new Set(['OneHot']);

/** A number, or the numbers of an array, counted from the start. Numbers out of range stay, for the core to refuse. */
function counted(value: unknown, rank: number): unknown {
  if (isArray(value)) return value.map((entry) => counted(entry, rank));
  if (typeof value === 'number' && value < 0 && value + rank >= 0) return value + rank;
  return typeof value === 'bigint' && value < 0n && Number(value) + rank >= 0 ? Number(value) + rank : value;
}

/** The sizes of a reshape, of which one may be -1. */
function inferred(sizes: unknown, operand: unknown): unknown {
  if (!isArray(sizes) || !(operand instanceof XlaOp)) return sizes;
  const unknown = sizes.findIndex((size) => size === -1);
  if (unknown < 0 || !operand.shape.isArray) return sizes;
  if (sizes.lastIndexOf(-1) !== unknown) {
    // The core has the rule, but does not know the inferred size.
    throw new HloomError({
      code: 'INVALID_ARGUMENT',
      rule: 'shape.c2',
      op: 'reshape',
      operands: [operand.shape.toString()],
      headline: `newSizes ${describeList(sizes)} has -1 twice`,
      details: [],
      help: 'only one size can be inferred from the number of elements',
      location: '',
    });
  }
  const known = sizes.reduce<number>((product, size, i) => (i === unknown ? product : product * Number(size)), 1);
  const size = operand.shape.elementCount / known;
  return Number.isSafeInteger(size) ? sizes.map((given: unknown, i) => (i === unknown ? size : given)) : sizes;
}

/** The value of an argument, with dimension numbers as the core takes them. */
export function dimensionNumbers(overload: OverloadRow, row: ArgumentRow, value: unknown, given: Given): unknown {
  if (value === undefined) return value;
  const { name } = row;
  const first = (): unknown => given(overload.required[0]?.name ?? '');
  if (name === 'new_sizes' && overload.name === 'Reshape') return inferred(value, first());
  if (row.kind.type === 'record' && isPlainObject(value)) {
    const entries = Object.entries(value).map(([field, dimensions]) => {
      const operand = fieldsOf[field];
      const rank = operand === undefined ? undefined : rankOf(given(operand));
      return [field, rank === undefined ? dimensions : counted(dimensions, rank)];
    });
    return Object.fromEntries(entries);
  }
  if (ranks[name] === undefined && !ofFirstOperand.has(name)) return value;
  const rank = ranks[name] === undefined ? rankOf(first()) : ranks[name](given);
  if (rank === undefined) return value;
  // One dimension needs no brackets.
  const list = name === 'dimensions' && row.kind.type === 'list' && Number.isInteger(value) ? [value] : value;
  return counted(list, rank + (addsDimension.has(overload.name) ? 1 : 0));
}
