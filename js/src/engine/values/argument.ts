/** Makes literals of the program's parameter shapes from what a caller passes to run(). */

import { isTypedArray } from '../../base/typed-array.js';
import { countText, describeValue, isArray, quoted } from '../../base/describe.js';
import { type TypedArray } from '../../values/element-type.js';
import { inElement, jsError, withLocation } from '../../base/errors.js';
import { internal } from '../../base/internal.js';
import { lookAlikeHelp } from '../../base/look-alike.js';
import { Literal, type Float16ArrayLike } from '../../values/literal.js';
import { checkSmallElements, takeNested, takeTypedArray } from '../../values/literal-data.js';
import type { NestedArray } from '../../values/nested.js';
import type { PlanArray, RunPlan } from '../../instance/run-plan.js';
import type { GivenArrays, ValueRef } from '../../instance/run-memory.js';
import { DeviceValue, type DeviceArray } from './device-value.js';
import type { EngineSupervisor } from '../worker/engine-supervisor.js';
import type { ProgramShape } from '../../builder/program-shape.js';
import { isArrayShape, type Shape } from '../../values/shape.js';

/**
 * A value for one parameter: a {@link Literal}, a {@link DeviceValue} of the same client, a typed array of the natural class (in the order of the parameter's
 * layout, without padding), a scalar, rectangular nested arrays, or for a tuple an array of such values. Along a dynamic
 * dimension it may have any number of elements up to the bound.
 */
export type RunArgument = Literal | DeviceValue | TypedArray | Float16ArrayLike | NestedArray | readonly RunArgument[];

/**
 * Returns the arrays of all arguments of a program, without copies of literals and typed arrays if possible: only read
 * them, and before the caller continues.
 *
 * @throws HloomError `js.c6` for the wrong number of arguments, and what {@link convert} throws
 */
export function gatherArguments(
  args: readonly unknown[],
  program: ProgramShape,
  plan: RunPlan,
  op: string,
  supervisor: EngineSupervisor,
): GatheredArrays {
  const { parameters, arguments: arrays, firsts } = plan;
  if (args.length !== parameters.length) throw wrongCount(args.length, program, op);
  const gatherer = new Gatherer(op, supervisor, arrays.length);
  for (let index = 0; index < args.length; index++) {
    const value = args[index];
    const array = arrays[firsts[index] as number];
    if (array !== undefined && array.shape === parameters[index] && isDataOf(value, array)) {
      if (array.info.bits < 8 || array.info.kind === 'pred') checkBits(value, array, index, program, op, plan.devices);
      gatherer.take(value);
    } else {
      try {
        gatherer.add(value, parameters[index] as Shape);
      } catch (thrown) {
        throw withLocation(thrown, argumentName(index, program, plan.devices));
      }
    }
  }
  return gatherer;
}

/**
 * Returns whether a value can be used directly as the memory of an array: the natural typed array, with the right
 * number of elements.
 */
function isDataOf(value: unknown, { isStatic, hasPadding, info, length }: PlanArray): value is TypedArray {
  // An empty array may be one whose memory was transferred. Arrays of another realm take the slow path.
  return (
    ArrayBuffer.isView(value) &&
    Object.getPrototypeOf(value) === info.array.prototype &&
    (value as TypedArray).length === length &&
    length > 0 &&
    isStatic &&
    !hasPadding
  );
}

function checkBits(
  value: TypedArray,
  { shape }: PlanArray,
  index: number,
  program: ProgramShape,
  op: string,
  devices: number,
): void {
  try {
    checkSmallElements(value, shape.type, op);
  } catch (thrown) {
    throw withLocation(thrown, argumentName(index, program, devices));
  }
}

/** @param index - among the arguments of all devices, one after the other */
function argumentName(index: number, { parameters, parameterNames }: ProgramShape, devices: number): string {
  const number = index % parameters.length;
  const name = parameterNames[number] ?? '';
  const parameter = name === '' ? '' : ` (parameter ${quoted(name)})`;
  return `argument ${number}${parameter}${devices === 1 ? '' : ` of device ${(index - number) / parameters.length}`}`;
}

function wrongCount(count: number, { parameters, text }: ProgramShape, op: string): Error {
  const takes = parameters.length === 0 ? 'no argument' : countText(parameters.length, 'argument');
  return jsError('argumentCount', `the program takes ${takes}, not ${count}`, {
    op,
    operands: parameters.map((shape) => shape.toString()),
    details: [`the program is ${text}`],
  });
}

/** Copies of arrays that may change before they are used. */
export function copiedArrays({ data, sizes, devices }: GatheredArrays): GatheredArrays {
  return { data: data.map((array) => (ArrayBuffer.isView(array) ? array.slice() : array)), sizes, devices };
}

/** The arrays of a literal. */
export function gatherLiteral(literal: Literal, op: string): GivenArrays {
  const gatherer = new Gatherer(op, undefined, 0);
  gatherer.addLiteral(literal);
  return gatherer;
}

/** Arrays, some of which stay on the engine. */
export interface GatheredArrays extends GivenArrays {
  readonly data: (TypedArray | ValueRef)[];
  /** The arrays on the engine, in their places in `data`; the other places are empty. */
  readonly devices: readonly (DeviceArray | undefined)[];
}

/** Collects the arrays of values. */
class Gatherer implements GatheredArrays {
  readonly data: (TypedArray | ValueRef)[];
  readonly sizes: (readonly number[] | undefined)[] = [];
  readonly devices: (DeviceArray | undefined)[];
  readonly #op: string;
  readonly #supervisor: EngineSupervisor | undefined;
  #count = 0;

  /**
   * @param supervisor - the supervisor of the client on whose engine values may be
   * @param count - the number of arrays, or 0 if it is not known: arrays that grow take many times the memory
   */
  constructor(op: string, supervisor: EngineSupervisor | undefined, count: number) {
    this.#op = op;
    this.#supervisor = supervisor;
    this.data = new Array<TypedArray | ValueRef>(count);
    this.devices = new Array<DeviceArray | undefined>(count);
  }

  /** Adds the memory of an array. */
  take(memory: TypedArray): void {
    this.data[this.#count++] = memory;
  }

  /** Adds the arrays of a value for a shape. */
  add(value: unknown, shape: Shape): void {
    const { tupleShapes } = shape;
    if (value instanceof DeviceValue) {
      this.#addDevice(value, shape);
    } else if (isArray(value) && shape.isTuple && value.length === tupleShapes.length) {
      for (const [i, element] of tupleShapes.entries()) {
        inElement(i, () => {
          this.add(value[i], element);
        });
      }
    } else {
      this.addLiteral(convert(value, shape, this.#op));
    }
  }

  #addDevice(value: DeviceValue, shape: Shape): void {
    const arrays = value[internal](this.#op, this.#supervisor);
    if (!holds(shape, value.shape)) throw otherShape(value.shape, shape, this.#op);
    for (const array of arrays) {
      this.devices[this.#count] = array;
      this.data[this.#count++] = { value: array.number, donated: false };
    }
  }

  addLiteral(literal: Literal): void {
    const memory = literal[internal](this.#op);
    if (memory !== undefined) {
      if (!literal.shape.isStatic) this.sizes[this.#count] = literal.dynamicSizes;
      this.take(memory);
    }
    for (const element of literal.elements) this.addLiteral(element);
  }
}

/**
 * Makes a literal of a requested shape.
 *
 * @param location - where the value came from, for errors
 * @throws HloomError what {@link convert} throws
 */
export function toLiteral(value: unknown, shape: Shape, op: string, location: string): Literal {
  try {
    return convert(value, shape, op);
  } catch (thrown) {
    throw withLocation(thrown, location);
  }
}

/**
 * A literal of the shape and the layout that are asked for.
 *
 * @throws HloomError, with the element of a tuple: `js.c7` wrong class of typed array, `js.c8` wrong number of
 * elements, `js.c9` ragged, `js.c10` a value the type cannot hold, `js.c23` no array for a tuple, `js.c24` a literal of
 * another shape, `js.c25` anything for an opaque, `js.c31` more elements than a bound allows
 */
function convert(value: unknown, shape: Shape, op: string): Literal {
  if (value instanceof Literal) return value.fit(shape, op);
  if (shape.isToken) return Literal.token();
  if (shape.isOpaque) throw opaqueArgument(shape, op);
  if (!isArrayShape(shape)) return convertTuple(value, shape, op);
  if (isTypedArray(value)) return Literal[internal](shape, takeTypedArray(value, shape, op, 'view'));
  return Literal[internal](shape, takeNested(value, shape, op));
}

function convertTuple(value: unknown, shape: Shape, op: string): Literal {
  const { tupleShapes } = shape;
  if (!isArray(value) || value.length !== tupleShapes.length) {
    const help = lookAlikeHelp(value);
    throw jsError('tupleArgument', `${shape.toString()} takes an array of ${countText(tupleShapes.length, 'value')}`, {
      op,
      operands: [shape.toString()],
      details: [`found ${describeValue(value)}`],
      ...(help === undefined ? {} : { help }),
    });
  }
  const elements = tupleShapes.map((element, i) => inElement(i, () => convert(value[i], element, op)));
  return Literal[internal](shape, undefined, elements);
}

/** Returns whether the core accepts a value of shape `value` for `holder`, for any layouts. */
function holds(holder: Shape, value: Shape): boolean {
  if (holder === value) return true;
  if (holder.type !== value.type || holder.rank !== value.rank) return false;
  if (holder.tupleShapes.length !== value.tupleShapes.length) return false;
  const { dimensions, dynamicDimensions, tupleShapes } = value;
  for (let d = 0; d < dimensions.length; d++) {
    const [own, size] = [dimensions[d] as number, holder.dimensions[d] as number];
    const fits = holder.dynamicDimensions[d] === true ? own <= size : own === size && dynamicDimensions[d] !== true;
    if (!fits) return false;
  }
  for (let i = 0; i < tupleShapes.length; i++) {
    if (!holds(holder.tupleShapes[i] as Shape, tupleShapes[i] as Shape)) return false;
  }
  return true;
}

function otherShape(found: Shape, wanted: Shape, op: string): Error {
  return jsError('literalShape', `the value on the engine is ${found.toString()}, not ${wanted.toString()}`, {
    op,
    operands: [found.toString(), wanted.toString()],
    help: 'pass a value of the shape of the parameter: client.toDevice(value, shape) gives it one',
  });
}

function opaqueArgument(shape: Shape, op: string): Error {
  return jsError('noData', 'an opaque has no value that could be passed', {
    op,
    operands: [shape.toString()],
    help: 'opaques stay inside a program',
  });
}
