/**
 * Random arguments, the same on every platform: xoshiro128**, seeded through splitmix64 by the seed, the number of the
 * parameter and the number of the array in it, so that one argument does not depend on the others.
 *
 * - floats and the parts of complex numbers: uniform multiples of 2^-23 from -1 up to, but not including, 1, rounded to
 * the type
 * - signed integers: uniform from -10 to 10; unsigned ones from 0 to 10; within the range of the type
 * - PRED: both equally likely
 * - F8E8M0FNU, which has only powers of two: uniform from 2^-4 to 2^4
 */

import { internal } from '../base/internal.js';
import { elementInfo, isElementType, type ElementType, type TypedArray } from '../values/element-type.js';
import { Literal, Shape } from '../index.node.js';
import { narrowEncoder } from '../values/number-format.js';
import { usageFailure } from './failure.js';

/** A random value of a shape. */
export function randomLiteral(shape: Shape, seed: bigint, parameter: number): Literal {
  let leaf = 0;
  const make = (part: Shape): Literal => {
    if (part.isToken) return Literal.token();
    if (part.isTuple) return Literal[internal](part, undefined, part.tupleShapes.map(make));
    if (!isElementType(part.type)) throw usageFailure('an opaque has no value that could be random');
    const next = generator(seed, parameter, leaf++);
    // A dynamic dimension has as many elements as its bound.
    const whole = Shape.array(part.type, part.dimensions);
    return Literal.fromTypedArray(fill(whole, next), whole).toBoundedDynamic(part);
  };
  return make(shape);
}

function fill(shape: Shape, next: () => number): TypedArray {
  const type = shape.type as ElementType;
  const { array, entries, kind, encoded, bigint } = elementInfo(type);
  const data = new array(shape.elementCount * entries);
  const draw = drawer(type, next);
  const encode = encoded ? narrowEncoder(type) : (value: number): number => value;
  for (let index = 0; index < data.length; index++) {
    const value = draw();
    data[index] = bigint ? BigInt(value) : kind === 'float' ? encode(value) : value;
  }
  return data;
}

function drawer(type: ElementType, next: () => number): () => number {
  const { kind, min, max } = elementInfo(type);
  const between = (low: number, high: number) => () => low + Math.floor((next() * (high - low + 1)) / 2 ** 32);
  if (type === 'F8E8M0FNU') {
    const exponent = between(-4, 4);
    return () => 2 ** exponent();
  }
  if (kind === 'float' || kind === 'complex') return () => (next() >>> 8) / 2 ** 23 - 1;
  return between(Math.max(-10, Number(min)), Math.min(kind === 'pred' ? 1 : 10, Number(max)));
}

/** A stream of unsigned 32-bit integers. */
function generator(seed: bigint, parameter: number, leaf: number): () => number {
  const mask = 2n ** 64n - 1n;
  let state = (seed ^ (BigInt(parameter) << 40n) ^ (BigInt(leaf) << 20n)) & mask;
  const word = (): number => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((z ^ (z >> 31n)) & 0xffffffffn);
  };
  let [a, b, c, d] = [word(), word(), word(), word()];
  const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
  return () => {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return result;
  };
}
