// The types of values by element type and sizes: the compiler checks this file, and the runs show that they tell the truth.
import {
  Client,
  cond,
  f32,
  foriLoop,
  jit,
  Literal,
  np,
  s32,
  scan,
  u8,
  whileLoop,
  XlaBuilder,
  type Shape,
  type XlaOp,
} from 'hloom';

type Equal<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
/** Does not compile unless the type of the value is exactly `T`. */
const typed =
  <T>() =>
  <V>(value: V, ..._same: Equal<V, T> extends true ? [] : [V]): V =>
    value;

// docs/values.md quotes this.
const x = Literal.from([
  [1, 2, 3],
  [4, 5, 6],
]);
const rows: number[][] = x.toArray();
const double = jit((x: XlaOp<'F32', [2, 3]>) => x.mul(2));
const doubled = async (): Promise<number[][]> => (await double(x)).toArray();

test('the example of the documentation', async () => {
  expect(rows).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(await doubled()).toEqual([
    [2, 4, 6],
    [8, 10, 12],
  ]);
});

let client: Client;
let b: XlaBuilder;
beforeAll(async () => {
  client = await Client.create();
  b = new XlaBuilder('types');
});
afterAll(() => {
  b.dispose();
  client.dispose();
});

test('shapes and literals state their element type and sizes', () => {
  typed<Shape<'F32', [2, 3]>>()(f32(2, 3));
  typed<[number, 3]>()(f32('<=10', 3).dimensions);
  const matrix = Literal.from([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  typed<Float32Array<ArrayBuffer>>()(matrix.data);
  typed<number[][]>()(matrix.toArray());
  const [[, second]] = matrix.toArray() as [number[]];
  expect(second).toBe(2);
  typed<bigint>()(Literal.from(3n).item());
  typed<boolean[]>()(Literal.from([true, false]).toArray());
  typed<number[]>()(Literal.from([1, 2], 'int32').toArray());
  typed<Int32Array<ArrayBuffer>>()(Literal.from([1, 2], 's32').data);
  typed<[re: number, im: number]>()(Literal.from({ re: 1, im: 2 }).item());
  typed<number[][]>()(Literal.fromTypedArray(new Uint8Array(6), u8(2, 3)).toArray());
  typed<number[][]>()(Literal.fromTypedArray(new Float32Array(6), [2, 3]).toArray());
  typed<number[]>()(Literal.from(new Float32Array(2)).toArray());
  // The type argument is the user's own word.
  typed<string>()(Literal.from(1).toArray<string>());
});

test('broadcastDimensions are as many as the dimensions of the lower-rank operand', () => {
  const x = b.constant([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  const v = b.constant([1, 2, 3]);
  const dimensions: number[] = [1];
  const legal = [
    b.add(x, v, { broadcastDimensions: [1] }),
    x.add(v, { broadcastDimensions: dimensions }),
    v.add(x, { broadcastDimensions: [1] }),
    x.add(x, { broadcastDimensions: [] }),
    x.add(x, { broadcastDimensions: [0, 1] }),
    x.add(b.constant(1), { broadcastDimensions: [] }),
  ];
  for (const op of legal) expect(op.shape.toString()).toBe('f32[2,3]');
});

test('results of operations do, as far as they follow from the operands', async () => {
  const x = b.parameter(0, f32(2, 3), 'x');
  const y = b.parameter(1, f32(2, 1), 'y');
  typed<XlaOp<'F32', [2, 3]>>()(x);
  typed<XlaOp<'F32', [2, 3]>>()(b.exp(x.mul(2)));
  typed<[2, 3]>()(b.add(y, x).shape.dimensions);
  typed<'PRED'>()(x.lt(0).dtype);
  typed<XlaOp<'S32', [2, 3]>>()(x.convertElementType('int32'));
  typed<[3, 2]>()(x.transpose([1, 0]).shape.dimensions);
  typed<[6, number]>()(x.reshape([6, -1]).shape.dimensions);
  typed<'F32'>()(x.reduce(0, 'add', [0]).dtype);
  typed<'F32'>()(np.exp(np.add(x, 1)).dtype);
  typed<XlaOp<'S32', [3]>>()(b.constant([1, 2, 3], 'S32'));
  const executable = await client.compile(b.build(x.add(y).transpose([1, 0])));
  const result = executable.runSync(
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [[10], [20]],
  );
  const rows: number[][] = typed<number[][]>()(result.toArray());
  expect(rows).toEqual([
    [11, 24],
    [12, 25],
    [13, 26],
  ]);
});

test('so do those of jit functions', async () => {
  const f = jit((x: XlaOp<'F32', [2]>, n: XlaOp) => ({ y: x.mul(2), n, lt: x.lt(1) }), { client });
  const { y, n, lt } = await f([1, 2], 3);
  typed<number[]>()(y.toArray());
  typed<number>()(n.toArray().valueOf());
  typed<boolean[]>()(lt.toArray());
  expect([y.toArray(), n.toArray(), lt.toArray()]).toEqual([[2, 4], 3, [false, false]]);
});

test('values that stay on the engine do, too', async () => {
  const f = jit((p: { w: XlaOp<'F32', [2]> }) => ({ w: p.w.mul(2) }), { client, keep: true });
  const { w } = await f({ w: [1, 2] });
  expect(typed<number[]>()((await w.toLiteral()).toArray())).toEqual([2, 4]);
});

test('values of an unknown type are convenient, and callbacks need no types', async () => {
  const softmax = jit((x, scale) => np.multiply(np.exp(x), scale), { client });
  const y = await softmax([[0, 1]], 2);
  expect(y.toArray().map((row) => row.map((value) => value.toFixed(2)))).toEqual([['2.00', '5.44']]);
  for (const row of y.toArray()) expect(row.map((value) => value * 2)).toHaveLength(2);
  expect(y.data.map((value) => Math.round(value))).toEqual(Float32Array.of(2, 5));
  const first: Float32Array = y.data as Float32Array;
  expect(Array.from(y.data, (value) => `${value}`)).toHaveLength(first.length);
  const loops = jit(
    (x) => {
      const doubled = cond(
        x.gt(0),
        (v) => v.mul(2),
        (v) => v.neg(),
        x,
      );
      const sum = foriLoop(0, 3, (i, v) => v.add(i.convertElementType('F32')), x);
      return [
        doubled,
        sum,
        whileLoop(
          (s) => s.lt(100),
          (s) => s.mul(2),
          x,
        ),
      ];
    },
    { client },
  );
  expect((await loops(3)).map(Number)).toEqual([6, 6, 192]);
  const total = jit(() => np.sum(np.array([1, 2])), { client });
  expect((await total()).item().toFixed(1)).toBe('3.0');
});

test('the step of scan gives a tuple, in the call and outside', async () => {
  const sums = jit(
    (x: XlaOp<'F32', [3]>) => {
      const [last, { all }] = scan((carry, value) => [carry.add(value), { all: carry }], np.zeros([]), x);
      typed<XlaOp>()(all);
      const step = (carry: XlaOp, value: XlaOp) => [carry.add(value), carry.mul(value)];
      const [, products] = scan(step, np.zeros([]), x);
      return { last, all, products: products as XlaOp };
    },
    { client },
  );
  const { last, all, products } = await sums([1, 2, 3]);
  expect([last.item(), all.toArray(), products.toArray()]).toEqual([6, [0, 1, 3], [0, 2, 9]]);
});

test('values without a known type go wherever one is known, and the other way round', () => {
  let x: XlaOp = b.constant([1, 2]);
  let h = b.constant([1, 2]);
  for (let i = 0; i < 2; i++) x = np.outer(x, x).sum([0]);
  h = np.maximum(h, x);
  h = x.add(h);
  const anything: Literal = Literal.from([1, 2]);
  const known: Literal<'F32', [2]> = anything;
  const all: Literal[] = [known, Literal.from(true)];
  expect(all).toHaveLength(2);
  const sizes: number[] = [2, 3];
  typed<number[]>()(f32(...sizes).dimensions);
  expect(h.shape.rank).toBe(1);
});

test('two element types, ragged arrays, wrong permutations and ranks do not compile', () => {
  const x = b.constant([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  const n = b.constant([1, 2, 3], 'S32');
  const refused = [
    // @ts-expect-error -- F32 and S32
    () => x.add(n),
    // @ts-expect-error -- F32 and S32
    () => b.add(x, n),
    // @ts-expect-error -- F32 and S32
    () => np.add(x, n),
    // @ts-expect-error -- F32 and S32
    () => x.dot(n),
    // @ts-expect-error -- F32 and S32
    () => np.matmul(x, n),
    // @ts-expect-error -- F32 and S32
    () => np.where(x.gt(0), x, x.convertElementType('S32')),
    // @ts-expect-error -- F32 and S32
    () => np.concatenate([x, x.convertElementType('S32')]),
    // @ts-expect-error -- F32 and S32
    () => np.einsum('ij,j->i', x, n),
    // @ts-expect-error -- two dimensions for an operand of rank 1
    () => b.add(x, b.constant([1, 2, 3]), { broadcastDimensions: [0, 1] }),
    // @ts-expect-error -- no dimension for an operand of rank 1
    () => x.add(b.constant([1, 2, 3]), { broadcastDimensions: [] }),
    // @ts-expect-error -- a ragged array
    () => Literal.from([[1, 2], [3]]),
    // @ts-expect-error -- a dimension twice
    () => x.transpose([1, 1]),
    // @ts-expect-error -- a dimension too few
    () => b.transpose(x, [0]),
    // @ts-expect-error -- no element type
    () => x.convertElementType('float33'),
    () => b.add(x, b.parameter(0, s32(2, 3), 'n') as XlaOp),
  ];
  for (const call of refused) expect(call).toThrow();
});

test('arrays have no iterator: the elements of one are those of its array', () => {
  const vector = Literal.from([1, 2]);
  // @ts-expect-error -- a literal of an array
  expect(() => [...vector]).toThrow(/not iterable/);
  // @ts-expect-error -- an operation of an array
  expect(() => [...b.constant([1, 2])]).toThrow(/not iterable/);
  expect([...vector.toArray()]).toEqual([1, 2]);
  const pair: Literal = Literal.tuple(vector, vector);
  expect([...pair]).toEqual([vector, vector]);
});

test('the functions of regions take and return scalars of the element types of the operands', () => {
  const x = b.constant([3, 1, 2]);
  const n = b.constant([0, 1, 2], 'S32');
  const refused = [
    // @ts-expect-error -- the difference is F32, and true or false is asked for
    () => b.sort([x], (l, r) => l.sub(r)),
    // @ts-expect-error -- the difference is F32
    () => b.sort([x, n], ([l], [r]) => l.sub(r)),
    // @ts-expect-error -- the comparison is PRED, and the accumulator F32
    () => x.reduce(0, (total, value) => total.lt(value), [0]),
    // @ts-expect-error -- the comparison is PRED
    () => b.reduce(x, 0, (total, value) => total.lt(value), [0]),
    // @ts-expect-error -- the accumulators in the wrong order
    () => b.reduce([x, n], [0, 0], ([value, index], [v, i]) => [index.max(i), value.max(v)], [0]),
  ];
  for (const call of refused) expect(call).toThrow();
  const sorted = b.sort([x, n], ([l, i], [r, j]) => b.or(l.lt(r), b.and(l.eq(r), i.lt(j))));
  expect(sorted.shape.toString()).toBe('(f32[3], s32[3])');
  const greatest = b.reduce([x, n], [-Infinity, 0], ([value, index], [v, i]) => {
    const isNew = v.gt(value);
    return [b.select(isNew, v, value), b.select(isNew, i, index)];
  }, [0]); // prettier-ignore
  expect(greatest.shape.toString()).toBe('(f32[], s32[])');
  expect(x.reduce(0, 'add', [0]).shape.toString()).toBe('f32[]');
});
