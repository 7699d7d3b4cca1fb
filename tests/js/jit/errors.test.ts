// The errors of jit: each explains what tracing is, as far as the mistake needs it.
import { Client, cond, f32, foriLoop, jit, Literal, nn, np, random, scan, type XlaOp } from 'hloom';
import { expectError } from '../support/expect-error.js';

let client: Client;
beforeAll(async () => {
  client = await Client.create();
});
afterAll(() => {
  client.dispose();
});

const code = 'INVALID_ARGUMENT';
const double = (x: XlaOp): XlaOp => x.builder.mul(x, 2);

/** The message of a call that is refused. */
async function refusal(f: unknown, args: readonly unknown[], rule: string, options: object = {}): Promise<string> {
  const call = jit(f as (...args: unknown[]) => XlaOp, { client, ...options }) as (...args: unknown[]) => unknown;
  const error = await expectError(() => call(...args), { code: /./, rule });
  return error.message;
}

describe('tracing', () => {
  test('a branch on a traced value', async () => {
    const branches = (x: XlaOp): XlaOp => ((x as unknown as number) > 0 ? x : double(x));
    const message = await refusal(branches, [1], 'js.c84');
    expect(message).toMatch(/np\.where.*b\.conditional.*static/);
  });

  test('an array and a shape that are taken apart', async () => {
    const matrix = [
      [1, 2],
      [3, 4],
    ];
    const lists: [name: string, f: unknown, rule: string, help: RegExp][] = [
      ['arguments', ([x]: XlaOp[]) => x, 'js.c82', /np\.unstack.*Literal\.from/],
      ['a shape', (x: XlaOp) => [...(x.shape as never as number[])], 'js.c85', /= x\.shape\.dimensions/],
    ];
    for (const [, f, rule, help] of lists) expect(await refusal(f, [matrix], rule)).toMatch(help);
    const pair = jit(([x, y]: XlaOp[]) => (x as XlaOp).add(y as XlaOp), { client });
    expect((await pair([Literal.from([1]), Literal.from([2])])).toArray()).toEqual([3]);
    expect(f32(2, 2)).toEqual(f32(2, 2));
    expect((f32(2) as never as Iterable<number>)[Symbol.iterator]).toBeUndefined();
  });

  const matrix = [
    [1, 2],
    [3, 4],
  ];
  const integers = Int32Array.of(1, 2);
  const lists = [Literal.from([1])];
  // Calls as JavaScript users write them; TypeScript refuses most.
  /* eslint-disable @typescript-eslint/no-explicit-any */
  test.each<[name: string, f: (...args: any[]) => any, args: readonly unknown[], rule: string, help: RegExp]>([
    [
      'a number beside integers',
      (x, n) => x.mul(n),
      [integers, 3],
      'broadcast.c6',
      /a jit function gets is f32\[\].*static/,
    ],
    ['and in np', (x, n) => np.multiply(x, n), [integers, 3], 'js.c94', /np\.astype\(x, 'S32'\); a number .* static/],
    ['a number as a size', (n) => np.zeros([n]), [3], 'js.c5', /not known yet: .* static: \[1\]/],
    ['as an axis', (x, n) => np.sum(x, n), [matrix, 1], 'js.c61', /not known yet: .* static/],
    ['as a count', (x, n) => np.tile(x, n), [matrix, 1], 'js.c5', /not known yet: .* static/],
    ['as an index', (x, n) => np.take(x, n, 0), [matrix, 1], 'js.c5', /np\.astype\(indices, 'S32'\); a number/],
    ['arrays in a list', ([w]) => w, [[[1, 2, 3], [1], [[1]]]], 'js.c9', /members of an object, \{ w, b \}/],
    ['a shape as sizes', (x) => np.zeros(x.shape), [matrix], 'js.c5', /x\.shape\.dimensions/],
    ['of another array', (x) => np.reshape(x, x.shape), [matrix], 'js.c5', /y\.shape\.dimensions/],
    ['sizes of a shape', (x) => x.shape.map(Number), [matrix], 'js.c82', /shape\.dimensions\.map/],
    ['a property', (x) => x.T, [matrix], 'js.c82', /np\.transpose\(x\)/],
    ['a method of arrays', (x) => x.std(), [matrix], 'js.c82', /np\.std\(x\)/],
    ['an activation', (x) => x.relu(), [matrix], 'js.c82', /nn\.relu\(x\)/],
    ['max of one array', (x) => x.max(), [matrix], 'js.c4', /np\.max\(x\) or x\.reduceMax\(\)/],
    ['no sizes', (x) => np.reshape(x, undefined as never), [matrix], 'js.c5', /np\.reshape\(x, \[2, 3\]\)/],
    ['sizes one by one', (x) => np.reshape(x, 4, 1 as never), [matrix], 'js.c4', /np\.reshape\(x, \[4, 1\]\)/],
    ['two inferred sizes', (x) => x.reshape([-1, -1]), [matrix], 'shape.c2', /only one size/],
    ['no parts', (x) => np.split(x, undefined as never), [matrix], 'js.c5', /a whole number from 1 on/],
    ['no place', (x) => np.expandDims(x, undefined as never), [matrix], 'js.c61', /np\.expandDims\(x, 0\)/],
    ['None as an axis', (x) => np.sum(x, { axis: null as never }), [matrix], 'js.c61', /for all axes, leave it out/],
    ['None as a bound', (x) => np.clip(x, null as never, 2), [matrix], 'js.c5', /np\.clip\(x, undefined, 2\)/],
    [
      'a known condition',
      (x) =>
        cond(
          true as never,
          () => x,
          () => x,
        ),
      [matrix],
      'js.c5',
      /p \? f\(x\) : g\(x\)/,
    ],
    ['values of a condition', (x) => (cond as any)(x.sum().gt(0), x, x), [matrix], 'js.c110', /np\.where/],
    [
      'weights of another size',
      (x) => np.bincount(np.array([1], 's32'), { length: 2, weights: x }),
      [matrix],
      'js.c5',
      /one weight for each/,
    ],
    [
      'attention of matrices',
      (x) => nn.dotProductAttention(x, x, x),
      [matrix],
      'js.c5',
      /\[batch, length, heads, size\]/,
    ],
    [
      'a shape before p',
      () => random.bernoulli(random.key(0), [2] as never),
      [],
      'js.c5',
      /random\.bernoulli\(key, 0\.5/,
    ],
    [
      'no maximum',
      () => (random.randint as any)(random.key(0), [2], 5),
      [],
      'js.c4',
      /random\.randint\(key, \[2, 3\], 0, 10\)/,
    ],
    ['a list of literals', () => Literal.tuple(lists as never), [], 'js.c28', /Literal\.tuple\(\.\.\.literals\)/],
    ['dropout', () => (nn as any).dropout(), [], 'js.c82', /random\.bernoulli/],
  ])('%s', async (_, f, args, rule, help) => {
    expect(await refusal(f, args, rule)).toMatch(help);
  });
  /* eslint-enable @typescript-eslint/no-explicit-any */

  test('a value on the engine in a program', async () => {
    const value = client.toDevice([1, 2]);
    for (const f of [(x: XlaOp) => np.add(x, value as never), () => np.array(value as never)]) {
      expect(await refusal(f, [1], 'js.c5')).toMatch(/as an argument: .*value\.toLiteral\(\)/);
    }
  });

  test('a text of a shape in lower', async () => {
    const error = await expectError(() => jit(double, { client }).lower('f32[2]' as never), { code, rule: 'js.c101' });
    expect(error.help).toMatch(/f32\(2\)/);
  });

  test.each([
    ['a literal', Literal.from([1, 2])],
    ['nested arrays', [1, 2]],
    ['a typed array', Float32Array.of(1, 2)],
  ])('%s of the closure', async (_, value) => {
    for (const f of [(x: XlaOp) => np.add(x, value as never), (x: XlaOp) => x.add(value as never)]) {
      expect(await refusal(f, [[1, 2]], 'js.c5')).toMatch(/help: .*np\.array\(\.\.\.\)/);
    }
    const sum = jit((x: XlaOp) => np.add(x, np.array(value as never, 'F32')), { client });
    expect((await sum([1, 2])).toArray()).toEqual([2, 4]);
  });

  test('loops with arguments in another order', async () => {
    const step = (_: XlaOp, state: XlaOp): XlaOp => state;
    const pair = (carry: XlaOp, x: XlaOp): readonly XlaOp[] => [carry, x];
    const loose = scan as (...args: unknown[]) => unknown;
    const calls: [f: (x: XlaOp) => unknown, help: RegExp][] = [
      [(x) => foriLoop(0, 3, x as never, step as never), /the order is foriLoop\(lower, upper, /],
      [(x) => foriLoop(step as never, 0, 3 as never, x), /the order is foriLoop\(lower, upper, /],
      [(x) => loose(x, pair, x), /the order is scan\(.*, init, xs\)/],
      [(x) => loose(pair, x, null, 3), /scan\(f, init, \[\], \{ length: n \}\)/],
      [(x) => loose(pair, x, [], 3), /the order is scan\(f, init, xs, \{ length: n \}\)/],
      [(x) => scan((carry) => [carry, null as never], x, x), /return \[carry, \[\]\]/],
    ];
    for (const [f, help] of calls) expect(await refusal(f, [[1, 2]], 'js.c110')).toMatch(help);
  });

  test.each([
    ['nothing', () => undefined, /f: the function returned undefined\n {2}help: return the operation/],
    ['a text', () => 'x', /the function returned "x"/],
    ['a text in a tree', (x: XlaOp) => ({ y: [x, 'z'] }), /the function returned result\.y\[1\], which is "z"/],
    ['null', (x: XlaOp) => [x, null], /result\[1\], which is null/],
  ])('a function that returns %s', async (_, f, message) => {
    const named = Object.defineProperty(f, 'name', { value: 'f' });
    expect(await refusal(named, [1], 'js.c100')).toMatch(message);
  });

  test('an asynchronous function', async () => {
    const message = await refusal(async (x: XlaOp) => Promise.resolve(x), [1], 'js.c100');
    expect(message).toMatch(/asynchronous: it returned a promise[^]*calls the function once/);
    const failing = async (): Promise<XlaOp> => Promise.reject(new Error('mine'));
    await refusal(failing, [], 'js.c100');
  });

  test('an operation of another trace', async () => {
    let leaked: XlaOp | undefined;
    await jit((x: XlaOp) => (leaked = x), { client })(1);
    await refusal(() => leaked, [], 'js.c3');
  });

  test('what the function throws is left as it is', async () => {
    const own = new Error('mine');
    const f = (): XlaOp => {
      throw own;
    };
    await expect(jit(f, { client })()).rejects.toBe(own);
    function wrong(x: XlaOp): XlaOp {
      return x.builder.transpose(x, [1]);
    }
    const error = await jit(wrong, { client })(1).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error?.stack?.split('\n').find((line) => line.startsWith('    at '))).toContain('wrong');
    // The next call traces again.
    let fails = true;
    const sometimes = jit((x: XlaOp) => (fails ? f() : double(x)), { client });
    await expect(sometimes(1)).rejects.toBe(own);
    expect(sometimes.cacheSize).toBe(0);
    fails = false;
    expect((await sometimes(1)).item()).toBe(2);
  });
});

describe('arguments', () => {
  test.each([
    ['a text', ['x'], /arguments\[0\] is "x"[^]*jit\(f, \{ static: \[0\] \}\)/],
    [
      'a text in a tree',
      [{ w: [1, { kind: 'relu' }] }],
      /arguments\[0\]\.w\[1\]\.kind is "relu"[^]*an argument of its own/,
    ],
    ['nothing', [undefined], /arguments\[0\] is undefined[^]*leave it out/],
    ['a hole', [[1, , 'x']], /arguments\[0\]\[1\] is undefined/], // eslint-disable-line no-sparse-arrays
    ['a promise', [Promise.resolve(1)], /await the promise/],
    ['a shape', [f32(2)], /lower\(\.\.\.\) takes shapes/],
    ['a date', [{ when: new Date(0) }], /arguments\[0\]\.when is a Date/],
  ])('%s', async (_, args, message) => {
    expect(await refusal(double, args, 'js.c101')).toMatch(message);
  });

  test('a ragged array', async () => {
    expect(await refusal(double, [{ w: [[1, 2], [3]] }], 'js.c9')).toMatch(/double: the array is ragged at \[1\][^]*at arguments\[0\]\.w$/); // prettier-ignore
  });

  test('a static operation', async () => {
    const inner = jit(double, { static: [0], client });
    expect(await refusal((x: XlaOp) => inner(x as never), [1], 'js.c101')).toMatch(
      /arguments\[0\] is static, and an operation was given[^]*take its position out of static/,
    );
    expect(await refusal(double, [{ x: client.toDevice(1) }], 'js.c101', { static: [0] })).toMatch(/compared as JSON/);
  });

  test('positions', async () => {
    expect(await refusal(double, [1], 'js.c22', { static: [1] })).toMatch(
      /static names argument 1, and the call has 1/,
    );
    expect(await refusal(double, [1], 'js.c22', { donate: [3] })).toMatch(/donate names argument 3/);
  });

  test('a value of another client', async () => {
    const other = await Client.create();
    await refusal(double, [other.toDevice(1)], 'js.c72');
    other.dispose();
  });

  test('arguments of lower', async () => {
    const lowers = jit(double, { client });
    await expectError(() => lowers.lower('x' as never), { code, rule: 'js.c101' });
    await expectError(() => jit((x: XlaOp) => lowers.lower(x as never) as never, { client })(1), {
      code,
      rule: 'js.c100',
    });
  });
});

test.each([
  ['no function', [1], 'js.c5', /the first argument is 1, not a function/],
  ['options', [double, [0]], 'js.c22', /the options are an array/],
  ['an unknown option', [double, { statics: [0] }], 'js.c22', /unknown option "statics"[^]*static/],
  ['static without an array', [double, { static: 1 }], 'js.c22', /static is 1[^]*\{ static: \[1\] \}/],
  ['a negative position', [double, { donate: [-1] }], 'js.c22', /donate names -1/],
  ['static and donated', [double, { static: [0], donate: [0] }], 'js.c22', /argument 0 is static and donated/],
  ['keep', [double, { keep: 1 }], 'js.c22', /keep is 1/],
  ['a client', [double, { client: {} }], 'js.c22', /client is a plain object/],
])('jit refuses %s', async (_, args, rule, message) => {
  await expectError(() => jit(...(args as [never])), { code, rule, message });
});

test('the error of a run begins where the function was called', async () => {
  const f = jit(double, { client });
  await f([1]);
  const value = client.toDevice([1]);
  value.dispose();
  async function caller(): Promise<unknown> {
    return f(value);
  }
  const error = await caller().then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  expect(error?.stack?.split('\n').find((line) => line.startsWith('    at '))).toContain('caller');
});
