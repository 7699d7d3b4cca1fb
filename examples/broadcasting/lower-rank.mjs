// "Broadcasting a lower-rank array onto a higher-rank array".
import { broadcastExample } from '../support/broadcast-example.mjs';
import { main } from '../support/main.mjs';

const matrix = [
  [1, 2, 3],
  [4, 5, 6],
];

const square = [
  [0, 0, 0],
  [10, 10, 10],
  [20, 20, 20],
];

export const examples = [
  broadcastExample({
    id: 'matrix-plus-scalar',
    title: 'A matrix plus a scalar',
    text: 'A scalar meets every element. This is the only broadcast between ranks that needs no broadcast_dimensions.',
    lhs: 'f32[2,3]',
    rhs: 'f32[]',
    values: [matrix, 7],
    expected: [
      [8, 9, 10],
      [11, 12, 13],
    ],
  }),
  broadcastExample({
    id: 'without-dimensions',
    title: 'Illegal: a vector without broadcast_dimensions',
    text: 'NumPy would guess that the vector meets the last dimension. XLA is strict and explicit: it does not guess.',
    lhs: 'f32[2,3]',
    rhs: 'f32[3]',
    rule: 'broadcast.c1',
  }),
  broadcastExample({
    id: 'vector-on-rows',
    title: 'A vector on dimension 1 of a 3x3 matrix',
    text: 'Each element of the vector becomes a column: the vector is duplicated for each row.',
    lhs: 'f32[3,3]',
    rhs: 'f32[3]',
    broadcastDimensions: [1],
    values: [square, [7, 8, 9]],
    expected: [
      [7, 8, 9],
      [17, 18, 19],
      [27, 28, 29],
    ],
  }),
  broadcastExample({
    id: 'vector-on-columns',
    title: 'The same vector on dimension 0',
    text: 'Each element of the vector becomes a row: the vector is duplicated for each column.',
    lhs: 'f32[3,3]',
    rhs: 'f32[3]',
    broadcastDimensions: [0],
    values: [square, [7, 8, 9]],
    expected: [
      [7, 7, 7],
      [18, 18, 18],
      [29, 29, 29],
    ],
  }),
  broadcastExample({
    id: 'wrong-dimension',
    title: 'Illegal: three elements on a dimension of size 2',
    text: 'In a 2x3 matrix only dimension 1 has the size of the vector; dimension 0 is invalid.',
    lhs: 'f32[2,3]',
    rhs: 'f32[3]',
    broadcastDimensions: [0],
    rule: 'broadcast.c2',
  }),
  broadcastExample({
    id: 'cuboid-plus-matrix',
    title: 'A cuboid plus a matrix',
    text: 'broadcast_dimensions (1,2) match the 3x4 matrix to dimensions 1 and 2 of the 2x3x4 cuboid.',
    lhs: 'f32[2,3,4]',
    rhs: 'f32[3,4]',
    broadcastDimensions: [1, 2],
    // The cuboid counts from 0, the matrix in thousands from 1000.
    expected: (i, j, k) => 12 * i + 4 * j + k + 1000 * (4 * j + k + 1),
  }),
];

await main(import.meta.url, examples);
