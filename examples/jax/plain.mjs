// Arithmetic in plain JavaScript, against which the programs from JAX are checked.

/** Numbers in [-1, 1) that look random and are the same in every run. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A matrix of these sizes, as nested arrays. */
export const matrix = (rows, columns, at) =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => at(i, j)));

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
export const column = (rows, j) => rows.map((row) => row[j]);
export const transpose = (rows) => rows[0].map((_, j) => column(rows, j));
export const add = (a, b) => matrix(a.length, a[0].length, (i, j) => a[i][j] + b[i][j]);

/** The product of two matrices. */
export function matmul(a, b) {
  const columns = transpose(b);
  return a.map((row) => columns.map((other) => sum(row.map((number, k) => number * other[k]))));
}

/** The largest difference between two nested arrays; throws where they differ by more than float32 explains. */
export function compare(found, wanted) {
  const [numbers, expected] = [found, wanted].map((value) => [value].flat(Infinity));
  if (numbers.length !== expected.length) throw new Error(`${numbers.length} numbers, not ${expected.length}`);
  const difference = Math.max(...numbers.map((number, i) => Math.abs(number - expected[i])));
  if (!(difference < 1e-5)) throw new Error(`the program and plain JavaScript differ by ${difference}`);
  return difference;
}
