// An engine's Worker that starts, does not start, or has another script: the errors of the client.
import { EngineConnection } from '../../../js/src/engine/worker/connection.js';
import type { EngineConfig, EngineRequest } from '../../../js/src/engine/worker/protocol.js';
import type { WorkerPort } from '../../../js/src/instance/platform.js';
import { FakePlatform } from '../support/fake-core.js';
import { expectError } from '../support/expect-error.js';

/** A Worker that follows a test. */
class FakeWorker implements WorkerPort {
  readonly posted: EngineRequest[] = [];
  terminated = 0;
  tell: (message: unknown) => void = () => undefined;
  fail: (why: string) => void = () => undefined;

  constructor(readonly script: string | undefined) {}

  post(message: unknown): void {
    this.posted.push(message as EngineRequest);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.tell = listener;
  }

  onFailure(listener: (why: string) => void): void {
    this.fail = listener;
  }

  keepAlive(): void {}

  terminate(): void {
    this.terminated++;
  }
}

class WorkerPlatform extends FakePlatform {
  worker = new FakeWorker(undefined);
  why = '';

  override startWorker(script?: string): never {
    this.worker = new FakeWorker(script);
    return this.worker as never;
  }

  override whyNotLoaded(): Promise<string> {
    return Promise.resolve(this.why);
  }
}

const config = { variant: 'simd', threads: 1 } as EngineConfig;
const script = '/hloom/engine-worker.browser.mjs';
const notStarted = { code: 'FAILED_PRECONDITION', rule: 'js.c50', help: /workerUrl.*worker: false/ };

function open(platform: WorkerPlatform, given: string | undefined = script): Promise<EngineConnection> {
  return EngineConnection.open(platform, { worker: true, script: given }, config);
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('nothing is sent before its script listens; what others send is not for us', async () => {
  const platform = new WorkerPlatform();
  const opening = open(platform);
  const { worker } = platform;
  expect(worker.script).toBe(script);
  for (const message of [null, 'hello', 7, {}, { kind: 5 }]) worker.tell(message);
  expect(worker.posted).toEqual([]);
  worker.tell({ kind: 'ready', version: '' });
  expect(worker.posted).toMatchObject([{ method: 'open' }]);
  worker.tell(null);
  worker.tell({ kind: 'done', id: worker.posted[0]?.id, result: { version: '0' } });
  const connection = await opening;
  // Slow runs are not taken for a script that does not start.
  jest.advanceTimersByTime(1_000_000);
  expect(connection.lost).toBeUndefined();
  worker.fail('it trapped');
  expect(connection.lost).toMatchObject({ rule: 'js.c14', headline: 'the engine instance is lost: it trapped' });
});

test('a script that cannot be loaded', async () => {
  const platform = new WorkerPlatform();
  platform.why = 'the server answered 404';
  const refused = expectError(() => open(platform), {
    ...notStarted,
    message: /does not start from \/hloom\/engine-worker\.browser\.mjs\n {2}no script\n {2}the server answered 404\n/,
  });
  platform.worker.fail('no script');
  await refused;
  expect(platform.worker.terminated).toBeGreaterThan(0);
});

test('a script of something else, which says nothing', async () => {
  const platform = new WorkerPlatform();
  const refused = expectError(() => open(platform), {
    ...notStarted,
    message: /it has not answered within 30 s/,
  });
  jest.advanceTimersByTime(29_000);
  expect(platform.worker.terminated).toBe(0);
  jest.advanceTimersByTime(2_000);
  await refused;
  // This comes too late.
  platform.worker.tell({ kind: 'ready', version: '' });
  expect(platform.worker.posted).toEqual([]);
});

test("the package's own script, in a place that only the bundler knows", async () => {
  const platform = new WorkerPlatform();
  const refused = expectError(() => EngineConnection.open(platform, { worker: true, script: undefined }, config), {
    ...notStarted,
    message: /does not start from the package's own script\n {2}no script\n/,
  });
  platform.worker.fail('no script');
  await refused;
});

test('a client that is given up while its Worker starts', async () => {
  const platform = new WorkerPlatform();
  const opening = open(platform);
  platform.worker.fail('no script');
  platform.worker.fail('again');
  await expectError(() => opening, notStarted);
  expect(jest.getTimerCount()).toBe(0);
});
