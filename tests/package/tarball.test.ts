// What is in the tarball, and what the usual tools say of it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homedir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { pack, root, scratch, type Tarball } from './support/consumer.js';

let tarball: Tarball;
let folder: string;

beforeAll(() => {
  tarball = pack();
  execFileSync('tar', ['xzf', tarball.path, '-C', scratch]);
  folder = join(scratch, 'package');
});

const bin = (program: string): string => join(root, 'node_modules', program);
const isText = (path: string): boolean => !path.endsWith('.wasm');

test('holds the artefacts of both variants for both platforms', () => {
  const names = [
    ...['index.node.mjs', 'index.node.cjs', 'index.browser.mjs', 'engine-worker.node.mjs'],
    ...[
      'cli.mjs',
      'cli-worker.mjs',
      'engine-worker.browser.mjs',
      'elements.mjs',
      'elements.node.mjs',
      'types/esm/elements.d.ts',
      'types/esm/index.node.d.ts',
      'types/cjs/index.node.d.ts',
    ],
    ...['wasm/hloom-simd.wasm', 'wasm/hloom-simd.node.cjs', 'wasm/hloom-simd.web.mjs'],
    ...['wasm/hloom-simd-threads.wasm', 'wasm/hloom-simd-threads.node.cjs', 'wasm/hloom-simd-threads.web.mjs'],
  ];
  const pages = ['README.md', 'CHANGELOG.md', 'docs/operations.md', 'docs/rules.md', 'docs/errors.md'];
  expect([...tarball.files.keys()]).toEqual(expect.arrayContaining(['package.json', 'LICENSE', ...pages]));
  for (const name of names) expect(tarball.files.get(`dist/${name}`)).toBeGreaterThan(20);
});

test('holds nothing else: no tests, no C++, no sources beside what the source maps quote', () => {
  const known = [
    /^(package\.json|LICENSE|README\.md|CHANGELOG\.md)$/,
    /^docs\/(operations\/)?[a-z0-9-]+\.md$/,
    /^dist\/(index|engine-worker)\.(node|browser)\.mjs(\.map)?$/,
    /^dist\/(index\.node\.cjs|cli\.mjs|cli-worker\.mjs|elements(\.node)?\.mjs)(\.map)?$/,
    /^dist\/lit-license\.txt$/,
    /^dist\/types\/(esm|cjs)\/(package\.json|([a-z-]+\/)?[a-z-]+(\.(node|browser))?\.d\.ts)$/,
    /^dist\/wasm\/hloom-simd(-threads)?(\.wasm|\.node(\.worker)?\.cjs|\.web(\.worker)?\.mjs)$/,
  ];
  const strangers = [...tarball.files.keys()].filter((path) => !known.some((pattern) => pattern.test(path)));
  expect(strangers).toEqual([]);
});

test('the manifest says nothing that only a checkout needs', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  for (const key of ['private', 'scripts', 'devDependencies', 'overrides']) expect(manifest).not.toHaveProperty(key);
  expect(manifest).toMatchObject({ name: 'hloom', license: 'Apache-2.0', bin: { hloom: 'dist/cli.mjs' } });
  expect(manifest).toMatchObject({ sideEffects: ['./dist/engine-worker.*.mjs', './dist/elements.mjs'] });
});

test('each file that a page needs is named as bundlers look for it', () => {
  const text = readFileSync(join(folder, 'dist/index.browser.mjs'), 'utf8');
  const needed = [...tarball.files.keys()].filter((name) => /\.wasm$|\.web(\.worker)?\.mjs$/.test(name));
  expect(needed).toHaveLength(5);
  for (const name of needed) {
    expect(text).toContain(`new URL("./${name.replace('dist/', '')}", import.meta.url)`);
  }
  // webpack and Vite make a Worker of exactly this, and of nothing else.
  expect(text).toContain('new Worker(new URL("./engine-worker.browser.mjs", import.meta.url), { type: "module" })');
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

/** What a page downloads of the package when it imports these names. */
function bundled(names: string): string {
  const contents = `export ${names} from './dist/index.browser.mjs';`;
  const options = { bundle: true, format: 'esm', minify: true, write: false, logLevel: 'silent' } as const;
  const { outputFiles } = buildSync({ ...options, stdin: { contents, resolveDir: folder } });
  return outputFiles[0]?.text ?? '';
}

test('is small: the browser bundle, minified, and each WebAssembly file, compressed', () => {
  expect(bundled('*').length).toBeLessThan(293_000);
  for (const path of [...tarball.files.keys()].filter((name) => !isText(name))) {
    // What a server sends, and what it becomes.
    expect(gzipSync(readFileSync(join(folder, path))).length).toBeLessThan(1_172_000);
    expect(tarball.files.get(path)).toBeLessThan(3_310_000);
  }
});

test('a page does not pay for what it does not use', () => {
  expect(bundled('{ readNpy }')).toContain('fortran_order');
  const little = bundled('{ Client, Literal }');
  expect(little).not.toContain('fortran_order');
  expect(little.length).toBeLessThan(180_000);
});

test('publint finds nothing', () => {
  const output = execFileSync(process.execPath, [bin('publint/src/cli.js'), 'run', tarball.path, '--strict'], {
    encoding: 'utf8',
  });
  expect(output).toContain('All good!');
});

test('the types are right for every way to resolve the package', () => {
  const args = ['--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm', '--format', 'json'];
  const output = execFileSync(process.execPath, [bin('@arethetypeswrong/cli/dist/index.js'), tarball.path, ...args], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const { problems } = JSON.parse(output) as { problems: Record<string, { entrypoint?: string }[]> };
  // The Worker's script and the elements are ES modules for pages, which nobody requires.
  const forPages = ['./engine-worker', './elements'];
  expect(
    Object.values(problems)
      .flat()
      .filter(({ entrypoint = '' }) => !forPages.includes(entrypoint)),
  ).toEqual([]);
});
