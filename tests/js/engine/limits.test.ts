// Programs that exceed limits are stopped, in any kind of engine; the next one runs.
import { Client, f32, XlaBuilder, type XlaComputation } from 'hloom';
import type { CoreInstance } from '../../../js/src/instance/core-instance.js';
import { internal } from '../../../js/src/base/internal.js';
import { allEngines, clientForAll } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { expectWorking, loop } from '../support/programs.js';

const trap = (client: Client): Promise<void> =>
  (client as unknown as Record<typeof internal, { trap(): Promise<void> }>)[internal].trap();

describe.each(allEngines)('an engine %s', (_, options) => {
  let client: Client;
  clientForAll(options, (made) => {
    client = made;
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
      message:
        /10000000000000 bytes\) does not fit into the 4\.0 GiB \(4294967296 bytes\) that WebAssembly can address/,
      help: /no option raises this limit/,
    });
    // A greater limit does not change this.
    await expectError(() => executable.run(1, { limits: { bytes: 2n ** 62n } }), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'memory.c1',
      message: /that WebAssembly can address/,
    });
  });

  test('a value of 3 GiB', async () => {
    const b = new XlaBuilder('three_gibibytes');
    const executable = await client.compile(b.build(b.broadcast(b.parameter(0, f32(), 'x'), [3 * 2 ** 28])));
    await expectError(() => executable.run(1), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'memory.c2',
      message: /a value of 3\.0 GiB \(3221225472 bytes\) is too big: 2\.0 GiB .* is the most that one value can take/,
      help: /split it/,
    });
  });

  test('a memory limit', async () => {
    const b = new XlaBuilder('eight_megabytes');
    const executable = await client.compile(b.build(b.broadcast(b.parameter(0, f32(), 'x'), [2_000_000])));
    await expectError(() => executable.run(1, { limits: { bytes: 1_000_000 } }), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'memory.c1',
      message: /8000000 bytes.*the memory limit of 976\.6 KiB \(1000000 bytes\)/s,
      help: /raise the limit, which is limits\.bytes$/,
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

describe('memoryLimit', () => {
  const eightMegabytes = (): XlaComputation => {
    const b = new XlaBuilder('eight_megabytes');
    return b.build(b.broadcast(b.parameter(0, f32(), 'x'), [2_000_000]));
  };

  test('is called by its name, and no limit of a run raises it', async () => {
    const client = await Client.create({ memoryLimit: 1_000_000 });
    const executable = await client.compile(eightMegabytes());
    const refused = { code: 'RESOURCE_EXHAUSTED', rule: 'memory.c1', message: /limit of 976\.6 KiB \(1000000 bytes\)/ };
    const help = /raise the limit, which is memoryLimit of the client$/;
    await expectError(() => executable.run(1), { ...refused, help });
    for (const bytes of [Infinity, 16_000_000]) {
      await expectError(() => executable.run(1, { limits: { bytes } }), { ...refused, help });
    }
    await expectError(() => executable.run(1, { limits: { bytes: 1000 } }), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'memory.c1',
      help: /raise the limit, which is limits\.bytes$/,
    });
    client.dispose();
  });

  test.each([Infinity, 2 ** 53 - 1, 16 * 2 ** 30])('%p is no limit', async (memoryLimit) => {
    const client = await Client.create({ memoryLimit });
    expect((await (await client.compile(eightMegabytes())).run(1)).shape.elementCount).toBe(2_000_000);
    const b = new XlaBuilder('eight_gibibytes');
    const executable = await client.compile(b.build(b.broadcast(b.constant(1), [2 ** 31])));
    await expectError(() => executable.run(), {
      code: 'RESOURCE_EXHAUSTED',
      rule: 'memory.c1',
      message: /a value of 8\.0 GiB .* does not fit into the 4\.0 GiB .* that WebAssembly can address/,
    });
    client.dispose();
  });
});

test('memory of an instance that has grown as far as WebAssembly can address', async () => {
  const client = await Client.create();
  const b = new XlaBuilder('half_a_gigabyte');
  const proto = b.build(b.broadcast(b.constant(1), [125_000_000])).toProto();
  const core = (b as unknown as Record<typeof internal, (op: string) => { core: CoreInstance }>)[internal]('test').core;
  /** Bytes that are never written, for which the machine needs no memory. */
  const allocate = (bytes: number): number => {
    let asked = 0;
    return core.copyIn({
      get length() {
        return asked++ === 0 ? bytes : 0;
      },
    } as Uint8Array);
  };
  const held = [allocate(1.9 * 2 ** 30), allocate(1.9 * 2 ** 30)];
  const { executable } = core.call('engine.compile', { buffer: core.copyIn(proto) });
  const run = core.openRun(executable);
  await expectError(() => core.goOn(run, 1000), {
    code: 'RESOURCE_EXHAUSTED',
    rule: 'memory.c2',
    message:
      /no 476\.8 MiB \(500000000 bytes\) in one piece are left of the 4\.0 GiB .*\n {2}the memory .* has grown to 3\.[89] GiB/,
  });
  await expectError(() => allocate(2 ** 29), {
    code: 'RESOURCE_EXHAUSTED',
    rule: 'js.c27',
    message:
      /512\.0 MiB \(536870912 bytes\) do not fit .*builder instance\n {2}it has grown to 3\.[89] GiB .* of the 4\.0 GiB/,
  });
  await expectError(() => allocate(2 ** 31), {
    code: 'RESOURCE_EXHAUSTED',
    rule: 'js.c27',
    message: /2\.0 GiB \(2147483648 bytes\) are too many for one value/,
  });
  for (const handle of held) core.release(handle);
  core.closeRun(run);
  core.call('engine.release_executable', { executable });
  client.dispose();
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
