/** Arrays of files as the parameters of a program. */

import { Literal, type ProgramShape, type Shape, type TypedArray } from 'hloom';
import type { Input } from './inputs.js';

export interface NamedArray {
  readonly name: string;
  readonly value: Literal;
}

export interface Assigned {
  readonly inputs: readonly Input[];
  /** `weights as w`, for each array that has become an argument. */
  readonly taken: readonly string[];
  /** The arrays that fit no parameter. */
  readonly left: readonly NamedArray[];
}

type Numbers = new (values: Iterable<never>) => TypedArray;

/**
 * The types that are converted to that of a parameter, as jax.numpy.asarray does: NumPy's defaults have 64 bits, those
 * of JAX 32.
 */
const conversions: Readonly<Record<string, (data: unknown) => TypedArray>> = {
  'F64 F32': (data) => new Float32Array(data as Float64Array),
  'F32 F64': (data) => new Float64Array(data as Float32Array),
  'S64 S32': (data) => narrowed(data as BigInt64Array, Int32Array),
  'U64 U32': (data) => narrowed(data as BigUint64Array, Uint32Array),
  'S32 S64': (data) => BigInt64Array.from(data as Int32Array, BigInt),
};

/** @throws RangeError for a number that 32 bits do not hold */
function narrowed(wide: BigInt64Array | BigUint64Array, type: Numbers): TypedArray {
  const narrow = new type(Array.from(wide, Number) as never[]);
  const lost = wide.findIndex((value, place) => Number(value) !== Number(narrow[place]));
  if (lost >= 0) throw new RangeError(`${wide[lost]} does not fit 32 bits`);
  return narrow;
}

/** The value in the shape of a parameter; undefined if it does not fit. */
function fitted(value: Literal, parameter: Shape): Literal | undefined {
  const shape = parameter.withDefaultLayout();
  if (value.shape.withDefaultLayout().equals(shape)) return value;
  const convert = conversions[`${value.shape.type} ${shape.type}`];
  const isSameSize = shape.isArray && value.shape.dimensions.join() === shape.dimensions.join();
  if (convert === undefined || !isSameSize || !shape.isStatic) return undefined;
  try {
    return Literal.fromTypedArray(convert(value.relayout().data), shape);
  } catch {
    return undefined;
  }
}

/**
 * An array becomes the parameter of its name, or the first one of its shape that has no file yet, or the first of all.
 * Parameters of the array's own type come before those for which it is converted.
 */
export function assignArrays(
  { parameters, parameterNames }: ProgramShape,
  given: readonly Input[],
  arrays: readonly NamedArray[],
): Assigned {
  const inputs = [...given];
  const taken: string[] = [];
  const left: NamedArray[] = [];
  for (const array of arrays) {
    const { name, value } = array;
    const fitting = parameters
      .flatMap((one, number) => {
        const fit = fitted(value, one);
        return fit === undefined ? [] : [{ number, fit }];
      })
      .sort((a, b) => Number(a.fit !== value) - Number(b.fit !== value) || a.number - b.number);
    const chosen =
      fitting.find(({ number }) => parameterNames[number] === name) ??
      fitting.find(({ number }) => inputs[number]?.kind !== 'file') ??
      fitting[0];
    if (chosen === undefined) {
      left.push(array);
      continue;
    }
    const { number, fit } = chosen;
    inputs[number] = { kind: 'file', name, value: fit };
    const converted = fit === value ? '' : ` (converted from ${value.shape.type} to ${fit.shape.type})`;
    taken.push(`${name} as ${parameterNames[number] ?? number}${converted}`);
  }
  return { inputs, taken, left };
}
