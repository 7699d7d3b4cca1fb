// The models of the gallery: expressions, addresses, the search, windows, links and code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'hloom';
import { cppSignatures } from '../../../scripts/lib/cpp-signatures.mjs';
import { engine } from '../../../js/elements/model/computing.js';
import { examples } from '../../../web-demo/src/operations/examples/all.js';
import { shortComplex } from '../../../web-demo/src/operations/complex.js';
import { fromAddress, toHash } from '../../../web-demo/src/operations/model/address.js';
import { answerOf, run, type LegalAnswer } from '../../../web-demo/src/operations/model/answer.js';
import { search, type OperationDetail } from '../../../web-demo/src/operations/model/catalogue.js';
import { snippetsOf } from '../../../web-demo/src/operations/model/code.js';
import { cpp } from '../../../web-demo/src/operations/model/cpp.js';
import { jax } from '../../../web-demo/src/operations/model/jax-code.js';
import { ExpressionError, expressionOf, type Scope } from '../../../web-demo/src/operations/model/expression.js';
import { fixesOf } from '../../../web-demo/src/operations/model/fixes.js';
import { DeviceLinks } from '../../../web-demo/src/operations/model/device-links.js';
import { Links } from '../../../web-demo/src/operations/model/links.js';
import type { Texts } from '../../../web-demo/src/operations/model/program.js';
import { rolesOf } from '../../../web-demo/src/operations/model/roles.js';
import { SpreadArray, spreadOf } from '../../../web-demo/src/operations/model/window.js';
import { parseWindow } from '../../../web-demo/src/site/window-attribute.js';
import { galleryOf } from '../../../web-demo/vite/operations.mjs';

const opsPath = join(__dirname, '../../../build/ops.json');
const gallery = galleryOf(JSON.parse(readFileSync(opsPath, 'utf8')), cppSignatures());
const rows = gallery.map(({ row }) => row);

function detailOf(id: string): OperationDetail {
  const found = gallery.find(({ row }) => row.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found.detail;
}

function legal(id: string, texts?: Texts): LegalAnswer {
  const family = rows.find((row) => row.id === id)?.family ?? '';
  const answer = answerOf(detailOf(id), texts ?? examples[family]?.[id]?.[0]?.texts ?? {});
  if (!answer.ok) throw new Error(answer.mistake?.text ?? answer.error?.message);
  return answer;
}

beforeAll(() => init());
afterAll(async () => (await engine()).dispose());

const scope: Scope = { name: (name) => ({ x: 7, l: [1, 2] })[name], call: (name, args) => `${name}(${args.join()})` };

test.each([
  ['[1, -2.5, 3n]', [1, -2.5, 3n]],
  ["{ offsetDims: [1], mode: 'clip', deep: { a: [] } }", { offsetDims: [1], mode: 'clip', deep: { a: [] } }],
  ['add(x, mul(l[1], 2))', 'add(7,mul(2,2))'],
  ['true', true],
  ['-Infinity', -Infinity],
])('the expression %s', (text, value) => {
  expect(expressionOf(text).value(scope)).toEqual(value);
});

test('an arrow function takes its own names, and its code calls the builder', () => {
  const { value, code } = expressionOf('(s) => lt(s, 100)');
  expect((value(scope) as (s: unknown) => unknown)('s')).toBe('lt(s,100)');
  expect(code).toBe('(s) => b.lt(s, 100)');
});

test.each(['', '[1', '1 2', 'add(', '{ a 1 }', '@', '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['])(
  'the text %p is not an expression',
  (text) => {
    expect(() => expressionOf(text)).toThrow(ExpressionError);
  },
);

test('an expression cannot reach what is not an operation', () => {
  for (const $program of ['dispose()', 'constructor(x)', 'build(x)', '__proto__(x)']) {
    const { ok } = answerOf(detailOf('add'), { $program, x: 'f32[] 1' });
    expect(ok).toBe(false);
  }
});

test('an address has the texts that differ from the example', () => {
  const first = { operand: 'f32[2,3] 1 2 3 4 5 6', permutation: '[1, 0]' };
  const hash = toHash(0, first, { ...first, permutation: '[0, 1]' });
  expect(hash).toBe('#permutation=[0,+1]');
  const address = { op: 'transpose', example: 0, changed: { permutation: '[0, 1]' } };
  expect(fromAddress({ pathname: '/site/operations/transpose/', hash })).toEqual(address);
  expect(fromAddress({ pathname: '/operations/', hash: `#op=transpose&${hash.slice(1)}` })).toEqual(address);
  expect(toHash(0, first, first)).toBe('');
  expect(fromAddress({ pathname: '/operations/', hash: '' })).toEqual({ op: undefined, example: 0, changed: {} });
});

test.each([
  ['gather', 'gather'],
  ['Gather', 'gather'],
  ['lax.dot_general', 'dotGeneral'],
  ['jnp.where', 'select'],
  ['np.argmax', 'argMax'],
  ['tf.reverse', 'rev'],
  ['tf.gather_nd', 'gather'],
  ['tensordot', 'dotGeneral'],
  ['take_along_axis', 'torchGather'],
  ['reduce-window', 'reduceWindow'],
  ['select-and-scatter', 'selectAndScatter'],
  ['psum', 'crossReplicaSum'],
])('%s finds %s first', (asked, id) => {
  expect(search(rows, asked)[0]?.row.id).toBe(id);
});

test('a name that nothing has finds nothing', () => {
  expect(search(rows, 'qqqq')).toEqual([]);
  expect(search(rows, ' ')).toEqual([]);
});

test('a window in HLO text', () => {
  expect(parseWindow('{size=3x2 stride=2x1 pad=1_0x0_0 lhs_dilate=1x2 rhs_dilate=2x1}')).toEqual([
    { size: 3, stride: 2, low: 1, high: 0, base: 1, dilation: 2 },
    { size: 2, stride: 1, low: 0, high: 0, base: 2, dilation: 1 },
  ]);
});

test('an array with padding and holes', () => {
  const window = { size: 2, stride: 2, low: 1, high: 1, base: 2, dilation: 1 };
  const spread = new SpreadArray('x', [{ size: 3, window, along: 0 }]);
  expect(spread.sizes).toEqual([7]);
  expect([0, 1, 2, 3, 4, 5, 6].map((i) => spread.at([i]))).toEqual([
    'padding',
    [0],
    'hole',
    [1],
    'hole',
    [2],
    'padding',
  ]);
  expect(spread.cellsFor([1])).toEqual([[2], [3]]);
});

test('the windows that are drawn are those of the engine', async () => {
  const texts = [
    ...(examples['windows']?.['reduceWindow'] ?? []).slice(3, 6),
    ...(examples['windows']?.['convGeneralDilated'] ?? []).slice(1),
  ].map((example) => example.texts);
  for (const one of texts) {
    const id = one['initValue'] === undefined ? 'convGeneralDilated' : 'reduceWindow';
    const answer = answerOf(detailOf(id), one);
    if (!answer.ok) continue;
    const spread = spreadOf(answer);
    if (spread === undefined) throw new Error('the window was not parsed');
    const { signal } = new AbortController();
    const ran = await run(answer, signal);
    const all = await new Links(answer, ran, signal).all();
    for (const [at, { marks }] of all ?? []) {
      const index = (at.split(':')[1] ?? '').split(',').map(Number);
      const inside = spread.cellsFor(index).map((cell) => spread.keyAt(cell));
      const elements = inside.filter((key) => /^[\d,]*$/.test(key));
      expect(new Set(elements)).toEqual(marks.get(spread.operand) ?? new Set());
    }
    ran.executable.dispose();
  }
});

async function linksOf(answer: LegalAnswer): Promise<Links> {
  const { signal } = new AbortController();
  return new Links(answer, await run(answer, signal), signal);
}

test('a transposed element comes from the other place, and goes there', async () => {
  const links = await linksOf(legal('transpose'));
  expect((await links.sources(0, [2, 1])).marks).toEqual(new Map([['operand', new Set(['1,2'])]]));
  expect((await links.reach('operand', [1, 2])).marks).toEqual(new Map([['0', new Set(['2,1'])]]));
});

test('a start that is clamped is told', async () => {
  const texts = examples['indexing']?.['gather']?.[1]?.texts;
  const links = await linksOf(legal('gather', texts));
  const { marks, deciders, sentences } = await links.sources(0, [1, 0]);
  expect(marks.get('input')).toEqual(new Set(['3,0']));
  expect(deciders.get('startIndices')).toEqual(new Set(['1']));
  expect(sentences.join(' ')).toContain('moved to 3');
});

test('a composed function is followed through all of its instructions', async () => {
  const links = await linksOf(legal('softmax'));
  const { marks, sentences } = await links.sources(0, [1, 0]);
  expect(marks.get('operand')).toEqual(new Set(['1,0', '1,1', '1,2']));
  expect(sentences[1]).toBe(
    'It is made of operand[1,0], operand[1,1] and operand[1,2], through reduce, subtract, exponential and divide.',
  );
});

test('a loop tells the state of each round', async () => {
  const { loop } = await run(legal('while'), new AbortController().signal);
  expect(loop).toEqual({ states: ['3', '6', '12', '24', '48', '96', '192'], rounds: 6 });
});

test('a loop without end stops with an error', async () => {
  const texts = { condition: '(s) => lt(s, 1000)', body: '(s) => mul(s, 1)', init: 'f32[] 3' };
  await expect(run(legal('while', texts), new AbortController().signal)).rejects.toMatchObject({
    code: 'RESOURCE_EXHAUSTED',
  });
});

test('the roles of dimensions', () => {
  const [, , batch] = examples['products']?.['dotGeneral'] ?? [];
  expect(rolesOf(legal('dotGeneral', batch?.texts))).toEqual(
    new Map([
      ['lhs', ['batch', 'free', 'contracted']],
      ['rhs', ['batch', 'contracted', 'free']],
      ['result0', ['batch', 'lhs', 'rhs']],
    ]),
  );
});

test('a fix goes back in one field', () => {
  const first = examples['movement']?.['transpose']?.[0]?.texts ?? {};
  const fixes = fixesOf(detailOf('transpose'), { ...first, permutation: '[1, 1]' }, [first]);
  expect(fixes).toEqual([{ label: 'Set permutation to [1, 0]', texts: { permutation: '[1, 0]' } }]);
});

/** The texts of a question by their notations, or the reasons why there are none. */
const codeOf = (id: string, texts?: Texts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    snippetsOf(detailOf(id), legal(id, texts), { cpp, jax }).map(({ id: notation, text, reason }) => [
      notation,
      reason ?? text,
    ]),
  );

test('code in every notation', () => {
  const { js, hlo, stablehlo, jax, cpp } = codeOf('transpose');
  expect(js).toContain('const result = b.transpose(operand, [1, 0]);');
  expect(hlo).toContain('transpose(%operand), dimensions={1,0}');
  expect(stablehlo).toContain('stablehlo.transpose');
  expect(jax).toContain('return lax.transpose(operand, permutation=(1, 0))');
  expect(cpp).toContain('XlaOp result = Transpose(operand, {1, 0});');
});

test('jax.lax takes index vectors along the last dimension, and has no code for other calls', () => {
  expect(codeOf('gather')['jax']).toContain('lax.gather(input, startIndices[..., None], ');
  expect(codeOf('scatter')['jax']).toContain('lax.scatter_add(');
  expect(codeOf('rngNormal')['jax']).toMatch(/^jax.random.normal needs a key/);
  expect(codeOf('topK', { operand: 'f32[3] 1 2 3', k: '1', largest: 'false' })['jax']).toMatch(
    /^jax.lax has the function/,
  );
});

test('C++ fills messages, and names its enumerations', () => {
  expect(codeOf('gather')['cpp']).toContain('dimension_numbers.add_offset_dims(1);\n');
  expect(codeOf('gather')['cpp']).toContain('Gather(input, startIndices, dimension_numbers, {1, 3});');
  expect(codeOf('fft')['cpp']).toContain('Fft(operand, FftType::RFFT, {16});');
  expect(codeOf('pad')['cpp']).toContain('dimension_1->set_interior_padding(1);');
});

test('a function in the place of a computation has a builder of its own in C++', () => {
  expect(codeOf('sort')['cpp']).toContain(
    [
      'StatusOr<XlaComputation> comparator = [] {',
      '  XlaBuilder region("comparator");',
      '  XlaOp l = Parameter(&region, 0, ShapeUtil::MakeShape(F32, {}), "l");',
      '  XlaOp r = Parameter(&region, 1, ShapeUtil::MakeShape(F32, {}), "r");',
      '  return region.Build(Lt(l, r));',
      '}();',
      'XlaOp result = Sort({operands}, *comparator);',
    ].join('\n'),
  );
  expect(codeOf('while')['cpp']).toContain('return region.Build(Lt(s, ScalarLike(s, 100)));');
  expect(codeOf('while')['cpp']).toContain('XlaOp result = While(*condition, *body, init);');
  // The parameters of a function of several arrays are those of the program.
  const two = { operands: 'f32[2] 2 1; s32[2] 1 2', comparator: '(l, r) => lt(l[0], r[0])' };
  expect(codeOf('sort', two)['cpp']).toMatch(/XlaOp compare_\d+ = Lt\(\w+, \w+\);[^]*Sort\(\{operands0, operands1\}, /);
});

test('C++ has structured attributes, messages of JAX and XLA have names, and what is missing has a reason', () => {
  expect(codeOf('compare')['cpp']).toContain(
    'Compare(lhs, rhs, {}, ComparisonDirection::kGe, ComparisonType::kTotalOrder);',
  );
  expect(codeOf('convGeneralDilated')['cpp']).toContain(
    'ConvGeneralDilated(lhs, rhs, {1}, {{1, 1}}, {}, {2}, CreateDefaultConvDimensionNumbers(1));',
  );
  expect(codeOf('convGeneral')['cpp']).toContain('dimension_numbers.set_input_feature_dimension(2);');
  expect(codeOf('collectivePermute')['cpp']).toContain('CollectivePermute(operand, {{0, 1}, {1, 2}, {2, 0}});');
  expect(codeOf('collectiveBroadcast')['cpp']).toContain('CollectiveBroadcast(operand, {ReplicaGroup{0, 1}});');
  expect(codeOf('sendWithToken')['cpp']).toContain('SendWithToken(x, CreateToken(&b), handle);');
  expect(codeOf('dequantize')['cpp']).toContain('Dequantize<uint8_t>(input, QuantizedRange(-1, 1));');
  expect(codeOf('scan')['cpp']).toContain('Scan(&b, {x}, {first}, *step, 0);');
  expect(codeOf('fusion')['cpp']).toMatch(/^XlaBuilder has no public function that makes fusion/);
  expect(codeOf('stochasticConvertType')['stablehlo']).toBe('StableHLO has no conversion with random rounding.');
  expect(codeOf('parameter')['jax']).toContain('return x + 0');
  expect(codeOf('raggedDot')['jax']).toContain('lax.RaggedDotDimensionNumbers((((1,), (1,)), ((), ())), (0,), (0,))');
});

test('elements of collectives are linked over devices, both ways', async () => {
  const answer = legal('allGather', { operand: 'f32[2] 1 2 | 10 20', allGatherDimension: '0', shardCount: '2' });
  const { signal } = new AbortController();
  const ran = await run(answer, signal);
  const links = new DeviceLinks(answer, ran, signal);
  expect(await links.of({ id: 'result0', index: [3], device: 0 })).toEqual({
    marks: new Map([['operand', new Map([[1, new Set(['1'])]])]]),
    sentence: 'result[3] of device 0 is made of operand[1] of device 1.',
  });
  expect((await links.of({ id: 'operand', index: [0], device: 1 }))?.sentence).toBe(
    'operand[0] of device 1 reaches result[2] of devices 0 and 1.',
  );
  expect(await links.of({ id: 'other', index: [0], device: 1 })).toBeUndefined();
  ran.executable.dispose();

  const swapped = legal('multiCollectivePermute');
  const pairs = await run(swapped, signal);
  expect((await new DeviceLinks(swapped, pairs, signal).of({ id: 'result1', index: [1], device: 0 }))?.sentence).toBe(
    'result{1}[1] of device 0 is made of operands1[1] of device 1.',
  );
  pairs.executable.dispose();
});

test('JAX has names for sizes, types, convolutions and collectives', () => {
  expect(codeOf('iota')['jax']).toContain('lax.broadcasted_iota(jnp.int32, (3, 4), 1)');
  expect(codeOf('convGeneral')['jax']).toContain("dimension_numbers=('N0C', '0IO', 'N0C')");
  expect(codeOf('softmax')['jax']).toBe(
    'import jax\n\ndef example(operand):\n    return jax.nn.softmax(operand, axis=(1,))',
  );
  expect(codeOf('allReduce')['jax']).toContain("lax.psum(operand, 'i')");
  const grouped = { operand: 'f32[2] 1 2 | 3 4', computation: 'max', replicaGroups: '[[0], [1]]' };
  expect(codeOf('allReduce', grouped)['jax']).toContain("lax.pmax(operand, 'i', axis_index_groups=((0,), (1,)))");
  expect(codeOf('allReduce', { ...grouped, computation: 'mul' })['jax']).toMatch(/^jax.lax has the function/);
});

test('jax.lax is told how to broadcast, and loops by functions', () => {
  expect(codeOf('add')['jax']).toContain('lax.add(lhs, lax.broadcast_in_dim(rhs, (2, 3), (1,)))');
  expect(codeOf('while')['jax']).toContain('lax.while_loop(lambda s: s < 100, lambda s: s * 2, init)');
  expect(codeOf('nextAfter')['jax']).toContain('def example(from_, to):\n    return lax.nextafter(from_, to)');
});

test('the builder has another name where an operand is b', () => {
  expect(codeOf('triangularSolve')['js']).toContain('const result = builder.triangularSolve(a, b, true, true);');
  expect(codeOf('triangularSolve')['cpp']).toContain('XlaOp b = Parameter(&builder, 1, ');
});

test.each([
  ['0−0.10742211i', 5, '−.11i'],
  ['8+0i', 5, '8'],
  ['0−5.747422i', 4, '−6i'],
  ['1+2i', 5, '1+2i'],
  ['-1.4901161e-8+0.4240977i', 5, '.424i'],
  ['1234.5', 5, '1234.5'],
])('the complex number %s with %i characters is %s', (text, most, short) => {
  expect(shortComplex(text, most)).toBe(short);
});
