// Numbers in order.
import { floats } from './parameter.mjs';

const million = 1 << 20;

function sort(name, title, count) {
  return {
    name,
    title,
    op: 'sort',
    parameters: [floats('x', [count], 1)],
    result: {
      count,
      tolerance: 0,
      want: ({ x }) => {
        const sorted = x.slice().sort();
        return (i) => sorted[i];
      },
    },
    traffic: { pass: 'copy', bytes: 8 * count },
  };
}

export const sorting = [
  sort('sort-200k', 'sort of 200,000', 200_000),
  sort('sort-1m', 'sort of a million', million),
  {
    ...sort('argsort', 'indices that sort a million', million),
    op: 'argsort',
    result: {
      ...sort('', '', million).result,
      // Equal numbers may come in either order.
      got: (out, i, { x }) => x[Number(out[i])],
    },
  },
  {
    name: 'topk',
    title: 'the 10 largest of a million',
    op: 'topk',
    attributes: { k: 10 },
    parameters: [floats('x', [million], 1)],
    result: {
      count: 10,
      tolerance: 0,
      want: ({ x }) => {
        const sorted = x.slice().sort();
        return (i) => sorted[million - 1 - i];
      },
    },
    traffic: { pass: 'read', bytes: 4 * million },
  },
];
