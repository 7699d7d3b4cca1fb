// Feeds of running programs: in this thread, with several threads, and in a Worker.
import { Client, f32, Literal, parseHlo, XlaBuilder, type Executable, type XlaComputation } from 'hloom';
import { allEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { runScript } from '../support/scripts.js';

/** Takes values until one is negative, and gives each, doubled; the result is how many there were. */
function doubler(): XlaComputation {
  return parseHlo(`HloModule doubler
    more { s = (s32[], f32[], token[]) parameter(0)
      x = f32[] get-tuple-element(s), index=1
      zero = f32[] constant(0)
      ROOT r = pred[] compare(x, zero), direction=GE }
    body { s = (s32[], f32[], token[]) parameter(0)
      n = s32[] get-tuple-element(s), index=0
      x = f32[] get-tuple-element(s), index=1
      t = token[] get-tuple-element(s), index=2
      one = s32[] constant(1)
      m = s32[] add(n, one)
      y = f32[] add(x, x)
      u = token[] outfeed(y, t)
      in = (f32[], token[]) infeed(u)
      z = f32[] get-tuple-element(in), index=0
      v = token[] get-tuple-element(in), index=1
      ROOT r = (s32[], f32[], token[]) tuple(m, z, v) }
    ENTRY e { t = token[] after-all()
      in = (f32[], token[]) infeed(t)
      x = f32[] get-tuple-element(in), index=0
      u = token[] get-tuple-element(in), index=1
      zero = s32[] constant(0)
      s = (s32[], f32[], token[]) tuple(zero, x, u)
      w = (s32[], f32[], token[]) while(s), condition=more, body=body
      ROOT n = s32[] get-tuple-element(w), index=0 }`);
}

/** Sends its argument to the host over channel 1, and gives what it receives over channel 2. */
const exchange = `HloModule exchange
  ENTRY e { x = f32[2] parameter(0)
    t = token[] after-all()
    s = (f32[2], u32[], token[]) send(x, t), channel_id=1, is_host_transfer=true
    d = token[] send-done(s), channel_id=1, is_host_transfer=true
    r = (f32[2], u32[], token[]) recv(d), channel_id=2, is_host_transfer=true
    e = (f32[2], token[]) recv-done(r), channel_id=2, is_host_transfer=true
    ROOT y = f32[2] get-tuple-element(e), index=0 }`;

/** Sends five numbers to the host, on a channel whose number no JavaScript number is, and takes a value then. */
function fiveSends(): XlaComputation {
  const lines = Array.from({ length: 5 }, (_, i) => {
    const channel = 'channel_id=9007199254740993, is_host_transfer=true';
    return `n${i} = f32[] constant(${i})
      s${i} = (f32[], u32[], token[]) send(n${i}, t${i}), ${channel}
      t${i + 1} = token[] send-done(s${i}), ${channel}`;
  });
  return parseHlo(
    `HloModule sends
    ENTRY e { t0 = token[] after-all()
      ${lines.join('\n')}
      in = (f32[], token[]) infeed(t5)
      ROOT y = f32[] get-tuple-element(in), index=0 }`.replace(/\bs(\d)\b/g, 'send$1'),
  );
}

async function all(values: AsyncIterable<Literal>): Promise<unknown[]> {
  const taken: unknown[] = [];
  for await (const value of values) taken.push(value.toArray());
  return taken;
}

async function give(executable: Executable, device: number, values: readonly number[]): Promise<void> {
  for (const value of values) await executable.infeed(device, value);
}

const invalid = 'INVALID_ARGUMENT';

const soon = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 30, 'later'));

describe.each(allEngines)('%s', (_, options) => {
  let client: Client;

  beforeAll(async () => {
    client = await Client.create(options);
  });

  afterAll(() => {
    client.dispose();
  });

  test('values that are there before the run, in their order', async () => {
    const executable = await client.compile(doubler());
    await give(executable, 0, [1, 2, 3, -1]);
    const out = all(executable.outfeed(0));
    expect((await executable.run()).toArray()).toBe(3);
    expect(await out).toEqual([2, 4, 6]);
    // The next run begins with queues that are empty.
    await give(executable, 0, [4, -1]);
    const again = all(executable.outfeed(0));
    expect((await executable.run()).toArray()).toBe(1);
    expect(await again).toEqual([8]);
  });

  test('a run waits for values, and for room', async () => {
    const executable = await client.compile(doubler(), { feedCapacity: 2 });
    const run = executable.run();
    const giving = give(executable, 0, [1, 2, 3, 4, 5, 6, 7, -1]);
    // Two outputs have room, the third waits; two inputs are in the queue.
    expect(await Promise.race([run.then(() => 'run'), giving.then(() => 'given'), soon()])).toBe('later');
    expect(await all(executable.outfeed(0))).toEqual([2, 4, 6, 8, 10, 12, 14]);
    await giving;
    expect((await run).toArray()).toBe(7);
  });

  test('each device has queues of its own, and waits alone', async () => {
    const executable = await client.compile(doubler(), { replicas: 3 });
    const run = executable.runReplicated([[], [], []]);
    const outs = [0, 1, 2].map((device) => all(executable.outfeed(device)));
    await give(executable, 2, [1, -1]);
    await give(executable, 0, [10, 20, -1]);
    await soon();
    await give(executable, 1, [-1]);
    expect((await run).map((result) => result.toArray())).toEqual([2, 0, 1]);
    expect(await Promise.all(outs)).toEqual([[20, 40], [], [2]]);
  });

  test('channels whose other end is the host', async () => {
    const executable = await client.compile(parseHlo(exchange), { replicas: 2 });
    expect(executable.feeds.map(({ goesIn, channel, shape }) => [goesIn, channel, shape.toString()])).toEqual([
      [false, 1, 'f32[2]'],
      [true, 2, 'f32[2]'],
    ]);
    const run = executable.runReplicated([[[1, 2]], [[3, 4]]]);
    for (const device of [1, 0]) {
      for await (const value of executable.outfeed(device, { channel: 1 })) {
        const [first, second] = value.toArray() as number[];
        await executable.infeed(device, [second as number, first as number], { channel: 2 });
        break;
      }
    }
    expect((await run).map((result) => result.toArray())).toEqual([
      [2, 1],
      [4, 3],
    ]);
  });

  test('what is given is copied', async () => {
    const b = new XlaBuilder('one');
    const executable = await client.compile(b.build(b.infeed(f32(3))));
    const value = new Float32Array([1, 2, 3]);
    await executable.infeed(0, value);
    value.fill(0);
    expect((await executable.run()).toArray()).toEqual([1, 2, 3]);
  });

  test('an infeed that is closed fails the run that wants more; others wait, until they are aborted', async () => {
    const executable = await client.compile(doubler(), { replicas: 2 });
    const controller = new AbortController();
    const stopped = executable.runReplicated([[], []], { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 20);
    await expectError(() => stopped, { code: 'CANCELLED' });
    await expectError(() => executable.runReplicated([[], []], { limits: { milliseconds: 30 } }), {
      code: 'DEADLINE_EXCEEDED',
    });
    const run = executable.runReplicated([[], []]);
    await give(executable, 0, [1]);
    executable.closeInfeed(0);
    await expectError(() => run, {
      code: 'FAILED_PRECONDITION',
      rule: 'ask.c2',
      message: /the infeed of device 0 is closed, and has no more values[^]* on device 0/,
      help: /executable\.infeed\(0, value\)/,
    });
    await expectError(() => executable.infeed(0, 1), { code: invalid, rule: 'js.c92', message: /closed/ });
    await give(executable, 1, [-1]);
  });

  test('outputs end with the last of several runs', async () => {
    const executable = await client.compile(doubler());
    const runs = [executable.run(), executable.run()];
    const out = all(executable.outfeed(0));
    await give(executable, 0, [1, 2, -1, -1]);
    const counts = (await Promise.all(runs)).map((result) => result.toArray() as number);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(((await out) as number[]).sort()).toEqual([2, 4]);
  });

  test('the end of a run that wrote nothing ends an iteration, and not the next one', async () => {
    const executable = await client.compile(doubler(), { replicas: 2 });
    await give(executable, 0, [-1]);
    await give(executable, 1, [3, -1]);
    await executable.runReplicated([[], []]);
    expect(await all(executable.outfeed(0))).toEqual([]);
    expect(await all(executable.outfeed(1))).toEqual([6]);
    // These wait for the next run.
    const next = [all(executable.outfeed(0)), all(executable.outfeed(1))];
    expect(await Promise.race([...next, soon()])).toBe('later');
    const run = executable.runReplicated([[], []]);
    await give(executable, 0, [5, -1]);
    await give(executable, 1, [-1]);
    await run;
    expect(await Promise.all(next)).toEqual([[10], []]);
  });

  test('an iteration that has ended gives nothing more', async () => {
    const executable = await client.compile(doubler());
    const values = executable.outfeed(0);
    const left = executable.outfeed(0);
    await left.return?.();
    await give(executable, 0, [1, -1]);
    const run = executable.run();
    expect((await values.next()).value?.toArray()).toBe(2);
    await run;
    for (const iterator of [left, values, values])
      expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  test.each(['the executable', 'the client'])('who waits when %s is disposed of is told', async (what) => {
    const own = await Client.create(options);
    const executable = await own.compile(doubler(), { feedCapacity: 1 });
    await executable.infeed(0, 1);
    const waiting = executable.infeed(0, 2);
    const next = executable.outfeed(0).next();
    if (what === 'the executable') executable.dispose();
    else own.dispose();
    await expectError(() => waiting, { code: 'FAILED_PRECONDITION', rule: 'js.c2', message: /no run takes the value/ });
    expect(await next).toEqual({ done: true, value: undefined });
    own.dispose();
  });

  test('a run that is under way is fed, and its values come out, when its executable is disposed of', async () => {
    const executable = await client.compile(doubler());
    const run = executable.run();
    await soon();
    executable.dispose();
    const values = executable.outfeed(0);
    await give(executable, 0, [3, -1]);
    expect((await values.next()).value?.toArray()).toBe(6);
    await run;
    await expectError(() => executable.infeed(0, 1), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
  });

  test('a run that is under way can be ended when its executable is disposed of', async () => {
    const executable = await client.compile(doubler());
    const run = expectError(() => executable.run(), { code: 'FAILED_PRECONDITION', rule: /./ });
    await soon();
    executable.dispose();
    executable.closeInfeed(0);
    await run;
  });

  test('a value on the engine can be fed', async () => {
    const executable = await client.compile(doubler());
    await executable.infeed(0, client.toDevice(4, f32()));
    await executable.infeed(0, -1);
    const run = executable.run();
    expect(await all(executable.outfeed(0))).toEqual([8]);
    await run;
  });

  test('a run that waits too long for a value says where', async () => {
    const executable = await client.compile(doubler());
    await expectError(() => executable.run({ limits: { milliseconds: 60 } }), {
      code: 'DEADLINE_EXCEEDED',
      rule: 'limits.c4',
      message: /\n {2}it waits at infeed %in\.1 in computation "e" for the host\n/,
      help: /an infeed that gets no value/,
    });
  });

  test('what was sent is there after a run that failed, however much it is', async () => {
    const executable = await client.compile(fiveSends(), { feedCapacity: 2 });
    executable.closeInfeed(0);
    await expectError(() => executable.run(), { code: 'FAILED_PRECONDITION', rule: 'ask.c2' });
    const channel = 2n ** 53n + 1n;
    expect(executable.feeds.map((feed) => feed.channel)).toContain(channel);
    expect(await all(executable.outfeed(0, { channel }))).toEqual([0, 1, 2, 3, 4]);
  });

  test('wrong calls', async () => {
    const executable = await client.compile(doubler(), { replicas: 2 });
    const plain = await client.compile(parseHlo('HloModule m\nENTRY e { ROOT x = f32[] constant(1) }'));
    const infeed = executable.infeed.bind(executable) as (...args: unknown[]) => Promise<void>;
    for (const device of [-1, 2, 0.5, '0', undefined]) {
      await expectError(() => infeed(device, 1), { code: invalid, rule: 'js.c92', help: /from 0 to below 2/ });
    }
    await expectError(() => infeed(0, 1, { channel: 3 }), {
      code: invalid,
      rule: 'js.c92',
      help: /it has outfeed of f32\[\], infeed of f32\[\]/,
    });
    await expectError(() => infeed(0, 1, { chanel: 3 }), { code: invalid, rule: 'js.c22', help: /channel/ });
    await expectError(() => infeed(0, 1, 3), { code: invalid, rule: 'js.c22' });
    await expectError(() => infeed(0, [1, 2]), { code: invalid, rule: 'js.c8' });
    await expectError(() => plain.infeed(0, 1), { code: invalid, rule: 'js.c92', help: /nothing goes in or out/ });
    await expectError(() => Promise.resolve(plain.outfeed(0)), {
      code: invalid,
      rule: 'js.c92',
      message: /no outfeed/,
    });
    for (const feedCapacity of [0, -1, 1.5, '3']) {
      await expectError(() => client.compile(doubler(), { feedCapacity } as never), { code: invalid, rule: 'js.c22' });
    }
    executable.dispose();
    await expectError(() => executable.infeed(0, 1), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
  });
});

test('a run that cannot wait says so', async () => {
  const client = await Client.create();
  const executable = await client.compile(doubler(), { feedCapacity: 2 });
  await expectError(() => Promise.resolve(executable.runSync()), {
    code: 'FAILED_PRECONDITION',
    rule: 'ask.c2',
    message: /the infeed of device 0 has no value, and this run cannot wait/,
  });
  await give(executable, 0, [5, -1]);
  expect(executable.runSync().toArray()).toBe(1);
  // A send does not wait.
  const sending = await client.compile(fiveSends(), { feedCapacity: 2 });
  await sending.infeed(0, 9);
  expect(sending.runSync().toArray()).toBe(9);
  expect(await all(sending.outfeed(0, { channel: 2n ** 53n + 1n }))).toEqual([0, 1, 2, 3, 4]);
  client.dispose();
});

test('a process that waits for nothing but AbortSignal.timeout lives until then', () => {
  const { status, output } = runScript(`
    const client = await Client.create();
    const executable = await client.compile(parseHlo(\`HloModule m
      ENTRY e { t = token[] after-all()
        in = (f32[], token[]) infeed(t)
        ROOT x = f32[] get-tuple-element(in), index=0 }\`));
    await executable.run({ signal: AbortSignal.timeout(50) }).catch(({ rule }) => console.log(rule));`);
  expect({ status, output }).toEqual({ status: 0, output: 'js.c15\nend\n' });
});
