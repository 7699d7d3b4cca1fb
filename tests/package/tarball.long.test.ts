// The part of the tarball that a page downloads, and the reports of the usual tools.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The files of the package that a page downloads when it imports these names. */
function bundled(names: string): string {
  const contents = `export ${names} from './dist/index.browser.mjs';`;
  const options = { bundle: true, format: 'esm', minify: true, write: false, logLevel: 'silent' } as const;
  const { outputFiles } = buildSync({ ...options, stdin: { contents, resolveDir: folder } });
  return outputFiles[0]?.text ?? '';
}

test('is small: the browser bundle, minified, and each WebAssembly file, compressed', () => {
  expect(bundled('*').length).toBeLessThan(500_000);
  for (const path of [...tarball.files.keys()].filter((name) => !isText(name))) {
    // The bytes that a server sends, and the files.
    expect(gzipSync(readFileSync(join(folder, path))).length).toBeLessThan(1_550_000);
    expect(tarball.files.get(path)).toBeLessThan(4_300_000);
  }
});

test.each([
  ['f32', "{ f32 } from 'hloom'", 19],
  ['the builder', "{ XlaBuilder } from 'hloom'", 52],
  ['the builder and runs', "{ XlaBuilder, Client } from 'hloom'", 76],
  ['two functions of hloom/np', "{ add, matmul } from 'hloom/np'", 40],
  ['jit, and two functions', "{ jit } from 'hloom'; export { add, matmul } from 'hloom/np'", 83],
  ['the object np', "{ np } from 'hloom'", 93],
  ['files of NumPy', "* from 'hloom/npy'", 31],
  ['everything', "* from 'hloom'", 139],
])('a page that uses %s downloads so many KB of scripts', (name, names, limit) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, { import: { browser: string } }>;
  };
  const contents = `export ${names}`.replaceAll(/'hloom(\/\w+)?'/g, (_, part = '') =>
    JSON.stringify(exports[`.${String(part)}`]?.import.browser),
  );
  const options = { bundle: true, format: 'esm', minify: true, write: false, logLevel: 'silent' } as const;
  const { outputFiles } = buildSync({ ...options, stdin: { contents, resolveDir: folder } });
  const kilobytes = gzipSync(outputFiles[0]?.text ?? '').length / 1000;
  process.stdout.write(`${name}: ${kilobytes.toFixed(1)} KB\n`);
  expect(kilobytes).toBeLessThan(limit);
});

test('a page does not pay for what it does not use', () => {
  expect(bundled('{ readNpy }')).toContain('fortran_order');
  const little = bundled('{ Client, Literal }');
  expect(little).not.toContain('fortran_order');
  expect(little.length).toBeLessThan(190_000);
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
  const { problems } = JSON.parse(output) as {
    problems: Record<string, { entrypoint?: string; resolutionKind?: string }[]>;
  };
  // The Worker's script and the elements are ES modules for pages, which no script requires.
  const forPages = ['./engine-worker', './elements'];
  expect(
    Object.values(problems)
      .flat()
      .filter(({ entrypoint = '' }) => !forPages.includes(entrypoint))
      // TypeScript's old resolution knows no exports.
      .filter(({ entrypoint, resolutionKind }) => entrypoint === '.' || resolutionKind !== 'node10'),
  ).toEqual([]);
});
