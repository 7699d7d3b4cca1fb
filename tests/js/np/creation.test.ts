// np: new arrays.
import * as np from '../../../js/src/np/index.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded } from './programs.js';

prepare();

test('arrays of numbers', async () => {
  await checkCases({
    array: [() => np.array([1, 2]), 'f32[2]', [1, 2]],
    'array of a type': [() => np.array([[1], [2]], { dtype: 'S8' }), 's8[2,1]', [[1], [2]]],
    'array of an operation': [() => np.array(constant([1.5]), 'S32'), 's32[1]', [1]],
    zeros: [() => np.zeros([2, 1]), 'f32[2,1]', [[0], [0]]],
    ones: [() => np.ones(2, 'U8'), 'u8[2]', [1, 1]],
    full: [() => np.full([2], 7), 'f32[2]', [7, 7]],
    'full of PRED': [() => np.full(1, true), 'pred[1]', [true]],
    'full of an operation': [() => np.full([2, 2], constant([1, 2]), 'S32'), 's32[2,2]', [[1, 2], [1, 2]]], // prettier-ignore
    zerosLike: [() => np.zerosLike(constant([3], 'S32')), 's32[1]', [0]],
    onesLike: [() => np.onesLike(constant([true], 'PRED')), 'pred[1]', [true]],
    fullLike: [() => np.fullLike(constant([1, 2]), 5, { dtype: 'S32' }), 's32[2]', [5, 5]],
    arange: [() => np.arange(4), 's32[4]', [0, 1, 2, 3]],
    'arange from a start': [() => np.arange(2, 5), 's32[3]', [2, 3, 4]],
    'arange with a step': [() => np.arange(5, 0, -2), 's32[3]', [5, 3, 1]],
    'arange of fractions': [() => np.arange(0, 1, 0.25), 'f32[4]', [0, 0.25, 0.5, 0.75]],
    'arange of a type': [() => np.arange(3, 'F64'), 'f64[3]', [0, 1, 2]],
    'arange of nothing': [() => np.arange(3, 3), 's32[0]', []],
    linspace: [() => np.linspace(0, 1, 5), 'f32[5]', [0, 0.25, 0.5, 0.75, 1]],
    'linspace without its end': [() => np.linspace(0, 1, { num: 4, endpoint: false }), 'f32[4]', [0, 0.25, 0.5, 0.75]],
    logspace: [() => np.logspace(0, 2, 3), 'f32[3]', [1, 10, 100]],
    'logspace of base 2': [() => np.logspace(0, 3, { num: 4, base: 2 }), 'f32[4]', [1, 2, 4, 8]],
    geomspace: [() => np.geomspace(1, 8, 4), 'f32[4]', [1, 2, 4, 8]],
    eye: [() => np.eye(2), 'f32[2,2]', [[1, 0], [0, 1]]], // prettier-ignore
    'eye above': [() => np.eye(2, { m: 3, k: 1, dtype: 'S32' }), 's32[2,3]', [[0, 1, 0], [0, 0, 1]]], // prettier-ignore
    identity: [() => np.identity(2, 'S32'), 's32[2,2]', [[1, 0], [0, 1]]], // prettier-ignore
    tri: [() => np.tri(2, 3), 'f32[2,3]', [[1, 0, 0], [1, 1, 0]]], // prettier-ignore
    tril: [() => np.tril(constant([[1, 2, 3], [4, 5, 6]]), 1), 'f32[2,3]', [[1, 2, 0], [4, 5, 6]]], // prettier-ignore
    triu: [() => np.triu(constant([[1, 2], [3, 4], [5, 6]])), 'f32[3,2]', [[1, 2], [0, 4], [0, 0]]], // prettier-ignore
    'triu below': [() => np.triu(constant([[1, 2], [3, 4], [5, 6]]), { k: -1 }), 'f32[3,2]', [[1, 2], [3, 4], [0, 6]]], // prettier-ignore
    'diag of a matrix': [() => np.diag(constant([[1, 2], [3, 4]]), 1), 'f32[1]', [2]], // prettier-ignore
    'diag of a vector': [() => np.diag(constant([1, 2])), 'f32[2,2]', [[1, 0], [0, 2]]], // prettier-ignore
    'diag above': [() => np.diag(constant([1, 2]), 1), 'f32[3,3]', [[0, 1, 0], [0, 0, 2], [0, 0, 0]]], // prettier-ignore
    'diag below': [() => np.diag(constant([1, 2]), -1), 'f32[3,3]', [[0, 0, 0], [1, 0, 0], [0, 2, 0]]], // prettier-ignore
    meshgrid: [
      () => np.meshgrid(constant([1, 2, 3]), constant([4, 5])),
      'f32[2,3], f32[2,3]',
      [[[1, 2, 3], [1, 2, 3]], [[4, 4, 4], [5, 5, 5]]], // prettier-ignore
    ],
    'meshgrid by matrix indices': [
      () => np.meshgrid(constant([1, 2]), constant([4, 5]), { indexing: 'ij' }),
      'f32[2,2], f32[2,2]',
      [[[1, 1], [2, 2]], [[4, 5], [4, 5]]], // prettier-ignore
    ],
  });
});

test('wrong calls', async () => {
  const code = 'INVALID_ARGUMENT';
  await expectError(() => recorded(() => np.arange('3' as never)), { code, rule: 'js.c5' });
  await expectError(() => recorded(() => np.arange(0, 1, 0)), { code, rule: 'js.c5', help: /another step/ });
  await expectError(() => recorded(() => np.linspace(0, 1, -2)), { code, rule: 'js.c5' });
  await expectError(() => recorded(() => np.eye(2, { columns: 3 } as never)), { code, rule: 'js.c22' });
  await expectError(() => recorded(() => np.tril(constant([1, 2]))), { code, rule: 'js.c61' });
});
