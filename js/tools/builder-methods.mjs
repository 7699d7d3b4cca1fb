// The text of builder-methods.ts: one method a builder function, with its overloads, its table row and its docs.
import { docOfArgument, typeOfArgument } from './arguments.mjs';
import { comment } from './comment.mjs';
import { constantOf, imports } from './kinds.mjs';
import { countsOperands, regionOf, regionType } from './regions.mjs';
import { resultTypes } from './result-types.mjs';

/** The type of what a function gives. */
export const typeOfResult = ({ gives }) => (gives === 'computation' ? 'XlaComputation' : 'XlaOp');

/** The arguments of a row that are positional, and those that are options. */
export function splitArguments(row) {
  return {
    required: row.arguments.filter(({ required }) => required),
    optional: row.arguments.filter(({ required }) => !required),
  };
}

function argumentDoc(argument) {
  const parts = [docOfArgument(argument)];
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

/** The type of an argument of a method, where a computation may be a function. */
function typeInMethod(row, argument, kinds) {
  const type = typeOfArgument(argument, kinds);
  const region = regionOf(row, argument);
  if (region !== undefined) return `${type} | ${regionType(row, region)}`;
  return countsOperands(row) && argument === row.arguments[0] ? 'Operands' : type;
}

/**
 * The declaration of an overload.
 *
 * @param typed - the types that follow from those of operands, by result-types.mjs; by default those of a builder function
 */
export function signature(row, kinds, typed = resultTypes(row, splitArguments(row).required[0], false)) {
  const { required, optional } = splitArguments(row);
  const typeOf = (argument) => typed?.types[argument.js] ?? typeInMethod(row, argument, kinds);
  const parts = required.map((argument) => `${argument.js}: ${typeOf(argument)}`);
  if (optional.length > 0) {
    const fields = optional.map((argument) => {
      const doc = argumentDoc(argument);
      return `${doc === '' ? '' : `${comment([doc])}\n`}readonly ${argument.js}?: ${kinds.typeOf(argument.kind)} | undefined;`;
    });
    parts.push(`options?: {\n${fields.join('\n')}\n}`);
  }
  const parameters = [...(typed?.parameters ?? [])];
  if (countsOperands(row)) parameters.push('const Operands extends readonly XlaOp[]');
  const generic = parameters.length > 0 ? `<${parameters.join(', ')}>` : '';
  return `${row.js}${generic}(${parts.join(', ')}): ${typed?.result ?? typeOfResult(row)};`;
}

function kindsOf({ rows }) {
  return rows.flatMap((row) => {
    const { required, optional } = splitArguments(row);
    return [...required, ...optional].map(({ kind }) => kind);
  });
}

function tableRow({ js, rows }) {
  const written = (row) => (argument) => {
    const { name, js, kind, type_of: typeOf } = argument;
    const region = regionOf(row, argument);
    const part = region === undefined ? '' : `, region: ${JSON.stringify(region)}`;
    const number = typeOf === undefined ? '' : `, typeOf: ${JSON.stringify(typeOf)}`;
    return `{ name: ${JSON.stringify(name)}, js: ${JSON.stringify(js)}, kind: ${constantOf(kind)}${number}${part} }`;
  };
  const list = (row, some) => `[${some.map(written(row)).join(', ')}]`;
  const overloads = rows.map((row) => {
    const { required, optional } = splitArguments(row);
    return `{ name: ${JSON.stringify(row.name)}, overload: ${row.overload}, required: ${list(row, required)}, optional: ${list(row, optional)} }`;
  });
  return `${js}: { js: ${JSON.stringify(js)}, overloads: [${overloads.join(', ')}] }`;
}

function method({ js, rows }, rules, kinds) {
  const overloads = rows.map((row) => `${methodDoc(row, rules)}\n${signature(row, kinds)}`);
  const type = typeOfResult(rows[0]);
  const call = type === 'XlaOp' ? 'callBuilder' : 'makeComputation';
  return `${overloads.join('\n')}\n${js}(...args: unknown[]): ${type} {\nreturn ${call}(this, rows.${js}, args, rows);\n}`;
}

/** The whole file. */
export function builderMethods(functions, rules, kinds) {
  const constants = [...new Set(functions.flatMap(kindsOf).map(constantOf))].sort();
  const table = `const rows = {\n${functions.map((group) => `${tableRow(group)},`).join('\n')}\n} satisfies Record<string, FunctionRow>;`;
  const body = `export class BuilderMethods extends BuilderState {\n${functions.map((group) => method(group, rules, kinds)).join('\n\n')}\n}`;
  const callers = ['callBuilder', 'makeComputation', 'type FunctionRow'].filter(
    (name) => name !== 'makeComputation' || body.includes('makeComputation('),
  );
  return [
    "// Generated by js/tools/generate.mjs from the core's operation tables. Do not edit.",
    [
      "import { BuilderState } from '../builder/builder-state.js';",
      `import { ${callers.join(', ')} } from '../builder/builder-call.js';`,
      imports(body, new Set(), kinds.declaredTypes),
      `import { ${constants.join(', ')} } from './kinds.js';`,
    ].join('\n'),
    table,
    `/** XLA's builder functions, as methods. */\n${body}\n`,
  ].join('\n\n');
}
