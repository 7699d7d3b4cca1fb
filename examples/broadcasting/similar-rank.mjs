// "Broadcasting similar-rank arrays with degenerate dimensions".
import { broadcastExample } from '../support/broadcast-example.mjs';
import { main } from '../support/main.mjs';

export const examples = [
  broadcastExample({
    id: 'degenerate-column',
    title: '(2,1) and (2,3) broadcast to (2,3)',
    text: 'Dimension 1 of x has size 1, it is degenerate: its values are repeated to size 3.',
    lhs: 'f32[2,1]',
    rhs: 'f32[2,3]',
    values: [
      [[10], [20]],
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    expected: [
      [11, 12, 13],
      [24, 25, 26],
    ],
  }),
  broadcastExample({
    id: 'degenerate-first',
    title: '(1,2,5) and (7,2,5) broadcast to (7,2,5)',
    text: 'The degenerate dimension may be any: here it is the first one of x.',
    lhs: 'f32[1,2,5]',
    rhs: 'f32[7,2,5]',
    expected: (i, j, k) => 5 * j + k + 1000 * (10 * i + 5 * j + k + 1),
  }),
  broadcastExample({
    id: 'degenerate-middle',
    title: '(7,2,5) and (7,1,5) broadcast to (7,2,5)',
    text: 'Here it is the middle one of y.',
    lhs: 'f32[7,2,5]',
    rhs: 'f32[7,1,5]',
    expected: (i, j, k) => 10 * i + 5 * j + k + 1000 * (5 * i + k + 1),
  }),
  broadcastExample({
    id: 'incompatible',
    title: 'Illegal: (7,2,5) and (7,2,6)',
    text: 'Two dimensions are compatible if they are equal or one of them is 1. 5 and 6 are neither.',
    lhs: 'f32[7,2,5]',
    rhs: 'f32[7,2,6]',
    rule: 'broadcast.c2',
  }),
  broadcastExample({
    id: 'outer',
    title: 'An outer operation: (2,1) and (1,3) broadcast to (2,3)',
    text: 'Each operand has a degenerate dimension at a different index, so each is repeated: every x meets every y.',
    lhs: 'f32[2,1]',
    rhs: 'f32[1,3]',
    values: [[[10], [20]], [[1, 2, 3]]],
    expected: [
      [11, 12, 13],
      [21, 22, 23],
    ],
  }),
];

await main(import.meta.url, examples);
