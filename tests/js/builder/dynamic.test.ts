// Dynamic dimensions: shapes and literals with bounds, and programs over them, here, with threads and in a Worker.
import { Client, f32, s32, tuple, Literal, Shape, XlaBuilder, type DimensionSize } from 'hloom';
import { expectError } from '../support/expect-error.js';

const code = 'INVALID_ARGUMENT';
const bounded = f32('<=10', 3);

describe('shapes', () => {
  test('bounds, text, equality', () => {
    expect(bounded).toMatchObject({ dimensions: [10, 3], dynamicDimensions: [true, false], isStatic: false, rank: 2 });
    expect([bounded.toString(), bounded.toStringWithLayout()]).toEqual(['f32[<=10,3]', 'f32[<=10,3]{1,0}']);
    expect([0, 1, -1, -2].map((d) => bounded.isDynamicDimension(d))).toEqual([true, false, false, true]);
    expect(bounded).toMatchObject({ elementCount: 30, byteLength: 120 });
    expect([f32(2), tuple(s32(), bounded), tuple()].map(({ isStatic }) => isStatic)).toEqual([true, false, true]);
    expect(bounded.equals(f32(10, 3))).toBe(false);
    expect(bounded.compatible(f32(10, 3))).toBe(true);
    expect(bounded.toStatic().equals(f32(10, 3))).toBe(true);
    expect(tuple(bounded, s32()).toStatic().toString()).toBe('(f32[10,3], s32[])');
    expect(Shape.parse(' f32[ <= 10 , 3 ] ').equals(bounded)).toBe(true);
    expect(Shape.array('F32', ['<=10', 3]).equals(bounded)).toBe(true);
    expect(bounded.withLayout([0, 1]).toStringWithLayout()).toBe('f32[<=10,3]{0,1}');
    expect(bounded.withDefaultLayout()).toEqual(bounded);
    const sizes: DimensionSize[] = ['<=2', 0];
    expect(s32(...sizes).toString()).toBe('s32[<=2,0]');
  });

  test('refuses what is no bound', async () => {
    for (const size of ['10', '<10', '<=', '<=-1', '<=1.5', '<=9007199254740992', '<=x', null]) {
      await expectError(() => f32(size as never), { code, rule: 'js.c11', message: /dimension 0/ });
    }
    await expectError(() => Shape.parse('f32[<3]'), { code, rule: 'js.c21' });
    await expectError(() => Shape.parse('f32[?]'), { code, rule: 'js.c21', message: /bound.*<=10/ });
    await expectError(() => bounded.isDynamicDimension(2), { code, rule: 'js.c61', message: /f32\[<=10,3\].*2/ });
    await expectError(() => f32().isDynamicDimension(0), { code, rule: 'js.c61' });
    await expectError(() => bounded.isDynamicDimension(0.5), { code, rule: 'js.c61' });
  });
});

describe('literals', () => {
  const literal = Literal.from([[1, 2, 3], [4, 5, 6]], bounded); // prettier-ignore

  test('are their live elements', () => {
    expect(literal.shape.equals(bounded)).toBe(true);
    expect(literal.dynamicSizes).toEqual([2, 3]);
    expect(literal.data).toEqual(new Float32Array([1, 2, 3, 4, 5, 6]));
    expect(literal.bytes()).toHaveLength(24);
    expect(literal.toArray()).toEqual([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
    expect(String(literal)).toBe('f32[<=10,3](2,3) {\n  { 1, 2, 3 },\n  { 4, 5, 6 }\n}');
    expect(String(Literal.from([1, 2], f32('<=3')))).toBe('f32[<=3](2) {1, 2}');
    expect(String(Literal.from([], f32('<=3')))).toBe('f32[<=3](0) {}');
    expect(literal.toPrettyString()).toBe('[[1, 2, 3],\n [4, 5, 6]]');
    expect(Literal.from([1, 2]).dynamicSizes).toEqual([2]);
  });

  test('in another layout', () => {
    const columns = literal.relayout([0, 1]);
    expect(columns.shape.toStringWithLayout()).toBe('f32[<=10,3]{0,1}');
    expect(columns.data).toEqual(new Float32Array([1, 4, 2, 5, 3, 6]));
    expect(columns.toArray()).toEqual(literal.toArray());
    expect(columns.relayout(literal.shape).equals(literal)).toBe(true);
    expect(Literal.fromTypedArray(columns.data, columns.shape).equals(columns)).toBe(true);
    const padded = literal.relayout({ minorToMajor: [1, 0], paddedDimensions: [12, 4], paddingValue: 'ONE_PAD' });
    expect(padded.bytes()).toHaveLength(24); // padding is a matter of the bounds
    expect(padded.toArray()).toEqual(literal.toArray());
  });

  test('between static and bounded', async () => {
    const fixed = Literal.from([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
    expect(fixed.toBoundedDynamic(bounded).equals(literal)).toBe(true);
    expect(literal.toStatic().equals(fixed)).toBe(true);
    expect(fixed.toStatic().equals(fixed)).toBe(true);
    expect(fixed.toStatic().data).not.toBe(fixed.data);
    expect(literal.toBoundedDynamic(f32('<=2', '<=3')).dynamicSizes).toEqual([2, 3]);
    expect(literal.toBoundedDynamic(f32(2, 3)).equals(fixed)).toBe(true);
    const pair = Literal.tuple(literal, Literal.tuple(Literal.token(), fixed));
    expect(pair.toStatic().shape.toString()).toBe('(f32[2,3], (token[], f32[2,3]))');
    expect(pair.toStatic().toBoundedDynamic(pair.shape).equals(pair)).toBe(true);
    await expectError(() => fixed.toBoundedDynamic(f32('<=10', 4)), { code, rule: 'js.c24' });
    await expectError(() => fixed.toBoundedDynamic(f32('<=10')), { code, rule: 'js.c24' });
    await expectError(() => fixed.toBoundedDynamic(s32('<=10', 3)), { code, rule: 'js.c24' });
    await expectError(() => literal.relayout(f32(10, 3)), { code, rule: 'js.c24' });
    await expectError(() => fixed.toBoundedDynamic(f32('<=1', 3)), {
      code,
      rule: 'js.c31',
      message:
        /f32\[2,3\] does not fit.*f32\[<=1,3\].*dimension 0 has the size 2, its bound is 1.*at most 1 element.*f32\[<=2,3\]/s,
    });
  });

  test('equality looks at sizes', () => {
    const none = (rows: number): Literal => Literal.from(Array.from({ length: rows }, () => []), f32('<=4', '<=0')); // prettier-ignore
    expect(none(2).equals(none(2))).toBe(true);
    expect(none(2).equals(none(1))).toBe(false);
    expect(literal.equals(literal.toStatic())).toBe(false);
  });

  test('JSON', async () => {
    for (const value of [literal, Literal.tuple(literal.relayout([0, 1]), Literal.from(1))]) {
      expect(Literal.fromJSON(JSON.parse(JSON.stringify(value)) as never).equals(value)).toBe(true);
    }
    const json = { shape: 'f32[<=4,2]', dynamicSizes: [1, 2], data: [1, 2] };
    expect(Literal.fromJSON(json).toArray()).toEqual([[1, 2]]); // prettier-ignore
    for (const dynamicSizes of [undefined, [1], [1, 3], [-1, 2], [1.5, 2], 'x']) {
      await expectError(() => Literal.fromJSON({ ...json, dynamicSizes } as never), { code, rule: 'js.c28' });
    }
    await expectError(() => Literal.fromJSON({ ...json, dynamicSizes: [5, 2] }), { code, rule: 'js.c31' });
    await expectError(() => Literal.fromJSON({ ...json, data: [1] }), { code, rule: 'js.c8' });
  });

  test('of a typed array, whose length tells one size', async () => {
    const of = (length: number, shape: Shape) => () => Literal.fromTypedArray(new Float32Array(length), shape);
    expect(of(6, bounded)().dynamicSizes).toEqual([2, 3]);
    expect(of(0, bounded)().dynamicSizes).toEqual([0, 3]);
    expect(of(30, f32('<=10', '<=3'))().dynamicSizes).toEqual([10, 3]);
    await expectError(of(7, bounded), { code, rule: 'js.c8', message: /at most 30 elements.*whole rows/s });
    await expectError(of(33, bounded), { code, rule: 'js.c31', message: /f32\[11,3\].*<=10.*f32\[<=11,3\]/s });
    await expectError(of(6, f32('<=10', '<=3')), { code, rule: 'js.c8', message: /do not say the sizes.*0 and 1.*Literal/s }); // prettier-ignore
    await expectError(of(1, f32('<=10', 0)), { code, rule: 'js.c8' });
  });
});

describe('programs', () => {
  let clients: Client[];
  beforeAll(async () => {
    clients = [await Client.create(), await Client.create({ worker: true }), await Client.create({ threads: 2 })];
  });
  afterAll(() => {
    for (const client of clients) client.dispose();
  });

  /** The result, which is the same on all engines. */
  async function run(build: (b: XlaBuilder) => void, ...args: unknown[]): Promise<Literal> {
    const b = new XlaBuilder('dynamic');
    build(b);
    const computation = b.build();
    const [first, ...others] = await Promise.all(
      clients.map(async (client) => (await client.compile(computation)).run(...(args as Literal[]))), // prettier-ignore
    );
    for (const other of others) expect(other.equals(first as Literal)).toBe(true);
    return first as Literal;
  }

  const identity = (shape: Shape | string) => (b: XlaBuilder) => void b.parameter(0, shape, 'x');

  test.each([
    ['nested arrays', [[1, 2, 3], [4, 5, 6]]], // prettier-ignore
    ['a typed array', new Float32Array([1, 2, 3, 4, 5, 6])],
    ['a static literal', Literal.from([[1, 2, 3], [4, 5, 6]])], // prettier-ignore
    ['a literal of another bound', Literal.from([[1, 2, 3], [4, 5, 6]], f32('<=99', '<=3'))], // prettier-ignore
    ['a literal of the shape', Literal.from([[1, 2, 3], [4, 5, 6]], bounded)], // prettier-ignore
  ])('%s for a bounded parameter', async (_, argument) => {
    const result = await run(identity(bounded), argument);
    expect(result.shape.equals(bounded)).toBe(true);
    expect([result.dynamicSizes, result.toArray()]).toEqual([[2, 3], [[1, 2, 3], [4, 5, 6]]]); // prettier-ignore
  });

  test('no elements, and all of them', async () => {
    expect((await run(identity('f32[<=2,3]'), [])).dynamicSizes).toEqual([0, 3]);
    expect((await run(identity('f32[3,<=2]'), [[], [], []])).toArray()).toEqual([[], [], []]);
    expect((await run(identity('f32[<=2]'), [1, 2])).dynamicSizes).toEqual([2]);
    expect((await run(identity('f32[<=0]'), [])).toArray()).toEqual([]);
  });

  test.each([
    ['too many rows', new Array(11).fill([1, 2, 3]), 'js.c31', /f32\[11,3\].*dimension 0 has the size 11.*at most 10 elements/s], // prettier-ignore
    ['a typed array that is too long', new Float32Array(33), 'js.c31', /f32\[11,3\]/],
    ['a literal that is too big', Literal.fromTypedArray(new Float32Array(33), [11, 3]), 'js.c31', /f32\[11,3\]/],
    ['another static size', [[1, 2]], 'js.c8', /f32\[1,2\].*f32\[<=10,3\]/], // prettier-ignore
    ['another rank', [1, 2], 'js.c8', /f32\[2\].*f32\[<=10,3\]/],
    ['ragged arrays', [[1, 2, 3], [4]], 'js.c9', /\[1\]/], // prettier-ignore
    ['a literal of another type', Literal.from([[1, 2, 3]], 'S32'), 'js.c24', /s32\[1,3\]/], // prettier-ignore
  ])('refuses %s', async (_, argument, rule, message) => {
    const error = await expectError(() => run(identity(bounded), argument), { code, rule, message });
    expect(error.message).toContain('at argument 0 (parameter "x")');
  });

  test('the size is an operand, and what follows sees it', async () => {
    const build = (b: XlaBuilder): void => {
      const add = new XlaBuilder('add');
      add.add(add.parameter(0, f32(), 'a'), add.parameter(1, f32(), 'b'));
      const x = b.parameter(0, f32(4), 'x');
      const cut = b.setDimensionSize(x, b.parameter(1, s32(), 'n'), 0);
      b.tuple([cut, b.reduce(cut, b.constant(0), add.build(), [0]), b.getDimensionSize(cut, 0)]);
    };
    const result = await run(build, [1, 2, 3, 4], 3);
    expect(result.shape.toString()).toBe('(f32[<=4], f32[], s32[])');
    expect(result.toArray()).toEqual([[1, 2, 3], 6, 3]);
    expect((await run(build, [1, 2, 3, 4], 0)).toArray()).toEqual([[], 0, 0]);
    await expectError(() => run(build, [1, 2, 3, 4], 5), { code, rule: 'set_dimension_size.c3' });
  });

  test('removed, reshaped, transposed', async () => {
    const result = await run((b) => {
      const x = b.parameter(0, f32('<=4', 2), 'x');
      const n = b.mul(b.getDimensionSize(x, 0), b.constant(2, 'S32'));
      b.tuple([b.dynamicReshape(x, [n], [8], [true]), b.transpose(x, [1, 0]), b.removeDynamicDimension(x, 0)]);
    }, [[1, 2], [3, 4], [5, 6]]); // prettier-ignore
    expect(result.shape.toString()).toBe('(f32[<=8], f32[2,<=4], f32[4,2])');
    expect(result.toArray()).toEqual([[1, 2, 3, 4, 5, 6], [[1, 3, 5], [2, 4, 6]], [[1, 2], [3, 4], [5, 6], [0, 0]]]); // prettier-ignore
  });

  test('in tuples, whose other elements are static', async () => {
    const shape = Shape.parse('(f32[<=3], (s32[2]{0:PAD(3)ONE_PAD}, token[], f32[2,<=3]{0,1}))');
    const result = await run(identity(shape), [[1], [[7, 8], null, [[1, 2], [3, 4]]]]); // prettier-ignore
    expect(result.shape.equals(shape)).toBe(true);
    expect(result.toArray()).toEqual([[1], [[7, 8], null, [[1, 2], [3, 4]]]]); // prettier-ignore
    expect(result.elements[1]?.elements[2]?.data).toEqual(new Float32Array([1, 3, 2, 4]));
  });

  test('sizes that differ are found when the program runs', async () => {
    const sum = (b: XlaBuilder): void =>
      void b.add(b.parameter(0, f32('<=3'), 'x'), b.parameter(1, f32('<=3'), 'y')); // prettier-ignore
    expect((await run(sum, [1, 2], [10, 20])).toArray()).toEqual([11, 22]);
    await expectError(() => run(sum, [1, 2], [1]), { code, rule: 'dynamic.c1' });
  });

  test('a constant is static', async () => {
    const b = new XlaBuilder('constant');
    await expectError(() => b.constant(Literal.from([1], f32('<=2'))), { code, rule: 'constant.c1' });
  });
});
