/** Makes literals of the program's parameter shapes from what a caller passes to run(). */

import { isTypedArray } from '../base/typed-array.js';
import { countText, describeValue, quoted } from '../base/describe.js';
import { type TypedArray } from '../values/element-type.js';
import { jsError, withLocation } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { Literal, type Float16ArrayLike } from '../values/literal.js';
import { takeNested, takeTypedArray, type TypedArrayUse } from '../values/literal-data.js';
import { pathText, type NestedArray } from '../values/nested.js';
import type { ProgramShape } from '../builder/program-shape.js';
import { isArrayShape, type Shape } from '../values/shape.js';

/**
 * A value for one parameter: a {@link Literal}, a typed array of the natural class (in the order of the parameter's
 * layout, without padding), a scalar, rectangular nested arrays, or for a tuple an array of such values. Along a dynamic
 * dimension it may have any number of elements up to the bound.
 */
export type RunArgument = Literal | TypedArray | Float16ArrayLike | NestedArray | readonly RunArgument[];

/**
 * Literals for all parameters of a program.
 *
 * @param use - `view` only where the literals are read, and gone, before the caller has its turn
 * @throws HloomError `js.c6` for the wrong number of arguments, and what {@link Converter.convert} throws
 */
export function toLiterals(
  args: readonly unknown[],
  program: ProgramShape,
  op: string,
  use: TypedArrayUse = 'copy',
): Literal[] {
  const converter = new Converter(op, use);
  const { parameters, parameterNames } = program;
  if (args.length !== parameters.length) {
    const takes = parameters.length === 0 ? 'no argument' : countText(parameters.length, 'argument');
    throw jsError('argumentCount', `the program takes ${takes}, not ${args.length}`, {
      op,
      operands: parameters.map((shape) => shape.toString()),
      details: [`the program is ${program.text}`],
    });
  }
  return parameters.map((shape, index) => {
    const name = parameterNames[index] ?? '';
    const location = `argument ${index}${name === '' ? '' : ` (parameter ${quoted(name)})`}`;
    return converter.convert(args[index], shape, location, []);
  });
}

/**
 * A literal of a shape that is asked for.
 *
 * @param location - where the value came from, for errors
 * @throws HloomError what {@link Converter.convert} throws
 */
export function toLiteral(value: unknown, shape: Shape, op: string, location: string): Literal {
  return new Converter(op, 'view').convert(value, shape, location, []);
}

class Converter {
  readonly #op: string;
  readonly #use: TypedArrayUse;

  constructor(op: string, use: TypedArrayUse) {
    this.#op = op;
    this.#use = use;
  }

  /**
   * A literal of the shape and the layout that are asked for.
   *
   * @throws HloomError, with the location of the argument: `js.c7` wrong class of typed array, `js.c8` wrong number of
   * elements, `js.c9` ragged, `js.c10` a value the type cannot hold, `js.c23` no array for a tuple, `js.c24` a literal
   * of another shape, `js.c25` anything for an opaque, `js.c31` more elements than a bound allows
   */
  convert(value: unknown, shape: Shape, location: string, path: number[]): Literal {
    const op = this.#op;
    try {
      if (value instanceof Literal) return value.fit(shape, op, this.#use);
      if (shape.isToken) return Literal.token();
      if (shape.isOpaque) throw opaqueArgument(shape, op);
      if (!isArrayShape(shape)) return this.#tuple(value, shape, location, path);
      if (isTypedArray(value)) return Literal[internal](shape, takeTypedArray(value, shape, op, this.#use));
      return Literal[internal](shape, takeNested(value, shape, op));
    } catch (thrown) {
      throw withLocation(thrown, path.length === 0 ? location : `${location}, tuple element ${pathText(path)}`);
    }
  }

  #tuple(value: unknown, shape: Shape, location: string, path: number[]): Literal {
    const { tupleShapes } = shape;
    if (!Array.isArray(value) || value.length !== tupleShapes.length) {
      throw jsError(
        'tupleArgument',
        `${shape.toString()} takes an array of ${countText(tupleShapes.length, 'value')}`,
        {
          op: this.#op,
          operands: [shape.toString()],
          details: [`found ${describeValue(value)}`],
        },
      );
    }
    const elements = tupleShapes.map((element, i) => this.convert(value[i], element, location, [...path, i]));
    return Literal[internal](shape, undefined, elements);
  }
}

function opaqueArgument(shape: Shape, op: string): Error {
  return jsError('noData', 'an opaque has no value that could be passed', {
    op,
    operands: [shape.toString()],
    help: 'opaques stay inside a program',
  });
}
