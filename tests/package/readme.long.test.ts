// The blocks of the package's README, as they are in the tarball, in a fresh project where the package is installed. Its js
// blocks run in tarball.test.ts.
//
//   bash    runs; `npm install hloom` is what the project was made by
//   ts      compiles, strictly, and runs
//
// Blocks that start with the name of a file are the files of esbuild.long.test.ts and vite.long.test.ts.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { transformSync } from 'esbuild';
import { runJavaScript, runShell } from '../docs/support/run-snippets.js';
import type { Snippet } from '../docs/support/snippets.js';
import { findInPath, install, pack, root, type Tarball } from './support/consumer.js';
import { fileNameOf, readmeOf, readText } from './support/readme.js';

let tarball: Tarball;
let folder: string;
let snippets: Snippet[];
const ofLanguage = (language: string): Snippet[] =>
  snippets.filter((snippet) => snippet.language === language && fileNameOf(snippet) === undefined);

beforeAll(() => {
  tarball = pack();
  folder = install(tarball, 'readme');
  snippets = readmeOf(folder);
});

test('it is the README for users, and the checkout has its own', () => {
  expect(readText(folder, 'node_modules/hloom/README.md')).toBe(readText(root, 'js/README.md'));
  expect(readText(root, 'README.md')).toContain('(js/README.md)');
});

test('every block is of a kind that is checked', () => {
  const known = ['js', 'bash', 'ts'];
  const others = snippets.filter((snippet) => fileNameOf(snippet) === undefined && !known.includes(snippet.language));
  expect(others.map(({ place }) => place)).toEqual([]);
  expect(snippets.flatMap((snippet) => fileNameOf(snippet) ?? [])).toEqual([
    ...['vite.config.js', 'build-page.mjs', 'page.js', 'hloom-worker.js', 'page.html', 'notes.html', 'build-node.mjs'],
  ]);
  expect(snippets.filter(({ notRun, quotes }) => notRun !== undefined || quotes !== undefined)).toEqual([]);
});

test('the commands print what stands below them', () => {
  const [installs, ...others] = ofLanguage('bash');
  expect(installs?.code).toBe('npm install hloom');
  expect(others.length).toBeGreaterThan(0);
  const { dependencies } = JSON.parse(readText(folder, 'package.json')) as { dependencies: object };
  expect(Object.keys(dependencies)).toEqual(['hloom']);
  expect(findInPath('npx')).toBeDefined();
  for (const { code, output } of others) {
    expect(code).not.toMatch(/^npm /m);
    runShell(folder, code.split('\n'), output, { ...process.env, npm_config_offline: 'true', npm_config_loglevel: 'error' });
  }
}); // prettier-ignore

test('the TypeScript compiles and prints what stands below it', () => {
  const blocks = ofLanguage('ts');
  expect(blocks).toHaveLength(1);
  for (const { code, output } of blocks) {
    writeFileSync(join(folder, 'program.ts'), code);
    const strict = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes'];
    const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, ...strict, ...target, 'program.ts'], { cwd: folder, encoding: 'utf8' });
    const compiled = transformSync(code, { loader: 'ts' }).code;
    runJavaScript(folder, [{ place: '', language: 'js', code: compiled, output, notRun: undefined, quotes: undefined }]);
  }
}); // prettier-ignore

test('every link of every page leads to a file of the tarball, or to a page that is public', () => {
  const pages = [...tarball.files.keys()].filter((name) => name.endsWith('.md'));
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/operations/add.md']));
  const wrong: string[] = [];
  for (const page of pages) {
    const text = readText(folder, 'node_modules/hloom', page).replace(/^```[^]*?^```$/gm, '');
    // Code has no links, as f32[<=4](2) looks like one.
    for (const [, target = '', anchor] of text.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)#\s]*)(#[^)]*)?\)/g)) {
      if (/^https?:/.test(target)) {
        if (!/^https:\/\/(openxla\.org|keepachangelog\.com|semver\.org)\//.test(target)) wrong.push(`${page}: ${target}`);
        continue;
      }
      const file = target === '' ? page : normalize(join(dirname(page), target));
      if (!tarball.files.has(file) && !isFolder(file)) wrong.push(`${page}: ${target}`);
      else if (anchor !== undefined && !anchorsOf(file).has(anchor.slice(1))) wrong.push(`${page}: ${target}${anchor}`);
    }
  }
  expect(wrong).toEqual([]);
}); // prettier-ignore

const isFolder = (path: string): boolean => [...tarball.files.keys()].some((name) => name.startsWith(`${path}/`));

/** The places of a page that can be linked to: its headings, and names that stand in it as HTML. */
function anchorsOf(page: string): Set<string> {
  const text = readText(folder, 'node_modules/hloom', page);
  const named = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name = '']) => name);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
  return new Set([...named, ...headings]);
}

test('nothing names a place where the package is not to be had from', () => {
  const text = readText(root, 'js/README.md') + readText(root, 'CHANGELOG.md');
  expect(text).not.toMatch(/github|gitlab|npm (start|test|run)|CONTRIBUTING|checkout/i);
});

describe('packing', () => {
  test('leaves the checkout as it is', () => {
    const status = (): string =>
      existsSync(join(root, '.git')) ? execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) : '';
    const before = [status(), readText(root, 'README.md'), readText(root, 'package.json')];
    const names = readdirSync(root);
    pack();
    expect([status(), readText(root, 'README.md'), readText(root, 'package.json')]).toEqual(before);
    expect(readdirSync(root)).toEqual(names);
  }); // prettier-ignore

  test('leaves the checkout as it is, also when it is interrupted', async () => {
    const before = [readText(root, 'README.md'), readText(root, 'package.json')];
    const names = readdirSync(root);
    const env = { ...process.env, TMPDIR: folder };
    const child = spawn(process.execPath, [join(root, 'scripts/pack.mjs'), folder], { stdio: 'ignore', env });
    const ended = new Promise((done) => child.once('exit', (_, signal) => { done(signal); })); // prettier-ignore
    await new Promise((done) => setTimeout(done, 100));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect([readText(root, 'README.md'), readText(root, 'package.json')]).toEqual(before);
    expect(readdirSync(root)).toEqual(names);
  });

  test('the checkout itself cannot be packed or published by mistake', () => {
    const { private: isPrivate } = JSON.parse(readText(root, 'package.json')) as { private?: boolean };
    expect(isPrivate).toBe(true);
    expect(() =>
      execFileSync('npm', ['pack', '--dry-run', '--pack-destination', folder], { cwd: root, stdio: 'pipe' }),
    ).toThrow(/npm run package/);
  });
});
