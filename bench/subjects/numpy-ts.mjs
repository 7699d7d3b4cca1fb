// numpy-ts: NumPy's functions, the heavy ones in WebAssembly.
import { twentyOf } from '../workloads/elementwise.mjs';
import { asTheyAre } from './layouts.mjs';

const dtypes = { F32: 'float32', S32: 'int32', PRED: 'bool' };

const ops = {
  dot: (np) => (a, b) => np.matmul(a, b),
  batchDot: (np) => (a, b) => np.matmul(a, b),
  matVec: (np) => (a, b) => (np.matvec ? np.matvec(a, b) : np.matmul(a, b)),
  addRow: (np) => (x, v) => np.add(x, v),
  call: (np) => (x, y) => np.add(x, y),
  chain: (np) => (x, w, b) => np.add(np.multiply(np.tanh(np.add(np.multiply(x, w), b)), 0.5), x),
  exp: (np) => (x) => np.exp(x),
  tanh: (np) => (x) => np.tanh(x),
  softmax: (np) => (x) => {
    const powers = np.exp(np.subtract(x, np.max(x, 1, true)));
    return np.divide(powers, np.sum(powers, 1, true));
  },
  select: (np) => (p, x, y) => np.where(p, x, y),
  twenty: (np) => (x) =>
    twentyOf(x, { neg: (y) => np.negative(y), add: (y, z) => np.add(y, z), mul: (y, z) => np.multiply(y, z) }),
  sum:
    (np, { attributes, parameters }) =>
    (x) =>
      parameters[0].shape.length === 1 ? np.sum(x) : np.sum(x, attributes.dimensions[0]),
  argmax:
    (np, { attributes }) =>
    (x) =>
      np.argmax(x, attributes.dimension),
  cumsum: (np) => (x) => np.cumsum(x),
  transpose:
    (np, { attributes }) =>
    (x) =>
      np.ascontiguousarray(np.transpose(x, attributes.permutation)),
  concatenate:
    (np, { attributes }) =>
    (a, b) =>
      np.concatenate([a, b], attributes.dimension),
  gatherRows: (np) => (table, index) => np.take(table, index, 0),
  sort: (np) => (x) => np.sort(x),
  argsort: (np) => (x) => np.argsort(x),
  fft: (np) => (z) => np.fft.fft(z),
  fft2: (np) => (z) => np.fft.fft2(z),
  cholesky: (np) => (a) => np.linalg.cholesky(a),
  triangularSolve: (np) => (l, b) => np.linalg.solve(l, b),
  while:
    (np, { attributes }) =>
    (x) => {
      let y = x;
      for (let i = 0; i < attributes.rounds; i++) {
        const next = np.add(y, 1);
        if (y !== x) y.dispose?.();
        y = next;
      }
      return y;
    },
  mlp: (np) => (x, w1, b1, w2, b2, w3, b3) => {
    const layer = (y, w, b) => np.add(np.matmul(y, w), b);
    return layer(np.maximum(layer(np.maximum(layer(x, w1, b1), 0), w2, b2), 0), w3, b3);
  },
};
const notes = {
  softmax: 'composed of five functions',
  triangularSolve: 'has no triangular solve: the general one',
  while: 'a loop of JavaScript',
};

/** The numbers of a result, in row-major order. */
function numbersOf(np, result) {
  if (typeof result === 'number') return [result];
  return (result.flags?.C_CONTIGUOUS === false ? np.ascontiguousarray(result) : result).data;
}

export const numpyTs = {
  name: 'numpy-ts',
  title: 'numpy-ts',
  package: 'numpy-ts',
  flags: ['--experimental-wasm-relaxed-simd'],
  threads: () => [1],
  refuses: ({ op, parameters }) =>
    op in ops && parameters.every(({ type }) => type in dtypes) ? undefined : 'numpy-ts has no such function',
  async open({ browser }) {
    const np = await import(browser ? '/node_modules/numpy-ts/dist/numpy-ts.browser.js' : 'numpy-ts');
    np.configureWasm?.({ maxMemory: 2 ** 30 });
    const array = ({ values, shape, type }) => {
      const made = np.zeros(shape, dtypes[type]);
      made.data.set(values);
      return made;
    };
    const complex = ([re, im]) => {
      const made = np.zeros(re.shape, 'complex64');
      const { data } = made;
      for (let i = 0; i < re.values.length; i++) [data[2 * i], data[2 * i + 1]] = [re.values[i], im.values[i]];
      return made;
    };
    return {
      async prepare(workload, inputs, place) {
        const compute = ops[workload.op](np, workload);
        const given = asTheyAre(workload, inputs);
        const isComplex = workload.op.startsWith('fft');
        const make = (keep) =>
          isComplex ? [complex(given)] : given.map((one) => (keep || one.constant ? array(one) : undefined));
        const kept = isComplex && place === 'js' ? [undefined] : make(place === 'engine');
        const call = () => {
          const fresh = kept.map((one, i) => one ?? (isComplex ? complex(given) : array(given[i])));
          const result = compute(...fresh);
          return { result, fresh: fresh.filter((_, i) => kept[i] === undefined) };
        };
        const end = ({ result, fresh }) => [result, ...fresh].forEach((one) => one.dispose?.());
        const read = () => {
          const called = call();
          // Disposed memory is reused.
          const values = numbersOf(np, called.result).slice();
          end(called);
          return values;
        };
        return {
          run: place === 'engine' ? () => end(call()) : read,
          read,
          note: notes[workload.op],
          dispose: () => kept.forEach((one) => one?.dispose?.()),
        };
      },
    };
  },
};
