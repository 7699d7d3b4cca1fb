// ONNX Runtime Web with its WebAssembly provider. A session takes arrays and returns arrays, so that values can stay on
// its side only as constants of the model, of whose result one row is requested.
import { samePadding } from '../workloads/mobile-net.mjs';
import { twentyOf } from '../workloads/elementwise.mjs';
import { asTheyAre, channelsFirst, imageLast, interleaved } from './layouts.mjs';
import { graph, int64s, model, node, tensor, typeOf, value } from './onnx.mjs';

/** For each op the nodes that compute `y` from the parameters and constants. */
const ops = {
  dot: () => [node('MatMul', ['a', 'b'], ['y'])],
  batchDot: () => [node('MatMul', ['a', 'b'], ['y'])],
  matVec: () => [node('MatMul', ['a', 'b'], ['y'])],
  convolution: ({ attributes: { window, border, depthwise, channels } }) => [
    node('Conv', ['x', 'w'], ['y'], {
      kernel_shape: [window, window],
      pads: [border, border, border, border],
      strides: [1, 1],
      group: depthwise ? channels : 1,
    }),
  ],
  addRow: () => [node('Add', ['x', 'v'], ['y'])],
  call: () => [node('Add', ['a', 'b'], ['y'])],
  chain: () => [
    node('Mul', ['x', 'w'], ['scaled']),
    node('Add', ['scaled', 'b'], ['moved']),
    node('Tanh', ['moved'], ['bent']),
    node('Mul', ['bent', 'half'], ['halved']),
    node('Add', ['halved', 'x'], ['y']),
  ],
  exp: () => [node('Exp', ['x'], ['y'])],
  tanh: () => [node('Tanh', ['x'], ['y'])],
  erf: () => [node('Erf', ['x'], ['y'])],
  gelu: () => [node('Gelu', ['x'], ['y'])],
  softmax: () => [node('Softmax', ['x'], ['y'], { axis: -1 })],
  select: () => [node('Where', ['p', 'x', 'y0'], ['y'])],
  twenty() {
    const nodes = [];
    const make = (operator, inputs) => {
      nodes.push(node(operator, inputs, [`t${nodes.length}`]));
      return `t${nodes.length - 1}`;
    };
    const last = twentyOf('x', {
      neg: (y) => make('Neg', [y]),
      add: (y, x) => make('Add', [y, x]),
      mul: (y, x) => make('Mul', [y, x]),
    });
    return [...nodes, node('Identity', [last], ['y'])];
  },
  sum: () => [node('ReduceSum', ['x', 'axes'], ['y'], { keepdims: 1 })],
  argmax: ({ attributes }) => [node('ArgMax', ['x'], ['y'], { axis: attributes.dimension, keepdims: 0 })],
  cumsum: () => [node('CumSum', ['x', 'axis'], ['y'])],
  transpose: ({ attributes }) => [node('Transpose', ['x'], ['y'], { perm: attributes.permutation })],
  concatenate: ({ attributes }) => [node('Concat', ['a', 'b'], ['y'], { axis: attributes.dimension })],
  gatherRows: () => [node('Gather', ['table', 'index'], ['y'])],
  sort: () => [node('TopK', ['x', 'k'], ['y', 'places'], { axis: 0, largest: 0, sorted: 1 })],
  argsort: () => [node('TopK', ['x', 'k'], ['values', 'y'], { axis: 0, largest: 0, sorted: 1 })],
  topk: () => [node('TopK', ['x', 'k'], ['y', 'places'], { axis: 0, largest: 1, sorted: 1 })],
  fft: () => [node('DFT', ['z', '', 'axis'], ['y'])],
  fft2: () => [node('DFT', ['z', '', 'axis2'], ['lines']), node('DFT', ['lines', '', 'axis1'], ['y'])],
  while: () => {
    const body = graph({
      name: 'body',
      nodes: [node('Add', ['now', 'one'], ['next']), node('Identity', ['on'], ['more'])],
      inputs: [value('round', 'int64', []), value('on', 'bool', []), value('now', 'float32', [8])],
      outputs: [value('more', 'bool', []), value('next', 'float32', [8])],
    });
    return [node('Loop', ['rounds', 'true', 'x'], ['y'], { body: { graph: body } })];
  },
  mlp: () => [
    node('Gemm', ['x', 'w1', 'b1'], ['h1']),
    node('Relu', ['h1'], ['r1']),
    node('Gemm', ['r1', 'w2', 'b2'], ['h2']),
    node('Relu', ['h2'], ['r2']),
    node('Gemm', ['r2', 'w3', 'b3'], ['y']),
  ],
  mobilenet({ attributes }) {
    const nodes = [];
    let [last, remembered, next] = ['x', '', 0];
    const make = (operator, inputs, options) => {
      last = `t${nodes.length}`;
      nodes.push(node(operator, inputs, [last], options));
    };
    for (const layer of attributes.layers) {
      if (layer.kind === 'remember') remembered = last;
      else if (layer.kind === 'restore') make('Add', [remembered, last]);
      else if (layer.kind === 'pool') {
        make('GlobalAveragePool', [last]);
        make('Flatten', [last]);
      } else if (layer.kind === 'dense') make('Gemm', [last, `w${next}`, `b${next++}`]);
      else {
        const { window, stride, depthwise, from, clip } = layer;
        const [before, behind] = samePadding(layer);
        make('Conv', [last, `w${next}`, `b${next++}`], {
          kernel_shape: [window, window],
          strides: [stride, stride],
          pads: [before, before, behind, behind],
          group: depthwise ? from : 1,
        });
        if (clip) make('Clip', [last, 'zero', 'six']);
      }
    }
    return [...nodes, node('Identity', [last], ['y'])];
  },
};

/** Constants of a model beside its weights. */
function constantsOf({ op, attributes, parameters }) {
  const all = {
    chain: () => [tensor('half', Float32Array.of(0.5), [])],
    sum: () => [tensor('axes', int64s(...attributes.dimensions), [attributes.dimensions.length])],
    cumsum: () => [tensor('axis', int64s(0), [])],
    sort: () => [tensor('k', int64s(parameters[0].shape[0]), [1])],
    argsort: () => [tensor('k', int64s(parameters[0].shape[0]), [1])],
    topk: () => [tensor('k', int64s(attributes.k), [1])],
    fft: () => [tensor('axis', int64s(1), [])],
    fft2: () => [tensor('axis1', int64s(1), []), tensor('axis2', int64s(2), [])],
    while: () => [
      tensor('one', Float32Array.of(1), []),
      tensor('rounds', int64s(attributes.rounds), []),
      tensor('true', Uint8Array.of(1), []),
    ],
    mobilenet: () => [tensor('zero', Float32Array.of(0), []), tensor('six', Float32Array.of(6), [])],
  };
  return all[op]?.() ?? [];
}

/** Workloads with little data, for which the optimizer is worth more than constants. */
const moveLittle = new Set(['call', 'while', 'mlp', 'mobilenet']);

const outputs = { argmax: 'int64', argsort: 'int64' };
const notes = {
  sort: 'has no sort: TopK of all',
  argsort: 'has no argsort: TopK of all',
  convolution: 'images with channels first, the only order it has',
};

/** The parameters as the model has them. */
function given(workload, inputs) {
  if (workload.op.startsWith('fft')) {
    const [re, im] = workload.parameters;
    const shape = [1, ...re.shape, 2];
    return [{ name: 'z', shape, values: interleaved(inputs[re.name], inputs[im.name]) }];
  }
  const isImage = workload.op === 'convolution' || workload.op === 'mobilenet';
  const list = (isImage ? channelsFirst : asTheyAre)(workload, inputs);
  // The result's name is taken.
  return list.map((one) => (one.name === 'y' ? { ...one, name: 'y0' } : one));
}

/** The numbers of a result in the workload's order. */
function inOrder(workload, values) {
  if (workload.op !== 'convolution') return values;
  const { size, features, channels, depthwise } = workload.attributes;
  return imageLast(values, [1, depthwise ? channels : features, size, size]);
}

export const onnxRuntime = {
  name: 'onnxruntime',
  title: 'ONNX Runtime Web',
  package: 'onnxruntime-web',
  flags: [],
  threads: () => [1, 2],
  refuses: ({ op, parameters }) =>
    op in ops && parameters.every(({ type }) => type !== 'BF16') ? undefined : 'ONNX Runtime Web has no such operator',
  async open({ threads, browser }) {
    const at = '/node_modules/onnxruntime-web/dist/';
    const ort = await import(browser ? `${at}ort.wasm.min.mjs` : 'onnxruntime-web');
    ort.env.wasm.numThreads = threads;
    ort.env.logLevel = 'error';
    if (browser) ort.env.wasm.wasmPaths = at;

    const create = (content, graphOptimizationLevel) =>
      ort.InferenceSession.create(model(content), {
        executionProviders: ['wasm'],
        graphOptimizationLevel,
        logSeverityLevel: 3,
      });
    const asTensor = ({ name, values, shape }) => tensor(name, values, shape);
    const asInput = ({ name, values, shape }) => value(name, typeOf(values), shape);
    const feed = (list) =>
      Object.fromEntries(list.map(({ name, values, shape }) => [name, new ort.Tensor(typeOf(values), values, shape)]));

    async function fromJavaScript(workload, parameters, content) {
      const fresh = parameters.filter(({ constant }) => !constant);
      const constants = [...content.constants, ...parameters.filter(({ constant }) => constant).map(asTensor)];
      const session = await create({ ...content, constants, inputs: fresh.map(asInput) }, 'all');
      const run = async () => (await session.run(feed(fresh))).y.data;
      return {
        run,
        read: async () => inOrder(workload, await run()),
        dispose: () => session.release(),
        note: notes[workload.op],
      };
    }

    async function asConstants(workload, parameters, content) {
      const rows = ['start', 'end', 'along'].map((name, i) => tensor(name, int64s(i === 1 ? 1 : 0), [1]));
      const constants = [...content.constants, ...parameters.map(asTensor)];
      const whole = await create({ ...content, constants }, 'disabled');
      const numbers = inOrder(workload, (await whole.run({})).y.data);
      await whole.release();
      const cut = {
        constants: [...constants, ...rows],
        nodes: [...content.nodes, node('Slice', ['y', 'start', 'end', 'along'], ['row'])],
        outputs: [value('row', outputs[workload.op] ?? 'float32')],
      };
      // Optimized, it would compute the result when the session is made.
      const session = await create(cut, 'disabled');
      return {
        run: () => session.run({}),
        read: () => numbers,
        dispose: () => session.release(),
        note: [notes[workload.op], 'arguments are constants of the model, one row of the result is read']
          .filter(Boolean)
          .join('; '),
      };
    }

    return {
      prepare(workload, inputs, place) {
        const content = {
          nodes: ops[workload.op](workload),
          constants: constantsOf(workload),
          outputs: [value('y', outputs[workload.op] ?? 'float32')],
        };
        const prepare = place === 'js' || moveLittle.has(workload.op) ? fromJavaScript : asConstants;
        return prepare(workload, given(workload, inputs), content);
      },
    };
  },
};
