// Functions of JavaScript behind custom calls: runs that do not wait, and how functions are registered.
import {
  Client,
  f32,
  Literal,
  parseHlo,
  registerCustomCall,
  s32,
  tuple,
  XlaBuilder,
  type CustomCallFunction,
} from 'hloom';
import { callingF, plusOne, register, repeated, sleep, unregisterLast } from '../support/custom-calls.js';
import { expectError } from '../support/expect-error.js';

describe('runSync', () => {
  let client: Client;
  beforeAll(async () => {
    client = await Client.create({ worker: false });
  });
  afterAll(() => {
    client.dispose();
  });
  afterEach(async () => {
    expect(await client.statistics()).toMatchObject({ runs: 0, buffers: 0, bufferBytes: 0 });
  });

  test('calls functions', async () => {
    register('f', plusOne);
    const executable = await client.compile(parseHlo(repeated(100)));
    expect(executable.runSync(1).toArray()).toBe(101);
  });

  test('cannot wait for a promise', async () => {
    register('f', async ([x]) => {
      await sleep(1);
      if (x !== undefined) throw new Error('nobody hears it');
    });
    const executable = await client.compile(callingF());
    await expectError(() => executable.runSync([1, 2]), {
      code: 'FAILED_PRECONDITION',
      rule: 'js.c33',
      message: /runSync: the function "f" gave a promise.*at %custom-call/s,
      help: /await executable\.run/,
    });
    await sleep(5);
  });

  test('throws what a function threw as the cause', async () => {
    const thrown = new Error('no');
    register('f', () => {
      throw thrown;
    });
    const executable = await client.compile(callingF());
    const error = await expectError(() => executable.runSync([1, 2]), { code: 'ABORTED', rule: 'custom_call.c5' });
    expect(error.cause).toBe(thrown);
    await expectError(
      () => {
        unregisterLast();
        return executable.runSync([1, 2]);
      },
      { code: 'FAILED_PRECONDITION', rule: 'custom_call.c3' },
    );
  });
});

describe('registerCustomCall', () => {
  test('refuses what is no name or no function', async () => {
    for (const [name, fn] of [
      ['', plusOne],
      [7, plusOne],
      ['f', undefined],
      ['f', Literal.from(1)],
    ]) {
      await expectError(() => registerCustomCall(name as string, fn as CustomCallFunction), {
        code: 'INVALID_ARGUMENT',
        rule: 'js.c32',
      });
    }
  });

  test('replaces, and takes away only what it registered', async () => {
    const client = await Client.create();
    const executable = await client.compile(callingF());
    const removeFirst = registerCustomCall('f', () => [1, 1]);
    const removeSecond = registerCustomCall('f', () => [2, 2]);
    removeFirst();
    expect((await executable.run([0, 0])).toArray()).toEqual([2, 2]);
    removeSecond();
    await expectError(() => executable.run([0, 0]), { code: 'FAILED_PRECONDITION', rule: 'custom_call.c3' });
    client.dispose();
  });

  test('the builder and the names agree', async () => {
    const client = await Client.create();
    register('pair', ([x], { opaque }) => [x as Literal, Literal.from(opaque.length, 'S32')]);
    const b = new XlaBuilder('pairs');
    const pair = b.customCall('pair', [b.parameter(0, f32(2), 'x')], tuple(f32(2), s32()), { opaque: 'four' });
    const executable = await client.compile(b.build(pair));
    expect((await executable.run([1, 2])).toArray()).toEqual([[1, 2], 4]);
    client.dispose();
  });
});
