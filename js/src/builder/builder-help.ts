/** The help for an argument of a builder function of the wrong kind: the words for the given and the expected value. */

import type { ArgumentRow, FunctionRow, FunctionTable, OverloadRow } from './builder-call.js';
import { bigintText, countText, describeValue, isArray } from '../base/describe.js';
import { recordingBuilder } from './current-builder.js';
import { elementInfo } from '../values/element-type.js';
import { elementTypeHelp, elementTypeMeant } from '../values/element-type-help.js';
import { isOf, type Form, type ListForm, type PlainForm, type RecordForm } from './kinds.js';
import { lookAlikeHelp } from '../base/look-alike.js';
import { Literal } from '../values/literal.js';
import { isArrayLike } from '../values/nested.js';
import { Shape } from '../values/shape.js';
import { suggestion } from '../base/suggest.js';
import { isComplexObject, isScalar } from '../values/values.js';
import { XlaComputation } from './xla-computation.js';
import { XlaOp } from './xla-op.js';

/** The word for an argument of this form. */
export function kindName(form: Form): string {
  if (form.type === 'choice') return `one of ${form.choices.join(', ')}`;
  if (form.type === 'record') return `an object with ${fieldNames(form)}`;
  return form.meaning ?? 'of its kind';
}

/** The word for an argument. */
export function argumentName({ kind, typeOf }: ArgumentRow): string {
  return typeOf === undefined || kind.type !== 'operation' ? kindName(kind) : `${kindName(kind)} or a number`;
}

/** The value to pass instead of one that is not valid for an argument. */
export function argumentHelp({ js, kind, typeOf }: ArgumentRow, value: unknown): string {
  if (js === 'permutation' && value === undefined) return 'pass the dimensions in their new order, such as [1, 0]';
  if (typeOf === undefined || kind.type !== 'operation') return kindHelp(kind, value);
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) {
    return `pass the number itself: ${Number(value)}`;
  }
  if (value === undefined || value === null || typeof value === 'string') {
    return 'pass what a builder function returned, or a number';
  }
  return kindHelp(kind, value);
}

/** The names of a record's fields. */
export function fieldNames({ fields }: RecordForm): string {
  return fields.map(({ js }) => js).join(', ');
}

/** The value to pass instead of one that is not of the form. */
export function kindHelp(form: Form, value: unknown): string {
  const seeming = lookAlikeHelp(value);
  if (seeming !== undefined) return seeming;
  if (value instanceof Promise) return 'await the promise, and pass what it gives';
  switch (form.type) {
    case 'operation':
      return operationHelp(value);
    case 'type':
      return elementTypeHelp(value instanceof Shape ? value.type : value);
    case 'choice':
      return valueHelp(value, form.choices);
    case 'text':
      return stringHelp(value);
    case 'shape':
      return shapeHelp(value);
    case 'either': {
      const choice = form.parts.find((part) => part.type === 'choice');
      if (choice !== undefined && typeof value === 'string') return valueHelp(value, choice.choices);
      break;
    }
    case 'list':
      if (isEntry(form, value)) return `put it into an array: [${entryText(value)}]`;
      if (form.element.type === 'computation' && typeof value === 'function') return functionHelp;
      break;
    case 'computation':
      if (typeof value === 'function') return functionHelp;
      break;
    case 'integer':
      if (typeof value === 'number') return 'pass a whole number';
      if (isNumberText(value)) return `pass the number itself: ${value.trim()}`;
      break;
    default:
  }
  return `pass ${form.type === 'record' ? kindName(form) : (form.example ?? kindName(form))}`;
}

/**
 * The help for an argument that is wrong because of its place among the others: `reshape(x, 3, 2)` has no array around
 * the sizes, and `clamp(x, 0, 1)` has the operand first.
 */
export function placeHelp(
  js: string,
  { required }: OverloadRow,
  row: ArgumentRow,
  args: readonly unknown[],
): string | undefined {
  const index = required.indexOf(row);
  const value = args[index];
  const isTooMany = args.length > required.length || js === 'reshape';
  if (isTooMany && row.kind.type === 'list' && row.kind.element.type === 'integer') {
    const end = args.findIndex((argument, i) => i > index && !Number.isInteger(argument));
    const numbers = args.slice(index, end < 0 ? undefined : end);
    if (numbers.length > 1 && Number.isInteger(value)) return `put the numbers into one array: [${numbers.join(', ')}]`;
  }
  const belongs = (other: ArgumentRow, given: unknown): boolean =>
    isOf(given, other.kind) || (other.typeOf !== undefined && (isScalar(given) || isComplexObject(given)));
  const elsewhere = required.some((other) => other !== row && belongs(other, value));
  const isOperationsPlace = (other: ArgumentRow | undefined): boolean =>
    other?.kind.type === 'operation' && other.typeOf === undefined;
  const swapped = args.some((argument, i) => argument instanceof XlaOp && !isOperationsPlace(required[i]));
  const isNumbers = typeof value !== 'string' && !(value instanceof Shape) && !(value instanceof XlaComputation);
  if (row.kind.type !== 'operation' || !elsewhere || (isNumbers && !swapped)) return undefined;
  const order = `the order is ${js}(${required.map((argument) => argument.js).join(', ')})`;
  const others = required.filter((other) => other !== row).map((argument) => argument.js);
  return js === 'clamp' ? `${order}; or call the method: x.clamp(${others.join(', ')})` : order;
}

const functionHelp =
  'build the computation with an XlaBuilder of its own: operations record a program, they do not call functions';

/** Returns whether a value would be an entry of the list. */
function isEntry({ element }: ListForm, value: unknown): boolean {
  if (element.type === 'integer') return Number.isInteger(value) || typeof value === 'bigint';
  if (element.type === 'shape') return value instanceof Shape;
  return ['operation', 'computation', 'boolean', 'tuple'].includes(element.type) && isOf(value, element);
}

function entryText(value: unknown): string {
  if (typeof value === 'bigint') return `${bigintText(value)}`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'x';
}

/** The help for a value in the place of an operation: a function that is traced has no builder to call. */
function constantHelp(): string {
  return recordingBuilder() === undefined
    ? 'make an operation of the value with constant(...)'
    : 'make an operation of the value: np.array(...)';
}

/** The help for a value on an engine, in a program. */
export const onEngineHelp =
  'a value on an engine goes into a program as an argument: pass it to the call, or make a constant of await value.toLiteral()';

function operationHelp(value: unknown): string {
  if (value instanceof Literal || isScalar(value) || (isArrayLike(value) && !hasOperation(value))) {
    return constantHelp();
  }
  if (typeof (value as { readonly toLiteral?: unknown } | null)?.toLiteral === 'function') return onEngineHelp;
  if (value instanceof XlaComputation) return 'call(...) makes an operation of a computation and its arguments';
  if (value instanceof Shape) return 'parameter(number, shape, name) makes an operation of a shape';
  if (isArrayLike(value))
    return 'pass the operation itself, without an array around it; tuple(...) makes one of several';
  return 'pass what a builder function returned; make constants of numbers with constant(...)';
}

function hasOperation(values: ArrayLike<unknown>): boolean {
  return values[0] instanceof XlaOp;
}

/** Comparison operators of other languages. */
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
  if (isArray(value)) return 'sizes alone are not a shape: give the element type too, as in f32(2, 3)';
  return "pass a shape such as f32(2, 3), or its text 'f32[2,3]'";
}

function isNumberText(value: unknown): value is string {
  return typeof value === 'string' && /^\s*-?[0-9]{1,15}\s*$/.test(value);
}

/** Why a number or bigint is not a 64-bit integer, and the fix; undefined for other values. */
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

/** The help for an operation in the place of a number that must be known while a function is traced. */
export function tracedHelp(value: unknown): string | undefined {
  return value instanceof XlaOp && recordingBuilder() !== undefined
    ? 'a value that is traced is not known yet: for a plain number, name the argument in static, as in jit(f, { static: [1] })'
    : undefined;
}

/** The help for operands of two types, of which one may be a number that a jit function got. */
export function scalarHelp(shapes: readonly string[]): string {
  return recordingBuilder() !== undefined && shapes.includes('f32[]')
    ? '; a number that a jit function gets is f32[], and one that is named in static stays a number'
    : '';
}

/** A few words about any value, including the package's objects. */
export function describeArgument(value: unknown): string {
  if (value instanceof XlaOp) return `an operation of shape ${value.shape.toString()}`;
  if (value instanceof XlaComputation) return 'a computation';
  if (value instanceof Literal) return 'a literal';
  if (value instanceof Shape) return 'a shape';
  return describeValue(value);
}

/** The arguments of a call, in words. */
export function describeArguments(args: readonly unknown[]): string {
  return args.length === 0 ? 'without arguments' : `with (${args.map(describeArgument).join(', ')})`;
}

/** TypeScript's names for types without parts. */
const typeNames: Readonly<Record<PlainForm['type'], string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  text: 'string',
  type: 'ElementType',
  shape: 'Shape',
  literal: 'Literal',
  operation: 'XlaOp',
  computation: 'XlaComputation',
};

/** A short TypeScript type of an argument. */
function briefType(form: Form): string {
  if (form.brief !== undefined) return form.brief;
  switch (form.type) {
    case 'choice':
      return form.choices.map((value) => `'${value}'`).join(' | ');
    case 'list': {
      const element = briefType(form.element);
      return `${element.includes(' | ') ? `(${element})` : element}[]`;
    }
    case 'tuple':
      return `[${form.partNames.map((name, i) => (i < form.least ? name : `${name}?`)).join(', ')}]`;
    case 'record':
      return `{ ${fieldNames(form)} }`;
    case 'union':
      return form.fields.map(({ js }) => `{ ${js} }`).join(' | ');
    case 'either':
      return form.parts.map(briefType).join(' | ');
    default:
      return typeNames[form.type];
  }
}

/** The call of a function in TypeScript's notation: `add(lhs: XlaOp, rhs: XlaOp, { broadcastDimensions })`. */
export function signature(row: FunctionRow, overload: OverloadRow): string {
  const type = ({ kind, typeOf }: ArgumentRow): string => briefType(kind) + (typeOf === undefined ? '' : ' | number');
  const parts = overload.required.map((row) => `${row.js}: ${type(row)}`);
  if (overload.optional.length > 0) parts.push(`{ ${overload.optional.map(({ js }) => js).join(', ')} }`);
  return `${row.js}(${parts.join(', ')})`;
}

/** The names of the argument `dimensions` in other libraries. */
const dimensionNames = ['axes', 'axis', 'dim', 'dimension', 'dims'];

/**
 * The help for an option that the function does not have. It may be an argument before the options, or an argument of
 * another function of the same operation.
 */
export function unknownOptionHelp(
  option: string,
  overload: OverloadRow,
  row: FunctionRow,
  table: FunctionTable,
): string {
  const isMeant = (js: string): boolean => js === option || (js === 'dimensions' && dimensionNames.includes(option));
  for (const other of row.overloads) {
    const before = other.required.find(({ js }) => isMeant(js));
    if (before !== undefined) return `pass ${before.js} before the options: ${signature(row, other)}`;
  }
  const known = overload.optional.map(({ js }) => js);
  const takers = takersOf(option, row, table);
  const last = takers.pop();
  if (last === undefined) {
    return known.length === 0 ? 'it takes none' : suggestion(option, known, `its options are ${known.join(', ')}`);
  }
  const names = takers.length === 0 ? last : `${takers.join(', ')} or ${last}`;
  return suggestion(option, known, `call ${names}, which ${takers.length === 0 ? 'takes' : 'take'} ${option}`);
}

/** The functions that make the same HLO operation as this one, and take an argument of this name. */
function takersOf(argument: string, row: FunctionRow, table: FunctionTable): string[] {
  return table()
    .filter((other) => other !== row && other.operation === row.operation)
    .filter(({ overloads }) =>
      overloads.some(({ required, optional }) => [...required, ...optional].some(({ js }) => js === argument)),
    )
    .map(({ js }) => js);
}

/** The problem with the number of arguments of a call whose first arguments are valid. */
export function countProblem(
  overload: OverloadRow,
  args: readonly unknown[],
): readonly [problem: string, help: string] {
  const missing = overload.required[args.length];
  if (missing !== undefined) {
    return [`the argument ${missing.js} is missing: ${argumentName(missing)}`, argumentHelp(missing, undefined)];
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
  const binary = length === 2 && overload.required.every(({ kind }) => kind.type === 'operation');
  const more = binary && args[length] instanceof XlaOp ? '; for more operands, call it again with its result' : '';
  return [`it takes ${takes}${options}, not ${args.length}`, `leave out what comes after them${more}`];
}
