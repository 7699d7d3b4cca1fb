// Runs on several devices that fail: what they say, that nothing is left of them, and that the client goes on.
import { Client, parseHlo, type Executable } from 'hloom';
import { register, sleep } from '../support/custom-calls.js';
import { allEngines, clientForAll, nothingHeld } from '../support/engines.js';
import { expectError, type ExpectedError } from '../support/expect-error.js';
import { early } from '../support/replica-failures.js';
import { add, asking, late } from './waiting-programs.js';

type RunOptions = NonNullable<Parameters<Executable['runReplicated']>[1]>;

/** As often around as the argument states; the devices meet in each round. */
const rounds = `HloModule rounds
  ${add}
  more { s = (s32[], f32[]) parameter(0)
    n = s32[] get-tuple-element(s), index=0
    zero = s32[] constant(0)
    ROOT r = pred[] compare(n, zero), direction=GT }
  body { s = (s32[], f32[]) parameter(0)
    n = s32[] get-tuple-element(s), index=0
    one = s32[] constant(1)
    m = s32[] subtract(n, one)
    x = f32[] get-tuple-element(s), index=1
    y = f32[] all-reduce(x), replica_groups={}, to_apply=add
    ROOT r = (s32[], f32[]) tuple(m, y) }
  ENTRY e { n = s32[] parameter(0)
    one = f32[] constant(1)
    s = (s32[], f32[]) tuple(n, one)
    w = (s32[], f32[]) while(s), condition=more, body=body
    ROOT r = f32[] get-tuple-element(w), index=1 }`;

/** Each device ends its send before it begins to receive: the deadlock of XLA's page. In the other order it is right. */
const exchange = (deadlock: boolean): string => `HloModule exchange
  ENTRY e { x = f32[] parameter(0)
    t = token[] after-all()
    ${deadlock ? '' : 'recv = (f32[], u32[], token[]) recv(t), channel_id=1'}
    send = (f32[], u32[], token[]) send(x, t), channel_id=1,
      frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2},{2,0}}"}
    sent = token[] send-done(send), channel_id=1
    ${deadlock ? 'recv = (f32[], u32[], token[]) recv(sent), channel_id=1' : ''}
    received = (f32[], token[]) recv-done(recv), channel_id=1
    ROOT y = f32[] get-tuple-element(received), index=0 }`;

/** An infeed on each device before the sum. */
const fed = `HloModule fed
  ${add}
  ENTRY e { t = token[] after-all()
    in = (f32[], token[]) infeed(t)
    x = f32[] get-tuple-element(in), index=0
    ROOT sum = f32[] all-reduce(x), replica_groups={}, to_apply=add }`;

const sumOver = (groups: string): string => `HloModule sum
  ${add}
  ENTRY e { x = f32[] parameter(0)
    ROOT sum = f32[] all-reduce(x), replica_groups=${groups}, to_apply=add }`;

const stuck = { code: 'FAILED_PRECONDITION', rule: 'comm.c2' };

/** The table of an error: the line of each device, without the text around it. */
const table = ({ message }: { readonly message: string }): string[] =>
  message
    .split('\n')
    .filter((line) => /^ {2}(?:device \d|and \d)/.test(line))
    .map((line) => line.trim());

const waiting = (device: number, where: string, whom: string): string =>
  `device ${device} waits at ${where} on device ${device} for ${whom}`;

describe.each(allEngines)('an engine %s', (_, options) => {
  let client: Client;
  clientForAll(options, (made) => {
    client = made;
  });

  const compiled: Executable[] = [];
  async function compile(text: string, replicas: number): Promise<Executable> {
    const executable = await client.compile(parseHlo(text), { replicas });
    compiled.push(executable);
    return executable;
  }

  /** Runs a program that must fail as expected, then gives the table of devices. */
  async function failing(
    executable: Executable,
    values: readonly number[],
    expected: ExpectedError,
    given: RunOptions = {},
  ): Promise<string[]> {
    const lists = values.map((value) => [value]);
    return table(await expectError(() => executable.runReplicated(lists, given), expected));
  }

  /** The same executable, and with it the same engine, runs well. */
  async function expectRuns(executable: Executable, values: readonly number[], results: number[]): Promise<void> {
    const found = await executable.runReplicated(values.map((value) => [value]));
    expect(found.map((result) => result.toArray())).toEqual(results);
  }

  afterEach(async () => {
    const sum = await compile(sumOver('{{0,1},{2,3}}'), 4);
    await expectRuns(sum, [1, 2, 3, 4], [3, 3, 7, 7]);
    for (const executable of compiled.splice(0)) executable.dispose();
    const { pooledBytes, ...held } = await client.statistics();
    expect({ pooledBytes, ...held }).toEqual({ ...nothingHeld, pooledBytes });
  });

  test('a loop that goes around more often on some devices than on others', async () => {
    const executable = await compile(rounds, 3);
    expect(await failing(executable, [1, 2, 3], { ...stuck, help: /a different number of times/ })).toEqual([
      'device 0 has ended',
      waiting(1, 'all-reduce %y in computation "body"', 'device 0'),
      waiting(2, 'all-reduce %y in computation "body"', 'device 0'),
    ]);
    await expectRuns(executable, [2, 2, 2], [9, 9, 9]);
  });

  test('a table names so many devices at most', async () => {
    const executable = await compile(rounds, 64);
    const counts = Array.from({ length: 64 }, (_, device) => (device === 0 ? 1 : 2));
    const lines = await failing(executable, counts, stuck);
    expect(lines.length).toBeLessThan(64);
    expect(lines.at(-1)).toBe(`and ${64 - (lines.length - 1)} more devices`);
    await expectRuns(executable, Array<number>(64).fill(1), Array<number>(64).fill(64));
  });

  test('a cycle of devices that end their sends before they receive', async () => {
    const executable = await compile(exchange(true), 3);
    expect(await failing(executable, [1, 2, 3], { ...stuck, help: /a cycle of devices/ })).toEqual([
      waiting(0, 'send-done %sent in computation "e"', 'device 1'),
      waiting(1, 'send-done %sent in computation "e"', 'device 2'),
      waiting(2, 'send-done %sent in computation "e"', 'device 0'),
    ]);
    await expectRuns(await compile(exchange(false), 3), [1, 2, 3], [3, 1, 2]);
  });

  test('a device that returns early', async () => {
    const executable = await compile(early, 4);
    expect(await failing(executable, [1, 2, -3, 4], stuck)).toEqual([
      waiting(0, 'all-reduce %y in computation "meet"', 'device 2'),
      waiting(1, 'all-reduce %y in computation "meet"', 'device 2'),
      'device 2 has ended',
      waiting(3, 'all-reduce %y in computation "meet"', 'device 2'),
    ]);
    await expectRuns(executable, [1, 2, 3, 4], [10, 10, 10, 10]);
  });

  test('a device whose function fails while the others wait', async () => {
    const boom = new RangeError('boom');
    let fails = true;
    register('f', async ([x]) => {
      await sleep(20);
      if (fails) throw boom;
      return x;
    });
    const executable = await compile(asking, 3);
    const expected = { code: 'ABORTED', rule: 'custom_call.c5', message: /RangeError: boom[^]*on device 1\b/ };
    const error = await expectError(() => executable.runReplicated([[1], [-2], [3]]), expected);
    expect(error.cause).toBe(boom);
    fails = false;
    await expectRuns(executable, [1, -2, 3], [2, 2, 2]);
  });

  test('a device whose function throws at once', async () => {
    register('f', ([x], { device }) => {
      if (device === 1) throw new TypeError('not here');
      return x;
    });
    const executable = await compile(asking, 3);
    const expected = { code: 'ABORTED', rule: 'custom_call.c5', message: /TypeError: not here[^]*on device 1\b/ };
    await failing(executable, [1, -2, 3], expected);
    await failing(executable, [-1, -2, -3], expected);
    await expectRuns(executable, [-1, 2, -3], [-2, -2, -2]);
  });

  test('groups that name devices which are not there, or leave one out', async () => {
    const rule = { code: 'INVALID_ARGUMENT', rule: 'collective.c7' };
    const named =
      /%sum names replica 2 in replica_groups, which does not exist\n {2}the run has 2 replicas of 1 partition/;
    await expectError(() => compile(sumOver('{{0,1,2}}'), 2), { ...rule, message: named });
    await expectError(() => compile(sumOver('{{0,1}}'), 3), { ...rule, message: /leaves out replica 2/ });
    // A program that cannot run on one device can still be compiled, for inspection.
    const one = await compile(sumOver('{{0,1}}'), 1);
    expect(await failing(one, [1], { ...rule, message: /names replica 1/ })).toEqual([]);
    await expectRuns(await compile(sumOver('{{0,1,2}}'), 3), [1, 2, 3], [6, 6, 6]);
  });

  test('a device for which the others wait too long', async () => {
    const executable = await compile(late, 3);
    const limits = { rendezvousMilliseconds: 100 };
    const expected = { code: 'DEADLINE_EXCEEDED', rule: 'comm.c3', help: /raise limits\.rendezvousMilliseconds/ };
    const lines = await failing(executable, [1, 2, 1], expected, { limits });
    expect(lines).toEqual([
      waiting(0, 'all-reduce %sum in computation "e"', 'device 1'),
      'device 1 runs',
      waiting(2, 'all-reduce %sum in computation "e"', 'device 1'),
    ]);
    await expectRuns(executable, [1, 1, 1], [3, 3, 3]);
  });

  test('a device that waits for its host, for which the others wait too long', async () => {
    let answer: (() => void) | undefined;
    register('f', ([x]) => new Promise((resolve) => (answer = () => void resolve(x))));
    const executable = await compile(asking, 2);
    // The greater limit is there so that this test does not hang.
    const limits = { rendezvousMilliseconds: 30, milliseconds: 2000 };
    const lines = await failing(executable, [1, -2], { code: 'DEADLINE_EXCEEDED', rule: 'comm.c3' }, { limits });
    expect(lines[0]).toBe(waiting(0, 'all-reduce %sum in computation "e"', 'device 1'));
    // The answer to a run that has ended is ignored.
    answer?.();
    register('f', ([x]) => x);
    await expectRuns(executable, [1, -2], [-1, -1]);
  });

  test('a run that takes too long, or executes too much, while some wait', async () => {
    const executable = await compile(late, 3);
    const time = { code: 'DEADLINE_EXCEEDED', rule: 'limits.c4' };
    await failing(executable, [1, 2, 1], time, { limits: { milliseconds: 40 } });
    const count = { code: 'RESOURCE_EXHAUSTED', rule: 'limits.c1', message: /%y in computation "e" on device 1\b/ };
    await failing(executable, [1, 2, 1], count, { limits: { instructions: 50_000 } });
    await expectRuns(executable, [1, 1, 1], [3, 3, 3]);
  });

  test('an abort while some wait', async () => {
    const executable = await compile(late, 3);
    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => {
      controller.abort(reason);
    }, 30);
    const { signal } = controller;
    const error = await expectError(() => executable.runReplicated([[1], [2], [1]], { signal }), { code: 'CANCELLED' });
    expect(error.cause).toBe(reason);
    await expectRuns(executable, [1, 1, 1], [3, 3, 3]);
  });

  test('an abort while one waits for its host and the others for it', async () => {
    let aborted = false;
    register('f', ([x], { signal }) => {
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve(x);
        });
      });
    });
    const executable = await compile(asking, 3);
    const signal = AbortSignal.timeout(30);
    await failing(executable, [1, -2, 3], { code: 'CANCELLED' }, { signal });
    expect(aborted).toBe(true);
    register('f', ([x]) => x);
    await expectRuns(executable, [1, -2, 3], [2, 2, 2]);
  });

  test('a device whose infeed was closed', async () => {
    const executable = await compile(fed, 2);
    await executable.infeed(0, 1);
    executable.closeInfeed(1);
    const error = await expectError(() => executable.runReplicated([[], []]), { code: /./, rule: 'ask.c2' });
    expect(error.message).toMatch(/on device 1\b/);
  });

  test('twenty failures, with runs that succeed beside them', async () => {
    const [bad, good] = [await compile(early, 16), await compile(sumOver('{}'), 16)];
    const values = Array.from({ length: 16 }, (_, device) => device + 1);
    const runs = Array.from({ length: 20 }, async (_, n) => {
      const lists = values.map((value) => [value - 1 === n % 16 ? -value : value]);
      const failed = await expectError(() => bad.runReplicated(lists), stuck);
      return table(failed).some((line) => line === `device ${n % 16} has ended` || line.startsWith('and '));
    });
    const sums = Array.from({ length: 20 }, () => good.runReplicated(values.map((value) => [value])));
    expect(await Promise.all(runs)).toEqual(Array(20).fill(true));
    for (const results of await Promise.all(sums)) {
      expect(results.map((result) => result.toArray())).toEqual(Array(16).fill(136));
    }
  });
});
