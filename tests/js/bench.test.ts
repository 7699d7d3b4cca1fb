// The parts of `npm run bench`. Nothing here depends on how fast the machine is. bench.long.test.ts runs the whole.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XlaBuilder } from 'hloom';
import {
  check,
  erf,
  interpolate,
  lacking,
  limitOf,
  measure,
  median,
  medianRecord,
  parseOptions,
  positions,
  replaced,
  standing,
  subjects,
  UsageError,
  workloads,
  type Answer,
  type Result,
} from '../../bench/parts.mjs';

const root = join(__dirname, '../..');

test.each([
  [['--onyl', 'call'], 'there is no option --onyl; did you mean --only? --help lists all'],
  [['call'], 'there is no option call; to measure one workload, write --only call; --help lists all'],
  [['--only'], '--only needs a value: --only NAME'],
  [['--only', '--quick'], '--only needs a value: --only NAME'],
  [['--only', 'gem-512'], 'no workload and no family has this name; did you mean gemm-512? --list names all'],
  [['--processes', '1.5'], 'it must be a whole number from 1 to 99, such as --processes 5'],
  [['--write', '--quick', '--only=exp'], '--write does not go with --quick and --only: docs/benchmarks.md holds whole'],
])('the options %j are refused', (argv, message) => {
  expect(() => parseOptions(argv)).toThrow(UsageError);
  expect(() => parseOptions(argv)).toThrow(message);
});

test('options are read', () => {
  expect(parseOptions(['--only', 'exp,sorting', '--only=call'])).toMatchObject({
    only: ['exp', 'sorting', 'call'],
    processes: 3,
    quick: false,
  });
  expect(parseOptions(['--quick']).processes).toBe(1);
  expect(parseOptions(['--quick', '--processes=3']).processes).toBe(3);
});

describe('a result', () => {
  const workload = {
    name: 'doubled',
    op: 'doubled',
    attributes: {},
    unit: 'ms',
    per: 1,
    family: 'tests',
    title: '',
    places: ['js'],
    parameters: [{ name: 'x', shape: [4], type: 'F32', data: () => Float32Array.of(1, 2, 3, 4) }],
    result: {
      count: 4,
      want:
        ({ x }: { x: Float32Array }) =>
        (i: number) =>
          2 * (x[i] ?? NaN),
    },
  };
  const library = (factor: number): object => ({
    open: () => ({
      prepare: (_: unknown, { x }: { x: Float32Array }) => {
        const run = (): Float32Array => x.map((value) => factor * value);
        return { run, read: run };
      },
    }),
  });
  const request = { workload, threads: 1, pace: 'quick', browser: false };

  test('that is right is timed', async () => {
    const { records } = await measure(library(2), request);
    expect(records).toEqual([expect.objectContaining({ place: 'js', worst: 0 })]);
    expect(records[0]?.value).toBeGreaterThan(0);
  });

  test('that is wrong has no time', async () => {
    const { records } = await measure(library(2.01), request);
    expect(records).toEqual([{ place: 'js', wrong: '2.009999990463257 instead of 2 at 0', note: undefined }]);
  });

  test('that is no number, or of another length, is wrong', () => {
    const inputs = { x: Float32Array.of(1, 2, 3, 4) };
    expect(check(workload, inputs, [2, 4, NaN, 8]).message).toBe('NaN instead of 6 at 2');
    expect(check(workload, inputs, [2, 4, 6]).message).toBe('3 numbers instead of 4');
    expect(check(workload, inputs, undefined).message).toBe('undefined numbers instead of 4');
    expect(check(workload, inputs, [2, 4, 6, 8])).toEqual({ worst: 0 });
  });

  test('of many numbers is compared at different places, the ends among them', () => {
    const places = positions(1_000_000, 500);
    expect(new Set(places).size).toBe(500);
    expect(Math.max(...places)).toBe(999_999);
    expect(Math.min(...places)).toBe(0);
    expect(positions(3)).toEqual([0, 1, 2]);
  });
});

test('figures are medians over processes; one process that fails leaves none', () => {
  const answer = (value: number): Answer => ({ records: [{ place: 'js', value, worst: 0 }] });
  expect(medianRecord([answer(3), answer(1), answer(30)])).toEqual([
    { place: 'js', value: 3, values: [3, 1, 30], spread: 30, worst: 0, note: undefined },
  ]);
  expect(medianRecord([answer(3), { timeout: 60 }], { places: ['js'] })).toEqual([{ place: 'js', timeout: 60 }]);
  expect(medianRecord([answer(3), { failed: 'no' }], { places: ['js'] })).toEqual([{ place: 'js', failed: 'no' }]);
  expect(medianRecord([answer(3), { records: [{ place: 'js', wrong: 'x' }] }])).toEqual([{ place: 'js', wrong: 'x' }]);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('limits come from the nearest sizes of memory, or from arithmetic where that takes longer', () => {
  const machine = [
    { what: 'copy', threads: 1, bytes: 1e6, value: 100 },
    { what: 'copy', threads: 1, bytes: 1e8, value: 1 },
    { what: 'peak', threads: 1, value: 50 },
  ];
  expect(
    interpolate(
      [
        [1e8, 1],
        [1e6, 100],
      ],
      1e7,
    ),
  ).toBeCloseTo(10, 10);
  expect(
    interpolate(
      [
        [1e8, 1],
        [1e6, 100],
      ],
      10,
    ),
  ).toBe(100);
  expect(
    interpolate(
      [
        [1e8, 1],
        [1e6, 100],
      ],
      1e12,
    ),
  ).toBe(1);
  expect(limitOf({ traffic: { pass: 'copy', bytes: 1e7 } }, machine, 1)).toBeCloseTo(1, 10);
  expect(limitOf({ flops: 1e9, traffic: { pass: 'copy', bytes: 1e7 } }, machine, 1)).toBe(20);
  expect(limitOf({ flops: 1e9 }, machine, 2)).toBeUndefined();
  expect(limitOf({}, machine, 1)).toBeUndefined();
});

test('hloom stands beside the best of the others, which may take fewer threads', () => {
  const machine = [{ what: 'peak', threads: 2, value: 100 }];
  const one = (subject: string, threads: number, value: number | undefined): Result => ({
    workload: 'w',
    place: 'js',
    subject,
    threads,
    value,
  });
  const results = [one('hloom', 2, 6), one('a', 1, 3), one('a', 2, 4), one('b', 2, undefined), one('hloom', 1, 12)];
  const found = standing({ name: 'w', flops: 1e8 }, { results, machine }, 'js', 2);
  expect(found).toMatchObject({ best: { subject: 'a', threads: 1 }, toBest: 2, limit: 1, toLimit: 6 });
  expect(Object.keys(found.bySubject)).toEqual(['hloom', 'a', 'b']);
  expect(standing({ name: 'w' }, { results, machine }, 'js', 1)).toMatchObject({ toBest: 4, limit: undefined });
  expect(standing({ name: 'w' }, { results, machine }, 'engine', 1).toBest).toBeUndefined();
});

test('docs/benchmarks.md has a place for either platform, and only that is replaced', () => {
  const page = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');
  const written = replaced(replaced(page, 'node', 'NODE'), 'chromium', 'CHROMIUM');
  expect(written).toContain('<!-- measured: node -->\n\nNODE\n\n<!-- end: node -->');
  expect(written).toContain('<!-- measured: chromium -->\n\nCHROMIUM\n\n<!-- end: chromium -->');
  expect(written.slice(0, written.indexOf('<!--'))).toBe(page.slice(0, page.indexOf('<!--')));
  expect(() => replaced('# Nothing', 'node', '')).toThrow('no lines <!-- measured: node -->');
});

test('every workload has a name of its own, and a library that can do it', () => {
  expect(new Set(workloads.map(({ name }) => name)).size).toBe(workloads.length);
  const orphans = workloads.filter((workload) => subjects.every((subject) => subject.refuses(workload) !== undefined));
  expect(orphans.map(({ name }) => name)).toEqual([]);
});

// Once an operation is there, its workloads are written and it leaves the list.
test('what hloom is said to lack is lacking', () => {
  const present = Object.values(lacking).filter((name) => name in XlaBuilder.prototype);
  expect(present).toEqual([]);
});

test('the error function of the references is exact', () => {
  for (const [x, y] of [
    [0.5, 0.5204998778130465],
    [2.4, 0.9993114861033549],
    [2.6, 0.9997639655834707],
    [-3, -0.9999779095030014],
  ] as const) {
    expect(Math.abs(erf(x) - y)).toBeLessThan(1e-14);
  }
  expect(erf(0)).toBe(0);
});
