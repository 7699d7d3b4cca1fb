// Numbers that change their places.
import { indices } from '../measure/random.mjs';
import { floats } from './parameter.mjs';

const million = 1 << 20;
const side = 2048;
const [tableRows, tableColumns, picked] = [50_000, 128, 4096];

export const movement = [
  {
    name: 'transpose',
    title: 'transpose of [2048,2048]',
    op: 'transpose',
    attributes: { permutation: [1, 0] },
    parameters: [floats('x', [side, side], 1)],
    result: {
      count: side * side,
      tolerance: 0,
      want:
        ({ x }) =>
        (i) =>
          x[(i % side) * side + Math.floor(i / side)],
    },
    traffic: { pass: 'copy', bytes: 8 * side * side },
  },
  {
    name: 'nhwc-to-nchw',
    title: '[8,64,64,64] from NHWC to NCHW',
    op: 'transpose',
    attributes: { permutation: [0, 3, 1, 2] },
    parameters: [floats('x', [8, 64, 64, 64], 1)],
    result: {
      count: 2 * million,
      tolerance: 0,
      want:
        ({ x }) =>
        (i) => {
          const [image, channel, pixel] = [i >> 18, (i >> 12) & 63, i & 4095];
          return x[(image << 18) + (pixel << 6) + channel];
        },
    },
    traffic: { pass: 'copy', bytes: 16 * million },
  },
  {
    name: 'concatenate',
    title: '[1024,1024] beside [1024,1024]',
    op: 'concatenate',
    attributes: { dimension: 1 },
    parameters: [floats('a', [1024, 1024], 1), floats('b', [1024, 1024], 2)],
    result: {
      count: 2 * million,
      tolerance: 0,
      want:
        ({ a, b }) =>
        (i) => {
          const [row, column] = [i >> 11, i & 2047];
          return column < 1024 ? a[row * 1024 + column] : b[row * 1024 + column - 1024];
        },
    },
    traffic: { pass: 'copy', bytes: 16 * million },
  },
  {
    name: 'gather',
    title: '4096 rows of [50000,128]',
    op: 'gatherRows',
    attributes: { rows: tableRows, columns: tableColumns, picked },
    parameters: [
      floats('table', [tableRows, tableColumns], 1, -1, 1, { constant: true }),
      { name: 'index', shape: [picked], type: 'S32', data: () => indices(picked, 5, tableRows) },
    ],
    result: {
      count: picked * tableColumns,
      tolerance: 0,
      want:
        ({ table, index }) =>
        (i) =>
          table[index[Math.floor(i / tableColumns)] * tableColumns + (i % tableColumns)],
    },
    traffic: { pass: 'copy', bytes: 8 * picked * tableColumns },
  },
];
