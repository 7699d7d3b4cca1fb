// docs/operations.md, docs/operations/, docs/functions/ and docs/rules.md are what the tables say, and every example of a builder
// function prints what its page shows.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSnippets, root } from './support/snippets.js';

interface Tables {
  readonly types: readonly { readonly name: string; readonly kind: string }[];
  readonly operations: readonly { readonly name: string }[];
  readonly builders: readonly { readonly js: string; readonly lowers_to: readonly string[] }[];
}

const tables = JSON.parse(readFileSync(join(root, 'build/ops.json'), 'utf8')) as Tables;
const elementTypes = tables.types.filter(({ kind }) => !['tuple', 'token', 'opaque', 'buffer'].includes(kind));

test('the pages are up to date (npm run docs)', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/generate-docs.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('the programs of operations and functions print what stands below them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hloom-examples-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const pagesIn = (folder: string): string[] => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const pages = pagesIn('docs/operations');
  const programs = [...pages, ...pagesIn('docs/functions')]
    .flatMap(readSnippets)
    .filter(({ language }) => language === 'js');

  // One process and one client for all: each program is a function with its own console.
  function outputs(): string[] {
    const functions = programs.map(({ code }) => {
      const body = code.replace(/^import \{ (?:Client, )?(.*) \} from 'hloom';$/m, 'const { $1 } = hloom;');
      return `async (console, Client) => {\n${body}\n}`;
    });
    writeFileSync(join(folder, 'package.json'), '{}');
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/hloom'));
    const file = join(folder, 'examples.mjs');
    writeFileSync(
      file,
      `import * as hloom from 'hloom';
       const client = await hloom.Client.create();
       const outputs = [];
       for (const program of [${functions.join(',\n')}]) {
         const lines = [];
         try {
           await program({ log: (text) => lines.push(text) }, { create: () => Promise.resolve(client) });
         } catch (error) {
           lines.push(String(error));
         }
         outputs.push(lines.join('\\n'));
       }
       client.dispose();
       console.log(JSON.stringify(outputs));`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 50_000 });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as string[];
  }

  const printed = outputs();
  test.each(programs.map(({ place }, i) => [place, i] as const))('%s', (_, i) => {
    expect(printed[i]).toBe(programs[i]?.output);
  });

  test('every operation and every builder function has one', () => {
    expect(pages).toEqual(tables.operations.map(({ name }) => `docs/operations/${name}.md`).sort());
    for (const { js } of tables.builders) {
      expect([js, programs.some(({ code }) => code.includes(`b.${js}(`))]).toEqual([js, true]);
    }
  });
});

describe('the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  test('counts operations and types right', () => {
    expect(readme).toContain(`${tables.operations.length} HLO operations and ${elementTypes.length} element types`);
  });
});
