// hloom run: arguments from everywhere, results, limits and traces. run.long.test.ts has what is asked less often.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNpy, readNpz } from 'hloom';
import { folder, hloom, makeFiles, save } from './support.js';

beforeAll(makeFiles);

const sum = 'f32[2,3] {\n  { 8, 10, 12 },\n  { 11, 13, 15 }\n}\n';
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('arguments', () => {
  test.each([
    ['JSON', ['[[1,2,3],[4,5,6]]', '[7, 8, 9]']],
    ['XLA’s literals', ['f32[2,3] { {1, 2, 3}, /*i=1*/ {4, 5, 6} }', '{7, 8, 9}']],
    ['with a layout', ['f32[2,3]{0,1} {{1,2,3},{4,5,6}}', 'f32[3]{7,8,9}']],
    ['.npy', ['@x.npy', '@v.npy']],
    ['.npz', ['@x.npy', '@w.npz:v']],
    ['by name', ['v=[7,8,9]', 'x=@x.npy']],
    ['by name, then in order', ['v=[7,8,9]', '[[1,2,3],[4,5,6]]']],
  ])('%s', (_, values) => {
    const words = values.flatMap((value) => ['--arg', value]);
    expect(hloom(['run', 'axis.pb', ...words])).toEqual({ code: 0, out: sum, err: '' });
  });

  test('--arg=VALUE, and - for the standard input', () => {
    const bytes = new Uint8Array(readFileSync(join(folder, 'axis.pb')));
    expect(hloom(['run', '-', '--arg=@x.npy', '--arg=@v.npy'], bytes)).toEqual({ code: 0, out: sum, err: '' });
  });

  test('HLO text: in a file, through a pipe, under any name', () => {
    const words = ['--arg', '@x.npy', '--arg', '@v.npy'];
    const text = read('axis.hlo');
    save('axis.text', text);
    expect(hloom(['run', 'axis.hlo', ...words])).toEqual({ code: 0, out: sum, err: '' });
    expect(hloom(['run', '-', ...words], text)).toEqual({ code: 0, out: sum, err: '' });
    expect(hloom(['run', 'axis.text', '--from', 'hlo', ...words])).toEqual({ code: 0, out: sum, err: '' });
  });

  test('64-bit integers, truth values, infinities, tuples', () => {
    const { code, out, err } = hloom([
      ...['run', 'kinds.pb', '--json'],
      ...['--arg', '[4611686018427387903, -4503599627370497]', '--arg', '(true, [-inf, nan])'],
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual({
      shape: '(s64[2]{0}, pred[], (f32[2]{0}))',
      elements: [
        { shape: 's64[2]{0}', data: ['9223372036854775806', '-9007199254740994'] },
        { shape: 'pred[]', data: [0] },
        { shape: '(f32[2]{0})', elements: [{ shape: 'f32[2]{0}', data: ['-inf', 'nan'] }] },
      ],
    });
  });

  test('a program without parameters', () => {
    expect(hloom(['run', 'none.pb'])).toEqual({ code: 0, out: 'f32[2] {1, 2}\n', err: '' });
  });
});

describe('--seed', () => {
  const data = (words: readonly string[]): number[] => {
    const { out, err } = hloom(['run', 'axis.pb', '--json', ...words]);
    expect(err).toBe('');
    return (JSON.parse(out) as { data: number[] }).data;
  };

  test('the same seed gives the same values, another one others', () => {
    const one = data(['--seed', '1']);
    expect(one).toEqual(data(['--seed', '1']));
    expect(one).not.toEqual(data(['--seed', '2']));
    // The value that it must be on every platform.
    expect(one[0]).toBe(-1.3515186309814453);
  });
});

describe('--out', () => {
  test('.npy of an array', () => {
    const words = ['run', 'axis.pb', '--arg', '@x.npy', '--arg', '@v.npy', '--out', 'y.npy'];
    expect(hloom(words)).toEqual({ code: 0, out: '', err: '' });
    expect(readNpy(readFileSync(join(folder, 'y.npy'))).toArray()).toEqual([[8, 10, 12], [11, 13, 15]]); // prettier-ignore
  });

  test('.npz of a tuple, whose elements are counted', async () => {
    const words = ['run', 'kinds.pb', '--arg', '[1, 2]', '--arg', '[false, [3, 4]]', '--out', 'y.npz'];
    expect(hloom(words)).toEqual({ code: 0, out: '', err: '' });
    const arrays = await readNpz(readFileSync(join(folder, 'y.npz')));
    expect([...arrays].map(([name, literal]) => [name, literal.toArray()])).toEqual([
      ['0', [2n, 4n]],
      ['1', true],
      ['2.0', [3, 4]],
    ]);
  });
});

describe('custom calls', () => {
  beforeAll(() => {
    const call = 'ROOT y = f32[2] custom-call(x), custom_call_target="twice"';
    save('calls.hlo', `HloModule calls\nENTRY e {\n  x = f32[2] parameter(0)\n  ${call}\n}\n`);
    save('calls.mjs', 'export const twice = async ([x]) => x.toArray().map((value) => 2 * value);\n');
    save('other.mjs', 'export function other() {}\nexport const version = 1;\n');
    save('throws.mjs', 'export function twice() {\n  throw new RangeError("not today");\n}\n');
    save('none.mjs', 'export const version = 1;\n');
    save('broken.mjs', 'export const\n');
  });
  const run = (...words: string[]): ReturnType<typeof hloom> =>
    hloom(['run', 'calls.hlo', '--arg', '[1, 2]', ...words]);

  test('the functions of a module', () => {
    expect(run('--custom-calls', 'calls.mjs')).toEqual({ code: 0, out: 'f32[2] {2, 4}\n', err: '' });
    const { code, out } = hloom(['bench', 'calls.hlo', '--runs', '1', '--custom-calls', 'calls.mjs']);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^median .* of 1 run$/m) as string });
  });
});

test('--accuracy', () => {
  save('angle.hlo', 'ENTRY e { y = f32[] parameter(0)\n x = f32[] parameter(1)\n ROOT a = f32[] atan2(y, x) }\n');
  const words = ['run', 'angle.hlo', '--arg', '2.54137731', '--arg', '7.99472857'];
  expect(hloom(words).out).toBe('f32[] 0.30778015\n');
  expect(hloom([...words, '--accuracy', 'highest']).out).toBe('f32[] 0.30778018\n');
});

describe('--trace', () => {
  test('a line for each instruction', () => {
    const words = ['run', 'axis.pb', '--arg', '@x.npy', '--arg', '@v.npy', '--trace', 't.txt'];
    expect(hloom(words)).toEqual({ code: 0, out: sum, err: '' });
    expect(read('t.txt')).toBe(
      [
        'axis.5 %x = f32[2,3]{1,0} parameter: { { 1, 2, 3 }, { 4, 5, 6 } }',
        'axis.5 %v = f32[3]{0} parameter: {7, 8, 9}',
        'axis.5 %broadcast.3 = f32[2,3]{1,0} broadcast: { { 7, 8, 9 }, { 7, 8, 9 } }',
        'axis.5 %add.4 = f32[2,3]{1,0} add: { { 8, 10, 12 }, { 11, 13, 15 } }',
        '',
      ].join('\n'),
    );
  });
});

describe('exit codes', () => {
  test('4: a limit', () => {
    const { code, err } = hloom(['run', 'endless.pb', '--arg', '0', '--limit', '1000']);
    expect(code).toBe(4);
    expect(err).toMatch(/^hloom run: RESOURCE_EXHAUSTED \[limits\.c1\].*limit of 1000 instructions\n.*raise --limit\n/);
    const words = ['run', 'count.pb', '--arg', '9', '--limit'];
    expect(hloom([...words, '14'])).toMatchObject({ code: 0, out: 's32[] 10\n' });
    expect(hloom([...words, '13'])).toMatchObject({ code: 4, out: '' });
  });
});
