import { Shape } from '../values/shape.js';
import type { ProgramShapeJson } from '../base/wire.js';

/** The shapes of a program's parameters and result, whose element type and sizes may be known. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
export interface ProgramShape<T = any, D = any> {
  /** The shape of each parameter, by parameter number. */
  readonly parameters: readonly Shape[];
  /** The name of each parameter. */
  readonly parameterNames: readonly string[];
  /** The shape of the result. */
  readonly result: Shape<T, D>;
  /** XLA's text form: `(f32[2,3], f32[3]) -> f32[2,3]`. */
  readonly text: string;
}

export function programShapeFromJson(json: ProgramShapeJson): ProgramShape {
  return Object.freeze({
    parameters: Object.freeze(json.parameters.map((shape) => Shape.fromJson(shape))),
    parameterNames: Object.freeze([...json.parameter_names]),
    result: Shape.fromJson(json.result),
    text: json.text,
  });
}
