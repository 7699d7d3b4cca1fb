// np.linalg: results are checked by what they must satisfy, or against numbers.
import * as np from '../../../js/src/np/index.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded } from './programs.js';

prepare();

const { linalg } = np;
type Nested = number | Nested[];
const m = (value: Nested): XlaOp => constant(value);
const a = [[4, 1], [2, 3]]; // prettier-ignore
const swapped = [[0, 2], [1, 0]]; // prettier-ignore
const tall = [[1, 2], [3, 4], [5, 6]]; // prettier-ignore
const symmetric = [[2, 1], [1, 2]]; // prettier-ignore
const unit = [[1, 0], [0, 1]]; // prettier-ignore
const close = (x: XlaOp, y: XlaOp | Nested): XlaOp => np.max(np.abs(np.subtract(x, Array.isArray(y) ? m(y) : (y)))); // prettier-ignore
const t = (x: XlaOp): XlaOp => np.matrixTranspose(x);

/* prettier-ignore */
test('equations, factors and determinants', async () => {
  await checkCases({
    det: [() => linalg.det(m([a, swapped, [[1, 2], [2, 4]]])), 'f32[3]', [10, -2, 0]],
    slogdet: [() => linalg.slogdet(m(swapped)), 'f32[], f32[]', [-1, Math.log(2)]],
    inv: [() => linalg.inv(m([a, swapped])), 'f32[2,2,2]', [[[0.3, -0.1], [-0.2, 0.4]], [[0, 1], [0.5, 0]]]],
    solve: [() => linalg.solve(m(a), m([6, 8])), 'f32[2]', [1, 2]],
    'solve of columns': [() => linalg.solve(m(swapped), m([[2, 4], [3, 5]])), 'f32[2,2]', [[3, 5], [1, 2]]],
    'solve of a batch': [() => linalg.solve(m([a, swapped]), m([6, 8])), 'f32[2,2]', [[1, 2], [8, 3]]],
    cholesky: [() => linalg.cholesky(m([[4, 2], [2, 5]])), 'f32[2,2]', [[2, 0], [1, 2]]],
    'cholesky, upper': [() => linalg.cholesky(m([[4, 2], [2, 5]]), { upper: true }), 'f32[2,2]', [[2, 1], [0, 2]]],
    'q r': [() => { const [q, r] = linalg.qr(m(tall)); return [close(np.matmul(q, r), tall), close(np.matmul(t(q), q), unit)]; }, 'f32[], f32[]', [0, 0]],
    'complete q': [() => { const [q, r] = linalg.qr(m(tall), 'complete'); return [np.matmul(q, r), np.multiply(q, 0)]; }, 'f32[3,2], f32[3,3]', [tall, [[0, 0, 0], [0, 0, 0], [0, 0, 0]]]],
    matrixPower: [() => linalg.matrixPower(m(a), 3), 'f32[2,2]', [[86, 39], [78, 47]]],
    'matrixPower 0': [() => linalg.matrixPower(m(a), 0), 'f32[2,2]', unit],
    'matrixPower -1': [() => linalg.matrixPower(m(a), -1), 'f32[2,2]', [[0.3, -0.1], [-0.2, 0.4]]],
    multiDot: [() => linalg.multiDot([m([[1, 1]]), m(a), m([[1], [2]])]), 'f32[1,1]', [[14]]],
  }, 1e-5);
});

/* prettier-ignore */
test('eigenvalues and singular values', async () => {
  await checkCases({
    eigh: [() => { const [w, v] = linalg.eigh(m(symmetric)); return [w, close(np.matmul(m(symmetric), v), np.multiply(v, w))]; }, 'f32[2], f32[]', [[1, 3], 0]],
    'eigvalsh of the upper triangle': [() => linalg.eigvalsh(m([[2, 1], [9, 2]]), 'U'), 'f32[2]', [1, 3]],
    svdvals: [() => linalg.svdvals(m([[3, 0], [0, -4]])), 'f32[2]', [4, 3]],
    'reduced svd': [() => {
      const [u, s, vh] = linalg.svd(m(tall), { fullMatrices: false });
      return [close(np.matmul(np.multiply(u, s), vh), tall), np.multiply(u, 0)];
    }, 'f32[], f32[3,2]', [0, [[0, 0], [0, 0], [0, 0]]]],
    'full svd, tall': [() => {
      const [u, s, vh] = linalg.svd(m(tall));
      return [close(np.matmul(t(u), u), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]), close(np.matmul(np.multiply(np.take(u, [0, 1], 1), s), vh), tall)];
    }, 'f32[], f32[]', [0, 0]],
    'full svd, wide': [() => {
      const [u, s, vh] = linalg.svd(t(m(tall)));
      return [close(np.matmul(vh, t(vh)), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]), close(np.matmul(np.multiply(u, s), np.take(vh, [0, 1], 0)), t(m(tall)))];
    }, 'f32[], f32[]', [0, 0]],
    pinv: [() => { const p = linalg.pinv(m(tall)); return [p, close(np.matmul(np.matmul(m(tall), p), m(tall)), tall)]; }, 'f32[2,3], f32[]',
      [[[-4 / 3, -1 / 3, 2 / 3], [13 / 12, 1 / 3, -5 / 12]], 0]],
    'pinv of a singular matrix': [() => linalg.pinv(m([[1, 0], [0, 0]])), 'f32[2,2]', [[1, 0], [0, 0]]],
    lstsq: [() => linalg.lstsq(m([[0, 1], [1, 1], [2, 1], [3, 1]]), m([-1, 0.2, 0.9, 2.1])), 'f32[2], f32[1], s32[], f32[2]', [[1, -0.95], [0.05], 2, [4.10003045, 1.09075677]]],
    matrixRank: [() => linalg.matrixRank(m([unit, [[1, 1], [1, 1]]])), 's32[2]', [2, 1]],
    cond: [() => linalg.cond(m([[3, 0], [0, -4]])), 'f32[]', 4 / 3],
  }, 1e-5);
});

/* prettier-ignore */
test('norms', async () => {
  const x = (): XlaOp => m([[3, -4], [0, 12]]);
  await checkCases({
    norm: [() => linalg.norm(x()), 'f32[]', 13],
    'norm of rows': [() => linalg.norm(x(), { axis: 1 }), 'f32[2]', [5, 12]],
    'norm 1 of columns': [() => linalg.norm(x(), { ord: 1, axis: 0, keepdims: true }), 'f32[1,2]', [[3, 16]]],
    'norm 3 of a vector': [() => linalg.norm(m([1, -2]), 3), 'f32[]', Math.cbrt(9)],
    'norm 0': [() => linalg.norm(m([1, 0, -2]), 0), 'f32[]', 2],
    'greatest and least': [() => [linalg.norm(m([1, -2]), Infinity), linalg.norm(m([1, -2]), -Infinity)], 'f32[], f32[]', [2, 1]],
    'matrix norms': [() => [linalg.norm(x(), 'fro'), linalg.norm(x(), 1), linalg.norm(x(), Infinity), linalg.norm(x(), -1)], 'f32[], f32[], f32[], f32[]', [13, 16, 12, 3]],
    'spectral and nuclear norm': [() => [linalg.norm(m([[3, 0], [0, -4]]), 2), linalg.norm(m([[3, 0], [0, -4]]), { ord: 'nuc', keepdims: true })], 'f32[], f32[1,1]', [4, [[7]]]],
  }, 1e-5);
});

test('wrong calls', async () => {
  const code = 'INVALID_ARGUMENT';
  const wrong = (f: () => unknown, rule: string, message: RegExp): Promise<unknown> =>
    expectError(() => recorded(f), { code, rule, message });
  await wrong(() => linalg.inv(m(tall)), 'js.c5', /np\.linalg\.inv: f32\[3,2\] is not an array of square matrices/);
  await wrong(() => linalg.det(constant([[1]], 'S32')), 'js.c96', /np\.linalg\.det: .*\n.*np\.astype/);
  await wrong(() => linalg.norm(m(a), 'max' as never), 'js.c22', /'fro', 'nuc', 1, -1, 2, -2/);
  await wrong(() => linalg.norm(m([a]), 2), 'js.c5', /a norm of 3 axes/);
  await wrong(() => linalg.matrixPower(m(a), 0.5), 'js.c5', /whole number/);
  await wrong(() => linalg.lstsq(m(a), m(1)), 'js.c5', /a matrix and its right side/);
});
