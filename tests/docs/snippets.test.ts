// Every snippet of the documentation has the stated result.
//
//   js      runs in Node against the package; it prints exactly the `text` block after it, or nothing. A snippet without
//           an import continues the one before. ten-programs.test.ts runs the programs of that page.
//   bash    npm commands name scripts that exist; all others run, in order, with a home folder of their own and `hloom`
//           in the path; those for the library of C++ run in cpp.long.test.ts
//   cpp, cmake and all that have `<!-- from path -->` above: stand in that file, word for word
//   json, jsonc   parse
//   python  parses; its programs need libraries that `npm test` does not install
//
// `<!-- not run: reason -->` above a snippet excuses it.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { needLibrary, runCommands, runJavaScript } from './support/run-snippets.js';
import { programsOf, readSnippets, root, type Snippet } from './support/snippets.js';

// These are written by scripts/generate-docs.mjs, and tested in generated.test.ts.
const generated = ['operations.md', 'rules.md'];
const operations = ['operations', 'functions'].flatMap((folder) =>
  readdirSync(join(root, 'docs', folder)).map((name) => `${folder}/${name}`),
);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'wasm/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !generated.includes(name))
    .map((name) => `docs/${name}`),
];
const all = pages.flatMap(readSnippets);
const snippets = all.filter(({ notRun }) => notRun === undefined);
const ofLanguage = (...languages: string[]): Snippet[] =>
  snippets.filter(({ language, quotes }) => languages.includes(language) && quotes === undefined);

const folder = mkdtempSync(join(tmpdir(), 'hloom-docs-'));
// A project of its own, independent of the folders above.
writeFileSync(join(folder, 'package.json'), '{}');
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/hloom'));
// The command, as npm installs it.
mkdirSync(join(folder, 'bin'));
symlinkSync(join(root, 'dist/cli.mjs'), join(folder, 'bin/hloom'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** One test a snippet; a group may be empty. */
function forEach(list: readonly Snippet[], check: (snippet: Snippet) => void): void {
  test('are not empty', () => {
    expect(list.map(({ code }) => code)).not.toContain('');
  });
  for (const snippet of list) {
    test(snippet.place, () => {
      check(snippet);
    });
  }
}

describe('js', () => {
  for (const page of pages.filter((name) => name !== 'docs/ten-programs.md')) {
    for (const program of programsOf(ofLanguage('js').filter(({ place }) => place.startsWith(`${page}:`)))) {
      test(program[0]?.place ?? page, () => {
        runJavaScript(folder, program);
      });
    }
  }
});

const npmScripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts;

function checkNpm(command: string): void {
  const [, script = ''] = /^npm (?:run )?(\S+)/.exec(command) ?? [];
  expect(Object.keys(npmScripts)).toContain(script);
}

describe('bash', () => {
  forEach(ofLanguage('bash'), (snippet) => {
    snippet.code.match(/^npm .*$/gm)?.forEach(checkNpm);
    if (needLibrary(snippet)) return;
    const path = `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`;
    runCommands(snippet, { ...process.env, HOME: folder, PATH: path });
  });
});

describe('quotes', () => {
  const quotes = snippets.filter(({ quotes }) => quotes !== undefined);
  forEach(quotes, ({ code, quotes = '' }) => {
    const file = readFileSync(join(root, quotes), 'utf8');
    if (!file.includes(code)) expect(code).toBe(`a part of ${quotes}`);
  });
});

describe('json', () => {
  forEach(ofLanguage('json', 'jsonc'), ({ code }) => {
    expect(() => JSON.parse(code.replace(/^\s*\/\/.*$/gm, '')) as unknown).not.toThrow();
  });
});

test('python', () => {
  const parse = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)';
  const input = JSON.stringify(ofLanguage('python').map(({ code }) => code));
  const { status, stderr } = spawnSync('python3', ['-c', parse], { encoding: 'utf8', input });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('no snippet is of a kind that nothing checks, and few are excused', () => {
  const checked = ['js', 'bash', 'json', 'jsonc', 'python'];
  const unknown = snippets.filter(({ language, quotes }) => !checked.includes(language) && quotes === undefined);
  expect(unknown.map(({ place, language }) => `${place} ${language}`)).toEqual([]);
  expect(all.length - snippets.length).toBeLessThanOrEqual(2);
  expect(ofLanguage('js').length).toBeGreaterThan(10);
});

test('every link to a file leads to one', () => {
  const broken: string[] = [];
  for (const page of [...pages, ...[...generated, ...operations].map((name) => `docs/${name}`)]) {
    // Code has no links, as f32[<=4](2) looks like one.
    const text = readFileSync(join(root, page), 'utf8').replace(/^```[^]*?^```$/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (!existsSync(join(root, dirname(page), target))) broken.push(`${page}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});
