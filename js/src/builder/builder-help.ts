/** What to do about an argument of a builder function that is of the wrong kind: words for what was given and wanted. */

import type { ArgumentKind, ArgumentRow, FunctionRow, OverloadRow } from './builder-call.js';
import { bigintText, countText, describeValue } from '../base/describe.js';
import { elementInfo } from '../values/element-type.js';
import { elementTypeHelp, elementTypeMeant } from '../values/element-type-help.js';
import { Literal } from '../values/literal.js';
import { isArrayLike } from '../values/nested.js';
import { Shape } from '../values/shape.js';
import { suggestion } from '../base/suggest.js';
import { isScalar } from '../values/values.js';
import { XlaComputation } from './xla-computation.js';
import { XlaOp } from './xla-op.js';

/** What an argument should have been, and an example of it. */
const kindNames: Readonly<Record<ArgumentKind, readonly [name: string, example: string]>> = {
  op: ['an operation', 'what a builder function returned'],
  'op[]': ['an array of operations', 'an array of what builder functions returned'],
  int64: ['an integer', 'an integer such as 1'],
  'int64[]': ['an array of integers', 'an array such as [0, 1]'],
  bool: ['a truth value', 'true or false'],
  'bool[]': ['an array of truth values', 'an array such as [true, false]'],
  string: ['a string', 'text of whole Unicode characters'],
  type: ['the name of an element type', "a name such as 'F32'"],
  shape: ['a shape', "a shape such as f32(2, 3), or its text 'f32[2,3]'"],
  literal: ['a literal', 'a Literal, a number, bigint or boolean, or nested arrays of them'],
  computation: ['a computation', 'what builder.build() returned'],
  'computation[]': ['an array of computations', 'an array of what builder.build() returned'],
  enum: ['one of its values', 'one of its values'],
  padding_config: [
    'an array with a padding for each dimension',
    'an array such as [[1, 0], [0, 2, 1]], or [{ edgePaddingLow: 1 }, { edgePaddingHigh: 2, interiorPadding: 1 }]',
  ],
  'int64_pair[]': ['an array of pairs of integers', 'an array such as [[1, 0], [0, 2]]'],
  padding: ["'SAME', 'VALID' or an array with a pair for each dimension", "'SAME', 'VALID' or pairs such as [[1, 0]]"],
  record: ['an object', 'an object with its fields'],
  'record[]': ['an array of objects', 'an array of objects with their fields'],
  'shape[]': ['an array of shapes', "an array of shapes such as [f32(2, 3), 's32[4]']"],
  result_accuracy: [
    'a mode or a tolerance',
    "{ mode: 'HIGHEST' }, or { tolerance: { atol, rtol, ulps } } with some of these numbers",
  ],
};

/** What an argument of this kind is called. */
export function kindName(row: Pick<ArgumentRow, 'kind' | 'values' | 'fields'>): string {
  if (row.kind === 'enum') return `one of ${(row.values ?? []).join(', ')}`;
  if (row.kind === 'record' && row.fields !== undefined) return `an object with ${fieldNames(row)}`;
  return kindNames[row.kind][0];
}

/** The names of a record's fields. */
export function fieldNames({ fields = [] }: Pick<ArgumentRow, 'fields'>): string {
  return fields.map(({ js }) => js).join(', ');
}

/** What to pass in the place of a value that is not of the kind. */
export function kindHelp(row: Pick<ArgumentRow, 'kind' | 'values' | 'fields'>, value: unknown): string {
  const { kind } = row;
  if (value instanceof Promise) return 'await the promise, and pass what it gives';
  if (kind === 'op') return operationHelp(value);
  if (kind === 'type') return elementTypeHelp(value instanceof Shape ? value.type : value);
  if (kind === 'enum') return valueHelp(value, row.values ?? []);
  if (kind === 'padding' && typeof value === 'string') return valueHelp(value, ['SAME', 'VALID']);
  if (kind === 'string') return stringHelp(value);
  if (kind.endsWith('[]') && isOneOf(kind, value)) {
    return `put it into an array: [${typeof value === 'number' || typeof value === 'boolean' ? value : 'x'}]`;
  }
  if (kind === 'shape') return shapeHelp(value);
  if (kind.startsWith('computation') && typeof value === 'function') {
    return 'build the computation with an XlaBuilder of its own: operations record a program, they do not call functions';
  }
  if (kind === 'int64' && typeof value === 'number') return 'pass a whole number';
  if (kind === 'int64' && isNumberText(value)) return `pass the number itself: ${value.trim()}`;
  if (kind === 'record') return `pass ${kindName(row)}`;
  return `pass ${kindNames[kind][1]}`;
}

function isOneOf(kind: ArgumentKind, value: unknown): boolean {
  if (kind === 'op[]') return value instanceof XlaOp;
  if (kind === 'computation[]') return value instanceof XlaComputation;
  if (kind === 'shape[]') return value instanceof Shape;
  return typeof value === (kind === 'bool[]' ? 'boolean' : 'number');
}

function operationHelp(value: unknown): string {
  if (value instanceof Literal || isScalar(value) || (isArrayLike(value) && !hasOperation(value))) {
    return 'make an operation of the value with constant(...)';
  }
  if (value instanceof XlaComputation) return 'call(...) makes an operation of a computation and its arguments';
  if (value instanceof Shape) return 'parameter(number, shape, name) makes an operation of a shape';
  if (isArrayLike(value))
    return 'pass the operation itself, without an array around it; tuple(...) makes one of several';
  return 'pass what a builder function returned; make constants of numbers with constant(...)';
}

function hasOperation(values: ArrayLike<unknown>): boolean {
  return values[0] instanceof XlaOp;
}

/** Signs of comparisons, which other languages compare by. */
const signs: Readonly<Record<string, string>> = {
  '<': 'LT',
  '<=': 'LE',
  '==': 'EQ',
  '===': 'EQ',
  '!=': 'NE',
  '!==': 'NE',
  '>': 'GT',
  '>=': 'GE',
};

function valueHelp(value: unknown, values: readonly string[]): string {
  const otherwise = `pass one of ${values.join(', ')}`;
  if (typeof value !== 'string') return otherwise;
  const sign = signs[value];
  if (sign !== undefined && values.includes(sign)) return `did you mean '${sign}'?`;
  return suggestion(value.toUpperCase(), values, otherwise);
}

function stringHelp(value: unknown): string {
  return typeof value === 'string' ? 'pass text of whole Unicode characters' : 'pass a string';
}

function shapeHelp(value: unknown): string {
  const meant = typeof value === 'string' && value.length <= 40 ? elementTypeMeant(value) : undefined;
  if (meant !== undefined) {
    const { text } = elementInfo(meant);
    return `write the sizes too: '${text}[2,3]', or '${text}[]' for a scalar`;
  }
  if (typeof value === 'function') return 'call the function to make a shape, as in f32(2, 3), or f32() for a scalar';
  if (Array.isArray(value)) return 'sizes alone are no shape: give the element type too, as in f32(2, 3)';
  return "pass a shape such as f32(2, 3), or its text 'f32[2,3]'";
}

function isNumberText(value: unknown): value is string {
  return typeof value === 'string' && /^\s*-?[0-9]{1,15}\s*$/.test(value);
}

/** Why a number or bigint is not an integer of 64 bits, and what to do; undefined for what is none at all. */
export function integerProblem(value: unknown): readonly [problem: string, help: string] | undefined {
  if (typeof value === 'bigint') {
    return [`${bigintText(value)}, beyond 64 bits`, 'integers are from -(2n ** 63n) to 2n ** 63n - 1n'];
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  const exact = Math.abs(value) < 2 ** 63 ? `, as in ${BigInt(value)}n` : ' (of 64 bits at most)';
  return [
    `${value}, too big for a number: numbers are exact only below 2^53`,
    `write integers beyond as bigints${exact}`,
  ];
}

/** A few words about any value, the package's own included. */
export function describeArgument(value: unknown): string {
  if (value instanceof XlaOp) return `an operation of shape ${value.shape.toString()}`;
  if (value instanceof XlaComputation) return 'a computation';
  if (value instanceof Literal) return 'a literal';
  if (value instanceof Shape) return 'a shape';
  return describeValue(value);
}

/** What a function was called with. */
export function describeArguments(args: readonly unknown[]): string {
  return args.length === 0 ? 'without arguments' : `with (${args.map(describeArgument).join(', ')})`;
}

const typeNames: Readonly<Partial<Record<ArgumentKind, string>>> = {
  op: 'XlaOp',
  'op[]': 'XlaOp[]',
  int64: 'number',
  'int64[]': 'number[]',
  bool: 'boolean',
  'bool[]': 'boolean[]',
  type: 'ElementType',
  shape: 'Shape',
  'shape[]': 'Shape[]',
  literal: 'Literal',
  computation: 'XlaComputation',
  'computation[]': 'XlaComputation[]',
  padding_config: '[low, high][]',
  'int64_pair[]': '[low, high][]',
  padding: "'SAME' | 'VALID' | [low, high][]",
  result_accuracy: '{ mode } | { tolerance }',
};

/** How a function is called, in TypeScript's words: `add(lhs: XlaOp, rhs: XlaOp, { broadcastDimensions })`. */
export function signature(row: FunctionRow, overload: OverloadRow): string {
  const typeName = (argument: ArgumentRow): string => {
    if (argument.kind === 'enum') return (argument.values ?? []).map((value) => `'${value}'`).join(' | ');
    if (argument.kind === 'record') return `{ ${fieldNames(argument)} }`;
    if (argument.kind === 'record[]') return `{ ${fieldNames(argument)} }[]`;
    return typeNames[argument.kind] ?? argument.kind;
  };
  const parts = overload.required.map((argument) => `${argument.js}: ${typeName(argument)}`);
  if (overload.optional.length > 0) parts.push(`{ ${overload.optional.map(({ js }) => js).join(', ')} }`);
  return `${row.js}(${parts.join(', ')})`;
}

/** What is wrong with the number of arguments of a call whose first ones are right. */
export function countProblem(
  overload: OverloadRow,
  args: readonly unknown[],
): readonly [problem: string, help: string] {
  const missing = overload.required[args.length];
  if (missing !== undefined) {
    return [`the argument ${missing.js} is missing: ${kindName(missing)}`, kindHelp(missing, undefined)];
  }
  const { length } = overload.required;
  const { optional } = overload;
  if (args.length === length + 1 && optional.length > 0 && !(args[length] instanceof XlaOp)) {
    const options = optional.map(({ js }) => js);
    return [
      `the options are ${describeArgument(args[length])}, not an object`,
      `write an option with its name: { ${options[0] ?? ''}: ... }${options.length > 1 ? `; there are ${options.join(', ')}` : ''}`,
    ];
  }
  const options = optional.length > 0 ? ' and an object with options' : '';
  const takes = length === 0 ? 'no argument' : countText(length, 'argument');
  const binary = length === 2 && overload.required.every(({ kind }) => kind === 'op');
  const more = binary && args[length] instanceof XlaOp ? '; for more operands, call it again with its result' : '';
  return [`it takes ${takes}${options}, not ${args.length}`, `leave out what comes after them${more}`];
}
