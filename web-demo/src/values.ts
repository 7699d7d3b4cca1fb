/** Computes the sum of two counting arrays, in the engine's Worker. */

import { Literal, XlaBuilder, type Client, type Explanation, type Shape, type XlaComputation } from 'hloom';

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

/** The elements of a literal in row-major order, whatever its layout. */
export function elementsOf(literal: Literal): Elements {
  if (literal.shape.hasDefaultLayout()) return literal.data;
  // Typed by hand: the type of a recursive array flattened without end has no end either.
  const nested = [literal.toArray()] as unknown[];
  return nested.flat(Infinity) as (number | bigint | boolean)[];
}

/** What the narrow types cannot hold starts again: bytes at 200, truth values at 2. */
function counting(shape: Shape, start: number, step: number): Literal {
  const rowMajor = shape.withDefaultLayout();
  const at = (i: number): number => start + step * i;
  const count = shape.elementCount;
  switch (shape.type) {
    case 'S64':
      return Literal.fromTypedArray(
        BigInt64Array.from({ length: count }, (_, i) => BigInt(at(i))),
        rowMajor,
      );
    case 'PRED':
      return Literal.fromTypedArray(
        Uint8Array.from({ length: count }, (_, i) => i % 2),
        rowMajor,
      );
    case 'U8':
      return Literal.fromTypedArray(
        Uint8Array.from({ length: count }, (_, i) => at(i) % 200),
        rowMajor,
      );
    case 'F64':
      return Literal.fromTypedArray(
        Float64Array.from({ length: count }, (_, i) => at(i)),
        rowMajor,
      );
    case 'S32':
      return Literal.fromTypedArray(
        Int32Array.from({ length: count }, (_, i) => at(i)),
        rowMajor,
      );
    case 'U32':
      return Literal.fromTypedArray(
        Uint32Array.from({ length: count }, (_, i) => at(i)),
        rowMajor,
      );
    default:
      return Literal.fromTypedArray(
        Float32Array.from({ length: count }, (_, i) => at(i)),
        rowMajor,
      );
  }
}
