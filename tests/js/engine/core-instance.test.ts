import { CoreInstance } from '../../../js/src/instance/core-instance.js';
import { expectError } from '../support/expect-error.js';
import { FakeModule } from '../support/fake-core.js';

const setUp = (): { module: FakeModule; core: CoreInstance } => {
  const module = new FakeModule();
  return { module, core: new CoreInstance(module, 'the instance') };
};

test('buffers go in and come out, also when the memory grows between', () => {
  const { module, core } = setUp();
  const first = core.copyIn(new Uint8Array([1, 2, 3]));
  const big = core.copyIn(new Uint8Array(1_000_000).fill(7));
  expect(core.takeOut(first)).toEqual(new Uint8Array([1, 2, 3]));
  expect(core.takeOut(big).every((byte) => byte === 7)).toBe(true);
  expect(module.buffers.size).toBe(0);
});

test('what is taken out is no view of the memory', () => {
  const { module, core } = setUp();
  const bytes = core.takeOut(core.copyIn(new Uint8Array([1])));
  expect(bytes.buffer.byteLength).toBe(1);
  module.HEAPU8.fill(9);
  expect(bytes).toEqual(new Uint8Array([1]));
});

test('a refused allocation leaves nothing behind', async () => {
  const { module, core } = setUp();
  const gone = { code: 'RESOURCE_EXHAUSTED', rule: 'js.c27' };
  const many = [new Uint8Array(1), new Uint8Array(2)];
  const allocate = module.allocate.bind(module);
  module.allocate = (bytes) => (bytes === 2 ? 0 : allocate(bytes));
  await expectError(() => core.copyAllIn(many), gone);
  expect(module.buffers.size).toBe(0);
  expect(core.lost).toBeUndefined();
});

test("the core's errors are passed on", async () => {
  const { core } = setUp();
  const error = await expectThrow(() => core.call('engine.trace', { run: 77 }));
  expect(error).toMatchObject({ name: 'HloomError', code: 'INVALID_ARGUMENT', rule: 'handle.c1' });
  expect(core.lost).toBeUndefined();
});

test('a trap loses the instance: every later call is ABORTED, and nothing reaches the module', async () => {
  const { module, core } = setUp();
  const lost: unknown[] = [];
  core.onLost((error) => lost.push(error));
  const aborted = { code: 'ABORTED', rule: 'js.c14', message: /the instance is lost: RuntimeError: unreachable/ };
  const error = await expectError(() => core.call('debug.trap', {}), aborted);
  expect(error.cause).toBeInstanceOf(WebAssembly.RuntimeError);
  const calls = module.calls.length;
  await expectError(() => core.call('statistics', {}), aborted);
  await expectError(() => core.copyIn(new Uint8Array(1)), aborted);
  core.release(1);
  core.tryCall('builder.release', { builder: 1 });
  expect(module.calls.length).toBe(calls);
  expect(lost).toHaveLength(1);
});

test('losing a threaded instance ends its pool', () => {
  const module = new FakeModule(2);
  new CoreInstance(module, 'the instance').poison('a thread failed');
  expect(module.terminated).toBe(1);
});

test('an answer that is none is INTERNAL', async () => {
  const { module, core } = setUp();
  for (const answer of ['', '{}', 'null', '[1', '3']) {
    module.respond = () => answer;
    await expectError(() => core.call('statistics', {}), { code: 'INTERNAL', rule: 'js.c26' });
  }
});

async function expectThrow(action: () => unknown): Promise<unknown> {
  try {
    await action();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}
