// np.fft, against sums of the definition.
import * as np from '../../../js/src/np/index.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded, type Case } from './programs.js';

prepare();

const { fft } = np;
const x = [1, 2, 0, -1, 3];
const grid = [[1, 2, 3], [4, 0, 6]]; // prettier-ignore

/** The sums of x[j] e^(sign 2 pi i j k / n), as pairs. */
function sums(values: number[][], sign: number, n = values.length): number[][] {
  return Array.from({ length: n }, (_, k) =>
    Array.from({ length: n }, (__, j) => j).reduce(
      ([re = 0, im = 0], j) => {
        const [a = 0, b = 0] = values[j] ?? [];
        const angle = (sign * 2 * Math.PI * j * k) / n;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return [re + a * c - b * s, im + a * s + b * c];
      },
      [0, 0],
    ),
  );
}
const real = (values: number[]): number[][] => values.map((value) => [value, 0]);
const times = (values: number[][], factor: number): number[][] =>
  values.map((pair) => pair.map((value) => value * factor));
const transposed = (rows: number[][][]): number[][][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? []));

test('transforms', async () => {
  const spectrum = sums(real(x), -1);
  const complex = () =>
    constant(
      spectrum.map(([re = 0, im = 0]) => ({ re, im })),
      'C64',
    );
  const columns = transposed(grid.map((row) => sums(real(row), -1)));
  const ofGrid = transposed(columns.map((column) => sums(column, -1)));
  const cases: Record<string, Case> = {
    fft: [() => fft.fft(constant(x)), 'c64[5]', spectrum],
    'fft, cut': [() => fft.fft(constant(x), 3), 'c64[3]', sums(real(x.slice(0, 3)), -1)],
    'fft, padded': [() => fft.fft(constant(x), { n: 7 }), 'c64[7]', sums(real(x), -1, 7)],
    'fft of columns': [() => fft.fft(constant(grid), { axis: 0 }), 'c64[2,3]', transposed(transposed(grid.map(real)).map((column) => sums(column, -1)))], // prettier-ignore
    'fft, ortho': [() => fft.fft(constant(x), { norm: 'ortho' }), 'c64[5]', times(spectrum, 1 / Math.sqrt(5))],
    'fft, forward': [() => fft.fft(constant(x), { norm: 'forward' }), 'c64[5]', times(spectrum, 0.2)],
    ifft: [() => fft.ifft(complex()), 'c64[5]', real(x)],
    'ifft, forward': [() => fft.ifft(complex(), { norm: 'forward' }), 'c64[5]', times(real(x), 5)],
    rfft: [() => fft.rfft(constant(x)), 'c64[3]', spectrum.slice(0, 3)],
    irfft: [() => fft.irfft(fft.rfft(constant(x)), 5), 'f32[5]', x],
    'irfft of even length': [() => fft.irfft(fft.rfft(constant([1, 2, 3, 5]))), 'f32[4]', [1, 2, 3, 5]],
    fft2: [() => fft.fft2(constant(grid)), 'c64[2,3]', ofGrid],
    fftn: [() => fft.fftn(constant([grid])), 'c64[1,2,3]', [ofGrid]],
    'fftn, padded': [() => fft.fftn(constant([1, 2]), [3]), 'c64[3]', sums(real([1, 2, 0]), -1)],
    ifft2: [() => fft.ifft2(fft.fft2(constant(grid))), 'c64[2,3]', grid.map(real)],
    rfft2: [() => fft.irfft2(fft.rfft2(constant(grid)), { s: [2, 3] }), 'f32[2,3]', grid],
    rfftn: [() => fft.irfftn(fft.rfftn(constant(grid), { axes: [1, 0] }), { axes: [1, 0] }), 'f32[2,3]', grid],
    fftfreq: [() => fft.fftfreq(5, 0.5), 'f32[5]', [0, 0.4, 0.8, -0.8, -0.4]],
    rfftfreq: [() => fft.rfftfreq(4), 'f32[3]', [0, 0.25, 0.5]],
    fftshift: [() => fft.fftshift(constant([0, 1, 2, 3, 4])), 'f32[5]', [3, 4, 0, 1, 2]],
    ifftshift: [() => fft.ifftshift(constant([[3, 4, 0, 1, 2]]), { axes: 1 }), 'f32[1,5]', [[0, 1, 2, 3, 4]]],
  };
  await checkCases(cases, 1e-5);
});

test('wrong calls', async () => {
  const code = 'INVALID_ARGUMENT';
  const wrong = (f: () => unknown, rule: string, message: RegExp): Promise<unknown> =>
    expectError(() => recorded(f), { code, rule, message });
  await wrong(() => fft.fft(constant([1, 2], 'S32')), 'js.c96', /np\.fft\.fft: .*\n.*np\.astype/);
  await wrong(() => fft.rfft(constant([{ re: 1, im: 1 }], 'C64')), 'js.c5', /np\.fft\.fft transforms complex numbers/);
  await wrong(() => fft.fft(constant(x), { norm: 'orth' as never }), 'js.c22', /'backward', 'ortho' or 'forward'/);
  await wrong(() => fft.fftn(constant([[[[1]]]])), 'js.c5', /a transform of 4 axes/);
});
