/** Calls of builder functions: from JavaScript arguments to the core's, by the rows of the function table. */

import type { BuilderBase } from './builder-base.js';
import { describeValue, isPlainObject, isText } from './describe.js';
import { literalToWire } from './engine/wire-literal.js';
import { jsError } from './errors.js';
import { explanationFromJson } from './explanation.js';
import type { Host } from './host.js';
import { internal } from './internal.js';
import { Literal } from './literal.js';
import { isArrayLike, type NestedArray } from './nested.js';
import { Shape } from './shape.js';
import { isComplexObject, isScalar } from './values.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaComputation } from './xla-computation.js';
import { XlaOp } from './xla-op.js';

/** What an argument of a builder function can be. */
export type ArgumentKind =
  | 'op'
  | 'op[]'
  | 'int64'
  | 'int64[]'
  | 'bool'
  | 'bool[]'
  | 'string'
  | 'type'
  | 'shape'
  | 'literal'
  | 'computation'
  | 'computation[]'
  | 'enum'
  | 'padding_config'
  | 'int64_pair[]'
  | 'padding'
  | 'record'
  | 'record[]'
  | 'shape[]'
  | 'result_accuracy';

/** An integer as arguments take it: numbers up to 2^53, bigints beyond. */
export type Int64 = number | bigint;

/**
 * How one dimension is padded: what is added before its first element, after its last one (negative numbers take
 * elements away), and between every two, 0 when left out.
 */
export type PaddingDimension = readonly [low: Int64, high: Int64, interior?: Int64];

/** Two integers that belong together: the low and high padding of a dimension. */
export type Int64Pair = readonly [first: Int64, second: Int64];

/**
 * How an array is padded for a window: not at all (`'VALID'`), so that there are as many outputs as strides fit
 * (`'SAME'`), or as the low and high padding of each dimension says; negative padding leaves elements out.
 */
export type WindowPadding = 'SAME' | 'VALID' | readonly Int64Pair[];

/**
 * How exactly the results of a function such as Exp are wanted: in a mode, or within a tolerance, whose numbers are 0 or
 * more (0 when left out). Programs keep it for back ends that have several implementations; hloom has one, the most exact.
 */
export type ResultAccuracy =
  | { readonly mode: 'DEFAULT' | 'HIGHEST'; readonly tolerance?: undefined }
  | {
      readonly mode?: undefined;
      /** `ulps` are units in the last place. */
      readonly tolerance: {
        readonly atol?: number | undefined;
        readonly rtol?: number | undefined;
        readonly ulps?: Int64 | undefined;
      };
    };

/** A field of a record: of an object that is one argument, such as the dimension numbers of Gather. */
export interface FieldRow {
  /** The core's name. */
  readonly name: string;
  /** The name in JavaScript. */
  readonly js: string;
  readonly kind: 'int64' | 'int64[]';
  readonly required: boolean;
}

/** One argument of a builder function. */
export interface ArgumentRow {
  /** The core's name. */
  readonly name: string;
  /** The name in JavaScript. */
  readonly js: string;
  readonly kind: ArgumentKind;
  /** The values of an enum. */
  readonly values?: readonly string[];
  /** The fields of a record, or of each. */
  readonly fields?: readonly FieldRow[];
}

/** One overload of a builder function. */
export interface OverloadRow {
  /** XLA's name of the function. */
  readonly name: string;
  readonly overload: number;
  readonly required: readonly ArgumentRow[];
  readonly optional: readonly ArgumentRow[];
}

/** A builder function: its name in JavaScript and its overloads. */
export interface FunctionRow {
  readonly js: string;
  readonly overloads: readonly OverloadRow[];
}

/**
 * Calls a builder function.
 *
 * @throws HloomError `js.c4` for the wrong number of arguments or an unknown option, `js.c5` for an argument of the
 * wrong kind, `js.c2` and `js.c3` for objects that are disposed or of another builder, and the core's own errors
 */
export function callBuilder(builder: BuilderBase, row: FunctionRow, args: readonly unknown[]): XlaOp {
  const { host, handle } = builder[internal](row.js);
  const overload = chooseOverload(row, args);
  const encoder = new Encoder(builder, host, row.js);
  const encoded = encoder.encodeAll(overload, args);
  const { op, shape, explanation } = host.call('builder.call', {
    builder: handle,
    function: overload.name,
    overload: overload.overload,
    arguments: encoded,
  });
  return new XlaOp(
    builder as XlaBuilder,
    op,
    Shape.fromJson(shape, 0, { shapes: encoder.shapes }),
    explanation === undefined ? undefined : explanationFromJson(explanation),
  );
}

/** The overload whose required arguments these are, by their number and kinds. */
function chooseOverload(row: FunctionRow, args: readonly unknown[]): OverloadRow {
  const fitting = row.overloads.filter((overload) => countFits(overload, args));
  const exact = fitting.find((overload) => overload.required.every(({ kind }, index) => isOfKind(args[index], kind)));
  if (exact !== undefined) return exact;
  const only = fitting.length === 1 ? fitting[0] : undefined;
  // With one candidate left, its encoder knows best what is wrong.
  if (only !== undefined) return only;
  const calls = row.overloads.map((overload) => signature(row, overload));
  throw jsError('callArguments', `it cannot be called ${describeArguments(args)}`, {
    op: row.js,
    help: `call it as ${calls.join(', or as ')}`,
  });
}

function countFits(overload: OverloadRow, args: readonly unknown[]): boolean {
  const { length } = overload.required;
  return args.length === length || (args.length === length + 1 && isOptions(args[length]));
}

function isOptions(value: unknown): boolean {
  return value === undefined || (isPlainObject(value) && !isComplexObject(value));
}

function isOfKind(value: unknown, kind: ArgumentKind): boolean {
  switch (kind) {
    case 'op':
      return value instanceof XlaOp;
    case 'op[]':
      return Array.isArray(value) && value.every((entry) => entry instanceof XlaOp);
    case 'int64':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'int64[]':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'bigint' || Number.isInteger(entry));
    case 'padding_config':
      return Array.isArray(value) && value.every((entry) => isInt64s(entry, [2, 3]));
    case 'int64_pair[]':
      return Array.isArray(value) && value.every((entry) => isInt64s(entry, [2]));
    case 'padding':
      return value === 'SAME' || value === 'VALID' || isOfKind(value, 'int64_pair[]');
    case 'bool':
      return typeof value === 'boolean';
    case 'bool[]':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'boolean');
    case 'string':
      return isText(value);
    case 'enum':
      return typeof value === 'string';
    case 'type':
      return typeof value === 'string' && /^[A-Z][A-Z0-9]*$/.test(value);
    case 'shape':
      // The bracket tells the text of a shape from the name of a type: iota takes either.
      return value instanceof Shape || (typeof value === 'string' && /[[(]/.test(value));
    case 'literal':
      return value instanceof Literal || isScalar(value) || isComplexObject(value) || isArrayLike(value);
    case 'computation':
      return value instanceof XlaComputation;
    case 'computation[]':
      return Array.isArray(value) && value.every((entry) => entry instanceof XlaComputation);
    case 'record':
      return isOptions(value) && value !== undefined;
    case 'record[]':
      return Array.isArray(value) && value.every((entry) => isOfKind(entry, 'record'));
    case 'shape[]':
      return Array.isArray(value) && value.every((entry) => isOfKind(entry, 'shape'));
    case 'result_accuracy':
      return isResultAccuracy(value);
  }
}

function isInt64s(value: unknown, lengths: readonly number[]): boolean {
  return isOfKind(value, 'int64[]') && lengths.includes((value as unknown[]).length);
}

function isResultAccuracy(value: unknown): value is ResultAccuracy {
  if (!isPlainObject(value) || !hasOnly(value, ['mode', 'tolerance'])) return false;
  const { mode, tolerance } = value;
  if (tolerance === undefined) return mode === 'DEFAULT' || mode === 'HIGHEST';
  if (mode !== undefined || !isPlainObject(tolerance) || !hasOnly(tolerance, ['atol', 'rtol', 'ulps'])) return false;
  const { atol = 0, rtol = 0, ulps = 0 } = tolerance;
  return typeof atol === 'number' && typeof rtol === 'number' && isOfKind(ulps, 'int64');
}

function hasOnly(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

/** What an argument should have been, and an example of it. */
const kindNames: Readonly<Record<ArgumentKind, readonly [name: string, example: string]>> = {
  op: ['an operation', 'what a builder function returned'],
  'op[]': ['an array of operations', 'an array of what builder functions returned'],
  int64: ['an integer', 'a number, or a bigint beyond 2^53 (of 64 bits at most)'],
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
  padding_config: ['an array with a padding for each dimension', 'an array such as [[1, 0], [0, 2, 1]]'],
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

/** Encodes the arguments of one call. Literals are copied in last: an error before costs no buffer. */
class Encoder {
  readonly #builder: BuilderBase;
  readonly #host: Host;
  readonly #op: string;
  /** Those of the operations among the arguments, by their ids: the answer need not repeat them. */
  readonly shapes = new Map<number, Shape>();

  constructor(builder: BuilderBase, host: Host, op: string) {
    this.#builder = builder;
    this.#host = host;
    this.#op = op;
  }

  #id(value: unknown, argument: string): number {
    const id = this.#builder.idOf(value, this.#op, argument);
    this.shapes.set(id, (value as XlaOp).shape);
    return id;
  }

  encodeAll(overload: OverloadRow, args: readonly unknown[]): Record<string, unknown> {
    const encoded: Record<string, unknown> = {};
    const literals: [string, Literal][] = [];
    const encode = (row: ArgumentRow, value: unknown): void => {
      if (row.kind === 'literal') literals.push([row.name, this.#toLiteral(row, value)]);
      else encoded[row.name] = this.#encode(row, value);
    };
    for (const [index, row] of overload.required.entries()) encode(row, args[index]);
    const options = (args[overload.required.length] ?? {}) as Record<string, unknown>;
    for (const [key, value] of Object.entries(options)) {
      const row = overload.optional.find(({ js }) => js === key);
      if (row === undefined) throw this.#unknownOption(overload, key);
      if (value !== undefined) encode(row, value);
    }
    for (const [name, literal] of literals) {
      const { leaves, ...value } = literalToWire(literal);
      encoded[name] = { ...value, leaves: this.#host.copyAllIn(leaves) };
    }
    return encoded;
  }

  #encode(row: ArgumentRow, value: unknown): unknown {
    switch (row.kind) {
      case 'op':
        return this.#id(value, row.js);
      case 'op[]':
        return this.#array(row, value).map((entry, i) => this.#id(entry, `${row.js}[${i}]`));
      case 'int64':
        return this.#integer(value, row.js);
      case 'int64[]':
        return this.#array(row, value).map((entry, i) => this.#integer(entry, `${row.js}[${i}]`));
      case 'padding':
      case 'int64_pair[]':
      case 'padding_config':
        if (typeof value === 'string' || !isOfKind(value, row.kind)) break;
        return (value as unknown[][]).map((entry, i) =>
          entry.map((number) => this.#integer(number, `${row.js}[${i}]`)),
        );
      case 'record':
        return this.#record(row, value);
      case 'record[]':
        return this.#array(row, value).map((entry, i) => this.#record({ ...row, js: `${row.js}[${i}]` }, entry));
      case 'result_accuracy':
        if (isResultAccuracy(value)) return this.#accuracy(row, value);
        break;
      case 'computation':
        return this.#computation(value, row.js);
      case 'computation[]':
        return this.#array(row, value).map((entry, i) => this.#computation(entry, `${row.js}[${i}]`));
      case 'shape':
        return this.#shape(row.js, value);
      case 'shape[]':
        return this.#array(row, value).map((entry, i) => this.#shape(`${row.js}[${i}]`, entry));
      case 'enum':
        if (typeof value === 'string' && (row.values ?? []).includes(value)) return value;
        throw this.#wrongKind(row.js, value, row.kind, `one of ${(row.values ?? []).join(', ')}`);
      default:
    }
    if (!isOfKind(value, row.kind)) throw this.#wrongKind(row.js, value, row.kind);
    return value;
  }

  #array(row: ArgumentRow, value: unknown): readonly unknown[] {
    if (Array.isArray(value)) return value;
    throw this.#wrongKind(row.js, value, row.kind);
  }

  #integer(value: unknown, argument: string): string {
    const isInteger = typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
    if (isInteger) return String(value);
    throw this.#wrongKind(argument, value, 'int64');
  }

  #shape(argument: string, value: unknown): unknown {
    if (value instanceof Shape) return value.toJson();
    if (isOfKind(value, 'shape')) return value;
    throw this.#wrongKind(argument, value, 'shape');
  }

  #record(row: ArgumentRow, value: unknown): Record<string, unknown> {
    const fields = row.fields ?? [];
    const names = fields.map(({ js }) => js).join(', ');
    if (!isOfKind(value, 'record')) throw this.#wrongKind(row.js, value, 'record', `an object with ${names}`);
    const given = value as Readonly<Record<string, unknown>>;
    for (const key of Object.keys(given)) {
      if (fields.some(({ js }) => js === key)) continue;
      throw jsError('argumentKind', `${row.js} has no field ${JSON.stringify(key)}`, {
        op: this.#op,
        help: `its fields are ${names}`,
      });
    }
    const encoded: Record<string, unknown> = {};
    for (const field of fields) {
      const entry = given[field.js];
      if (entry === undefined && !field.required) continue;
      encoded[field.name] = this.#encode({ ...field, js: `${row.js}.${field.js}` }, entry);
    }
    return encoded;
  }

  #accuracy(row: ArgumentRow, { mode, tolerance }: ResultAccuracy): unknown {
    if (tolerance === undefined) return { mode };
    const { atol = 0, rtol = 0, ulps = 0 } = tolerance;
    // JSON has no numbers for NaN and the infinities: the core reads their names.
    const number = (value: number): unknown => (Number.isFinite(value) ? value : String(value));
    return {
      tolerance: { atol: number(atol), rtol: number(rtol), ulps: this.#integer(ulps, `${row.js}.tolerance.ulps`) },
    };
  }

  #computation(value: unknown, argument: string): number {
    if (!(value instanceof XlaComputation)) throw this.#wrongKind(argument, value, 'computation');
    const { host, handle } = value[internal](this.#op);
    if (host === this.#host) return handle;
    throw jsError('instanceLost', `${argument} is of a builder instance that was lost`, {
      op: this.#op,
      help: 'build the computation again',
    });
  }

  #toLiteral(row: ArgumentRow, value: unknown): Literal {
    if (value instanceof Literal) return value;
    if (isOfKind(value, 'literal')) return Literal.from(value as NestedArray);
    throw this.#wrongKind(row.js, value, 'literal');
  }

  #wrongKind(argument: string, value: unknown, kind: ArgumentKind, expected = ''): Error {
    const [name, example] = expected === '' ? kindNames[kind] : [expected, expected];
    return jsError('argumentKind', `${argument} is ${describeAny(value)}, not ${name}`, {
      op: this.#op,
      help: `pass ${example}`,
    });
  }

  #unknownOption(overload: OverloadRow, key: string): Error {
    const known = overload.optional.map(({ js }) => js);
    return jsError('callArguments', `there is no option ${JSON.stringify(key)}`, {
      op: this.#op,
      help: known.length === 0 ? 'this function has no options' : `its options are ${known.join(', ')}`,
    });
  }
}

function describeArguments(args: readonly unknown[]): string {
  return args.length === 0 ? 'without arguments' : `with (${args.map(describeAny).join(', ')})`;
}

function describeAny(value: unknown): string {
  if (value instanceof XlaOp) return `an operation of shape ${value.shape.toString()}`;
  if (value instanceof XlaComputation) return 'a computation';
  if (value instanceof Literal) return 'a literal';
  if (value instanceof Shape) return 'a shape';
  return describeValue(value);
}

function signature(row: FunctionRow, overload: OverloadRow): string {
  const parts = overload.required.map(({ js, kind }) => `${js}: ${kind}`);
  if (overload.optional.length > 0) parts.push(`{ ${overload.optional.map(({ js }) => js).join(', ')} }`);
  return `${row.js}(${parts.join(', ')})`;
}
