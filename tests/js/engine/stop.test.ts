// Ending a run before its engine does, in this thread or in a Worker: signals, time limits, callbacks that throw,
// dispose().
import {
  Client,
  parseHlo,
  registerCustomCall,
  type Executable,
  type RunOptions,
  type RunProgress,
  type TraceEvent,
} from 'hloom';
import { nothingHeld } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { longInstruction, loop, expectWorking } from '../support/programs.js';
import { startedWorkers } from '../support/started-workers.js';
import { turn } from '../support/turn.js';

const late = { code: 'DEADLINE_EXCEEDED', rule: 'limits.c4' };
const cancelled = { code: 'CANCELLED', rule: 'js.c15' };

/** Every worker_thread that a test starts: engines' and pools'. */
const started = startedWorkers();

/** The text is the same in any place of the run, and if the engine or this thread ends it. */
const lateText = (milliseconds: number, place: RegExp): RegExp =>
  new RegExp(
    `^DEADLINE_EXCEEDED \\[limits\\.c4\\] run: the run exceeded its limit of ${milliseconds} milliseconds\n` +
      `  \\d+ milliseconds passed, and \\d+ instructions? began\n(  (it|device) .*\n)?` +
      `  help: look for a While .*, a custom call .*limits\\.milliseconds\n  at ${place.source}$`,
  );

/** f32[2] to f32[2] by the function "f". */
const calling = (): ReturnType<typeof parseHlo> =>
  parseHlo(`HloModule calling
ENTRY e {
  x = f32[2] parameter(0)
  ROOT y = f32[2] custom-call(x), custom_call_target="f"
}`);

describe.each([
  ['inline', {}],
  ['with threads', { threads: 2 }],
  ['in a Worker', { worker: true }],
  ['with threads in a Worker', { threads: 2, worker: true }],
])('an engine %s', (_, options) => {
  let client: Client;
  const undo: (() => void)[] = [];
  const executables: Executable[] = [];

  const compile = async (program: ReturnType<typeof parseHlo>): Promise<Executable> => {
    const executable = await client.compile(program);
    executables.push(executable);
    return executable;
  };

  beforeAll(async () => {
    client = await Client.create(options);
  });
  afterAll(() => {
    client.dispose();
  });
  afterEach(async () => {
    for (const unregister of undo.splice(0)) unregister();
    await expectWorking(client);
    for (const executable of executables.splice(0)) executable.dispose();
    expect(await client.statistics()).toMatchObject(nothingHeld);
    // Nothing here costs the engine.
    expect(started).toHaveLength(0);
  });

  describe('limits.milliseconds', () => {
    test('ends an endless While, and says where it was', async () => {
      const executable = await compile(loop());
      await expectError(() => executable.run(0, { limits: { milliseconds: 300 } }), {
        ...late,
        message: lateText(300, /%\S+ in computation ".*"/),
        help: /limits\.milliseconds/,
      });
      // Numbers that are computed have fractions.
      await expectError(() => executable.run(0, { limits: { milliseconds: 100 / 3 } }), {
        ...late,
        message: /limit of 34 milliseconds/,
      });
      await expectError(() => executable.run(0, { limits: { milliseconds: 0 } }), late);
      await expectError(() => executable.run(0, { limits: { milliseconds: 20n } }), late);
    });

    test('does nothing to a run that ends before', async () => {
      const executable = await compile(loop(1000));
      for (const milliseconds of [60_000, 2 ** 31, 2 ** 53, 1e300, Infinity]) {
        expect((await executable.run(0, { limits: { milliseconds } })).toArray()).toBe(1000);
      }
    });

    test('ends the waiting for a function that never answers, which hears of it', async () => {
      let heard: unknown;
      undo.push(
        registerCustomCall('f', (_operands, { signal }) => {
          signal.addEventListener('abort', () => {
            heard = signal.reason;
          });
          return new Promise(() => undefined);
        }),
      );
      const executable = await compile(calling());
      const error = await expectError(() => executable.run([1, 2], { limits: { milliseconds: 200 } }), {
        ...late,
        message: lateText(200, /%y in computation "e"/),
        help: /custom call that does not answer/,
      });
      expect(heard).toBe(error);
    });

    test('counts the time of a function that does answer', async () => {
      undo.push(
        registerCustomCall('f', async ([x]) => {
          await turn(40);
          return x;
        }),
      );
      const executable = await compile(calling());
      await expectError(() => executable.run([1, 2], { limits: { milliseconds: 20 } }), late);
      expect((await executable.run([1, 2], { limits: { milliseconds: 60_000 } })).toArray()).toEqual([1, 2]);
    });

    test('ends a long reduction in the middle', async () => {
      const executable = await compile(longInstruction(2 ** 17));
      await expectError(() => executable.run({ limits: { milliseconds: 30 } }), late);
      // An engine in a Worker hears of it at once by itself, so that it is free for the next run.
      await expectWorking(client);
    });

    test('a result that comes too late is none', async () => {
      // One instruction, which takes longer than a millisecond.
      const executable = await compile(
        parseHlo(`HloModule tangents
ENTRY e {
  x = f64[1000000] iota(), iota_dimension=0
  y = f64[1000000] tan(x)
  ROOT r = f64[1] slice(y), slice={[0:1]}
}`),
      );
      await expectError(() => executable.run({ limits: { milliseconds: 1 } }), late);
    });
  });

  describe('what a callback throws', () => {
    const boom = new Error('boom');

    test('an asynchronous one: the run rejects with what it rejects with', async () => {
      const executable = await compile(loop());
      const onTrace = (async () => {
        await turn(1);
        throw boom;
      }) as () => void;
      await expect(executable.run(0, { onTrace, traceElements: 0 })).rejects.toBe(boom);
    });

    test('an asynchronous one that rejects after the run: nothing happens', async () => {
      const executable = await compile(loop(1));
      let reject = (): void => undefined;
      const rejected = new Promise<void>((_, refuse) => {
        reject = () => {
          refuse(boom);
        };
      });
      const onTrace = (() => rejected) as () => void;
      expect((await executable.run(0, { onTrace })).toArray()).toBe(1);
      reject();
      await turn(20);
    });

    test.each(['onTrace', 'onProgress'] as const)('%s: the run rejects with it, however short it is', async (name) => {
      const executable = await compile(loop(2));
      let calls = 0;
      const callback = (): void => {
        calls++;
        throw boom;
      };
      await expect(executable.run(0, { [name]: callback })).rejects.toBe(boom);
      expect(calls).toBe(1);
      await turn(20);
      expect(calls).toBe(1);
    });

    test('of a run that fails by itself', async () => {
      const executable = await compile(loop());
      const onTrace = (): void => {
        throw boom;
      };
      await expect(executable.run(0, { onTrace, limits: { instructions: 3 } })).rejects.toBe(boom);
    });

    test('in the middle: no later event is told', async () => {
      const executable = await compile(loop());
      const told: string[] = [];
      const onTrace = ({ opcode }: TraceEvent): void => {
        told.push(opcode);
        if (told.length === 3) throw boom;
      };
      const onProgress = (progress: RunProgress): void => {
        told.push(`progress ${progress.instructions}`);
      };
      await expect(executable.run(0, { onTrace, onProgress })).rejects.toBe(boom);
      await turn(20);
      expect(told.filter((event) => !event.startsWith('progress'))).toHaveLength(3);
    });

    test('nothing is told after an abort either', async () => {
      const executable = await compile(loop());
      const controller = new AbortController();
      let told = 0;
      const onTrace = (): void => {
        if (++told === 5) controller.abort();
      };
      await expectError(() => executable.run(0, { signal: controller.signal, onTrace }), cancelled);
      await turn(20);
      expect(told).toBe(5);
    });

    test('an abort that comes first counts', async () => {
      const executable = await compile(loop());
      const controller = new AbortController();
      const onTrace = (): void => {
        controller.abort();
        throw boom;
      };
      await expectError(() => executable.run(0, { signal: controller.signal, onTrace }), cancelled);
    });
  });

  test('options and limits that nothing reads are refused', async () => {
    const executable = await compile(loop(3));
    const refused = (given: object, message: RegExp, help: RegExp): Promise<unknown> =>
      expectError(() => executable.run(0, given as RunOptions), {
        code: 'INVALID_ARGUMENT',
        rule: 'js.c22',
        message,
        help,
      });
    await refused({ limits: { instruction: 1000 } }, /unknown limit "instruction"/, /did you mean instructions\?/);
    await refused({ limits: { milisecond: 1 } }, /unknown limit "milisecond"/, /did you mean milliseconds\?/);
    await refused({ limits: { steps: 1 } }, /unknown limit "steps"/, /limits are instructions, bytes, milliseconds/);
    await refused(
      { steps: 1 },
      /unknown option "steps"/,
      /options are signal, onProgress, onTrace, traceElements, onCommunication, limits/,
    );
    await refused({ limit: { bytes: 1 } }, /unknown option "limit"/, /did you mean limits\?/);
    await refused({ onTraces: () => undefined }, /unknown option/, /did you mean onTrace\?/);
    await refused({ milliseconds: 5 }, /milliseconds is a limit, not an option/, /\{ limits: \{ milliseconds: /);
    await refused({ limits: { milliseconds: -1 } }, /limits\.milliseconds is -1/, /from 0 on, or Infinity/);
    await refused({ limits: { milliseconds: NaN } }, /limits\.milliseconds is NaN/, /from 0 on/);
    await refused({ limits: { milliseconds: '5' } }, /limits\.milliseconds is "5"/, /from 0 on/);
    await refused({ limits: { instructions: -Infinity } }, /limits\.instructions is -Infinity/, /or Infinity/);
    await refused({ limits: null }, /limits is null/, /instructions, bytes, milliseconds/);
    await refused({ signal: null }, /signal is null/, /AbortController/);
  });

  test('one signal of many runs has one listener, and stops them all', async () => {
    const warnings: string[] = [];
    const listener = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', listener);
    const controller = new AbortController();
    const { signal } = controller;
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    const executable = await compile(loop(3));
    const results = await Promise.all(Array.from({ length: 20 }, () => executable.run(0, { signal })));
    expect(results.map((result) => result.toArray())).toEqual(Array(20).fill(3));
    // Ended runs have removed their listeners from the signal.
    expect(added.mock.calls.length).toBeGreaterThan(0);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    added.mockClear();
    const endless = await compile(loop());
    const stopped = Array.from({ length: 20 }, () => expectError(() => endless.run(0, { signal }), cancelled));
    await turn(20);
    expect(added).toHaveBeenCalledTimes(1);
    controller.abort();
    await Promise.all(stopped);
    await expectError(() => executable.run(0, { signal }), cancelled);
    process.off('warning', listener);
    expect(warnings).toEqual([]);
  });

  test('Infinity is no limit', async () => {
    const executable = await compile(loop(3));
    const limits = { instructions: Infinity, bytes: Infinity, milliseconds: Infinity };
    expect((await executable.run(0, { limits })).toArray()).toBe(3);
  });
});

describe('runSync', () => {
  test('has the limit of time', async () => {
    const client = await Client.create();
    const executable = await client.compile(loop());
    await expectError(() => executable.runSync(0, { limits: { milliseconds: 30 } }), {
      ...late,
      message: /limit of 30 milliseconds\n {2}\d+ milliseconds passed, and \d+ instructions began\n.*at %while/s,
    });
    const remove = registerCustomCall('f', ([x]) => {
      const until = performance.now() + 30;
      while (performance.now() < until);
      return x;
    });
    const slow = await client.compile(calling());
    await expectError(() => slow.runSync([1, 2], { limits: { milliseconds: 10 } }), late);
    expect(slow.runSync([1, 2], { limits: { milliseconds: 60_000 } }).toArray()).toEqual([1, 2]);
    remove();
    client.dispose();
  });
});

describe('inside of one long instruction in a Worker', () => {
  let client: Client;
  let long: Executable;
  /** The instruction takes a second or so. */
  const size = 2 ** 14;

  beforeEach(async () => {
    client = await Client.create({ worker: true });
    long = await client.compile(longInstruction(size));
    started.length = 0;
  });
  afterEach(() => {
    expect(started).toHaveLength(0);
    client.dispose();
  });

  test('an abort rejects at once; an innocent run goes on beside it', async () => {
    const innocent = await client.compile(loop(5));
    const controller = new AbortController();
    const run = expectError(() => long.run({ signal: controller.signal }), cancelled);
    const other = innocent.run(0);
    await turn(30);
    controller.abort();
    await run;
    expect((await other).toArray()).toBe(5);
    expect(await client.statistics()).toMatchObject({ ...nothingHeld, executables: 2 });
  });

  test('runs beside it are not kept waiting, and can be given up', async () => {
    const hang = await client.compile(calling());
    let calls = 0;
    const remove = registerCustomCall('f', ([x]) => (calls++ === 0 ? x : new Promise(() => undefined)));
    const ended: string[] = [];
    const first = long.run().then((result) => {
      ended.push('long');
      return result;
    });
    const beside = hang.run([1, 2]).then((result) => {
      ended.push('beside');
      return result;
    });
    expect((await beside).toArray()).toEqual([1, 2]);
    const controller = new AbortController();
    const given = expectError(() => hang.run([1, 2], { signal: controller.signal }), cancelled);
    const timed = expectError(() => hang.run([1, 2], { limits: { milliseconds: 40 } }), late);
    // Its arguments have arrived before it is given up, and it waits for the function: alone, the copy could end before.
    const copying = await client.compile(
      parseHlo(`ENTRY e {
        x = f32[2000000] parameter(0)
        c = f32[2000000] copy(x)
        ROOT f = f32[2000000] custom-call(c), custom_call_target="f"
      }`),
    );
    const large = expectError(() => copying.run(new Float32Array(2_000_000), { signal: controller.signal }), cancelled);
    await turn(30);
    controller.abort();
    await given;
    await large;
    await timed;
    expect((await first).shape.toString()).toBe(`f32[${size / 2}]`);
    expect(ended).toEqual(['beside', 'long']);
    expect(await client.statistics()).toMatchObject({ ...nothingHeld, executables: 3 });
    remove();
  });

  test('dispose() ends everything at once', async () => {
    const endless = await client.compile(longInstruction(2 ** 20));
    const run = expectError(() => endless.run(), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
    await turn(30);
    const before = performance.now();
    client.dispose();
    await run;
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

test.each([{}, { worker: true }])(
  'an executable that is disposed ends the runs that it has begun: %p',
  async (options) => {
    const client = await Client.create(options);
    const text = 'ENTRY e { x = f32[2] parameter(0)\n ROOT y = f32[2] add(x, x) }';
    for (const warm of [false, true]) {
      const executable = await client.compile(parseHlo(text));
      if (warm) await executable.run([0, 0]);
      const runs = [executable.run([1, 2]), executable.run([3, 4])];
      executable.dispose();
      expect((await Promise.all(runs)).map((value) => value.toArray())).toEqual([[2, 4], [6, 8]]); // prettier-ignore
      await expectError(() => executable.run([1, 2]), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
    }
    expect(await client.statistics()).toMatchObject(nothingHeld);
    client.dispose();
  },
);

test('a run that settles behind a long instruction of its own thread is late, too', async () => {
  const client = await Client.create();
  const long = await client.compile(longInstruction(2 ** 13));
  const short = await client.compile(parseHlo('ENTRY e { ROOT y = f32[2] constant({1, 2}) }'));
  const first = short.run({ limits: { milliseconds: 1 } });
  const second = long.run();
  await expectError(() => first, late);
  await second;
  expect((await short.run({ limits: { milliseconds: 60_000 } })).toArray()).toEqual([1, 2]);
  client.dispose();
});
