/** The same operation in other notations, to copy. */

import type { Explanation, Shape } from 'hloom';
import type { Answer } from '../../../js/elements/model/answer.js';
import { operations, type OperationName } from '../../../js/elements/model/operations.js';
import type { SideName } from '../../../js/elements/model/scene.js';
import { numpyCode } from './numpy-code.js';
import { onResult } from './on-result.js';

export interface Snippet {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Why the notation has no text. */
  readonly reason?: string;
}

const sides = ['lhs', 'rhs'] as const;

/** The notations in their order, with the function that writes an answer in each. */
const notations = [
  ['js', 'JS', javascript],
  ['hlo', 'HLO', ({ hlo }: Answer) => hlo.trimEnd()],
  ['stablehlo', 'StableHLO', stablehlo],
  ['jax', 'jax.lax', jax],
  ['cpp', 'C++', cpp],
  ['numpy', 'NumPy', numpyCode],
] as const;

/** A legal question in each notation that can express it; nothing for an illegal one. */
export function snippets(answer: Answer): Snippet[] {
  const { error, result } = answer;
  if (error !== undefined || result === undefined) return [];
  return notations
    .filter(([id]) => says(id, answer))
    .map(([id, title, write]) => ({ id, title, text: write(answer, result) }));
}

/** The types that NumPy has without another package. */
const numpyTypes = /^(?:PRED|[SU](?:8|16|32|64)|F(?:16|32|64)|C64|C128)$/;

const isOneBit = (type: string): boolean => /^[SU]1$/.test(type);
const isWhole = (type: string): boolean => /^[SU]\d/.test(type);
const isComplex = (type: string): boolean => /^C\d/.test(type);

/**
 * True if a notation can express it. Only XLA knows the bound of a dynamic dimension; XLA's current layouts have no
 * padding, and StableHLO, to which jax.lax is lowered, has no integers of one bit: its i1 is PRED.
 */
function says(id: string, { explanation: { lhs, rhs }, op }: Answer): boolean {
  if (id === 'cpp') return !lhs.hasPadding && !rhs.hasPadding;
  if (id === 'js' || id === 'hlo') return true;
  if (lhs.isDynamic || rhs.isDynamic || isOneBit(lhs.type)) return false;
  const { hlo, lax, numpy } = operations[op];
  if (id === 'stablehlo') return hlo !== 'mulhi';
  // The base of lax.pow must not be an integer, and an operand of np.arctan2 must not be complex.
  if (id === 'jax') return lax !== undefined && (op !== 'pow' || !isWhole(lhs.type));
  if (op === 'atan2' && isComplex(lhs.type)) return false;
  return numpy !== undefined && numpyTypes.test(lhs.type);
}

/** True if the memory of an array is stated and is not the default. */
const hasOwnLayout = (shape: Shape): boolean =>
  shape.toStringWithLayout() !== shape.withDefaultLayout().toStringWithLayout();

function shapeCall(shape: Shape): string {
  if (hasOwnLayout(shape)) return `Shape.parse('${shape.toStringWithLayout()}')`;
  const sizes = shape.dimensions.map((size, d) => (shape.isDynamicDimension(d) ? `'<=${size}'` : String(size)));
  return `${shape.type.toLowerCase()}(${sizes.join(', ')})`;
}

function javascript({ explanation, op }: Answer): string {
  const { broadcastDimensions } = explanation;
  const calls = sides.map((side) => shapeCall(explanation[side]));
  const types = [...new Set(calls.map((call) => /^\w+/.exec(call)?.[0]))];
  const options =
    broadcastDimensions.length === 0 ? '' : `, { broadcastDimensions: [${broadcastDimensions.join(', ')}] }`;
  return [
    `import { init, XlaBuilder, ${types.join(', ')} } from 'hloom';`,
    '',
    'await init();',
    `const b = new XlaBuilder('${op}');`,
    `const lhs = b.parameter(0, ${calls[0]}, 'lhs');`,
    `const rhs = b.parameter(1, ${calls[1]}, 'rhs');`,
    `const result = b.${op}(lhs, rhs${options});`,
    'const computation = b.build(result);',
    'console.log(computation.toHloText());',
  ].join('\n');
}

function cpp({ explanation, op }: Answer): string {
  const { broadcastDimensions } = explanation;
  const shape = (operand: Shape): string => {
    const { type, dimensions, dynamicDimensions, isStatic } = operand;
    if (hasOwnLayout(operand)) return `xla::ParseShape("${operand.toStringWithLayout()}").value()`;
    const dynamic = isStatic ? '' : `, /*dynamic_dimensions=*/{${dynamicDimensions.join(', ')}}`;
    return `xla::ShapeUtil::MakeShape(xla::${type}, {${dimensions.join(', ')}}${dynamic})`;
  };
  const dims = broadcastDimensions.length === 0 ? '' : `, /*broadcast_dimensions=*/{${broadcastDimensions.join(', ')}}`;
  return [
    `xla::XlaBuilder b("${op}");`,
    ...sides.map(
      (side, number) => `xla::XlaOp ${side} = xla::Parameter(&b, ${number}, ${shape(explanation[side])}, "${side}");`,
    ),
    `xla::XlaOp result = xla::${operations[op].cpp}(lhs, rhs${dims});`,
    'absl::StatusOr<xla::XlaComputation> computation = b.Build();',
  ].join('\n');
}

const isStretched = (explanation: Explanation, side: SideName): boolean =>
  explanation.dimensions.some(({ [side]: found }) => found.expanded) ||
  explanation[side].rank !== explanation.dimensions.length;

const mlirNames: Readonly<Record<string, string>> = { PRED: 'i1', C64: 'complex<f32>', C128: 'complex<f64>' };

function mlirType(type: string): string {
  const named = mlirNames[type];
  if (named !== undefined) return named;
  if (/^S\d+$/.test(type)) return `i${type.slice(1)}`;
  if (/^U\d+$/.test(type)) return `ui${type.slice(1)}`;
  return type.startsWith('F8') || type.startsWith('F4') ? `f${type.slice(1)}` : type.toLowerCase();
}

function tensor(type: string, sizes: readonly number[]): string {
  return `tensor<${[...sizes, mlirType(type)].join('x')}>`;
}

/** `LT`, and the order if the program states one: `LT, ..., TOTALORDER`. */
function comparison({ op, hlo }: Answer): { readonly direction: string; readonly order: string } {
  const [type] = /(?<=, type=)\w+/.exec(hlo) ?? [];
  return { direction: op.slice(0, 2).toUpperCase(), order: type === undefined ? '' : `, ${type}` };
}

function stablehlo(answer: Answer, result: Shape): string {
  const { explanation, op } = answer;
  const sizes = result.dimensions;
  const { hlo } = operations[op];
  const types = sides.map((side) => tensor(explanation[side].type, explanation[side].dimensions));
  const lines: string[] = [];
  const names = sides.map((side) => {
    const { type, dimensions } = explanation[side];
    if (!isStretched(explanation, side)) return `%${side}`;
    const to = tensor(type, sizes);
    const dims = onResult(explanation, side).join(', ');
    lines.push(
      `%${side}_b = stablehlo.broadcast_in_dim %${side}, dims = [${dims}] : (${tensor(type, dimensions)}) -> ${to}`,
    );
    return `%${side}_b`;
  });
  const [left = '', right = ''] = sides.map((side) => tensor(explanation[side].type, sizes));
  const out = tensor(result.type, sizes);
  const mnemonic = hlo.replaceAll('-', '_');
  const { direction, order } = comparison(answer);
  lines.push(
    hlo === 'compare'
      ? `%result = stablehlo.compare ${direction}, ${names.join(', ')}${order} : (${left}, ${right}) -> ${out}`
      : hlo === 'complex'
        ? `%result = stablehlo.complex ${names.join(', ')} : ${out}`
        : `%result = stablehlo.${mnemonic} ${names.join(', ')} : ${out}`,
    `return %result : ${out}`,
  );
  const body = lines.map((line) => `  ${line}`).join('\n');
  return `func.func @main(%lhs: ${types[0]}, %rhs: ${types[1]}) -> ${out} {\n${body}\n}`;
}

const pyTuple = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `(${numbers[0]},)` : `(${numbers.join(', ')})`;

/** The operations of jax.lax that add and multiply truth values; its operations of these names take only numbers. */
const ofTruths: Readonly<Partial<Record<OperationName, string>>> = { add: 'bitwise_or', mul: 'bitwise_and' };

function jax({ explanation, op }: Answer, result: Shape): string {
  const lines = ['from jax import lax', '', `def ${operations[op].lax ?? op}_broadcast(lhs, rhs):`];
  for (const side of sides) {
    if (!isStretched(explanation, side)) continue;
    const dims = pyTuple(onResult(explanation, side));
    lines.push(
      `    ${side} = lax.broadcast_in_dim(${side}, ${pyTuple(result.dimensions)}, broadcast_dimensions=${dims})`,
    );
  }
  const name = (explanation.lhs.type === 'PRED' && ofTruths[op]) || (operations[op].lax ?? op);
  return [...lines, `    return lax.${name}(lhs, rhs)`].join('\n');
}
