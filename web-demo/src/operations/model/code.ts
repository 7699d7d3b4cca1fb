/** A question in other notations, to copy. */

import type { Snippet } from '../../lab/code.js';
import type { LegalAnswer, Written } from './answer.js';
import { isTraced, type OperationDetail } from './catalogue.js';
import type { Parameter } from './program.js';

export type Writer = (detail: OperationDetail, answer: LegalAnswer) => Written;

/** The writers of long texts, which are loaded when somebody asks for one. */
export interface Writers {
  readonly cpp?: Writer;
  readonly jax?: Writer;
}

const unwritten: Written = { text: '' };

/**
 * An answer in all notations; one that cannot express it has the reason.
 *
 * @param writers - the writers of C++ and of JAX, without which these texts are empty
 */
export function snippetsOf(detail: OperationDetail, answer: LegalAnswer, writers: Writers = {}): Snippet[] {
  const isOfNumpy = isTraced(detail.id);
  const { stablehlo } = answer;
  const texts: readonly { readonly id: string; readonly title: string; readonly written: Written }[] = [
    { id: 'js', title: 'JS', written: { text: isOfNumpy ? tracedJavascript(detail.id, answer) : javascript(answer) } },
    { id: 'hlo', title: 'HLO', written: { text: answer.hlo } },
    { id: 'stablehlo', title: 'StableHLO', written: stablehlo },
    { id: 'jax', title: isOfNumpy ? 'JAX' : 'jax.lax', written: writers.jax?.(detail, answer) ?? unwritten },
    { id: 'cpp', title: 'C++', written: writers.cpp?.(detail, answer) ?? unwritten },
  ];
  return texts.map(({ id, title, written }) =>
    written.reason === undefined ? { id, title, text: written.text } : { id, title, text: '', reason: written.reason },
  );
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
