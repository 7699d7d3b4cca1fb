/** The arguments of a run: generated, typed, or from a file. */

import { Literal, Shape } from 'hloom';

export const generators = ['random', 'counted', 'ones', 'zeros'] as const;
export type Generator = (typeof generators)[number];

/** The origin of an argument. */
export type Input =
  | { readonly kind: Generator }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly value: Literal };

export const usualInput: Input = { kind: 'random' };

/** More elements than this are not generated: they would not fit a page. */
const mostElements = 2 ** 24;

/** @throws HloomError, SyntaxError, RangeError with a sentence for the reader */
export function literalOf(input: Input, shape: Shape, parameter: number): Literal {
  if (input.kind === 'file') return input.value;
  if (input.kind === 'typed') return typed(input.text, shape);
  const make = maker(input.kind, parameter);
  return fill(shape, make);
}

function typed(text: string, shape: Shape): Literal {
  // A literal as HLO writes it, { { 1, 2 } } or {(1, 2)}, is read like nested lists.
  const json = text.trim().replaceAll(/[{(]/g, '[').replaceAll(/[})]/g, ']');
  const quoted = json.replaceAll(/-?\b(?:inf|nan)\b/gi, (word) => `"${word.toLowerCase()}"`);
  const value = JSON.parse(quoted, (_, item: unknown) => special[String(item)] ?? item) as Parameters<
    typeof Literal.from
  >[0];
  return Literal.from(value, shape.withDefaultLayout());
}

/** The elements of an array as nested lists, each in the shortest text that is read back as the same value. */
export function typedText(literal: Literal): string {
  if (literal.shape.type === 'PRED') return JSON.stringify(literal.toArray());
  // `f32[2] {-0.37, 0.1}` without its shape; f32's -0.37 is -0.3700000047683716 as a number of JavaScript.
  const elements = literal.toString().replace(/^\S+\s*/, '');
  return elements
    .replaceAll(/[{(]/g, '[')
    .replaceAll(/[})]/g, ']')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\[) | (?=\])/g, '');
}

const special: Readonly<Record<string, number>> = { inf: Infinity, '-inf': -Infinity, nan: NaN, '-nan': NaN };

function fill(shape: Shape, make: (shape: Shape) => (place: number) => number): Literal {
  if (shape.isToken) return Literal.token();
  if (shape.isTuple) return Literal.tuple(...shape.tupleShapes.map((part) => fill(part, make)));
  const plain = shape.toStatic().withDefaultLayout();
  if (plain.elementCount > mostElements) {
    throw new RangeError(`${shape.toString()} has ${plain.elementCount} elements: give it as a file`);
  }
  const at = make(plain);
  const numbers = Array.from({ length: plain.elementCount }, (_, place) => at(place));
  const isComplex = /^C/.test(plain.type);
  const isLarge = /^[SU]64$/.test(plain.type);
  const items = numbers.map((number): unknown => {
    if (plain.type === 'PRED') return number > 0;
    if (isComplex) return [number, 0];
    return isLarge ? BigInt(Math.round(number)) : number;
  });
  return Literal.from(nested(items, plain.dimensions) as Parameters<typeof Literal.from>[0], plain);
}

function nested(items: readonly unknown[], dimensions: readonly number[]): unknown {
  if (dimensions.length === 0) return items[0];
  let parts = items;
  for (let dimension = dimensions.length - 1; dimension > 0; dimension--) {
    const size = dimensions[dimension] ?? 1;
    const count = dimensions.slice(0, dimension).reduce((product, one) => product * one, 1);
    const below = parts;
    parts = Array.from({ length: count }, (_, group) => below.slice(group * size, (group + 1) * size));
  }
  return parts;
}

const isFloat = (type: string): boolean => /^(?:B?F|C)/.test(type);
const bitsOf = (type: string): number => Number(/\d+/.exec(type)?.[0] ?? 1);

function maker(kind: Generator, parameter: number): (shape: Shape) => (place: number) => number {
  if (kind === 'zeros') return () => () => 0;
  if (kind === 'ones') return () => () => 1;
  if (kind === 'counted') {
    return ({ type }) => {
      // Counting starts again where the type ends.
      const end = isFloat(type) ? (bitsOf(type) <= 8 ? 8 : 2 ** 11) : 2 ** Math.min(15, bitsOf(type) - 1);
      return (place) => place % end;
    };
  }
  const next = randomNumbers(parameter + 1);
  return ({ type }) => {
    // Two decimals can be read.
    if (isFloat(type)) return () => Math.round((2 * next() - 1) * 100) / 100;
    if (type === 'PRED') return () => Math.floor(next() * 2);
    const most = Math.min(9, 2 ** (bitsOf(type) - 1) - 1);
    return () => Math.floor(next() * (most + 1));
  };
}

/** Uniform numbers from 0 to 1: Marsaglia's xorshift32. The same seed gives the same numbers. */
export function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
