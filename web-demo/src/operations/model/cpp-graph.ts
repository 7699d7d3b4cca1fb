/** A whole program as calls of XlaBuilder's functions, one for each instruction. */

import type { XlaComputation } from 'hloom';
import { parseWindow } from '../../site/window-attribute.js';
import {
  braces,
  constantCpp,
  convolutionCpp,
  leavesIn,
  messageCpp,
  paddingCpp,
  shapeCpp,
  sizesIn,
  typeIn,
  windowLists,
} from './cpp-values.js';

type Json = ReturnType<XlaComputation['toJson']>;
type Computation = Json['computations'][number];
type Instruction = Computation['instructions'][number];

/** An instruction whose call is written: its operands are expressions of C++. */
interface Step {
  readonly instruction: Instruction;
  readonly operands: readonly string[];
  /** The shapes of the operands. */
  readonly shapes: readonly string[];
  /** The name of the builder. */
  readonly b: string;
  /** The computation of a region, such as `to_apply`, as an argument. */
  readonly region: (name: string) => string;
  /** The names of all regions, in their order. */
  readonly regions: readonly string[];
  /** Writes statements before the call; they fill a variable of this name. */
  readonly before: (lines: (name: string) => string[], name: string) => string;
}

type Call = (step: Step) => string | undefined;

/** `{1,0}` as numbers. */
const numbersIn = (text = ''): number[] => (text.match(/-?\d+/g) ?? []).map(Number);
const listIn = ({ instruction }: Step, name: string): string => braces(numbersIn(instruction.attributes[name]));
const attribute = ({ instruction }: Step, name: string): string | undefined => instruction.attributes[name];
const numberIn = (step: Step, name: string): string => attribute(step, name)?.replaceAll(/[{}]/g, '') ?? '0';
const isTrue = (step: Step, name: string): boolean => attribute(step, name) === 'true';
const sizesOf = ({ instruction }: Step): string => braces(sizesIn(instruction.shape));
const typeOf = ({ instruction }: Step): string => typeIn(instruction.shape);
const all = ({ operands }: Step): string => operands.join(', ');

/** The lists of operands and of initial values of an operation that has as many of both. */
function halves({ operands, b }: Step): string {
  const half = operands.length / 2;
  return half === 1
    ? operands.join(', ')
    : `&${b}, ${braces(operands.slice(0, half))}, ${braces(operands.slice(half))}`;
}

/** `add subtract:Sub`: operations whose function has only operands, with its name where it differs. */
const plain = (names: string): Record<string, Call> =>
  Object.fromEntries(
    names.split(' ').map((pair) => {
      const [opcode = '', name] = pair.split(':');
      const own = opcode.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      return [opcode, (step) => `${name ?? own}(${all(step)})`];
    }),
  );

/** A product of two matrices or vectors needs no dimension numbers. */
function dot(step: Step): string {
  const { lhs_contracting_dims: lhs, rhs_contracting_dims: rhs, ...others } = step.instruction.attributes;
  const rank = sizesIn(step.shapes[0] ?? '').length;
  const isPlain = rank < 3 && lhs === `{${rank - 1}}` && rhs === '{0}' && Object.keys(others).length === 0;
  if (isPlain && sizesIn(step.shapes[1] ?? '').length < 3) return `Dot(${all(step)})`;
  const numbers = step.before((name) => messageCpp('DotDimensionNumbers', name, dotFields(step)), 'dimension_numbers');
  return `DotGeneral(${all(step)}, ${numbers})`;
}

const dotFields = ({ instruction: { attributes } }: Step): Record<string, number[]> =>
  Object.fromEntries(
    ['contracting', 'batch'].flatMap((role) =>
      ['lhs', 'rhs'].map((side) => [`${side}_${role}_dimensions`, numbersIn(attributes[`${side}_${role}_dims`])]),
    ),
  );

/** A message whose fields are attributes of the same names. */
const numbersMessage = (step: Step, type: string, fields: readonly string[]): string =>
  step.before(
    (name) =>
      messageCpp(type, name, {
        ...Object.fromEntries(fields.map((field) => [field, numbersIn(attribute(step, field))])),
        index_vector_dim: numberIn(step, 'index_vector_dim'),
      }),
    'dimension_numbers',
  );

const gatherFields = [
  'offset_dims',
  'collapsed_slice_dims',
  'start_index_map',
  'operand_batching_dims',
  'start_indices_batching_dims',
];
const scatterFields = [
  'update_window_dims',
  'inserted_window_dims',
  'scatter_dims_to_operand_dims',
  'input_batching_dims',
  'scatter_indices_batching_dims',
];

function scatter(step: Step): string {
  const numbers = numbersMessage(step, 'ScatterDimensionNumbers', scatterFields);
  const { operands } = step;
  const count = (operands.length - 1) / 2;
  const listed = (from: number): string =>
    count === 1 ? (operands[from] ?? '') : braces(operands.slice(from, from + count));
  const flags = ['indices_are_sorted', 'unique_indices'].map((name) => isTrue(step, name));
  const given = [listed(0), operands[count], listed(count + 1), step.region('to_apply'), numbers];
  return `Scatter(${[...given, ...(flags.includes(true) ? flags : [])].join(', ')})`;
}

function convolution(step: Step): string {
  const window = windowLists(parseWindow(attribute(step, 'window') ?? ''));
  const labels = attribute(step, 'dim_labels') ?? '';
  const numbers = step.before((name) => convolutionCpp(name, labels), 'dimension_numbers');
  const groups = ['feature_group_count', 'batch_group_count'].map((name) => attribute(step, name) ?? '1');
  const given = [all(step), window['strides'], window['padding'], window['base'], window['dilations'], numbers];
  return `ConvGeneralDilated(${[...given, ...(groups.some((count) => count !== '1') ? groups : [])].join(', ')})`;
}

function reduceWindow(step: Step): string {
  const { sizes, strides, base, dilations, padding } = windowLists(parseWindow(attribute(step, 'window') ?? ''));
  const { operands } = step;
  const half = operands.length / 2;
  const given = half === 1 ? operands : [braces(operands.slice(0, half)), braces(operands.slice(half))];
  return `ReduceWindowWithGeneralPadding(${[...given, step.region('to_apply'), sizes, strides, base, dilations, padding].join(', ')})`;
}

function selectAndScatter(step: Step): string {
  const { sizes, strides, padding } = windowLists(parseWindow(attribute(step, 'window') ?? ''));
  const [operand, source, init] = step.operands;
  const given = [operand, step.region('select'), sizes, strides, padding, source, init, step.region('scatter')];
  return `SelectAndScatterWithGeneralPadding(${given.join(', ')})`;
}

/** `{[0:2:1], [1:5:2]}`: the starts, limits and strides. */
function slice(step: Step): string {
  const parts = (attribute(step, 'slice')?.match(/\[[^\]]*\]/g) ?? []).map(numbersIn);
  const lists = [0, 1, 2].map((i) => braces(parts.map((part) => part[i] ?? 1)));
  const isDense = parts.every(([, , stride = 1]) => stride === 1);
  return `Slice(${[...step.operands, ...(isDense ? lists.slice(0, 2) : lists)].join(', ')})`;
}

function pad(step: Step): string {
  const padding = numberIn(step, 'padding')
    .split('x')
    .map((part) => part.split('_').map(Number));
  return `Pad(${all(step)}, ${step.before((name) => paddingCpp(name, padding), 'padding_config')})`;
}

function compare(step: Step): string {
  const direction = attribute(step, 'direction') ?? '';
  const order = attribute(step, 'type') === 'TOTALORDER' ? 'TotalOrder' : '';
  return `${direction.charAt(0)}${direction.slice(1).toLowerCase()}${order}(${all(step)})`;
}

function conditional(step: Step): string {
  const [chooser = '', ...given] = step.operands;
  if (step.regions.length === 2 && typeIn(step.shapes[0] ?? '') === 'PRED') {
    const [onTrue = '', onFalse = ''] = step.regions.map(step.region);
    return `Conditional(${[chooser, given[0], onTrue, given[1], onFalse].join(', ')})`;
  }
  const branches = step.regions.map((name) => `&${step.region(name)}`);
  return `Conditional(${chooser}, ${braces(branches)}, ${braces(given)})`;
}

/** The function of each operation. An operation without one is made by XLA's compiler alone. */
const calls: Readonly<Record<string, Call>> = {
  ...plain(
    'abs acos acosh asin asinh atanh cbrt ceil cosh cosine:Cos count-leading-zeros:Clz erf exponential:Exp ' +
      'exponential-minus-one:Expm1 floor imag is-finite log log-plus-one:Log1p logistic negate:Neg not ' +
      'popcnt:PopulationCount real round-nearest-afz:Round round-nearest-even rsqrt sign sine:Sin sinh sqrt tan tanh ' +
      'copy opt-barrier:OptimizationBarrier add subtract:Sub multiply:Mul divide:Div maximum:Max minimum:Min and or xor ' +
      'power:Pow remainder:Rem atan2 complex mulhi shift-left shift-right-arithmetic shift-right-logical select clamp',
  ),
  compare,
  convert: (step) => `ConvertElementType(${all(step)}, ${typeOf(step)})`,
  'bitcast-convert': (step) => `BitcastConvertType(${all(step)}, ${typeOf(step)})`,
  'stochastic-convert': (step) => `StochasticConvertType(${all(step)}, ${typeOf(step)})`,
  'reduce-precision': (step) =>
    `ReducePrecision(${all(step)}, ${attribute(step, 'exponent_bits')}, ${attribute(step, 'mantissa_bits')})`,
  broadcast: (step) =>
    attribute(step, 'dimensions') === '{}'
      ? `Broadcast(${all(step)}, ${sizesOf(step)})`
      : `BroadcastInDim(${all(step)}, ${sizesOf(step)}, ${listIn(step, 'dimensions')})`,
  reshape: (step) =>
    attribute(step, 'inferred_dimension') === undefined
      ? `Reshape(${all(step)}, ${sizesOf(step)})`
      : `ReshapeWithInferredDimension(${all(step)}, ${sizesOf(step)}, ${attribute(step, 'inferred_dimension')})`.replaceAll(
          '<=',
          '',
        ),
  transpose: (step) => `Transpose(${all(step)}, ${listIn(step, 'dimensions')})`,
  reverse: (step) => `Rev(${all(step)}, ${listIn(step, 'dimensions')})`,
  slice,
  pad,
  concatenate: (step) => `ConcatInDim(&${step.b}, ${braces(step.operands)}, ${numberIn(step, 'dimensions')})`,
  iota: (step) => `Iota(&${step.b}, ${shapeCpp(step.instruction.shape)}, ${attribute(step, 'iota_dimension')})`,
  constant: ({ instruction, b }) => constantCpp(instruction.shape, instruction.attributes['literal'] ?? '', b),
  'dynamic-slice': ({ operands: [operand, ...starts], ...step }) =>
    `DynamicSlice(${operand}, ${braces(starts)}, ${listIn({ operands: [], ...step }, 'dynamic_slice_sizes')})`,
  'dynamic-update-slice': ({ operands: [operand, update, ...starts] }) =>
    `DynamicUpdateSlice(${operand}, ${update}, ${braces(starts)})`,
  'get-dimension-size': (step) => `GetDimensionSize(${all(step)}, ${numberIn(step, 'dimensions')})`,
  'set-dimension-size': (step) => `SetDimensionSize(${all(step)}, ${numberIn(step, 'dimensions')})`,
  gather: (step) => {
    const numbers = numbersMessage(step, 'GatherDimensionNumbers', gatherFields);
    const sorted = isTrue(step, 'indices_are_sorted') ? ', true' : '';
    return `Gather(${all(step)}, ${numbers}, ${listIn(step, 'slice_sizes')}${sorted})`;
  },
  scatter,
  reduce: (step) => `Reduce(${halves(step)}, ${step.region('to_apply')}, ${listIn(step, 'dimensions')})`,
  'reduce-window': reduceWindow,
  'select-and-scatter': selectAndScatter,
  convolution,
  dot,
  sort: (step) => {
    const stable = isTrue(step, 'is_stable') ? ', true' : '';
    return `Sort(${braces(step.operands)}, ${step.region('to_apply')}, ${numberIn(step, 'dimensions')}${stable})`;
  },
  topk: (step) => `TopK(${all(step)}, ${attribute(step, 'k')}, ${attribute(step, 'largest') ?? 'true'})`,
  map: (step) => `Map(&${step.b}, ${braces(step.operands)}, ${step.region('to_apply')}, ${listIn(step, 'dimensions')})`,
  tuple: (step) => `Tuple(&${step.b}, ${braces(step.operands)})`,
  'get-tuple-element': (step) => `GetTupleElement(${all(step)}, ${attribute(step, 'index')})`,
  call: (step) =>
    attribute(step, 'is_composite') === undefined
      ? `Call(&${step.b}, ${step.region('to_apply')}, ${braces(step.operands)})`
      : undefined,
  while: (step) => `While(${step.region('condition')}, ${step.region('body')}, ${all(step)})`,
  conditional,
  scan: (step) => {
    const carries = Number(attribute(step, 'num_carries') ?? 0);
    const at = step.operands.length - carries;
    const lists = [step.operands.slice(0, at), step.operands.slice(at)].map(braces);
    return `Scan(&${step.b}, ${lists.join(', ')}, ${step.region('to_apply')}, ${numberIn(step, 'dimensions')})`;
  },
  'custom-call': (step) =>
    step.regions.length > 0
      ? undefined
      : `CustomCall(&${step.b}, ${attribute(step, 'custom_call_target')}, ${braces(step.operands)}, ${shapeCpp(step.instruction.shape)})`,
  fft: (step) => `Fft(${all(step)}, FftType::${attribute(step, 'fft_type')}, ${listIn(step, 'fft_length')})`,
  cholesky: (step) => `Cholesky(${all(step)}, ${isTrue(step, 'lower')})`,
  'triangular-solve': (step) => {
    const flags = ['left_side', 'lower', 'unit_diagonal'].map((name) => isTrue(step, name));
    const transpose = attribute(step, 'transpose_a') ?? 'NO_TRANSPOSE';
    return `TriangularSolve(${[...step.operands, ...flags, `TriangularSolveOptions::${transpose}`].join(', ')})`;
  },
  rng: (step) =>
    `${attribute(step, 'distribution') === 'rng_normal' ? 'RngNormal' : 'RngUniform'}(${all(step)}, ${shapeCpp(step.instruction.shape)})`,
  'rng-bit-generator': (step) => {
    const shape = leavesIn(step.instruction.shape).at(-1) ?? '';
    const algorithm = attribute(step, 'algorithm')?.toUpperCase() ?? '';
    return `RngBitGenerator(RandomAlgorithm::${algorithm}, ${all(step)}, ${shapeCpp(shape)})`;
  },
  'replica-id': ({ b }) => `ReplicaId(&${b})`,
  'partition-id': ({ b }) => `PartitionId(&${b})`,
  'after-all': ({ operands, b }) =>
    operands.length === 0 ? `CreateToken(&${b})` : `AfterAll(&${b}, ${braces(operands)})`,
  infeed: (step) => `InfeedWithToken(${all(step)}, ${shapeCpp(leavesIn(step.instruction.shape)[0] ?? '')})`,
  outfeed: (step) => `OutfeedWithToken(${all(step)}, ${shapeCpp(attribute(step, 'outfeed_shape') ?? '')}, "")`,
};

/** Functions that make the computation of one operation on scalars, by its opcode. */
const makers: Readonly<Record<string, string>> = {
  add: 'Add',
  multiply: 'Multiply',
  maximum: 'Max',
  minimum: 'Min',
  and: 'And',
  or: 'Or',
};

/** Words that C++ has for itself. */
const taken =
  /^(?:and|or|not|xor|double|float|int|bool|if|for|while|case|switch|default|do|else|new|delete|auto|b|region|computation)$/;
const identifier = (name: string): string => {
  const plainName = name.replaceAll(/\W/g, '_');
  return taken.test(plainName) || /^\d/.test(plainName) ? `${plainName}_` : plainName;
};

/** The most statements of a program that is shown. */
const mostStatements = 36;

/** A program that C++ cannot have, or that is too long to be read. */
class NoCpp extends Error {}

/** The lines of a program, or the reason why there are none. */
export type CppProgram =
  { readonly lines: readonly string[]; readonly reason?: undefined } | { readonly reason: string };

export function programCpp(json: Json): CppProgram {
  const entry = json.computations.find(({ name }) => name === json.entry);
  if (entry === undefined) return { reason: 'The program has no entry computation.' };
  try {
    const lines = new Writer(json).main(entry);
    const count = lines.filter((line) => line.trim().endsWith(';')).length;
    if (count > mostStatements) return { reason: tooLong(count) };
    return { lines };
  } catch (thrown) {
    if (thrown instanceof NoCpp) return { reason: thrown.message };
    throw thrown;
  }
}

const tooLong = (count: number): string =>
  `XlaBuilder has no single call for it. The expansion has ${count} statements in C++, too many to read here; the HLO tab has its instructions.`;

class Writer {
  readonly #json: Json;

  constructor(json: Json) {
    this.#json = json;
  }

  main(entry: Computation): string[] {
    const b = entry.parameters.includes('b') ? 'builder' : 'b';
    const { lines, root } = this.#body(entry, b);
    return [`XlaBuilder ${b}("example");`, ...lines, `StatusOr<XlaComputation> computation = ${b}.Build(${root});`];
  }

  #named(name: string): Computation {
    const found = this.#json.computations.find((one) => one.name === name);
    if (found === undefined) throw new Error(`The program has no computation ${name}.`);
    return found;
  }

  /** The maker of a computation of one operation on scalars, as the builder's functions take it. */
  #maker({ instructions, root }: Computation, b: string): string | undefined {
    const last = instructions.find(({ name }) => name === root);
    const name = makers[last?.opcode ?? ''];
    if (instructions.length !== 3 || last === undefined || name === undefined || !/^\w+\[\]$/.test(last.shape))
      return undefined;
    return `CreateScalar${name}Computation(${typeIn(last.shape)}, &${b})`;
  }

  /** The statements of a computation, and the expression of its root. */
  #body({ instructions, root }: Computation, b: string): { readonly lines: string[]; readonly root: string } {
    const lines: string[] = [];
    const byName = new Map(instructions.map((one) => [one.name, one]));
    const uses = usesIn(instructions, root);
    const written = new Map<string, string>();
    const regions = new Map<string, string>();
    const names = new Set<string>(instructions.map(({ name }) => identifier(name)));
    const unused = (name: string): string => {
      let found = name;
      for (let i = 2; names.has(found); i++) found = `${name}_${i}`;
      names.add(found);
      return found;
    };
    const regionOf = (name: string): string => {
      const computation = this.#named(name);
      const maker = this.#maker(computation, b);
      if (maker !== undefined) return maker;
      const known = regions.get(name);
      if (known !== undefined) return known;
      const own = unused(identifier(name));
      const inner = this.#body(computation, 'region');
      const isNested = computation.instructions.some(({ calls: called }) => called.length > 0);
      lines.push(
        `StatusOr<XlaComputation> ${own} = [${isNested ? '&' : ''}] {`,
        `  XlaBuilder region("${identifier(name)}");`,
        ...inner.lines.map((line) => `  ${line}`),
        `  return region.Build(${inner.root});`,
        '}();',
      );
      regions.set(name, `*${own}`);
      return `*${own}`;
    };
    for (const instruction of instructions) {
      const { name, opcode, shape, operands, calls: called } = instruction;
      if (name !== root && (uses.get(name) ?? 0) === 0 && opcode !== 'parameter') continue;
      const own = identifier(name);
      if (opcode === 'parameter') {
        const number = instruction.attributes['parameter_number'] ?? '0';
        lines.push(`XlaOp ${own} = Parameter(&${b}, ${number}, ${shapeCpp(shape)}, "${name}");`);
        written.set(name, own);
        continue;
      }
      const step: Step = {
        instruction,
        b,
        operands: operands.map((one) => written.get(one) ?? identifier(one)),
        shapes: operands.map((one) => byName.get(one)?.shape ?? ''),
        regions: called.map(({ region }) => region),
        region: (wanted) => regionOf(called.find(({ region }) => region === wanted)?.computation ?? ''),
        before: (make, wanted) => {
          const made = unused(wanted);
          lines.push(...make(made));
          return made;
        },
      };
      const text = this.#part(instruction, byName, written) ?? calls[opcode]?.(step);
      if (text === undefined) throw new NoCpp(reasonFor(instruction));
      if (this.#isInline(instruction, byName, uses, root)) {
        written.set(name, text);
      } else {
        lines.push(`XlaOp ${own} = ${text};`);
        written.set(name, own);
      }
    }
    return { lines, root: written.get(root) ?? identifier(root) };
  }

  /** A part of a tuple that was just made is the value itself. */
  #part(
    { opcode, operands, attributes }: Instruction,
    byName: ReadonlyMap<string, Instruction>,
    written: ReadonlyMap<string, string>,
  ): string | undefined {
    const tuple = byName.get(operands[0] ?? '');
    if (opcode !== 'get-tuple-element' || tuple?.opcode !== 'tuple') return undefined;
    return written.get(tuple.operands[Number(attributes['index'])] ?? '');
  }

  /** Scalars and parts of tuples are written where they are used. */
  #isInline(
    { name, opcode, shape, operands }: Instruction,
    byName: ReadonlyMap<string, Instruction>,
    uses: ReadonlyMap<string, number>,
    root: string,
  ): boolean {
    if (name === root) return false;
    if (opcode === 'constant') return sizesIn(shape).length === 0 || uses.get(name) === 1;
    if (opcode === 'get-tuple-element') return true;
    return opcode === 'broadcast' && uses.get(name) === 1 && byName.get(operands[0] ?? '')?.opcode === 'constant';
  }
}

/** The number of uses of each instruction, without those that a tuple only passes on. */
function usesIn(instructions: readonly Instruction[], root: string): Map<string, number> {
  const byName = new Map(instructions.map((one) => [one.name, one]));
  const uses = new Map<string, number>();
  const add = (name: string): void => {
    uses.set(name, (uses.get(name) ?? 0) + 1);
  };
  for (const instruction of [...instructions].reverse()) {
    if (instruction.name !== root && !uses.has(instruction.name)) continue;
    const [first = ''] = instruction.operands;
    const tuple = byName.get(first);
    if (instruction.opcode === 'get-tuple-element' && tuple?.opcode === 'tuple') {
      add(tuple.operands[Number(instruction.attributes['index'])] ?? '');
    } else {
      for (const operand of instruction.operands) add(operand);
    }
  }
  return uses;
}

function reasonFor({ opcode }: Instruction): string {
  if (opcode === 'constant') return 'The program has a constant that is too long to be read as C++.';
  return `XlaBuilder has no public function that makes ${opcode}: passes of XLA's compiler do.`;
}
