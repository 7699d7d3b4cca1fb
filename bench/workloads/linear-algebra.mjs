// Fourier transforms, and matrices that are decomposed and solved.
import { uniform } from '../measure/random.mjs';
import { floats } from './parameter.mjs';

const n = 512;

/** One number of a Fourier transform of an array of `rows` times `columns` complex numbers. */
function bin({ re, im }, [rows, columns], [row, column]) {
  let [real, imaginary] = [0, 0];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      // Whole turns are removed before the angle is rounded.
      const turn = (((row * y) % rows) / rows + ((column * x) % columns) / columns) % 1;
      const [cosine, sine] = [Math.cos(2 * Math.PI * turn), -Math.sin(2 * Math.PI * turn)];
      const i = y * columns + x;
      real += re[i] * cosine - im[i] * sine;
      imaginary += re[i] * sine + im[i] * cosine;
    }
  }
  return [real, imaginary];
}

/** The result has real and imaginary parts in turn. */
function transform(name, title, [rows, columns]) {
  const count = rows * columns;
  const shape = rows === 1 ? [columns] : [rows, columns];
  return {
    name,
    title,
    op: rows === 1 ? 'fft' : 'fft2',
    attributes: { shape },
    parameters: [floats('re', shape, 1), floats('im', shape, 2)],
    result: {
      count: 2 * count,
      samples: 16,
      want: (inputs) => (i) => {
        const [row, column] = [Math.floor((i >> 1) / columns), (i >> 1) % columns];
        return bin(inputs, [rows, columns], [row, column])[i & 1];
      },
    },
    flops: 5 * count * Math.log2(count),
  };
}

const lower = (diagonal, low, high) => () => {
  const values = new Float32Array(n * n);
  const random = uniform(n * n, 1, low, high);
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) values[i * n + j] = i === j ? diagonal : random[i * n + j];
  return values;
};

function symmetric() {
  const values = lower(n / 4, -0.5, 0.5)();
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) values[j * n + i] = values[i * n + j];
  return values;
}

/** The element of a lower triangular matrix times another, or times its own transpose. */
function productAt(a, b, position, transposed) {
  const [row, column] = [Math.floor(position / n), position % n];
  let sum = 0;
  for (let k = 0; k <= (transposed ? Math.min(row, column) : row); k++) {
    sum += a[row * n + k] * (transposed ? b[column * n + k] : b[k * n + column]);
  }
  return sum;
}

/** The pair of words that ThreeFry of 20 rounds makes of a counter. */
function threeFry([key0, key1], [x0, x1]) {
  const keys = [key0, key1, key0 ^ key1 ^ 0x1bd11bda];
  const rotations = [
    [13, 15, 26, 6],
    [17, 29, 16, 24],
  ];
  let [a, b] = [(x0 + key0) >>> 0, (x1 + key1) >>> 0];
  for (let round = 0; round < 20; round++) {
    const by = rotations[(round >> 2) & 1][round & 3];
    a = (a + b) >>> 0;
    b = (((b << by) | (b >>> (32 - by))) ^ a) >>> 0;
    if ((round & 3) !== 3) continue;
    const injection = (round >> 2) + 1;
    a = (a + keys[injection % 3]) >>> 0;
    b = (b + keys[(injection + 1) % 3] + injection) >>> 0;
  }
  return [a, b];
}

/** RngBitGenerator: both words of a counter follow those of the one before. */
function threeFryBits(count) {
  const key = [0x12345678, 0x9abcdef0];
  return {
    name: 'threefry',
    title: 'ThreeFry, 16 million u32',
    op: 'threeFry',
    attributes: { count },
    parameters: [
      { name: 'state', shape: [2], type: 'U64', data: () => new BigUint64Array([0x9abcdef0_12345678n, 0n]) },
    ],
    result: {
      count,
      samples: 400,
      want: () => (i) => threeFry(key, [i >> 1, 0])[i & 1],
    },
  };
}

export const linearAlgebra = [
  transform('fft-1d', 'Fourier transform of 65,536', [1, 65_536]),
  transform('fft-2d', 'Fourier transform of [512,512]', [512, 512]),
  {
    name: 'cholesky',
    title: 'Cholesky decomposition of [512,512]',
    op: 'cholesky',
    attributes: { n },
    parameters: [{ name: 'a', shape: [n, n], type: 'F32', data: symmetric }],
    result: {
      count: n * n,
      samples: 400,
      got: (out, i) => productAt(out, out, i, true),
      want:
        ({ a }) =>
        (i) =>
          a[i],
    },
    flops: n ** 3 / 3,
  },
  {
    name: 'triangular-solve',
    title: '[512,512] solved for 512 columns',
    op: 'triangularSolve',
    attributes: { n },
    parameters: [{ name: 'l', shape: [n, n], type: 'F32', data: lower(1.5, -0.05, 0.05) }, floats('b', [n, n], 2)],
    result: {
      count: n * n,
      samples: 400,
      got: (out, i, { l }) => productAt(l, out, i, false),
      want:
        ({ b }) =>
        (i) =>
          b[i],
    },
    flops: n ** 3,
  },
  threeFryBits(1 << 24),
];
