/** The option `out` of runs: arrays of the caller, into which a run writes its result. */

import { describeValue, isArray } from '../../base/describe.js';
import { jsError } from '../../base/errors.js';
import { isTypedArray, typedArrayName } from '../../base/typed-array.js';
import type { PlanArray, RunPlan } from '../../instance/run-plan.js';
import { checkNotDetached } from '../../values/detached.js';
import type { TypedArray } from '../../values/element-type.js';
import type { Shape } from '../../values/shape.js';

/** A typed array for an array of a result; for a tuple, an array of these. */
export type RunOut = TypedArray | readonly RunOut[];

/**
 * The arrays of the option, in the order of the results of the plan.
 *
 * @param isList - true if the option has a value for each device
 * @throws HloomError `js.c22` unless there is a different array of the right class and length for each
 */
export function outArrays(out: unknown, { result, results, devices }: RunPlan, isList: boolean, op: string) {
  const arrays: TypedArray[] = [];
  const add = (value: unknown, shape: Shape): void => {
    if (shape.isToken) return;
    if (!shape.isTuple) {
      const array = results[arrays.length] as PlanArray;
      checkArray(value, array, op);
      arrays.push(value as TypedArray);
      return;
    }
    listOf(value, shape.tupleShapes.length, `the tuple ${shape.toString()}`, op).forEach((element, i) => {
      add(element, shape.tupleShapes[i] as Shape);
    });
  };
  if (!isList) add(out, result);
  else for (const value of listOf(out, devices, 'the devices', op)) add(value, result);
  if (new Set(arrays).size < arrays.length) {
    throw jsError('options', 'out has one array in several places', {
      op,
      help: 'give each array of the result its own',
    });
  }
  return arrays;
}

function listOf(value: unknown, length: number, what: string, op: string): readonly unknown[] {
  if (isArray(value) && value.length === length) return value;
  const help = `give an array of ${length}`;
  throw jsError('options', `out has ${describeValue(value)} for ${what}`, { op, help });
}

function checkArray(value: unknown, { shape, info, isStatic, length, hasPadding }: PlanArray, op: string): void {
  if (!isStatic || hasPadding) {
    const reason = isStatic ? 'padding, which is left out of results' : 'dynamic sizes, which each run determines';
    const help = 'omit out: the run makes an array';
    throw jsError('options', `out cannot take ${shape.toString()}: it has ${reason}`, { op, help });
  }
  const isRight = isTypedArray(value) && typedArrayName(value) === info.array.name;
  if (isRight) checkNotDetached(value, op);
  if (isRight && value.length === length) return;
  const given = isTypedArray(value) ? `a ${typedArrayName(value)} of length ${value.length}` : describeValue(value);
  const help = `use new ${info.array.name}(${length})`;
  throw jsError('options', `out has ${given} for ${shape.toString()}`, { op, help });
}
