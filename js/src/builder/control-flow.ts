/** Loops and branches as functions, with the order of arguments of jax.lax. */

import { describeArgument } from './builder-help.js';
import { currentBuilder } from './current-builder.js';
import { isArray, isPlainObject, isThenable } from '../base/describe.js';
import { jsError, type HloomError } from '../base/errors.js';
import type { ElementType } from '../values/element-type.js';
import { recorderOf, recordRegion, wrongResult } from './region.js';
import {
  checkKeepsShapes,
  formOf,
  operationsOf,
  treeOf,
  type StateForm,
  type StateOf,
  type StateTree,
} from './state-tree.js';
import { Shape } from '../values/shape.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaOp } from './xla-op.js';

/** Methods of builders without the types that follow from the form of a state: TypeScript cannot compare these here. */
interface PlainMethods {
  while(condition: unknown, body: unknown, init: unknown): unknown;
  conditional(predicate: unknown, onTrue: unknown, onFalse: unknown): unknown;
}

/** A loop whose state is a list of operations. */
function loop(
  b: XlaBuilder,
  condition: (values: readonly XlaOp[]) => XlaOp,
  body: (values: readonly XlaOp[]) => readonly XlaOp[],
  init: readonly XlaOp[],
): readonly XlaOp[] {
  return (b as PlainMethods).while(condition, body, init) as readonly XlaOp[];
}

/** The builder that records a call with these values. */
function builderFor(op: string, ...values: readonly unknown[]): XlaBuilder {
  const found = values.map(firstOperation).find((operation) => operation !== undefined);
  return found === undefined ? currentBuilder(op) : recorderOf(found.builder);
}

function firstOperation(value: unknown): XlaOp | undefined {
  if (value instanceof XlaOp) return value;
  const parts: readonly unknown[] = isArray(value) ? value : isPlainObject(value) ? Object.values(value) : [];
  for (const part of parts) {
    const found = firstOperation(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Applies `body` to a state while `condition` returns true for it, and returns the last state: XLA's While.
 *
 * @param condition - returns PRED[] for a state
 * @param body - returns the next state, of the same form and shapes
 * @param init - the first state: an operation, a number or a literal, or arrays and plain objects of them
 *
 * @example
 * const doubled = whileLoop((s) => b.lt(s, 100), (s) => b.mul(s, 2), b.constant(3));
 */
export function whileLoop<const State extends StateTree>(
  condition: (state: StateOf<State>) => XlaOp,
  body: (state: StateOf<State>) => StateTree,
  init: State,
): StateOf<State> {
  const b: PlainMethods = builderFor('whileLoop', init);
  return b.while(condition, body, init) as StateOf<State>;
}

/**
 * Applies `body` to the numbers from `lower` to below `upper` and a state, and returns the last state.
 *
 * @param lower - a number, or an integer scalar; numbers are S32, or of the type of the other bound
 * @param upper - likewise
 * @param body - returns the next state
 * @param init - the first state
 *
 * @example
 * const sum = foriLoop(0, 10, (i, s) => b.add(s, i), b.constant(0, 'S32'));
 */
export function foriLoop<const State extends StateTree>(
  lower: XlaOp | number,
  upper: XlaOp | number,
  body: (i: XlaOp, state: StateOf<State>) => StateTree,
  init: State,
): StateOf<State> {
  const op = 'foriLoop';
  if (typeof body !== 'function') throw wrongOrder(op, 'body', body, 'foriLoop(lower, upper, (i, state) => ..., init)');
  const b = builderFor(op, lower, upper, init);
  const type = upper instanceof XlaOp ? (upper.shape.type as ElementType) : 'S32';
  const first = lower instanceof XlaOp ? lower : b.constant(lower, type);
  const place = { op, name: 'init' };
  const form = formOf(init, place);
  const last = loop(
    b,
    ([i]) => b.lt(i as XlaOp, upper),
    ([i, ...values]) => {
      const next: unknown = body(i as XlaOp, treeOf(form, values) as StateOf<State>);
      if (isThenable(next) || next === undefined) throw wrongResult(next, op, 'body', 'the next state');
      const nextPlace = { op, name: 'the next state' };
      const operations = operationsOf(b, form, next, nextPlace, values);
      checkKeepsShapes(form, operations, values, nextPlace);
      return [b.add(i as XlaOp, 1), ...operations];
    },
    [first, ...operationsOf(b, form, init, place)],
  );
  return treeOf(form, last.slice(1)) as StateOf<State>;
}

/**
 * Applies one of two functions to operands: XLA's Conditional.
 *
 * @param predicate - PRED[]
 * @param onTrue - is recorded for true
 * @param onFalse - is recorded for false; it returns the same form and shapes
 *
 * @example
 * const y = cond(b.gt(s, 0), (v) => b.mul(v, 2), (v) => b.neg(v), s);
 */
export function cond<const Result extends StateTree, Operands extends readonly unknown[]>(
  predicate: XlaOp,
  onTrue: (...operands: Operands) => Result,
  onFalse: (...operands: Operands) => StateTree,
  ...operands: Operands
): StateOf<Result> {
  const op = 'cond';
  if (!((predicate as unknown) instanceof XlaOp)) {
    throw jsError('argumentKind', `the predicate is ${describeArgument(predicate)}, not an operation`, {
      op,
      help: 'a condition that is known while the function is traced needs no operation: write p ? f(x) : g(x)',
    });
  }
  for (const [name, branch] of [
    ['onTrue', onTrue],
    ['onFalse', onFalse],
  ] as const) {
    if (typeof branch !== 'function') {
      throw wrongOrder(op, name, branch, 'cond(predicate, (x) => ..., (x) => ..., x), or np.where(predicate, x, y)');
    }
  }
  const b: PlainMethods = builderFor(op, predicate);
  const result = b.conditional(
    predicate,
    () => onTrue(...operands),
    () => onFalse(...operands),
  );
  return result as StateOf<Result>;
}

/** Options of {@link scan}. */
export interface ScanOptions {
  /** The number of steps. It is required if `xs` has no arrays. */
  readonly length?: number;
  /** True to begin with the last elements. */
  readonly reverse?: boolean;
}

/**
 * The next carry and a value. A function that is written outside of the call returns an array, as far as TypeScript
 * knows.
 */
export type ScanStep = readonly [carry: StateTree, y: StateTree] | StateTree[];

/** The values of all steps. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the function returns an array of an unknown length
export type ResultsOf<Step> = Step extends readonly [unknown, infer Y] ? StateOf<Y> : any;

/**
 * Applies `f` to a carried state and to the elements of arrays along their first dimension, one after the other.
 *
 * @param f - returns the next carry, and a value of which the result has all
 * @param init - the first carry
 * @param xs - arrays of the same first dimension, in any nesting of arrays and plain objects; `[]` for none
 * @returns the last carry, and the values of all steps along a new first dimension
 *
 * @example
 * const [total, sums] = scan((carry, x) => [b.add(carry, x), b.add(carry, x)], b.constant(0), v);
 */
export function scan<const Carry extends StateTree, const Xs extends StateTree, const Step extends ScanStep>(
  f: (carry: StateOf<Carry>, x: StateOf<Xs>) => Step,
  init: Carry,
  xs: Xs,
  options: ScanOptions = {},
): [carry: StateOf<Carry>, ys: ResultsOf<Step>] {
  const op = 'scan';
  if (typeof f !== 'function') throw wrongOrder(op, 'f', f, 'scan((carry, x) => [carry, y], init, xs)');
  if ((xs as unknown) === undefined || xs === null) {
    throw jsError('stateTree', `xs is ${describeArgument(xs)}`, {
      op,
      help: 'write scan(f, init, [], { length: n }), or scan(f, init, np.arange(n)) if f uses the index',
    });
  }
  if ((typeof options as unknown) !== 'object') {
    throw jsError('stateTree', `the options are ${describeArgument(options)}`, {
      op,
      help: 'the order is scan(f, init, xs, { length: n })',
    });
  }
  const b = builderFor(op, init, xs);
  const carryForm = formOf(init, { op, name: 'init' });
  const carry = operationsOf(b, carryForm, init, { op, name: 'init' });
  const xsForm = formOf(xs, { op, name: 'xs' });
  const arrays = operationsOf(b, xsForm, xs, { op, name: 'xs' });
  const length = lengthOf(arrays, options.length);

  const shapes = [...carry.map(({ shape }) => shape), ...arrays.map(elementShape)];
  let yForm: StateForm = { type: 'array', parts: [] };
  let yShapes: readonly Shape[] = [];
  const step = recordRegion(b, op, shapes, (region, own) => {
    const before = own.slice(0, carry.length);
    const result: unknown = f(
      treeOf(carryForm, before) as StateOf<Carry>,
      treeOf(xsForm, own.slice(carry.length)) as StateOf<Xs>,
    );
    if (!isArray(result) || result.length !== 2) throw wrongResult(result, op, 'the function', '[carry, y]');
    const place = { op, name: 'the next carry' };
    const next = operationsOf(region, carryForm, result[0], place, before);
    checkKeepsShapes(carryForm, next, before, place);
    if (result[1] === null || result[1] === undefined) {
      throw jsError('stateTree', `y is ${String(result[1])}`, {
        op,
        help: 'return [carry, []] if the steps have no results',
      });
    }
    yForm = formOf(result[1], { op, name: 'y' });
    const ys = operationsOf(region, yForm, result[1], { op, name: 'y' });
    yShapes = ys.map(({ shape }) => shape);
    return region.tuple([...next, ...ys]);
  });

  const stacks = yShapes.map(({ type, dimensions }) =>
    b.broadcast(b.zero(type as ElementType), [length, ...dimensions]),
  );
  const last = loop(
    b,
    ([i]) => b.lt(i as XlaOp, length),
    ([i, ...values]) => {
      if (i === undefined) return [];
      const at = options.reverse === true ? b.sub(length - 1, i) : i;
      const zero = b.constant(0, 'S32');
      const starts = (array: Shape): XlaOp[] => [at, ...array.dimensions.slice(1).map(() => zero)];
      const slices = arrays.map((array) => {
        const sizes = elementShape(array).dimensions;
        return b.reshape(b.dynamicSlice(array, starts(array.shape), [1, ...sizes]), sizes);
      });
      const given = b.call(step, [...values.slice(0, carry.length), ...slices]);
      const next = carry.map((_, k) => b.getTupleElement(given, k));
      const stacked = values.slice(carry.length).map((stack, k) => {
        const y = b.getTupleElement(given, carry.length + k);
        const row = b.reshape(y, [1, ...y.shape.dimensions]);
        return b.dynamicUpdateSlice(stack, row, starts(stack.shape));
      });
      return [b.add(i, 1), ...next, ...stacked];
    },
    [b.constant(0, 'S32'), ...carry, ...stacks],
  );
  return [
    treeOf(carryForm, last.slice(1, 1 + carry.length)) as StateOf<Carry>,
    treeOf(yForm, last.slice(1 + carry.length)) as ResultsOf<Step>,
  ];
}

/** The error for something that is not a function in the place of one. */
function wrongOrder(op: string, name: string, value: unknown, order: string): HloomError {
  return jsError('stateTree', `${name} is ${describeArgument(value)}, not a function`, {
    op,
    help: `the order is ${order}`,
  });
}

/** The shape of the elements of an array along its first dimension. */
function elementShape({ shape }: XlaOp): Shape {
  return Shape.array(shape.type as ElementType, shape.dimensions.slice(1));
}

function lengthOf(arrays: readonly XlaOp[], given: number | undefined): number {
  for (const { shape } of arrays) {
    if (!shape.isArray || shape.rank === 0) {
      throw jsError('stateTree', `xs has ${shape.toString()}, which has no first dimension`, {
        op: 'scan',
        help: 'scan arrays; a value that is the same in all steps needs no place in xs: the function may use it',
      });
    }
  }
  const sizes = arrays.map(({ shape }) => shape.dimensions[0] as number);
  const length = given ?? sizes[0];
  if (length !== undefined && sizes.every((size) => size === length)) return length;
  throw jsError('stateTree', sizes.length === 0 ? 'xs has no array' : `xs has the lengths ${sizes.join(', ')}`, {
    op: 'scan',
    help: sizes.length === 0 ? 'give { length: n }' : 'the first dimensions must have one size, which is the length',
  });
}
