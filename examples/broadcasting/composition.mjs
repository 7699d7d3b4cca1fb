// "Broadcast composition": a lower rank and degenerate dimensions in one operation.
import { broadcastExample } from '../support/broadcast-example.mjs';
import { main } from '../support/main.mjs';

export const examples = [
  broadcastExample({
    id: 'vector-plus-row',
    title: 'A vector of 4 plus a 1x2 matrix',
    text:
      'The vector meets dimension 0, which makes it 4x2; then the degenerate dimension 0 of the 1x2 matrix is ' +
      'repeated 4 times.',
    lhs: 'f32[4]',
    rhs: 'f32[1,2]',
    broadcastDimensions: [0],
    values: [[1, 2, 3, 4], [[5, 6]]],
    expected: [
      [6, 7],
      [7, 8],
      [8, 9],
      [9, 10],
    ],
  }),
  broadcastExample({
    id: 'row-plus-cuboid',
    title: 'A 1x2 matrix plus a 4x3x1 array',
    text:
      'The matrix meets dimensions 1 and 2, which makes it 4x1x2; then the dimensions of size 1 of both operands ' +
      'are repeated. The result is 4x3x2.',
    lhs: 'f32[1,2]',
    rhs: 'f32[4,3,1]',
    broadcastDimensions: [1, 2],
    expected: (i, j, k) => k + 1000 * (3 * i + j + 1),
  }),
];

await main(import.meta.url, examples);
