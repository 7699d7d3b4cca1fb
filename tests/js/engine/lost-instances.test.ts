// Instances that trap, abort or die: what they cost, and that everything else goes on.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { Client, f32, parseHlo, XlaBuilder } from 'hloom';
import type { CoreInstance } from '../../../js/src/instance/core-instance.js';
import { allEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { expectWorking, loop } from '../support/programs.js';
import { endless } from '../support/replica-failures.js';
import { inProcess } from '../support/scripts.js';
import { startedWorkers } from '../support/started-workers.js';
import { turn } from '../support/turn.js';

/** The key of what only the package itself sees. */
const internal = Symbol.for('hloom.internal') as never;

const trap = (client: Client): Promise<void> => (client[internal] as { trap(): Promise<void> }).trap();
const coreOf = (builder: XlaBuilder): CoreInstance =>
  (builder[internal] as (op: string) => { core: CoreInstance }).call(builder, 'test').core;
const aborted = { code: 'ABORTED', rule: 'js.c14', help: /a new instance takes the place/ };

/** Makes a pool's Worker fail some time after it began to work: its clock throws. What it prints is expected. */
const failingClock = `
  const { hrtime } = process;
  let calls = 0, started = Infinity;
  process.hrtime = () => {
    if (++calls === 20) started = Date.now();
    if (Date.now() - started > 300) throw new Error('the clock fails');
    return hrtime();
  };
  err = () => undefined;`;

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
  // What the engine has is not lost, and nothing has to be awaited.
  const next = new XlaBuilder('next');
  expect(next.build(next.constant(1)).toHloText()).toMatch(/^HloModule next/);
  await expectError(() => next.call(computation, [next.constant(0, 'S32')]), { code: 'ABORTED', rule: 'js.c14' });
  expect((await executable.run(0)).toArray()).toBe(3);
  b.dispose();
  computation.dispose();
  await expectWorking(client);
  client.dispose();
});

/** Loses five instances that hold 400 MB each; the handles of all of them and the errors stay. The most memory. */
const losing = (prepare: string, lose: string, use: string): number =>
  inProcess(`
    const internal = Symbol.for('hloom.internal');
    const held = [], errors = [];
    let most = 0;
    ${prepare}
    for (let round = 0; round < 5; round++) {
      try { ${lose} } catch (error) { errors.push(error); }
      most = Math.max(most, process.memoryUsage.rss());
      await turn();
    }
    for (const each of held) {
      try { ${use} } catch (error) { errors.push(error); }
    }
    const rules = errors.map(({ rule }) => rule).join();
    if (rules !== Array(5 + held.length).fill('js.c14').join()) throw new Error(rules);
    return most;`) as number;

test('a lost builder instance does not keep its memory, whoever holds its builders', () => {
  const most = losing(
    'const big = Literal.fromTypedArray(new Float32Array(25_000_000), f32(25_000_000));',
    `const b = new XlaBuilder('full');
    for (let i = 0; i < 4; i++) b.constant(big);
    held.push(b);
    b[internal]('test').core.call('debug.trap', {});`,
    'each.constant(1);',
  );
  process.stdout.write(`five lost builder instances of 400 MB: at most ${(most / 1e6).toFixed(0)} MB\n`);
  expect(most).toBeLessThan(1.6e9);
}, 200_000);

test('a lost engine instance does not keep its memory', () => {
  const program = `ENTRY e {
    all = s32[100000000] iota(), iota_dimension=0
    ROOT last = s32[1] slice(all), slice={[99999999:100000000]}
  }`;
  const most = losing(
    `const client = await Client.create();
    const executable = await client.compile(parseHlo(${JSON.stringify(program)}));`,
    `if ((await executable.run()).data[0] !== 99999999) throw new Error('wrong');
    most = Math.max(most, process.memoryUsage.rss());
    await client[internal].trap();`,
    '',
  );
  process.stdout.write(`five lost engine instances of 400 MB: at most ${(most / 1e6).toFixed(0)} MB\n`);
  expect(most).toBeLessThan(1.6e9);
}, 200_000);

describe('a pool of other files', () => {
  const name = 'hloom-simd-threads.node.worker.cjs';
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hloom-pool-'));
    cpSync(join(dirname(require.resolve('hloom')), 'wasm'), folder, { recursive: true });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  // The engine then waits inside of WebAssembly, and no event of the pool can reach it.
  test.each([false, true])('a thread that fails while the engine waits for it (in a Worker: %s)', async (worker) => {
    const script = join(folder, name);
    writeFileSync(script, `${readFileSync(script, 'utf8')}\n${failingClock}`);
    const client = await Client.create({ threads: 2, worker, wasmUrl: `${folder}${sep}` });
    const executable = await client.compile(parseHlo(endless), { replicas: 2 });
    const pending = expectError(() => executable.runReplicated([[0], [1]]), {
      ...aborted,
      message: /a thread of the pool failed[^]*\n {2}device 0 waits at %z .* for device 1\n {2}device 1 runs\n/,
    });
    await pending;
    const sums = await executable.runReplicated([[0], [-1]]);
    expect(sums.map((sum) => sum.toArray())).toEqual([-1, -1]);
    client.dispose();
  });

  const expectOneThread = async (why: RegExp): Promise<void> => {
    for (const worker of [false, true]) {
      const client = await Client.create({ threads: 2, worker, wasmUrl: `${folder}${sep}` });
      expect(client.platform).toMatchObject({
        threads: 1,
        variant: 'simd',
        reason: expect.stringMatching(why) as string,
      });
      await expectWorking(client);
      client.dispose();
    }
  };

  test('whose script is missing', async () => {
    rmSync(join(folder, name));
    await expectOneThread(/the pool of 2 threads did not start.*Cannot find module/s);
  });
  test('whose script is broken', async () => {
    writeFileSync(join(folder, name), 'syntax error');
    await expectOneThread(/did not start.*SyntaxError|did not start.*Unexpected identifier/s);
  });
  test('whose WebAssembly is missing', async () => {
    rmSync(join(folder, 'hloom-simd-threads.wasm'));
    await expectOneThread(/did not start.*hloom-simd-threads\.wasm cannot be read/s);
  });
});
