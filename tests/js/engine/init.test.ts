// Loading, against fake modules. Each test starts with the package not loaded at all.
import type * as BuilderInstance from '../../../js/src/builder/builder-instance.js';
import type * as ClientModule from '../../../js/src/engine/client.js';
import type * as PlatformModule from '../../../js/src/instance/platform.js';
import { emptyWasm, FakePlatform } from '../support/fake-core.js';
import { expectError } from '../support/expect-error.js';

interface Fresh {
  platform: FakePlatform;
  instance: typeof BuilderInstance;
  Client: typeof ClientModule.Client;
}

function fresh(): Fresh {
  jest.resetModules();
  const { installPlatform } = jest.requireActual<typeof PlatformModule>('../../../js/src/instance/platform.js');
  const platform = new FakePlatform();
  installPlatform(platform);
  const instance = jest.requireActual<typeof BuilderInstance>('../../../js/src/builder/builder-instance.js');
  const { Client } = jest.requireActual<typeof ClientModule>('../../../js/src/engine/client.js');
  return { platform, instance, Client };
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

test('building before init is refused', async () => {
  const { instance } = fresh();
  await expectError(() => instance.builderInstance('XlaBuilder'), {
    code: 'FAILED_PRECONDITION',
    rule: 'js.c1',
    message: /await init\(\)/,
  });
});

test('concurrent calls share one load, later ones do nothing', async () => {
  const { platform, instance } = fresh();
  await Promise.all([instance.init(), instance.init(), instance.init()]);
  await instance.init({ wasmUrl: '/elsewhere.wasm' });
  expect(platform.modules).toHaveLength(1);
  expect(platform.reads).toEqual(['/wasm/hloom.wasm']);
  expect(instance.builderInstance('test').lost).toBeUndefined();
});

test('HTML instead of WebAssembly is called by its name', async () => {
  const { platform, instance } = fresh();
  platform.files.set('/wasm/hloom.wasm', {
    bytes: bytes('<!doctype html><title>App</title>'),
    contentType: 'text/html',
  });
  await expectError(() => instance.init(), {
    code: 'FAILED_PRECONDITION',
    rule: 'js.c17',
    message: /\/wasm\/hloom\.wasm is an HTML page.*<!doctype html>.*text\/html/s,
  });
  // The next try may find the server in a better mood.
  platform.files.clear();
  await instance.init();
});

test('other ways not to be WebAssembly', async () => {
  const { platform, instance } = fresh();
  const notWasm = { code: 'FAILED_PRECONDITION', rule: 'js.c17' };
  await expectError(() => instance.init({ wasmBinary: bytes('hello') }), { ...notWasm, message: /something else/ });
  await expectError(() => instance.init({ wasmBinary: new ArrayBuffer(0) }), notWasm);
  await expectError(() => instance.init({ wasmBinary: new Uint8Array([0, 0x61, 0x73, 0x6d, 9, 9]) }), {
    ...notWasm,
    message: /compile/,
  });
  platform.files.set('/x.wasm', { bytes: bytes(''), contentType: 'error' });
  await expectError(() => instance.init({ wasmUrl: '/x.wasm' }), {
    code: 'FAILED_PRECONDITION',
    rule: 'js.c16',
    message: /\/x\.wasm.*no such file/s,
  });
});

test('a folder without the slash at its end', async () => {
  const { platform, instance, Client } = fresh();
  const help = /help: if it is a folder, write a slash at its end: wasmUrl: "\/assets\/"; otherwise /;
  platform.files.set('/assets', { bytes: bytes(''), contentType: 'error' });
  await expectError(() => instance.init({ wasmUrl: '/assets' }), { code: /./, rule: 'js.c16', message: help });
  platform.files.set('/assets', { bytes: bytes('<!doctype html>'), contentType: 'text/html' });
  await expectError(() => Client.create({ wasmUrl: '/assets' }), { code: /./, rule: 'js.c17', message: help });
  // A file that is called like one is meant as one.
  platform.files.set('/x.wasm', { bytes: bytes(''), contentType: 'error' });
  for (const options of [{ wasmUrl: '/x.wasm' }, { wasmBinary: bytes('hello') }]) {
    await expectError(() => instance.init(options), { code: /./, message: /^(?![^]*slash)/ });
  }
});

test('a folder, a binary, a module', async () => {
  const first = fresh();
  await first.instance.init({ wasmUrl: '/assets/' });
  expect(first.platform.reads).toEqual(['/assets/hloom.wasm']);
  const second = fresh();
  await second.instance.init({ wasmBinary: emptyWasm });
  expect(second.platform.reads).toEqual([]);
  const third = fresh();
  await third.Client.create({ wasmModule: await WebAssembly.compile(emptyWasm) });
  expect(third.platform.reads).toEqual([]);
  expect(third.platform.modules).toHaveLength(2);
});

test('a folder for the scripts, and the WebAssembly itself', async () => {
  const { platform, instance, Client } = fresh();
  await instance.init({ wasmUrl: '/assets/', wasmBinary: emptyWasm, workerUrl: '/worker.mjs' });
  expect(platform.reads).toEqual([]);
  expect(platform.glues).toEqual(['/assets/hloom.js']);
  expect(instance.givenToInit()).toMatchObject({
    folder: '/assets/',
    module: { canShareMemory: true },
    worker: '/worker.mjs',
  });
  // A client that names another script for its Worker has the rest from init().
  await Client.create({ workerUrl: '/other.mjs' });
  expect(platform.reads).toEqual([]);
  expect(platform.glues).toEqual(['/assets/hloom.js', '/assets/hloom.js']);
});

test('the script of the Worker: what the client says, else what init() was told', async () => {
  const { platform, instance, Client } = fresh();
  await instance.init({ workerUrl: new URL('https://example.org/worker.mjs') });
  const scripts: unknown[] = [];
  platform.startWorker = (script?: string): never => {
    scripts.push(script);
    throw new Error('no Worker here');
  };
  await Client.create({ worker: true }).catch(() => undefined);
  await Client.create({ worker: true, workerUrl: '/own.mjs' }).catch(() => undefined);
  expect(scripts).toEqual(['https://example.org/worker.mjs', '/own.mjs']);
});

test.each([
  [{ wasmUrl: 5 }, /wasmUrl is 5\n/],
  [{ workerUrl: {} }, /workerUrl is a plain object/],
  [{ wasmBinary: 'AGFzbQ==' }, /wasmBinary is "AGFzbQ=="/],
  [{ wasmBinary: new Float32Array(2) }, /wasmBinary is a Float32Array/],
  [{ wasmModule: emptyWasm }, /wasmModule is a Uint8Array/],
  [{ wasmUrl: '/x.wasm', wasmBinary: emptyWasm }, /given more than once/],
  [{ wasmurl: '/x/' }, /unknown option "wasmurl"\n.*did you mean wasmUrl/],
  [7, /the options are 7/],
  [null, /the options are null/],
])('init refuses the options %j, and so does a client', async (options, message) => {
  const { instance, Client } = fresh();
  const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c22' };
  await expectError(() => instance.init(options as never), { ...refused, message });
  await expectError(() => Client.create(options as never), refused);
});

test('what is no address at all', async () => {
  const { platform, instance } = fresh();
  platform.resolve = (address) => new URL(address).href;
  const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c22' };
  for (const name of ['wasmUrl', 'workerUrl']) {
    const message = new RegExp(`${name} is "//", which is not an address`);
    await expectError(() => instance.init({ [name]: '//' }), { ...refused, message });
  }
});

test('a pool whose files are where its Workers cannot be started from', async () => {
  const { platform, Client } = fresh();
  platform.obstacle = 'it is far away';
  const client = await Client.create({ threads: 4 });
  expect(client.platform).toMatchObject({ threads: 1, reason: 'it is far away', variant: 'simd' });
});

describe('the variant of a client', () => {
  test('one thread by default, and the reason', async () => {
    const { Client } = fresh();
    const client = await Client.create();
    expect(client.platform).toEqual({
      simd: true,
      threads: 1,
      crossOriginIsolated: true,
      reason: 'one is the default',
      variant: 'simd',
    });
    expect(Client.platform()).toEqual(client.platform);
  });

  test('threads when asked for', async () => {
    const { platform, Client } = fresh();
    const client = await Client.create({ threads: 3 });
    expect(client.platform).toMatchObject({ threads: 3, reason: null, variant: 'simd-threads' });
    const module = platform.modules.at(-1);
    client.dispose();
    expect(module?.terminated).toBe(1);
  });

  test('one thread where memory cannot be shared', async () => {
    const { platform, Client } = fresh();
    platform.shared = { available: false, crossOriginIsolated: false, reason: 'no headers' };
    const client = await Client.create({ threads: 3 });
    expect(client.platform).toMatchObject({ threads: 1, reason: 'no headers', crossOriginIsolated: false });
  });

  test('one thread where this thread must not block', async () => {
    const { platform, Client } = fresh();
    platform.mayBlock = false;
    expect((await Client.create({ threads: 3 })).platform.reason).toMatch(/must not block/);
  });

  test('one thread where the pool fails, does not answer, or was not given', async () => {
    const failing = fresh();
    failing.platform.poolError = 'blocked by policy';
    expect((await failing.Client.create({ threads: 2 })).platform).toMatchObject({
      threads: 1,
      variant: 'simd',
      reason: expect.stringMatching(/pool of 2 threads did not start.*blocked by policy/) as string,
    });
    const silent = fresh();
    silent.platform.poolAnswers = false;
    expect((await silent.Client.create({ threads: 2 })).platform.reason).toMatch(/did not start.*answered/);
    const wasmModule = await WebAssembly.compile(emptyWasm);
    expect((await silent.Client.create({ threads: 2, wasmModule })).platform.reason).toMatch(/wasmBinary/);
  });

  test.each([
    { threads: 0 },
    { threads: 1.5 },
    { threads: 65 },
    { thread: 2 },
    { worker: 1 },
    { memoryLimit: -1 },
    { memoryLimit: NaN },
    { seed: -1 },
    { seed: 0.5 },
    { seed: 2 ** 53 },
    { seed: '1' },
    { memorylimit: 1e9 },
    7,
    null,
  ])('refuses the options %j', async (options) => {
    const { Client } = fresh();
    await expectError(() => Client.create(options as never), { code: 'INVALID_ARGUMENT', rule: 'js.c22' });
  });
});
