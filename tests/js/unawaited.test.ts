// A result that is used before it is awaited.
import { inspect } from 'node:util';
import { Client, f32, jit, XlaBuilder, type Executable, type Literal } from 'hloom';
import { expectError } from './support/expect-error.js';

const double = jit((x) => x.mul(2));
let client: Client;
let executable: Executable;

beforeAll(async () => {
  client = await Client.create();
  const b = new XlaBuilder('main');
  executable = await client.compile(b.build(b.mul(b.parameter(0, f32(2), 'x'), 2)));
});
afterAll(() => {
  client.dispose();
});

const results: readonly [string, () => Promise<unknown>][] = [
  ['the first call of a jit function', () => double([1, 2])],
  ['a later call', () => double([1, 2])],
  ['a run', () => executable.run([1, 2])],
  ['compile', () => client.compile('HloModule m\nENTRY e { ROOT c = f32[] constant(1) }')],
];

test.each(results)('%s: the promise refuses the members of its result', async (_, call) => {
  const promise = call();
  const early = promise as never as Literal & Executable;
  const fields = { code: 'FAILED_PRECONDITION', rule: 'js.c118' };
  await expectError(() => early.toArray(), {
    ...fields,
    message: /toArray: the call returned a promise, which has no toArray/,
    help: /^await the promise first: const y = await f\(x\), then y\.toArray$/,
  });
  await expectError(() => early.data, { ...fields, message: /data: the call/ });
  await expectError(() => early.run(), { ...fields, message: /run: the call/ });
  await expectError(() => Number(early), { ...fields, message: /operator: .* not a number/ });
  const { stack = '' } = (() => {
    try {
      return early.shape as unknown as Error;
    } catch (thrown) {
      return thrown as Error;
    }
  })();
  expect(stack.split('\n').find((line) => line.startsWith('    at '))).toContain('unawaited.test');
  await promise;
});

test('it is a promise as any other', async () => {
  const promise = double([1, 2]);
  expect(promise).toBeInstanceOf(Promise);
  expect(promise.constructor).toBe(Promise);
  expect([
    Object.prototype.toString.call(promise),
    `${promise as never as string}`,
    JSON.stringify(promise),
    Object.keys(promise),
  ]).toEqual(['[object Promise]', '[object Promise]', '{}', []]);
  expect(inspect(promise)).toMatch(/^Promise/);
  expect(await promise.then((y) => y.toArray())).toEqual([2, 4]);
  const [a, b] = await Promise.all([double(1), double(2)]);
  expect([a.toArray(), b.toArray()]).toEqual([2, 4]);
});
