// Builds the JavaScript package into dist/: bundles with esbuild, declarations with tsc. Then the page, with Vite.
//
//   dist/index.node.mjs, index.node.cjs, index.browser.mjs          the package
//   dist/engine-worker.node.mjs, engine-worker.browser.mjs          the script of the engine's Worker
//   dist/cli.mjs, cli-worker.mjs                                    the command `hloom`; uses index.node.mjs beside it
//   dist/elements.mjs, elements.node.mjs                            `hloom/elements`; uses index.browser.mjs beside it
//   dist/types/esm, dist/types/cjs                                  one tree of declarations per module format
//   dist/wasm                                                       written by the preset wasm
import * as esbuild from 'esbuild';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  { entry: 'index.browser.ts', output: 'index.browser.mjs', platform: 'browser', format: 'esm' },
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

const secondsSince = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const command = { banner: { js: '#!/usr/bin/env node' } };

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

async function bundle({ entry, output, platform, format, isCommand = false, usesPackage = false }) {
  // For 'browser', esbuild refuses to resolve Node's modules: none can slip into that graph.
  const { outputFiles } = await esbuild.build({
    entryPoints: [inRoot('js/src', entry)],
    outfile: inRoot('dist', output),
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
    ...(usesPackage ? { plugins: [packageBeside] } : {}),
  });
  const [text, restore] = protect(removable(outputFiles[0].text));
  // Pages download it, so it has short names. In Node.js, stack traces show the names of functions. Statements are not
  // joined, since bundlers leave out whole statements.
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
  if (isCommand) chmodSync(inRoot('dist', output), 0o755);
}

/**
 * Lets bundlers leave out the namespaces `np`, `nn` and `random`, and classes, from pages that do not use them. esbuild
 * fills the object of a namespace by a statement, `__export(np_exports, { ... })`, which no bundler removes. Here the
 * object becomes the result of that call. Classes with static blocks and computed names become results of functions. Both
 * are marked pure. No line moves, so that source maps stay valid.
 */
function removable(text) {
  return text
    .replaceAll(/^var (\w+) = \{\};\n__export\(\1, \{$/gm, 'var $1 = /* @__PURE__ */\n__export({}, {')
    .replace(/^(var __export = \(target, \w+\) => \{\n.*\n.*)\n\};$/m, '$1\n  return target; };')
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
  // The same declarations mean ES modules in one tree and CommonJS in the other: the nearest package.json decides.
  cpSync(inRoot('dist/types/esm'), inRoot('dist/types/cjs'), { recursive: true });
  // The elements are only an ES module, and their declarations do not need Lit's types.
  cpSync(inRoot('js/elements/declarations.d.ts'), inRoot('dist/types/esm/elements.d.ts'));
  writeFileSync(inRoot('dist/types/esm/package.json'), '{ "type": "module" }\n');
  writeFileSync(inRoot('dist/types/cjs/package.json'), '{ "type": "commonjs" }\n');
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
  say('bundles');
  const bundled = await whenChanged(
    'bundles',
    { inputs, outputs: [...bundles.map(({ output }) => `dist/${output}`), litLicense.to] },
    async () => {
      mkdirSync(inRoot('dist'), { recursive: true });
      cpSync(inRoot(litLicense.from), inRoot(litLicense.to));
      await Promise.all(bundles.map(bundle));
    },
  );
  say('types');
  const typed = await whenChanged(
    'declarations',
    { inputs, outputs: ['esm/index.node', 'cjs/index.node', 'esm/elements'].map((name) => `dist/types/${name}.d.ts`) },
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
  const built = await whenChanged('web-demo', { inputs, outputs: ['build/web-demo/index.html'] }, async () => {
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
