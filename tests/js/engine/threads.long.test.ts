// Threads that compute: the same bits with any number of them, several runs at a time, stopping, and what a run takes of memory.
import { Client, parseHlo, type Executable } from 'hloom';
import { expectError } from '../support/expect-error.js';
import { runScript } from '../support/scripts.js';
import { bytesOf, functions, indices, numbers, programs, textOf } from './threaded-programs.js';
import { turn } from '../support/turn.js';

describe('the same bits', () => {
  let clients: Client[];
  beforeAll(async () => {
    clients = await Promise.all(
      [{ threads: 1 }, { threads: 2 }, { threads: 4 }, { threads: 3, worker: true }].map((o) => Client.create(o)),
    );
    expect(clients.map(({ platform }) => platform.threads)).toEqual([1, 2, 4, 3]);
  });
  afterAll(() => {
    for (const client of clients) client.dispose();
  });

  describe.each([
    [256, 520],
    [40_000, 3],
    [5, 30_001],
  ])('f32[%d,%d]', (rows, columns) => {
    const x = numbers(rows * columns, rows);
    const i = indices(rows, rows);
    test.each(Object.entries(programs(rows, columns)))('%s', async (_, body) => {
      const results: (readonly Buffer[])[] = [];
      for (const client of clients) {
        const executable = await client.compile(parseHlo(textOf(body, rows, columns)));
        // In a run of its own, and concurrently with another.
        for (const result of await Promise.all([executable.run(x, i), executable.run(x, i)])) {
          results.push(bytesOf(result));
        }
        executable.dispose();
      }
      const [first = []] = results;
      expect(first.some((bytes) => bytes.some((byte) => byte !== 0))).toBe(true);
      for (const other of results) {
        expect(other.map((bytes, k) => Buffer.compare(bytes, first[k] as Buffer))).toEqual(first.map(() => 0));
      }
    });
  });
});

describe.each([
  ['inline', {}],
  ['in a Worker', { worker: true }],
])('three threads, %s', (_, options) => {
  let client: Client;
  let sort: Executable;
  const n = 3_000_000;
  const x = numbers(n, 1, true);
  beforeAll(async () => {
    client = await Client.create({ threads: 3, ...options });
    sort = await client.compile(
      parseHlo(
        `${functions}\nENTRY e { x = f32[${n}] parameter(0) ROOT r = f32[${n}] sort(x), dimensions={0}, to_apply=less }`,
      ),
    );
  });
  afterAll(() => {
    client.dispose();
  });

  test('a long sort is stopped, and the next one is whole', async () => {
    for (const after of [0, 5, 20]) {
      const controller = new AbortController();
      const running = expectError(() => sort.run(x, { signal: controller.signal }), {
        code: 'CANCELLED',
        rule: 'js.c15',
      });
      await turn(after);
      controller.abort();
      await running;
    }
    await expectError(() => sort.run(x, { limits: { milliseconds: 3 } }), {
      code: 'DEADLINE_EXCEEDED',
      rule: 'limits.c4',
    });
    const { data } = await sort.run(x);
    const sorted = data as Float32Array;
    let inOrder = 0;
    for (let k = 1; k < n; k++) if (!((sorted[k - 1] as number) > (sorted[k] as number))) inOrder++;
    expect(inOrder).toBe(n - 1);
    expect(await client.statistics()).toMatchObject({ runs: 0, buffers: 0 });
  });

  test('progress is told inside of an operation', async () => {
    let told = 0;
    await sort.run(x, { onProgress: () => told++ });
    expect(told).toBeGreaterThan(1);
  });
});

const chain = `ENTRY e {
  x = f32[266240] parameter(0)
  e = f32[266240] exponential(x)
  s = f32[266240] sine(e)
  ROOT r = f32[266240] add(s, x)
}`;

// Here the baseline compiler of V8 once lost the number of tasks that were done, and some were done twice.
test('the baseline compiler alone', () => {
  const { output } = runScript(
    `
    const program = ${JSON.stringify(chain)};
    const x = Float32Array.from({ length: 266_240 }, (_, i) => Math.sin(i) * 9);
    const results = [];
    for (const threads of [1, 2, 3]) {
      const client = await Client.create({ threads });
      const executable = await client.compile(parseHlo(program));
      for (let i = 0; i < 10; i++) results.push(...(await Promise.all([executable.run(x), executable.run(x)])));
      client.dispose();
    }
    console.log(results.filter((result) => result.equals(results[0])).length);`,
    ['--liftoff-only'],
  );
  expect(output).toBe('60\nend\n');
});

// The scratch memory of more threads is an extra, and never what a run is refused for.
test('a limit of bytes that one thread keeps is enough for several', async () => {
  const n = 400_000;
  const text = `${functions}\nENTRY e { x = f32[${n}] parameter(0) ROOT r = f32[${n}] sort(x), dimensions={0}, is_stable=true, to_apply=farther }`;
  const x = numbers(n, 5);
  const single = await Client.create({ threads: 1 });
  const several = await Client.create({ threads: 4 });
  const [one, four] = await Promise.all([single, several].map((client) => client.compile(parseHlo(text))));
  const fits = async (executable: Executable | undefined, bytes: number): Promise<boolean> =>
    (executable as Executable).run(x, { limits: { bytes } }).then(
      () => true,
      () => false,
    );
  let [low, high] = [0, 64 * n];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await fits(one, middle)) high = middle;
    else low = middle;
  }
  expect(await fits(one, high - 1)).toBe(false);
  expect(await fits(four, high)).toBe(true);
  expect(await fits(four, high - 1)).toBe(false);
  single.dispose();
  several.dispose();
});
