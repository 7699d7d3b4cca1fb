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
  table.kinds.push(...(readJson('next-kinds.json') as unknown[]));
  const argument = (name: string, js: string, kind: string, required: boolean): object => {
    return { name, js, kind, required, default: required ? '' : '{}', doc: `the ${name}` };
  };
  table.builders.push({
    name: 'DotAcross',
    js: 'dotAcross',
    overload: 0,
    group: 'products',
    lowers_to: ['dot'],
    arguments: [
      argument('lhs', 'lhs', 'op', true),
      argument('dimension_numbers', 'dimensionNumbers', 'DotDimensionNumbers', true),
      argument('replica_groups', 'replicaGroups', 'replica_groups', false),
    ],
    rules: [],
    doc: 'Products across replicas.',
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
function loadKinds(): Record<'DotDimensionNumbers' | 'replica_groups', Form> {
  const code = ts.transpile(generated('kinds.ts'), { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 });
  const module = { exports: {} as { kinds: Record<'DotDimensionNumbers' | 'replica_groups', Form> } };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is our own text
  new Function('exports', code)(module.exports);
  return module.exports.kinds;
}

test('types are declared and documented', () => {
  const types = generated('argument-types.ts');
  expect(types).toContain(
    "/** How the dimensions of a product's operands go together. */\nexport interface DotDimensionNumbers {",
  );
  expect(types).toContain('readonly lhsContractingDims?: readonly Int64[] | undefined;');
  expect(types).toContain('export type ReplicaGroups = readonly (readonly Int64[])[];');
  const methods = generated('builder-methods.ts');
  expect(methods).toMatch(/dotAcross\(\s*lhs: XlaOp,\s*dimensionNumbers: DotDimensionNumbers,\s*options\?: \{/);
  expect(methods).toContain('readonly replicaGroups?: ReplicaGroups | undefined;');
  expect(methods).toContain(
    "import type { DotDimensionNumbers, PickDimensionNumbers, ReplicaGroups } from './argument-types.js';",
  );
});

describe('arguments', () => {
  const lastArguments = recordCalls();
  const kinds = loadKinds();
  const dot = caller(
    'DotAcross',
    [{ name: 'dimension_numbers', js: 'dimensionNumbers', kind: kinds.DotDimensionNumbers }],
    [{ name: 'replica_groups', js: 'replicaGroups', kind: kinds.replica_groups }],
  );
  const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };

  test('reach the core as its kinds read them', () => {
    dot({ lhsContractingDims: [1], rhsContractingDims: [0n] }, { replicaGroups: [[0, 1], [2]] });
    expect(lastArguments()).toEqual({
      dimension_numbers: { lhs_contracting_dims: ['1'], rhs_contracting_dims: ['0'] },
      replica_groups: [['0', '1'], ['2']],
    });
  });

  test('are refused with the place and the fix', async () => {
    await expectError(() => dot({ lhsContractingDim: [1] }), {
      ...refused,
      message: /dimensionNumbers has no field "lhsContractingDim"/,
      help: /^did you mean lhsContractingDims\?$/,
    });
    await expectError(() => dot({}, { replicaGroups: [0, 1] }), {
      ...refused,
      message: /replicaGroups\[0\] is 0, not an array of integers/,
      help: /^put it into an array: \[0\]$/,
    });
    await expectError(() => dot({}, { replicaGroups: [[0, 1.5]] }), {
      ...refused,
      message: /replicaGroups\[0\]\[1\] is 1\.5, not an integer/,
    });
    await expectError(() => dot({}, { replicaGroups: 'all' }), {
      ...refused,
      message: /replicaGroups is "all", not an array of groups of replicas/,
      help: /\[\[0, 1\], \[2, 3\]\]/,
    });
  });
});
