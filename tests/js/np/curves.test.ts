// np: polynomials, interpolation, convolution, slopes.
import * as np from '../../../js/src/np/index.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded } from './programs.js';

prepare();

/* prettier-ignore */
test('curves', async () => {
  const points = () => [constant([1, 2, 4]), constant([10, 20, 0])] as const;
  await checkCases({
    polyval: [() => np.polyval(constant([2, 0, 1]), constant([0, 1, 3])), 'f32[3]', [1, 3, 19]],
    interp: [() => np.interp(constant([0, 1, 1.5, 3, 4, 9]), ...points()), 'f32[6]', [10, 10, 15, 10, 0, 0]],
    'interp with other ends': [() => np.interp(constant([0, 9]), ...points(), { left: -1, right: -2 }), 'f32[2]', [-1, -2]],
    convolve: [() => np.convolve(constant([1, 2, 3]), constant([0, 1, 0.5])), 'f32[5]', [0, 1, 2.5, 4, 1.5]],
    'convolve same': [() => np.convolve(constant([1, 2, 3]), constant([0, 1, 0.5]), 'same'), 'f32[3]', [1, 2.5, 4]],
    'convolve valid': [() => np.convolve(constant([0, 1]), constant([1, 2, 3]), { mode: 'valid' }), 'f32[2]', [1, 2]],
    gradient: [() => np.gradient(constant([1, 2, 4, 7])), 'f32[4]', [1, 1.5, 2.5, 3]],
    'gradient of columns': [() => np.gradient(constant([[1, 5], [4, 5]]), 0), 'f32[2,2]', [[3, 0], [3, 0]]],
  });
});

test('wrong calls', async () => {
  const wrong = (f: () => unknown, rule: string, message: RegExp): Promise<unknown> =>
    expectError(() => recorded(f), { code: 'INVALID_ARGUMENT', rule, message });
  await wrong(() => np.polyval(constant(1), constant(1)), 'js.c5', /f32\[\] is not a vector/);
  await wrong(() => np.convolve(constant([1]), constant([1]), 'whole' as never), 'js.c22', /'full', 'same' or 'valid'/);
  await wrong(() => np.gradient(constant([1])), 'js.c5', /size 1 has no neighbors/);
});
