// Uses of decompositions of matrices: a line through points, the directions in which data spread.
// examples/cpp/linear_algebra.cc does the same in C++.
import { f32, XlaBuilder } from 'hloom';
import { main } from '../support/main.mjs';

/** Rounded to thousandths: the last bits are of no interest. */
const rounded = (b, x) => b.div(b.roundNearestEven(b.mul(x, 1000)), 1000);

function leastSquares() {
  const b = new XlaBuilder('least_squares');
  const a = b.parameter(0, f32(4, 2), 'a');
  const y = b.parameter(1, f32(4, 1), 'y');
  const qr = b.qrExplicit(a, false);
  const [q, r] = [b.getTupleElement(qr, 0), b.getTupleElement(qr, 1)];
  const projected = b.dot(b.transpose(q, [1, 0]), y);
  return b.build(rounded(b, b.triangularSolve(r, projected, true, false)));
}

function principalComponents() {
  const b = new XlaBuilder('principal_components');
  const points = b.parameter(0, f32(4, 2), 'points');
  const centered = b.sub(points, b.mean(points, [0]), { broadcastDimensions: [1] });
  const svd = b.svd(centered);
  const d = b.getTupleElement(svd, 1);
  const squares = b.mul(d, d);
  const shares = b.div(squares, b.sum(squares));
  // The sign of a direction is arbitrary.
  const directions = b.abs(b.transpose(b.getTupleElement(svd, 2), [1, 0]));
  return b.build(rounded(b, b.concatInDim([b.reshape(shares, [2, 1]), directions], 1)));
}

export const examples = [
  {
    id: 'least-squares',
    title: 'A line through points, by QR',
    text:
      'No line passes through all four points. That with the smallest sum of squared distances solves r x = q^T y, ' +
      'where the points are a = q r: a triangle is solved row by row.',
    call: 'b.triangularSolve(r, b.dot(b.transpose(q, [1, 0]), y), true, false)',
    build: () => ({ computation: leastSquares(), explanation: 'the line is y = 1.98 + 1.04 t' }),
    values: () => [
      [
        [1, -1],
        [1, 0],
        [1, 1],
        [1, 2],
      ],
      [[0.9], [2.1], [2.9], [4.1]],
    ],
    expected: [[Math.fround(1.98)], [Math.fround(1.04)]],
  },
  {
    id: 'principal-components',
    title: 'The directions in which points spread, by SVD',
    text:
      'Most of the spread of these points, 40 of 42.5, lies along (2, 1), the rest across it. Each row of the result is ' +
      'a share and its direction, of length 1.',
    call: 'b.svd(centered)',
    build: () => ({ computation: principalComponents(), explanation: 'the shares are squares of singular values' }),
    values: () => [
      [
        [14, 7],
        [6, 3],
        [9.5, 6],
        [10.5, 4],
      ],
    ],
    expected: [[0.941, 0.894, 0.447].map(Math.fround), [0.059, 0.447, 0.894].map(Math.fround)],
  },
];

await main(import.meta.url, examples);
