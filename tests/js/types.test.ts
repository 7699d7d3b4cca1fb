// The types of values by element type and sizes: the compiler checks this file, and the runs show that they tell the truth.
import { Client, f32, jit, Literal, np, s32, u8, XlaBuilder, type LiteralValue, type Shape, type XlaOp } from 'hloom';

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
  typed<LiteralValue>()(n.toArray());
  typed<boolean[]>()(lt.toArray());
  expect([y.toArray(), n.toArray(), lt.toArray()]).toEqual([[2, 4], 3, [false, false]]);
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
  typed<LiteralValue>()(Literal.fromTypedArray(new Float32Array(6), f32(...sizes)).toArray());
  expect(h.shape.rank).toBe(1);
});

test('two element types, ragged arrays and wrong permutations do not compile', () => {
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
