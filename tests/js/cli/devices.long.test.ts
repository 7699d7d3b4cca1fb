// Programs of several devices: arguments that are wrong, the trace of what devices do together, bytes that keep how many
// there are, and how long they take.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHlo } from 'hloom';
import { folder, hloom, makeFiles, save, shell } from './support.js';

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

const sums = 'device 0: f32[2] {8, 12}\ndevice 1: f32[2] {8, 12}\n';

describe('arguments', () => {
  test('random ones are others on each device', () => {
    const { code, out } = hloom(['run', 'axis.pb', '--replicas', '2', '--seed', '3', '--json']);
    expect(code).toBe(0);
    const [first, second] = JSON.parse(out) as unknown[];
    expect(first).not.toEqual(second);
  });

  test.each([
    [['--arg', '2', '--arg-each', '[[1, 2]]'], /f32\[1,2\], not of f32\[2,2\]/],
    [
      ['--arg', '2', '--arg-each', '[[1, 2], [3, 4]]', '--arg-each', '[1, 2]'],
      /the program takes 2 arguments, and 3 were given/,
    ],
    [['--arg-each', 'q=[1, 2]'], /no parameter "q"\n {2}help: its parameters are "w", "x"/],
    [['--arg-each', 'x=[[1, 2], [3, 4]]', '--arg', 'x=[1, 2]'], /argument 1 \(x\) is given twice/],
    [['--arg', '2'], /the program takes 2 arguments/],
    [['--arg', '2', '--arg', '[1, 2]', '--partitions', 'x'], /--partitions is "x"/],
  ])('wrong: %j', (words, message) => {
    const { code, err } = hloom(['run', 'sum.hlo', '--replicas', '2', ...words]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) as string });
  });
});

describe('feeds', () => {
  test('a value for one device alone', () => {
    const words = ['--infeed', '[1, 2]', '--infeed', '0=[3, 4]', '--infeed', '1=[5, 6]'];
    expect(hloom(['run', 'feed.hlo', '--replicas', '2', ...words])).toEqual({
      code: 0,
      out: expect.stringMatching(/outfeed[^]*\ndevice 0: f32\[2\] \{3, 4\}\ndevice 1: f32\[2\] \{5, 6\}\n$/) as string,
      err: '',
    });
  });

  test('a program that wants more fails at once', () => {
    const { code, out, err } = hloom(['run', 'feed.hlo', '--infeed', '[1, 2]']);
    expect({ code, out }).toEqual({ code: 1, out: 'outfeed: f32[2] {2, 4}\n' });
    expect(err).toMatch(/ask\.c2.*the infeed of device 0 is closed/);
  });

  test('values that do not fit, and programs that take none', () => {
    const wrong = hloom(['run', 'feed.hlo', '--infeed', '[1, 2, 3]']);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/infeed 0.*f32\[3\]/) as string });
    const none = hloom(['run', 'axis.pb', '--seed', '1', '--infeed', '1']);
    expect(none).toMatchObject({ code: 2, err: expect.stringMatching(/no infeed/) as string });
  });
});

test('--comm-trace writes bars and arrows', () => {
  const words = ['--arg', '2', '--arg-each', '[[1, 2], [3, 4]]', '--comm-trace', 'comm.json'];
  expect(hloom(['run', 'sum.hlo', '--replicas', '2', ...words])).toEqual({ code: 0, out: sums, err: '' });
  const { traceEvents } = JSON.parse(readFileSync(join(folder, 'comm.json'), 'utf8')) as {
    traceEvents: { name: string; ph: string; tid: number; ts?: number; dur?: number; args?: Record<string, unknown> }[];
  };
  const of = (ph: string, name: string) => traceEvents.filter((event) => event.ph === ph && event.name === name);
  expect(of('M', 'thread_name').map(({ args }) => args)).toEqual([{ name: 'device 0' }, { name: 'device 1' }]);
  expect(
    of('X', 'all-reduce')
      .map(({ tid }) => tid)
      .sort(),
  ).toEqual([0, 1]);
  for (const { dur } of of('X', 'all-reduce')) expect(dur).toBeGreaterThan(0);
  expect(of('s', 'transfer').map(({ tid }) => tid)).toEqual([0, 1]);
  expect(of('f', 'transfer').map(({ tid, args }) => [tid, args?.['bytes']])).toEqual([
    [1, 8],
    [0, 8],
  ]);
  const { code, err } = hloom(['run', 'sum.hlo', '--replicas', '2', ...words.slice(0, -1), 'no/such/folder.json']);
  expect({ code, err }).toEqual({ code: 3, err: expect.stringMatching(/the folder of .* does not exist/) as string });
});

test('whoever still waits when a run fails waits until its end in --comm-trace', () => {
  save(
    'endless.hlo',
    `HloModule endless
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
more { x = f32[] parameter(0)
  zero = f32[] constant(0)
  ROOT r = pred[] compare(x, zero), direction=GT }
same { ROOT x = f32[] parameter(0) }
ENTRY e { x = f32[] parameter(0)
  y = f32[] while(x), condition=more, body=same
  ROOT z = f32[] all-reduce(y), replica_groups={}, to_apply=add }
`,
  );
  const words = ['--replicas', '2', '--arg-each', '[0, 1]', '--limit-ms', '300', '--comm-trace', 'late.json'];
  const { code, err } = hloom(['run', 'endless.hlo', ...words]);
  expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/device 0 waits at all-reduce %z/) as string });
  const { traceEvents } = JSON.parse(readFileSync(join(folder, 'late.json'), 'utf8')) as {
    traceEvents: { name: string; tid: number; dur?: number }[];
  };
  const waits = traceEvents.filter(({ name }) => name === 'wait');
  expect(waits.map(({ tid }) => tid)).toEqual([0]);
  expect(waits[0]?.dur).toBeGreaterThan(50_000);
});

describe('print', () => {
  test('bytes keep how many devices there are', () => {
    const text = `HloModule m, replica_count=2, num_partitions=3\nENTRY e { ROOT r = u32[] replica-id() }\n`;
    save('six.hlo', text);
    const line =
      'hloom print six.hlo --to proto | hloom print - --to hlo; hloom print six.hlo --to proto | hloom run -';
    const { code, out } = shell(line);
    expect(code).toBe(0);
    expect(out).toMatch(/^HloModule m, .*, replica_count=2, num_partitions=3\n/);
    expect(out).toMatch(/\ndevice 2: u32\[\] 0\ndevice 3: u32\[\] 1\ndevice 4: /);
    expect(hloom(['print', 'six.hlo', '--to', 'proto', '--out', 'six.pb']).code).toBe(0);
    const bytes = new Uint8Array(readFileSync(join(folder, 'six.pb')));
    expect(bytes).toEqual(parseHlo(text).toProto({ config: true }));
  });

  test('without anything to keep, they are those of the module alone', () => {
    expect(hloom(['print', 'sum.hlo', '--to', 'proto', '--out', 'sum.pb']).code).toBe(0);
    const text = readFileSync(join(folder, 'sum.hlo'), 'utf8');
    expect(new Uint8Array(readFileSync(join(folder, 'sum.pb')))).toEqual(parseHlo(text).toProto());
  });
});

describe('bench', () => {
  test('measures runs on all devices, and says how many there are', () => {
    const words = ['bench', 'sum.hlo', '--runs', '3', '--arg', '2', '--arg-each', '[[1, 2], [3, 4]]'];
    const { code, out, err } = hloom([...words, '--replicas', '2']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^sum\.hlo: 10 instructions per run on 2 devices\ncompile .*\n[^]* of 3 runs\n/);
    const json = hloom(['bench', 'sum.hlo', '--runs', '3', '--replicas', '2', '--partitions', '2', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ runs: 3, instructions: 20, replicas: 2, partitions: 2 });
  });

  test('takes as many devices as the module says', () => {
    save('three.hlo', 'HloModule m, num_partitions=3\nENTRY e { ROOT r = u32[] partition-id() }\n');
    const { code, out } = hloom(['bench', 'three.hlo', '--runs', '1', '--threads', '2']);
    expect(code).toBe(0);
    expect(out).toMatch(/^three\.hlo: 3 instructions per run on 3 devices, 2 threads\n/);
  });

  test('takes out what a program writes to outfeeds, however often it runs', () => {
    save(
      'out.hlo',
      `HloModule out
ENTRY e { x = f32[2] parameter(0)
  t = token[] after-all()
  o = token[] outfeed(x, t)
  ROOT z = f32[2] add(x, x) }
`,
    );
    const words = ['bench', 'out.hlo', '--runs', '40', '--replicas', '2', '--limit-ms', '20000'];
    expect(hloom(words)).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/ of 40 runs\n/) as string });
  });
});
