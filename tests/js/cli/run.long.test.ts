// hloom run: values that go in again, functions that fail, traces of loops, limits, and every exit code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, hloom, makeFiles, save, shell, startHloom } from './support.js';

beforeAll(makeFiles);

const sum = 'f32[2,3] {\n  { 8, 10, 12 },\n  { 11, 13, 15 }\n}\n';
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('arguments', () => {
  test('what --json prints goes in again, and so do values in files', () => {
    const { out } = hloom(['run', 'axis.pb', '--arg', '@x.npy', '--arg', '@v.npy', '--json']);
    save('result.json', out);
    save('value.json', '[-7, -8, -9]');
    const words = ['run', 'axis.pb', '--arg', '@result.json', '--arg', '@value.json', '--json'];
    expect(JSON.parse(hloom(words).out)).toEqual({ shape: 'f32[2,3]{1,0}', data: [1, 2, 3, 4, 5, 6] });
  });
});

describe('--seed', () => {
  const data = (words: readonly string[]): number[] => {
    const { out, err } = hloom(['run', 'axis.pb', '--json', ...words]);
    expect(err).toBe('');
    return (JSON.parse(out) as { data: number[] }).data;
  };

  test('an argument that is given changes no other', () => {
    const zero = '[[0,0,0],[0,0,0]]';
    const rows = data(['--seed', '1', '--arg', zero]);
    expect(rows.slice(0, 3)).toEqual(rows.slice(3));
    const both = data(['--seed', '1']);
    const x = data(['--seed', '1', '--arg', 'v=[0,0,0]']);
    both.forEach((value, index) => {
      expect(value).toBe(Math.fround((x[index] ?? NaN) + (rows[index] ?? NaN)));
    });
  });
});

describe('--out', () => {
  test('a .npy file cannot hold a tuple, and other files are none', () => {
    const words = ['run', 'kinds.pb', '--seed', '1', '--out'];
    expect(hloom([...words, 'y.npy'])).toMatchObject({ code: 2, err: expect.stringMatching(/name a \.npz file/) });
    expect(hloom([...words, 'y.txt'])).toMatchObject({ code: 2, err: expect.stringMatching(/name a \.npy file/) });
    expect(hloom([...words, 'no/folder/y.npz'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/make no\/folder/),
    });
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

  test('read and print as any script does, and nothing is printed late', () => {
    save(
      'prints.mjs',
      `let input = '';
      for await (const part of process.stdin) input += part;
      export function twice([x]) {
        console.log('one');
        process.stdout.write('two\\n');
        process.stdout.write(\`\${input}\\n\`);
        console.error('warned');
        return x;
      }\n`,
    );
    const words = ['run', 'calls.hlo', '--arg', '[1, 2]', '--custom-calls', 'prints.mjs'];
    const printed = { code: 0, out: 'one\ntwo\nthree\nf32[2] {1, 2}\n', err: 'warned\n' };
    expect(hloom(words, 'three')).toEqual(printed);
    save('three.txt', 'three');
    expect(shell(`hloom ${words.map((word) => `'${word}'`).join(' ')} < three.txt`)).toEqual(printed);
    // Exports that are not called are ignored.
    expect(shell("{ hloom run calls.hlo --arg '[1, 2]' --custom-calls calls.mjs; cat; } < three.txt").out).toBe(
      'f32[2] {2, 4}\nthree',
    );
  });

  test('may end the process, or fail where nobody waits for them', () => {
    save('ends.mjs', 'export function twice() { console.log("ends"); process.exit(7); }\n');
    expect(run('--custom-calls', 'ends.mjs')).toEqual({ code: 7, out: 'ends\n', err: '' });
    const later = 'setTimeout(() => { throw new Error("later"); }); return new Promise(() => undefined);';
    save('later.mjs', `export function twice() { ${later} }\n`);
    const outcome = run('--custom-calls', 'later.mjs');
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.err).toMatch(/^Uncaught Error: later\n {4}at .*later\.mjs:1/);
  });

  test('a module that waits for ever is told of', () => {
    save('waits.mjs', 'await new Promise(() => undefined);\nexport const twice = ([x]) => x;\n');
    expect(run('--custom-calls', 'waits.mjs')).toEqual({
      code: 3,
      out: '',
      err: expect.stringMatching(/^hloom: it waits for what never comes.*\n {2}help: .*--custom-calls/) as string,
    });
  });

  test.each([
    [[], 1, /\[custom_call\.c3\].*"twice".*\n {2}help: give a module that exports it: --custom-calls MODULE\n/],
    [['--custom-calls', 'other.mjs'], 1, /\n {2}help: export it from the module of --custom-calls, which has other\n/],
    [['--custom-calls', 'throws.mjs'], 1, /\[custom_call\.c5\].*"twice" failed: RangeError: not today\n/],
    [['--custom-calls', 'none.mjs'], 3, /none\.mjs exports no function\n {2}help: export function/],
    [['--custom-calls', 'broken.mjs'], 3, /broken\.mjs cannot be loaded: SyntaxError: /],
    [['--custom-calls', 'missing.mjs'], 3, /missing\.mjs cannot be loaded: .*Cannot find module/],
  ])('%j fails', (words, code, text) => {
    const outcome = run(...words);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err).toMatch(text);
  });
});

describe('--trace', () => {
  test('loops say the iteration', () => {
    const words = ['run', 'count.pb', '--arg', '8', '--trace', 'loop.txt'];
    expect(hloom(words)).toEqual({ code: 0, out: 's32[] 10\n', err: '' });
    const lines = read('loop.txt').trim().split('\n');
    expect(lines).toHaveLength(2 + 3 * 3 + 2 * 3);
    expect(lines[1]).toMatch(/^while\.\d+ #0 > condition\.\d+ %i\S* = s32\[\] parameter: 8$/);
    expect(lines.filter((line) => / #1 > body\.\d+ %add\.\d+ = s32\[\] add: 10$/.test(line))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^count\.\d+ %while\.\d+ = s32\[\] while: 10$/);
  });

  test('large values are cut, and - is the standard output', () => {
    const words = ['run', 'axis.pb', '--arg', '@x.npy', '--arg', '@v.npy', '--trace', '-', '--trace-elements', '2'];
    const { out } = hloom(words);
    expect(out).toContain('%add.4 = f32[2,3]{1,0} add: {8, 10, ... 4 more elements}\n');
    expect(out.endsWith(sum)).toBe(true);
  });

  test('a run that a limit stops has its trace up to there', () => {
    expect(hloom(['run', 'endless.pb', '--arg', '0', '--limit', '50', '--trace', 'stopped.txt']).code).toBe(4);
    const lines = read('stopped.txt').trim().split('\n');
    // One of the 50 steps is the parameter, and two of the seven in each time around the loop are its calls.
    expect(lines).toHaveLength(1 + 7 * 5);
  });
});

describe('exit codes', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while it waits for the standard input', async (signal, code) => {
    // prettier-ignore
    const child = startHloom(['check', '-']);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    child.kill(signal);
    expect(await ended).toBe(code);
  });

  test('3: the standard output is full', () => {
    for (const words of ['check axis.pb', 'run axis.pb --seed 1', 'print axis.pb --to proto', '--help']) {
      expect(shell(`hloom ${words} > /dev/full`)).toEqual({
        code: 3,
        out: '',
        err: expect.stringMatching(/^hloom: the standard output cannot be written: ENOSPC[^\n]*\n$/) as string,
      });
    }
  });

  test('2: a number of devices that is none', () => {
    expect(hloom(['run', 'axis.pb', '--seed', '1', '--replicas', '1']).code).toBe(0);
    const { code, err } = hloom(['run', 'axis.pb', '--seed', '1', '--replicas', '0']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('from 1 to 1024') as string });
  });
});

test('a computation for a static shape that is handed a dynamic array', () => {
  save(
    'seed.hlo',
    `add { a = f32[] parameter(0)
      b = f32[] parameter(1)
      ROOT s = f32[] add(a, b) }
    reduce_sum { x = f32[10] parameter(0)
      zero = f32[] constant(0)
      ROOT sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add }
    ENTRY main { v = f32[10] iota(), iota_dimension=0
      n = s32[] parameter(0)
      padded = f32[<=10] set-dimension-size(v, n), dimensions={0}
      ROOT r = f32[] call(padded), to_apply=reduce_sum }`,
  );
  expect(hloom(['run', 'seed.hlo', '--arg', '5'])).toEqual({ code: 0, out: 'f32[] 10\n', err: '' });
});

test('a reader that goes away ends it without a word', () => {
  const line = 'hloom run count.pb --arg -100000 --trace - | head -n 1; echo "${PIPESTATUS[0]}"';
  const { out, err } = shell(line);
  expect(err).toBe('');
  expect(out).toMatch(/^count\.\d+ %start = s32\[\] parameter: -100000\n0\n$/);
});

test('no colors and no progress where nobody looks', () => {
  const { err } = hloom(['run', 'nothing.pb']);
  expect(err).not.toContain('\x1b');
  expect(hloom(['run', 'count.pb', '--arg', '-300000']).err).toBe('');
});
