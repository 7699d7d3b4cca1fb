// Clients and executables over fake modules: every state of an engine instance.
import { Client } from '../../../js/src/engine/client.js';
import type { Executable } from '../../../js/src/engine/executable.js';
import type { RunOptions } from '../../../js/src/engine/run/options.js';
import { internal } from '../../../js/src/base/internal.js';
import { installPlatform } from '../../../js/src/instance/platform.js';
import { nothingHeld } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { FakePlatform, fakeProgram, type FakeModule } from '../support/fake-core.js';

const platform = new FakePlatform();
let client: Client;

const vector = { type: 'F32', dimensions: ['3'] };
const engineModule = (): FakeModule => platform.modules.at(-1) as FakeModule;
const compile = (options = {}): Promise<Executable> => client.compile(fakeProgram([vector], options));
const aborted = { code: 'ABORTED', rule: 'js.c14' };

beforeAll(() => {
  installPlatform(platform);
});
beforeEach(async () => {
  client = await Client.create();
});
afterEach(() => {
  client.dispose();
});

test('runs, and gives all buffers and handles back', async () => {
  const executable = await compile();
  const result = await executable.run([1, 2, 3]);
  expect(result.data).toEqual(new Float32Array([1, 2, 3]));
  expect(executable.runSync(new Float32Array([4, 5, 6])).toArray()).toEqual([4, 5, 6]);
  expect(await client.statistics()).toMatchObject({ ...nothingHeld, executables: 1 });
  executable.dispose();
  executable.dispose();
  expect((await client.statistics()).executables).toBe(0);
});

test('several runs at a time', async () => {
  const executable = await compile();
  const results = await Promise.all([1, 2, 3].map((value) => executable.run([value, value, value])));
  expect(results.map((result) => result.toArray())).toEqual([1, 2, 3].map((value) => [value, value, value]));
});

test('reports progress', async () => {
  const executable = await compile();
  const seen: number[] = [];
  await executable.run([1, 2, 3], { onProgress: ({ instructions }) => seen.push(instructions) });
  expect(seen).toEqual([10, 20, 30]);
});

test('an abort stops an endless run; the next one runs', async () => {
  const endless = await compile({ endless: true });
  const cancelled = { code: 'CANCELLED', rule: 'js.c15' };
  const reason = new Error('enough');
  for (const delay of [0, 20]) {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort(reason);
    }, delay);
    const error = await expectError(() => endless.run([1, 2, 3], { signal: controller.signal }), cancelled);
    expect(error.cause).toBe(reason);
  }
  await expectError(() => endless.run([1, 2, 3], { signal: AbortSignal.abort(reason) }), cancelled);
  await expectError(() => endless.run([1, 2, 3], { signal: AbortSignal.timeout(10) }), cancelled);
  expect(engineModule().runs.size).toBe(0);
  expect((await (await compile()).run([1, 2, 3])).toArray()).toEqual([1, 2, 3]);
});

test('an abort from within onProgress, and an error from it', async () => {
  const endless = await compile({ endless: true });
  const controller = new AbortController();
  const onProgress = (): void => {
    controller.abort();
  };
  await expectError(() => endless.run([1, 2, 3], { signal: controller.signal, onProgress }), { code: 'CANCELLED' });
  const boom = new Error('boom');
  const failing = endless.run([1, 2, 3], {
    onProgress: () => {
      throw boom;
    },
  });
  await expect(failing).rejects.toBe(boom);
});

test('a trap costs its runs; the next run gets a new instance and compiles again', async () => {
  const executable = await compile();
  const endless = await compile({ endless: true });
  const pending = expectError(() => endless.run([1, 2, 3]), aborted);
  const before = engineModule();
  await expectError(() => client[internal].trap(), aborted);
  await pending;
  await expectError(() => executable.runSync([1, 2, 3]), { ...aborted, message: /await executable\.run/ });
  expect((await executable.run([1, 2, 3])).toArray()).toEqual([1, 2, 3]);
  expect(engineModule()).not.toBe(before);
  expect(executable.runSync([1, 2, 3]).toArray()).toEqual([1, 2, 3]);
  expect(engineModule().executables.size).toBe(1);
});

test('concurrent runs after a trap share one new instance and one compilation', async () => {
  const executable = await compile();
  await expectError(() => client[internal].trap(), aborted);
  const count = platform.modules.length;
  await Promise.all([1, 2, 3].map((value) => executable.run([value, value, value])));
  expect(platform.modules.length).toBe(count + 1);
  expect(engineModule().executables.size).toBe(1);
});

test('a client that is disposed ends everything, with typed errors', async () => {
  const executable = await compile();
  const endless = await compile({ endless: true });
  const pending = expectError(() => endless.run([1, 2, 3]), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
  // This waits until the run is under way.
  await new Promise((resolve) => setTimeout(resolve, 5));
  client.dispose();
  await pending;
  const disposed = { code: 'FAILED_PRECONDITION', rule: 'js.c2' };
  await expectError(() => executable.run([1, 2, 3]), disposed);
  await expectError(() => executable.runSync([1, 2, 3]), disposed);
  await expectError(() => client.compile(fakeProgram([])), disposed);
  await expectError(() => client.statistics(), disposed);
});

test('while a new instance starts, a run can be stopped, and a client disposed', async () => {
  const executable = await compile();
  await expectError(() => client[internal].trap(), aborted);
  let start: () => void = () => undefined;
  platform.starting = new Promise((resolve) => {
    start = resolve;
  });
  const run = (options: RunOptions): Promise<unknown> => executable.run([1, 2, 3], options);
  await expectError(() => run({ limits: { milliseconds: 20 } }), { code: 'DEADLINE_EXCEEDED', rule: 'limits.c4' });
  await expectError(() => run({ signal: AbortSignal.timeout(10) }), { code: 'CANCELLED', rule: 'js.c15' });
  const pending = run({});
  const disposed = { code: 'FAILED_PRECONDITION', rule: 'js.c2' };
  client.dispose();
  await expectError(() => pending, disposed);
  platform.starting = undefined;
  start();
});

test('a disposed executable', async () => {
  const executable = await compile();
  executable[Symbol.dispose]();
  await expectError(() => executable.run([1, 2, 3]), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
});

test.each([
  [{ signals: 1 }, /unknown option "signals"/],
  [{ signal: 1 }, /signal is 1/],
  [{ onProgress: 1 }, /onProgress is 1/],
  [{ limits: 1 }, /limits is 1/],
  [{ limits: { instructions: -1 } }, /limits\.instructions is -1/],
  [{ limits: { bytes: 1.5 } }, /limits\.bytes is 1\.5/],
])('refuses the options %j', async (options, message) => {
  const executable = await compile();
  await expectError(() => executable.run([1, 2, 3], options as never), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c22',
    message,
  });
});

test('runSync takes no signal', async () => {
  const executable = await compile();
  const options = { signal: new AbortController().signal } as never;
  await expectError(() => executable.runSync([1, 2, 3], options), { code: 'INVALID_ARGUMENT', rule: 'js.c22' });
});

test('memory that is not to be had', async () => {
  const executable = await compile();
  engineModule().outOfMemory = true;
  await expectError(() => executable.run([1, 2, 3]), {
    code: 'RESOURCE_EXHAUSTED',
    rule: 'js.c27',
    message:
      /12 bytes do not fit .*\n {2}the machine refuses more: it has grown to 64\.0 KiB .*, and WebAssembly could/,
  });
  engineModule().outOfMemory = false;
  expect((await executable.run([1, 2, 3])).toArray()).toEqual([1, 2, 3]);
});

test('refuses to compile what is no program', async () => {
  for (const program of [undefined, {}, new DataView(new ArrayBuffer(4))]) {
    await expectError(() => client.compile(program as never), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
  }
});
