/** A question in other notations, to copy. */

import type { Snippet } from '../../lab/code.js';
import type { LegalAnswer } from './answer.js';
import { isTraced, type OperationDetail } from './catalogue.js';
import type { cpp, Written } from './cpp.js';
import { expressionOf } from './expression.js';
import { hasJaxCall, jaxCall, pythonName, pythonOf } from './jax.js';
import { isTwinless, jaxReason } from './jax-reasons.js';
import { overloadOf, type Parameter, type Texts } from './program.js';

/**
 * An answer in all notations; one that cannot express it has the reason.
 *
 * @param writeCpp - the writer of C++, without which that text is empty
 */
export function snippetsOf(detail: OperationDetail, answer: LegalAnswer, writeCpp?: typeof cpp): Snippet[] {
  const isOfNumpy = isTraced(detail.id);
  const { stablehlo } = answer;
  const texts: readonly { readonly id: string; readonly title: string; readonly written: Written }[] = [
    { id: 'js', title: 'JS', written: { text: isOfNumpy ? tracedJavascript(detail.id, answer) : javascript(answer) } },
    { id: 'hlo', title: 'HLO', written: { text: answer.hlo } },
    { id: 'stablehlo', title: 'StableHLO', written: stablehlo },
    {
      id: 'jax',
      title: isOfNumpy ? 'JAX' : 'jax.lax',
      written: writtenJax(isOfNumpy ? tracedJax(detail.id, answer) : jax(detail, answer), detail.id),
    },
    { id: 'cpp', title: 'C++', written: writeCpp?.(detail, answer) ?? { text: '' } },
  ];
  return texts.map(({ id, title, written }) =>
    written.reason === undefined ? { id, title, text: written.text } : { id, title, text: '', reason: written.reason },
  );
}

const writtenJax = (text: string | undefined, id: string): Written =>
  text === undefined ? { reason: jaxReason(id, hasJaxCall(id)) } : { text };

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
function tracedJax(id: string, { program: { parameters }, texts }: LegalAnswer): string | undefined {
  const call = isTwinless(id) ? undefined : expressionOf(texts.$program ?? '').python;
  if (call === undefined) return undefined;
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

/** A call of jax.lax, if it has the function. */
function jax(detail: OperationDetail, { program: { parameters, args }, texts }: LegalAnswer): string | undefined {
  const rows = overloadOf(detail, texts)?.arguments ?? [];
  const given = [...args].map(([name, value]) => {
    const isList = rows.find(({ js }) => js === name)?.form.type.startsWith('list') ?? false;
    const own = parameters.filter(({ field }) => field === name);
    return [
      name,
      {
        value: typeof value === 'function' ? comparisonIn(texts[name] ?? '') : value,
        parameters: own.map((one) => ({ name: one.name, rank: one.shape.rank, isList })),
      },
    ] as const;
  });
  const call =
    args.size === 0
      ? expressionOf(texts.$program ?? "''").python
      : (jaxCall(detail.id, new Map(given)) ??
        broadcastCall(detail.id, args, parameters) ??
        regionCall(detail.id, texts, parameters));
  if (call === undefined || call === "''") return undefined;
  const names = parameters.map(({ name }) => pythonName(name)).join(', ');
  const imports = [
    ...(/\bjax\./.test(call) ? ['import jax'] : []),
    ...(/\bjnp\./.test(call) ? ['import jax.numpy as jnp'] : []),
    ...(/\blax\./.test(call.replaceAll('jax.lax.', '')) ? ['from jax import lax'] : []),
  ];
  const note = call.includes("'i'") ? ["# Each device runs it: in jax.shard_map over a mesh with an axis 'i'."] : [];
  return [
    ...imports,
    '',
    ...note,
    `def example(${names}):`,
    `    return ${call.replace(/^\((.*)\)$/s, (whole, inner: string) => (isWhole(inner) ? inner : whole))}`,
  ].join('\n');
}

/** True if brackets around a text are a pair: not in `(a + b) * (c + d)`, and not around a tuple. */
function isWhole(inner: string): boolean {
  let depth = 0;
  for (const letter of inner) {
    if ('([{'.includes(letter)) depth++;
    if (')]}'.includes(letter) && --depth < 0) return false;
    if (letter === ',' && depth === 0) return false;
  }
  return true;
}

/** `(l, r) => lt(l, r)` compares by `lt`. */
function comparisonIn(text: string): string {
  const { arrow } = expressionOf(text);
  const { called } = arrow?.body ?? {};
  return called?.args.map(({ code }) => code).join() === arrow?.names.join() ? (called?.name ?? '') : '';
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

/** Loops, branches and maps, whose computations are functions. */
function regionCall(id: string, texts: Texts, parameters: readonly Parameter[]): string | undefined {
  if (id === 'map') {
    const f = expressionOf(texts['computation'] ?? '0').python;
    return f?.startsWith('lambda') ? `(${f})(${parameters.map(({ name }) => pythonName(name)).join(', ')})` : undefined;
  }
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
