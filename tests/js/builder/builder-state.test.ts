// The state of a builder other than its operations: shardings, metadata, aliases, constness; and functions that return
// computations.
import { Client, f32, packToUint32, parseHlo, s32, tuple, XlaBuilder, XlaComputation, type XlaOp } from 'hloom';
import { expectError } from '../support/expect-error.js';

let client: Client;
beforeAll(async () => {
  client = await Client.create({ worker: false });
});
afterAll(() => {
  client.dispose();
});

const wrong = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };

/** The lines of a program that carry something. */
function carriers(computation: XlaComputation, what: string): string[] {
  const text = computation.toHloText({ form: 'short' });
  expect(parseHlo(text).toHloText({ form: 'short' })).toBe(text);
  const lines = text.split('\n').filter((line) => line.includes(`${what}=`));
  return lines.map((line) =>
    line
      .trim()
      .replace(/^ROOT /, '')
      .replace(/ = .*? (\w[\w-]*)\(.*\), (?=\w+=\{)/, ' $1 '),
  );
}

test('instructions carry the sharding that is set', async () => {
  const b = new XlaBuilder('sharded');
  const x = b.parameter(0, f32(4, 2), 'x');
  b.setSharding('{devices=[2,1]<=[2]}');
  const y = b.neg(x);
  b.setSharding("{mesh['x'=2], [{'x'}, {}]}");
  const z = b.abs(y);
  b.setSharding(' {replicated} ');
  const both = b.tuple([y, z]);
  b.clearSharding();
  const root = b.tuple([both, b.sign(y)]);
  b.setInstructionSharding(x, '{maximal device=1}');
  b.setInstructionSharding(z, undefined);
  expect(carriers(b.build(root), 'sharding')).toEqual([
    'x parameter sharding={maximal device=1}',
    'negate.2 negate sharding={devices=[2,1]<=[2]}',
    'tuple.4 tuple sharding={{replicated}, {replicated}}',
  ]);
  // The next program has none, and one has no effect on what is computed.
  const v = b.parameter(0, f32(4, 2), 'v');
  b.setSharding('{devices=[2,1]<=[2]}');
  const twice = await client.compile(b.build(b.mul(v, 2)));
  b.clearSharding();
  const rows = [[1, 2], [3, 4], [5, 6], [7, 8]]; // prettier-ignore
  expect((await twice.run(rows)).toArray()).toEqual(rows.map(([a = 0, b = 0]) => [2 * a, 2 * b]));
});

test('constants that numbers become carry no sharding', () => {
  const b = new XlaBuilder('numbers');
  const x = b.parameter(0, f32(4, 2), 'x');
  b.setSharding('{devices=[2,1]<=[2]}');
  b.setOneShotOpMetadata({ opName: 'once' });
  const computation = b.build(b.max(x, 0));
  const sharding = 'sharding={devices=[2,1]<=[2]}';
  expect(carriers(computation, 'sharding')).toEqual([
    `broadcast.3 broadcast dimensions={}, ${sharding}, metadata={op_name="once"}`,
    `maximum.4 maximum ${sharding}`,
  ]);
});

test('what is no sharding, or fits no shape, is refused', async () => {
  const b = new XlaBuilder('wrong');
  const x = b.parameter(0, f32(4), 'x');
  for (const sharding of [undefined, null, 1, {}, ['replicated'], '\ud800']) {
    await expectError(() => b.setSharding(sharding as never), { ...wrong, help: /'\{replicated\}'/ });
  }
  const refused = (sharding: string, rule: string) =>
    expectError(() => b.setSharding(sharding), { code: 'INVALID_ARGUMENT', rule, message: /\] setSharding: / });
  await refused('', 'text.p1');
  await refused('replicated', 'text.p1');
  await refused('{replicated} {manual}', 'text.p1');
  const { message } = await refused('{replicate}', 'text.p1');
  expect(message).toContain('{replicate}');
  await refused('{devices=[2,1]}', 'text.p1');
  await refused('{replicated manual}', 'text.p15');
  await refused('{devices=[2,1]0,1,2}', 'sharding.c2');
  await refused('{devices=[2]0,0}', 'sharding.c4');
  b.setSharding('{devices=[2,1]0,1}');
  await expectError(() => b.neg(x), { code: 'INVALID_ARGUMENT', rule: 'sharding.c3', message: /until it is cleared/ });
  b.clearSharding();
  const fits = { code: 'INVALID_ARGUMENT', message: /\] setInstructionSharding: / };
  await expectError(() => b.setInstructionSharding(x, '{devices=[2,1]0,1}'), { ...fits, rule: 'sharding.c3' });
  await expectError(() => b.setInstructionSharding(x, '{{replicated}}'), { ...fits, rule: 'sharding.c1' });
  await expectError(() => b.setInstructionSharding(1 as never, '{replicated}'), wrong);
  await expectError(() => b.setInstructionSharding(x, null as never), wrong);
  expect(b.build(b.neg(x)).toHloText()).not.toContain('sharding');
  b.dispose();
  await expectError(() => b.clearSharding(), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
});

test('instructions carry the metadata that are set', () => {
  const b = new XlaBuilder('lines');
  const x = b.parameter(0, f32(2), 'x');
  b.setOpMetadata({
    opType: 'layer',
    opName: 'layer "1"',
    sourceFile: 'model.js',
    sourceLine: 7,
    sourceColumn: undefined,
  });
  const y = b.neg(x);
  b.setOneShotOpMetadata({ sourceLine: 1, sourceEndLine: 2, sourceColumn: 3, sourceEndColumn: 4 });
  const z = b.add(x, 1);
  const sum = b.add(y, z);
  b.clearOpMetadata();
  const all = 'metadata={op_type="layer" op_name="layer \\"1\\"" source_file="model.js" source_line=7}';
  expect(carriers(b.build(b.abs(sum)), 'metadata')).toEqual([
    `negate.2 negate ${all}`,
    expect.stringMatching(/^constant\.3 /),
    'broadcast.4 broadcast dimensions={}, metadata={source_line=1 source_end_line=2 source_column=3 source_end_column=4}',
    `add.5 add ${all}`,
    `add.6 add ${all}`,
  ]);
});

test('what are no metadata is refused', async () => {
  const b = new XlaBuilder('wrong');
  for (const metadata of [undefined, null, 'layer', ['layer'], new Map()]) {
    await expectError(() => b.setOpMetadata(metadata as never), { ...wrong, message: /metadata is / });
  }
  await expectError(() => b.setOpMetadata({ op_name: 'x' } as never), { ...wrong, help: /did you mean .*opName/ });
  await expectError(() => b.setOpMetadata({ opName: 1 } as never), {
    ...wrong,
    message: /metadata\.opName is 1, not text/,
  });
  for (const sourceLine of [-1, 0.5, 2 ** 31, '7', 7n]) {
    await expectError(() => b.setOneShotOpMetadata({ sourceLine } as never), {
      ...wrong,
      message: /metadata\.sourceLine/,
    });
  }
});

test('a program says which outputs share buffers with parameters, and which give theirs', async () => {
  const b = new XlaBuilder('aliases');
  b.setUpAlias({ outputIndex: [0], parameterNumber: 1, parameterIndex: [1], kind: 'must-alias' });
  b.addBufferDonor({ parameterNumber: 1, parameterIndex: [0] });
  b.setUpAlias({ outputIndex: [1], parameterNumber: 0 });
  const x = b.parameter(0, f32(2), 'x');
  const t = b.parameter(1, tuple(f32(2), f32(2)), 't');
  const computation = b.build(b.tuple([b.getTupleElement(t, 1), b.neg(x)]));
  const header = 'input_output_alias={ {0}: (1, {1}, must-alias), {1}: (0, {}, may-alias) }, buffer_donor={ (1, {0}) }';
  expect(computation.toHloText()).toContain(header);
  const executable = await client.compile(computation);
  // Nothing is overwritten that was not given up.
  const kept = client.toDevice([1, 2]);
  const result = await executable.run(kept, [[3, 4], [5, 6]]); // prettier-ignore
  expect(result.toArray()).toEqual([[5, 6], [-1, -2]]); // prettier-ignore
  expect(String(await kept.toLiteral())).toBe('f32[2] {1, 2}');
  kept.dispose();
  expect(b.build(b.neg(b.parameter(0, f32(2), 'x'))).toHloText()).not.toContain('_alias=');
});

test('aliases that name nothing are refused', async () => {
  const b = new XlaBuilder('wrong');
  for (const alias of [
    undefined,
    null,
    [],
    1,
    { outputIndex: [0] },
    { parameterNumber: '0' },
    { parameterNumber: -1 },
  ]) {
    await expectError(() => b.setUpAlias(alias as never), { ...wrong, help: /parameterNumber: 0/ });
    await expectError(() => b.addBufferDonor(alias as never), wrong);
  }
  const of = (fields: object) => () => b.setUpAlias({ parameterNumber: 0, ...fields });
  await expectError(of({ kind: 'must' }), { ...wrong, message: /not one of may-alias, must-alias/ });
  await expectError(of({ outputIndex: 0 }), { ...wrong, message: /alias\.outputIndex is 0, not an array/ });
  await expectError(of({ parameterIndex: [0.5] }), wrong);
  await expectError(of({ output: [] }), { ...wrong, help: /outputIndex/ });
  const x = b.parameter(0, f32(2), 'x');
  b.setUpAlias({ parameterNumber: 1 });
  await expectError(() => b.build(b.neg(x)), { code: 'INVALID_ARGUMENT', rule: 'config.c2', message: /\] build: / });
  // The parameter may still come.
  b.parameter(1, f32(2), 'y');
  expect(b.build(b.neg(x)).toHloText()).toContain('input_output_alias={ {}: (1, {}, may-alias) }');
});

test('what is constant, and its program', async () => {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, f32('<=3', 4), 'x');
  const six = b.mul(b.constant(2), b.constant(3));
  const rows = b.getDimensionSize(x, 0);
  expect([six, x, b.add(x, six), rows, b.rngUniform(0, six, f32())].map((op) => b.isConstant(op))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  const value = async (root: XlaOp, options?: { dynamicDimensionIsMinusOne: boolean }): Promise<string> => {
    const graph = b.buildConstantSubGraph(root, options);
    expect(graph.programShape.parameters).toEqual([]);
    const executable = await client.compile(graph);
    const result = String(await executable.run());
    executable.dispose();
    graph.dispose();
    return result;
  };
  expect(await value(six)).toBe('f32[] 6');
  expect(await value(rows)).toBe('s32[] 3');
  expect(await value(rows, { dynamicDimensionIsMinusOne: true })).toBe('s32[] -1');
  const root = b.neg(x);
  await expectError(() => b.buildConstantSubGraph(root), {
    code: 'INVALID_ARGUMENT',
    rule: 'builder.c5',
    message: /\] buildConstantSubGraph: the value depends on the parameter %x\n/,
  });
  await expectError(() => b.isConstant(6 as never), wrong);
  await expectError(() => b.buildConstantSubGraph(six, { minusOne: true } as never), { ...wrong, rule: 'js.c22' });
  await expectError(() => new XlaBuilder('other').isConstant(six), { code: 'FAILED_PRECONDITION', rule: 'js.c3' });
  expect(b.build(root).programShape.parameters).toHaveLength(1);
});

test('functions give computations', async () => {
  const b = new XlaBuilder('main');
  const x = b.parameter(0, s32(3), 'x');
  const add = b.createScalarAddComputation('S32');
  expect(add).toBeInstanceOf(XlaComputation);
  expect(add.programShape.text).toBe('(lhs: s32[], rhs: s32[]) -> s32[]');
  const less = b.createScalarLtComputation(['S32']);
  const root = b.tuple([b.reduce(x, 0, add, [0]), b.sort([x], less)]);
  const executable = await client.compile(b.build(root));
  expect((await executable.run(new Int32Array([5, 1, 3]))).toArray()).toEqual([9, [1, 3, 5]]);
  // They outlive the builder, and serve others.
  b.dispose();
  const other = new XlaBuilder('other');
  expect(other.call(add, [other.constant(1, 'S32'), other.constant(2, 'S32')]).shape.toString()).toBe('s32[]');
});

test('computations that there cannot be', async () => {
  const b = new XlaBuilder('main');
  const code = 'INVALID_ARGUMENT';
  await expectError(() => b.createScalarAndComputation('F32'), {
    code,
    rule: 'type.c1',
    message: /\] createScalarAndComputation: is not defined for f32\[\]/,
    help: /convertElementType/,
  });
  await expectError(() => b.createScalarAddComputation('float' as never), { ...wrong, help: /'F32'/ });
  await expectError(() => b.createScalarAddComputation(...([] as unknown as ['F32'])), { code, rule: 'js.c4' });
  await expectError(() => b.createScalarLtComputation('F32' as never), wrong);
  await expectError(() => b.createScalarLtComputation([]), { code, rule: 'comparator.c1' });
  await expectError(() => b.createScalarComparisonComputation('c', ['F32'], ['LESS' as never]), {
    ...wrong,
    message: /comparators\[0\]/,
    help: /LT/,
  });
  // The builder goes on.
  expect(b.build(b.constant(1)).programShape.text).toBe('() -> f32[]');
});

test('codes are packed into words', async () => {
  expect([...packToUint32(new Uint8Array([1, 2, 3, 4, 255]))]).toEqual([0x01020304, 0xff000000]);
  expect([...packToUint32(new Uint16Array([0xffff, 1, 2]))]).toEqual([0xffff0001, 0x00020000]);
  expect(packToUint32(new Uint8Array())).toHaveLength(0);
  for (const codes of [undefined, [1, 2], new Int8Array(2), new Uint32Array(1), '12']) {
    await expectError(() => packToUint32(codes as never), wrong);
  }
  const b = new XlaBuilder('codes');
  const words = b.parameter(0, 'u32[1]', 'words');
  const computation = b.build(b.dequantize(words, 'U8', { min: 0, max: 255 }));
  const executable = await client.compile(computation);
  expect(String(await executable.run(packToUint32(new Uint8Array([7, 0, 255, 9]))))).toBe('bf16[4] {7, 0, 255, 9}');
});
