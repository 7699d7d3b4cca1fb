// The examples of the text on SetDimensionSize and GetDimensionSize: a vector of which only the first elements count.
import { f32, s32, XlaBuilder } from 'hloom';
import { main } from '../support/main.mjs';

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The sum and the product of the first elements of a vector, and how many they are. */
function reductions() {
  const b = new XlaBuilder('first_elements');
  const all = b.parameter(0, f32(10), 'x');
  const first = b.setDimensionSize(all, b.parameter(1, s32(), 'n'), 0);
  return b.build(b.tuple([b.sum(first), b.prod(first), b.getDimensionSize(first, 0)]));
}

/** The rows of a matrix, of which there are at most four, in the other order and without their first column. */
function rows() {
  const b = new XlaBuilder('rows');
  const x = b.parameter(0, f32('<=4', 3), 'x');
  return b.build(b.slice(b.rev(x, [0]), [0, 1], [4, 3]));
}

function reductionExample(id, count, expected) {
  return {
    id,
    title: `The first ${count} of ten elements`,
    text:
      'SetDimensionSize makes a dimension dynamic: f32[10] becomes f32[<=10], a vector of at most ten elements. ' +
      'Later operations see only the live ones, whose number is known only when the program runs.',
    call: 'b.setDimensionSize(x, n, 0)',
    build: () => ({
      computation: reductions(),
      explanation:
        `x is f32[10], n is ${count}\n` +
        `the first ${count} elements are added, multiplied, and counted by getDimensionSize`,
    }),
    values: () => [numbers, count],
    expected,
  };
}

export const examples = [
  reductionExample('dynamic-sizes', 5, [15, 120, 5]),
  reductionExample('dynamic-sizes-more', 6, [21, 720, 6]),
  reductionExample('dynamic-sizes-none', 0, [0, 1, 0]),
  {
    id: 'dynamic-rows',
    title: 'A matrix of at most four rows',
    text:
      'A parameter f32[<=4,3] takes matrices of 0 to 4 rows. The operations carry the bound along: the last row that ' +
      'there is comes first.',
    call: 'b.slice(b.rev(x, [0]), [0, 1], [4, 3])   with x: f32[<=4,3]',
    build: () => ({ computation: rows(), explanation: 'the result is f32[<=4,2]: as many rows as x has' }),
    values: () => [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    expected: [
      [5, 6],
      [2, 3],
    ],
  },
];

await main(import.meta.url, examples);
