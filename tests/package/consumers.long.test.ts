// The package installed by strangers in Node: ES modules, CommonJS, TypeScript.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { barePath, findInPath, install, pack, root, runNode, type Tarball } from './support/consumer.js';

let tarball: Tarball;

beforeAll(() => {
  tarball = pack();
});

test('nothing to compile with is in sight', () => {
  for (const tool of ['emcc', 'em++', 'clang', 'gcc', 'c++', 'cmake', 'make', 'sh']) {
    expect(findInPath(tool, barePath())).toBeUndefined();
  }
  expect(findInPath('node', barePath())).toBeDefined();
});

describe('in Node', () => {
  let folder: string;
  beforeAll(() => {
    folder = install(tarball, 'node');
  });

  test.each([
    ['esm.mjs', {}, 'simd', 1],
    ['cjs.cjs', {}, 'simd', 1],
    ['esm.mjs', { worker: true }, 'simd', 1],
    ['cjs.cjs', { worker: true }, 'simd', 1],
    ['esm.mjs', { threads: 2 }, 'simd-threads', 2],
    ['cjs.cjs', { threads: 2 }, 'simd-threads', 2],
    ['esm.mjs', { threads: 2, worker: true }, 'simd-threads', 2],
    ['cjs.cjs', { threads: 2, worker: true }, 'simd-threads', 2],
  ])('%s with %j, ending by itself', (script, options, variant, threads) => {
    const report = JSON.parse(runNode(folder, script, JSON.stringify(options))) as unknown;
    expect(report).toMatchObject({
      data: [8, 10, 12, 11, 13, 15],
      nested: [
        [8, 10, 12],
        [11, 13, 15],
      ],
      platform: { simd: true, variant, threads },
    });
  });

  test('literals are compared by their elements, by the matchers of vitest too', () => {
    const vitest = pathToFileURL(join(root, 'node_modules/@vitest/expect/dist/index.js')).href;
    expect(JSON.parse(runNode(folder, 'deep-equal.mjs', vitest))).toEqual({ compared: 13, wrong: [] });
  });

  test('the command is installed, and runs', () => {
    const command = join(folder, 'node_modules/.bin/hloom');
    const answer = (...words: string[]): string =>
      execFileSync(command, words, { cwd: folder, env: { PATH: barePath() }, encoding: 'utf8' });
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(answer('--version')).toBe(`hloom ${version}\n`);
    writeFileSync(
      join(folder, 'twice.hlo'),
      'ENTRY main {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] add(x, x)\n}\n',
    );
    expect(answer('run', 'twice.hlo', '--arg', '[1.5, 4]')).toBe('f32[2] {3, 8}\n');
  });

  test('the command serves a folder, and says that the package has no demo', async () => {
    const command = join(folder, 'node_modules/hloom/dist/cli.mjs');
    const without = spawnSync(process.execPath, [command, 'serve', '--port', '0'], { cwd: folder, encoding: 'utf8' });
    expect(without.status).toBe(3);
    expect(without.stderr).toMatch(/the demo is not part of the npm package\n.*hloom serve public.*npm start/);
    const child = spawn(process.execPath, [command, 'serve', '.', '--port', '0'], { cwd: folder });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const line = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
    const [, url = ''] = /^serving (http:\S+)/.exec(line) ?? [];
    const response = await fetch(new URL('twice.hlo', url));
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(await response.text()).toBe(readFileSync(join(folder, 'twice.hlo'), 'utf8'));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  test('in a folder with spaces and other letters', () => {
    const strange = join(folder, '..', 'कुछ फ़ोल्डर #1 %20');
    cpSync(folder, strange, { recursive: true });
    for (const [script, options] of [
      ['esm.mjs', {}],
      ['cjs.cjs', { threads: 2, worker: true }],
    ] as const) {
      expect(runNode(strange, script, JSON.stringify(options))).toContain('[8,10,12,11,13,15]');
    }
  });
});

describe('in TypeScript', () => {
  let folder: string;
  beforeAll(() => {
    folder = install(tarball, 'types');
  });

  const ways = {
    node16: { module: 'node16', moduleResolution: 'node16' },
    nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
    bundler: { module: 'esnext', moduleResolution: 'bundler' },
  };
  /** No skipLibCheck: the declarations themselves must hold. And no types but those that are named. */
  const tsc = (way: keyof typeof ways, names: readonly string[], options: object): string => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const common = { noEmit: true, skipLibCheck: false, target: 'es2022', types: [], ...strict };
    const files = names.map((name) => `${name}.ts`);
    // The program comes once more as CommonJS, where the way to resolve modules tells it apart.
    if (way !== 'bundler') {
      for (const name of names) {
        cpSync(join(folder, `${name}.ts`), join(folder, `${name}-cjs.cts`));
        files.push(`${name}-cjs.cts`);
      }
    }
    const config = { compilerOptions: { ...common, ...ways[way], ...options }, files };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const program = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [program, '-p', '.'], { cwd: folder, encoding: 'utf8' });
    return stdout;
  };

  const dom = { lib: ['es2022', 'dom'] };
  const webWorker = { lib: ['es2022', 'webworker'] };
  const node = { lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const neither = { lib: ['es2022'] };

  test.each([
    ['node16', 'the types of the DOM', ['consumer', 'ambient'], dom],
    ['bundler', 'elements', ['elements'], dom],
    ['node16', 'the types of Node', ['ambient'], node],
    ['node16', 'neither', ['minimal'], neither],
    ['nodenext', 'neither', ['minimal'], neither],
    ['bundler', 'the types of the DOM', ['consumer', 'ambient'], dom],
    ['bundler', 'the types of a Worker', ['ambient'], webWorker],
    ['bundler', 'neither', ['minimal'], neither],
  ] as const)('%s, with %s', (way, _, names, options) => {
    expect(tsc(way, names, options)).toBe('');
  });

  test('what does not hold is found', () => {
    writeFileSync(join(folder, 'wrong.ts'), "import { f32 } from 'hloom';\nexport const shape: number = f32(2);\n");
    expect(tsc('bundler', ['wrong'], neither)).toMatch(/^wrong\.ts\(2,14\): error TS2322: Type 'Shape<"F32", \[2\]>'/);
  });
});

test('the command line of the package manager finds no install script', () => {
  const manifest = execFileSync('tar', ['xzOf', tarball.path, 'package/package.json'], { encoding: 'utf8' });
  const { scripts = {} } = JSON.parse(manifest) as { scripts?: Record<string, string> };
  expect(Object.keys(scripts).filter((name) => /install|prepare|prepublish/.test(name))).toEqual([]);
});
