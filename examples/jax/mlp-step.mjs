// A training step from JAX, mlp_step.mlir: a network with 16 hidden units learns |x - y|. The parameters stay on the
// engine, and each step overwrites them. The first step is checked against plain JavaScript.
import { readFileSync } from 'node:fs';
import { defaultClient } from 'hloom';
import { column, compare, generator, matmul, matrix, sum, transpose } from './plain.mjs';

const client = await defaultClient();
const step = await client.compile(readFileSync(new URL('mlp_step.mlir', import.meta.url), 'utf8'));

const random = generator(1);
const [w1, w2] = [matrix(2, 16, random), matrix(16, 1, () => random() / 4)];
const params = { b1: Array(16).fill(0), b2: [0], w1, w2 };
const x = matrix(64, 2, random);
const y = x.map(([a, b]) => [Math.abs(a - b)]);

const first = await step.run(...Object.values(params), x, y);
const difference = compare(
  first.elements.map((element) => element.toArray()),
  Object.values(plainStep(params, x, y)),
);
console.log(`the first step differs from plain JavaScript by ${difference.toExponential(0)} at most`);

// JAX's donate_argnums=0 is in the program; { donate } gives the arrays themselves up.
let weights = Object.values(params).map((value) => client.toDevice(value));
const batch = [client.toDevice(x), client.toDevice(y)];
for (let n = 1; n <= 1000; n++) {
  const result = await step.run(...weights, ...batch, { keep: true, donate: [0, 1, 2, 3] });
  weights = result.elements.slice(0, 4);
  const loss = result.elements[4];
  if ([1, 10, 100, 1000].includes(n)) console.log(`step ${n}: loss ${(await loss.toLiteral()).item().toFixed(5)}`);
  loss.dispose();
}

/** The step by the rules of calculus, in double precision: b1, b2, w1, w2 and the loss. */
function plainStep({ b1, b2, w1, w2 }, x, y) {
  const sums = matmul(x, w1).map((row) => row.map((number, j) => number + b1[j]));
  const hidden = sums.map((row) => row.map((number) => Math.max(0, number)));
  const errors = matmul(hidden, w2).map(([number], n) => [number + b2[0] - y[n][0]]);
  const dPrediction = errors.map(([error]) => [(2 * error) / x.length]);
  const dSums = matmul(dPrediction, transpose(w2)).map((row, n) => row.map((d, j) => (sums[n][j] > 0 ? d : 0)));
  const [dW1, dW2] = [matmul(transpose(x), dSums), matmul(transpose(hidden), dPrediction)];
  return {
    b1: b1.map((bias, j) => bias - 0.1 * sum(column(dSums, j))),
    b2: [b2[0] - 0.1 * sum(column(dPrediction, 0))],
    w1: matrix(2, 16, (i, j) => w1[i][j] - 0.1 * dW1[i][j]),
    w2: matrix(16, 1, (i, j) => w2[i][j] - 0.1 * dW2[i][j]),
    loss: sum(errors.map(([error]) => error ** 2)) / x.length,
  };
}
