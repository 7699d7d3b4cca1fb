// Programs of several devices: arguments for each, results and feeds. devices.long.test.ts has the rest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNpz } from 'hloom';
import { folder, hloom, makeFiles, save } from './support.js';

beforeAll(async () => {
  await makeFiles();
  save(
    'sum.hlo',
    `HloModule sum
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
ENTRY e { w = f32[] parameter(0)
  x = f32[2] parameter(1)
  v = f32[2] broadcast(w), dimensions={}
  y = f32[2] multiply(v, x)
  ROOT z = f32[2] all-reduce(y), replica_groups={}, to_apply=add }
`,
  );
  save(
    'feed.hlo',
    `HloModule feed
ENTRY e { t = token[] after-all()
  first = (f32[2], token[]) infeed(t)
  x = f32[2] get-tuple-element(first), index=0
  u = token[] get-tuple-element(first), index=1
  y = f32[2] add(x, x)
  o = token[] outfeed(y, u)
  second = (f32[2], token[]) infeed(o)
  ROOT z = f32[2] get-tuple-element(second), index=0 }
`,
  );
});

describe('arguments', () => {
  test.each([
    ['one for all, then one for each', ['--arg', '2', '--arg-each', '[[1, 2], [3, 4]]']],
    ['by name', ['--arg-each', 'x=[[1, 2], [3, 4]]', '--arg', '2']],
    [
      'one for each, then one for all',
      ['--arg-each', '[2, 2]', '--arg', 'x=[1, 2]', '--partitions', '1'],
      'f32[2] {4, 8}',
    ],
    ['each for each', ['--arg-each', '[2, 2]', '--arg-each', '[[1, 2], [3, 4]]']],
  ])('%s', (_, words, each = 'f32[2] {8, 12}') => {
    const out = `device 0: ${each}\ndevice 1: ${each}\n`;
    expect(hloom(['run', 'sum.hlo', '--replicas', '2', ...words])).toEqual({ code: 0, out, err: '' });
  });
});

test('results go to an archive, each under the name of its device', async () => {
  const words = ['--arg', '2', '--arg-each', '[[1, 2], [3, 4]]', '--out', 'sums.npz'];
  expect(hloom(['run', 'sum.hlo', '--replicas', '2', ...words]).code).toBe(0);
  const arrays = await readNpz(readFileSync(join(folder, 'sums.npz')));
  expect([...arrays.keys()]).toEqual(['device0', 'device1']);
  const { code, err } = hloom(['run', 'sum.hlo', '--replicas', '2', ...words.slice(0, -1), 'sums.npy']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/2 results/) as string });
});

describe('feeds', () => {
  test('values go in, and what comes out is printed before the result', () => {
    const words = ['run', 'feed.hlo', '--infeed', '[1, 2]', '--infeed', '[3, 4]'];
    expect(hloom(words)).toEqual({ code: 0, out: 'outfeed: f32[2] {2, 4}\nf32[2] {3, 4}\n', err: '' });
    const { out } = hloom([...words, '--replicas', '2', '--json']);
    const [first, second, results] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const value = { shape: 'f32[2]{0}', data: [2, 4] };
    expect([first, second]).toEqual([
      { device: 0, channel: 0, value },
      { device: 1, channel: 0, value },
    ]);
    expect(results).toHaveLength(2);
  });
});
