// The contents of the tarball, which runs once it is installed, and the programs of its README. consumers.long.test.ts and
// the files next to it have the other ways to use it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runJavaScript } from '../docs/support/run-snippets.js';
import { programsOf } from '../docs/support/snippets.js';
import { elementTypes } from '../../js/src/values/element-type.js';
import { install, pack, root, runNode, scratch, type Tarball } from './support/consumer.js';
import { fileNameOf, readmeOf, readText } from './support/readme.js';

let tarball: Tarball;
let folder: string;
/** An empty folder in which it is installed. */
let project: string;

beforeAll(() => {
  tarball = pack();
  project = install(tarball, 'node');
  execFileSync('tar', ['xzf', tarball.path, '-C', scratch]);
  folder = join(scratch, 'package');
});

test('installed in an empty folder and imported in Node, it adds a vector to a matrix, and the program ends', () => {
  const report = JSON.parse(runNode(project, 'esm.mjs')) as unknown;
  expect(report).toMatchObject({ data: [8, 10, 12, 11, 13, 15], platform: { simd: true } });
});

test('the programs of its README print what stands below them; the first has ten lines', () => {
  const programs = programsOf(
    readmeOf(project).filter((snippet) => snippet.language === 'js' && fileNameOf(snippet) === undefined),
  );
  expect(programs.length).toBeGreaterThan(5);
  const [first] = programs[0] ?? [];
  expect(first?.code.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
  for (const program of programs) runJavaScript(project, program);
});

test('its README counts operations and types right', () => {
  const { operations } = JSON.parse(readText(root, 'build/ops.json')) as { operations: unknown[] };
  const text = readText(root, 'js/README.md').replace(/\s+/g, ' ');
  expect(text).toContain(`${operations.length} HLO operations and ${elementTypes.length} element types`);
});

test('the changelog begins with the version of the package', () => {
  const { version } = JSON.parse(readText(root, 'package.json')) as { version: string };
  const [, first] = /^## \[([^\]]+)\](?: - \d{4}-\d\d-\d\d)?$/m.exec(readText(root, 'CHANGELOG.md')) ?? [];
  expect(first).toBe(version);
  // The scripts refuse WebAssembly of another version.
  expect(readText(root, 'wasm/info_methods.cc')).toContain(`kVersion = "${version}"`);
  expect(readText(root, 'CMakeLists.txt')).toContain(`project(hloom VERSION ${version} `);
});

test('holds the artifacts for both platforms', () => {
  const names = [
    ...['index.node.mjs', 'index.node.cjs', 'index.browser.mjs', 'engine-worker.node.mjs'],
    ...[
      'cli.mjs',
      'cli-worker.mjs',
      'engine-worker.browser.mjs',
      'elements.mjs',
      'elements.node.mjs',
      'np.browser.mjs',
      'np.node.cjs',
      'npy.node.mjs',
      'types/elements.d.mts',
      'types/index.node.d.mts',
      'types/index.node.d.ts',
    ],
    ...['wasm/hloom.wasm', 'wasm/hloom.node.cjs', 'wasm/hloom.web.mjs'],
  ];
  const pages = ['README.md', 'CHANGELOG.md', 'docs/operations.md', 'docs/rules.md', 'docs/errors.md'];
  expect([...tarball.files.keys()]).toEqual(expect.arrayContaining(['package.json', 'LICENSE', ...pages]));
  for (const name of names) expect(tarball.files.get(`dist/${name}`)).toBeGreaterThan(20);
});

test('holds nothing else: no tests, no C++, no sources beside what the source maps quote', () => {
  const known = [
    /^(package\.json|LICENSE|README\.md|CHANGELOG\.md)$/,
    /^docs\/((operations|functions)\/)?[a-z0-9-]+\.md$/,
    /^dist\/(index|engine-worker|np|npy)\.(node|browser)\.mjs$/,
    /^dist\/(fft|linalg|nn|random|jit)\.browser\.mjs$/,
    /^dist\/npy?\.node\.cjs$/,
    /^dist\/chunk-\w+\.mjs$/,
    /^dist\/(index\.node\.cjs|cli\.mjs|cli-worker\.mjs|elements(\.node)?\.mjs)(\.map)?$/,
    /^dist\/lit-license\.txt$/,
    /^dist\/types\/(package\.json|([a-z-]+\/)*[a-z-]+(\.(node|browser))?\.d\.m?ts)$/,
    /^dist\/wasm\/hloom(\.wasm|\.node(\.worker)?\.cjs|\.web(\.worker)?\.mjs)$/,
  ];
  const strangers = [...tarball.files.keys()].filter((path) => !known.some((pattern) => pattern.test(path)));
  expect(strangers).toEqual([]);
});

test('the manifest says nothing that only a checkout needs', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  for (const key of ['private', 'scripts', 'devDependencies', 'overrides']) expect(manifest).not.toHaveProperty(key);
  expect(manifest).toMatchObject({ name: 'hloom', license: 'Apache-2.0', bin: { hloom: 'dist/cli.mjs' } });
  expect(manifest).toMatchObject({
    sideEffects: ['./dist/index.*', './dist/engine-worker.*.mjs', './dist/elements.mjs'],
  });
});

test('each file that a page needs is named as bundlers look for it', () => {
  const text = readFileSync(join(folder, 'dist/index.browser.mjs'), 'utf8');
  const needed = [...tarball.files.keys()].filter((name) => /\.wasm$|\.web(\.worker)?\.mjs$/.test(name));
  expect(needed).toHaveLength(3);
  for (const name of needed) {
    expect(text).toContain(`new URL("./${name.replace('dist/', '')}",import.meta.url)`);
  }
  // webpack and Vite make a Worker of exactly this, and of nothing else.
  expect(text).toContain('new Worker(new URL("./engine-worker.browser.mjs",import.meta.url),{type:"module"})');
  // They leave the import of Emscripten's script alone.
  expect(text).toMatch(/import\( ?\/\* @vite-ignore \*\/ \/\* webpackIgnore: true \*\/ \w+\)/);
  expect(text.split('"./engine-worker.browser.mjs"')).toHaveLength(2);
});

test('names no machine: neither the checkout nor a home folder', () => {
  const places = [root, scratch, homedir(), process.env.PWD ?? root].filter((place) => place.length > 1);
  for (const path of tarball.files.keys()) {
    const text = readFileSync(join(folder, path), 'latin1');
    for (const place of places) expect([path, text.includes(place)]).toEqual([path, false]);
  }
});

test('exports only what is there, types first and default last', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports: object };
  const visit = (entry: unknown): void => {
    if (typeof entry !== 'object' || entry === null) {
      const target = String(entry).replace(/^\.\//, '');
      const there = target.endsWith('*')
        ? readdirSync(join(folder, target.slice(0, -1))).length > 0
        : tarball.files.has(target);
      expect([target, there]).toEqual([target, true]);
      return;
    }
    const conditions = Object.keys(entry);
    if (conditions.includes('types')) expect(conditions[0]).toBe('types');
    if (conditions.includes('default')) expect(conditions.at(-1)).toBe('default');
    Object.values(entry).forEach(visit);
  };
  visit(manifest.exports);
  expect(manifest).not.toHaveProperty('dependencies');
});

test('no module of Node can be reached in a browser', () => {
  for (const path of [...tarball.files.keys()].filter((name) =>
    /browser\.mjs$|web(\.worker)?\.mjs$|elements\.mjs$/.test(name),
  )) {
    const text = readFileSync(join(folder, path), 'utf8');
    expect([path, /\bfrom\s*["']node:|import\s*["']node:|import\(\s*["'](node:|fs|path)/.exec(text)]).toEqual([
      path,
      null,
    ]);
  }
});
