/** A question in other notations, to copy. */

import type { Shape } from 'hloom';
import type { Snippet } from '../../lab/code.js';
import type { LegalAnswer } from './answer.js';
import { isTraced, type ArgumentRow, type OperationDetail } from './catalogue.js';
import { expressionOf } from './expression.js';
import { jaxCall, pythonName, pythonOf } from './jax.js';
import { overloadOf, type Parameter, type Texts } from './program.js';

/** Functions of layers that JAX does not have. */
const twinless: ReadonlySet<string> = new Set(['nn.layerNorm', 'nn.rmsNorm', 'nn.conv', 'nn.maxPool', 'nn.avgPool']);

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The notations that can express an answer. */
export function snippetsOf(detail: OperationDetail, answer: LegalAnswer): Snippet[] {
  const texts = [
    { id: 'js', title: 'JS', text: isTraced(detail.id) ? tracedJavascript(detail.id, answer) : javascript(answer) },
    { id: 'hlo', title: 'HLO', text: answer.hlo },
    { id: 'stablehlo', title: 'StableHLO', text: answer.stablehlo },
    {
      id: 'jax',
      title: isTraced(detail.id) ? 'JAX' : 'jax.lax',
      text: isTraced(detail.id) ? tracedJax(detail.id, answer) : jax(detail, answer),
    },
    { id: 'cpp', title: 'C++', text: cpp(detail, answer) },
  ];
  return texts.filter(({ text }) => text !== '');
}

/** The elements as nested lists of JavaScript. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The name of the builder: `b`, unless an operand or a parameter of a region has it. */
const builderName = (parameters: readonly Parameter[], call = ''): string =>
  parameters.some(({ name }) => name === 'b') || /\([^()]*\bb\b[^()]*\) =>/.test(call) ? 'builder' : 'b';

const argumentsOf = (parameters: readonly Parameter[], device: number): string =>
  parameters.map(({ values }) => valueText((values[device] ?? values[0])?.toArray())).join(', ');

function javascript({ program: { call, parameters }, devices, hlo }: LegalAnswer): string {
  const replicas = devices > 1 ? `, { replicas: ${devices} }` : '';
  const all = Array.from({ length: devices }, (_, device) => `  [${argumentsOf(parameters, device)}],`);
  const running =
    devices > 1
      ? [`const results = await executable.runReplicated([`, ...all, ']);', "console.log(results.join('\\n'));"]
      : [`console.log(String(await executable.run(${argumentsOf(parameters, 0)})));`];
  if (call === '') {
    return [
      "import { Client } from 'hloom';",
      '',
      'const client = await Client.create();',
      `const executable = await client.compile(\`${hlo}\`${replicas});`,
      ...running,
    ].join('\n');
  }
  const b = builderName(parameters, call);
  return [
    "import { Client, XlaBuilder } from 'hloom';",
    '',
    'const client = await Client.create();',
    `const ${b} = new XlaBuilder('example');`,
    ...parameters.map(
      ({ name, shape }, i) => `const ${name} = ${b}.parameter(${i}, '${shape.toString()}', '${name}');`,
    ),
    `const result = ${call.replaceAll(/\bb\.(?=\w+\()/g, `${b}.`)};`,
    '',
    `const executable = await client.compile(${b}.build(result)${replicas});`,
    ...running,
  ].join('\n');
}

/** A call of `np`, `nn` or `random`, as a function that jit traces. */
function tracedJavascript(id: string, { program: { call, parameters } }: LegalAnswer): string {
  // Loops are exports of the package, and functions of np are members of one.
  const used = [...new Set(call.match(/(?<=\bhloom\.)\w+|\b(?:np|nn|random)(?=\.)/g))];
  const given = parameters.map(({ shape, values: [value] }) => {
    const text = valueText(value?.toArray());
    return shape.type === 'F32' ? text : `Literal.from(${text}, '${shape.type}')`;
  });
  const isTyped = given.some((text) => text.startsWith('Literal.'));
  const name = id.slice(id.lastIndexOf('.') + 1);
  // `var` is a word of JavaScript, and the name of an import is taken.
  const own = name === 'var' ? 'variance' : used.includes(name) ? 'example' : name;
  return [
    `import { ${['jit', ...(isTyped ? ['Literal'] : []), ...used].join(', ')} } from 'hloom';`,
    '',
    `const ${own} = jit((${parameters.map((one) => one.name).join(', ')}) => ${call.replaceAll(/\bhloom\./g, '')});`,
    `console.log(String(await ${own}(${given.join(', ')})));`,
  ].join('\n');
}

/** The call in JAX, for functions that JAX has. */
function tracedJax(id: string, { program: { parameters }, texts }: LegalAnswer): string {
  const call = twinless.has(id) ? undefined : expressionOf(texts.$program ?? '').python;
  if (call === undefined) return '';
  const renamed = call
    .replaceAll(/\bjnp\.(cummax|cummin)\b/g, 'jax.lax.$1')
    .replaceAll(/\batleast([123])d\b/g, 'atleast_$1d');
  const imports = [
    ...(/\bjax\./.test(renamed) ? ['import jax'] : []),
    ...(/\bjnp\./.test(renamed) ? ['import jax.numpy as jnp'] : []),
  ];
  const names = parameters.map(({ name }) => pythonName(name)).join(', ');
  return [...imports, '', `def example(${names}):`, `    return ${renamed}`].join('\n');
}

const shapeCpp = (shape: Shape): string => `ShapeUtil::MakeShape(${shape.type}, {${shape.dimensions.join(', ')}})`;

/** Computations that have a maker in C++. */
const makers: Readonly<Record<string, string>> = {
  add: 'CreateScalarAddComputation',
  mul: 'CreateScalarMultiplyComputation',
  max: 'CreateScalarMaxComputation',
  min: 'CreateScalarMinComputation',
  and: 'CreateScalarAndComputation',
  or: 'CreateScalarOrComputation',
};

/** `TOTALORDER` as kTotalOrder. */
const constantNames: Readonly<Record<string, string>> = { TOTALORDER: 'kTotalOrder' };
const constantOf = (value: string): string =>
  constantNames[value] ?? `k${value.charAt(0)}${value.slice(1).toLowerCase()}`;

/** The place of an argument in C++. */
interface CppPlace {
  readonly name: string;
  readonly field: readonly Parameter[];
  /** The name of the builder, and the element type of the first operand. */
  readonly b: string;
  readonly element: string;
}

/** Writes a value as an argument of this type in C++. Returns `undefined` if C++ has no expression for it. */
function argumentCpp(type: string, value: unknown, { name, field, b, element }: CppPlace): string | undefined {
  if (/^(?:const )?XlaOp$/.test(type)) return typeof value === 'object' ? (field[0]?.name ?? undefined) : undefined;
  if (type === 'Span<const XlaOp>')
    return field.length === 0 ? undefined : `{${field.map(({ name: one }) => one).join(', ')}}`;
  if (type === 'const XlaComputation&') {
    const maker = typeof value === 'string' ? makers[value] : undefined;
    return maker === undefined ? undefined : `${maker}(${element}, &${b})`;
  }
  if (type === 'PrimitiveType' || type === 'std::optional<PrimitiveType>') return String(value).toUpperCase();
  if (type === 'std::string_view' || type === 'const std::string&') return JSON.stringify(value);
  if (/^(?:ComparisonDirection|ComparisonType|Padding)$/.test(type))
    return typeof value === 'string' ? `${type}::${constantOf(value)}` : undefined;
  if (/^(?:FftType|RandomAlgorithm)$/.test(type)) return `${type}::${String(value)}`;
  if (type === 'TriangularSolveOptions::Transpose') return `TriangularSolveOptions::${String(value)}`;
  if (type === 'const Shape&') {
    const [, element = '', sizes = ''] = /^(\w+)\[([^\]]*)\]/.exec(String(value)) ?? [];
    return `ShapeUtil::MakeShape(${element.toUpperCase()}, {${sizes.split(',').join(', ')}})`;
  }
  if (type.startsWith('Span<const')) {
    return Array.isArray(value) && !JSON.stringify(value).includes('"') ? bracesOf(value) : undefined;
  }
  if (/DimensionNumbers&$/.test(type)) return isRecord(value) ? name : undefined;
  if (type === 'const PaddingConfig&') return Array.isArray(value) ? name : undefined;
  if (['int', 'int64_t', 'bool', 'float', 'double'].includes(type)) return String(value);
  return undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bracesOf = (value: unknown): string =>
  Array.isArray(value) ? `{${value.map(bracesOf).join(', ')}}` : String(value);

/** The statements that fill a record of XLA: a protocol buffer message. */
function recordCpp(type: string, name: string, value: Readonly<Record<string, unknown>>): string[] {
  const lines = [`${type.replace(/^const (\w+)&$/, '$1')} ${name};`];
  for (const [field, of] of Object.entries(value)) {
    if (isRecord(of)) return [];
    for (const one of Array.isArray(of) ? of : [undefined]) {
      lines.push(`${name}.${one === undefined ? 'set' : 'add'}_${snake(field)}(${String(one ?? of)});`);
    }
  }
  return lines;
}

/** The statements that fill a PaddingConfig. */
function paddingCpp(name: string, value: readonly (readonly number[])[]): string[] {
  const fields = ['edge_padding_low', 'edge_padding_high', 'interior_padding'];
  return [
    `PaddingConfig ${name};`,
    ...value.flatMap((dimension, d) => [
      `auto* dimension_${d} = ${name}.add_dimensions();`,
      ...dimension.map((size, i) => `dimension_${d}->set_${fields[i]}(${size});`),
    ]),
  ];
}

interface CppParameter {
  readonly type: string;
  readonly name: string;
  readonly fallback: string | undefined;
}

/** The parameters of a declaration. */
function parametersOf(signature: string): CppParameter[] {
  const [, list = ''] = /\((.*)\)/.exec(signature) ?? [];
  const parts = list.split(/,\s*(?![^<(]*[>)])/).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const [, type = '', name = '', fallback] = /^\s*(.*?)\s+(\w+)(?:\s*=\s*(.*))?$/.exec(part) ?? [];
    return { type, name, fallback };
  });
}

/** Functions with a namespace of their own. */
const inNamespace = /^Tridiagonal/;

/** A call in C++ of the first declaration that takes these arguments. */
function cpp(detail: OperationDetail, answer: LegalAnswer): string {
  const { parameters, args } = answer.program;
  const rows = overloadOf(detail, answer.texts)?.arguments ?? [];
  const b = builderName(parameters);
  if (args.size === 0 || inNamespace.test(detail.cpp)) return '';
  for (const signature of detail.signatures) {
    const call = callCpp(signature, rows, answer);
    if (call === undefined) continue;
    const [type = 'XlaOp'] = signature.split(' ');
    return [
      '#include "hloom.h"',
      '',
      'using namespace hloom;',
      '',
      `XlaBuilder ${b}("example");`,
      ...parameters.map(
        ({ name, shape }, i) => `XlaOp ${name} = Parameter(&${b}, ${i}, ${shapeCpp(shape)}, "${name}");`,
      ),
      ...call.lines,
      `${type === 'XlaOp' ? 'XlaOp' : 'auto'} result = ${detail.cpp}(${call.args.join(', ')});`,
      `StatusOr<XlaComputation> computation = ${b}.Build();`,
    ].join('\n');
  }
  return '';
}

/** The value of an argument that JavaScript may leave out, and C++ not. */
const defaultOf = ({ default: text }: ArgumentRow, fallback: string | undefined): string | undefined =>
  fallback !== undefined || text === '' ? undefined : text.replaceAll("'", '');

/**
 * A function in the place of a computation, as a builder of its own. Its parameters are scalars of the first operand's
 * type, and of a loop the state.
 */
function regionCpp(id: string, name: string, text: string, [first]: readonly Parameter[]): string[] | undefined {
  const { arrow } = expressionOf(text);
  if (arrow?.body.cpp === undefined || first === undefined) return undefined;
  const shape = id === 'while' ? shapeCpp(first.shape) : `ShapeUtil::MakeShape(${first.shape.type}, {})`;
  return [
    `StatusOr<XlaComputation> ${name} = [] {`,
    `  XlaBuilder region("${name}");`,
    ...arrow.names.map((one, i) => `  XlaOp ${one} = Parameter(&region, ${i}, ${shape}, "${one}");`),
    `  return region.Build(${arrow.body.cpp});`,
    '}();',
  ];
}

function callCpp(
  signature: string,
  rows: readonly ArgumentRow[],
  { program: { args, parameters, call }, texts }: LegalAnswer,
): { readonly lines: readonly string[]; readonly args: readonly string[] } | undefined {
  const b = builderName(parameters);
  const lines: string[] = [];
  const given: string[] = [];
  const used = new Set<string>();
  let kept = 0;
  for (const { type, name, fallback } of parametersOf(signature)) {
    if (type === 'XlaBuilder*') {
      given.push(`&${b}`);
      kept = given.length;
      continue;
    }
    const row = rows.find((one) => one.name === name);
    const value = row === undefined ? undefined : (args.get(row.js) ?? defaultOf(row, fallback));
    if (row === undefined || value === undefined) {
      if (fallback === undefined && !type.startsWith('Span')) return undefined;
      given.push(fallback ?? '{}');
      if (fallback === undefined) kept = given.length;
      continue;
    }
    if (type === 'const XlaComputation&' && typeof value === 'function') {
      const id = /^b\.(\w+)/.exec(call)?.[1] ?? '';
      const region = regionCpp(id, name, texts[row.js] ?? '', parameters);
      if (region === undefined) return undefined;
      lines.push(...region);
      used.add(row.js);
      given.push(`*${name}`);
      kept = given.length;
      continue;
    }
    const own = parameters.filter(({ field }) => field === row.js);
    const element = parameters[0]?.shape.type ?? 'F32';
    const written = argumentCpp(type, value, { name, field: own, b, element });
    if (written === undefined) return undefined;
    if (isRecord(value) && /DimensionNumbers&$/.test(type)) {
      const filled = recordCpp(type, name, value);
      if (filled.length === 0) return undefined;
      lines.push(...filled);
    }
    if (type === 'const PaddingConfig&') lines.push(...paddingCpp(name, value as readonly (readonly number[])[]));
    used.add(row.js);
    given.push(written);
    kept = given.length;
  }
  // A declaration that has no place for one of the arguments is that of another overload.
  return [...args.keys()].every((name) => used.has(name)) ? { lines, args: given.slice(0, kept) } : undefined;
}

/** A call of jax.lax, if it has the function. */
function jax(detail: OperationDetail, { program: { parameters, args }, texts }: LegalAnswer): string {
  if (args.size === 0) return '';
  const rows = overloadOf(detail, texts)?.arguments ?? [];
  const given = [...args].map(([name, value]) => {
    const isList = rows.find(({ js }) => js === name)?.form.type.startsWith('list') ?? false;
    const own = parameters.filter(({ field }) => field === name);
    return [name, { value, parameters: own.map((one) => ({ name: one.name, rank: one.shape.rank, isList })) }] as const;
  });
  const call =
    jaxCall(detail.id, new Map(given)) ?? broadcastCall(detail.id, args, parameters) ?? loopCall(detail.id, texts);
  if (call === undefined) return '';
  const names = parameters.map(({ name }) => pythonName(name)).join(', ');
  const imports = [
    ...(/\bjax\./.test(call) ? ['import jax'] : []),
    ...(/\bjnp\./.test(call) ? ['import jax.numpy as jnp'] : []),
    ...(/\blax\./.test(call) ? ['from jax import lax'] : []),
  ];
  const note = call.includes("'i'") ? ["# Each device runs it: in jax.shard_map over a mesh with an axis 'i'."] : [];
  return [...imports, '', ...note, `def example(${names}):`, `    return ${call}`].join('\n');
}

/** jax.lax broadcasts nothing by itself: the operand of lower rank gets the dimensions of the other one. */
function broadcastCall(
  id: string,
  args: ReadonlyMap<string, unknown>,
  parameters: readonly Parameter[],
): string | undefined {
  const [lhs, rhs] = parameters;
  const dimensions = args.get('broadcastDimensions');
  if (lhs === undefined || rhs === undefined || !Array.isArray(dimensions) || args.size !== 3) return undefined;
  const [low, high] = lhs.shape.rank < rhs.shape.rank ? [lhs, rhs] : [rhs, lhs];
  const fits = low.shape.dimensions.every((size, d) => size === high.shape.dimensions[Number(dimensions[d])]);
  if (!fits || low.shape.rank === high.shape.rank) return undefined;
  const wide = `lax.broadcast_in_dim(${low.name}, ${pythonOf(high.shape.dimensions)}, ${pythonOf(dimensions)})`;
  const plain = [lhs, rhs].map((one) => ({ name: one === low ? wide : one.name, rank: 0, isList: false }));
  const given = ['lhs', 'rhs'].map(
    (name, i) => [name, { value: undefined, parameters: plain.slice(i, i + 1) }] as const,
  );
  return jaxCall(id, new Map(given));
}

/** Loops and branches, whose computations are functions. */
function loopCall(id: string, texts: Texts): string | undefined {
  const { condition, body, trueComputation, falseComputation } = texts;
  if (id === 'conditional' && trueComputation !== undefined && falseComputation !== undefined) {
    const [onTrue, onFalse] = [trueComputation, falseComputation].map((text) => expressionOf(text).python);
    if (onTrue === undefined || onFalse === undefined) return undefined;
    return `lax.cond(predicate, lambda: (${onTrue})(trueOperand), lambda: (${onFalse})(falseOperand))`;
  }
  if (id !== 'while' || condition === undefined || body === undefined) return undefined;
  const [goesOn, step] = [condition, body].map((text) => expressionOf(text).python);
  return goesOn === undefined || step === undefined ? undefined : `lax.while_loop(${goesOn}, ${step}, init)`;
}
