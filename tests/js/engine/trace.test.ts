// The onTrace option of a run.
import { Client, s32, XlaBuilder, type TraceEvent, type XlaComputation } from 'hloom';
import { clientForAll, twoEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { matrixPlusVector } from '../support/programs.js';

/** Counts from its argument up to a limit; for ever without one. */
function counter(limit?: number): XlaComputation {
  const condition = new XlaBuilder('condition');
  const i = condition.parameter(0, s32(), 'i');
  const below = limit === undefined ? condition.constant(true) : condition.lt(i, condition.constant(limit, 'S32'));
  const body = new XlaBuilder('body');
  body.add(body.parameter(0, s32(), 'i'), body.constant(1, 'S32'));
  const b = new XlaBuilder('counter');
  return b.build(b.while(condition.build(below), body.build(), b.parameter(0, s32(), 'start')));
}

describe.each(twoEngines)('an engine %s', (_, options) => {
  let client: Client;
  clientForAll(options, (made) => {
    client = made;
  });

  test('tells every instruction, in order, before the result is there', async () => {
    const executable = await client.compile(matrixPlusVector());
    const events: TraceEvent[] = [];
    await executable.run([[1, 2, 3], [4, 5, 6]], [7, 8, 9], { onTrace: (event) => events.push(event) }); // prettier-ignore
    expect(events.map(({ opcode, value }) => `${opcode}: ${value}`)).toEqual([
      'parameter: f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }',
      'parameter: f32[3] {7, 8, 9}',
      'broadcast: f32[2,3] { { 7, 8, 9 }, { 7, 8, 9 } }',
      'add: f32[2,3] { { 8, 10, 12 }, { 11, 13, 15 } }',
    ]);
    expect(events.at(-1)).toMatchObject({ shape: 'f32[2,3]{1,0}', callers: [] });
  });

  test('loops say which time around it was; large values are cut', async () => {
    const executable = await client.compile(counter(3));
    const events: TraceEvent[] = [];
    await executable.run(0, { onTrace: (event) => events.push(event), traceElements: 0 });
    const additions = events.filter(({ opcode }) => opcode === 'add');
    expect(additions.map(({ value, callers }) => [value, callers[0]?.iteration])).toEqual([
      ['s32[] 1', 0],
      ['s32[] 2', 1],
      ['s32[] 3', 2],
    ]);
    const short: TraceEvent[] = [];
    const wide = await client.compile(matrixPlusVector());
    await wide.run(new Float32Array(6), new Float32Array(3), { onTrace: (e) => short.push(e), traceElements: 2 });
    expect(short.at(-1)?.value).toBe('f32[2,3] {0, 0, ... 4 more elements}');
  });

  test('a long trace is whole, and the run does not hold it', async () => {
    const executable = await client.compile(counter(20_000));
    let last: TraceEvent | undefined;
    let count = 0;
    await executable.run(0, {
      onTrace: (event) => {
        count++;
        last = event;
      },
    });
    expect(count).toBe(2 + 20_000 * 3 + 20_001 * 3);
    expect(last).toMatchObject({ opcode: 'while', value: 's32[] 20000' });
  });

  test('a run that fails has told what came before', async () => {
    const executable = await client.compile(counter());
    const values: string[] = [];
    const options = { limits: { instructions: 8 }, onTrace: ({ value }: TraceEvent) => values.push(value) };
    await expectError(() => executable.run(5, options), { code: 'RESOURCE_EXHAUSTED', rule: 'limits.c1' });
    expect(values).toEqual(['s32[] 5', 's32[] 5', 'pred[] true', 's32[] 5', 's32[] 1', 's32[] 6']);
  });

  test('what the callback throws ends the run, and comes out', async () => {
    const executable = await client.compile(counter());
    const run = executable.run(0, {
      onTrace: () => {
        throw new Error('enough');
      },
    });
    await expect(run).rejects.toThrow('enough');
  });

  describe('a callback that takes its time', () => {
    /** Keeps this thread busy. */
    const slow = (): void => {
      const until = performance.now() + 2;
      while (performance.now() < until);
    };

    test('a signal is heard while it is called', async () => {
      const executable = await client.compile(counter());
      const controller = new AbortController();
      let told = 0;
      setTimeout(() => {
        controller.abort();
      }, 50);
      const onTrace = (): void => {
        told++;
        slow();
      };
      await expectError(() => executable.run(0, { signal: controller.signal, onTrace }), { code: 'CANCELLED' });
      // A batch has about a thousand events, which would take two seconds.
      expect(told).toBeLessThan(500);
    });

    test('the limit of time holds, and the engine does not run ahead', async () => {
      const executable = await client.compile(counter());
      let told = 0;
      const onTrace = (): void => {
        told++;
        slow();
      };
      await expectError(() => executable.run(0, { limits: { milliseconds: 100 }, onTrace }), {
        code: 'DEADLINE_EXCEEDED',
        rule: 'limits.c4',
      });
      expect(told).toBeLessThan(1000);
    });

    test('timers have their turn, and every event is told in its order', async () => {
      const executable = await client.compile(counter(20));
      let turns = 0;
      const timer = setInterval(() => {
        turns++;
      }, 1);
      const told: string[] = [];
      await executable.run(0, {
        onTrace: ({ opcode, value }) => {
          told.push(`${opcode} ${value}`);
          slow();
        },
      });
      clearInterval(timer);
      expect(turns).toBeGreaterThan(3);
      expect(told.filter((event) => event.startsWith('add'))).toEqual(
        Array.from({ length: 20 }, (_, i) => `add s32[] ${i + 1}`),
      );
    });
  });

  test('wrong options', async () => {
    const executable = await client.compile(counter(3));
    await expectError(() => executable.run(0, { onTrace: 5 } as never), { code: 'INVALID_ARGUMENT', rule: 'js.c22' });
    const options = { onTrace: () => undefined, traceElements: -1 };
    await expectError(() => executable.run(0, options), { code: 'INVALID_ARGUMENT', rule: 'js.c22' });
  });
});

test('runSync has no trace', async () => {
  const client = await Client.create();
  const executable = await client.compile(counter(3));
  const options = { onTrace: () => undefined } as never;
  await expectError(() => executable.runSync(0, options), { code: 'INVALID_ARGUMENT', rule: 'js.c22' });
  client.dispose();
});
