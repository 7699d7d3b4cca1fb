// np: selection, sorting and searching.
import * as np from '../../../js/src/np/index.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded } from './programs.js';

prepare();

const matrix = (): XlaOp => constant([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
const ids = (values: number[] | number[][]): XlaOp => constant(values, 'S32');

/* prettier-ignore */
test('selection', async () => {
  await checkCases({
    where: [() => np.where(constant([[true], [false]], 'PRED'), matrix(), 0), 'f32[2,3]', [[1, 2, 3], [0, 0, 0]]],
    'where, a number first': [() => np.where(ids([1, 0, 2]), -1, matrix()), 'f32[2,3]', [[-1, 2, -1], [-1, 5, -1]]],
    'where of scalars': [() => np.where(constant([true, false], 'PRED'), constant(1), constant(2)), 'f32[2]', [1, 2]],
    select: [
      () => np.select([np.less(matrix(), 2), np.less(matrix(), 5)], [matrix(), np.negative(matrix())], 9),
      'f32[2,3]', [[1, -2, -3], [-4, 9, 9]],
    ],
    choose: [() => np.choose(ids([0, 1, 5]), [constant([1, 2, 3]), constant([4, 5, 6])]), 'f32[3]', [1, 5, 6]],
    take: [() => np.take(matrix(), [0, -1, 2]), 'f32[3]', [1, 6, 3]],
    'take of an axis': [() => np.take(matrix(), ids([2, 0]), 1), 'f32[2,2]', [[3, 1], [6, 4]]],
    'take of one index': [() => np.take(matrix(), 1, { axis: 0 }), 'f32[3]', [4, 5, 6]],
    'take of a matrix of indices': [() => np.take(constant([10, 20]), ids([[0, 1], [1, 1]])), 'f32[2,2]', [[10, 20], [20, 20]]],
    unravelIndex: [() => np.unravelIndex(ids([0, 4, 5]), [2, 3]), 's32[3], s32[3]', [[0, 1, 1], [0, 1, 2]]],
    takeAlongAxis: [() => np.takeAlongAxis(matrix(), ids([[2, 0], [-1, 1]]), 1), 'f32[2,2]', [[3, 1], [6, 5]]],
    'takeAlongAxis broadcasts': [() => np.takeAlongAxis(matrix(), ids([[1]]), 0), 'f32[1,3]', [[4, 5, 6]]],
  });
});

/* prettier-ignore */
test('sorting and searching', async () => {
  const values = (): XlaOp => constant([3, NaN, -1, 3, 0, -0]);
  const negativeNan = (): XlaOp => np.negative(constant([NaN, 1]));
  await checkCases({
    sort: [() => np.sort(values()), 'f32[6]', [-1, 0, 0, 3, 3, NaN]],
    'sort with a negative NaN': [() => np.sort(negativeNan()), 'f32[2]', [-1, NaN]],
    'sort of columns': [() => np.sort(ids([[3, 1], [2, 5]]), 0), 's32[2,2]', [[2, 1], [3, 5]]],
    'sort down': [() => np.sort(ids([1, 3, 2]), { descending: true }), 's32[3]', [3, 2, 1]],
    argsort: [() => np.argsort(values()), 's32[6]', [2, 4, 5, 0, 3, 1]],
    'argsort down': [() => np.argsort(ids([1, 3, 2, 3]), { descending: true }), 's32[4]', [1, 3, 2, 0]],
    'the elements at argsort': [() => np.takeAlongAxis(values(), np.argsort(values()), -1), 'f32[6]', [-1, 0, 0, 3, 3, NaN]],
    searchsorted: [() => np.searchsorted(constant([1, 2, 2, 3]), constant([0, 2, 2.5, 9])), 's32[4]', [0, 1, 3, 4]],
    'searchsorted right': [() => np.searchsorted(constant([1, 2, 2, 3]), constant([[2], [3]]), 'right'), 's32[2,1]', [[3], [4]]],
    'searchsorted of NaN': [() => np.searchsorted(constant([1, NaN]), constant([NaN, 5])), 's32[2]', [1, 1]],
    'searchsorted in nothing': [() => np.searchsorted(np.zeros([0]), constant([5])), 's32[1]', [0]],
    digitize: [() => np.digitize(constant([0.5, 1, 7]), constant([0, 1, 2])), 's32[3]', [1, 2, 3]],
    nonzero: [() => np.nonzero(ids([[0, 7], [8, 9]]), 3), 's32[3], s32[3]', [[0, 1, 1], [1, 0, 1]]],
    'nonzero with too much room': [() => np.nonzero(ids([0, 7]), { size: 3, fillValue: -1 }), 's32[3]', [[1, -1, -1]]],
    argwhere: [() => np.argwhere(ids([[0, 7], [8, 9]]), 3), 's32[3,2]', [[0, 1], [1, 0], [1, 1]]],
    flatnonzero: [() => np.flatnonzero(ids([[0, 7], [8, 9]]), 2), 's32[2]', [1, 2]],
    unique: [() => np.unique(ids([3, 1, 3, 2]), 3), 's32[3]', [1, 2, 3]],
    'unique with too much room': [() => np.unique(constant([2, NaN, 2, NaN]), 4), 'f32[4]', [2, NaN, 2, 2]],
    'unique with a fill value': [() => np.unique(ids([2, 2]), { size: 2, fillValue: 9 }), 's32[2]', [2, 9]],
    isin: [() => np.isin(ids([[1, 2], [3, 4]]), ids([4, 1])), 'pred[2,2]', [[true, false], [false, true]]],
  });
});

test('wrong calls', async () => {
  const code = 'INVALID_ARGUMENT';
  const wrong = (f: () => unknown, rule: string, message: RegExp): Promise<unknown> =>
    expectError(() => recorded(f), { code, rule, message });
  await wrong(() => np.where(matrix(), 1, 2), 'js.c83', /np\.where: x and y are both .*\n.*np\.astype\(condition/);
  await wrong(() => np.where(matrix(), 1, undefined as never), 'js.c4', /np\.nonzero\(condition, { size }\)/);
  await wrong(() => np.nonzero(matrix(), undefined as never), 'js.c22', /np\.nonzero\(x, { size: 10 }\)/);
  await wrong(() => np.unique(matrix(), {} as never), 'js.c22', /it has no size/);
  await wrong(() => np.takeAlongAxis(matrix(), ids([0]), 0), 'js.c5', /different ranks/);
  await wrong(() => np.searchsorted(matrix(), constant([1])), 'js.c5', /not a vector/);
  await wrong(() => np.select([matrix()], []), 'js.c5', /1 conditions have 0 choices/);
});
