// The models of the playground: values from traces, the places of instructions in texts, stepping, watches, costs,
// scopes, links, inputs, differences and dumps.
import {
  Client,
  init,
  Literal,
  parseHlo,
  Shape,
  type ElementTypeName,
  type ProgramGraph,
  type ProgramShape,
  type RunArgument,
  type TraceEvent,
} from 'hloom';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aloneProgram, rerooted } from '../../web-demo/src/playground/model/alone.js';
import { assignArrays, type NamedArray } from '../../web-demo/src/playground/model/assign.js';
import { completionsAt } from '../../web-demo/src/playground/model/completion.js';
import { metPairs } from '../../web-demo/src/playground/model/convolution-cost.js';
import { costsOf } from '../../web-demo/src/playground/model/costs.js';
import {
  compareGraphs,
  differenceOf,
  differingEvents,
  ulpDistance,
} from '../../web-demo/src/playground/model/differences.js';
import { orderedDumps } from '../../web-demo/src/playground/model/dumps.js';
import { fromFragment, mayFit, mostCharacters, toFragment } from '../../web-demo/src/playground/model/fragment.js';
import {
  literalOf,
  randomNumbers,
  typedText,
  usualInput,
  type Input,
} from '../../web-demo/src/playground/model/inputs.js';
import { layOut } from '../../web-demo/src/playground/model/layout.js';
import { isJavaScript, moduleBody } from '../../web-demo/src/playground/model/module-body.js';
import { Names } from '../../web-demo/src/playground/model/names.js';
import { deviceNotes, readProgram } from '../../web-demo/src/playground/model/reading.js';
import {
  eventAt,
  eventsByInstruction,
  firstNonFinite,
  firstStop,
  nextStop,
} from '../../web-demo/src/playground/model/recording.js';
import { firstCollapsed, scopesOf, shownGraph } from '../../web-demo/src/playground/model/scopes.js';
import { scriptCompletionsAt, scriptWordsAt } from '../../web-demo/src/playground/model/script-words.js';
import { mostSharedElements, sharedInputs } from '../../web-demo/src/playground/model/shared-inputs.js';
import { gemmProgram } from '../../web-demo/src/playground/model/stand-ins.js';
import { instructionAt, textMap } from '../../web-demo/src/playground/model/text-map.js';
import { arraysOf, indexAt, placeOf, programOf, statisticsOf } from '../../web-demo/src/playground/model/value.js';
import { parseWatch, watched } from '../../web-demo/src/playground/model/watch.js';
import { shapeWords, wordsAt, type OperationTable } from '../../web-demo/src/playground/model/words.js';

const testData = join(__dirname, '../data');
const example = (name: string, folder = join(__dirname, '../../web-demo/src/playground/examples')): string =>
  readFileSync(join(folder, name), 'utf8');

let client: Client;

beforeAll(async () => {
  await init();
  client = await Client.create();
});

afterAll(() => client.dispose());

const graphOf = (text: string): ProgramGraph => {
  const computation = parseHlo(text);
  const graph = computation.toJson();
  computation.dispose();
  return graph;
};

async function traced(text: string, ...args: RunArgument[]): Promise<TraceEvent[]> {
  const executable = await client.compile(text);
  const events: TraceEvent[] = [];
  await executable.run(...args, { onTrace: (event) => events.push(event) });
  executable.dispose();
  return events;
}

const operations: OperationTable = {
  add: {
    doc: 'Adds each pair of elements.',
    operands: ['lhs', 'rhs'],
    attributes: {},
    regions: [],
    isElementwise: true,
  },
  reduce: {
    doc: 'Folds arrays.',
    operands: ['operands'],
    attributes: { dimensions: 'the dimensions to reduce' },
    regions: ['to_apply'],
    isElementwise: false,
  },
};

test('the text of a value becomes arrays, also the parts of nested tuples', () => {
  const found = arraysOf('(s32[] 2, (f32[2,2] { { 1, -inf }, { nan, 0.5 } }, c64[2] {(1, 2), (3, nan)}))');
  expect(found.map(({ path, shape, texts }) => [path, shape, texts])).toEqual([
    [[0], 's32[]', ['2']],
    [[1, 0], 'f32[2,2]', ['1', '-inf', 'nan', '0.5']],
    [[1, 1], 'c64[2]', ['(1, 2)', '(3, nan)']],
  ]);
  expect(arraysOf('f32[10,10] {0, 0, 1, ... 97 more elements}')[0]).toMatchObject({
    texts: ['0', '0', '1'],
    omitted: 97,
  });
  expect(arraysOf('token[]')).toEqual([]);
  expect(placeOf([2, 3, 4], indexAt([2, 3, 4], 17))).toBe(17);
});

test('the engine reads an array back exactly', async () => {
  const [array] = arraysOf('bf16[2,1,2] { { { 1, -inf } }, { { nan, 0.15625 } } }');
  if (array === undefined) throw new Error('no array');
  const executable = await client.compile(programOf(array));
  const literal = await executable.run();
  expect([literal.shape.toString(), literal.toArray()]).toEqual(['bf16[2,1,2]', [[[1, -Infinity]], [[NaN, 0.15625]]]]);
  executable.dispose();
});

test('statistics count what is not finite', () => {
  const [array] = arraysOf('f32[5] {1, 3, nan, inf, 2}');
  if (array === undefined) throw new Error('no array');
  const { least, greatest, mean, nans, infinities, histogram } = statisticsOf(array);
  expect([least, greatest, mean, nans, infinities]).toEqual([1, 3, 2, 1, 1]);
  expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(3);
});

const twice = `HloModule twice
%same (a: f32[2]) -> f32[2] {
  %a = f32[2]{0} parameter(0)
  ROOT %r = f32[2]{0} negate(%a)
}
ENTRY %main (a: f32[2]) -> f32[2] {
  %a = f32[2]{0} parameter(0)
  %c = f32[2]{0} call(%a), to_apply=%same
  ROOT %r = f32[2]{0} add(%a, %c)
}`;

test('instructions of the text have the names of the graph, which are unique', () => {
  const graph = graphOf(twice);
  const map = textMap(twice, graph);
  const entry = graph.computations.at(-1);
  expect(map.instructions.map(({ written }) => written)).toEqual(['a', 'r', 'a', 'c', 'r']);
  expect(map.instructions.slice(2).map(({ name }) => name)).toEqual(entry?.instructions.map(({ name }) => name));
  // A use leads to the definition in the same computation.
  const use = twice.lastIndexOf('add(%a') + 5;
  expect(instructionAt(map, twice, use)).toMatchObject({ written: 'a', line: 7 });
  expect(instructionAt(map, twice, twice.lastIndexOf('%r') + 1)?.line).toBe(9);
});

test('StableHLO operations are found in the graph by their order', () => {
  const text = example('classifier.mlir');
  const read = readProgram(text);
  if (!read.ok) throw read.error;
  const { graph, computation } = read.program;
  const map = textMap(text, graph);
  computation.dispose();
  const names = new Map(map.instructions.map(({ written, name }) => [written, name]));
  const book = new Names(map, graph);
  // Arguments are parameters, and a constant of equal elements is a scalar that is broadcast.
  expect([book.of('arg1'), book.of(names.get('zero') ?? ''), book.find('bias')]).toEqual(['weights', 'zero', 'arg2']);
  expect(book.in(`It takes lhs ${names.get('products') ?? ''}[0,3], which is 1.5.`)).toBe(
    'It takes lhs %products[0,3], which is 1.5.',
  );
  const opcode = (name: string | undefined): string | undefined =>
    graph.computations.flatMap(({ instructions }) => instructions).find((one) => one.name === name)?.opcode;
  expect([opcode(names.get('products')), opcode(names.get('positive'))]).toEqual(['dot', 'maximum']);
  expect(opcode(names.get('zero'))).toBe('broadcast');
});

test('StableHLO names in regions and functions are matched, and braces of attributes open no block', () => {
  const text = `module @m attributes {mhlo.num_partitions = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %n: tensor<i32>) -> (tensor<f32> {jax.result_info = "{"}) {
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = call @double(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.reduce(%0 init: %cst) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%a: tensor<f32>, %b: tensor<f32>)  {
      %8 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }
    %2 = stablehlo.negate %1 : tensor<f32>
    return %2 : tensor<f32>
  }
  func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`;
  const read = readProgram(text);
  if (!read.ok) throw read.error;
  const { graph, computation, isOnlyAnnotated } = read.program;
  computation.dispose();
  const map = textMap(text, graph);
  const all = new Map(
    graph.computations.flatMap(({ instructions }) => instructions.map((one) => [one.name, one.opcode])),
  );
  expect(map.instructions.map(({ written, name }) => [written, all.get(name ?? '')])).toEqual([
    ['arg0', 'parameter'],
    ['n', 'parameter'],
    ['cst', 'constant'],
    ['0', 'call'],
    ['1', 'reduce'],
    ['8', 'maximum'],
    ['2', 'negate'],
    ['x', 'parameter'],
    ['0', 'add'],
  ]);
  expect([isOnlyAnnotated, deviceNotes(read.program, 1)]).toEqual([true, [expect.stringContaining('do not divide')]]);
});

test('a matrix product of cuBLAS: scale, sum, bias and activation, in the type of its sum', async () => {
  const dims = '"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}';
  const config = (fields: string): string => `{"gemm_backend_config":{${fields},${dims}}}`;
  const [a, b, c, bias] = [
    Shape.parse('f32[2,3]'),
    Shape.parse('f32[3,2]'),
    Shape.parse('f32[2,2]'),
    Shape.parse('f32[2]'),
  ];
  const run = async (text: string, ...args: RunArgument[]): Promise<unknown> => {
    const executable = await client.compile(text);
    const result = await executable.run(...args);
    executable.dispose();
    return result.toArray();
  };
  const [left, right] = [
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [
      [1, -1],
      [1, -1],
      [1, -1],
    ],
  ];
  const result = Shape.parse('(f32[2,2], s8[64])');
  expect(
    await run(gemmProgram(config('"alpha_real":2,"beta":0,"epilogue":"DEFAULT"'), [a, b], result), left, right),
  ).toEqual([
    [12, -12],
    [30, -30],
  ]);
  const all = gemmProgram(config('"alpha_real":1,"beta":3,"epilogue":"BIAS_RELU"'), [a, b, c, bias], result);
  expect(
    await run(
      all,
      left,
      right,
      [
        [1, 1],
        [1, 1],
      ],
      [10, 5],
    ),
  ).toEqual([
    [19, 2],
    [28, 0],
  ]);
  const narrow = gemmProgram(
    `{"alpha_real":1,"beta":0,${dims}}`,
    [Shape.parse('bf16[2,3]'), Shape.parse('bf16[3,2]')],
    Shape.parse('bf16[2,2]'),
  );
  expect(narrow).toMatch(/f32\[2,2\] dot/);
  expect(() => gemmProgram(config('"epilogue":"SILU"'), [a, b], result)).toThrow('epilogue SILU');
});

test('a program that leaves constants out is read with zeros, and says so', () => {
  const read = readProgram('ENTRY main {\n  ROOT c = f32[100] constant({...})\n}');
  expect(read.ok && read.program.notes[0]).toMatch(/leaves constants out/);
  const wrong = readProgram('ENTRY main {\n  ROOT c = f32[2] cosntant({1,2})\n}');
  expect(!wrong.ok && wrong.error.position).toEqual({ line: 2, column: 19 });
});

test('a recording is stepped through in both directions', async () => {
  const events = await traced(example('life.hlo'));
  const recording = { events, isCut: false };
  const byName = eventsByInstruction(recording);
  const lives = byName.get('lives') ?? [];
  expect(lives).toHaveLength(40);
  expect(eventAt(lives, (lives[3] ?? 0) + 1)).toBe(lives[3]);
  expect(eventAt(lives, (lives[0] ?? 0) - 1)).toBeUndefined();
  const stops = new Set(['lives']);
  expect([firstStop(recording, stops), firstStop(recording, new Set(['nobody']))]).toEqual([lives[0], undefined]);
  expect(nextStop(recording, 0, 1, stops)).toBe(lives[0]);
  expect(nextStop(recording, lives[5] ?? 0, -1, stops)).toBe(lives[4]);
  expect(nextStop(recording, lives[0] ?? 0, -1, stops)).toBe(0);
});

test('the instruction that makes the first NaN is named, and not the ones that pass it on', async () => {
  const text = example('nan.hlo');
  const x = [
    [1, 2, 3, 4],
    [2, 2, -3, 2],
  ];
  expect(firstNonFinite({ events: await traced(text, x), isCut: false }, graphOf(text))?.instruction).toBe('root');
  const fine = [
    [1, 2, 3, 4],
    [2, 2, 3, 2],
  ];
  expect(firstNonFinite({ events: await traced(text, fine), isCut: false }, graphOf(text))).toBeUndefined();
});

test('watch expressions take parts of values', () => {
  const value = arraysOf('(s32[] 7, f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } })');
  const take = (text: string): unknown => {
    const parsed = parseWatch(text);
    if (!parsed.ok) return parsed.reason;
    const found = watched(parsed.watch, value);
    return found.ok ? [found.array.shape, found.array.texts] : found.reason;
  };
  expect(take('%w{1}[0, :]')).toEqual(['f32[3]', ['1', '2', '3']]);
  expect(take('w{1}[:, -1]')).toEqual(['f32[2]', ['3', '6']]);
  expect(take('w{1}[1, 0:2]')).toEqual(['f32[2]', ['4', '5']]);
  expect(take('w{0}')).toEqual(['s32[]', ['7']]);
  expect(take('w{1}[2, 0]')).toBe('Dimension 0 of f32[2,3] has size 2.');
  expect(take('w{2}')).toBe('%w has no part {2}.');
  expect(take('w{1}[:, ::2]')).toEqual(['f32[2,2]', ['1', '3', '4', '6']]);
  expect(take('w{1}[0, ::-1]')).toEqual(['f32[3]', ['3', '2', '1']]);
  expect(take('w{1}[1, 9:-9:-2]')).toEqual(['f32[2]', ['6', '4']]);
  expect(take('w{1}[0, -2:9:1]')).toEqual(['f32[2]', ['2', '3']]);
  expect(take('w{1}[0, 2:1]')).toEqual(['f32[0]', []]);
  expect(take('w{1}[0, ::0]')).toMatch(/^A stride is not 0/);
  expect(take('w[a]')).toBe('"a" is neither an index nor a slice such as 0:2.');
  expect(take('w[')).toMatch(/^A watch is a name/);
});

test('costs are those of XLA’s cost analysis', () => {
  const { operations: table } = JSON.parse(readFileSync(join(__dirname, '../../build/ops.json'), 'utf8')) as {
    operations: readonly { readonly name: string; readonly traits: readonly string[] }[];
  };
  const elementwise = new Set(table.flatMap(({ name, traits }) => (traits.includes('elementwise') ? [name] : [])));
  const costs = new Map(
    [example('layer.hlo'), example('costs.hlo', testData)].flatMap((text) => [
      ...costsOf(graphOf(text), (opcode) => elementwise.has(opcode)),
    ]),
  );
  const found = (name: string): (number | undefined)[] => {
    const cost = costs.get(name);
    return [cost?.flops, cost?.transcendentals, cost?.bytes];
  };
  // 4 x 5 results of 3 products and sums each.
  expect(found('dot.1')).toEqual([120, 0, 4 * (12 + 15 + 20)]);
  expect(found('exp.3')).toEqual([0, 20, 4 * 40]);
  expect(found('row_sum')).toEqual([16, 0, 4 * (20 + 1 + 4)]);
  expect(found('softmax.5')).toEqual([20, 0, 4 * 60]);
  expect(found('bias.4')).toEqual([0, 0, 4 * 25]);
  // An input of 4 with padding 1_1 under a window of 3: 4 + 2 * 3 pairs along each dimension meet an element.
  expect(found('padded')[0]).toBe(2 * 3 * 2 * 10 * 10);
  // Stride 2 meets 1 + 2 + 2 elements of 4 behind one of padding.
  expect(found('strided')[0]).toBe(2 * 3 * 2 * 5 * 5);
  // With holes between the elements, and a window that skips as many, only two of five positions meet elements.
  expect(found('dilated')[0]).toBe(2 * 3 * 2 * 6 * 6);
  expect(found('grouped')[0]).toBe(2 * 1 * 6 * 10 * 10);
  expect(found('two')).toEqual([2 * 6, 0, 4 * (8 + 8 + 1 + 1 + 2 + 2)]);
  expect(found('means')[1]).toBe(6);
  expect(found('pooled')[0]).toBe(3 * 8);
  // A window over all of a dimension at each position is a sum that is repeated: 3 sums and 7 more of rows.
  expect(found('spread')[0]).toBe(16 / 8 + 8 - 1);
  expect(found('back')[0]).toBe(8 * (4 - 1) + 8);
  expect(found('gathered')).toEqual([0, 0, 2 * 4 * 6 + 4 * 3]);
  expect(found('scattered')).toEqual([6, 0, 3 * 4 * 6 + 4 * 3]);
  expect(found('sliced')).toEqual([0, 0, 2 * 4 * 4]);
  expect(found('cut')).toEqual([0, 0, 2 * 4 * 4 + 4]);
  expect(found('updated')).toEqual([0, 0, 2 * 4 * 4 + 4]);
  expect(found('signal')[0]).toBe(8 * 2 * 3 * 32);
  expect(found('solved')).toEqual([2 * 4 * 8, 0, 4 * (8 + 8 + 8)]);
  expect(found('factor')).toEqual([21, 0, 4 * 16]);
  expect(found('sorted')[0]).toBe(16 * 4);
  expect(found('selected')[0]).toBe(16);
  expect(found('copied')[0]).toBe(0);
  // The slice in a fusion is all that it reads of its operand, and its tanh stays in registers.
  expect(found('fused')).toEqual([4, 4, 4 * (4 + 4)]);
  // One iteration of the body and its condition.
  expect(found('loop')[0]).toBe(2 + 1);
  // The more expensive branch.
  expect(found('branch').slice(0, 2)).toEqual([16, 16]);
});

test('pairs of window positions and elements are counted as one by one', () => {
  const random = randomNumbers(7);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  for (let round = 0; round < 400; round++) {
    const [input, size] = [1 + upTo(7), 1 + upTo(4)];
    const [stride, base, dilation] = [1 + upTo(3), 1 + upTo(3), 1 + upTo(2)];
    const [low, high] = [upTo(5) - 2, upTo(5) - 2];
    const extent = (input - 1) * base + 1 + low + high - ((size - 1) * dilation + 1);
    const output = extent < 0 ? 0 : Math.floor(extent / stride) + 1;
    let pairs = 0;
    for (let position = 0; position < output; position++) {
      for (let place = 0; place < size; place++) {
        const at = position * stride + place * dilation - low;
        if (at >= 0 && at % base === 0 && at / base < input) pairs++;
      }
    }
    expect(metPairs(input, output, { size, stride, low, high, base, dilation })).toBe(pairs);
  }
});

test('an instruction alone, and a program with another result, run', async () => {
  const computation = parseHlo(example('layer.hlo'));
  const hlo = computation.toHloText({ form: 'short' });
  const graph = computation.toJson();
  const entry = graph.computations.at(-1);
  const one = entry?.instructions.find(({ name }) => name === 'row_sum');
  if (entry === undefined || one === undefined) throw new Error('no row_sum');
  const alone = await client.compile(aloneProgram(hlo, entry, one) ?? '');
  expect(alone.programShape.text).toBe('(exp.3: f32[4,5], zero: f32[]) -> f32[4]');
  const other = await client.compile(rerooted(hlo, 'add.2'));
  expect(other.programShape.result.toString()).toBe('f32[4,5]');
  for (const each of [alone, other, computation]) each.dispose();
});

test('scopes collapse to nodes, and cycles between them are laid out', () => {
  const lines = Array.from({ length: 300 }, (_, at) => {
    const scope = ['a', 'b', 'c'][at % 3] ?? '';
    return `  v${at + 1} = f32[2] negate(v${at}), metadata={op_name="jit(f)/${scope}/${at % 2 === 0 ? 'x' : 'y'}/neg"}`;
  });
  const text = `ENTRY main {\n  v0 = f32[2] parameter(0)\n${lines.join('\n')}\n  ROOT r = f32[2] negate(v300)\n}`;
  const [main] = graphOf(text).computations;
  if (main === undefined) throw new Error('no computation');
  const scopes = scopesOf(main);
  const collapsed = firstCollapsed(main, scopes);
  expect([...collapsed].sort()).toContain('jit(f)/a/x');
  const shown = shownGraph(main, scopes, new Set(['jit(f)/a', 'jit(f)/b', 'jit(f)/c']));
  expect(shown.nodes.map(({ id }) => id)).toEqual(['v0', 'scope:jit(f)/a', 'scope:jit(f)/b', 'scope:jit(f)/c', 'r']);
  const { nodes, edges } = layOut({
    nodes: shown.nodes.map(({ id }) => ({ id, width: 80, height: 40 })),
    edges: shown.edges,
  });
  expect(new Set(nodes.map(String)).size).toBe(5);
  expect(edges.every((points) => points.length >= 2)).toBe(true);
  expect(shownGraph(main, scopes, new Set()).nodes).toHaveLength(302);
});

test('a layout puts operands above their users, also of separate parts', () => {
  const { nodes } = layOut({
    nodes: ['a', 'b', 'c', 'd'].map((id) => ({ id, width: 50, height: 20 })),
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  });
  const [a, b, c] = nodes.map(([, y]) => y);
  expect([a, b, c]).toEqual([a, b, c].sort((one, other) => (one ?? 0) - (other ?? 0)));
  expect(nodes).toHaveLength(4);
});

test('the result of a training step, a tuple of values from everywhere, makes a layout neither slow nor wide', () => {
  const count = 120;
  const ids = Array.from({ length: count }, (_, at) => `v${at}`);
  const chain = ids.slice(1).map((to, at) => ({ from: ids[at] ?? '', to }));
  const result = ids.map((from) => ({ from, to: 'result' }));
  const { nodes, edges, width } = layOut({
    nodes: [...ids, 'result'].map((id) => ({ id, width: 50, height: 20 })),
    edges: [...chain, ...result],
  });
  expect(width).toBeLessThan(1500);
  expect(nodes.every(([, y], at) => at === 0 || y > (nodes[at - 1]?.[1] ?? 0))).toBe(true);
  // The first value is far from the result, so a straight line leads from one to the other.
  expect(edges[chain.length]).toEqual([nodes[0], nodes[count]]);
  expect(edges.at(-1)).toEqual([nodes[count - 1], nodes[count]]);
});

test('a link keeps the state, and damaged ones are nothing', async () => {
  const state = {
    text: example('life.hlo'),
    inputs: { 0: { kind: 'ones' } },
    at: 'lives',
    step: 12,
    watches: ['%lives[0, :]'],
    breakpoints: ['lives'],
  };
  const fragment = await toFragment(state);
  expect(fragment.length).toBeLessThan(2000);
  expect(await fromFragment(fragment)).toEqual(state);
  const compared = { text: 'left', right: 'right', inputs: {}, watches: [], breakpoints: [] };
  expect(await fromFragment(await toFragment(compared))).toEqual(compared);
  expect(await fromFragment('#p=not-deflate')).toBeUndefined();
  expect(await fromFragment('#example=life')).toBeUndefined();
  const next = randomNumbers(1);
  const noise = Array.from({ length: 60_000 }, () => String.fromCharCode(33 + Math.floor(next() * 90))).join('');
  expect((await toFragment({ text: noise })).length).toBeGreaterThan(mostCharacters);
  expect([mayFit({ text: noise }), mayFit({ text: noise, right: noise.repeat(5) })]).toEqual([true, false]);
});

test('inputs are generated the same way each time, or typed', () => {
  const shape = Shape.parse('f32[2,3]');
  const random = literalOf({ kind: 'random' }, shape, 0);
  expect(random.equals(literalOf({ kind: 'random' }, shape, 0))).toBe(true);
  expect(random.equals(literalOf({ kind: 'random' }, shape, 1))).toBe(false);
  expect(literalOf({ kind: 'counted' }, Shape.parse('s4[9]'), 0).toArray()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0]);
  expect(literalOf({ kind: 'typed', text: '{ { 1, nan, 3 }, { 4, -inf, 6 } }' }, shape, 0).toArray()).toEqual([
    [1, NaN, 3],
    [4, -Infinity, 6],
  ]);
  expect(
    literalOf({ kind: 'ones' }, Shape.parse('(pred[2], s64[])'), 0).elements.map((part) => part.toArray()),
  ).toEqual([[true, true], 1n]);
  expect(() => literalOf({ kind: 'typed', text: '[1, 2]' }, shape, 0)).toThrow(/f32\[2,3\]/);
  expect(() => literalOf({ kind: 'typed', text: '[1,' }, shape, 0)).toThrow(SyntaxError);
});

test.each([
  [[[-0.37, 0.1, NaN]], 'f32[1,3]', '[[-0.37, 0.1, nan]]'],
  [[[1, -0.5]], 'c64[1]', '[[1, -0.5]]'],
  [[true, false], 'pred[2]', '[true,false]'],
  [7, 'bf16[]', '7'],
])('%p as %s is typed as %s, which is read back', (value, shape, text) => {
  const literal = Literal.from(value as Parameters<typeof Literal.from>[0], Shape.parse(shape));
  expect(typedText(literal)).toBe(text);
  expect(literalOf({ kind: 'typed', text }, Shape.parse(shape), 0).toString()).toBe(literal.toString());
});

test('two programs: changed instructions, and the first difference in ulps', async () => {
  const left = example('nan.hlo').replace('x = f32[2,4] parameter(0)', 'x = f32[2,4] iota(), iota_dimension=1');
  const right = left.replace('constant(1)', 'constant(0.9999999)').replaceAll('doubled', 'sum');
  const compared = compareGraphs(graphOf(left), graphOf(right));
  expect(compared.filter(({ change }) => change !== 'same').map(({ name }) => name)).toEqual(['c_one']);
  const [lefts, rights] = [await traced(left), await traced(right)];
  const [at = 0, other = 0] = [...differingEvents(lefts, rights, compared)][0] ?? [];
  const [one, two] = [lefts[at], rights[other]];
  const difference = one && two && differenceOf(one, two);
  expect(difference).toMatchObject({ count: 1, total: 1, leftText: '1', rightText: '0.9999999' });
  expect(difference?.left.instruction).toBe('c_one');
  expect(difference?.ulps.greatest).toBe(2);
  expect(
    compareGraphs(graphOf(left), graphOf(left.replace('exponential', 'negate'))).map(({ change }) => change),
  ).toEqual([...Array.from({ length: 6 }, () => 'same'), 'removed', 'added']);
});

test.each([
  [1, 1 + 2 ** -23, 'f32', 1],
  [0, -0, 'f32', 0],
  [-(2 ** -149), 2 ** -149, 'f32', 2],
  [1, 1 + 2 ** -7, 'bf16', 1],
  [1, 1 + 2 ** -10, 'f16', 1],
  [1, 1 + 2 ** -52, 'f64', 1],
  [NaN, NaN, 'f32', 0],
  [NaN, 1, 'f32', Infinity],
  [3, 7, 's32', 4],
])('%p and %p as %s are %p units apart', (left, right, type, units) => {
  expect(ulpDistance(left, right, type)).toBe(units);
});

test('dumps are in the order of the passes', () => {
  const names = [
    'module_0001.jit_f.cpu_after_optimizations.txt',
    'dump/module_0001.jit_f.0002.simplification.after_algsimp.before_cse.txt',
    'module_0001.jit_f.before_optimizations.txt',
    'module_0001.jit_f.0010.simplification.after_cse.before_dce.txt',
    'module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt',
    'module_0001.jit_f.ir-no-opt.ll',
  ];
  expect(orderedDumps(names).map(({ title }) => title)).toEqual([
    'before optimizations',
    'simplification.after algsimp.before cse',
    'simplification.after cse.before dce',
    'cpu after optimizations',
  ]);
});

test('words for tokens, and completions', () => {
  const graph = graphOf(twice);
  const map = textMap(twice, graph);
  const told = { text: twice, map, graph, operations, valueOf: () => 'f32[2] {1, 2}' };
  const words = (part: string): unknown => wordsAt(told, twice.lastIndexOf(part) + 1)?.lines;
  expect(words('add(')).toEqual(['Adds each pair of elements.', 'Operands: lhs, rhs.']);
  expect(words('%c)')).toContain('Value: f32[2] {1, 2}');
  expect(words('ROOT')).toEqual(['The value of this instruction is the result of the computation.']);
  expect(words('same\n')).toEqual(['A computation of 2 instructions.']);
  expect(shapeWords('f32[2,3]{0,1}').lines).toEqual([
    'A matrix of 32-bit floats, 2 × 3: 24 bytes.',
    'Layout {0,1}: neighbors along dimension 0 are stored next to each other.',
  ]);
  expect(shapeWords('tensor<4xi1>').lines[0]).toBe('A vector of booleans, 4: 4 bytes.');
  const labels = (line: string): string[] | undefined =>
    completionsAt(line, told, false)?.options.map(({ label }) => label);
  expect(labels('  %y = f32[2]{0} ad')).toEqual(['add', 'reduce']);
  expect(labels('  %y = f32[] reduce(%a, %c), dim')).toEqual(['dimensions', 'to_apply']);
  expect(labels('  %y = f32[] reduce(%a, %c), dimensions={0}, t')).toEqual(['to_apply']);
  expect(labels('  %y = f32[2]{0} add(%')).toContain('c');
  expect(labels('  ')).toBeUndefined();
});

test('every token has words: an attribute for the parts of its value, the instruction for its other parts', () => {
  const text = `HloModule sums, is_scheduled=true
%plus (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %c = f32[] add(%a, %b)
}
ENTRY %main (x: f32[2,3]) -> f32[2] {
  %x = f32[2,3]{1,0} parameter(0)
  %z = f32[] constant(0.5)
  ROOT %y = f32[2]{0} reduce(%x, %z), dimensions={1}, to_apply=%plus, metadata={op_name="jit(f)/sum" source_line=7}
}`;
  const graph = graphOf(text);
  const told = { text, map: textMap(text, graph), graph, operations, valueOf: () => 'f32[] 0.5' };
  const silent = [...text.matchAll(/[\w.]+/g)].filter(({ index }) => wordsAt(told, index) === undefined);
  expect(silent.map(([word]) => word)).toEqual([]);
  const said = (part: string, after = 0): unknown => wordsAt(told, text.indexOf(part) + after)?.lines[0];
  expect(said('sums')).toBe('The name of the program.');
  expect(said('%main')).toBe('A computation of 3 instructions.');
  expect(said('->', 1)).toBe('Takes what is on the left, and returns what is on the right.');
  expect(said('true')).toBe('The instructions are in the order in which they run.');
  expect(said('={1}', 2)).toBe('The dimensions to reduce.');
  expect(said('/sum', 1)).toMatch(/^The name of the operation in the program of the user/);
  expect(wordsAt(told, text.indexOf('0.5'))?.title).toBe('%z = f32[] constant');
  expect(wordsAt(told, text.indexOf('(a:') + 1)?.title).toBe('%a = f32[] parameter');
});

test("tokens of StableHLO have the words of HLO's attributes", () => {
  const text = `module @sums {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
    %cst = stablehlo.constant dense<0.5> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}`;
  const read = readProgram(text);
  if (!read.ok) throw read.error;
  const { graph } = read.program;
  const table = { broadcast: { ...operations['add']!, attributes: { dimensions: 'the place of each dimension' } } };
  const told = { text, map: textMap(text, graph), graph, operations: table, valueOf: () => 'f32[] 0.5' };
  const said = (part: string): unknown => wordsAt(told, text.indexOf(part) + 1)?.lines[0];
  expect(said('sums')).toBe('The name of the program.');
  expect(said('main')).toMatch(/^A /);
  expect(said('0.5')).toMatch(/Value|scalar/);
  expect(said('dims = []')).toBe('The place of each dimension.');
  expect(said('contracting_dims')).toMatch(/multiplied and added up/);
});

test('functions of XlaBuilder have words and completions in JavaScript', () => {
  const builders = { dotGeneral: { doc: 'Multiplies.', parameters: ['lhs', 'rhs'] } };
  const text = 'const y = b.dotGeneral(x, x);';
  expect(scriptWordsAt(text, text.indexOf('General'), builders)).toEqual({
    from: 12,
    to: 22,
    title: 'dotGeneral(lhs, rhs)',
    lines: ['Multiplies.'],
  });
  // A name without a dot, and one that every object has, are not functions of the builder.
  expect(scriptWordsAt('dotGeneral', 2, builders)).toBeUndefined();
  expect(scriptWordsAt('b.toString()', 4, builders)).toBeUndefined();
  expect(scriptCompletionsAt('  const y = b.do', builders, false)).toMatchObject({
    typed: 'do',
    options: [{ label: 'dotGeneral', detail: '(lhs, rhs)' }],
  });
  expect(scriptCompletionsAt('b.', builders, false)).toBeUndefined();
  expect(scriptCompletionsAt('b.', builders, true)?.options).toHaveLength(1);
  expect(scriptCompletionsAt('const dot', builders, true)).toBeUndefined();
});

test('a script may import only hloom', () => {
  expect(moduleBody("import { a, b as c } from 'hloom';\nexport default a;")).toBe(
    'const { a, b: c } = hloom;\nreturn a;',
  );
  expect(moduleBody("import * as h from 'hloom'")).toBe('const h = hloom;');
  expect(() =>
    moduleBody("import x from 'https://example.com/x.js'; import { y } from 'y';\nimport { y } from 'y';"),
  ).toThrow(/only import 'hloom'/);
  const scripts = ['// a\nconst x = 1;', 'for (;;) {}', 'if (x) y();', 'class A {}', 'console.log(1)'];
  expect(scripts.filter((text) => !isJavaScript(text))).toEqual([]);
  const programs = ['HloModule m', 'module @m {}', '// a\nfunc.func @f()', 'ENTRY m {', 'main (x: f32[]) -> f32[] {'];
  expect(programs.filter(isJavaScript)).toEqual([]);
});

test('files become arguments, converted from the types of NumPy to those of JAX', () => {
  const [x, y, i] = ['f32[2]', 'f64[2]', 's32[2]'].map((shape) => Shape.parse(shape));
  const shape = { parameters: [x, y, i], parameterNames: ['x', 'y', 'i'], result: x } as unknown as ProgramShape;
  const file = (name: string, value: unknown, type: ElementTypeName): NamedArray => ({
    name,
    value: Literal.from(value as number[], type),
  });
  const given = Array.from({ length: 3 }, () => usualInput);
  const assign = (...arrays: NamedArray[]): readonly unknown[] => {
    const { inputs, taken, left } = assignArrays(shape, given, arrays);
    const values = inputs.map((input) => (input.kind === 'file' ? input.value.toString() : input.kind));
    return [values, taken, left.map(({ name }) => name)];
  };
  // Its own type comes first; a name decides.
  expect(assign(file('a', [0.1, 2], 'F64'))).toEqual([['random', 'f64[2] {0.1, 2}', 'random'], ['a as y'], []]);
  expect(assign(file('x', [0.1, 2], 'F64'))).toEqual([
    ['f32[2] {0.1, 2}', 'random', 'random'],
    ['x as x (converted from F64 to F32)'],
    [],
  ]);
  expect(
    assign(file('n', [1n, -2n], 'S64'), file('large', [2n ** 31n, 0n], 'S64'), file('s', [1, 2, 3], 'F32')),
  ).toEqual([['random', 'random', 's32[2] {1, -2}'], ['n as i (converted from S64 to S32)'], ['large', 's']]);
});

test('links have the elements of small files', () => {
  const file = (name: string, size: number): Input => ({
    kind: 'file',
    name,
    value: Literal.from(Array.from({ length: size }, (_, place) => place + 0.5)),
  });
  const { inputs, left } = sharedInputs([usualInput, file('a', 2), file('b', mostSharedElements), file('c', 3)]);
  expect(left).toEqual(['b']);
  expect(inputs).toEqual({ 1: { kind: 'typed', text: '[0.5, 1.5]' }, 3: { kind: 'typed', text: '[0.5, 1.5, 2.5]' } });
});
