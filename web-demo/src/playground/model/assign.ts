/** Arrays of files as the parameters of a program. */

import type { Literal, ProgramShape } from 'hloom';
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

/** An array becomes the parameter of its name, or the first one of its shape that has no file yet, or the first of all. */
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
    const shape = value.shape.withDefaultLayout();
    const fitting = parameters.flatMap((one, number) => (one.withDefaultLayout().equals(shape) ? [number] : []));
    const number =
      fitting.find((one) => parameterNames[one] === name) ??
      fitting.find((one) => inputs[one]?.kind !== 'file') ??
      fitting[0];
    if (number === undefined) {
      left.push(array);
      continue;
    }
    inputs[number] = { kind: 'file', name, value };
    taken.push(`${name} as ${parameterNames[number] ?? number}`);
  }
  return { inputs, taken, left };
}
