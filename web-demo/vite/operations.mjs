// The tables of the core for the operation gallery: `virtual:operations` has the index, and a module for each family,
// which a page loads when it is opened.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cppSignatures } from '../../scripts/lib/cpp-signatures.mjs';
import { pageOf } from '../../scripts/lib/operation-pages.mjs';
import { functionGallery } from './functions.mjs';
import { functionsModule, isCopy, namespaces, resolveCopy } from './function-modules.mjs';
import { familyOfGroup, familyOfOperation } from './operation-families.mjs';

const opsPath = fileURLToPath(new URL('../../build/ops.json', import.meta.url));

const firstSentence = (text) => (/^.*?[.;](?= |$)/.exec(text)?.[0] ?? text).replace(/;$/, '.');

/** The form of a kind, as far as a page needs it to edit a value. */
function formOf(kinds, kind) {
  const form = typeof kind === 'string' ? kinds.get(kind) : kind;
  if (form === undefined) throw new Error(`there is no kind ${kind}`);
  const { type, choices, fields } = form;
  if (type === 'list') return { type: `list of ${formOf(kinds, form.parts[0]).type}` };
  return {
    type,
    ...(choices && { choices }),
    ...(type === 'record' && fields && { fields: fields.map((field) => fieldOf(kinds, field)) }),
  };
}

const fieldOf = (kinds, { js, name, doc, required, kind }) => ({ js, name, doc, required, form: formOf(kinds, kind) });

/** Names of other libraries that are not in the core's table. */
const alsoNamed = {
  add: ['tf.nn.bias_add'],
  conditional: ['lax.switch', 'tf.switch_case'],
  scan: ['lax.associative_scan', 'lax.cumlogsumexp'],
  scatter: ['jax.ops.segment_sum', 'tf.math.segment_sum'],
  triangle: ['tf.linalg.band_part'],
};

/** The names of a function in other libraries. */
const otherNamesOf = (ops, js) => [...inTable(ops, js), ...(alsoNamed[js] ?? [])];

const inTable = (ops, js) =>
  ops.other_names
    // A formula of several calls, such as sub(x, logSumExp(x)), does not name its first one.
    .filter(([, use, write]) => use === js || (write.startsWith(`${js}(`) && !/\(.*\(/.test(write)))
    .map(([name]) => name);

/** The index and the pages, from what ops.json has. */
export function galleryOf(ops, signatures) {
  const kinds = new Map(ops.kinds.map(({ name, form }) => [name, form]));
  const texts = new Map(ops.rules.map(({ id, text }) => [id, text]));
  const asking = new Set(ops.operations.filter(({ traits }) => traits.includes('asks_host')).map(({ name }) => name));
  const rulesOf = (ids) => [...new Set(ids)].map((id) => ({ id, text: texts.get(id) }));
  const functions = [...new Set(ops.builders.map(({ js }) => js))].map((js) => {
    const overloads = ops.builders.filter((row) => row.js === js);
    const [row] = overloads;
    const makes = [...new Set(overloads.flatMap(({ lowers_to: made }) => made))];
    return {
      row: {
        id: js,
        cpp: row.name,
        family: familyOfGroup(row),
        brief: firstSentence(row.doc),
        makes: [...new Set(row.lowers_to)],
        others: otherNamesOf(ops, js),
      },
      detail: {
        id: js,
        cpp: row.name,
        doc: row.doc,
        overloads: overloads.map(({ overload, doc, arguments: all }) => ({
          overload,
          doc,
          arguments: all.map((argument) => ({ ...fieldOf(kinds, argument), default: argument.default })),
        })),
        signatures: (signatures.get(row.name) ?? []).map((text) => text.replaceAll(/\s+/g, ' ')),
        makes,
        // Decompositions are custom calls, too, but those of the engine.
        asksHost: familyOfGroup(row) === 'host' && makes.some((name) => asking.has(name)),
        rules: rulesOf(overloads.flatMap(({ rules }) => rules)),
        docs: pageOf(row).replace(/\.md$/, ''),
      },
    };
  });
  const made = new Set(ops.builders.flatMap(({ lowers_to: names }) => names));
  const texted = ops.operations
    .filter(({ name }) => !made.has(name))
    .map((operation) => ({
      row: {
        id: operation.name,
        cpp: '',
        family: familyOfOperation(operation.name),
        brief: firstSentence(operation.doc),
        makes: [operation.name],
        others: [],
      },
      detail: {
        id: operation.name,
        cpp: '',
        doc: operation.doc,
        overloads: [],
        signatures: [],
        makes: [operation.name],
        asksHost: asking.has(operation.name),
        rules: operation.rules,
        docs: `operations/${operation.name}`,
      },
    }));
  return [...functions, ...texted];
}

/** The index and the pages of this build. */
export function readGallery() {
  return galleryOf(readOps(), cppSignatures());
}

const readOps = () => JSON.parse(readFileSync(opsPath, 'utf8'));

/** The rules of each HLO operation, for the pages of functions, which become several of them; '*' has those of all. */
export const rulesByOperation = (ops) => ({
  ...Object.fromEntries(ops.operations.map(({ name, rules }) => [name, rules])),
  '*': ops.rules.filter(({ id }) => id === 'arity.c1' || id === 'type.c1'),
});

const prefix = '\0virtual:operations';
const asJson = (value) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
const asModule = (value) => `export default ${asJson(value)};`;

/** A module for each family, which a page loads when it is opened. */
const loadersOf = (families) =>
  [...new Set(families)]
    .map((name) => `${JSON.stringify(name)}: () => import('virtual:operations/${name}')`)
    .join(', ');

/** The pages of a family of operations, with their examples. */
function familyModule(family, gallery) {
  const details = gallery.filter(({ row }) => row.family === family).map(({ detail }) => detail);
  const examples = fileURLToPath(new URL(`../src/operations/examples/${family}.ts`, import.meta.url));
  return `export const details = ${asJson(details)};\nexport { ${family} as examples } from ${JSON.stringify(examples)};`;
}

export function operations() {
  let gallery;
  let functions;
  return {
    name: 'hloom-operations',
    resolveId: (id, importer) => (id.startsWith('virtual:operations') ? `\0${id}` : resolveCopy(id, importer)),
    load(id) {
      if (isCopy(id)) return readFileSync(id.replace(/\?.*$/, ''), 'utf8');
      if (!id.startsWith(prefix)) return undefined;
      gallery ??= readGallery();
      functions ??= functionGallery();
      const family = id.slice(prefix.length + 1);
      if (family === 'functions') return asModule(functions.map(({ row }) => row));
      if (family === 'namespaces') return namespaces;
      if (family === 'rules') return asModule(rulesByOperation(readOps()));
      const own = functions.filter(({ row }) => row.family === family).map(({ detail }) => detail);
      if (own.length > 0) return `export const details = ${asJson(own)};\n${functionsModule(family, own)}`;
      if (family !== '') return familyModule(family, gallery);
      const rows = gallery.map(({ row }) => row);
      const loaders = loadersOf([...rows, ...functions.map(({ row }) => row)].map((row) => row.family));
      return `export default {
  rows: ${asJson(rows)},
  functionRows: () => import('virtual:operations/functions').then((all) => all.default),
  namespaces: () => import('virtual:operations/namespaces').then((all) => all.default),
  operationRules: () => import('virtual:operations/rules').then((all) => all.default),
  families: { ${loaders} },
};`;
    },
  };
}
