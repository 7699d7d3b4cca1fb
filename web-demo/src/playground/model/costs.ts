/**
 * The operations and the bytes of instructions, counted from their shapes as XLA's HloCostAnalysis does: the figures are
 * those that `compiled.cost_analysis()` of JAX gives. Functions such as tanh take many operations, whose number depends on
 * the hardware, so they are counted apart, as transcendentals.
 */

import type { ComputationGraph, InstructionGraph, ProgramGraph, Shape } from 'hloom';
import { parseWindow } from '../../site/window-attribute.js';
import { convolutionFlops } from './convolution-cost.js';
import { bytesOf, elementsOf, firstOf, shapeOf } from './shapes.js';

export interface Cost {
  readonly flops: number;
  /** Elements of the results of tanh, logarithm and the like. */
  readonly transcendentals: number;
  /** Bytes that are read and written. */
  readonly bytes: number;
}

const nothing: Cost = { flops: 0, transcendentals: 0, bytes: 0 };

/** Instructions that only name values. */
export const free: ReadonlySet<string> = new Set([
  'parameter',
  'constant',
  'tuple',
  'get-tuple-element',
  'bitcast',
  'after-all',
  'add-dependency',
  'domain',
]);

const transcendental: ReadonlySet<string> = new Set([
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan2',
  'atanh',
  'cbrt',
  'cosh',
  'cosine',
  'erf',
  'exponential',
  'exponential-minus-one',
  'log',
  'log-plus-one',
  'logistic',
  'power',
  'rsqrt',
  'sine',
  'sinh',
  'sqrt',
  'tan',
  'tanh',
]);

/** Operations of one value for each element that count no operation, although they are not transcendental. */
const uncounted: ReadonlySet<string> = new Set(['copy']);

/** An instruction with the shapes around it and the costs of the computations that it calls. */
interface Counted {
  readonly one: InstructionGraph;
  readonly operands: readonly Shape[];
  readonly result: Shape;
  readonly called: readonly Called[];
}

interface Called {
  readonly computation: ComputationGraph;
  readonly cost: Cost;
}

const sumOf = (one: Cost, other: Cost): Cost => ({
  flops: one.flops + other.flops,
  transcendentals: one.transcendentals + other.transcendentals,
  bytes: one.bytes + other.bytes,
});

const greatestOf = (one: Cost, other: Cost): Cost => ({
  flops: Math.max(one.flops, other.flops),
  transcendentals: Math.max(one.transcendentals, other.transcendentals),
  bytes: Math.max(one.bytes, other.bytes),
});

/** The work of a function that runs many times. Its own bytes are scalars in registers. */
const repeated = (called: Called | undefined, times: number): Pick<Cost, 'flops' | 'transcendentals'> => ({
  flops: (called?.cost.flops ?? 0) * Math.max(0, times),
  transcendentals: (called?.cost.transcendentals ?? 0) * Math.max(0, times),
});

/** `{0,2}` as numbers. */
const numbersIn = (text: string | undefined): number[] => (text?.match(/\d+/g) ?? []).map(Number);

const windowElements = ({ attributes }: InstructionGraph): number =>
  parseWindow(attributes.window ?? '').reduce((product, { size }) => product * size, 1);

const allCalled = ({ called }: Counted): Cost => called.reduce((sum, { cost }) => sumOf(sum, cost), nothing);

function dotFlops({ one, operands: [lhs], result }: Counted): number {
  const contracted = numbersIn(one.attributes.lhs_contracting_dims);
  const depth = contracted.reduce((product, dimension) => product * (lhs?.dimensions[dimension] ?? 1), 1);
  return 2 * elementsOf(result) * depth;
}

/** The number of times that a reduce-window applies its function. */
function windowReductions({ one, result }: Counted): number {
  const outputs = elementsOf(firstOf(result));
  const window = parseWindow(one.attributes.window ?? '');
  const wide = window.flatMap(({ size, low, high }, dimension) =>
    size === 1 && low === 0 && high === 0 ? [] : [{ size, low, high, dimension }],
  );
  // A window that covers the whole dimension at each of its positions is a reduction whose result is repeated.
  const [whole, other] = wide;
  const extent = whole === undefined ? 0 : (result.isArray && result.dimensions[whole.dimension]) || 0;
  if (
    whole !== undefined &&
    other === undefined &&
    whole.low > 0 &&
    whole.low === whole.high &&
    whole.size === 2 * whole.low + 1 &&
    whole.low === extent - 1
  ) {
    return outputs / extent + extent - 1;
  }
  return (windowElements(one) - 1) * outputs;
}

/** The bytes that a fusion reads of one operand: of a slice only its elements. */
function readBytes(parameter: InstructionGraph, { instructions }: ComputationGraph): number {
  const whole = bytesOf(shapeOf(parameter.shape));
  let [bytes, isShared] = [0, false];
  for (const { opcode, operands, shape } of instructions) {
    if (!operands.includes(parameter.name)) continue;
    const isFirst = operands[0] === parameter.name;
    if (opcode === 'slice' || (opcode === 'dynamic-slice' && isFirst)) bytes += bytesOf(shapeOf(shape));
    else if (opcode === 'broadcast' || opcode === 'reshape') bytes += whole;
    // The updated array is written in place. All other instructions share one read.
    else if (!(opcode === 'dynamic-update-slice' && isFirst) && !isShared) [bytes, isShared] = [bytes + whole, true];
  }
  return bytes;
}

/** The bytes that a fusion writes: of an array that it updates in place only the update. */
function writtenBytes({ instructions, root }: ComputationGraph): number {
  const byName = new Map(instructions.map((one) => [one.name, one]));
  const last = byName.get(root);
  const results = last?.opcode === 'tuple' ? last.operands.map((name) => byName.get(name)) : [last];
  return results.reduce((sum, result) => {
    const update = result?.opcode === 'dynamic-update-slice' ? byName.get(result.operands[1] ?? '') : result;
    return sum + (update === undefined ? 0 : bytesOf(shapeOf(update.shape)));
  }, 0);
}

/** Constants of a fusion with more elements are in memory. */
const mostImmediate = 8;

/** Values between the instructions of a fusion stay in registers and cost no bytes. */
function fusionBytes({ called: [fused] }: Counted): number {
  if (fused === undefined) return 0;
  const { computation } = fused;
  return computation.instructions.reduce((sum, one) => {
    if (one.opcode === 'parameter') return sum + readBytes(one, computation);
    if (one.opcode !== 'constant') return sum;
    const shape = shapeOf(one.shape);
    return sum + (elementsOf(shape) > mostImmediate ? bytesOf(shape) : 0);
  }, writtenBytes(computation));
}

/** The costs of operations that are not one operation for each element, or do not touch every byte of their operands. */
const counters: Readonly<Record<string, (counted: Counted) => Partial<Cost>>> = {
  dot: (counted) => ({ flops: dotFlops(counted) }),
  'ragged-dot': (counted) => ({ flops: dotFlops(counted) }),
  convolution: ({ one, operands, result }) => ({ flops: convolutionFlops(one, operands, result) }),
  map: ({ called, result }) => repeated(called[0], elementsOf(firstOf(result))),
  reduce: ({ called, operands, result }) => repeated(called[0], elementsOf(operands[0]) - elementsOf(firstOf(result))),
  'reduce-window': (counted) => repeated(counted.called[0], windowReductions(counted)),
  'select-and-scatter': ({ one, called, operands }) => {
    const sources = elementsOf(operands[1]);
    const named = (region: string): Called | undefined => called[one.calls.findIndex((call) => call.region === region)];
    const select = repeated(named('select'), sources * (windowElements(one) - 1));
    const scatter = repeated(named('scatter'), sources);
    return {
      flops: select.flops + scatter.flops,
      transcendentals: select.transcendentals + scatter.transcendentals,
    };
  },
  // The operands of a scatter of n arrays are n arrays, the indices and n updates, each of which is read, combined with
  // what is there, and written.
  scatter: ({ called, operands }) => {
    const arrays = (operands.length - 1) / 2;
    const updates = operands.slice(arrays + 1);
    const bytes = 3 * updates.reduce((sum, update) => sum + bytesOf(update), 0) + bytesOf(operands[arrays]);
    return { ...repeated(called[0], elementsOf(updates[0])), bytes };
  },
  gather: ({ operands, result }) => ({ bytes: 2 * bytesOf(result) + bytesOf(operands[1]) }),
  slice: ({ result }) => ({ bytes: 2 * bytesOf(result) }),
  'dynamic-slice': ({ operands, result }) => ({
    bytes: operands.slice(1).reduce((sum, start) => sum + bytesOf(start), 2 * bytesOf(result)),
  }),
  'dynamic-update-slice': ({ operands: [, update, ...starts] }) => ({
    bytes: starts.reduce((sum, start) => sum + bytesOf(start), 2 * bytesOf(update)),
  }),
  cholesky: ({ operands: [matrix] }) => ({
    flops: Math.floor(((matrix?.dimensions.at(-1) ?? 0) * elementsOf(matrix)) / 3),
    bytes: bytesOf(matrix),
  }),
  'triangular-solve': ({ operands: [matrix, right], result }) => ({
    flops: 2 * (matrix?.dimensions.at(-1) ?? 0) * elementsOf(right),
    bytes: bytesOf(result) + bytesOf(matrix) / 2 + bytesOf(right),
  }),
  // Eight operations for each complex product, and a product for each element and halving.
  fft: ({ one, operands }) => {
    const halvings = numbersIn(one.attributes.fft_length).map((length) => Math.floor(Math.log2(Math.max(1, length))));
    return { flops: 8 * halvings.reduce((product, count) => product * count, 1) * elementsOf(operands[0]) };
  },
  sort: ({ operands }) => {
    const elements = elementsOf(operands[0]);
    return { flops: elements * Math.ceil(Math.log2(Math.max(1, elements))) };
  },
  rng: ({ result }) => ({ transcendentals: elementsOf(result) }),
  'rng-bit-generator': ({ result }) => ({ transcendentals: elementsOf(result) }),
  // Two devices, so that each element is a sum of two.
  'all-reduce': ({ result }) => ({ flops: elementsOf(result) }),
  'all-reduce-start': ({ result }) => ({ flops: elementsOf(result) }),
  fusion: (counted) => ({ ...allCalled(counted), bytes: fusionBytes(counted) }),
  call: allCalled,
  'async-start': allCalled,
  // A loop counts for one iteration, and a conditional for the most that a branch takes.
  while: allCalled,
  conditional: ({ called }) => called.reduce((most, { cost }) => greatestOf(most, cost), nothing),
};

/** The cost of each instruction by its name. `isElementwise` is from the table of operations. */
export function costsOf(graph: ProgramGraph, isElementwise: (opcode: string) => boolean): ReadonlyMap<string, Cost> {
  const costs = new Map<string, Cost>();
  const totals = new Map<string, Called>();
  // A called computation comes before its callers.
  for (const computation of graph.computations) {
    let total = nothing;
    const known = new Map(computation.instructions.map(({ name, shape }) => [name, shape]));
    for (const one of computation.instructions) {
      const counted = {
        one,
        operands: one.operands.map((name) => shapeOf(known.get(name) ?? '()')),
        result: shapeOf(one.shape),
        called: one.calls.flatMap(({ computation: name }) => totals.get(name) ?? []),
      };
      const cost = costOf(counted, isElementwise);
      costs.set(one.name, cost);
      total = sumOf(total, cost);
    }
    totals.set(computation.name, { computation, cost: total });
  }
  return costs;
}

function costOf(counted: Counted, isElementwise: (opcode: string) => boolean): Cost {
  const { one, operands, result } = counted;
  const { opcode } = one;
  if (free.has(opcode)) return nothing;
  const bytes = operands.reduce((sum, operand) => sum + bytesOf(operand), bytesOf(result));
  const counter = counters[opcode];
  if (counter !== undefined) return { ...nothing, bytes, ...counter(counted) };
  if (transcendental.has(opcode)) return { ...nothing, transcendentals: elementsOf(result), bytes };
  const flops = isElementwise(opcode) && !uncounted.has(opcode) ? elementsOf(result) : 0;
  return { ...nothing, flops, bytes };
}
