// Generates the typed builder methods from the core's operation tables.
//
//   node js/tools/generate.mjs [ops.json] [output folder]        by default build/ops.json and js/src/generated
//
// Writes builder-methods.ts (the methods of XlaBuilder), kinds.ts (the kinds of their arguments), argument-types.ts (the
// types that are declared for some kinds), op-methods.ts (the methods of XlaOp) and limits.ts (what the core puts a limit to). The same tables give the same bytes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';

import { builderMethods } from './builder-methods.mjs';
import { Kinds } from './kinds.mjs';
import { limits } from './limits.mjs';
import { opMethods } from './op-methods.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Functions that are written by hand, in js/src/builder/xla-builder.ts. */
const handwritten = new Set(['constant']);
/** Names that a builder has already: a function called so would hide them. */
const taken = new Set(['name', 'build', 'dispose', 'disposed', 'idOf', 'constructor', 'toString']);

/** Rows with one JavaScript name are the overloads of one method; methods come in the order of their names. */
function groupByName(builders) {
  const groups = new Map();
  for (const row of builders) {
    if (handwritten.has(row.js)) continue;
    if (taken.has(row.js)) throw new Error(`the builder function ${row.name} cannot be called ${row.js} in JavaScript`);
    groups.set(row.js, [...(groups.get(row.js) ?? []), row]);
  }
  return [...groups]
    .map(([js, rows]) => ({ js, rows: rows.sort((a, b) => compare(a.name, b.name) || a.overload - b.overload) }))
    .sort((a, b) => compare(a.js, b.js));
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** The generated files of a table, by file name. */
export async function generate(ops) {
  const functions = groupByName(ops.builders);
  const rules = new Map(ops.rules.map(({ id, text }) => [id, text]));
  const kinds = new Kinds(ops.kinds);
  const files = {
    'builder-methods.ts': builderMethods(functions, rules, kinds),
    'kinds.ts': kinds.kindTable(),
    'argument-types.ts': kinds.argumentTypes(),
    'op-methods.ts': opMethods(functions, kinds),
    'limits.ts': limits(ops.limits),
  };
  const style = JSON.parse(readFileSync(join(root, '.prettierrc'), 'utf8'));
  for (const [name, text] of Object.entries(files)) {
    files[name] = await prettier.format(text, { ...style, parser: 'typescript' });
  }
  return files;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [input = join(root, 'build/ops.json'), output = join(root, 'js/src/generated')] = process.argv.slice(2);
  const files = await generate(JSON.parse(readFileSync(input, 'utf8')));
  mkdirSync(output, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(output, name), text);
}
