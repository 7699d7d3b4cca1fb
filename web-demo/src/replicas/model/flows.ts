/**
 * The origin of each element of a result. The engine tells it: the program runs once for each device, whose elements
 * are numbered while those of all others are zeros. A number in the result then names the element that came there. The
 * result of zeros alone is subtracted first.
 *
 *     device 0 has {1, 2}, device 1 {0, 0}; after an all-gather both have {1, 2, 0, 0}
 *     so elements 0 and 1 of both results come from elements 0 and 1 of device 0
 */

import { Literal, type Executable, type Shape } from 'hloom';

/** An element of a device's operand that is part of an element of a device's result; positions are in row-major order. */
export interface Flow {
  readonly from: number;
  readonly source: number;
  readonly to: number;
  readonly target: number;
  /** The number of the array in a tuple. */
  readonly leaf: number;
}

/** Programs with more flows are told by devices only. */
const mostFlows = 40_000;

/** The elements of an array in row-major order, as numbers. */
export function numbersOf(literal: Literal): number[] {
  // Typed by hand: the type of a recursive array flattened without end has no end either.
  const values = [literal.toArray()] as unknown[];
  const flat: ArrayLike<unknown> = values.flat(Infinity);
  return Array.from(flat, (value) => (typeof value === 'object' ? NaN : Number(value)));
}

function filled(like: Literal, valueAt: (position: number) => number): Literal {
  const shape = like.shape.withDefaultLayout();
  const flat = Array.from({ length: shape.elementCount }, (_, position) => valueAt(position));
  return literalOf(flat, shape);
}

/** A list as nested arrays of these sizes. */
function nested(flat: readonly number[], sizes: readonly number[]): unknown {
  const [size, ...inner] = sizes;
  if (size === undefined) return flat[0] ?? 0;
  const step = inner.reduce((product, one) => product * one, 1);
  return Array.from({ length: size }, (_, i) => nested(flat.slice(i * step, (i + 1) * step), inner));
}

/** The literal of a list in row-major order. */
export function literalOf(flat: readonly number[], shape: Shape): Literal {
  // Typed by hand: the sizes in the types of recursive arrays have no end.
  return Literal.from(nested(flat, shape.dimensions) as number[], shape);
}

/**
 * The flows from one of the parameters of a program that is linear, or adds a constant.
 *
 * @param operands - the arguments of each device
 * @param number - the parameter; the others are zeros if the program treats all alike, and otherwise they are used as
 *   they are, such as sizes
 */
export async function flowsOf(
  executable: Executable,
  operands: readonly (readonly Literal[])[],
  signal: AbortSignal,
  number = 0,
  areAlike = false,
): Promise<Flow[] | undefined> {
  const count = operands[0]?.[number]?.shape.elementCount ?? 0;
  if (count * operands.length ** 2 > mostFlows) return undefined;
  /** The numbers of each leaf on each device, if the elements of one device are numbered. */
  const resultsFrom = async (from: number | undefined): Promise<number[][][]> => {
    const numbered = operands.map((all, device) =>
      all.map((one, i) => {
        if (i !== number) return areAlike ? filled(one, () => 0) : one;
        return filled(one, (position) => (device === from ? position + 1 : 0));
      }),
    );
    const results = await executable.runReplicated(numbered, { signal });
    return results.map((result) => (result.shape.isTuple ? result.elements : [result]).map(numbersOf));
  };
  const ofZeros = await resultsFrom(undefined);
  const flows: Flow[] = [];
  for (const from of operands.keys()) {
    for (const [to, leaves] of (await resultsFrom(from)).entries()) {
      for (const [leaf, numbers] of leaves.entries()) {
        for (const [target, sum] of numbers.entries()) {
          const value = sum - (ofZeros[to]?.[leaf]?.[target] ?? 0);
          if (Number.isInteger(value) && value > 0 && value <= count)
            flows.push({ from, source: value - 1, to, target, leaf });
        }
      }
    }
  }
  return flows;
}
