/** Literals of the arrays that a run gave. */

import { jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import type { TypedArray } from '../values/element-type.js';
import { withoutPadding } from '../values/literal-data.js';
import { Literal } from '../values/literal.js';
import type { Shape } from '../values/shape.js';
import type { PlanArray, RunPlan } from './run-plan.js';

/** The arrays of a result, depth-first, each with its sizes. */
export interface ResultArrays {
  readonly data: readonly TypedArray[];
  readonly sizes: readonly (readonly number[])[];
}

/** The literal of a program's result that owns these arrays from now on. */
export function literalOfResult(plan: RunPlan, { data, sizes }: ResultArrays): Literal {
  const { result, results } = plan;
  // Most programs give one array.
  if (result.isArray)
    return arrayLiteral(results[0] as PlanArray, data[0] as TypedArray, sizes[0] as readonly number[]);
  let next = 0;
  const build = (shape: Shape): Literal => {
    if (shape.isToken) return Literal.token();
    if (shape.isTuple) return Literal[internal](shape, undefined, shape.tupleShapes.map(build));
    const index = next++;
    return arrayLiteral(results[index] as PlanArray, data[index] as TypedArray, sizes[index] as readonly number[]);
  };
  return build(result);
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
