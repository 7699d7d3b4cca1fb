// A new attribute kind costs one file: what the core tells of two that no operation has yet (tests/core/hlo/next_kinds)
// gives typed methods, and arguments that are checked and encoded.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import type { Form } from '../../../js/src/builder/kinds.js';
import { expectError } from '../support/expect-error.js';
import { caller, recordCalls } from '../support/recorded-call.js';

const support = resolve(__dirname, '../support');
const output = mkdtempSync(join(tmpdir(), 'hloom-kinds-'));

afterAll(() => {
  rmSync(output, { recursive: true });
});

interface Table {
  kinds: unknown[];
  builders: unknown[];
}

/** The texts that are generated when a function has arguments of these kinds. */
function generate(): (name: string) => string {
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(support, name), 'utf8'));
  const table = readJson('ops-sample.json') as Table;
  const bool = { name: 'bool', form: { type: 'boolean', meaning: 'a truth value', example: 'true or false' } };
  table.kinds.push(bool, ...(readJson('next-kinds.json') as unknown[]));
  const argument = (name: string, js: string, kind: string, required: boolean): object => {
    return { name, js, kind, required, default: required ? '' : '{}', doc: `the ${name}` };
  };
  table.builders.push({
    name: 'SolveAcross',
    js: 'solveAcross',
    overload: 0,
    group: 'solutions',
    lowers_to: ['triangular-solve'],
    arguments: [
      argument('a', 'a', 'op', true),
      argument('how', 'how', 'SystemOptions', true),
      argument('replica_groups', 'replicaGroups', 'replica_groups', false),
    ],
    rules: [],
    doc: 'Solutions across replicas.',
    source: '',
    example: '',
  });
  writeFileSync(join(output, 'ops.json'), JSON.stringify(table));
  execFileSync(process.execPath, [
    resolve(__dirname, '../../../js/tools/generate.mjs'),
    join(output, 'ops.json'),
    output,
  ]);
  return (name) => readFileSync(join(output, name), 'utf8');
}

const generated = generate();

/** The table of kinds that the package would have. */
function loadKinds(): Record<'SystemOptions' | 'replica_groups', Form> {
  const code = ts.transpile(generated('kinds.ts'), { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 });
  const module = { exports: {} as { kinds: Record<'SystemOptions' | 'replica_groups', Form> } };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is our own text
  new Function('exports', code)(module.exports);
  return module.exports.kinds;
}

test('types are declared and documented', () => {
  const types = generated('argument-types.ts');
  expect(types).toContain('/** How a triangular system is solved. */\nexport interface SystemOptions {');
  expect(types).toContain('readonly unitDiagonal?: boolean | undefined;');
  expect(types).toContain('export type IdGroups = readonly (readonly Int64[])[];');
  const methods = generated('builder-methods.ts');
  expect(methods).toMatch(/solveAcross\(\s*a: XlaOp,\s*how: SystemOptions,\s*options\?: \{/);
  expect(methods).toContain('readonly replicaGroups?: IdGroups | undefined;');
  expect(methods).toContain(
    "import type { IdGroups, PickDimensionNumbers, SystemOptions } from './argument-types.js';",
  );
});

describe('arguments', () => {
  const lastArguments = recordCalls();
  const kinds = loadKinds();
  const solve = caller(
    'SolveAcross',
    [{ name: 'how', js: 'how', kind: kinds.SystemOptions }],
    [{ name: 'replica_groups', js: 'replicaGroups', kind: kinds.replica_groups }],
  );
  const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };

  test('reach the core as its kinds read them', () => {
    solve({ lower: true, leftSide: false }, { replicaGroups: [[0, 1], [2]] });
    expect(lastArguments()).toEqual({
      how: { lower: true, left_side: false },
      replica_groups: [['0', '1'], ['2']],
    });
  });

  test('are refused with the place and the fix', async () => {
    await expectError(() => solve({ leftSid: true }), {
      ...refused,
      message: /how has no field "leftSid"/,
      help: /^did you mean leftSide\?$/,
    });
    await expectError(() => solve({}, { replicaGroups: [0, 1] }), {
      ...refused,
      message: /replicaGroups\[0\] is 0, not an array of integers/,
      help: /^put it into an array: \[0\]$/,
    });
    await expectError(() => solve({}, { replicaGroups: [[0, 1.5]] }), {
      ...refused,
      message: /replicaGroups\[0\]\[1\] is 1\.5, not an integer/,
    });
    await expectError(() => solve({}, { replicaGroups: 'all' }), {
      ...refused,
      message: /replicaGroups is "all", not an array of groups of replicas/,
      help: /\[\[0, 1\], \[2, 3\]\]/,
    });
  });
});
