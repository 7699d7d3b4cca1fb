// np: shapes.
import * as np from '../../../js/src/np/index.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded } from './programs.js';

prepare();

const matrix = (): XlaOp => constant([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
const vector = (): XlaOp => constant([1, 2, 3]);
const cube = (): XlaOp => np.reshape(np.arange(24), [2, 3, 4]);

/* prettier-ignore */
test('the same elements in other shapes', async () => {
  await checkCases({
    reshape: [() => np.reshape(matrix(), [3, -1]), 'f32[3,2]', [[1, 2], [3, 4], [5, 6]]],
    'reshape to one dimension': [() => np.reshape(matrix(), -1), 'f32[6]', [1, 2, 3, 4, 5, 6]],
    ravel: [() => np.ravel(matrix()), 'f32[6]', [1, 2, 3, 4, 5, 6]],
    transpose: [() => np.transpose(matrix()), 'f32[3,2]', [[1, 4], [2, 5], [3, 6]]],
    'transpose by axes': [() => np.max(np.transpose(cube(), [0, -1, 1]), [0, 1]), 's32[3]', [15, 19, 23]],
    matrixTranspose: [() => np.max(np.matrixTranspose(cube()), [0, 1]), 's32[3]', [15, 19, 23]],
    swapaxes: [() => np.swapaxes(matrix(), 0, -1), 'f32[3,2]', [[1, 4], [2, 5], [3, 6]]],
    moveaxis: [() => np.max(np.moveaxis(cube(), 0, -1), [0, 1]), 's32[2]', [11, 23]],
    'moveaxis of two': [() => np.min(np.moveaxis(cube(), [0, 1], [-1, 0]), [1, 2]), 's32[3]', [0, 4, 8]],
    expandDims: [() => np.expandDims(vector(), 1), 'f32[3,1]', [[1], [2], [3]]],
    'expandDims twice': [() => np.expandDims(vector(), [0, -1]), 'f32[1,3,1]', [[[1], [2], [3]]]],
    squeeze: [() => np.squeeze(constant([[[1], [2]]])), 'f32[2]', [1, 2]],
    'squeeze an axis': [() => np.squeeze(constant([[[1], [2]]]), -1), 'f32[1,2]', [[1, 2]]],
    atleast1d: [() => np.atleast1d(constant(1)), 'f32[1]', [1]],
    atleast2d: [() => np.atleast2d(vector()), 'f32[1,3]', [[1, 2, 3]]],
    atleast3d: [() => np.atleast3d(constant([[1, 2]])), 'f32[1,2,1]', [[[1], [2]]]],
    diagonal: [() => np.diagonal(matrix(), 1), 'f32[2]', [2, 6]],
    'diagonal of other axes': [() => np.diagonal(cube(), { axis1: 1, axis2: 2 }), 's32[2,3]', [[0, 5, 10], [12, 17, 22]]],
  });
  recorded(() => {
    expect([np.shape(matrix()), np.ndim(cube()), np.size(cube()), np.size(cube(), -1)]).toEqual([[2, 3], 3, 24, 4]);
  });
});

/* prettier-ignore */
test('joins and cuts', async () => {
  await checkCases({
    concatenate: [() => np.concatenate([vector(), vector()]), 'f32[6]', [1, 2, 3, 1, 2, 3]],
    'concatenate columns': [() => np.concatenate([matrix(), constant([[7], [8]])], -1), 'f32[2,4]', [[1, 2, 3, 7], [4, 5, 6, 8]]],
    stack: [() => np.stack([vector(), vector()]), 'f32[2,3]', [[1, 2, 3], [1, 2, 3]]],
    'stack at the end': [() => np.stack([vector(), vector()], { axis: -1 }), 'f32[3,2]', [[1, 1], [2, 2], [3, 3]]],
    vstack: [() => np.vstack([vector(), matrix()]), 'f32[3,3]', [[1, 2, 3], [1, 2, 3], [4, 5, 6]]],
    hstack: [() => np.hstack([constant(0), vector()]), 'f32[4]', [0, 1, 2, 3]],
    dstack: [() => np.dstack([vector(), vector()]), 'f32[1,3,2]', [[[1, 1], [2, 2], [3, 3]]]],
    columnStack: [() => np.columnStack([vector(), vector()]), 'f32[3,2]', [[1, 1], [2, 2], [3, 3]]],
    append: [() => np.append(matrix(), constant([9])), 'f32[7]', [1, 2, 3, 4, 5, 6, 9]],
    split: [() => np.split(vector(), 3), 'f32[1], f32[1], f32[1]', [[1], [2], [3]]],
    'split at indices': [() => np.split(matrix(), [1, 5], 1), 'f32[2,1], f32[2,2], f32[2,0]', [[[1], [4]], [[2, 3], [5, 6]], [[], []]]],
    arraySplit: [() => np.arraySplit(vector(), 2), 'f32[2], f32[1]', [[1, 2], [3]]],
    unstack: [() => np.unstack(matrix(), -1), 'f32[2], f32[2], f32[2]', [[1, 4], [2, 5], [3, 6]]],
    vsplit: [() => np.vsplit(matrix(), 2), 'f32[1,3], f32[1,3]', [[[1, 2, 3]], [[4, 5, 6]]]],
    hsplit: [() => np.hsplit(matrix(), [2]), 'f32[2,2], f32[2,1]', [[[1, 2], [4, 5]], [[3], [6]]]],
  });
});

/* prettier-ignore */
test('repeats, moves and borders', async () => {
  await checkCases({
    tile: [() => np.tile(vector(), 2), 'f32[6]', [1, 2, 3, 1, 2, 3]],
    'tile rows': [() => np.tile(constant([[1, 2]]), [2, 1]), 'f32[2,2]', [[1, 2], [1, 2]]],
    'tile to more dimensions': [() => np.tile(constant([1]), [2, 1, 2]), 'f32[2,1,2]', [[[1, 1]], [[1, 1]]]],
    repeat: [() => np.repeat(constant([[1, 2]]), 2), 'f32[4]', [1, 1, 2, 2]],
    'repeat along an axis': [() => np.repeat(matrix(), 2, 0), 'f32[4,3]', [[1, 2, 3], [1, 2, 3], [4, 5, 6], [4, 5, 6]]],
    'repeat as often as a list has': [() => np.repeat(vector(), [2, 0, 1]), 'f32[3]', [1, 1, 3]],
    roll: [() => np.roll(vector(), 1), 'f32[3]', [3, 1, 2]],
    'roll back': [() => np.roll(matrix(), -1, 1), 'f32[2,3]', [[2, 3, 1], [5, 6, 4]]],
    'roll of all elements': [() => np.roll(matrix(), 2), 'f32[2,3]', [[5, 6, 1], [2, 3, 4]]],
    'roll of two axes': [() => np.roll(matrix(), [1, 1], [0, 1]), 'f32[2,3]', [[6, 4, 5], [3, 1, 2]]],
    flip: [() => np.flip(matrix()), 'f32[2,3]', [[6, 5, 4], [3, 2, 1]]],
    fliplr: [() => np.fliplr(matrix()), 'f32[2,3]', [[3, 2, 1], [6, 5, 4]]],
    flipud: [() => np.flipud(matrix()), 'f32[2,3]', [[4, 5, 6], [1, 2, 3]]],
    rot90: [() => np.rot90(matrix()), 'f32[3,2]', [[3, 6], [2, 5], [1, 4]]],
    'rot90 twice': [() => np.rot90(matrix(), 2), 'f32[2,3]', [[6, 5, 4], [3, 2, 1]]],
    'rot90 back': [() => np.rot90(matrix(), { k: -1 }), 'f32[3,2]', [[4, 1], [5, 2], [6, 3]]],
    pad: [() => np.pad(vector(), [1, 2]), 'f32[6]', [0, 1, 2, 3, 0, 0]],
    'pad with a constant': [() => np.pad(constant([[1]]), [[0, 1], [1, 0]], { constantValues: 9 }), 'f32[2,2]', [[9, 1], [9, 9]]],
    'pad edge': [() => np.pad(vector(), 2, 'edge'), 'f32[7]', [1, 1, 1, 2, 3, 3, 3]],
    'pad reflect': [() => np.pad(vector(), 3, 'reflect'), 'f32[9]', [2, 3, 2, 1, 2, 3, 2, 1, 2]],
    'pad symmetric': [() => np.pad(vector(), 4, { mode: 'symmetric' }), 'f32[11]', [3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1]],
    'pad wrap': [() => np.pad(vector(), 2, 'wrap'), 'f32[7]', [2, 3, 1, 2, 3, 1, 2]],
  });
});

test('wrong calls', async () => {
  const code = 'INVALID_ARGUMENT';
  const wrong = (f: () => unknown, rule: string, message: RegExp): Promise<unknown> =>
    expectError(() => recorded(f), { code, rule, message });
  await wrong(() => np.reshape(matrix(), 3, 2 as never), 'js.c4', /np\.reshape: .*\n.*np\.reshape\(x, \[3, 2\]\)/);
  await wrong(() => np.reshape(matrix(), '3,2' as never), 'js.c5', /np\.reshape\(x, \[2, 3\]\)/);
  await wrong(() => np.reshape(matrix(), [4, -1]), 'js.c5', /multiply to 4, which does not divide 6 elements/);
  await wrong(() => np.reshape(matrix(), [-1, -1]), 'js.c5', /write -1 once/);
  await wrong(() => np.transpose(matrix(), 1 as never, 0 as never), 'js.c4', /np\.transpose\(x, \[1, 0\]\)/);
  await wrong(() => np.squeeze(matrix(), 1), 'js.c61', /axis 1 of f32\[2,3\] has size 3, not 1/);
  await wrong(() => np.expandDims(vector(), 4), 'js.c61', /the axes are 0 to 1, or -1 to -2 from the end/);
  await wrong(() => np.flip(vector(), [0, -1]), 'js.c61', /named twice/);
  await wrong(() => np.concatenate(vector() as never), 'js.c5', /pass one array of operations: \[x, y\]/);
  await wrong(() => np.concatenate([vector(), np.arange(3)]), 'js.c94', /different element types/);
  await wrong(() => np.split(vector(), 2), 'js.c5', /np\.arraySplit/);
  await wrong(
    () => np.pad(vector(), 1, 'mirror' as never),
    'js.c22',
    /the modes are constant, edge, reflect, symmetric, wrap/,
  );
  await wrong(() => np.pad(vector(), [[1, 1], [1, 1]]), 'js.c5', /2 pairs of widths for 1 axis/); // prettier-ignore
  await wrong(() => np.repeat(vector(), [1, 2]), 'js.c5', /one number for each index/);
  await wrong(() => np.moveaxis(cube(), [0, 1], 0), 'js.c5', /one destination for each axis/);
});
