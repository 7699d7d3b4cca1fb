// jit: functions on operations, run on data.
import {
  Client,
  defaultClient,
  DeviceValue,
  f32,
  init,
  jit,
  Literal,
  s32,
  setDefaultClient,
  tuple,
  XlaBuilder,
  XlaOp,
  type JitFunction,
} from 'hloom';
import { twoEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { runScript } from '../support/scripts.js';

const add = (x: XlaOp, y: XlaOp): XlaOp => x.builder.add(x, y);
const scale = (x: XlaOp, by: number): XlaOp => x.builder.mul(x, by);

describe.each(twoEngines)('an engine %s', (_, options) => {
  let client: Client;
  beforeAll(async () => {
    client = await Client.create(options);
  });
  afterAll(() => {
    client.dispose();
  });

  test('a function runs on values of every kind', async () => {
    const sum = jit(add, { client });
    expect((await sum([1, 2, 3], [10, 20, 30])).toArray()).toEqual([11, 22, 33]);
    expect((await sum(new Float32Array([1, 2, 3]), Literal.from([4, 5, 6]))).toArray()).toEqual([5, 7, 9]);
    expect((await sum(client.toDevice([1, 2, 3]), [1, 1, 1])).toArray()).toEqual([2, 3, 4]);
    expect(sum.cacheSize).toBe(1);
    expect((await sum(1, 2)).item()).toBe(3);
    expect((await sum(1n, 2n)).item()).toBe(3n);
    expect((await sum(new Int8Array([1, 2]), new Int8Array([3, 4]))).shape.toString()).toBe('s8[2]');
    expect((await sum([[1, 2], [3, 4]], [[1, 1], [1, 1]])).toArray()).toEqual([[2, 3], [4, 5]]); // prettier-ignore
    expect(sum.cacheSize).toBe(5);
    const not = jit((x: XlaOp) => x.builder.not(x), { client });
    expect((await not(true)).item()).toBe(false);
  });

  test('arguments and results are trees', async () => {
    let traces = 0;
    const f = jit(
      (state: { w: XlaOp; b: XlaOp[] }, x: XlaOp, rest: unknown[]) => {
        traces += 1;
        expect(Object.keys(state)).toEqual(['b', 'w']);
        expect(rest).toEqual([]);
        return {
          sums: state.b.map((b) => add(b, x)),
          doubled: { w: scale(state.w, 2) },
          x,
          constants: [7, true, 3n],
          none: [],
        };
      },
      { client },
    );
    const one = await f({ w: [1, 2], b: [Literal.from(1), Literal.from(2)] }, 10, []);
    expect(one.sums.map((sum) => sum.item())).toEqual([11, 12]);
    expect(one.doubled.w.toArray()).toEqual([2, 4]);
    expect(one.x.item()).toBe(10);
    expect(one.constants.map((value) => value.item())).toEqual([7, true, 3n]);
    expect(one.none).toEqual([]);
    // The order of members does not matter.
    await f({ b: [Literal.from(1), client.toDevice(2)], w: new Float32Array(2) }, Literal.from(10), []);
    expect(traces).toBe(1);
    // An array of only numbers is one leaf.
    const rank = jit((x: XlaOp | XlaOp[]) => (Array.isArray(x) ? x.length : x.shape.rank * 100), { client });
    expect((await rank([1, 2])).item()).toBe(100);
    expect((await rank([Literal.from(1), 2] as never)).item()).toBe(2);
    expect((await rank([1, 2])).item()).toBe(100);
    expect((await rank([[1, 2], [3, 4]])).item()).toBe(200); // prettier-ignore
    expect((await rank([[1, 2], Literal.from([3, 4])] as never)).item()).toBe(2);
    expect((await rank([[1, 2], [3, 4]])).item()).toBe(200); // prettier-ignore
  });

  test('it is traced once for each signature, and layouts do not matter', async () => {
    let traces = 0;
    const f = jit(
      (x: XlaOp) => {
        traces += 1;
        return scale(x, 2);
      },
      { client },
    );
    const matrix = [[1, 2, 3], [4, 5, 6]]; // prettier-ignore
    const columns = Literal.from(matrix).relayout([0, 1]);
    for (const value of [matrix, Literal.from(matrix), columns, client.toDevice(columns), matrix]) {
      expect((await f(value)).toArray()).toEqual([[2, 4, 6], [8, 10, 12]]); // prettier-ignore
    }
    expect(traces).toBe(1);
    await f([1]);
    await f(matrix);
    expect(traces).toBe(2);
    expect(f.cacheSize).toBe(2);
    f.clear();
    expect(f.cacheSize).toBe(0);
    await f(matrix);
    expect(traces).toBe(3);
  });

  test('calls that begin before the program is there share it, and get what they were given', async () => {
    let traces = 0;
    const f = jit(
      (x: XlaOp) => {
        traces += 1;
        return scale(x, 2);
      },
      { client },
    );
    const data = new Float32Array([1, 2]);
    const literal = Literal.from([5, 6]);
    const calls = [f(data), f(literal)];
    data.fill(9);
    (literal.data as Float32Array).fill(9);
    f.clear();
    const results = await Promise.all(calls);
    expect(results.map((result) => result.toArray())).toEqual([[2, 4], [10, 12]]); // prettier-ignore
    expect(traces).toBe(1);
  });

  test('static arguments are plain values', async () => {
    let traces = 0;
    const f = jit(
      (x: XlaOp, n: number, how: { by?: unknown }, g: (x: XlaOp) => XlaOp) => {
        traces += 1;
        let sum = x;
        for (let i = 0; i < n; i++) sum = add(sum, g(x));
        return [sum, Object.keys(how).length];
      },
      { static: [1, 2, 3], client },
    );
    const twice = (x: XlaOp): XlaOp => scale(x, 2);
    const value = async (...args: [number, number, { by?: unknown }, typeof twice]): Promise<unknown> =>
      (await f(...args))[0].item();
    expect(await value(1, 3, {}, twice)).toBe(7);
    expect(await value(5, 3, {}, twice)).toBe(35);
    expect(traces).toBe(1);
    expect(await value(1, 1, {}, twice)).toBe(3);
    expect(await value(1, 1, { by: NaN }, twice)).toBe(3);
    expect(await value(1, 1, { by: null }, twice)).toBe(3);
    expect(await value(1, 1, { by: 5n }, twice)).toBe(3);
    expect(await value(1, 1, { by: 5n }, (x: XlaOp) => scale(x, 3))).toBe(4);
    expect(traces).toBe(6);
    const how = { by: 5n as unknown };
    expect(await value(1, 1, how, twice)).toBe(3);
    expect(traces).toBe(6);
    how.by = 6;
    await value(1, 1, how, twice);
    expect(traces).toBe(7);
  });

  test('results stay on the engine, and arguments are given up', async () => {
    const step = jit(
      (state: { n: XlaOp; total: XlaOp }, x: XlaOp) => ({ n: add(state.n, x), total: add(state.total, state.n) }),
      {
        keep: true,
        donate: [0],
        client,
      },
    );
    let state: { n: DeviceValue; total: DeviceValue } = { n: client.toDevice([1, 2]), total: client.toDevice([0, 0]) };
    const first = state;
    for (let i = 0; i < 3; i++) state = await step(state, [1, 1]);
    expect(state.total).toBeInstanceOf(DeviceValue);
    expect((await state.total.toLiteral()).toArray()).toEqual([6, 9]);
    expect(first.n.disposed).toBe(true);
    expect(step.cacheSize).toBe(1);
    await expectError(() => step(first, [1, 1]), { code: 'FAILED_PRECONDITION', rule: 'js.c70' });
  });

  test('values that are tuples, and dynamic ones', async () => {
    const f = jit((pair: XlaOp) => pair.builder.getTupleElement(pair, 0), { client });
    expect((await f(Literal.tuple(Literal.from([1, 2]), Literal.from(true)))).toArray()).toEqual([1, 2]);
    const sum = jit((x: XlaOp) => x.builder.sum(x), { client });
    const dynamic = f32('<=5');
    expect((await sum(Literal.from([1, 2, 3], dynamic))).item()).toBe(6);
    expect((await sum(Literal.from([4], dynamic))).item()).toBe(4);
    expect(sum.cacheSize).toBe(1);
  });

  test('at most 64 signatures are kept, those that were used last', async () => {
    let traces = 0;
    const f = jit(
      (x: XlaOp, n: number) => {
        traces += 1;
        return scale(x, n);
      },
      { static: [1], client },
    );
    for (let n = 0; n < 64; n++) await f(1, n);
    await f(1, 0);
    expect([f.cacheSize, traces]).toEqual([64, 64]);
    await f(1, 64);
    await f(1, 0);
    expect([f.cacheSize, traces]).toEqual([64, 65]);
    expect((await f(1, 1)).item()).toBe(1);
    expect(traces).toBe(66);
  });

  test('what was forgotten is freed', async () => {
    const before = (await client.statistics()).executables;
    const f = jit((x: XlaOp) => scale(x, 2), { client });
    await f(1);
    await f([1]);
    expect((await client.statistics()).executables).toBe(before + 2);
    f.clear();
    expect((await client.statistics()).executables).toBe(before);
  });
});

describe('in a function that is being traced', () => {
  let client: Client;
  beforeAll(async () => {
    client = await Client.create();
  });
  afterAll(() => {
    client.dispose();
  });

  test('a jit function is called', async () => {
    let traces = 0;
    const parts = jit(
      (x: XlaOp, n: number) => {
        traces += 1;
        return { n: [scale(x, n)], x };
      },
      { static: [1], client },
    );
    const f = jit((x: XlaOp) => add(parts(x, 3).n[0], parts(add(x, x), 3).n[0]), { client });
    expect((await f(1)).item()).toBe(9);
    expect((await parts(2, 3)).x.item()).toBe(2);
    expect(traces).toBe(1);
    const lowered = await f.lower(1);
    expect(lowered.computation.programShape.parameters.length).toBe(1);
    expect(lowered.toHloText().match(/ call\(/g)?.length).toBe(2);
  });

  test('numbers and literals are constants, also without an operation', async () => {
    const table = jit((x: XlaOp) => scale(x, 2));
    const f = jit((x: XlaOp) => [add(x, table(Literal.from(4)) as never), table(5)] as unknown as XlaOp[], { client });
    expect((await f(1)).map((value) => value.item())).toEqual([9, 10]);
  });

  test('it also records in a builder of the user', async () => {
    await init();
    const b = new XlaBuilder('own');
    const x = b.parameter(0, f32(2), 'x');
    const doubled = jit((x: XlaOp) => [scale(x, 2)])(x);
    expect(doubled[0]).toBeInstanceOf(XlaOp);
    const executable = await client.compile(b.build(doubled[0]));
    expect((await executable.run([1, 2])).toArray()).toEqual([2, 4]);
  });

  test('a value on the engine is not there', async () => {
    const value = client.toDevice(1);
    const inner = jit((x: XlaOp) => scale(x, 2), { client });
    const f = jit((x: XlaOp) => add(x, inner(value) as never), { client });
    await expectError(() => f(1), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c101',
      message: /value on an engine[^]*outermost/,
    });
  });
});

describe('lower', () => {
  let client: Client;
  beforeAll(async () => {
    client = await Client.create();
  });
  afterAll(() => {
    client.dispose();
  });
  const f = (): JitFunction<[{ w: XlaOp }, XlaOp], XlaOp[], Literal> =>
    jit(function predict(params: { w: XlaOp }, x: XlaOp) {
      return [add(params.w, x)];
    });

  test('takes shapes and values, and prints the program', async () => {
    const lowered = await f().lower({ w: f32(2) }, [1, 2]);
    expect(lowered.toHloText()).toBe(lowered.computation.toHloText());
    expect(lowered.toHloText()).toContain('HloModule predict');
    expect(lowered.toStableHloText()).toMatch(/^module @predict /);
    expect(lowered.computation.programShape.text).toBe('(arg0.w: f32[2], arg1: f32[2]) -> (f32[2])');
    expect(
      (await jit((x: XlaOp) => x).lower(tuple(s32(), f32(3)))).computation.programShape.parameters[0]?.isTuple,
    ).toBe(true);
  });

  test('compiles', async () => {
    const jitted = jit(f() as unknown as (p: { w: XlaOp }, x: XlaOp) => XlaOp[], { client });
    const compiled = await (await jitted.lower({ w: f32(2) }, f32(2))).compile();
    expect((await compiled({ w: [1, 2] }, new Float32Array(2)))[0]?.toArray()).toEqual([1, 2]);
    expect((await compiled.executable.run([1, 2], [3, 4])).toArray()).toEqual([[4, 6]]);
    expect(jitted.cacheSize).toBe(0);
    const other = await expectError(() => compiled({ w: [1, 2, 3] }, [1, 2, 3]), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c102',
    });
    expect(other.message).toContain('({ w: f32[2] }, f32[2])');
    expect(other.message).toContain('({ w: f32[3] }, f32[3])');
    await expectError(() => compiled({ w: [1, 2], more: 1 } as never, [1, 2]), { code: /./, rule: 'js.c102' });
  });
});

describe('the default client', () => {
  test('is created once, and again after it was disposed', async () => {
    const [one, two] = await Promise.all([defaultClient(), defaultClient()]);
    expect(one).toBe(two);
    const double = jit((x: XlaOp) => scale(x, 2));
    expect((await double(4)).item()).toBe(8);
    one.dispose();
    expect((await double(5)).item()).toBe(10);
    expect(await defaultClient()).not.toBe(one);
  });

  test('can be another one', async () => {
    const own = await Client.create();
    const before = await defaultClient();
    const double = jit((x: XlaOp) => scale(x, 2));
    await double(1);
    setDefaultClient(own);
    expect(await defaultClient()).toBe(own);
    await double(1);
    expect((await own.statistics()).executables).toBe(1);
    setDefaultClient(undefined);
    expect(await defaultClient()).not.toBe(own);
    own.dispose();
    before.dispose();
    await expectError(() => { setDefaultClient({} as never); }, { code: 'INVALID_ARGUMENT', rule: 'js.c5' }); // prettier-ignore
  });

  test('does not keep a process alive', () => {
    const result = runScript(`
      const double = jit((x) => x.builder.mul(x, 2));
      console.log((await double([1, 2])).toArray().join());`);
    expect(result).toMatchObject({ status: 0, output: '2,4\nend\n' });
  });
});
