/** Computes the sum of two counting arrays, in the engine's Worker. */

import {
  isElementType,
  Literal,
  XlaBuilder,
  type Client,
  type Explanation,
  type Shape,
  type XlaComputation,
} from 'hloom';

/** Beyond so many elements nothing is computed: the explanation says it all, and a page is not for gigabytes. */
export const maxElements = 2 ** 18;

/** Elements in row-major order. */
export type Elements = ArrayLike<number | bigint | boolean>;

export interface Values {
  readonly lhs: Elements;
  readonly rhs: Elements;
  /** `undefined` where the shapes do not fit. */
  readonly result: Elements | undefined;
}

/** Whether the arrays are small enough to be computed and looked at. */
export function isSmall({ lhs, rhs, result }: Explanation): boolean {
  return [lhs, rhs, result].every((shape) => (shape?.elementCount ?? 0) <= maxElements);
}

/** The program: the sum of two parameters. */
export function buildSum({ lhs, rhs, broadcastDimensions }: Explanation): XlaComputation {
  const b = new XlaBuilder('sum');
  const sum = b.add(b.parameter(0, lhs, 'lhs'), b.parameter(1, rhs, 'rhs'), {
    broadcastDimensions: [...broadcastDimensions],
  });
  const computation = b.build(sum);
  b.dispose();
  return computation;
}

/** The left operand counts 0, 1, 2 ...; the right one in hundreds from 100. */
export function operands({ lhs, rhs }: Explanation): [Literal, Literal] {
  return [counting(lhs, 0, 1), counting(rhs, 100, 100)];
}

/** Runs the program on the operands. */
export async function compute(
  client: Client,
  computation: XlaComputation,
  [lhs, rhs]: [Literal, Literal],
  signal: AbortSignal,
): Promise<Values> {
  const executable = await client.compile(computation);
  try {
    const result = await executable.run(lhs, rhs, { signal });
    return { lhs: elementsOf(lhs), rhs: elementsOf(rhs), result: elementsOf(result) };
  } finally {
    executable.dispose();
  }
}

/**
 * The elements of a literal in row-major order, whatever its layout; for complex numbers, which count on the real line,
 * these are the real parts.
 */
export function elementsOf(literal: Literal): Elements {
  const { shape } = literal;
  const bits = /^(F4|F8|F16|BF16)/.test(shape.type);
  const complex = shape.type.startsWith('C');
  if (shape.hasDefaultLayout && !bits && !complex) return literal.data;
  // Typed by hand: the type of a recursive array flattened without end has no end either.
  const nested = [literal.toArray()] as unknown[];
  const flat = nested.flat(Infinity) as (number | bigint | boolean)[];
  return complex ? flat.filter((_, i) => i % 2 === 0) : flat;
}

/** Where the counting starts again, for types that cannot hold more. */
const moduli: Readonly<Record<string, number>> = {
  PRED: 2,
  S1: 1,
  S2: 2,
  S4: 8,
  S8: 100,
  U1: 2,
  U2: 4,
  U4: 16,
  U8: 200,
  F4E2M1FN: 5,
  F8E3M4: 16,
  F8E8M0FNU: 5,
};

/** Counts up; narrow types start again where they cannot hold more: truth values at 2, bytes at 200. */
function counting(shape: Shape, start: number, step: number): Literal {
  const { type } = shape;
  if (!isElementType(type)) throw new TypeError(`${shape.toString()} does not count`);
  const modulus = moduli[type] ?? Infinity;
  const values = Array.from({ length: shape.elementCount }, (_, i) => (start + step * i) % modulus);
  const numbers = type.startsWith('C') ? values.map((re) => ({ re, im: 0 })) : values;
  return Literal.fromTypedArray(Literal.from(numbers, type).data, shape.withDefaultLayout());
}
