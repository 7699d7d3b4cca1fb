// The methods of operations: which there are, numbers and dimension numbers in their arguments, and tuples. That they
// make the program that builder functions make is tested with every case of tests/cases.
import { Client, f32, init, np, random, s32, XlaBuilder, XlaOp, type Shape, type XlaComputation } from 'hloom';
import { OpMethods } from '../../../js/src/generated/op-methods.js';
import { builderRows } from '../support/case-files.js';
import { expectError } from '../support/expect-error.js';

beforeAll(() => init());

/** Functions that take an operation first, but are no methods: of tokens, and of random numbers. */
const functionsOnly = [
  'afterAll',
  'infeedWithToken',
  'normalFloatingPointDistribution',
  'philoxBitGenerator',
  'philoxIncreaseCounter',
  'recvFromHost',
  'recvWithToken',
  'rngNormal',
  'rngUniform',
  'scramblePhiloxKey',
  'threeFryBitGenerator',
  'uniformFloatingPointDistribution',
  'uniformIntDistribution',
];

/** The text of a program of one call with x: f32[2,3,4]. */
function textOf(call: (x: XlaOp, b: XlaBuilder) => XlaOp, shape: Shape = f32(2, 3, 4)): string {
  const b = new XlaBuilder('main');
  const text = b.build(call(b.parameter(0, shape, 'x'), b)).toHloText();
  b.dispose();
  return text;
}

test('every function whose first argument is an operation is a method, but for tokens and random numbers', () => {
  const rows = builderRows().filter((row) => row.arguments.filter(({ required }) => required)[0]?.kind === 'op');
  const names = new Set([...rows.map(({ js }) => js).filter((name) => !functionsOnly.includes(name))]);
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(OpMethods.prototype));
  expect(methods.sort()).toEqual([...names].sort());
  expect(Object.keys(new XlaBuilder('b').parameter(0, f32(), 'x'))).toEqual(['builder', 'id', 'shape']);
});

test('numbers are scalars of the type of the other operand, in lists too', () => {
  const same = (call: (x: XlaOp, b: XlaBuilder) => XlaOp, want: (x: XlaOp, b: XlaBuilder) => XlaOp): void => {
    expect(textOf(call)).toBe(textOf(want));
  };
  same(
    (x) => x.mul(2).add(1n),
    (x, b) => b.add(b.mul(x, b.constant(2)), b.constant(1)),
  );
  same(
    (x) => x.clamp(0, 1),
    (x, b) => b.clamp(b.constant(0), x, b.constant(1)),
  );
  same(
    (x) => x.gt(0).select(x, 0),
    (x, b) => b.select(b.gt(x, b.constant(0)), x, b.constant(0)),
  );
  same(
    (x) => x.dynamicSlice([0, 1, 2], [1, 1, 1]),
    (x, b) =>
      b.dynamicSlice(
        x,
        [0, 1, 2].map((i) => b.constant(i, 'S32')),
        [1, 1, 1],
      ),
  );
  same(
    (x, b) => x.dynamicSlice([b.constant(1n), 0, 0], [1, 1, 1]),
    (x, b) =>
      b.dynamicSlice(
        x,
        [1n, 0n, 0n].map((i) => b.constant(i)),
        [1, 1, 1],
      ),
  );
  same(
    (x, b) => b.reduce([x, x], [0, 1], twoSums(), [0]),
    (x, b) => b.reduce([x, x], [b.constant(0), b.constant(1)], twoSums(), [0]),
  );
});

function twoSums(): XlaComputation {
  const b = new XlaBuilder('sums');
  const [a, c, x, y] = [0, 1, 2, 3].map((i) => b.parameter(i, f32(), `p${i}`)) as [XlaOp, XlaOp, XlaOp, XlaOp];
  return b.build(b.tuple([a.add(x), c.add(y)]));
}

test('a number that the type does not have is refused', async () => {
  const b = new XlaBuilder('main');
  const i = b.parameter(0, s32(3), 'i');
  await expectError(() => i.mul(0.5), { code: 'INVALID_ARGUMENT', rule: 'js.c10', help: /convertElementType/ });
  await expectError(() => i.dynamicSlice([0.5], [1]), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c10',
    message: /startIndices\[0\]/,
  });
});

test.each<[string, (x: XlaOp, b: XlaBuilder) => XlaOp, (x: XlaOp, b: XlaBuilder) => XlaOp]>([
  ['dimensions', (x) => x.sum([-1, 0]), (x) => x.sum([2, 0])],
  ['one dimension', (x) => x.mean(-1), (x) => x.mean([2])],
  ['a permutation', (x) => x.transpose([-1, 0, 1]), (x) => x.transpose([2, 0, 1])],
  ['concatenated', (x, b) => b.concatInDim([x, x], -2), (x, b) => b.concatInDim([x, x], 1)],
  ['the axis of a function', (x) => x.argMax(-1, { outputType: 's32' }), (x) => x.argMax(2, { outputType: 'S32' })],
  ['of a new dimension', (x) => x.sliceInDim(0, 1, 1, -1), (x) => x.sliceInDim(0, 1, 1, 2)],
  [
    'broadcast dimensions',
    (x, b) => x.add(b.iota('F32', 3), { broadcastDimensions: [-2] }),
    (x, b) => x.add(b.iota('F32', 3), { broadcastDimensions: [1] }),
  ],
  [
    'those of a result',
    (x) => x.broadcastInDim([5, 2, 3, 4], [-3, -2, -1]),
    (x) => x.broadcastInDim([5, 2, 3, 4], [1, 2, 3]),
  ],
  ['iota', (_, b) => b.iota(s32(2, 3), -1), (_, b) => b.iota(s32(2, 3), 1)],
  [
    'of a product',
    (x) => x.dotGeneral(x, { lhsContractingDimensions: [-1], rhsContractingDimensions: [-1] }),
    (x) => x.dotGeneral(x, { lhsContractingDimensions: [2], rhsContractingDimensions: [2] }),
  ],
  ['an inferred size', (x) => x.reshape([-1, 4]), (x) => x.reshape([6, 4])],
])('negative dimension numbers count from the end: %s', (_, call, want) => {
  expect(textOf(call)).toBe(textOf(want));
});

test('dimension numbers out of range are refused as they were given', async () => {
  await expectError(() => textOf((x) => x.sum([-4])), { code: 'INVALID_ARGUMENT', message: /-4/ });
  await expectError(() => textOf((x) => x.reshape([-1, 5])), { code: 'INVALID_ARGUMENT', message: /-1/ });
});

test('element types have the spellings of XLA, NumPy and JAX', () => {
  const spelled = ['F32', 'f32', 'float32'] as const;
  const texts = spelled.map((type) => textOf((x) => x.convertElementType(type), s32(2)));
  expect(new Set(texts).size).toBe(1);
  expect(textOf((x) => x.ne(0).convertElementType('bool'))).toContain('pred[2,3,4]');
  expect(textOf((x) => x.convertElementType('bfloat16'))).toContain('bf16[2,3,4]');
  expect(textOf((x) => x.convertElementType('uint8'))).toContain('u8[2,3,4]');
  expect(textOf((x) => np.add(np.astype(x, 'int32'), np.zerosLike(x, { dtype: 'int32' })))).toContain('s32[2,3,4]');
  expect(textOf((_, b) => random.uniform(b.constant([0, 1], 'uint32'), [2], { dtype: 'float64' }))).toContain('f64[2]');
});

test('the operation, the literal and the value of a tuple are taken apart', async () => {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, f32(4), 'x');
  const [values, indices] = x.topK(2) as unknown as [XlaOp, XlaOp];
  expect([values.shape.toString(), indices.dtype, indices.rank]).toEqual(['f32[2]', 'S32', 1]);
  expect(() => [...(x as XlaOp)]).toThrow(/not iterable/);
  const client = await Client.create();
  const executable = await client.compile(b.build(b.tuple([values, indices])));
  const [largest, places] = (await executable.run(new Float32Array([3, 9, 1, 5]))) as unknown as [
    { toArray(): unknown },
    { toArray(): unknown },
  ];
  expect([largest.toArray(), places.toArray()]).toEqual([
    [9, 5],
    [1, 3],
  ]);
  const kept = await executable.run(new Float32Array([3, 9, 1, 5]), { keep: true });
  const [first] = [...kept];
  expect((await first?.toLiteral())?.toArray()).toEqual([9, 5]);
  expect(() => [...(largest as unknown as Iterable<unknown>)]).toThrow(/not iterable/);
  client.dispose();
});

test('errors of methods begin at the line of the user, and the next call works', async () => {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, f32(2), 'x');
  const error = (await expectError(() => x.add(b.parameter(1, f32(3), 'y')), {
    code: 'INVALID_ARGUMENT',
  })) as unknown as Error;
  expect(error.stack?.split('\n    at ')[1]).toMatch(/op-methods\.test/);
  expect(x.add(1).shape.toString()).toBe('f32[2]');
  await expectError(() => (x as unknown as { subtract(y: number): void }).subtract(1), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c82',
    help: /x\.sub\(/,
  });
  await expectError(() => `${(x as unknown as number) * 2}`, {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c84',
    help: /x\.mul\(2\)/,
  });
});

test('products of two types are refused by the method, and converted by the function', async () => {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, f32(2, 2), 'x');
  const i = b.parameter(1, s32(2, 2), 'i');
  await expectError(() => x.dot(i as XlaOp), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c115',
    help: /convertElementType\('F32'\)/,
  });
  expect(b.dot(x, i).shape.toString()).toBe('f32[2,2]');
});

test('reduce keeps dimensions if it is asked to', () => {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, f32(2, 3, 4), 'x');
  const y = x.reduce(0, 'add', [1], { keepDims: true });
  expect([y.shape.toString(), x.reduce(0, 'add', [1]).shape.toString()]).toEqual(['f32[2,1,4]', 'f32[2,4]']);
});

test.each<[string, (b: XlaBuilder, x: XlaOp) => unknown, RegExp]>([
  ['sizes without an array', (b, x) => call(b, 'reshape', x, 3, 2), /\[3, 2\]/],
  ['a permutation without an array', (b, x) => call(b, 'transpose', x, 1, 0), /\[1, 0\]/],
  [
    'an operand that is second',
    (b, x) => call(b, 'clamp', x, 0, 1),
    /clamp\(min, operand, max\).*x\.clamp\(min, max\)/,
  ],
  ['subscripts that come last', (b, x) => call(b, 'einsum', 'ij,kj->ik', x, x), /einsum\(x, y, einsumConfig\)/],
  ['one number for all dimensions of a window', (b, x) => call(b, 'maxPool', x, 2, 2, 'VALID'), /\[1, 2, 2, 1\]/],
  ['a shape in the place of a number', (b) => call(b, 'rngNormal', f32(2, 3)), /rngNormal\(mu, sigma, shape\)/],
])('wrong calls name the right one: %s', async (_, wrong, help) => {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, f32(2, 3), 'x');
  await expectError(() => wrong(b, x), { code: 'INVALID_ARGUMENT', help });
});

/** A call that TypeScript refuses. */
function call(b: XlaBuilder, name: string, ...args: unknown[]): unknown {
  return (b as unknown as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args);
}
