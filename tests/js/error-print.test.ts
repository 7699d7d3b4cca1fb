// Printed errors appear once, with the line of the call, and with shortened names.
import { spawnSync } from 'node:child_process';
import {
  Client,
  explainBroadcast,
  f32,
  HloomError,
  Literal,
  np,
  parseHlo,
  readNpy,
  readNpz,
  registerCustomCall,
  Shape,
  tuple,
  XlaBuilder,
  type Executable,
  type XlaOp,
} from 'hloom';
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

const stackOf = async (action: () => unknown): Promise<string> => {
  try {
    await action();
  } catch (thrown) {
    if (thrown instanceof HloomError) return thrown.stack ?? '';
  }
  throw new Error('no HloomError was thrown');
};

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

describe('stacks begin at the line of the user', () => {
  let client: Client;
  let b: XlaBuilder;
  let x: XlaOp;
  let executable: Executable;

  beforeAll(async () => {
    client = await Client.create();
    b = new XlaBuilder('main');
    x = b.parameter(0, f32(2), 'x');
    const other = new XlaBuilder('other');
    executable = await client.compile(other.build(other.neg(other.parameter(0, f32(2), 'x'))));
  });
  afterAll(() => {
    client.dispose();
  });

  const broken: Readonly<Record<string, () => unknown>> = {
    'b.add': () => b.add(x, b.constant([1, 2, 3])),
    'b.constant': () => b.constant('no' as never),
    'b.build': () => b.build(1 as never),
    'b.subtract': () => (b as never as Record<string, () => unknown>)['subtract']?.(),
    'new XlaBuilder': () => new XlaBuilder(5 as never),
    'np.add': () => np.add(x, b.constant([1, 2, 3])),
    f32: () => f32(-1),
    tuple: () => tuple(1 as never),
    'Shape.parse': () => Shape.parse('f33[]'),
    'Shape.array': () => Shape.array('F32', [-1]),
    'shape.getDimension': () => f32(2).getDimension(5),
    'shape[0]': () => (f32(2) as never)[0],
    'x * 2': () => (x as never) * 2,
    'new HloomError': () => new HloomError('x' as never),
    'new Shape': () => Reflect.construct(Shape, []) as unknown,
    'literal * 2': () => (Literal.from([1]) as never) * 2,
    'Literal.from': () => Literal.from([[1], [2, 3]] as number[][]),
    'Literal.tuple': () => Literal.tuple(1 as never),
    'literal.item': () => Literal.from([1, 2]).item(),
    'literal.relayout': () => Literal.from([1, 2]).relayout([5]),
    parseHlo: () => parseHlo('ENTRY e { x = f32[] parameter(0) ROOT y = f33[] neg(x) }'),
    'computation.toHloText': () =>
      parseHlo('ENTRY e { ROOT x = f32[] parameter(0) }').toHloText({ form: 'no' as never }),
    explainBroadcast: () => explainBroadcast('f32[', 'f32[]'),
    readNpy: () => readNpy(new Uint8Array(3)),
    readNpz: () => readNpz(new Uint8Array(3)),
    registerCustomCall: () => registerCustomCall('', () => undefined),
    'client.toDevice': () => client.toDevice([[1], [2, 3]]),
    'client.compile': () => client.compile(3 as never),
    'Client.create': () => Client.create({ threads: -1 }),
    'executable.run': () => executable.run([1, 2, 3]),
    'executable.run, with options': () => executable.run([1, 2], { limits: { milliseconds: -1 } }),
    'executable.runSync': () => executable.runSync([1, 2, 3]),
    'executable.infeed': () => executable.infeed(0, 1),
    'executable.outfeed': () => executable.outfeed(0),
  };

  test.each(Object.keys(broken))('%s', async (name) => {
    const [first = ''] = (await stackOf(() => broken[name]?.())).split('\n    at ').slice(1);
    expect(first).toMatch(/error-print\.test\.ts:\d+:\d+\)?$/);
  });

  test('where Error.stackTraceLimit is 0, there are no frames', async () => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      expect(await stackOf(() => f32(-1))).toMatch(/^HloomError: INVALID_ARGUMENT \[js\.c11\][^]*help: /);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  });
});

test('no text of an error is longer than a page', () => {
  const huge = 'x'.repeat(1_000_000);
  const error = jsError('ragged', huge, { op: huge, details: [huge], help: `begin ${huge} end`, location: huge });
  expect(error.message.length).toBeLessThan(12_000);
  expect(error.help).toMatch(/^begin x+ \.\.\. x+ end$/);
});
