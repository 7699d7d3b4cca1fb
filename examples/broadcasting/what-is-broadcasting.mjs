// "What is broadcasting?": the first example of the text.
import { broadcastExample } from '../support/broadcast-example.mjs';
import { main } from '../support/main.mjs';

export const examples = [
  broadcastExample({
    id: 'matrix-plus-vector',
    title: 'A matrix plus a vector',
    text: 'X + v: the vector is replicated for each row of the matrix. XLA is told so: its dimension 0 is dimension 1 of X.',
    lhs: 'f32[2,3]',
    rhs: 'f32[3]',
    broadcastDimensions: [1],
    values: [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      [7, 8, 9],
    ],
    expected: [
      [8, 10, 12],
      [11, 13, 15],
    ],
  }),
];

await main(import.meta.url, examples);
