/** The sizes of dimensions: those of shapes, where dynamic ones are bounds, and those of values. */

import { articled, countText, describeValue, isArray } from '../base/describe.js';
import { elementInfo, type ElementType } from './element-type.js';
import { jsError } from '../base/errors.js';
import type { Shape } from './shape.js';

/** A size, or as `'<=10'` the bound of a dynamic dimension, along which values have 0 to 10 elements. */
export type DimensionSize = number | `<=${number}`;

/** The sizes or bounds, and for each whether it is a bound. */
export interface ReadSizes {
  readonly sizes: number[];
  readonly dynamic: boolean[];
}

/**
 * Reads the sizes of a shape.
 *
 * @throws HloomError `js.c11` for anything but an integer from 0 to 2^53 - 1 or such a bound
 */
export function readSizes(dimensions: readonly unknown[], op: string): ReadSizes {
  const read: ReadSizes = { sizes: [], dynamic: [] };
  for (const [index, size] of dimensions.entries()) {
    const bound = typeof size === 'string' ? /^<= *([0-9]+)$/.exec(size)?.[1] : undefined;
    const number = bound === undefined ? size : Number(bound);
    if (!Number.isSafeInteger(number) || (number as number) < 0) {
      const [problem, help] = sizeProblem(size);
      throw jsError('shape', `the size of dimension ${index} is ${describeValue(size)}${problem}`, { op, help });
    }
    read.sizes.push(number as number);
    read.dynamic.push(bound !== undefined);
  }
  return read;
}

function sizeProblem(size: unknown): readonly [problem: string, help: string] {
  if (isArray(size)) return ['', 'write the sizes one by one, as in f32(2, 3), or f32(...sizes)'];
  if (typeof size === 'string' && /^[0-9]+$/.test(size)) return ['', 'write the number itself, without quotes'];
  if (typeof size === 'string' && /^[0-9, ]+$/.test(size)) return ['', 'write the sizes as numbers, as in f32(2, 3)'];
  if (typeof size === 'string') return ['', "write the bound of a dynamic dimension as in f32('<=10', 3)"];
  const big = typeof size === 'bigint' || (Number.isInteger(size) && (size as number) > 0);
  if (typeof size === 'bigint' && size >= 0n && size < 2n ** 53n) return ['', `write it as a number: ${size}`];
  if (big && (size as number | bigint) > 0) return [', too big for a size', 'sizes are at most 2^53 - 1'];
  return ['', 'use non-negative integers as sizes, as in f32(2, 3)'];
}

/** Sizes as XLA writes them: `<=10,3`. */
export function sizesText(sizes: readonly number[], dynamic: readonly boolean[]): string {
  return sizes.map((size, index) => (dynamic[index] ? `<=${size}` : String(size))).join(',');
}

/**
 * The sizes of a nested array that is to be a value of a shape. An empty array does not show its inner sizes: `[]` is a
 * fine f32[0,3], and a fine f32[<=10,3].
 *
 * @param seen - as far as the array shows them
 * @returns undefined where it cannot be a value of the shape whatever the bounds are
 */
export function completeSizes(seen: readonly number[], shape: Shape): number[] | undefined {
  if (seen.length > shape.rank || (seen.length < shape.rank && !seen.includes(0))) return undefined;
  const sizes = shape.dimensions.map((size, d) => seen[d] ?? (shape.isDynamicDimension(d) ? 0 : size));
  const fits = sizes.every((size, d) => shape.isDynamicDimension(d) || size === shape.dimensions[d]);
  return fits ? sizes : undefined;
}

/**
 * Checks sizes against the bounds of a shape.
 *
 * @throws HloomError `js.c31` naming the dimension
 */
export function checkBounds(sizes: readonly number[], shape: Shape, op: string): void {
  for (const [dimension, size] of sizes.entries()) {
    const bound = shape.dimensions[dimension] ?? 0;
    if (size <= bound) continue;
    const { text } = elementInfo(shape.type as ElementType);
    const value = `${text}[${sizes.join(',')}]`;
    const wider = shape.dimensions.map((other, d) => (d === dimension ? size : other));
    throw jsError('dynamicSize', `${value} does not fit the bounds of ${shape.toString()}`, {
      op,
      operands: [value, shape.toString()],
      details: [`dimension ${dimension} has the size ${size}, its bound is ${bound}`],
      help: `pass at most ${countText(bound, 'element')} along dimension ${dimension}, or declare ${text}[${sizesText(wider, shape.dynamicDimensions)}]`,
    });
  }
}

/**
 * Returns the sizes of a value of a shape from its number of elements, because a typed array does not have sizes.
 *
 * @returns undefined if no sizes give that number of elements
 * @throws HloomError `js.c8` if several do, `js.c31` if the only ones are beyond the bound
 */
export function sizesOfCount(count: number, shape: Shape, op: string): readonly number[] | undefined {
  if (count === shape.elementCount) return shape.dimensions;
  const dynamic = shape.dimensions.flatMap((_, d) => (shape.isDynamicDimension(d) ? [d] : []));
  if (dynamic.length > 1) {
    throw jsError(
      'elementCount',
      `${countText(count, 'element')} do not say the sizes of ${articled(shape.toString())}`,
      {
        op,
        operands: [shape.toString()],
        details: [`the dimensions ${dynamic.join(' and ')} are dynamic`],
        help: 'pass a nested array, or a Literal of a static shape, whose sizes are known',
      },
    );
  }
  const [only] = dynamic;
  if (only === undefined) return undefined;
  const others = shape.dimensions.reduce((product, size, d) => (d === only ? product : product * size), 1);
  const size = count === 0 ? 0 : count / others;
  if (!Number.isInteger(size)) return undefined;
  const sizes = shape.dimensions.map((bound, d) => (d === only ? size : bound));
  checkBounds(sizes, shape, op);
  return sizes;
}
