/**
 * The floating-point operations and the bytes of instructions, counted from the engine's shapes: an elementwise operation
 * is one for each element, a product and a sum are two, and data movement is none. Functions such as tanh take many
 * operations, whose number depends on the hardware, so they are counted apart.
 */

import { Shape, type InstructionGraph, type ProgramGraph } from 'hloom';

export interface Cost {
  readonly flops: number;
  /** Elements of the results of tanh, logarithm and the like. */
  readonly transcendentals: number;
  /** Bytes of the operands and of the result. */
  readonly bytes: number;
}

const shapes = new Map<string, Shape>();

function shapeOf(text: string): Shape {
  let shape = shapes.get(text);
  if (shape === undefined) {
    shape = Shape.parse(text);
    if (shapes.size > 10_000) shapes.clear();
    shapes.set(text, shape);
  }
  return shape;
}

/** Instructions that only name values. */
export const free: ReadonlySet<string> = new Set([
  'parameter',
  'constant',
  'tuple',
  'get-tuple-element',
  'bitcast',
  'after-all',
  'add-dependency',
]);

const bytesOf = (shape: Shape): number => {
  let bytes = 0;
  for (const leaf of leavesOf(shape)) bytes += leaf.byteLength;
  return bytes;
};

function leavesOf(shape: Shape): Shape[] {
  const leaves: Shape[] = [];
  const rest = [shape];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.isTuple) rest.push(...next.tupleShapes);
    else if (next.isArray) leaves.push(next);
  }
  return leaves;
}

export const elementsOf = (shape: string): number =>
  leavesOf(shapeOf(shape)).reduce((sum, leaf) => sum + leaf.elementCount, 0);

/** `{0,2}` as numbers. */
const numbersIn = (text: string | undefined): number[] => (text?.match(/\d+/g) ?? []).map(Number);

type Counter = (one: InstructionGraph, operands: readonly Shape[], result: Shape) => number;

const elements = (shape: Shape | undefined): number =>
  shape === undefined ? 0 : leavesOf(shape).reduce((sum, leaf) => sum + leaf.elementCount, 0);

/** Operations that compute something else than one operation for each element. */
const counters: Readonly<Record<string, Counter>> = {
  dot: ({ attributes }, [lhs], result) => {
    const contracted = numbersIn(attributes.lhs_contracting_dims);
    const depth = contracted.reduce((product, dimension) => product * (lhs?.dimensions[dimension] ?? 1), 1);
    return 2 * elements(result) * depth;
  },
  convolution: ({ attributes }, [, kernel], result) => {
    const labels = /_([0-9a-z]+)->/.exec(attributes.dim_labels ?? '')?.[1] ?? '';
    const outputs = kernel?.dimensions[labels.indexOf('o')] ?? 1;
    return (2 * elements(result) * elements(kernel)) / Math.max(1, outputs);
  },
  reduce: (_, operands, result) => Math.max(0, elements(operands[0]) - elements(result)),
  'reduce-window': ({ attributes }, _, result) => {
    const sizes = /size=([\dx]+)/.exec(attributes.window ?? '')?.[1] ?? '1';
    const window = sizes.split('x').reduce((product, size) => product * Number(size), 1);
    return elements(result) * Math.max(0, window - 1);
  },
  scatter: (_, operands) => elements(operands.at(-1)),
  map: (_, __, result) => elements(result),
  cholesky: (_, [operand]) => ((operand?.dimensions.at(-1) ?? 0) * elements(operand)) / 3,
  'triangular-solve': (_, [lhs, rhs]) => (lhs?.dimensions.at(-1) ?? 0) * elements(rhs),
  fft: (_, [operand], result) => {
    const count = Math.max(elements(operand), elements(result));
    return 5 * count * Math.log2(Math.max(2, result.dimensions.at(-1) ?? 2));
  },
};

/** Elementwise operations that move or rename data instead of computing. */
const moves = new Set(['copy', 'select', 'convert', 'bitcast-convert', 'reduce-precision', 'real', 'imag', 'complex']);

const transcendental = new Set([
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

const none = { flops: 0, transcendentals: 0 };

/** The cost of each instruction by its name. `isElementwise` is from the table of operations. */
export function costsOf(graph: ProgramGraph, isElementwise: (opcode: string) => boolean): ReadonlyMap<string, Cost> {
  const costs = new Map<string, Cost>();
  const totals = new Map<string, Work>();
  // A called computation comes before its callers.
  for (const computation of graph.computations) {
    let total: Work = none;
    const known = new Map(computation.instructions.map(({ name, shape }) => [name, shape]));
    for (const one of computation.instructions) {
      const cost = costOf(one, known, totals, isElementwise);
      costs.set(one.name, cost);
      total = sumOf(total, cost);
    }
    totals.set(computation.name, total);
  }
  return costs;
}

type Work = Omit<Cost, 'bytes'>;

const sumOf = (one: Work, other: Work): Work => ({
  flops: one.flops + other.flops,
  transcendentals: one.transcendentals + other.transcendentals,
});

/** Operations that run a computation as a whole; those of a loop count for one iteration. */
const calls = new Set(['fusion', 'call', 'while', 'conditional']);

function costOf(
  one: InstructionGraph,
  known: ReadonlyMap<string, string>,
  totals: ReadonlyMap<string, Work>,
  isElementwise: (opcode: string) => boolean,
): Cost {
  if (free.has(one.opcode)) return { ...none, bytes: 0 };
  const operands = one.operands.map((name) => shapeOf(known.get(name) ?? '()'));
  const result = shapeOf(one.shape);
  const bytes = operands.reduce((sum, operand) => sum + bytesOf(operand), bytesOf(result));
  if (calls.has(one.opcode)) {
    const work = one.calls.reduce((sum, { computation }) => sumOf(sum, totals.get(computation) ?? none), none);
    return { ...work, bytes };
  }
  const counter = counters[one.opcode];
  if (counter !== undefined) return { ...none, flops: Math.round(counter(one, operands, result)), bytes };
  if (transcendental.has(one.opcode)) return { ...none, transcendentals: elements(result), bytes };
  return { ...none, flops: isElementwise(one.opcode) && !moves.has(one.opcode) ? elements(result) : 0, bytes };
}
