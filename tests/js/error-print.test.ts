// How errors are shown: once, with the line that made the call, and without names of megabytes.
import { spawnSync } from 'node:child_process';
import { Client, f32, HloomError, XlaBuilder, type Executable } from 'hloom';
import { errorFromJson, errorToJson, jsError } from '../../js/src/base/errors.js';

const shownOnce = 'have different element types';

test.each([
  ['thrown', 'b.add(x, i);'],
  ['rejected', 'Promise.reject((() => { try { b.add(x, i) } catch (e) { return e } })());'],
  ['logged', 'try { b.add(x, i) } catch (e) { console.error(e) }'],
])('an error that is %s is printed once', (_, call) => {
  const script = `
    const { init, XlaBuilder, f32, s32 } = require(${JSON.stringify(require.resolve('hloom'))});
    init().then(() => {
      const b = new XlaBuilder('main');
      const x = b.parameter(0, f32(2), 'x');
      const i = b.parameter(1, s32(2), 'i');
      ${call}
    });`;
  const { stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect(stderr.split(shownOnce)).toHaveLength(2);
  expect(stderr.split('with convertElementType')).toHaveLength(2);
  expect(stderr).toMatch(/^HloomError: INVALID_ARGUMENT \[broadcast\.c6\] add: /m);
});

test('the fields are there for programs, JSON and other threads', () => {
  const error = jsError('ragged', 'so', { op: 'run', details: ['one'], operands: ['f32[2]'], location: 'here' });
  const fields = { code: 'INVALID_ARGUMENT', rule: 'js.c9', op: 'run', headline: 'so', location: 'here' };
  expect(error).toMatchObject({ ...fields, name: 'HloomError', details: ['one'], operands: ['f32[2]'] });
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ ...fields, details: ['one'], message: error.message });
  expect(errorFromJson(errorToJson(error))).toMatchObject(fields);
  expect(Object.keys(error)).toEqual([]);
});

describe.each([
  ['in this thread', false],
  ['in a Worker', true],
])('an engine %s', (_, worker) => {
  let client: Client;
  let executable: Executable;

  beforeAll(async () => {
    client = await Client.create({ worker });
    const b = new XlaBuilder('main');
    executable = await client.compile(b.build(b.customCall('nobody', [b.parameter(0, f32(2), 'x')], f32(2))));
  });
  afterAll(() => {
    client.dispose();
  });

  const stackOf = async (action: () => Promise<unknown>): Promise<string> => {
    try {
      await action();
    } catch (thrown) {
      if (thrown instanceof HloomError) return thrown.stack ?? '';
    }
    throw new Error('no HloomError was thrown');
  };
  const userOfRun = async (): Promise<unknown> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return executable.run([1, 2]);
  };
  const userOfCompile = (): Promise<unknown> => client.compile(new Uint8Array(3));

  test('what fails in a run names the line that called run', async () => {
    const stack = await stackOf(userOfRun);
    expect(stack).toMatch(
      /^HloomError: FAILED_PRECONDITION \[custom_call\.c3\].*at userOfRun .*error-print\.test\.ts/s,
    );
    expect(stack.split('custom_call.c3')).toHaveLength(2);
  });
  test('arguments that do not fit too', async () => {
    const deep = [[[[[[[[[[[[1]]]]]]]]]]]];
    const userOfDeep = async (): Promise<unknown> => executable.run(deep);
    expect(await stackOf(userOfDeep)).toMatch(/at userOfDeep .*error-print\.test\.ts/);
  });
  test('what fails in compile names the line that called compile', async () => {
    expect(await stackOf(userOfCompile)).toMatch(/\[proto\..*at userOfCompile .*error-print\.test\.ts/s);
  });
  test('what a user throws stays as it was', async () => {
    const own = new Error('mine');
    const signal = AbortSignal.abort(own);
    await expect(executable.run([1, 2], { signal })).rejects.toMatchObject({ code: 'CANCELLED', cause: own });
  });
});

test('no text of an error is longer than a page', () => {
  const huge = 'x'.repeat(1_000_000);
  const error = jsError('ragged', huge, { op: huge, details: [huge], help: `begin ${huge} end`, location: huge });
  expect(error.message.length).toBeLessThan(12_000);
  expect(error.help).toMatch(/^begin x+ \.\.\. x+ end$/);
});
