// Runs without JSON: what is kept between them, and what is not.
import { Client, f32, Literal, parseHlo, XlaBuilder, type Executable } from 'hloom';
import { allEngines, clientForAll } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { startedWorkers } from '../support/started-workers.js';
import { turn } from '../support/turn.js';

/** Every worker_thread that a test starts. */
const started = startedWorkers();

const adding = (n: number): ReturnType<typeof parseHlo> =>
  parseHlo(`ENTRY e { x = f32[${n}] parameter(0)\n y = f32[${n}] parameter(1)\n ROOT s = f32[${n}] add(x, y) }`);

describe.each(allEngines)('an engine %s', (_, options) => {
  let client: Client;
  clientForAll(options, (made) => {
    client = made;
  });
  const compile = (text: string): Promise<Executable> => client.compile(parseHlo(text));

  test.each([0, 1, 3, 5000, 300_000, 1_300_001])('%d elements, again and again', async (n) => {
    const executable = await client.compile(adding(n));
    for (let i = 0; i < 4; i++) {
      const [x, y] = [new Float32Array(n).fill(i), new Float32Array(n).fill(1)];
      const running = executable.run(x, y);
      // The run has its copy.
      x.fill(99);
      const { data } = await running;
      expect(data.length).toBe(n);
      expect((data as Float32Array).every((element) => element === i + 1)).toBe(true);
      expect(data.buffer.byteLength).toBe(4 * n);
    }
    expect(await client.statistics()).toMatchObject({ runs: 0, buffers: 0 });
    executable.dispose();
    expect(await client.statistics()).toMatchObject({ executables: 0 });
  });

  test('many at a time', async () => {
    for (const n of [4, 100_000, 600_000]) {
      const executable = await client.compile(adding(n));
      const runs = Array.from({ length: 20 }, (_, i) =>
        executable.run(new Float32Array(n).fill(i), new Float32Array(n).fill(1)),
      );
      const results = await Promise.all(runs);
      expect(results.map(({ data }) => data[n - 1])).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
      executable.dispose();
    }
  });

  test('results are the caller’s own', async () => {
    const executable = await compile('ENTRY e { ROOT x = f32[2] parameter(0) }');
    const first = await executable.run([1, 2]);
    const second = await executable.run([3, 4]);
    (second.data as Float32Array).fill(7);
    expect(first.toArray()).toEqual([1, 2]);
    expect((await executable.run(first)).toArray()).toEqual([1, 2]);
  });

  test('tuples of everything', async () => {
    const executable = await compile(
      `ENTRY e {
  p = (f32[2], (pred[3], token[]), s64[]) parameter(0)
  big = f32[50000] parameter(1)
  ROOT t = ((f32[2], (pred[3], token[]), s64[]), f32[50000], ()) tuple(p, big, u)
  }`.replace('  ROOT', '  u = () tuple()\n  ROOT'),
    );
    const big = new Float32Array(50_000).fill(3);
    const result = await executable.run([[1, 2], [[true, false, true], null], 5n] as never, big);
    expect(result.shape.toString()).toBe('((f32[2], (pred[3], token[]), s64[]), f32[50000], ())');
    expect(result.elements[0]?.toArray()).toEqual([[1, 2], [[true, false, true], null], 5n]);
    expect(result.elements[1]?.equals(Literal.fromTypedArray(big, [50_000]))).toBe(true);
    const again = await executable.run(result.elements[0] as Literal, big);
    expect(again.equals(result)).toBe(true);
  });

  test('small arrays of all widths, and nothing at all', async () => {
    const executable = await compile(
      `ENTRY e {
  a = pred[3] parameter(0)
  b = f64[2] parameter(1)
  c = c128[1] parameter(2)
  d = u8[0] parameter(3)
  e = bf16[5] parameter(4)
  ROOT t = (bf16[5], u8[0], c128[1], f64[2], pred[3]) tuple(e, d, c, b, a)
  }`,
    );
    const bits = new Uint16Array([0x3f80, 0x7fa1, 0, 1, 0xff80]);
    const given = [[true, false, true], [1.5, -2], [{ re: 3, im: -4 }], new Uint8Array(0), bits];
    const first = await executable.run(...(given as never[]));
    const { elements } = await executable.run(...[...first.elements].reverse());
    expect(elements.map(({ data }) => data)).toEqual(first.elements.map(({ data }) => data));
    expect(elements[0]?.data).toEqual(bits);
    expect(elements[2]?.data).toEqual(new Float64Array([3, -4]));
    expect(elements[4]?.toArray()).toEqual([true, false, true]);
    for (const { data } of elements) expect(data.buffer.byteLength).toBe(data.byteLength);
    const nothing = await compile('ENTRY e { ROOT t = () tuple() }');
    expect((await nothing.run()).elements).toEqual([]);
  });

  test('a run with options leaves none behind', async () => {
    const executable = await client.compile(adding(3));
    const run = (limits = {}): Promise<Literal> => executable.run([1, 2, 3], [4, 5, 6], { limits });
    await expectError(() => run({ instructions: 1 }), { code: 'RESOURCE_EXHAUSTED', rule: 'limits.c1' });
    expect((await run({ instructions: 100, milliseconds: 60_000, bytes: 1000 })).toArray()).toEqual([5, 7, 9]);
    await expectError(() => run({ bytes: 1 }), { code: 'RESOURCE_EXHAUSTED', rule: 'memory.c1' });
    expect((await executable.run([1, 2, 3], [4, 5, 6])).toArray()).toEqual([5, 7, 9]);
    const kept = await executable.run([1, 2, 3], [4, 5, 6], { keep: true });
    expect((await executable.run([1, 2, 3], kept)).toArray()).toEqual([6, 9, 12]);
    expect((await executable.run([1, 2, 3], [4, 5, 6])).toArray()).toEqual([5, 7, 9]);
    kept.dispose();
  });

  test('truth values and small integers are checked', async () => {
    const executable = await compile('ENTRY e { x = pred[2] parameter(0)\n ROOT n = pred[2] not(x) }');
    expect((await executable.run(new Uint8Array([0, 1]))).toArray()).toEqual([true, false]);
    await expectError(() => executable.run(new Uint8Array([0, 2])), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c10',
      message: /at argument 0 \(parameter "x"\)/,
    });
    const array = new Uint8Array(2);
    structuredClone(array, { transfer: [array.buffer] });
    await expectError(() => executable.run(array), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
    expect((await executable.run([true, true])).toArray()).toEqual([false, false]);
  });

  test('arguments of many bytes are checked, kept in order, and given up', async () => {
    const n = 5_000_000;
    const executable = await compile(
      `ENTRY e { x = pred[${n}] parameter(0)\n i = s32[] parameter(1)\n
        ROOT s = pred[1] dynamic-slice(x, i), dynamic_slice_sizes={1} }`,
    );
    const bytes = new Uint8Array(n);
    bytes[n - 1] = 1;
    const wrong = bytes.slice();
    wrong[3_000_000] = 2;
    const runs = [n - 1, 0, n - 1].map((i) => executable.run(bytes, i));
    const refused = expectError(() => executable.run(wrong, 0), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c10',
      message: /at argument 0 \(parameter "x"\)/,
    });
    const controller = new AbortController();
    const given = expectError(() => executable.run(bytes, 0, { signal: controller.signal }), { code: 'CANCELLED' });
    controller.abort();
    // The sent bytes belong to this run.
    const last = executable.run(bytes, n - 1);
    bytes.fill(0);
    expect((await Promise.all(runs)).map((result) => result.toArray())).toEqual([[true], [false], [true]]);
    await refused;
    await given;
    expect((await last).toArray()).toEqual([true]);
    expect(await client.statistics()).toMatchObject({ runs: 0, buffers: 0 });
    executable.dispose();
    expect(await client.statistics()).toMatchObject({ bufferBytes: 0 });
  });

  test('large results come in pieces, and an abort is heard between them', async () => {
    const n = 2 ** 23;
    const executable = await compile(`ENTRY e { ROOT x = f32[${n}] iota(), iota_dimension=0 }`);
    const { data } = await executable.run();
    expect([data[0], data[5_000_000], data[n - 1]]).toEqual([0, 5_000_000, Math.fround(n - 1)]);
    const controller = new AbortController();
    const run = expectError(() => executable.run({ signal: controller.signal }), { code: 'CANCELLED' });
    await turn(1);
    controller.abort();
    await run;
    expect(await client.statistics()).toMatchObject({ runs: 0, buffers: 0 });
    executable.dispose();
  });
});

test('from the second run on, nothing is allocated for arrays', async () => {
  const client = await Client.create();
  const executable = await client.compile(adding(100_000));
  const [x, y] = [client.toDevice(new Float32Array(100_000)), client.toDevice(new Float32Array(100_000))];
  let result = executable.runSync(x, y, { keep: true });
  const { pooledBytes } = await client.statistics();
  for (let i = 0; i < 10; i++) result = executable.runSync(x, result, { keep: true, donate: [1] });
  expect((await client.statistics()).valueBytes).toBe(1_200_000);
  expect((await client.statistics()).pooledBytes).toBeLessThanOrEqual(pooledBytes + 400_000);
  client.dispose();
});

test('a training loop moves nothing but its batch', async () => {
  const client = await Client.create({ worker: true });
  const b = new XlaBuilder('step');
  const [weights, batch] = [b.parameter(0, f32(1000, 100), 'w'), b.parameter(1, f32(1000), 'x')];
  const moved = b.sub(weights, b.broadcastInDim(batch, [1000, 100], [0]));
  const step = await client.compile(b.build(moved));
  let w = client.toDevice(new Float32Array(100_000), f32(1000, 100));
  await w.toLiteral();
  // Everything that crosses to the Worker and back is in messages.
  let bytes = 0;
  const count = (value: unknown): void => {
    if (value instanceof ArrayBuffer) bytes += value.byteLength;
    else if (ArrayBuffer.isView(value)) bytes += value.byteLength;
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) count(part);
  };
  const worker = started[0] as (typeof started)[0];
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message, transfer) => {
    count(message);
    post(message, transfer);
  };
  worker.on('message', count);
  for (let i = 0; i < 10; i++) w = await step.run(w, new Float32Array(1000).fill(1), { keep: true, donate: [0] });
  worker.off('message', count);
  expect(bytes).toBe(10 * 4000);
  expect((await w.toLiteral()).data[99_999]).toBe(-10);
  expect(await client.statistics()).toMatchObject({ values: 1, valueBytes: 400_000 });
  client.dispose();
});
