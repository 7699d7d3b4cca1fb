// The text of builder-methods.ts: one method a builder function, with its overloads, its table row and its docs.

/** Kinds of arguments as TypeScript types. */
const types = {
  op: 'XlaOp',
  'op[]': 'readonly XlaOp[]',
  int64: 'Int64',
  'int64[]': 'readonly Int64[]',
  bool: 'boolean',
  'bool[]': 'readonly boolean[]',
  string: 'string',
  type: 'ElementType',
  shape: 'Shape | string',
  literal: 'Literal | NestedArray',
  computation: 'XlaComputation',
  'computation[]': 'readonly XlaComputation[]',
  padding_config: 'readonly PaddingDimension[]',
  'int64_pair[]': 'readonly Int64Pair[]',
  padding: 'WindowPadding',
  'shape[]': 'readonly (Shape | string)[]',
  result_accuracy: 'ResultAccuracy',
};

/** What there is to know of a kind, for the docs. */
const kindDocs = {
  op: 'an operation',
  'op[]': 'operations',
  bool: 'true or false',
  'bool[]': 'truth values',
  string: 'a string',
  enum: 'one of its values',
  int64: 'an integer',
  'int64[]': 'integers',
  type: 'an element type',
  shape: 'a shape, or its text such as `f32[2,3]`',
  literal: 'a literal, or a value to make one of',
  computation: 'a computation',
  'computation[]': 'computations',
  padding_config:
    'for each dimension `[low, high]` or `[low, high, interior]`, or `{ edgePaddingLow, edgePaddingHigh, interiorPadding }`',
  'int64_pair[]': 'pairs of integers',
  result_accuracy: "`{ mode: 'HIGHEST' }`, or `{ tolerance: { atol, rtol, ulps } }`",
  padding: "`'SAME'`, `'VALID'`, or for each dimension `[low, high]`",
  'shape[]': 'shapes, or their texts',
};

/** The TypeScript type of an argument. */
export function typeOf(argument) {
  if (argument.kind === 'enum') return argument.values.map((value) => JSON.stringify(value)).join(' | ');
  if (argument.kind === 'record') return argument.record.name;
  if (argument.kind === 'record[]') return `readonly ${argument.record.name}[]`;
  const type = types[argument.kind];
  if (type === undefined) throw new Error(`argument ${argument.name} has the unknown kind ${argument.kind}`);
  return type;
}

/** The arguments of a row that are positional, and those that are options. */
export function splitArguments(row) {
  return {
    required: row.arguments.filter(({ required }) => required),
    optional: row.arguments.filter(({ required }) => !required),
  };
}

/** Text that may stand in a block comment. */
function commentSafe(text) {
  return text.replaceAll('*/', '*\\/');
}

/** A block comment of these lines, wrapped to the width of the code. */
function comment(lines) {
  const wrapped = lines.flatMap((line) => (line.raw === undefined ? wrap(line) : line.raw.split('\n')));
  const body = wrapped.map((line) => ` * ${commentSafe(line)}`.trimEnd());
  if (body.length === 1) return `/**${body[0].slice(2)} */`;
  return ['/**', ...body, ' */'].join('\n');
}

function wrap(text) {
  const lines = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      if (line !== '' && line.length + 1 + word.length > 110) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines;
}

function argumentDoc(argument) {
  const parts = [argument.doc, kindDocs[argument.kind] && !argument.doc ? kindDocs[argument.kind] : ''];
  if (argument.default !== undefined && argument.default !== '') parts.push(`(default \`${argument.default}\`)`);
  return parts.filter(Boolean).join(' ');
}

function methodDoc(row, rules) {
  const { required, optional } = splitArguments(row);
  const lines = [row.doc || `XLA's ${row.name}.`];
  if (row.lowers_to?.length > 0) lines.push('', `HLO: ${row.lowers_to.map((name) => `\`${name}\``).join(', ')}.`);
  lines.push('');
  for (const argument of required) lines.push(`@param ${argument.js} - ${argumentDoc(argument)}`);
  for (const argument of optional) lines.push(`@param options.${argument.js} - ${argumentDoc(argument)}`);
  for (const id of row.rules ?? []) lines.push(`@throws HloomError \`${id}\`: ${rules.get(id) ?? ''}`.trimEnd());
  lines.push(
    '@throws HloomError `js.c2` to `js.c5`: what is passed is disposed, of another builder, or of the wrong kind.',
  );
  if (row.source) lines.push(`@remarks Source: ${row.source}.`);
  if (row.example) lines.push('@example', { raw: row.example });
  return comment(lines);
}

function signature(row) {
  const { required, optional } = splitArguments(row);
  const parts = required.map((argument) => `${argument.js}: ${typeOf(argument)}`);
  if (optional.length > 0) {
    const fields = optional.map((argument) => {
      const doc = argumentDoc(argument);
      return `${doc === '' ? '' : `${comment([doc])}\n`}readonly ${argument.js}?: ${typeOf(argument)} | undefined;`;
    });
    parts.push(`options?: {\n${fields.join('\n')}\n}`);
  }
  return `${row.js}(${parts.join(', ')}): XlaOp;`;
}

/** The records that the functions take, each once, in the order of their names. */
function recordsOf(functions) {
  const all = functions.flatMap(({ rows }) => rows).flatMap((row) => row.arguments);
  const records = new Map(all.filter(({ record }) => record !== undefined).map(({ record }) => [record.name, record]));
  return [...records.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function recordInterface({ name, doc, fields }) {
  const lines = fields.map((field) => {
    const type = typeOf(field);
    const optional = field.required ? `: ${type}` : `?: ${type} | undefined`;
    return `${comment([field.doc])}\nreadonly ${field.js}${optional};`;
  });
  return `${comment([doc])}\nexport interface ${name} {\n${lines.join('\n')}\n}`;
}

function tableRow({ js, rows }) {
  const argument = ({ name, js, kind, values, record }) => ({
    name,
    js,
    kind,
    ...(values?.length > 0 ? { values } : {}),
    ...(record === undefined
      ? {}
      : { fields: record.fields.map(({ name, js, kind, required }) => ({ name, js, kind, required })) }),
  });
  const overloads = rows.map((row) => {
    const { required, optional } = splitArguments(row);
    return {
      name: row.name,
      overload: row.overload,
      required: required.map(argument),
      optional: optional.map(argument),
    };
  });
  return `${js}: ${JSON.stringify({ js, overloads })}`;
}

function method({ js, rows }, rules) {
  const overloads = rows.map((row) => `${methodDoc(row, rules)}\n${signature(row)}`);
  return `${overloads.join('\n')}\n${js}(...args: unknown[]): XlaOp {\nreturn callBuilder(this, rows.${js}, args);\n}`;
}

function imports(body) {
  const available = [
    ['XlaOp', "import type { XlaOp } from '../builder/xla-op.js';"],
    ['XlaComputation', "import type { XlaComputation } from '../builder/xla-computation.js';"],
    ['ElementType', "import type { ElementType } from '../values/element-type.js';"],
    ['Literal', "import type { Literal } from '../values/literal.js';"],
    ['NestedArray', "import type { NestedArray } from '../values/nested.js';"],
    ['Shape', "import type { Shape } from '../values/shape.js';"],
  ];
  // Comments name types too; only code imports them.
  const code = body.replace(/\/\*\*[\s\S]*?\*\//g, '');
  const called = ['Int64', 'Int64Pair', 'PaddingDimension', 'ResultAccuracy', 'WindowPadding'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(code),
  );
  const calledTypes = called.map((name) => `, type ${name}`).join('');
  return [
    "import { BuilderBase } from '../builder/builder-base.js';",
    `import { callBuilder, type FunctionRow${calledTypes} } from '../builder/builder-call.js';`,
    ...available.filter(([name]) => new RegExp(`\\b${name}\\b`).test(code)).map(([, line]) => line),
  ].join('\n');
}

/** The whole file. */
export function builderMethods(functions, rules) {
  const table = `const rows = {\n${functions.map((group) => `${tableRow(group)},`).join('\n')}\n} satisfies Record<string, FunctionRow>;`;
  const records = recordsOf(functions).map(recordInterface);
  const body = `export class BuilderMethods extends BuilderBase {\n${functions.map((group) => method(group, rules)).join('\n\n')}\n}`;
  return [
    "// Generated by js/tools/generate.mjs from the core's operation tables. Do not edit.",
    imports([...records, body].join('\n')),
    ...records,
    table,
    `/** XLA's builder functions, as methods. */\n${body}\n`,
  ].join('\n\n');
}
