// Instances that trap, abort or die: what they cost, and that everything else goes on. lost-instances.long.test.ts has what
// becomes of their memory, and pools whose files are damaged.
import { join } from 'node:path';
import { Client, f32, XlaBuilder } from 'hloom';
import type { CoreInstance } from '../../../js/src/instance/core-instance.js';
import { allEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { expectWorking, loop } from '../support/programs.js';
import { startedWorkers } from '../support/started-workers.js';
import { turn } from '../support/turn.js';

/** The key of what only the package itself sees. */
const internal = Symbol.for('hloom.internal') as never;

const trap = (client: Client): Promise<void> => (client[internal] as { trap(): Promise<void> }).trap();
const coreOf = (builder: XlaBuilder): CoreInstance =>
  (builder[internal] as (op: string) => { core: CoreInstance }).call(builder, 'test').core;
const aborted = { code: 'ABORTED', rule: 'js.c14', help: /a new instance takes the place/ };

/** Every worker_thread that a test starts: engines' and pools'. */
const started = startedWorkers();
describe.each(allEngines)('a trap in an engine %s', (_, options) => {
  test('costs its own runs; other engines, the builder and the process go on', async () => {
    const [victim, bystander] = [await Client.create(options), await Client.create(options)];
    const [lost, kept] = [await victim.compile(loop()), await bystander.compile(loop())];
    const controller = new AbortController();
    const going = expectError(() => kept.run(0, { signal: controller.signal }), { code: 'CANCELLED' });
    const pending = expectError(() => lost.run(0), { ...aborted, message: /the engine instance is lost/ });
    await turn(30);
    await expectError(() => trap(victim), aborted);
    await pending;
    // The other endless run is still there to be stopped, and was not stopped before.
    await turn(30);
    controller.abort();
    await going;
    await expectWorking(bystander);
    await expectWorking(victim);
    // Executables of before are compiled again by themselves.
    await expectError(() => lost.run(0, { limits: { instructions: 1000 } }), { code: 'RESOURCE_EXHAUSTED' });
    expect(victim.platform).toEqual(bystander.platform);
    victim.dispose();
    bystander.dispose();
  });
});

test('a Worker that dies costs its runs; the next run gets a new one', async () => {
  const client = await Client.create({ worker: true });
  expect(started).toHaveLength(1);
  const executable = await client.compile(loop());
  const pending = expectError(() => executable.run(0), { ...aborted, message: /its Worker ended with code 1/ });
  await turn(30);
  await started[0]?.terminate();
  await pending;
  await expectWorking(client);
  expect(started).toHaveLength(2);
  client.dispose();
});

test('a Worker that dies while nothing runs is replaced without an error', async () => {
  const client = await Client.create({ worker: true });
  await started[0]?.terminate();
  await turn(10);
  await expectWorking(client);
  client.dispose();
});

test('a pool thread that fails costs the instance of its pool, and not the process', async () => {
  const client = await Client.create({ threads: 2 });
  expect(client.platform.threads).toBe(2);
  expect(started).toHaveLength(1);
  const executable = await client.compile(loop());
  const pending = expectError(() => executable.run(0), { ...aborted, message: /a thread of the pool failed.*boom/ });
  await turn(30);
  started[0]?.emit('error', new Error('boom'));
  await pending;
  await expectWorking(client);
  expect(client.platform.threads).toBe(2);
  client.dispose();
});

const poolEnded = { ...aborted, message: /a thread of the pool ended with code 1/ };

test('a pool thread that ends costs its instance', async () => {
  const client = await Client.create({ threads: 2 });
  const executable = await client.compile(loop());
  const pending = expectError(() => executable.run(0), poolEnded);
  await turn(30);
  await started[0]?.terminate();
  await pending;
  await expectWorking(client);
  expect(client.platform.threads).toBe(2);
  client.dispose();
});

test('so does one of an engine in a Worker', async () => {
  const client = await Client.create({
    threads: 2,
    worker: true,
    workerUrl: join(__dirname, '../support/spy-worker.mjs'),
  });
  const executable = await client.compile(loop());
  const pending = expectError(() => executable.run(0), poolEnded);
  await turn(30);
  const channel = new BroadcastChannel('hloom: end the pool');
  channel.postMessage('');
  await pending;
  channel.close();
  await expectWorking(client);
  expect(client.platform.threads).toBe(2);
  client.dispose();
});

test('a trap of the builder instance costs its builders; the next builder gets a new instance at once', async () => {
  const client = await Client.create();
  const executable = await client.compile(loop(3));
  const b = new XlaBuilder('victim');
  const x = b.parameter(0, f32(), 'x');
  const computation = loop(4);
  await expectError(() => coreOf(b).call('debug.trap', {}), { ...aborted, message: /the builder instance is lost/ });
  await expectError(() => b.add(x, x), aborted);
  await expectError(() => b.build(), aborted);
  await expectError(() => computation.toHloText(), aborted);
  await expectError(() => client.compile(computation), aborted);
  // Values on the engine are not lost, and nothing needs to be awaited.
  const next = new XlaBuilder('next');
  expect(next.build(next.constant(1)).toHloText()).toMatch(/^HloModule next/);
  await expectError(() => next.call(computation, [next.constant(0, 'S32')]), { code: 'ABORTED', rule: 'js.c14' });
  expect((await executable.run(0)).toArray()).toBe(3);
  b.dispose();
  computation.dispose();
  await expectWorking(client);
  client.dispose();
});
