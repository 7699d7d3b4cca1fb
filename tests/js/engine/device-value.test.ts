// Values that stay on the engine: inline, in a Worker, and in Workers that share memory.
import {
  Client,
  DeviceValue,
  f32,
  Literal,
  parseHlo,
  pred,
  registerCustomCall,
  s32,
  Shape,
  tuple,
  XlaBuilder,
  type Executable,
  type NestedArray,
} from 'hloom';
import { allEngines, twoEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { expectWorking, loop } from '../support/programs.js';
import { turn } from '../support/turn.js';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The key of what only the package itself sees. */
const internal = Symbol.for('hloom.internal') as never;
const trap = (client: Client): Promise<void> => (client[internal] as { trap(): Promise<void> }).trap();

const disposed = { code: 'FAILED_PRECONDITION', rule: 'js.c2' };
const donated = { code: 'FAILED_PRECONDITION', rule: 'js.c70' };
const lost = { code: 'ABORTED', rule: 'js.c71' };

/** f32[n] to f32[n]: x + y */
const sum = (n = 3): ReturnType<typeof parseHlo> =>
  parseHlo(`ENTRY e { x = f32[${n}] parameter(0)\n y = f32[${n}] parameter(1)\n ROOT s = f32[${n}] add(x, y) }`);

describe.each(allEngines)('an engine %s', (_, options) => {
  const inline = !('worker' in options);
  let client: Client;
  let add: Executable;

  beforeEach(async () => {
    client = await Client.create(options);
    add = await client.compile(sum());
  });
  afterEach(() => {
    client.dispose();
  });
  const values = async (): Promise<number> => (await client.statistics()).values;

  test('a value is put there, used again and again, and comes back', async () => {
    const x = client.toDevice([1, 2, 3]);
    expect(x).toBeInstanceOf(DeviceValue);
    expect(x.shape.toString()).toBe('f32[3]');
    expect(String(x)).toBe('DeviceValue f32[3]');
    for (let i = 0; i < 3; i++) {
      expect((await add.run(x, [10, 20, 30 + i])).toArray()).toEqual([11, 22, 33 + i]);
    }
    expect((await add.run(x, x)).toArray()).toEqual([2, 4, 6]);
    expect((await x.toLiteral()).toArray()).toEqual([1, 2, 3]);
    expect(await client.statistics()).toMatchObject({ values: 1, valueBytes: 12, buffers: 0, runs: 0 });
    x.dispose();
    x.dispose();
    expect(await values()).toBe(0);
  });

  test('what was put there is a copy', async () => {
    const array = new Float32Array([1, 2, 3]);
    const x = client.toDevice(array);
    array.fill(9);
    const literal = await x.toLiteral();
    expect(literal.toArray()).toEqual([1, 2, 3]);
    (literal.data as Float32Array).fill(0);
    expect((await x.toLiteral()).toArray()).toEqual([1, 2, 3]);
  });

  test('values of every kind', async () => {
    const columns = Shape.array('F32', [2, 2], [0, 1]);
    const padded = Shape.parse('f32[2,2]{1,0:PAD(2,3)ZERO_PAD}');
    for (const [value, shape, text] of [
      [5, undefined, 'f32[]'],
      [[[1, 2], [3, 4]], undefined, 'f32[2,2]'], // prettier-ignore
      [[[1, 2], [3, 4]], columns, 'f32[2,2]'], // prettier-ignore
      [[[1, 2], [3, 4]], padded, 'f32[2,2]'], // prettier-ignore
      [new Int32Array([1, 2]), undefined, 's32[2]'],
      [[true, false], pred(2), 'pred[2]'],
      [[1, 2], f32('<=5'), 'f32[<=5]'],
      [Literal.from([1, 2], f32('<=5')), undefined, 'f32[<=5]'],
      [[], f32(0), 'f32[0]'],
      [[1, [[2, 3], true]], tuple(f32(), tuple(s32(2), pred())), '(f32[], (s32[2], pred[]))'],
      [Literal.token(), undefined, 'token[]'],
      [Literal.tuple(), undefined, '()'],
    ] as const) {
      const there = client.toDevice(value as never, shape);
      expect(there.shape.toString()).toBe(text);
      const given: NestedArray | Literal = value;
      const expected =
        given instanceof Literal ? given : shape?.isTuple !== true ? Literal.from(given, shape) : undefined;
      const back = await there.toLiteral();
      if (expected !== undefined) expect(back.equals(expected)).toBe(true);
      else expect(back.toArray()).toEqual(value);
      if (inline) expect(there.toLiteralSync().equals(back)).toBe(true);
      there.dispose();
    }
    expect(await values()).toBe(0);
  });

  test('a result stays with keep, and is an argument of the next run', async () => {
    let x = await add.run([1, 2, 3], [1, 1, 1], { keep: true });
    for (let i = 0; i < 3; i++) x = await add.run(x, [1, 1, 1], { keep: true, donate: [0] });
    expect((await x.toLiteral()).toArray()).toEqual([5, 6, 7]);
    expect(await values()).toBe(1);
    const same: Literal = await add.run(x, x, { keep: false });
    expect(same.toArray()).toEqual([10, 12, 14]);
  });

  test('a tuple is its elements', async () => {
    const program = parseHlo(
      'ENTRY e { x = f32[2] parameter(0)\n n = f32[2] negate(x)\n ROOT t = (f32[2], (f32[2])) tuple(x, u)\n}'.replace(
        ' ROOT',
        ' u = (f32[2]) tuple(n)\n ROOT',
      ),
    );
    const executable = await client.compile(program);
    const result = await executable.run([1, 2], { keep: true });
    expect(result.shape.toString()).toBe('(f32[2], (f32[2]))');
    const [first, second] = result.elements as [DeviceValue, DeviceValue];
    expect(result.elements[0]).toBe(first);
    expect((await first.toLiteral()).toArray()).toEqual([1, 2]);
    expect((await second.toLiteral()).toArray()).toEqual([[-1, -2]]);
    expect((await result.toLiteral()).toArray()).toEqual([[1, 2], [[-1, -2]]]);
    const pair = await client.compile(
      parseHlo('ENTRY e { p = (f32[2], (f32[2])) parameter(0)\n ROOT x = f32[2] get-tuple-element(p), index=0 }'),
    );
    expect((await pair.run(result)).toArray()).toEqual([1, 2]);
    expect((await pair.run([first, [[7, 8]]])).toArray()).toEqual([1, 2]);
    expect((await pair.run([[5, 6], second])).toArray()).toEqual([5, 6]);
    first.dispose();
    expect(result.disposed).toBe(true);
    await expectError(() => result.toLiteral(), disposed);
    await expectError(() => pair.run(result), disposed);
    expect((await second.toLiteral()).toArray()).toEqual([[-1, -2]]);
    result.dispose();
    await expectError(() => second.toLiteral(), disposed);
    expect(await values()).toBe(0);
  });

  test('what is donated is given up, also if the run fails later', async () => {
    const x = client.toDevice([1, 2, 3]);
    const y = client.toDevice([1, 1, 1]);
    expect((await add.run(x, y, { donate: [0] })).toArray()).toEqual([2, 3, 4]);
    expect(x.disposed).toBe(true);
    await expectError(() => x.toLiteral(), donated);
    await expectError(() => add.run(x, y), { ...donated, message: /the f32\[3\] was donated to a run/ });
    x.dispose();
    const failing = add.run(y, [1, 1, 1], { donate: [0], limits: { instructions: 1 } });
    // It is given up at once.
    await expectError(() => y.toLiteral(), donated);
    await expectError(() => failing, { code: 'RESOURCE_EXHAUSTED', rule: 'limits.c1' });
    expect(await values()).toBe(0);
    // A run that is refused gives nothing up.
    const z = client.toDevice([1, 1, 1]);
    await expectError(() => add.run(z, [1], { donate: [0] }), { code: 'INVALID_ARGUMENT', rule: 'js.c8' });
    await expectError(() => add.run(z, [1, 1, 1], { donate: [0], signal: AbortSignal.abort() }), { code: 'CANCELLED' });
    expect((await z.toLiteral()).toArray()).toEqual([1, 1, 1]);
    // It means nothing for a literal.
    const literal = Literal.from([1, 2, 3]);
    expect((await add.run(literal, z, { donate: [0, 1] })).toArray()).toEqual([2, 3, 4]);
    expect((await add.run(literal, literal)).toArray()).toEqual([2, 4, 6]);
  });

  test('what is passed twice cannot be donated', async () => {
    const x = client.toDevice([1, 2, 3]);
    const twice = {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c73',
      message: /argument 1 is donated, and passed more than once/,
    };
    await expectError(() => add.run(x, x, { donate: [1] }), twice);
    expect((await add.run(x, x)).toArray()).toEqual([2, 4, 6]);
  });

  test('nobody else loses what is overwritten', async () => {
    // Both elements are one array on the engine.
    const twin = await client.compile(
      parseHlo('ENTRY e { x = f32[20000] parameter(0)\n ROOT t = (f32[20000], f32[20000]) tuple(x, x) }'),
    );
    const negate = await client.compile(
      parseHlo('ENTRY e { x = f32[20000] parameter(0)\n ROOT n = f32[20000] negate(x) }'),
    );
    const [first, second] = (await twin.run(new Float32Array(20000).fill(1), { keep: true })).elements as [
      DeviceValue,
      DeviceValue,
    ];
    const negative = await negate.run(first, { keep: true, donate: [0] });
    expect((await negative.toLiteral()).data[19999]).toBe(-1);
    expect((await second.toLiteral()).data[19999]).toBe(1);
    // A constant of the program can be given up, and is there for the next run.
    const constant = await client.compile(parseHlo('ENTRY e { ROOT c = f32[2] constant({1, 2}) }'));
    const both = await client.compile(parseHlo('ENTRY e { x = f32[2] parameter(0)\n ROOT n = f32[2] negate(x) }'));
    for (let i = 0; i < 2; i++) {
      expect((await both.run(await constant.run({ keep: true }), { donate: [0] })).toArray()).toEqual([-1, -2]);
    }
    // So is what a copy of it is being made of.
    const copy = second.toLiteral();
    const gone = await negate.run(second, { keep: true, donate: [0] });
    expect((await copy).data[0]).toBe(1);
    expect((await gone.toLiteral()).data[0]).toBe(-1);
  });

  test('dynamic sizes, and layouts other than the parameter’s', async () => {
    const dynamic = await client.compile(
      parseHlo('ENTRY e { x = f32[<=5] parameter(0)\n ROOT n = f32[<=5] negate(x) }'),
    );
    const result = await dynamic.run(client.toDevice([1, 2, 3]), { keep: true });
    expect(result.shape.toString()).toBe('f32[<=5]');
    expect((await result.toLiteral()).toArray()).toEqual([-1, -2, -3]);
    expect((await dynamic.run(result)).toArray()).toEqual([1, 2, 3]);
    expect((await dynamic.run(client.toDevice([1], f32('<=2')))).toArray()).toEqual([-1]);
    await expectError(() => dynamic.run(client.toDevice([1], f32('<=6'))), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c24',
    });
    const b = new XlaBuilder('columns');
    const columns = await client.compile(b.build(b.neg(b.parameter(0, Shape.array('F32', [2, 3], [0, 1]), 'x'))));
    const rows = client.toDevice([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
    for (let i = 0; i < 2; i++) {
      expect((await columns.run(rows)).toArray()).toEqual([[-1, -2, -3], [-4, -5, -6]]); // prettier-ignore
    }
    expect((await columns.run(rows, { donate: [0] })).toArray()).toEqual([[-1, -2, -3], [-4, -5, -6]]); // prettier-ignore
  });

  test('values that do not fit, and options that are none', async () => {
    const x = client.toDevice([1, 2]);
    await expectError(() => add.run(x, [1, 2, 3]), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c24',
      message: /the value on the engine is f32\[2\], not f32\[3\].*\n.*\n {2}at argument 0/s,
    });
    const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c22' };
    const ok = client.toDevice([1, 2, 3]);
    await expectError(() => add.run(ok, ok, { donate: 0 } as never), { ...refused, message: /donate is 0/ });
    await expectError(() => add.run(ok, [1, 2, 3], { donate: [2] }), { ...refused, help: /takes 2 arguments/ });
    await expectError(() => add.run(ok, [1, 2, 3], { donate: ['0'] } as never), refused);
    await expectError(() => add.run(ok, ok, { keep: 1 } as never), { ...refused, message: /keep is 1/ });
    await expectError(() => client.toDevice(ok), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
    await expectError(() => client.toDevice([1], 'f32[1]' as never), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
    await expectError(() => client.toDevice([1, 2], f32(3)), { code: 'INVALID_ARGUMENT', rule: 'js.c8' });
    await expectError(() => client.toDevice(new Uint8Array([2]), pred(1)), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c10',
    });
    await expectError(() => client.toDevice([[1], [1, 2]]), { code: 'INVALID_ARGUMENT', rule: 'js.c9' }); // prettier-ignore
    await expectError(() => client.toDevice({} as never), { code: 'INVALID_ARGUMENT', rule: 'js.c28' });
    expect(await values()).toBe(2);
  });

  test('values of another client', async () => {
    const other = await Client.create(options);
    const x = other.toDevice([1, 2, 3]);
    await expectError(() => add.run(x, x), { code: 'INVALID_ARGUMENT', rule: 'js.c72', message: /of another client/ });
    other.dispose();
    await expectError(() => x.toLiteral(), disposed);
  });

  test('toLiteralSync is for engines of this thread', async () => {
    const x = client.toDevice([1, 2, 3]);
    if (inline) {
      expect(x.toLiteralSync().toArray()).toEqual([1, 2, 3]);
      const y = add.runSync(x, x, { keep: true });
      expect(add.runSync(y, x, { donate: [0] }).toArray()).toEqual([3, 6, 9]);
      await expectError(() => y.toLiteralSync(), donated);
    } else {
      await expectError(() => x.toLiteralSync(), {
        code: 'FAILED_PRECONDITION',
        rule: 'js.c19',
        help: /toLiteral\(\)/,
      });
    }
  });

  test('what is lost with an engine instance says so by name', async () => {
    const x = client.toDevice([1, 2, 3]);
    await expectError(() => trap(client), { code: 'ABORTED', rule: 'js.c14' });
    await expectError(() => client.toDevice([1]), { code: 'ABORTED', rule: 'js.c14', help: /client\.compile/ });
    await expectError(() => x.toLiteral(), { ...lost, message: /the f32\[3\] was lost with its engine instance/ });
    await expectError(() => add.run(x, x), { ...lost, message: /at argument 0/ });
    expect((await add.run([1, 1, 1], [1, 2, 3])).toArray()).toEqual([2, 3, 4]);
    await expectError(() => add.run(x, x), lost);
    const y = client.toDevice([1, 2, 3]);
    expect((await add.run(y, y)).toArray()).toEqual([2, 4, 6]);
    x.dispose();
    expect(await values()).toBe(1);
  });

  test('runs that are stopped leave nothing on the engine', async () => {
    const endless = await client.compile(loop());
    const start = client.toDevice(0, s32());
    for (const delay of [0, 30]) {
      const signal = AbortSignal.timeout(delay);
      await expectError(() => endless.run(start, { signal, keep: true }), { code: 'CANCELLED' });
    }
    await expectWorking(client);
    start.dispose();
    expect(await values()).toBe(0);
  });

  test('a function may see them and use them', async () => {
    const remove = registerCustomCall('f', ([x]) => x);
    const program = await client.compile(
      parseHlo('ENTRY e { x = f32[2] parameter(0)\n ROOT y = f32[2] custom-call(x), custom_call_target="f" }'),
    );
    const y = await program.run(client.toDevice([1, 2]), { keep: true, donate: [0] });
    expect((await y.toLiteral()).toArray()).toEqual([1, 2]);
    remove();
  });
});

describe.each(twoEngines)('memory, %s', (_, options) => {
  test('the client’s limit counts them, and the limit of a run does not', async () => {
    const client = await Client.create({ ...options, memoryLimit: 1_000_000 });
    const wide = await client.compile(
      parseHlo('ENTRY e { x = f32[] parameter(0)\n ROOT y = f32[100000] broadcast(x), dimensions={} }'),
    );
    const one = await wide.run(1, { keep: true });
    const two = await wide.run(1, { keep: true });
    const full = { code: 'RESOURCE_EXHAUSTED', rule: 'memory.c1', message: /hold 781\.2 KiB/, help: /memoryLimit/ };
    await expectError(() => wide.run(1), full);
    // In a Worker it is only known later.
    let three: DeviceValue | undefined;
    const use = async (): Promise<unknown> => {
      three = client.toDevice(new Float32Array(100_000));
      return three.toLiteral();
    };
    await expectError(use, full);
    const negate = await client.compile(
      parseHlo('ENTRY e { x = f32[100000] parameter(0)\n ROOT y = f32[100000] negate(x) }'),
    );
    if (three !== undefined) await expectError(() => negate.run(three as DeviceValue), full);
    // A value that is disposed by then has the same error.
    const put = (): DeviceValue => client.toDevice(new Float32Array(100_000));
    const andDispose = <T>(value: DeviceValue, used: Promise<T>): Promise<T> => {
      value.dispose();
      return used;
    };
    await expectError(async () => negate.run(put(), { donate: [0] }), full);
    await expectError(async () => {
      const value = put();
      return andDispose(value, negate.run(value));
    }, full);
    await expectError(async () => {
      const value = put();
      return andDispose(value, value.toLiteral());
    }, full);
    one.dispose();
    // The run uses less than half of the memory.
    expect((await wide.run(1, { limits: { bytes: 400_000 } })).data[7]).toBe(1);
    two.dispose();
    expect(await client.statistics()).toMatchObject({ values: 0, valueBytes: 0 });
    client.dispose();
  });

  test('what is forgotten is given back', async () => {
    const client = await Client.create(options);
    const put = (): void => {
      for (let i = 0; i < 100; i++) client.toDevice([i]);
    };
    put();
    expect((await client.statistics()).values).toBeGreaterThan(0);
    for (let round = 0; round < 50; round++) {
      collect();
      await turn(20);
      if ((await client.statistics()).values === 0) {
        client.dispose();
        return;
      }
    }
    throw new Error('nothing was given back');
  });
});
