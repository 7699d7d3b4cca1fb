// A number in, a number out, a million at a time.
import { erf } from '../measure/functions.mjs';
import { uniform } from '../measure/random.mjs';
import { floats } from './parameter.mjs';

const million = 1 << 20;

/** Workloads on x only. */
function unary(name, [low, high], f, more = {}) {
  return {
    name,
    title: `${name} of a million`,
    op: name,
    parameters: [floats('x', [million], 1, low, high)],
    result: {
      count: million,
      want:
        ({ x }) =>
        (i) =>
          f(x[i]),
    },
    traffic: { pass: 'copy', bytes: 8 * million },
    ...more,
  };
}

// The upper half of an f32's bits is the bfloat16 nearest to zero.
const bits = (value) => new Uint32Array(new Float32Array([value]).buffer)[0] >>> 16;
const ofBits = (value) => new Float32Array(new Uint32Array([value << 16]).buffer)[0];

const bfloats = (name, seed) => ({
  name,
  shape: [million],
  type: 'BF16',
  data: () => Uint16Array.from(uniform(million, seed), bits),
});

const twentySteps = 20;
/** The steps of `twenty`, in turn: negate, add x, multiply by x. Each is a third of them. */
export function twentyOf(x, { neg, add, mul }) {
  const steps = [(y) => neg(y), (y) => add(y, x), (y) => mul(y, x)];
  let y = x;
  for (let i = 0; i < twentySteps; i++) y = steps[i % 3](y);
  return y;
}
const onNumbers = { neg: (y) => -y, add: (y, x) => y + x, mul: (y, x) => y * x };

const rows = 1024;

export const elementwise = [
  {
    name: 'add-row',
    title: '[1024,1024] + [1024]',
    op: 'addRow',
    parameters: [floats('x', [rows, rows], 1), floats('v', [rows], 2)],
    result: {
      count: rows * rows,
      want:
        ({ x, v }) =>
        (i) =>
          x[i] + v[i % rows],
    },
    traffic: { pass: 'copy', bytes: 8 * rows * rows },
  },
  {
    name: 'chain',
    title: 'tanh(x * w + b) * 0.5 + x of a million',
    op: 'chain',
    parameters: [floats('x', [million], 1, -3, 3), floats('w', [million], 2), floats('b', [million], 3)],
    result: {
      count: million,
      want:
        ({ x, w, b }) =>
        (i) =>
          Math.tanh(x[i] * w[i] + b[i]) * 0.5 + x[i],
    },
    traffic: { pass: 'triad', bytes: 16 * million },
  },
  unary('exp', [-5, 5], Math.exp),
  unary('tanh', [-3, 3], Math.tanh),
  unary('erf', [-3, 3], erf),
  unary('gelu', [-3, 3], (x) => 0.5 * x * (1 + erf(x / Math.SQRT2))),
  {
    name: 'softmax',
    title: 'softmax of the rows of [1024,1024]',
    op: 'softmax',
    parameters: [floats('x', [rows, rows], 1, -5, 5)],
    result: {
      count: rows * rows,
      want: ({ x }) => {
        const sums = Array.from({ length: rows }, (_, row) =>
          x.subarray(row * rows, (row + 1) * rows).reduce((sum, value) => sum + Math.exp(value), 0),
        );
        return (i) => Math.exp(x[i]) / sums[Math.floor(i / rows)];
      },
    },
    traffic: { pass: 'copy', bytes: 8 * rows * rows },
  },
  {
    name: 'select',
    title: 'select of a million',
    op: 'select',
    parameters: [
      {
        name: 'p',
        shape: [million],
        type: 'PRED',
        data: () => Uint8Array.from(uniform(million, 3), (value) => (value > 0 ? 1 : 0)),
      },
      floats('x', [million], 1),
      floats('y', [million], 2),
    ],
    result: {
      count: million,
      want:
        ({ p, x, y }) =>
        (i) =>
          p[i] ? x[i] : y[i],
    },
    traffic: { pass: 'triad', bytes: 13 * million },
  },
  {
    name: 'twenty',
    title: '20 times neg, add or mul of a million',
    op: 'twenty',
    parameters: [floats('x', [million], 1)],
    result: {
      count: million,
      want:
        ({ x }) =>
        (i) =>
          twentyOf(x[i], onNumbers),
    },
    traffic: { pass: 'copy', bytes: 8 * million },
  },
  {
    name: 'add-bf16',
    title: 'bf16 + bf16 of a million',
    op: 'add',
    parameters: [bfloats('x', 1), bfloats('y', 2)],
    result: {
      count: million,
      // Half of a bfloat16's last place.
      tolerance: 2 ** -8,
      got: (out, i) => ofBits(out[i]),
      want:
        ({ x, y }) =>
        (i) =>
          ofBits(x[i]) + ofBits(y[i]),
    },
    traffic: { pass: 'triad', bytes: 6 * million },
  },
];
