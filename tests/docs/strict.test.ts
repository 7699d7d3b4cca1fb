// The JavaScript snippets of the documentation compile as TypeScript, in strict mode, against the package's types.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programsOf, readSnippets, root } from './support/snippets.js';

const pages = [
  'README.md',
  'js/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Pages whose programs declare functions, or call `map` of traced values: JavaScript cannot state those types. */
const withUntyped = ['custom-calls', 'errors', 'everyday-functions', 'ten-programs', 'text-and-bytes'];

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'esnext.disposable', 'dom'],
  module: 'nodenext',
  strict: true,
  // Nor can it check in one word that what is caught is an error.
  useUnknownInCatchVariables: false,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

const folder = mkdtempSync(join(tmpdir(), 'hloom-strict-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('every snippet compiles in strict mode', () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/hloom'));
  for (const name of ['esbuild', 'vite'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  let count = 0;
  for (const page of pages) {
    const snippets = readSnippets(page).filter(({ language, notRun }) => language === 'js' && notRun === undefined);
    for (const program of programsOf(snippets)) {
      // `require` gives any.
      if (program.some(({ code }) => /\brequire\(/.test(code))) continue;
      const name = (program[0]?.place ?? page).replaceAll(/[/.:]/g, '_');
      writeFileSync(join(folder, `${name}.ts`), program.map(({ code }) => `${code}\n`).join(''));
      count++;
    }
  }
  expect(count).toBeGreaterThan(40);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], { encoding: 'utf8', cwd: folder });
  const excused = new RegExp(`^docs_(${withUntyped.join('|')})_md_.* error TS70(06|31): `);
  expect(stdout.split('\n').filter((line) => line !== '' && !excused.test(line))).toEqual([]);
});
