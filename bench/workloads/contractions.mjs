// Matrix products and convolutions.
import { floats } from './parameter.mjs';

function product(name, title, op, [m, k, n], batch = 1) {
  const shape = (...sizes) => (batch > 1 ? [batch, ...sizes] : sizes);
  return {
    name,
    title,
    op,
    attributes: { m, k, n, batch },
    parameters: [floats('a', shape(m, k), 1), floats('b', op === 'matVec' ? [k] : shape(k, n), 2)],
    result: {
      count: batch * m * n,
      samples: 200,
      want:
        ({ a, b }) =>
        (i) => {
          const [page, row, column] = [Math.floor(i / (m * n)), Math.floor(i / n) % m, i % n];
          let sum = 0;
          for (let j = 0; j < k; j++) sum += a[(page * m + row) * k + j] * b[(page * k + j) * n + column];
          return sum;
        },
    },
    flops: 2 * batch * m * k * n,
  };
}

/** A convolution that keeps the image's size. x is [1, height, width, channels], w is [window, window, channels, features]. */
function convolution(name, title, [size, channels, features, window], depthwise = false) {
  const border = (window - 1) >> 1;
  const outputs = depthwise ? channels : features;
  const want =
    ({ x, w }) =>
    (i) => {
      const [row, column, output] = [Math.floor(i / outputs / size), Math.floor(i / outputs) % size, i % outputs];
      let sum = 0;
      for (let dy = 0; dy < window; dy++) {
        for (let dx = 0; dx < window; dx++) {
          const [y, z] = [row + dy - border, column + dx - border];
          if (y < 0 || z < 0 || y >= size || z >= size) continue;
          const [pixel, tap] = [(y * size + z) * channels, (dy * window + dx) * channels];
          if (depthwise) sum += x[pixel + output] * w[tap + output];
          else for (let c = 0; c < channels; c++) sum += x[pixel + c] * w[(tap + c) * features + output];
        }
      }
      return sum;
    };
  const kernel = [window, window, channels, depthwise ? 1 : features];
  return {
    name,
    title,
    op: 'convolution',
    attributes: { size, channels, features, window, border, depthwise },
    parameters: [floats('x', [1, size, size, channels], 1), floats('w', kernel, 2, -1, 1, { constant: true })],
    result: { count: size * size * outputs, samples: 500, want },
    flops: 2 * size * size * window * window * channels * (depthwise ? 1 : features),
  };
}

export const contractions = [
  ...[256, 512, 1024, 2048].map((n) => product(`gemm-${n}`, `[${n},${n}] x [${n},${n}]`, 'dot', [n, n, n])),
  product('gemm-batch', '32 times [128,128] x [128,128]', 'batchDot', [128, 128, 128], 32),
  {
    ...product('gemv', '[4096,4096] x [4096]', 'matVec', [4096, 4096, 1]),
    traffic: { pass: 'read', bytes: 4 * 4096 * 4096 },
  },
  convolution('conv-3x3', '3x3 over 56x56, 64 to 64 channels', [56, 64, 64, 3]),
  convolution('conv-1x1', '1x1 over 56x56, 256 to 64 channels', [56, 256, 64, 1]),
  {
    ...convolution('conv-depthwise', '3x3 over 112x112, each of 32 channels', [112, 32, 32, 3], true),
    traffic: { pass: 'copy', bytes: 8 * 112 * 112 * 32 },
  },
];
