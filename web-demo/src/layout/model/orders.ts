/** Orders of dimensions: moves, and the list of all orders. */

/** The order with the number at one position moved to another. */
export function reordered(order: readonly number[], from: number, to: number): number[] {
  const rest = order.filter((_, at) => at !== from);
  const [held] = order.slice(from, from + 1);
  return held === undefined ? [...order] : [...rest.slice(0, to), held, ...rest.slice(to)];
}

/** All orders of some numbers, the given one first. */
export function ordersOf(numbers: readonly number[]): number[][] {
  if (numbers.length === 0) return [[]];
  return numbers.flatMap((first, at) =>
    ordersOf(numbers.filter((_, other) => other !== at)).map((rest) => [first, ...rest]),
  );
}

export const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((number, i) => number === b[i]);

/**
 * 0 to below a count, backwards: the row-major `minor_to_major`, and the permutation that
 * transposes all.
 */
export const backwards = (count: number): number[] => Array.from({ length: count }, (_, i) => count - 1 - i);
