/**
 * Functions that XLA for GPUs calls from outside the program, computed here: a matrix product of cuBLAS is a dot with a
 * scale, a sum and an activation.
 */

import { Shape, type Client, type Literal } from 'hloom';

/** The part of cuBLAS's configuration that decides the values. Lists of int64 are strings in JSON of protocol buffers. */
interface GemmConfig {
  readonly alpha_real?: number;
  readonly alpha_imag?: number;
  readonly beta?: number;
  readonly dot_dimension_numbers?: Readonly<Record<string, readonly (string | number)[]>>;
  readonly epilogue?: string;
}

const targets = ['__cublas$gemm', '__cublas$lt$matmul'] as const;

/** The names of the functions that the page computes. */
export const standIns: readonly string[] = targets;

/** The activations that cublasLt applies to the product, after its bias. */
const activations: Readonly<Record<string, readonly string[]>> = {
  RELU: ['zero = $t[] constant(0)', 'zeros = $s broadcast(zero), dimensions={}', 'active = $s maximum(biased, zeros)'],
  // The approximation of GELU by tanh.
  GELU: [
    'square = $s multiply(biased, biased)',
    'cube = $s multiply(square, biased)',
    'c0 = $t[] constant(0.044715)',
    'c0s = $s broadcast(c0), dimensions={}',
    'scaled_cube = $s multiply(cube, c0s)',
    'inner = $s add(biased, scaled_cube)',
    'c1 = $t[] constant(0.7978845608028654)',
    'c1s = $s broadcast(c1), dimensions={}',
    'angle = $s multiply(inner, c1s)',
    'tangent = $s tanh(angle)',
    'one = $t[] constant(1)',
    'ones = $s broadcast(one), dimensions={}',
    'gate = $s add(tangent, ones)',
    'half = $t[] constant(0.5)',
    'halves = $s broadcast(half), dimensions={}',
    'halved = $s multiply(biased, halves)',
    'active = $s multiply(halved, gate)',
  ],
};

const dimensionAttributes = [
  ['lhs_batch_dims', 'lhs_batch_dimensions'],
  ['rhs_batch_dims', 'rhs_batch_dimensions'],
  ['lhs_contracting_dims', 'lhs_contracting_dimensions'],
  ['rhs_contracting_dims', 'rhs_contracting_dimensions'],
] as const;

const plain = (shape: Shape): string => `${shape.type.toLowerCase()}[${shape.dimensions.join()}]`;

/** The type in which cuBLAS adds up: that of the product, but at least F32 for floating-point numbers. */
const sumType = (type: string): string => (/^(?:BF16|F16|F8)/.test(type) ? 'f32' : type.toLowerCase());

/**
 * The program that a matrix product of cuBLAS stands for: `alpha * dot(a, b) + beta * c`, plus a bias, through an
 * activation. The operands are a and b, then c if beta is not 0, then the bias if there is one.
 *
 * @throws Error for a configuration that has no such program
 */
export function gemmProgram(opaque: string, operands: readonly Shape[], result: Shape): string {
  const whole = JSON.parse(opaque) as { readonly gemm_backend_config?: GemmConfig };
  // XLA before 2024 has the configuration itself.
  const config = whole.gemm_backend_config ?? (whole as GemmConfig);
  const { alpha_real: alpha = 1, alpha_imag: imaginary = 0, beta = 0, epilogue = 'DEFAULT' } = config;
  const [, hasBias, activation = ''] = /^(BIAS_?)?(RELU|GELU)?$/.exec(epilogue.replace('DEFAULT', '')) ?? [];
  const isKnown = epilogue === 'DEFAULT' || hasBias !== undefined || activation !== '';
  if (!isKnown) throw new Error(`this page does not compute the epilogue ${epilogue}`);
  if (imaginary !== 0) throw new Error('this page does not compute a complex alpha');
  const output = result.isTuple ? result.tupleShapes[0] : result;
  if (output === undefined) throw new Error('the result has no matrix');
  const type = sumType(output.type);
  const shape = `${type}[${output.dimensions.join()}]`;
  const lines = operands.map((operand, number) => `p${number} = ${plain(operand)} parameter(${number})`);
  const widened = operands.map(({ dimensions }, number) => {
    lines.push(`w${number} = ${type}[${dimensions.join()}] convert(p${number})`);
    return `w${number}`;
  });
  const numbers = config.dot_dimension_numbers ?? {};
  const attributes = dimensionAttributes.map(([name, field]) => `${name}={${(numbers[field] ?? []).join()}}`);
  lines.push(`product = ${shape} dot(${widened[0] ?? ''}, ${widened[1] ?? ''}), ${attributes.join(', ')}`);
  const scale = (name: string, of: string, by: number): string => {
    if (by === 1) return of;
    lines.push(`${name}_1 = ${type}[] constant(${by})`, `${name}_n = ${shape} broadcast(${name}_1), dimensions={}`);
    lines.push(`${name} = ${shape} multiply(${of}, ${name}_n)`);
    return name;
  };
  let sum = scale('scaled', 'product', alpha);
  if (beta !== 0) {
    lines.push(`summed = ${shape} add(${sum}, ${scale('kept', widened[2] ?? '', beta)})`);
    sum = 'summed';
  }
  const bias = widened[beta === 0 ? 2 : 3];
  if (hasBias !== undefined && bias !== undefined) {
    lines.push(`bias_n = ${shape} broadcast(${bias}), dimensions={${output.dimensions.length - 1}}`);
    lines.push(`biased = ${shape} add(${sum}, bias_n)`);
  } else lines.push(`biased = ${shape} copy(${sum})`);
  const active = activations[activation];
  for (const line of active ?? []) lines.push(line.replace('$s', shape).replace('$t', type));
  lines.push(`ROOT result = ${plain(output)} convert(${active === undefined ? 'biased' : 'active'})`);
  return `HloModule gemm\n\nENTRY gemm {\n  ${lines.join('\n  ')}\n}\n`;
}

/** The elements of the parts of a result behind its first one: a workspace, whose bytes nobody reads. */
function workspace({ type, elementCount }: Shape): Int8Array | Uint8Array {
  return type === 'U8' ? new Uint8Array(elementCount) : new Int8Array(elementCount);
}

interface Call {
  readonly opaque: string;
  readonly shape: Shape;
}

/** Computes a matrix product of cuBLAS on a client. */
export async function gemm(
  client: Client,
  operands: readonly Literal[],
  { opaque, shape }: Call,
): Promise<Literal | (Literal | Int8Array | Uint8Array)[]> {
  const program = gemmProgram(
    opaque,
    operands.map((operand) => operand.shape),
    shape,
  );
  const executable = await client.compile(program);
  try {
    const product = await executable.run(...operands);
    return shape.isTuple ? [product, ...shape.tupleShapes.slice(1).map(workspace)] : product;
  } finally {
    executable.dispose();
  }
}
