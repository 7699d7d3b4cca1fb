/**
 * Regions: computations that are written as functions. While such a function runs, its region is the builder that
 * records, and operations of the program around it are captured.
 */

import type { BuilderBase } from './builder-base.js';
import type { ClosedRegion } from './closed-region.js';
import { describeArgument } from './builder-help.js';
import { recordingIn } from './current-builder.js';
import type { TypeOfOp } from './number-operand.js';
import { isArray, isThenable } from '../base/describe.js';
import type { ElementType } from '../values/element-type.js';
import { jsError } from '../base/errors.js';
import { Shape } from '../values/shape.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaOp } from './xla-op.js';

/** The common computations of two scalars, by name. */
export type ReducerName = 'add' | 'mul' | 'max' | 'min' | 'and' | 'or' | 'xor';

export const reducerNames: readonly ReducerName[] = ['add', 'mul', 'max', 'min', 'and', 'or', 'xor'];

/* eslint-disable @typescript-eslint/no-explicit-any -- not known: see typed.ts */
/** The accumulator and an element, scalars, give the next accumulator. */
export type ReducerFunction<T = any> = (accumulator: XlaOp<T, []>, value: XlaOp<T, []>) => XlaOp<T>;

/** A computation that folds scalars: by its name, or as a function of the accumulator and an element. */
export type Reducer<T = any> = ReducerName | ReducerFunction<T>;

/** The scalars of several arrays. */
export type ScalarsOf<Operands extends readonly XlaOp[]> = {
  readonly [I in keyof Operands]: XlaOp<TypeOfOp<Operands[I]>, []>;
};

/** Operations of the element types of several arrays. */
type TypesOf<Operands extends readonly XlaOp[]> = { readonly [I in keyof Operands]: XlaOp<TypeOfOp<Operands[I]>> };

/** A fold of one array, or of several in step: of the accumulators and an element of each. */
export type ReducerOf<Operands extends readonly XlaOp[]> = Operands extends readonly [infer Only]
  ? Reducer<TypeOfOp<Only>>
  : (accumulators: ScalarsOf<Operands>, values: ScalarsOf<Operands>) => TypesOf<Operands>;

/** Returns true if the first scalar stays selected. */
export type SelectFunction<T = any> = (selected: XlaOp<T, []>, next: XlaOp<T, []>) => XlaOp<'PRED'>;
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Returns true if the left elements go before the right ones. */
export type ComparatorOf<Operands extends readonly XlaOp[]> = Operands extends readonly [infer Only]
  ? (left: XlaOp<TypeOfOp<Only>, []>, right: XlaOp<TypeOfOp<Only>, []>) => XlaOp<'PRED'>
  : (left: ScalarsOf<Operands>, right: ScalarsOf<Operands>) => XlaOp<'PRED'>;

/** Maps a scalar of each array to a scalar. */
export type MapFunction = (...elements: XlaOp[]) => XlaOp;

/** The parameters of a function in the place of a computation, which follow from another argument. */
export interface RegionRow {
  /**
   * `fold`: an accumulator and an element of each array; `foldEach`: those of any array; `select`: two elements;
   * `compare`: two elements of each array; `map`: an element of each array.
   */
  readonly kind: 'fold' | 'foldEach' | 'select' | 'compare' | 'map';
  /** The argument with the array or the arrays. */
  readonly of: string;
}

/** The regions whose functions are running, from the outermost. */
const open: XlaBuilder[] = [];

/** The builder in which a call on this one records: the innermost open region inside it, or itself. */
export function recorderOf(builder: BuilderBase): XlaBuilder {
  const innermost = open.at(-1);
  return innermost?.isInside(builder) === true ? innermost : (builder as XlaBuilder);
}

/**
 * Runs a function as the region of a call.
 *
 * @param parent - the builder of the call, by {@link recorderOf}
 * @param parameters - the shapes of the region's own parameters
 * @param run - gives the result: an operation of the region, or of a builder around it
 */
export function recordRegion(
  parent: XlaBuilder,
  name: string,
  parameters: readonly Shape[],
  run: (region: XlaBuilder, parameters: readonly XlaOp[]) => XlaOp,
): ClosedRegion {
  const region = parent.makeRegion(name);
  try {
    const ops = parameters.map((shape, i) => region.parameter(i, shape, `p${i}`));
    open.push(region);
    let root: XlaOp;
    try {
      root = recordingIn(region, () => run(region, ops));
    } finally {
      open.pop();
    }
    return region.closeRegion(root);
  } finally {
    region.dispose();
  }
}

/**
 * The result of a region function that gives one operation.
 *
 * @param role - the argument, for the error: "comparator"
 */
export function resultOperation(value: unknown, op: string, role: string): XlaOp {
  if (value instanceof XlaOp) return value;
  throw wrongResult(value, op, role, 'an operation');
}

/** The error for a result of a region function. */
export function wrongResult(value: unknown, op: string, role: string, expected: string): Error {
  const help = isThenable(value)
    ? 'write a function that is not async: operations are recorded while it runs'
    : value === undefined
      ? 'end the function with return, or leave out the braces of the arrow function'
      : `return ${expected}`;
  const given = isThenable(value) ? 'a promise' : value === undefined ? 'nothing' : describeArgument(value);
  return jsError('regionResult', `${role} returned ${given}, not ${expected}`, { op, help });
}

/** Returns whether a value is a function, or a name, that may be given in the place of a computation. */
export function isRegionArgument(value: unknown, { kind }: RegionRow): boolean {
  return typeof value === 'function' || (takesNames(kind) && reducerNames.includes(value as ReducerName));
}

function takesNames(kind: RegionRow['kind']): boolean {
  return kind === 'fold' || kind === 'foldEach';
}

/** Names that others give the reducers. */
const otherReducers: Readonly<Record<string, ReducerName>> = {
  sum: 'add',
  plus: 'add',
  prod: 'mul',
  product: 'mul',
  multiply: 'mul',
  maximum: 'max',
  minimum: 'min',
  all: 'and',
  any: 'or',
};

/** The value to give in the place of one that is neither a computation nor a region. */
export function regionHelp(value: unknown, { kind }: RegionRow): string | undefined {
  if (!takesNames(kind) || typeof value !== 'string') return undefined;
  const name = value.toLowerCase();
  const meant = otherReducers[name] ?? reducerNames.find((known) => known === name);
  return meant === undefined
    ? `the names are '${reducerNames.join("', '")}'; pass a function (accumulator, value) => ... for others`
    : `did you mean '${meant}'?`;
}

/** The element type of the scalars that a region gets of an operand; that of a tuple is its first array's. */
function elementTypeOf({ shape }: XlaOp): ElementType {
  let array = shape;
  while (array.isTuple && array.tupleShapes.length > 0) array = array.tupleShapes[0] as Shape;
  return array.isArray ? (array.type as ElementType) : 'F32';
}

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * A region in the place of a computation.
 *
 * @param operands - the value of the argument that `row.of` names
 */
export function regionOf(
  parent: XlaBuilder,
  row: RegionRow,
  value: unknown,
  operands: XlaOp | readonly XlaOp[],
  op: string,
  argument: string,
): ClosedRegion {
  const arrays = (isArray(operands) ? operands : [operands]) as readonly XlaOp[];
  const types = (row.kind === 'foldEach' ? arrays.slice(0, 1) : arrays).map(elementTypeOf);
  const [first] = types;
  const scalars = types.map((type) => Shape.array(type));
  if (typeof value === 'string') {
    const name = value as ReducerName;
    return recordRegion(parent, `${name}_${first}`, [...scalars, ...scalars], (b, [acc, v]) =>
      b[name](acc as XlaOp, v as XlaOp),
    );
  }
  const f = value as AnyFunction;
  const count = types.length;
  const name = argument === 'computation' ? op : argument;
  switch (row.kind) {
    case 'map':
      return recordRegion(parent, name, scalars, (_, elements) => resultOperation(f(...elements), op, argument));
    case 'compare': {
      // (T0, T0, T1, T1, ...)
      const pairs = scalars.flatMap((shape) => [shape, shape]);
      return recordRegion(parent, name, pairs, (_, ops) => {
        const left = ops.filter((_, i) => i % 2 === 0);
        const right = ops.filter((_, i) => i % 2 === 1);
        return resultOperation(count === 1 ? f(left[0], right[0]) : f(left, right), op, argument);
      });
    }
    default:
      return recordRegion(parent, name, [...scalars, ...scalars], (b, ops) => {
        if (count === 1) return resultOperation(f(ops[0], ops[1]), op, argument);
        const result = f(ops.slice(0, count), ops.slice(count));
        if (!isArray(result)) return resultOperation(result, op, argument);
        const parts = result.map((part) => resultOperation(part, op, argument));
        return b.tuple(parts);
      });
  }
}
