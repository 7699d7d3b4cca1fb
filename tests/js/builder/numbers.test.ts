// Numbers in the place of operands: for every function that takes them, they make the program that constants make.
import {
  Client,
  init,
  Literal,
  np,
  s32,
  u8,
  f32,
  XlaBuilder,
  type ElementType,
  type XlaComputation,
  type XlaOp,
} from 'hloom';
import { builderRows } from '../support/case-files.js';
import { expectError } from '../support/expect-error.js';

type AnyMethod = (...args: unknown[]) => XlaOp;

beforeAll(() => init());

/** (T, T) -> T */
function folding(method: 'add' | 'ge', type = 'f32[]'): XlaComputation {
  const b = new XlaBuilder(method);
  return b.build(b[method](b.parameter(0, type, 'a'), b.parameter(1, type, 'b')));
}

/** The text of a program of one call; its parameter is of this type. */
function programOf(
  type: ElementType,
  call: (b: XlaBuilder, x: XlaOp, n: (value: number) => XlaOp | number) => XlaOp,
  number: boolean,
): string {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, `${type.toLowerCase()}[2,3]`, 'x');
  const operand = (value: number): XlaOp | number => (number ? value : b.constant(value, type));
  return b.build(call(b, x, operand)).toHloText();
}

type Numbered = Parameters<typeof programOf>[1];

/** The functions other than the binary ones, each with all the arguments that may be numbers. */
const others: Readonly<Record<string, Numbered>> = {
  rngUniform: (b, _, n) => b.rngUniform(n(0), n(1), f32(4)),
  rngNormal: (b, _, n) => b.rngNormal(n(0), n(1), f32(4)),
  select: (b, x, n) => b.select(b.gt(x, x), n(1), x),
  clamp: (b, x, n) => b.clamp(n(0), x, n(1)),
  pad: (b, x, n) =>
    b.pad(x, n(1), [
      [1, 0],
      [0, 0],
    ]),
  padInDim: (b, x, n) => b.padInDim(x, n(1), 0, 1, 1),
  reduce: (b, x, n) => b.reduce(x, n(0), folding('add'), [0]),
  reduceAll: (b, x, n) => b.reduceAll(x, n(0), folding('add')),
  reduceWindow: (b, x, n) => b.reduceWindow(x, n(0), folding('add'), [1, 2], [1, 1], 'VALID'),
  reduceWindowWithGeneralPadding: (b, x, n) =>
    b.reduceWindowWithGeneralPadding(
      x,
      n(0),
      folding('add'),
      [1, 2],
      [1, 1],
      [],
      [],
      [
        [0, 0],
        [0, 1],
      ],
    ),
  selectAndScatter: (b, x, n) =>
    b.selectAndScatter(x, folding('ge'), [2, 3], [1, 1], 'VALID', b.slice(x, [0, 0], [1, 1]), n(0), folding('add')),
  selectAndScatterWithGeneralPadding: (b, x, n) =>
    b.selectAndScatterWithGeneralPadding(
      x,
      folding('ge'),
      [2, 3],
      [1, 1],
      [
        [0, 0],
        [0, 0],
      ],
      b.slice(x, [0, 0], [1, 1]),
      n(0),
      folding('add'),
    ),
  full: (b, x, n) => b.full(x.shape, n(1)),
  fullLike: (b, x, n) => b.fullLike(x, n(1)),
};

const numbered = [
  ...new Set(
    builderRows()
      .filter((row) =>
        row.arguments.some(({ js, kind, type_of: typeOf }) => kind === 'op' && typeOf !== undefined && typeOf !== js),
      )
      .map(({ js }) => js),
  ),
];
const binary = numbered.filter((js) => !(js in others));

test('these are all functions that take numbers', () => {
  expect(numbered).toEqual(expect.arrayContaining(Object.keys(others)));
  expect(binary).toEqual(expect.arrayContaining(['add', 'complex', 'ltTotalOrder', 'compare', 'pow', 'shiftLeft']));
  expect(binary.length).toBe(30);
});

test.each(Object.entries(others))('%s', (_, call) => {
  expect(programOf('F32', call, true)).toBe(programOf('F32', call, false));
});

test.each(binary)('%s', (js) => {
  const more = js === 'compare' ? ['LT'] : [];
  const method = (b: XlaBuilder): AnyMethod => (b as unknown as Record<string, AnyMethod>)[js]?.bind(b) as AnyMethod;
  const right: Numbered = (b, x, n) => method(b)(x, n(1), ...more);
  const left: Numbered = (b, x, n) => method(b)(n(1), x, ...more);
  const type = (['F32', 'S32'] as const).find((candidate) => {
    try {
      return programOf(candidate, right, false) !== '';
    } catch {
      return false;
    }
  }) as ElementType;
  expect(programOf(type, right, true)).toBe(programOf(type, right, false));
  expect(programOf(type, left, true)).toBe(programOf(type, left, false));
  expect(programOf(type, right, true)).toContain('constant(1)');
});

test('a number takes the element type of the operand beside it', () => {
  const b = new XlaBuilder('types');
  const of = (type: ElementType): XlaOp => b.constant(1, type);
  expect(b.add(of('U8'), 255).shape.toString()).toBe('u8[]');
  expect(b.add(-(2n ** 63n), of('S64')).shape.toString()).toBe('s64[]');
  expect(b.mul(of('C64'), { re: 0, im: 1 }).shape.toString()).toBe('c64[]');
  expect(b.eq(b.constant([true, false]), true).shape.toString()).toBe('pred[2]');
  expect(b.full(f32(2), NaN).shape.toString()).toBe('f32[2]');
  expect(b.full('bf16[2,2]', -Infinity).shape.toString()).toBe('bf16[2,2]');
  expect(b.add(b.parameter(0, f32('<=3')), 1).shape.toString()).toBe('f32[<=3]');
});

test('a number becomes a literal of the type that is named, or of a prototype', async () => {
  const b = new XlaBuilder('literals');
  const x = b.parameter(0, 's8[2]', 'x');
  const text = (op: XlaOp): string => b.build(op).toHloText({ form: 'short' });
  expect(text(b.constantR0WithType('BF16', 0.5))).toContain('bf16[] constant(0.5)');
  expect(text(b.constantR0WithType('U64', 2n ** 64n - 1n))).toContain('u64[] constant(18446744073709551615)');
  expect(text(b.constantR0WithType('C64', { re: 1, im: -2 }))).toContain('c64[] constant((1, -2))');
  expect(text(b.constantR0WithType('S16', Literal.from(300, 'S32')))).toContain('s16[] constant(300)');
  const wrong = { code: 'INVALID_ARGUMENT', rule: 'js.c10' };
  await expectError(() => b.constantR0WithType('S8', 128), { ...wrong, help: /give type as 'S16'/ });
  await expectError(() => b.constantR0WithType('S8', 0.5), { ...wrong, help: /give type as 'F32'/ });
  await expectError(() => b.constantR0WithType('S8', Literal.from(128, 'S32')), { ...wrong, rule: 'full.c3' });
  await expectError(() => b.constantR0WithType('S8', [1, 2]), { ...wrong, rule: 'full.c3' });
  await expectError(() => b.constantR0WithType('S8', 'one' as never), { ...wrong, rule: 'js.c5' });
  await expectError(() => b.constantR0WithType('i8' as never, 1), { ...wrong, rule: 'js.c5', help: /'S8'/ });
  await expectError(() => b.scalarLike(x, 1), { code: 'FAILED_PRECONDITION', rule: 'builder.c1' });
  const y = b.parameter(0, 's8[2]', 'y');
  await expectError(() => b.scalarLike(y, -129), { ...wrong, message: /takes the element type of prototype, s8\[2\]/ });
  expect(text(b.add(y, b.scalarLike(y, -128)))).toContain('s8[] constant(-128)');
});

test('values', async () => {
  const client = await Client.create({ worker: false });
  const b = new XlaBuilder('values');
  const x = b.parameter(0, f32(4), 'x');
  const i = b.parameter(1, s32(2), 'i');
  const u = b.parameter(2, u8(2), 'u');
  const results = [
    b.sub(1, x),
    b.max(x, 0),
    b.mul(x, 0.1),
    b.gt(x, 0),
    b.select(b.gt(x, 0), x, 0),
    b.select(b.gt(x, 0), -0, x),
    b.clamp(0, x, 1),
    b.max(x, -Infinity),
    b.pow(b.abs(x), 0.5),
    b.rem(i, 4),
    b.sub(255, u),
    b.shiftLeft(1, i),
  ];
  const run = await client.compile(b.build(b.tuple(results)));
  const literal = run.runSync([-2, 0.25, 9, NaN], [3, 7], [1, 255]);
  expect(literal.toArray()).toEqual([
    [3, 0.75, -8, NaN],
    [0, 0.25, 9, NaN],
    [-2, 0.25, 9, NaN].map((value) => Math.fround(value * Math.fround(0.1))),
    [false, true, true, false],
    [0, 0.25, 9, 0],
    [-2, -0, -0, NaN],
    [0, 0.25, 1, NaN],
    [-2, 0.25, 9, NaN],
    [Math.fround(Math.SQRT2), 0.5, 3, NaN],
    [3, 3],
    [254, 0],
    [8, 128],
  ]);
  client.dispose();
});

test('a wrong call leaves no constant behind', async () => {
  const b = new XlaBuilder('wrong');
  const x = b.parameter(0, f32(2), 'x');
  await expectError(() => b.add(x, 1, { broadcastDimensions: [0] }), {
    code: 'INVALID_ARGUMENT',
    rule: 'broadcast.c7',
  });
  await expectError(() => b.clamp(0, x, 1n ** 70n + 2n ** 70n), { code: 'INVALID_ARGUMENT', rule: 'js.c10' });
  await expectError(() => b.shiftLeft(x, 1), { code: 'INVALID_ARGUMENT', rule: 'type.c1' });
  expect(b.neg(x).id).toBe(x.id + 1);
});

test('an error of a number says whose type it takes', async () => {
  const b = new XlaBuilder('wrong');
  const i = b.parameter(0, s32(2), 'i');
  await expectError(() => b.mul(i, 2.5), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c10',
    message:
      /mul: 2\.5 is not a value of s32\n {2}rhs takes the element type of lhs, s32\[2\]\n {2}s32 holds the integers from -2147483648 to 2147483647\n {2}help: round/,
  });
});

test('np takes numbers too', async () => {
  const b = new XlaBuilder('np');
  const x = b.parameter(0, f32(2, 3), 'x');
  expect(np.add(x, 1).shape.toString()).toBe('f32[2,3]');
  expect(np.subtract(1, x).shape.toString()).toBe('f32[2,3]');
  await expectError(() => np.add(1, 2), { code: 'INVALID_ARGUMENT', rule: 'js.c83' });
  await expectError(() => np.add(x, '1' as never), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
});

test('the explanation of a call with a number', () => {
  const b = new XlaBuilder('explained');
  const x = b.parameter(0, f32(2), 'x');
  expect(b.add(x, 1).explanation?.text).toBe(b.add(x, b.constant(1)).explanation?.text);
});
