// Runs with many arrays: their cost grows with the number of arrays, and limits count from the call.
import {
  Client,
  f32,
  parseHlo,
  tuple,
  XlaBuilder,
  type DeviceValue,
  type Executable,
  type XlaComputation,
} from 'hloom';
import { Fifo } from '../../../js/src/engine/run/fifo.js';
import { expectError } from '../support/expect-error.js';

const many = 15_000;
/** More than any of these takes; what grows with the square of the number takes several times as long. */
const seconds = 5;

/** Adds the first and the last of so many scalars. */
function manyParameters(count: number): XlaComputation {
  const lines = Array.from({ length: count }, (_, i) => `p${i} = f32[] parameter(${i})`);
  return parseHlo(`HloModule many\nENTRY e {\n${lines.join('\n')}\nROOT y = f32[] add(p0, p${count - 1})\n}`);
}

async function secondsOf(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return (performance.now() - started) / 1000;
}

describe.each([
  ['inline', { worker: false }],
  ['with threads in a Worker', { worker: true, threads: 2 }],
])('an engine %s', (_, options) => {
  let client: Client;
  let executable: Executable;
  const args = Array.from({ length: many }, (_, i) => i);

  beforeAll(async () => {
    client = await Client.create(options);
    executable = await client.compile(manyParameters(many));
  });
  afterAll(() => {
    client.dispose();
  });

  test('many parameters', async () => {
    const first = await secondsOf(async () => {
      expect((await executable.run(...args)).item()).toBe(many - 1);
    });
    expect(first).toBeLessThan(seconds);
    // Memory that is lent for the arguments takes another way.
    for (let i = 0; i < 2; i++) expect((await executable.run(...args)).item()).toBe(many - 1);
  });

  test('a limit of time counts from the call', async () => {
    const late = { code: 'DEADLINE_EXCEEDED', rule: 'limits.c4' };
    await expectError(() => executable.run(...args, { limits: { milliseconds: 1 } }), {
      ...late,
      message: /\n {2}at ./,
    });
    await expectError(() => executable.run(...args, { signal: AbortSignal.abort() }), { code: 'CANCELLED' });
    if (options.worker) return;
    await expectError(() => executable.runSync(...args, { limits: { milliseconds: 1 } }), late);
  });

  test('a result of many arrays, and donating them', async () => {
    const b = new XlaBuilder('many_results');
    const some = args.slice(0, 10_000);
    const p = b.parameter(0, tuple(...some.map(() => f32())), 'p');
    const same = await client.compile(b.build(p));
    const taken = await secondsOf(async () => {
      const kept: DeviceValue = await same.run(some, { keep: true });
      const given = await same.run(kept, { donate: [0] });
      expect(given.elements[9999]?.item()).toBe(9999);
    });
    expect(taken).toBeLessThan(seconds);
  });
});

test('a fifo gives its entries in their order, and those of an owner', () => {
  const fifo = new Fifo<{ readonly n: number }>();
  const taken: number[] = [];
  for (let n = 0; n < 1000; n++) {
    fifo.push({ n });
    if (n % 3 === 0) taken.push(fifo.shift()?.n ?? NaN);
  }
  expect(
    fifo
      .takeAll(({ n }) => n % 2 === 1)
      .map(({ n }) => n)
      .slice(0, 3),
  ).toEqual([335, 337, 339]);
  while (fifo.length > 0) taken.push(fifo.shift()?.n ?? NaN);
  expect(taken).toEqual(Array.from({ length: taken.length }, (_, i) => (i < 334 ? i : 334 + 2 * (i - 334))));
  expect(fifo.shift()).toBeUndefined();
});
