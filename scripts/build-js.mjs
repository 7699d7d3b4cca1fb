// Builds the JavaScript package into dist/: bundles with esbuild, declarations with tsc. Then the page, with Vite.
//
//   dist/index.node.mjs, index.node.cjs, index.browser.mjs          the package
//   dist/np.*, npy.*                                                `hloom/np` and `hloom/npy`
//   dist/nn.browser.mjs, random.*, fft.*, linalg.*                  the other namespaces, for browsers
//   dist/jit.browser.mjs                                            jit, for the pages that trace functions
//   dist/chunk-*.mjs                                                the modules that these files share, for browsers
//   dist/engine-worker.node.mjs, engine-worker.browser.mjs          the script of the engine's Worker
//   dist/cli.mjs, cli-worker.mjs                                    the command `hloom`; uses index.node.mjs beside it
//   dist/elements.mjs, elements.node.mjs                            `hloom/elements`; uses index.browser.mjs beside it
//   dist/types                                                      the declarations, for both module formats
//   dist/wasm                                                       written by the preset wasm
import * as esbuild from 'esbuild';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from './generate.mjs';
import { compressSite } from './lib/compress.mjs';
import { whenChanged } from './lib/fingerprint.mjs';
import { lastLines } from './lib/ninja.mjs';
import { inRoot } from './lib/paths.mjs';
import { progress } from './lib/progress.mjs';
import { run } from './lib/run.mjs';

const bundles = [
  { entry: 'index.node.ts', output: 'index.node.mjs', platform: 'node', format: 'esm' },
  { entry: 'index.node.ts', output: 'index.node.cjs', platform: 'node', format: 'cjs' },
  {
    entry: 'index.browser.ts',
    output: 'index.browser.mjs',
    platform: 'browser',
    format: 'esm',
    separate: {
      np: 'np/index.ts',
      fft: 'np/fft-names.ts',
      linalg: 'np/linalg-names.ts',
      nn: 'nn/index.ts',
      random: 'random/index.ts',
      jit: 'jit/jit.ts',
      npy: 'files/index.ts',
    },
  },
  { entry: 'engine/worker/engine-worker.node.ts', output: 'engine-worker.node.mjs', platform: 'node', format: 'esm' },
  { entry: 'cli/cli.ts', output: 'cli.mjs', platform: 'node', format: 'esm', isCommand: true },
  { entry: 'cli/cli-worker.ts', output: 'cli-worker.mjs', platform: 'node', format: 'esm', usesPackage: true },
  {
    entry: 'engine/worker/engine-worker.browser.ts',
    output: 'engine-worker.browser.mjs',
    platform: 'browser',
    format: 'esm',
  },
  { entry: '../elements/public.ts', output: 'elements.mjs', platform: 'browser', format: 'esm', usesPackage: true },
  { entry: '../elements/public.node.ts', output: 'elements.node.mjs', platform: 'node', format: 'esm' },
];

// CommonJS has no import.meta.url, so the bundle defines it.
const commonJs = {
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/**
 * The command and the elements import the package as its users do, so that there is only one copy of it, with the same
 * classes for all.
 */
const packageBeside = {
  name: 'uses-package',
  setup(build) {
    build.onResolve({ filter: /\/index\.node\.js$/ }, () => ({ path: './index.node.mjs', external: true }));
    build.onResolve({ filter: /^hloom$/ }, () => ({ path: './index.browser.mjs', external: true }));
  },
};

/**
 * Modules that stay files beside the index, which exports them. Bundlers such as Rollup and Vite then put `jit` and the
 * functions for NumPy files only where they are used. Of `export * as np from './np.browser.mjs'` they leave out the
 * functions that a page does not use; they would keep all functions of an object.
 */
const filesBeside = (separate, suffix) => ({
  name: 'files-beside',
  setup(build) {
    build.onResolve({ filter: /\.js$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path.replace(/\.js$/, '.ts'));
      const name = Object.keys(separate).find((key) => inRoot('js/src', separate[key]) === file);
      return name && { path: `./${name}${suffix}.mjs`, external: true };
    });
  },
});

const secondsSince = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const command = { banner: { js: '#!/usr/bin/env node' } };

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

async function bundle({ entry, output, platform, format, isCommand = false, usesPackage = false, separate = {} }) {
  const { dir, name, ext } = parse(output);
  const suffix = name.slice(name.indexOf('.'));
  const entryPoints = { [name]: inRoot('js/src', entry) };
  for (const [file, path] of Object.entries(separate)) {
    entryPoints[`${file}${suffix}`] = inRoot('js/src', path);
  }
  // For 'browser', esbuild refuses to resolve Node's modules: none can slip into that graph.
  const { outputFiles } = await esbuild.build({
    entryPoints,
    outdir: inRoot('dist', dir),
    outExtension: { '.js': ext },
    splitting: Object.keys(separate).length > 0,
    write: false,
    absWorkingDir: inRoot(),
    bundle: true,
    platform,
    format,
    target: platform === 'node' ? 'node20' : 'es2022',
    sourcemap: 'inline',
    sourcesContent: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: {
      HLOOM_VERSION: JSON.stringify(version),
      ...(format === 'cjs' ? { 'import.meta.url': 'importMetaUrl' } : {}),
    },
    ...(format === 'cjs' ? commonJs : {}),
    ...(isCommand ? command : {}),
    plugins: [...(usesPackage ? [packageBeside] : []), filesBeside(separate, suffix)],
  });
  await Promise.all(outputFiles.map((file) => shorten(basename(file.path), file.text, platform)));
  if (isCommand) chmodSync(inRoot('dist', output), 0o755);
}

/**
 * Writes a bundle without white space. Pages download it, so it has short names there. In Node.js, stack traces show the
 * names of functions. Statements are not joined, since bundlers leave out whole statements.
 */
async function shorten(output, bundled, platform) {
  const [text, restore] = protect(removable(bundled));
  const { code: short, map } = await esbuild.transform(text, {
    sourcefile: output,
    sourcemap: 'external',
    minifyWhitespace: true,
    minifyIdentifiers: platform === 'browser',
    legalComments: 'none',
  });
  const code = restore(short);
  writeFileSync(inRoot('dist', output), `${code}//# sourceMappingURL=${output}.map\n`);
  writeFileSync(inRoot('dist', `${output}.map`), map);
}

/** Gives Emscripten's glue short names. A second time changes nothing. */
async function shortenGlue(name) {
  const file = inRoot('dist/wasm', name);
  const text = readFileSync(file, 'utf8');
  const { code } = await esbuild.transform(text, { minify: true, legalComments: 'none' });
  if (code.length < text.length) writeFileSync(file, code);
}

const partFiles = ['np', 'npy'].flatMap((name) => ['.browser.mjs', '.node.mjs', '.node.cjs'].map((end) => name + end));

/** The parts of the package in Node.js, where nobody downloads them: they are taken from the one bundle. */
async function partsForNode() {
  const { np } = await import(`${pathToFileURL(inRoot('dist/index.node.mjs'))}?${Date.now()}`);
  // JavaScript reserves some of its names.
  const isReserved = (name) => ['delete', 'var'].includes(name);
  const plain = Object.keys(np).filter((name) => !isReserved(name));
  const reserved = Object.keys(np).filter(isReserved);
  const taken = [...plain, ...reserved.map((name) => `${name}: ${name}_`)].join(', ');
  const exported = [...plain, ...reserved.map((name) => `${name}_ as ${name}`)].join(', ');
  const files = 'readNpy, readNpz, writeNpy, writeNpz';
  const texts = {
    'np.node.mjs': `import { np } from './index.node.mjs';\nconst { ${taken} } = np;\nexport { ${exported} };\n`,
    'np.node.cjs': "module.exports = require('./index.node.cjs').np;\n",
    'npy.node.mjs': `export { ${files} } from './index.node.mjs';\n`,
    'npy.node.cjs': `const { ${files} } = require('./index.node.cjs');\nmodule.exports = { ${files} };\n`,
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(inRoot('dist', name), text);
}

/**
 * Lets bundlers leave out the namespaces `np`, `nn` and `random`, and classes, from pages that do not use them. esbuild
 * fills the object of a namespace by a statement, `__export(np_exports, { ... })`, which no bundler removes. Here the
 * object becomes the result of that call, which has no prototype while properties are added: see
 * js/src/base/many-properties.ts. Classes with static blocks and computed names become results of functions. Both
 * are marked pure. Chunks have no effect of their own, so an import of one that takes nothing from it goes. No line moves,
 * so that source maps stay valid.
 */
function removable(text) {
  return text
    .replaceAll(/^import "\.\/chunk-\w+\.mjs";$/gm, '')
    .replaceAll(/^var (\w+) = \{\};\n__export\(\1, \{$/gm, 'var $1 = /* @__PURE__ */\n__export({}, {')
    .replace(
      /^(var __export = \(target, \w+\) => \{)(\n.*\n.*)\n\};$/m,
      '$1 target = Object.create(null);$2\n  return Object.setPrototypeOf(target, Object.prototype); };',
    )
    .replaceAll(/^var (\w+) = (class[\s\S]*?^\});$/gm, 'var $1 = /* @__PURE__ */ (() => $2)();');
}

/**
 * esbuild drops comments together with white space: the marks of pure calls, and those that tell bundlers to leave an
 * import alone. They are operators and calls for so long. No line moves.
 */
function protect(text) {
  const [pure, imports] = ['HLOOM_PURE||', 'HLOOM_IMPORT('];
  const count = (where, what) => where.split(what).length - 1;
  const notes = [];
  const marked = text
    .replaceAll(/^(var \w+ =) \/\* @__PURE__ \*\/(?=\s)/gm, `$1 ${pure}`)
    .replaceAll(/\bimport\(\s*(?:\/\*[^*]*\*\/\s*)+/g, (found) => {
      notes.push(found.replaceAll(/\s+/g, ' '));
      return imports + found.replaceAll(/[^\n]/g, '');
    });
  const restore = (code) => {
    if (count(code, pure) !== count(marked, pure) || count(code, imports) !== notes.length) {
      throw new Error('a comment for bundlers was lost');
    }
    return code.replaceAll(pure, '/* @__PURE__ */').replaceAll(imports, () => notes.shift());
  };
  return [marked, restore];
}

/** Lit is bundled into the elements, together with its licence. */
const litLicense = { from: 'node_modules/lit/LICENSE', to: 'dist/lit-license.txt' };

async function declarations() {
  rmSync(inRoot('dist/types'), { recursive: true, force: true });
  const { ok, output } = await run('node', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    capture: true,
  });
  if (!ok) throw new Error(`${lastLines(output)}\nthe types do not compile`);
  // The declarations are those of CommonJS, which ES modules may import: one line for each entry does.
  writeFileSync(inRoot('dist/types/package.json'), '{ "type": "commonjs" }\n');
  for (const entry of ['index.node', 'np/index', 'files/index', 'engine/worker/engine-worker.browser']) {
    writeFileSync(inRoot(`dist/types/${entry}.d.mts`), `export * from './${basename(entry)}.js';\n`);
  }
  // The elements are only an ES module, and their declarations do not need Lit's types.
  cpSync(inRoot('js/elements/declarations.d.ts'), inRoot('dist/types/elements.d.mts'));
}

/**
 * Builds generated sources, bundles and declarations; skips files that are up to date. Calls `say` with the current
 * step.
 */
export async function buildJs(say = () => {}) {
  say('generated sources');
  await generate();
  const inputs = ['js/src', 'js/elements', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  inputs.push('scripts/build-js.mjs');
  const started = performance.now();
  await Promise.all(['hloom.node.cjs', 'hloom.web.mjs'].map(shortenGlue));
  say('bundles');
  const bundled = await whenChanged(
    'bundles',
    {
      inputs,
      outputs: [
        ...bundles.map(({ output }) => `dist/${output}`),
        ...bundles.flatMap(({ separate = {} }) => Object.keys(separate).map((name) => `dist/${name}.browser.mjs`)),
        ...partFiles.map((name) => `dist/${name}`),
        litLicense.to,
      ],
    },
    async () => {
      mkdirSync(inRoot('dist'), { recursive: true });
      cpSync(inRoot(litLicense.from), inRoot(litLicense.to));
      for (const name of readdirSync(inRoot('dist'))) if (name.startsWith('chunk-')) rmSync(inRoot('dist', name));
      await Promise.all(bundles.map(bundle));
      await partsForNode();
    },
  );
  say('types');
  const typed = await whenChanged(
    'declarations',
    { inputs, outputs: ['index.node.d.ts', 'index.node.d.mts', 'elements.d.mts'].map((name) => `dist/types/${name}`) },
    declarations,
  );
  if (bundled || typed) progress.print(`built dist in ${secondsSince(started)}`);
}

/** The page, from web-demo/ to build/web-demo/. */
export async function buildPage(say = () => {}) {
  say('page');
  const started = performance.now();
  const inputs = [
    'web-demo',
    'js/elements',
    'examples',
    'dist',
    'docs',
    'README.md',
    'package.json',
    'package-lock.json',
  ];
  const setting = process.env['SITE_URL'] ?? '';
  const outputs = ['build/web-demo/index.html'];
  const built = await whenChanged('web-demo', { inputs, outputs, setting }, async () => {
    const args = ['node_modules/vite/bin/vite.js', 'build', 'web-demo', '--logLevel', 'warn', '--emptyOutDir'];
    const { ok, output } = await run('node', [...args, '--outDir', inRoot('build/web-demo')], { capture: true });
    if (!ok) throw new Error(`${lastLines(output)}\nthe page does not build`);
  });
  if (built) progress.print(`built the page in ${secondsSince(started)}`);
}

/** Compresses the page's files, for `npm start` and `hloom serve`. */
export async function compressPage(say = () => {}) {
  say('compress the page');
  const started = performance.now();
  const outputs = ['build/web-demo/index.html.br'];
  const built = await whenChanged('compressed', { inputs: ['build/stamps/web-demo'], outputs }, () =>
    compressSite(inRoot('build/web-demo'), inRoot('build/compressed')),
  );
  if (built) progress.print(`compressed the page in ${secondsSince(started)}`);
}
