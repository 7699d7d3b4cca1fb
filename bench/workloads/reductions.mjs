// Many numbers to one, and running sums.
import { floats } from './parameter.mjs';

const million = 1 << 20;
const side = 2048;
const square = side * side;
const reading = { pass: 'read', bytes: 4 * square };

function sumAlong(name, title, dimension) {
  const [step, start] = dimension === 0 ? [side, 1] : [1, side];
  return {
    name,
    title,
    op: 'sum',
    attributes: { dimensions: [dimension] },
    parameters: [floats('x', [side, side], 1, 0, 1)],
    result: {
      count: side,
      want:
        ({ x }) =>
        (i) => {
          let sum = 0;
          for (let k = 0; k < side; k++) sum += x[i * start + k * step];
          return sum;
        },
    },
    traffic: reading,
  };
}

export const reductions = [
  {
    name: 'sum-all',
    title: 'sum of 4 million',
    op: 'sum',
    attributes: { dimensions: [0] },
    parameters: [floats('x', [square], 1, 0, 1)],
    result: {
      count: 1,
      want:
        ({ x }) =>
        () =>
          x.reduce((sum, value) => sum + value, 0),
    },
    traffic: reading,
  },
  sumAlong('sum-rows', 'sums of the rows of [2048,2048]', 1),
  sumAlong('sum-columns', 'sums of the columns of [2048,2048]', 0),
  {
    name: 'argmax-rows',
    title: 'argmax of the rows of [2048,2048]',
    op: 'argmax',
    attributes: { dimension: 1 },
    parameters: [floats('x', [side, side], 1)],
    result: {
      count: side,
      tolerance: 0,
      want:
        ({ x }) =>
        (row) => {
          let best = 0;
          for (let k = 1; k < side; k++) if (x[row * side + k] > x[row * side + best]) best = k;
          return best;
        },
    },
    traffic: reading,
  },
  {
    name: 'cumsum',
    title: 'running sums of a million',
    op: 'cumsum',
    parameters: [floats('x', [million], 1, 0, 1)],
    result: {
      count: million,
      // Adding one number after the other in f32 loses this much.
      tolerance: 5e-3,
      want: ({ x }) => {
        const sums = new Float64Array(million);
        x.reduce((sum, value, i) => (sums[i] = sum + value), 0);
        return (i) => sums[i];
      },
    },
    traffic: { pass: 'copy', bytes: 8 * million },
  },
];
