// np: products of vectors and matrices.
import * as np from '../../../js/src/np/index.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded } from './programs.js';

prepare();

type Nested = number | Nested[];

const a = [[1, 2, 3], [4, 5, 6]]; // prettier-ignore
const c = [[1, 0], [2, 1], [0, 3]]; // prettier-ignore
const v = [1, -1, 2];
const m = (value: Nested): XlaOp => constant(value);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const product = (x: number[][], y: number[][]): number[][] =>
  x.map((row) => (y[0] ?? []).map((_, column) => sum(row.map((value, index) => value * (y[index]?.[column] ?? 0)))));
const ac = product(a, c);
const batch = [a, a.map((row) => row.map((value) => -value))];

/* prettier-ignore */
test('products', async () => {
  const two = () => constant([{ re: 1, im: 2 }, { re: 0, im: 1 }], 'C64');
  await checkCases({
    matmul: [() => np.matmul(m(a), m(c)), 'f32[2,2]', ac],
    'matmul of a vector': [() => np.matmul(m(a), m(v)), 'f32[2]', [5, 11]],
    'matmul of vectors': [() => np.matmul(m(v), m(v)), 'f32[]', 6],
    'matmul of a vector and a batch': [() => np.matmul(m([1, 1]), m(batch)), 'f32[2,3]', [[5, 7, 9], [-5, -7, -9]]],
    'matmul of a batch and a matrix': [() => np.matmul(m(batch), m(c)), 'f32[2,2,2]', batch.map((one) => product(one, c))],
    'matmul of batches': [() => np.matmul(m([[a], [a]]), m([c, c])), 'f32[2,2,2,2]', [[ac, ac], [ac, ac]]],
    'matmul of a matrix and a batch': [() => np.matmul(m(a), m([c, c])), 'f32[2,2,2]', [ac, ac]],
    dot: [() => np.dot(m(a), m(c)), 'f32[2,2]', ac],
    'dot with a number': [() => np.dot(2, m(v)), 'f32[3]', [2, -2, 4]],
    'dot of higher ranks': [() => np.dot(m(a), m([c, c])), 'f32[2,2,2]', ac.map((row) => [row, row])],
    vdot: [() => np.vdot(two(), two()), 'c64[]', [6, 0]],
    inner: [() => np.inner(m(a), m([v, v])), 'f32[2,2]', [[5, 5], [11, 11]]],
    vecdot: [() => np.vecdot(m(a), m(v)), 'f32[2]', [5, 11]],
    outer: [() => np.outer(m([1, 2]), m(v)), 'f32[2,3]', [[1, -1, 2], [2, -2, 4]]],
    tensordot: [() => np.tensordot(m(a), m(a)), 'f32[]', sum(a.flat().map((value) => value * value))],
    'tensordot of one axis': [() => np.tensordot(m(a), m(c), 1), 'f32[2,2]', ac],
    'tensordot of named axes': [() => np.tensordot(m(a), m(c), [[1], [0]]), 'f32[2,2]', ac],
    'einsum of a product': [() => np.einsum('ij,jk->ik', m(a), m(c)), 'f32[2,2]', ac],
    'einsum of a transpose': [() => np.einsum('ij->ji', m(a)), 'f32[3,2]', [[1, 4], [2, 5], [3, 6]]],
    'einsum of a sum': [() => np.einsum('ij->', m(a)), 'f32[]', 21],
    'einsum of a trace': [() => np.einsum('ii', m([[1, 2], [3, 4]])), 'f32[]', 5],
    'einsum of a diagonal': [() => np.einsum('ii->i', m([[1, 2], [3, 4]])), 'f32[2]', [1, 4]],
    'einsum without a result': [() => np.einsum('kj, ik', m(c), m(a)), 'f32[2,2]', ac],
    'einsum of a batch': [() => np.einsum('...ij,jk->...ik', m(batch), m(c)), 'f32[2,2,2]', batch.map((one) => product(one, c))],
    'einsum of three': [() => np.einsum('ij,jk,k->i', m(a), m(c), m([1, 10])), 'f32[2]', ac.map(([x = 0, y = 0]) => x + 10 * y)],
    'einsum of four': [() => np.einsum('i,ij,jk,k', m([1, 2]), m(a), m(c), m([1, 10])), 'f32[]', sum(ac.map(([x = 0, y = 0], i) => (i + 1) * (x + 10 * y)))],
    trace: [() => np.trace(m(a)), 'f32[]', 6],
    'trace above': [() => np.trace(m(a), { offset: 1 }), 'f32[]', 8],
    kron: [() => np.kron(m([[1, 2]]), m([[1], [3]])), 'f32[2,2]', [[1, 2], [3, 6]]],
    'kron of vectors': [() => np.kron(m([1, 10]), m([1, 2])), 'f32[4]', [1, 2, 10, 20]],
    cross: [() => np.cross(m([1, 2, 3]), m([4, 5, 6])), 'f32[3]', [-3, 6, -3]],
    'cross of columns': [() => np.cross(m([[1], [0], [0]]), m([[0], [1], [0]]), 0), 'f32[3,1]', [[0], [0], [1]]],
    'cross broadcasts': [() => np.cross(m([[1, 0, 0], [0, 1, 0]]), m([0, 0, 1])), 'f32[2,3]', [[0, -1, 0], [1, 0, 0]]],
  });
});

test('wrong calls', async () => {
  const code = 'INVALID_ARGUMENT';
  const wrong = (f: () => unknown, rule: string, message: RegExp): Promise<unknown> =>
    expectError(() => recorded(f), { code, rule, message });
  await wrong(
    () => np.matmul(m(a), m(a)),
    'js.c95',
    /f32\[2,3\] and f32\[2,3\] cannot be multiplied\n.*axis 1 .* 3, .*axis 0 .* 2/,
  );
  await wrong(() => np.matmul(undefined as unknown as XlaOp, m(a)), 'js.c5', /np\.transpose\(x\) is NumPy's x\.T/);
  await wrong(() => np.matmul(m(a), m(2)), 'js.c5', /use np\.multiply for scalars/);
  await wrong(() => np.matmul(m(a), np.arange(3)), 'js.c94', /different element types/);
  // @ts-expect-error -- the order of another library
  await wrong(() => np.einsum(m(a), 'ij'), 'js.c5', /np\.einsum\('ij,jk->ik', x, y\)/);
  await wrong(() => np.einsum('ij,jk', m(a)), 'js.c5', /for 2 operands, and 1 are given/);
  await wrong(() => np.cross(m([1, 2]), m([1, 2])), 'js.c5', /no 3 elements along axis -1/);
});
