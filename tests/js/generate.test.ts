import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const sample = join(__dirname, 'support/ops-sample.json');
const output = mkdtempSync(join(tmpdir(), 'hloom-generate-'));

function generate(): Record<'methods' | 'kinds' | 'types' | 'limits', string> {
  execFileSync(process.execPath, [join(root, 'js/tools/generate.mjs'), sample, output]);
  const read = (name: string): string => readFileSync(join(output, name), 'utf8');
  return {
    methods: read('builder-methods.ts'),
    kinds: read('kinds.ts'),
    types: read('argument-types.ts'),
    limits: read('limits.ts'),
  };
}

afterAll(() => {
  rmSync(output, { recursive: true });
});

const { methods, kinds, types, limits } = generate();

test('the same tables give the same bytes', () => {
  expect(generate()).toEqual({ methods, kinds, types, limits });
});

test('required arguments are positional, optional ones are in one object', () => {
  expect(methods).toMatch(
    /\n {2}add<L extends Operand, R extends OperandLike<L>, const B extends readonly Int64\[\]>\(\s*lhs: L,\s*rhs: R,\s*options\?: \{/,
  );
  expect(methods).toMatch(
    /readonly broadcastDimensions\?: DimensionsBetween<L, R, B> \| undefined;\s*\},?\s*\): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>>;/,
  );
  expect(methods).toContain(
    'parameter<S extends Shape | string>(parameterNumber: Int64, shape: S, name: string): OpOf<S>;',
  );
  expect(methods).toMatch(/compare<.*>\(\s*lhs: L,\s*rhs: R,\s*direction: 'EQ' \| 'NE'/);
  expect(methods).toContain('while(condition: XlaComputation, body: XlaComputation, init: XlaOp): XlaOp;');
});

test('an operand that may be a number says so, and whose element type the number takes', () => {
  expect(methods).toContain("import type { Operand } from '../builder/number-operand.js';");
  expect(methods).toContain('@param lhs - the left operand; or a number, of the element type of rhs');
});

test('a function that gives a computation says so, and a literal may take the type of an argument', () => {
  expect(methods).toContain('createCounter(start: Literal | NestedArray, of: XlaOp): XlaComputation;');
  expect(methods).toMatch(/withFunctions\(\s*BuilderState,\s*'[^']*',\s*'createCounter',?\s*\)/);
  expect(methods).toContain('@param start - where it starts\n');
});

test('a record is an interface, documented field by field, and its fields are in the row', () => {
  expect(types).toMatch(
    /\/\*\* Which dimension is which\. \*\/\nexport interface PickDimensionNumbers \{\n {2}\/\*\* those that count within a slice \*\/\n {2}readonly offsetDims: readonly Int64\[\];/,
  );
  expect(types).toContain('readonly batchingDims?: readonly Int64[] | undefined;');
  expect(types).toContain('readonly indexVectorDim: Int64;');
  expect(methods).toMatch(/pick\(\s*operand: XlaOp,\s*dimensionNumbers: PickDimensionNumbers,/);
  expect(methods).toContain('readonly otherNumbers?: readonly PickDimensionNumbers[] | undefined;');
  expect(methods).toContain('readonly operandShapes?: readonly (Shape | string)[] | undefined;');
  expect(types.match(/interface PickDimensionNumbers/g)).toHaveLength(1);
  expect(methods).toContain("import type { PickDimensionNumbers } from './argument-types.js';");
  expect(kinds).toContain("{ name: 'batching_dims', js: 'batchingDims', kind: int64ListForm, required: false },");
});

test('overloads become overloads', () => {
  expect(methods.match(/^ {2}conditional\(/gm)).toHaveLength(2);
  expect(methods).toMatch(/branchComputations: readonly XlaComputation\[\],\s*branchOperands: readonly XlaOp\[\]/);
});

test('docs carry the text, the rules, the source and the example, and end where they should', () => {
  expect(methods).toContain(' * The sum, element by element.');
  expect(methods).toContain('@throws HloomError `broadcast.c2`: Sizes of matched dimensions are equal, or one is 1.');
  expect(methods).toContain('@remarks Source: Operation Semantics, Element-wise binary.');
  expect(methods).toContain('const y = b.add(x, v, { broadcastDimensions: [1] });');
  expect(methods).toContain('the right operand *\\/ of the two');
});

test('limits are constants', () => {
  expect(limits).toContain('export const maxTupleDepth = 9;');
  expect(limits).toContain('export const maxShapeParts = 99;');
});
