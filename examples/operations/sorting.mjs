// The examples of the texts on Sort and Map, and what people build of them: the order of a vector, the best scores.
import { f32, s32, XlaBuilder } from 'hloom';
import { main } from '../support/main.mjs';

/** (K, K, ...) -> pred[]: whether the key of the first place is less than that of the second. `others` are along. */
function less(key, ...others) {
  const b = new XlaBuilder('less');
  const [x, y] = [b.parameter(0, key, 'x'), b.parameter(1, key, 'y')];
  others.forEach((type, i) => {
    b.parameter(2 * i + 2, type, `v${i}_x`);
    b.parameter(2 * i + 3, type, `v${i}_y`);
  });
  return b.build(b.lt(x, y));
}

function threeOperands() {
  const b = new XlaBuilder('sort_three');
  const operands = [
    b.parameter(0, s32(2), 'operand0'),
    b.parameter(1, s32(2), 'operand1'),
    b.parameter(2, f32(2), 'operand2'),
  ];
  return b.build(b.sort(operands, less(s32(), s32(), f32())));
}

function columns() {
  const b = new XlaBuilder('sort_columns');
  return b.build(b.sort([b.parameter(0, f32(3, 2), 'x')], less(f32()), { dimension: 0 }));
}

function argsort() {
  const b = new XlaBuilder('argsort');
  const x = b.parameter(0, f32(5), 'x');
  const sorted = b.sort([x, b.iota('S32', 5)], less(f32(), s32()), { isStable: true });
  return b.build(b.getTupleElement(sorted, 1));
}

function best() {
  const b = new XlaBuilder('best');
  return b.build(b.topK(b.parameter(0, f32(2, 4), 'scores'), 2));
}

/** (f32[], f32[], f32[]) -> f32[]: x * y + c. */
function multiplyAdd() {
  const b = new XlaBuilder('multiply_add');
  const [x, y, c] = ['x', 'y', 'c'].map((name, i) => b.parameter(i, f32(), name));
  return b.build(b.add(b.mul(x, y), c));
}

function mapped() {
  const b = new XlaBuilder('mapped');
  const [x, y] = [b.parameter(0, f32(3), 'x'), b.parameter(1, f32(3), 'y')];
  return b.build(b.map([x, y], multiplyAdd(), [0], { staticOperands: [b.constant(100)] }));
}

export const examples = [
  {
    id: 'sort-three',
    title: 'Three vectors in the order of the first',
    text:
      'The comparator takes two elements of each operand and looks at those of the first. All operands are put into ' +
      'one order; the result is their tuple.',
    call: 'b.sort([operand0, operand1, operand2], less)',
    build: () => ({
      computation: threeOperands(),
      explanation: '3 and 1 change places, and so do the values next to them',
    }),
    values: () => [
      [3, 1],
      [42, 50],
      [-3.0, 1.1],
    ],
    expected: [
      [1, 3],
      [50, 42],
      [Math.fround(1.1), -3],
    ],
  },
  {
    id: 'sort-columns',
    title: 'Each column of a matrix',
    text: 'Along dimension 0 every column is sorted on its own, along dimension 1 every row would be.',
    call: 'b.sort([x], less, { dimension: 0 })',
    build: () => ({ computation: columns(), explanation: 'the columns are 3, 1, 2 and 10, 30, 20' }),
    values: () => [
      [
        [3, 10],
        [1, 30],
        [2, 20],
      ],
    ],
    expected: [
      [1, 10],
      [2, 20],
      [3, 30],
    ],
  },
  {
    id: 'argsort',
    title: 'Where the elements of a sorted vector come from',
    text:
      'With the numbers of the places as a second operand, the sort tells where each element was. Equal elements keep ' +
      'their order: the first 1 comes before the second.',
    call: "b.sort([x, b.iota('S32', 5)], less, { isStable: true })",
    build: () => ({ computation: argsort(), explanation: 'x[3], x[1], x[4], x[2], x[0] are in order' }),
    values: () => [[3, 1, 2, 0.5, 1]],
    expected: [3, 1, 4, 2, 0],
  },
  {
    id: 'top-k',
    title: 'The two best scores of each row',
    text: 'TopK gives the largest elements along the last dimension, and their indices.',
    call: 'b.topK(scores, 2)',
    build: () => ({ computation: best(), explanation: 'of equal scores the one of the lower index comes first' }),
    values: () => [
      [
        [0.1, 0.5, 0.25, 0.125],
        [2, 1, 2, 0],
      ],
    ],
    expected: [
      [
        [0.5, 0.25],
        [2, 2],
      ],
      [
        [1, 2],
        [0, 2],
      ],
    ],
  },
  {
    id: 'map',
    title: 'A computation of scalars for each element',
    text: 'Map applies a computation to the elements at each index; a static operand is the same for all of them.',
    call: 'b.map([x, y], multiplyAdd, [0], { staticOperands: [b.constant(100)] })',
    build: () => ({ computation: mapped(), explanation: 'result[i] = multiplyAdd(x[i], y[i], 100)' }),
    values: () => [
      [1, 2, 3],
      [4, 5, 6],
    ],
    expected: [104, 110, 118],
  },
];

await main(import.meta.url, examples);
