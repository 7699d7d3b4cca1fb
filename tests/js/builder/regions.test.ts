// Functions in the place of computations: what they record, what they capture, and what they are refused for.
import {
  Client,
  cond,
  f32,
  foriLoop,
  Literal,
  pred,
  s32,
  scan,
  whileLoop,
  XlaBuilder,
  type NestedArray,
  type ReducerName,
  type XlaOp,
} from 'hloom';
import { expectError } from '../support/expect-error.js';

let client: Client;
let b: XlaBuilder;

beforeAll(async () => {
  client = await Client.create({ worker: false });
});
afterAll(() => client.dispose());
beforeEach(() => {
  b = new XlaBuilder('main');
});

/** The result of the program; a tuple as an array. */
async function valueOf(root: XlaOp | readonly XlaOp[], ...args: readonly NestedArray[]): Promise<unknown> {
  const computation = b.build(Array.isArray(root) ? b.tuple(root as readonly XlaOp[]) : (root as XlaOp));
  const { parameters } = computation.programShape;
  const executable = await client.compile(computation);
  const result = await executable.run(...args.map((value, i) => Literal.from(value, parameters[i]?.type as 'F32')));
  return result.toArray();
}

const scalar = (number: number, name: string): XlaOp => b.parameter(number, f32(), name);

describe('folds', () => {
  test('a function folds as a computation does', async () => {
    const x = b.parameter(0, f32(2, 3), 'x');
    const y = b.reduce(x, 0, (acc, v) => b.add(acc, b.mul(v, v)), [1]);
    await expect(
      valueOf(y, [
        [1, 2, 3],
        [4, 5, 6],
      ]),
    ).resolves.toEqual([14, 77]);
  });

  test.each<[ReducerName, number]>([
    ['add', 24],
    ['mul', 210],
    ['max', 10],
    ['min', 1],
    ['and', 0],
    ['or', 15],
    ['xor', 10],
  ])('%s is a reducer', async (name, expected) => {
    const x = b.constant([2, 7, 1, 10, 4], 'S32');
    const start = { add: 0, mul: 1, max: -99, min: 99, and: -1, or: 0, xor: 0 }[name];
    const y = name === 'mul' ? b.reduceAll(b.constant([2, 3, 5, 7], 'S32'), start, name) : b.reduceAll(x, start, name);
    await expect(valueOf(y)).resolves.toBe(expected);
  });

  test('the name makes the program of the scalar computation', () => {
    const text = (fold: (x: XlaOp) => XlaOp): string => {
      b = new XlaBuilder('main');
      return b.build(fold(b.parameter(0, f32(3), 'x'))).toHloText({ form: 'short' });
    };
    const named = text((x) => b.reduce(x, 0, 'add', [0]));
    const built = text((x) => b.reduce(x, 0, b.createScalarAddComputation('F32'), [0]));
    expect(named.replace(/p0/g, 'lhs').replace(/p1/g, 'rhs')).toBe(built);
  });

  test('several arrays are folded by arrays of scalars', async () => {
    const x = b.constant([3, 9, 4]);
    const i = b.iota('S32', 3);
    const y = b.reduce(
      [x, i],
      [b.constant(-1), b.constant(-1, 'S32')],
      ([best, at], [v, j]) => {
        const keep = b.ge(best, v);
        return [b.select(keep, best, v), b.select(keep, at, j)];
      },
      [0],
    );
    await expect(valueOf(y)).resolves.toEqual([9, 1]);
  });

  test('all functions that fold take functions and names', () => {
    const x = b.parameter(0, f32(4), 'x');
    const numbers = { updateWindowDims: [], insertedWindowDims: [0], scatterDimsToOperandDims: [0], indexVectorDim: 1 };
    const at = b.constant([[0]], 'S32');
    expect(b.reduceWindow(x, 0, 'add', [2], [1], 'VALID').shape.toString()).toBe('f32[3]');
    const selected = b.selectAndScatter(x, (s, v) => b.ge(s, v), [2], [2], 'VALID', b.constant([1, 2]), 0, 'add');
    expect(selected.shape.toString()).toBe('f32[4]');
    expect(b.scatter(x, at, b.constant([5]), (_, update) => update, numbers).shape.toString()).toBe('f32[4]');
    expect(b.allReduce(x, 'max').shape.toString()).toBe('f32[4]');
    expect(b.allReduceTuple([x, x], 'add').shape.toString()).toBe('(f32[4], f32[4])');
    expect(b.reduceScatter(x, 'add', 0, 2).shape.toString()).toBe('f32[2]');
  });

  test('a constant of the program around is copied, and another value is refused by its name', async () => {
    const x = b.parameter(0, f32(3), 'x');
    const two = b.constant(2);
    const s = scalar(1, 'scale');
    await expectError(() => b.reduce(x, 0, (acc, v) => b.add(acc, b.mul(v, s)), [0]), {
      code: 'INVALID_ARGUMENT',
      rule: 'region.c1',
      message: /computation uses %scale, f32\[\], of the program around it/,
    });
    await expectError(() => b.sort([x], (l, r) => b.lt(b.mul(l, s), r)), {
      code: 'INVALID_ARGUMENT',
      rule: 'region.c1',
    });
    const y = b.reduce(x, 0, (acc, v) => b.add(acc, b.mul(v, two)), [0]);
    await expect(valueOf(y, [1, 2, 3], 9)).resolves.toBe(12);
  });

  test('another name is told the reducers', async () => {
    const x = b.parameter(0, f32(3), 'x');
    await expectError(() => b.reduce(x, 0, 'sum' as 'add', [0]), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c5',
      help: /did you mean 'add'\?/,
    });
  });
});

describe('sort and map', () => {
  test('a comparator gets scalars, of several arrays two lists', async () => {
    const keys = b.constant([3, 1, 2], 'S32');
    const values = b.constant([30, 10, 20]);
    const sorted = b.sort([keys, values], (l, r) => b.gt(l[0], r[0]));
    const alone = b.sort([values], (l, r) => b.lt(l, r), { dimension: 0 });
    await expect(valueOf([sorted, alone])).resolves.toEqual([
      [
        [3, 2, 1],
        [30, 20, 10],
      ],
      [10, 20, 30],
    ]);
  });

  test('map captures scalars', async () => {
    const x = b.parameter(0, f32(3), 'x');
    const s = scalar(1, 's');
    await expectError(() => b.map([x], () => x, [0]), { code: 'INVALID_ARGUMENT', rule: 'region.c2' });
    const y = b.map([x, x], (u, v) => b.add(b.mul(u, v), s), [0]);
    await expect(valueOf(y, [1, 2, 3], 10)).resolves.toEqual([11, 14, 19]);
  });
});

describe('while', () => {
  test('captured values are state that the caller does not see', async () => {
    const limit = scalar(0, 'limit');
    const step = scalar(1, 'step');
    const last = b.while(
      (s) => b.lt(s, limit),
      (s) => b.add(s, step),
      0,
    );
    expect(last.shape.toString()).toBe('f32[]');
    const text = b.build(last).toHloText({ form: 'short' });
    expect(text).toContain('(f32[], f32[], f32[]) while(tuple');
    const executable = await client.compile(b.build(rebuilt()));
    expect((await executable.run(10, 4)).toArray()).toBe(12);

    function rebuilt(): XlaOp {
      const [end, by] = [scalar(0, 'limit'), scalar(1, 'step')];
      return b.while(
        (s) => b.lt(s, end),
        (s) => b.add(s, by),
        0,
      );
    }
  });

  test('a state is any nesting, and comes back in its form', async () => {
    const v = b.parameter(0, f32(2), 'v');
    const last = b.while(
      (s) => b.lt(s.i, 10),
      (s) => ({ i: b.add(s.i, 1), pair: [b.mul(s.pair[0], 2), b.add(s.pair[1], s.pair[0])] }),
      { i: b.constant(0, 'S32'), pair: [v, b.constant([0, 0])] },
    );
    expect(Object.keys(last)).toEqual(['i', 'pair']);
    await expect(valueOf([last.i, ...last.pair], [1, 3])).resolves.toEqual([10, [1024, 3072], [1023, 3069]]);
  });

  test('a conditional in a loop in a loop captures through all of them', async () => {
    const x = scalar(0, 'x');
    const y = scalar(1, 'y');
    const last = foriLoop(
      0,
      3,
      (i, outer) =>
        foriLoop(
          0,
          i,
          (j, inner) =>
            b.add(
              inner,
              b.conditional(
                b.eq(b.rem(j, 2), 0),
                () => b.add(x, b.convertElementType(i, 'F32')),
                () => y,
              ),
            ),
          outer,
        ),
      b.constant(0),
    );
    // i = 1: j = 0: x + 1. i = 2: j = 0: x + 2, j = 1: y.
    await expect(valueOf(last, 10, 100)).resolves.toBe(123);
  });

  test('constants of the loop are recorded in it', () => {
    const last = b.while(
      (s) => b.lt(s, b.constant(5)),
      (s) => b.add(s, b.constant(2)),
      b.constant(0),
    );
    const text = b.build(last).toHloText();
    expect(text).toContain('f32[] while(');
  });

  test('the error of a wrong state names shapes and places', async () => {
    const v = b.parameter(0, f32(2), 'v');
    const always = (): XlaOp => b.constant(true);
    await expectError(() => b.while(always, () => b.constant([1, 2, 3]) as never, v), {
      code: 'INVALID_ARGUMENT',
      rule: 'while.c2',
      message: /the body returns f32\[3\], and must return f32\[2\]/,
    });
    await expectError(() => b.while(always, (s) => b.concatInDim([s, v], 0), v), {
      code: 'INVALID_ARGUMENT',
      rule: 'while.c2',
      message: /the body returns f32\[4\], and must return f32\[2\]/,
    });
    await expectError(
      () =>
        b.while(
          (s) => s,
          (s) => s,
          v,
        ),
      {
        code: 'INVALID_ARGUMENT',
        rule: 'while.c1',
        message: /the condition returns f32\[2\], and must return pred\[\]/,
      },
    );
    await expectError(() => b.while(always, () => ({ i: v }), { i: v, j: v }), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c110',
      message: /the next state is \{ i \}, and was \{ i, j \}/,
    });
    await expectError(() => b.while(always, (s) => [s[0]] as never, [v, v]), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c110',
      message: /the next state is an array of 1, and was an array of 2/,
    });
    await expectError(() => b.while(always, (s) => s, { v: 'text' } as never), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c110',
      message: /init\.v is "text"/,
    });
    await expectError(() => b.while(always, (() => undefined) as never, v), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c109',
      message: /body returned nothing/,
    });
    await expectError(() => b.while(always, (() => Promise.resolve(v)) as never, v), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c109',
      message: /body returned a promise/,
    });
    // None of these calls added anything.
    expect(b.build(b.neg(v)).toHloText({ form: 'short' })).not.toContain('while');
  });
});

describe('conditional and call', () => {
  test('branches without operands use those of the program', async () => {
    const p = b.parameter(0, pred(), 'p');
    const a = scalar(1, 'a');
    const y = b.conditional(
      p,
      () => b.add(a, 1),
      () => a,
    );
    const computation = b.build(y);
    expect(computation.toHloText({ form: 'short' })).toContain('conditional(p, a, a)');
    const executable = await client.compile(computation);
    expect((await executable.run(true, 5)).toArray()).toBe(6);
    expect((await executable.run(false, 5)).toArray()).toBe(5);
  });

  test('branches by index, with operands, and with results in any form', async () => {
    const i = b.parameter(0, s32(), 'i');
    const x = scalar(1, 'x');
    const z = scalar(2, 'z');
    const r = b.conditional(
      i,
      [(v) => ({ sum: b.add(v, z), is: true }), (v) => ({ sum: b.mul(v, z), is: false })],
      [x, z],
    );
    const same = b.conditional(
      b.gt(i, 0),
      x,
      (v) => b.mul(v, z),
      z,
      (v) => v,
    );
    await expect(valueOf([r.sum, r.is, same], 1, 5, 3)).resolves.toEqual([9, false, 15]);
  });

  test('branches of different shapes are refused', async () => {
    const p = b.parameter(0, pred(), 'p');
    await expectError(
      () =>
        b.conditional(
          p,
          () => b.constant(1),
          () => b.constant([1]),
        ),
      { code: 'INVALID_ARGUMENT', rule: 'conditional.c4', message: /branch 1 gives f32\[1\], branch 0 gives f32\[\]/ },
    );
  });

  test('cond has the arguments of jax.lax.cond', async () => {
    const x = scalar(0, 'x');
    const y = cond(
      b.gt(x, 0),
      (v) => b.mul(v, 2),
      (v) => b.neg(v),
      x,
    );
    await expect(valueOf(y, -3)).resolves.toBe(3);
  });

  test('a called function captures', async () => {
    const x = scalar(0, 'x');
    const [sum, twice] = b.call((v) => [b.add(v, x), b.mul(v, 2)] as const, [b.constant(3)]);
    await expect(valueOf([sum, twice], 4)).resolves.toEqual([7, 6]);
  });
});

describe('loops of jax.lax', () => {
  test('whileLoop and foriLoop', async () => {
    const doubled = whileLoop(
      (s) => b.lt(s, 100),
      (s) => b.mul(s, 2),
      b.constant(3),
    );
    const n = b.parameter(0, s32(), 'n');
    const factorial = foriLoop(1, n, (i, f) => b.mul(f, i), b.constant(1, 'S32'));
    await expect(valueOf([doubled, factorial], 6)).resolves.toEqual([192, 120]);
  });

  test('scan carries and stacks', async () => {
    const v = b.parameter(0, f32(4), 'v');
    const m = b.parameter(1, f32(4, 2), 'm');
    const scale = scalar(2, 'scale');
    const [total, out] = scan(
      (carry, x) => {
        const next = b.add(carry, b.mul(x.v, scale));
        return [next, { sums: next, rows: b.mul(x.m, x.v) }];
      },
      b.constant(0),
      { v, m },
    );
    const [last, [reversed]] = scan((carry, x) => [b.add(carry, x), [carry]], 0, v, { reverse: true });
    const [power] = scan((carry) => [b.mul(carry, 2), []], b.constant(1), [], { length: 5 });
    const rows = [
      [1, 1],
      [1, 1],
      [1, 2],
      [1, 1],
    ];
    await expect(valueOf([total, out.sums, out.rows, last, reversed, power], [1, 2, 3, 4], rows, 10)).resolves.toEqual([
      100,
      [10, 30, 60, 100],
      [
        [1, 1],
        [2, 2],
        [3, 6],
        [4, 4],
      ],
      10,
      [9, 7, 4, 0],
      32,
    ]);
  });

  test('scan is told what is wrong with xs', async () => {
    const x = scalar(0, 'x');
    const step = (carry: XlaOp): [XlaOp, XlaOp] => [carry, carry];
    await expectError(() => scan(step, x, x), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c110',
      message: /no first dimension/,
    });
    await expectError(() => scan(step, x, []), { code: 'INVALID_ARGUMENT', rule: 'js.c110', help: /length/ });
    await expectError(() => scan(step, x, [b.iota('F32', 2), b.iota('F32', 3)]), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c110',
      message: /lengths 2, 3/,
    });
  });
});

test('the next state of scan and foriLoop keeps element types and sizes', async () => {
  const [x, v] = [scalar(0, 'x'), b.parameter(1, f32(3), 'v')];
  await expectError(() => scan((carry, y) => [{ ...carry, sum: v }, y], { count: x, sum: x }, v), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c110',
    message: /scan: the next carry\.sum is f32\[3\], and was f32\[\]\n/,
  });
  await expectError(() => foriLoop(0, 2, (i, [w]) => [w, i], [v, x]), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c110',
    message: /foriLoop: the next state\[1\] is s32\[\], and was f32\[\]\n/,
  });
});

describe('operations of a region', () => {
  test('are refused when its function has returned', async () => {
    const x = scalar(0, 'x');
    let leaked: XlaOp | undefined;
    b.while(
      (s) => b.lt(s, 9),
      (s) => (leaked = b.add(s, x)),
      x,
    );
    const closed = leaked as XlaOp;
    const expected = { code: 'FAILED_PRECONDITION', rule: 'js.c108', message: /region "body" has returned/ };
    await expectError(() => b.neg(closed), expected);
    await expectError(() => closed.builder.neg(closed), expected);
    await expectError(() => b.build(closed), expected);
  });

  test('belong to their builder: a computation with a builder of its own is built in a region, too', async () => {
    const x = scalar(0, 'x');
    const y = b.call(
      (v) => {
        const own = new XlaBuilder('own');
        const squared = own.build(own.mul(own.parameter(0, f32(), 'p'), 3));
        return b.call(squared, [b.add(v, x)]);
      },
      [x],
    );
    await expect(valueOf(y, 4)).resolves.toBe(24);
  });

  test('a function that throws leaves the builder as it was', async () => {
    const x = scalar(0, 'x');
    const boom = new Error('boom');
    expect(() =>
      b.while(
        () => {
          throw boom;
        },
        (s) => s,
        x,
      ),
    ).toThrow(boom);
    await expect(valueOf(b.neg(x), 2)).resolves.toBe(-2);
  });
});
