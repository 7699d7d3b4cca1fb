/** Results of runs: arrays, and the literals that own them. */

import { jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import type { ElementTypeInfo, TypedArray, TypedArrayConstructor } from '../values/element-type.js';
import { withoutPadding } from '../values/literal-data.js';
import { Literal } from '../values/literal.js';
import type { Shape } from '../values/shape.js';
import type { PlanArray, RunPlan } from './run-plan.js';

/** The arrays of a result, depth-first, each with its sizes. */
export interface ResultArrays {
  readonly data: readonly TypedArray[];
  readonly sizes: readonly (readonly number[])[];
}

/**
 * Makes an array for a result.
 *
 * @throws HloomError `js.c13` if JavaScript has no array of that length
 */
export function newResultArray<T extends TypedArray>(array: TypedArrayConstructor<T>, length: number): T {
  try {
    return new array(length);
  } catch (thrown) {
    const bytes = length * array.BYTES_PER_ELEMENT;
    throw jsError('tooBig', `a result of ${bytes} bytes does not fit one JavaScript array`, { cause: thrown });
  }
}

/** The array of an element type over bytes with their own buffer. */
export function arrayOfBytes({ array }: ElementTypeInfo, { buffer, byteLength }: Uint8Array<ArrayBuffer>): TypedArray {
  return new array(buffer, 0, byteLength / array.BYTES_PER_ELEMENT);
}

/** The literal of a program's result that owns these arrays from now on. */
export function literalOfResult(plan: RunPlan, { data, sizes }: ResultArrays): Literal {
  const { result, results } = plan;
  // Most programs return one array.
  if (result.isArray)
    return arrayLiteral(results[0] as PlanArray, data[0] as TypedArray, sizes[0] as readonly number[]);
  let next = 0;
  return buildLiteral(result, () => {
    const index = next++;
    return arrayLiteral(results[index] as PlanArray, data[index] as TypedArray, sizes[index] as readonly number[]);
  });
}

/** Builds the literal of a shape of the literals of its arrays, which are asked for depth-first. */
export function buildLiteral(shape: Shape, arrayOf: (shape: Shape) => Literal): Literal {
  if (shape.isToken) return Literal.token();
  if (!shape.isTuple) return arrayOf(shape);
  const elements = shape.tupleShapes.map((element) => buildLiteral(element, arrayOf));
  return Literal[internal](shape, undefined, elements);
}

function arrayLiteral(
  { shape, isStatic, length, hasPadding }: PlanArray,
  data: TypedArray,
  sizes: readonly number[],
): Literal {
  const wanted = isStatic ? length : sizes.reduce((product, size) => product * size, length === 0 ? 0 : 1);
  if (isStatic && data.length !== wanted) {
    throw jsError('contract', `the result has ${data.length} entries, ${wanted} belong to its shape`, {
      operands: [shape.toString()],
    });
  }
  return Literal[internal](shape, { data: hasPadding ? withoutPadding(data, shape.stored(sizes)) : data, sizes });
}
