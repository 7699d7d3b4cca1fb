/** The same operation in other notations, to copy. */

import type { Explanation, Shape } from 'hloom';
import type { Answer } from '../../../js/elements/model/answer.js';
import { operations, type OperationName } from '../../../js/elements/model/operations.js';
import type { SideName } from '../../../js/elements/model/scene.js';

export interface Snippet {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const sides = ['lhs', 'rhs'] as const;

/**
 * Everything that can be said of a legal question. A notation that has no such operation, or no sizes that are known only
 * when a program runs, is left out; of an illegal question nothing can be said.
 */
export function snippets(answer: Answer): Snippet[] {
  const { explanation, error, hlo, op } = answer;
  if (error !== undefined || explanation.result === undefined) return [];
  const { result, lhs, rhs } = explanation;
  const isStatic = [lhs, rhs, result].every((shape) => shape.isStatic);
  const { lax, numpy } = operations[op];
  const all: readonly (Snippet | undefined)[] = [
    { id: 'js', title: 'JS', text: javascript(answer) },
    { id: 'hlo', title: 'HLO', text: hlo.trimEnd() },
    isStatic && lax !== undefined
      ? { id: 'stablehlo', title: 'StableHLO', text: stablehlo(answer, result) }
      : undefined,
    isStatic && lax !== undefined ? { id: 'jax', title: 'jax.lax', text: jax(answer, result, lax) } : undefined,
    { id: 'cpp', title: 'C++', text: cpp(answer) },
    isStatic && numpy !== undefined ? { id: 'numpy', title: 'NumPy', text: numpyCode(answer, numpy) } : undefined,
  ];
  return all.filter((snippet) => snippet !== undefined);
}

function shapeCall(shape: Shape): string {
  if (!shape.hasDefaultLayout) return `Shape.parse('${shape.toStringWithLayout()}')`;
  const sizes = shape.dimensions.map((size, d) => (shape.isDynamicDimension(d) ? `'<=${size}'` : String(size)));
  return `${shape.type.toLowerCase()}(${sizes.join(', ')})`;
}

function javascript({ explanation, op }: Answer): string {
  const { lhs, rhs, broadcastDimensions } = explanation;
  const types = new Set(
    sides.map((side) => (explanation[side].hasDefaultLayout ? explanation[side].type.toLowerCase() : 'Shape')),
  );
  const options =
    broadcastDimensions.length === 0 ? '' : `, { broadcastDimensions: [${broadcastDimensions.join(', ')}] }`;
  return [
    `import { init, XlaBuilder, ${[...types].join(', ')} } from 'hloom';`,
    '',
    'await init();',
    `const b = new XlaBuilder('${op}');`,
    `const lhs = b.parameter(0, ${shapeCall(lhs)}, 'lhs');`,
    `const rhs = b.parameter(1, ${shapeCall(rhs)}, 'rhs');`,
    `const result = b.${op}(lhs, rhs${options});`,
    'const computation = b.build(result);',
    'console.log(computation.toHloText());',
  ].join('\n');
}

function cpp({ explanation, op }: Answer): string {
  const { broadcastDimensions } = explanation;
  const shape = (shape: Shape): string => {
    const parts = [`xla::${shape.type}`, `{${shape.dimensions.join(', ')}}`];
    if (!shape.isStatic) parts.push(`{${shape.dimensions.map((_, d) => shape.isDynamicDimension(d)).join(', ')}}`);
    if (shape.hasDefaultLayout) return `xla::ShapeUtil::MakeShape(${parts.join(', ')})`;
    const order = shape.layout?.minorToMajor ?? [];
    return `xla::ShapeUtil::MakeShapeWithDenseLayout(${parts[0]}, ${parts[1]}, {${order.join(', ')}})`;
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

/** The dimension of the result that each dimension of an operand lies on. */
export function onResult(explanation: Explanation, side: SideName): number[] {
  return explanation[side].dimensions.map(
    (_, own) => explanation.dimensions.find(({ [side]: found }) => found.dimension === own)?.dimension ?? own,
  );
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

function stablehlo({ explanation, op }: Answer, result: Shape): string {
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
  lines.push(
    hlo === 'compare'
      ? `%result = stablehlo.compare ${op.toUpperCase()}, ${names.join(', ')} : (${left}, ${right}) -> ${out}`
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

function jax({ explanation }: Answer, result: Shape, name: string): string {
  const lines = ['from jax import lax', '', `def ${name}_broadcast(lhs, rhs):`];
  for (const side of sides) {
    if (!isStretched(explanation, side)) continue;
    const dims = pyTuple(onResult(explanation, side));
    lines.push(
      `    ${side} = lax.broadcast_in_dim(${side}, ${pyTuple(result.dimensions)}, broadcast_dimensions=${dims})`,
    );
  }
  return [...lines, `    return lax.${name}(lhs, rhs)`].join('\n');
}

/** NumPy aligns the last dimensions; where that is another broadcast, the operand is reshaped first. */
function numpyCode({ explanation, op }: Answer, name: string): string {
  const count = explanation.dimensions.length;
  const [left = '', right = ''] = sides.map((side) => {
    const places = onResult(explanation, side);
    const aligned = places.every((place, own) => place === count - places.length + own);
    if (aligned) return side;
    const sizes = explanation.dimensions.map(({ [side]: { size, origin } }) => (origin === 'new' ? 1 : size));
    return `${side}.reshape(${sizes.join(', ')})`;
  });
  return `import numpy as np\n\nresult = ${numpyCall(op, explanation.lhs.type, name, left, right)}`;
}

/** NumPy divides integers into floating-point numbers, and has no logical shift of signed ones. */
function numpyCall(op: OperationName, type: string, name: string, left: string, right: string): string {
  if (op === 'div' && /^[SU]\d/.test(type)) return `(${left} - np.fmod(${left}, ${right})) // ${right}`;
  const bits = /^S(8|16|32|64)$/.exec(type)?.[1];
  if (op === 'shiftRightLogical' && bits !== undefined) {
    const unsigned = [left, right].map((term) => `${term}.view(np.uint${bits})`);
    return `np.${name}(${unsigned.join(', ')}).view(np.int${bits})`;
  }
  // What is no function of NumPy's stands in parentheses.
  return `${name.startsWith('(') ? '' : 'np.'}${name}(${left}, ${right})`;
}
