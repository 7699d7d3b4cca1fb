// docs/operations.md and docs/rules.md are what the tables say, and every example of a builder function runs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSnippets, root } from './support/snippets.js';

interface Tables {
  readonly types: readonly { readonly name: string; readonly kind: string }[];
  readonly operations: readonly { readonly name: string }[];
  readonly builders: readonly { readonly js: string; readonly overload: number; readonly example: string }[];
}

const tables = JSON.parse(readFileSync(join(root, 'build/ops.json'), 'utf8')) as Tables;
const elementTypes = tables.types.filter(({ kind }) => !['tuple', 'token', 'opaque'].includes(kind));

test('the pages are up to date (npm run docs)', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/generate-docs.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('examples', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hloom-examples-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  // One process for all. Each example is built in a builder of its own, with what it declares as the result, and run.
  function results(): Record<string, string> {
    const names = readSnippets('docs/operations.md')[0]?.code ?? '';
    const [shared = '', fresh = ''] = names.split("const b = new XlaBuilder('example');");
    const blocks = tables.builders.map(({ js, overload, example }) => {
      const variable = /^const (\w+) = /.exec(example)?.[1] ?? 'none';
      return `
        try {
          const b = new XlaBuilder('example');
          ${fresh}
          ${example}
          const executable = await client.compile(b.build(${variable}));
          const args = executable.programShape.parameters.map((shape) => new Float32Array(shape.elementCount));
          const result = await executable.run(...args);
          results['${js} ${overload}'] = String(result.shape) === String(${variable}.shape) ? 'ran' : 'another shape';
        } catch (error) {
          results['${js} ${overload}'] = String(error);
        }`;
    });
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/hloom'));
    const file = join(folder, 'examples.mjs');
    writeFileSync(file, `${shared}const results = {};\n${blocks.join('\n')}\nconsole.log(JSON.stringify(results));\n`);
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 50_000 });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, string>;
  }

  const outcomes = results();
  test.each(tables.builders.map(({ js, overload }) => `${js} ${overload}`))('%s', (name) => {
    expect(outcomes[name]).toBe('ran');
  });
});

describe('the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  test('counts operations and types right', () => {
    expect(readme).toContain(`${tables.operations.length} HLO operations and ${elementTypes.length} element types`);
  });
});
