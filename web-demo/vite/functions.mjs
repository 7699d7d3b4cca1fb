// The functions of `np`, `nn` and `random`, and the package's loops and branches, for the operation gallery: their names,
// documentation, signatures and rules, from the sources of the package.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { functionRules } from './function-rules.mjs';

const opsPath = fileURLToPath(new URL('../../build/ops.json', import.meta.url));

const firstSentence = (text) => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;

/** The files of each namespace; each is a family of the gallery. */
const files = {
  np: [
    'elementwise',
    'binary',
    'creation',
    'shape',
    'reductions',
    'cumulative',
    'selection',
    'sorting',
    'products',
    'curves',
  ],
  'np.linalg': ['linalg'],
  'np.fft': ['fft'],
  nn: ['activations', 'normalization', 'layers'],
  random: ['keys', 'floats', 'integers', 'choices'],
  hloom: ['control-flow'],
};

/** The folder of a namespace in js/src. */
const folderOf = (namespace) => (namespace === 'hloom' ? 'builder' : namespace.split('.')[0]);

/** The family of a file's functions. */
const familyOf = (folder, file) =>
  ({ np: `np-${file}`, random: 'random-keys', builder: 'control-functions' })[folder] ?? folder;

const read = (path) => readFileSync(fileURLToPath(new URL(`../../js/src/${path}`, import.meta.url)), 'utf8');

/** The names that an index exports one by one: `export { bits, key } from './keys.js'`. */
const namedIn = (text) => new Set([...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) => list.match(/\w+/g) ?? []));

/** `{@link nonzero}` and `@internal` are for other readers. */
const plainDoc = (text) =>
  text
    .replaceAll(/\{@link\s+([^}|]*?)\s*(?:\|[^}]*)?\}/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

function docOf(node) {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const isInternal = doc?.tags?.some(({ tagName }) => tagName.text === 'internal') ?? false;
  return doc === undefined || isInternal ? undefined : plainDoc(ts.getTextOfJSDocComment(doc.comment) ?? '');
}

/** `x, { axis, keepdims }`: the names that errors list, or those of the parameters. */
function parametersOf(node, source) {
  const called = /\bcalledWith\(\s*\w+,\s*'[\w.]+',\s*arguments,\s*'([^']*)'/.exec(node.getText(source))?.[1];
  if (called !== undefined) return called;
  return node.parameters
    .map(
      ({ name, questionToken, dotDotDotToken }) =>
        `${dotDotDotToken ? '...' : ''}${name.getText(source)}${questionToken ? '?' : ''}`,
    )
    .join(', ');
}

const snake = (name) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const ofJax = {
  np: 'jnp',
  'np.linalg': 'jnp.linalg',
  'np.fft': 'jnp.fft',
  nn: 'jax.nn',
  random: 'jax.random',
  hloom: 'lax',
};
/** Functions whose name in JAX is not their own in snake_case; null for those that JAX does not have. */
const apart = {
  'np.atleast1d': 'jnp.atleast_1d',
  'np.atleast2d': 'jnp.atleast_2d',
  'np.atleast3d': 'jnp.atleast_3d',
  'np.cummax': 'lax.cummax',
  'np.cummin': 'lax.cummin',
  'nn.softSign': 'jax.nn.soft_sign',
  'nn.layerNorm': null,
  'nn.rmsNorm': null,
  'nn.conv': null,
  'nn.maxPool': null,
  'nn.avgPool': null,
};

/** The name of a function in JAX, such as `jnp.take_along_axis`. */
export function jaxNameOf(id) {
  const at = id.lastIndexOf('.');
  return apart[id] === undefined ? `${ofJax[id.slice(0, at)]}.${snake(id.slice(at + 1))}` : apart[id];
}

/** Names of other libraries that the package does not know. */
const alsoNamed = {
  'hloom.foriLoop': ['for_loop'],
  'hloom.whileLoop': ['While'],
  'hloom.cond': ['Conditional'],
  'hloom.scan': ['lax.map', 'tf.map_fn', 'tf.foldl'],
  'nn.conv': ['lax.conv_general_dilated', 'tf.nn.convolution', 'tf.nn.conv2d'],
  'nn.layerNorm': ['tf.keras.layers.LayerNormalization'],
  'nn.maxPool': ['tf.nn.max_pool2d'],
  'nn.avgPool': ['tf.nn.avg_pool2d'],
};

/** The names by which the package recognizes a function, to tell its own one: `amax` is np.max. */
function readOtherNames() {
  const found = new Map(Object.entries(alsoNamed).map(([id, names]) => [id, [...names]]));
  for (const path of ['np/names.ts', 'np/linalg-names.ts', 'np/fft-names.ts', 'nn/names.ts', 'random/names.ts']) {
    for (const [, name, id] of read(path).matchAll(/otherNpName\(\s*'(\w+)',\s*'use ([\w.]+)\(\.\.\.\)'/g)) {
      found.set(id, [...(found.get(id) ?? []), name]);
    }
  }
  return found;
}

const bare = (name) => name.replace(/^.*\./, '').replaceAll('_', '').toLowerCase();

/** The rows and the pages of all functions, in the order of their files. */
export function functionGallery() {
  const exported = namedIn(read('random/index.ts'));
  const rulesOf = functionRules(JSON.parse(readFileSync(opsPath, 'utf8')));
  const otherNames = readOtherNames();
  return Object.entries(files).flatMap(([namespace, names]) =>
    names.flatMap((file) => {
      const folder = folderOf(namespace);
      const source = ts.createSourceFile(`${file}.ts`, read(`${folder}/${file}.ts`), ts.ScriptTarget.Latest, true);
      const found = new Map();
      for (const node of source.statements) {
        const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
        if (!ts.isFunctionDeclaration(node) || !isExported) continue;
        const name = node.name.text;
        const doc = docOf(node) ?? found.get(name)?.doc;
        // The last one of several overloads is the implementation.
        const text = parametersOf(node, source) || found.get(name)?.text;
        if (doc === undefined || (folder === 'random' && !exported.has(name))) continue;
        found.set(name, { doc, text: text ?? '' });
      }
      // `export { variance as var }`: a name that no declaration may have.
      for (const [, own, other] of source.text.matchAll(/^export \{ (\w+) as (\w+) \}/gm)) {
        const node = source.statements.find((one) => ts.isFunctionDeclaration(one) && one.name?.text === own);
        if (node !== undefined) found.set(other, { doc: docOf(node) ?? '', text: parametersOf(node, source) });
      }
      return [...found].map(([name, { doc, text }]) => {
        const id = `${namespace}.${name}`;
        const twin = jaxNameOf(id);
        const others = [...(twin === null ? [] : [twin]), ...(otherNames.get(id) ?? [])];
        return {
          row: {
            id,
            cpp: '',
            family: familyOf(folder, file),
            brief: firstSentence(doc),
            makes: [],
            others: others.filter(
              (one, i) => one === twin || others.findIndex((each) => bare(each) === bare(one)) === i,
            ),
          },
          detail: {
            id,
            cpp: '',
            doc,
            overloads: [],
            signatures: [`${namespace === 'hloom' ? name : id}(${text})`],
            makes: [],
            asksHost: false,
            rules: rulesOf(`${folder}/${file}.ts`, name),
            docs: { random: 'jit', builder: 'regions' }[folder] ?? 'np',
            jax: twin ?? '',
          },
        };
      });
    }),
  );
}
