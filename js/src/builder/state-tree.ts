/** The state of a loop and the results of branches: any nesting of arrays and plain objects, which becomes a tuple. */

import { describeArgument } from './builder-help.js';
import { isArray, isPlainObject } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { Literal } from '../values/literal.js';
import { isNumberOperand, numberLiteral } from './number-operand.js';
import { opForm } from '../generated/kinds.js';
import type { IsUnknown } from '../values/typed.js';
import { isComplexObject, isScalar, type Scalar } from '../values/values.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaOp } from './xla-op.js';

/** A value in a state: an operation, a number (F32; a bigint S64, a boolean PRED), or a literal. */
export type StateLeaf = XlaOp | Scalar | Literal;

/** A state: a value, or any nesting of arrays and plain objects of them. */
export type StateTree = StateLeaf | readonly StateTree[] | { readonly [name: string]: StateTree };

/** A state of operations, in the form of another one. The parameters of a jit function may have the type any. */
export type StateOf<State> =
  IsUnknown<State> extends true
    ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a state without a type
      any
    : State extends StateLeaf
      ? XlaOp
      : { readonly [K in keyof State]: StateOf<State[K]> };

/** The form of a state, without its values. */
export type StateForm =
  | { readonly type: 'leaf' }
  | { readonly type: 'array'; readonly parts: readonly StateForm[] }
  | { readonly type: 'object'; readonly parts: readonly StateForm[]; readonly names: readonly string[] };

/** The place of a state in a call, for errors. */
export interface StatePlace {
  readonly op: string;
  /** The name of the state: "init", "the next state". */
  readonly name: string;
}

const leaf: StateForm = { type: 'leaf' };

function isLeaf(value: unknown): boolean {
  return value instanceof XlaOp || value instanceof Literal || isScalar(value) || isComplexObject(value);
}

/**
 * The form of a state.
 *
 * @throws HloomError `js.c110` for anything that has none
 */
export function formOf(value: unknown, place: StatePlace): StateForm {
  if (isLeaf(value)) return leaf;
  if (isArray(value)) {
    return { type: 'array', parts: value.map((part, i) => formOf(part, within(place, `[${i}]`))) };
  }
  if (isPlainObject(value)) {
    const names = Object.keys(value);
    return { type: 'object', names, parts: names.map((name) => formOf(value[name], within(place, `.${name}`))) };
  }
  throw jsError('stateTree', `${place.name} is ${describeArgument(value)}`, { op: place.op });
}

function within({ op, name }: StatePlace, part: string): StatePlace {
  return { op, name: name + part };
}

/**
 * The values of a state of a form, from the first.
 *
 * @throws HloomError `js.c110` if it has another form
 */
export function leavesOf(form: StateForm, value: unknown, place: StatePlace): readonly unknown[] {
  if (form.type === 'leaf') {
    if (isLeaf(value)) return [value];
    throw jsError('stateTree', `${place.name} is ${describeArgument(value)}, and was an operation`, { op: place.op });
  }
  const { parts } = form;
  if (form.type === 'array') {
    if (!isArray(value) || value.length !== parts.length) {
      const given = isArray(value) ? `an array of ${value.length}` : describeArgument(value);
      throw jsError('stateTree', `${place.name} is ${given}, and was an array of ${parts.length}`, { op: place.op });
    }
    return parts.flatMap((part, i) => leavesOf(part, value[i], within(place, `[${i}]`)));
  }
  const { names } = form;
  const given = isPlainObject(value) ? Object.keys(value) : undefined;
  if (given === undefined || given.length !== names.length || !names.every((name) => given.includes(name))) {
    const text = given === undefined ? describeArgument(value) : `{ ${given.join(', ')} }`;
    throw jsError('stateTree', `${place.name} is ${text}, and was { ${names.join(', ')} }`, { op: place.op });
  }
  const fields = value as Readonly<Record<string, unknown>>;
  return parts.flatMap((part, i) => leavesOf(part, fields[names[i] as string], within(place, `.${names[i]}`)));
}

/** The number of values of a form. */
export function countOf(form: StateForm): number {
  return form.type === 'leaf' ? 1 : form.parts.reduce((sum, part) => sum + countOf(part), 0);
}

/** A state of a form, of these values. */
export function treeOf(form: StateForm, leaves: readonly XlaOp[]): unknown {
  if (form.type === 'leaf') return leaves[0];
  let next = 0;
  const parts = form.parts.map((part) => {
    const count = countOf(part);
    next += count;
    return treeOf(part, leaves.slice(next - count, next));
  });
  if (form.type === 'array') return parts;
  return Object.fromEntries(form.names.map((name, i) => [name, parts[i]]));
}

/**
 * The values of a state as operations.
 *
 * @param before - the values whose element types numbers take
 */
export function operationsOf(
  builder: XlaBuilder,
  form: StateForm,
  value: unknown,
  place: StatePlace,
  before: readonly XlaOp[] = [],
): readonly XlaOp[] {
  return leavesOf(form, value, place).map((given, i) => {
    if (given instanceof XlaOp) return given;
    const beside = before[i];
    if (isNumberOperand(given) && beside?.shape.isArray === true) {
      const argument = { name: place.name, js: place.name, kind: opForm, typeOf: 'the value before' };
      return builder.constant(numberLiteral(given, argument, beside, place.op));
    }
    return builder.constant(given as Literal | Scalar);
  });
}

/**
 * Checks that the values of the next state of a loop have the element types and sizes of those before.
 *
 * @throws HloomError `js.c110` with the place of the first value that has others
 */
export function checkKeepsShapes(
  form: StateForm,
  next: readonly XlaOp[],
  before: readonly XlaOp[],
  place: StatePlace,
): void {
  const keeps = ({ shape }: XlaOp, i: number): boolean => {
    const first = before[i]?.shape;
    if (first === undefined || !shape.isArray || !first.isArray) return true;
    return shape.type === first.type && shape.dimensions.join() === first.dimensions.join();
  };
  const wrong = next.findIndex((value, i) => !keeps(value, i));
  if (wrong < 0) return;
  const shapes = [next, before].map((values) => values[wrong]?.shape.toString() ?? '');
  throw jsError('stateTree', `${place.name}${pathsOf(form)[wrong] ?? ''} is ${shapes.join(', and was ')}`, {
    op: place.op,
    operands: shapes,
    help: 'a loop keeps element types and sizes: begin with a state that has them, or convert and reshape the next one',
  });
}

/** The paths of the values of a form: `.w`, `[0].b`. */
function pathsOf(form: StateForm): string[] {
  if (form.type === 'leaf') return [''];
  return form.parts.flatMap((part, i) =>
    pathsOf(part).map((path) => (form.type === 'array' ? `[${i}]` : `.${form.names[i]}`) + path),
  );
}

/** The one operation that a state becomes: its value, or a tuple of its values. */
export function packed(builder: XlaBuilder, form: StateForm, operations: readonly XlaOp[]): XlaOp {
  return form.type === 'leaf' ? (operations[0] as XlaOp) : builder.tuple(operations);
}

/** The values of such an operation. */
export function unpacked(builder: XlaBuilder, form: StateForm, op: XlaOp): readonly XlaOp[] {
  if (form.type === 'leaf') return [op];
  return Array.from({ length: countOf(form) }, (_, i) => builder.getTupleElement(op, i));
}
