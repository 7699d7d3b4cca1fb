// The methods gather and scatter: their arguments, their options, what they refuse.
import { Client, f32, s32, XlaBuilder, type GatherDimensionNumbers, type ScatterDimensionNumbers } from 'hloom';
import type { Literal, XlaOp } from 'hloom';
import { expectError } from '../support/expect-error.js';

let client: Client;
beforeAll(async () => {
  client = await Client.create();
});
afterAll(() => client.dispose());

const table = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]; // prettier-ignore
const rows: GatherDimensionNumbers = {
  offsetDims: [1],
  collapsedSliceDims: [0],
  startIndexMap: [0],
  indexVectorDim: 1,
};
const intoRows: ScatterDimensionNumbers = {
  updateWindowDims: [1],
  insertedWindowDims: [0],
  scatterDimsToOperandDims: [0],
  indexVectorDim: 1,
};

async function run(build: (b: XlaBuilder) => XlaOp): Promise<Literal> {
  const b = new XlaBuilder('main');
  const executable = await client.compile(b.build(build(b)));
  return executable.run();
}

function combiner(build: (b: XlaBuilder, value: XlaOp, update: XlaOp) => XlaOp) {
  const b = new XlaBuilder('combiner');
  return b.build(build(b, b.parameter(0, f32()), b.parameter(1, f32())));
}

test('gather', async () => {
  const picked = await run((b) => b.gather(b.constant(table), b.constant([2, 0], 'S32'), rows, [1, 3]));
  expect(picked.toArray()).toEqual([[7, 8, 9], [1, 2, 3]]); // prettier-ignore
  const along = await run((b) =>
    b.gather(
      b.constant(table),
      b.constant([[2], [0], [1]], 'S64'),
      {
        offsetDims: [],
        collapsedSliceDims: [1],
        startIndexMap: [1],
        operandBatchingDims: [0],
        startIndicesBatchingDims: [0],
        indexVectorDim: 1n,
      },
      [1, 1n],
      { indicesAreSorted: true },
    ),
  );
  expect(along.toArray()).toEqual([3, 4, 8]);
});

test('scatter', async () => {
  const sum = combiner((b, value, update) => b.add(value, update));
  const added = await run(
    (b) =>
    b.scatter(b.constant(table), b.constant([2, 2], 'S32'), b.constant([[1, 1, 1], [1, 2, 3]]), sum, intoRows), // prettier-ignore
  );
  expect(added.toArray()).toEqual([[1, 2, 3], [4, 5, 6], [9, 11, 13]]); // prettier-ignore
  const promised = await run((b) =>
    b.scatter(b.constant(table), b.constant([1], 'S32'), b.constant([[1, 1, 1]]), sum, intoRows, {
      indicesAreSorted: true,
      uniqueIndices: true,
    }),
  );
  expect(promised.toArray()).toEqual([[1, 2, 3], [5, 6, 7], [7, 8, 9]]); // prettier-ignore
});

test('scatter of several arrays in step', async () => {
  const pair = new XlaBuilder('pair');
  const [least, most, a, c] = [0, 1, 2, 3].map((i) => pair.parameter(i, f32())) as [XlaOp, XlaOp, XlaOp, XlaOp];
  const range = pair.build(pair.tuple([pair.min(least, a), pair.max(most, c)]));
  const result = await run((b) => {
    const samples = b.constant([5, -1, 3, 4]);
    const numbers = { ...intoRows, updateWindowDims: [] };
    const bins = b.constant([0, 1, 0, 0], 'S32');
    return b.scatter([b.constant([9, 9]), b.constant([0, 0])], bins, [samples, samples], range, numbers);
  });
  expect(result.toArray()).toEqual([[3, -1], [5, 0]]); // prettier-ignore
});

test('programs keep the dimension numbers', () => {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, f32(3, 3), 'x');
  const y = b.gather(x, b.parameter(1, s32(2), 'i'), rows, [1, 3]);
  expect(y.shape.toString()).toBe('f32[2,3]');
  expect(b.build(y).toHloText()).toContain(
    'offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}\n',
  );
});

test('wrong calls', async () => {
  const b = new XlaBuilder('main');
  const x = b.constant(table);
  const i = b.constant([2, 0], 'S32');
  const sum = combiner((c, value, update) => c.add(value, update));
  const code = 'INVALID_ARGUMENT';
  await expectError(() => b.gather(x, i, { ...rows, startIndexMap: [2] }, [1, 3]), {
    code,
    rule: 'gather.c19',
    message: /startIndexMap: \[2\] names dimension 2, which the operand f32\[3,3\] does not have/,
  });
  await expectError(() => b.gather(x, i, { ...rows, offset: [1] } as never, [1, 3]), {
    code,
    rule: 'js.c5',
    message: /dimensionNumbers has no field "offset"/,
  });
  await expectError(() => b.gather(x, i, { offsetDims: [1] } as never, [1, 3]), { code, rule: 'js.c5' });
  await expectError(() => b.gather(x, i, rows, [1, 3], { sorted: true } as never), { code, rule: 'js.c4' });
  await expectError(() => (b.gather as (...args: unknown[]) => unknown).call(b, x, i, [1, 3], rows), {
    code,
    rule: 'js.c5',
  });
  await expectError(() => b.scatter(x, i, b.constant([1, 2]), sum, intoRows), { code, rule: 'scatter.c4' });
  await expectError(() => b.scatter([x, x], i, [x], sum, intoRows), { code, rule: 'scatter.c5' });
  await expectError(() => (b.scatter as (...args: unknown[]) => unknown).call(b, x, i, x, sum), {
    code,
    rule: 'js.c4',
  });
});
