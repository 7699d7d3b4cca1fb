// Programs that take too much are stopped, whatever the engine lives in; the next one runs.
import { Client, f32, XlaBuilder } from 'hloom';
import { internal } from '../../js/src/internal.js';
import { expectError } from './support/expect-error.js';
import { expectWorking, loop } from './support/programs.js';

const trap = (client: Client): Promise<void> =>
  (client as unknown as Record<typeof internal, { trap(): Promise<void> }>)[internal].trap();

describe.each([
  ['inline', {}],
  ['in a Worker', { worker: true }],
  ['with threads', { threads: 2 }],
  ['with threads in a Worker', { threads: 2, worker: true }],
])('an engine %s', (_, options) => {
  let client: Client;

  beforeAll(async () => {
    client = await Client.create(options);
  });
  afterAll(() => {
    client.dispose();
  });
  afterEach(async () => {
    await expectWorking(client);
  });

  test('is what was asked for', () => {
    const threads = 'threads' in options;
    expect(client.platform).toMatchObject({
      simd: true,
      threads: threads ? 2 : 1,
      variant: threads ? 'simd-threads' : 'simd',
      reason: threads ? null : (expect.any(String) as string),
    });
  });

  test('an endless While is stopped by an AbortSignal', async () => {
    const executable = await client.compile(loop());
    const controller = new AbortController();
    const reason = new Error('enough');
    const started = performance.now();
    setTimeout(() => {
      controller.abort(reason);
    }, 50);
    const error = await expectError(() => executable.run(0, { signal: controller.signal }), {
      code: 'CANCELLED',
      rule: 'js.c15',
    });
    expect(error.cause).toBe(reason);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('an endless While is stopped by the instruction limit', async () => {
    const executable = await client.compile(loop());
    const limits = { instructions: 100_000 };
    await expectError(() => executable.run(0, { limits }), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'limits.c1',
      message: /limit of 100000 instructions.*%while/s,
      help: /While whose condition never becomes false/,
    });
  });

  test('a loop that ends does, and reports progress', async () => {
    const executable = await client.compile(loop(1000));
    let instructions = 0;
    const result = await executable.run(0, {
      onProgress: (progress) => {
        instructions = progress.instructions;
      },
    });
    expect(result.toArray()).toBe(1000);
    expect(instructions).toBeGreaterThan(1000);
  });

  test('a 10 TB broadcast', async () => {
    const b = new XlaBuilder('ten_terabytes');
    const executable = await client.compile(b.build(b.broadcast(b.parameter(0, f32(), 'x'), [2_500_000, 1_000_000])));
    await expectError(() => executable.run(1), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'memory.c1',
      message: /10000000000000 bytes/,
      help: /raise the limit/,
    });
  });

  test('a memory limit', async () => {
    const b = new XlaBuilder('eight_megabytes');
    const executable = await client.compile(b.build(b.broadcast(b.parameter(0, f32(), 'x'), [2_000_000])));
    await expectError(() => executable.run(1, { limits: { bytes: 1_000_000 } }), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'memory.c1',
      message: /8000000 bytes.*1000000 bytes/s,
    });
    expect((await executable.run(1)).shape.elementCount).toBe(2_000_000);
  });

  test('a trap costs the runs of the instance and nothing else', async () => {
    const kept = await client.compile(loop(3));
    const endless = await client.compile(loop());
    const pending = expectError(() => endless.run(0), { code: 'ABORTED', rule: 'js.c14' });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await expectError(() => trap(client), { code: 'ABORTED', rule: 'js.c14' });
    await pending;
    expect((await kept.run(0)).toArray()).toBe(3);
  });
});

test('runSync needs an engine in this thread', async () => {
  const inline = await Client.create();
  const executable = await inline.compile(loop(10));
  expect(executable.runSync(0).toArray()).toBe(10);
  await expectError(() => executable.runSync(-1_000_000_000, { limits: { instructions: 1000 } }), {
    code: 'RESOURCE_EXHAUSTED',
  });
  inline.dispose();
  const worker = await Client.create({ worker: true });
  const remote = await worker.compile(loop(10));
  await expectError(() => remote.runSync(0), { code: 'FAILED_PRECONDITION', rule: 'js.c19' });
  worker.dispose();
});
