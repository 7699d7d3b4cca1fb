/** Calls of builder functions: from JavaScript arguments to the core's, by the rows of the function table. */

import type { Ballast } from './ballast.js';
import { BuilderBase } from './builder-base.js';
import {
  countProblem,
  describeArgument,
  describeArguments,
  fieldNames,
  integerProblem,
  kindHelp,
  kindName,
  signature,
} from './builder-help.js';
import { isPlainObject, isText, quoted } from '../base/describe.js';
import { isElementType } from '../values/element-type.js';
import { literalToWire } from '../instance/wire-literal.js';
import { inWordsOf } from './error-names.js';
import { asCalled, jsError } from '../base/errors.js';
import { explainer } from './explanation.js';
import type { Host } from '../instance/host.js';
import { internal } from '../base/internal.js';
import { Literal } from '../values/literal.js';
import { isArrayLike, type NestedArray } from '../values/nested.js';
import { Shape } from '../values/shape.js';
import { suggestion } from '../base/suggest.js';
import { isComplexObject, isScalar } from '../values/values.js';
import { int64FromJson, type AnsweredShapeJson } from '../base/wire.js';
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

/** How one dimension is padded, with XLA's names; each is 0 when left out. */
export interface PaddingConfigDimension {
  /** How many elements are added before the first one; a negative number takes elements away. */
  readonly edgePaddingLow?: Int64 | undefined;
  /** How many elements are added after the last one; a negative number takes elements away. */
  readonly edgePaddingHigh?: Int64 | undefined;
  /** How many elements are added between every two. */
  readonly interiorPadding?: Int64 | undefined;
}

/** The same, or its numbers in this order; the interior padding is 0 when left out. */
export type PaddingDimension = PaddingConfigDimension | readonly [low: Int64, high: Int64, interior?: Int64];

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

/** Those of a {@link PaddingConfigDimension}, in the order in which the core takes them. */
const paddingFields: readonly FieldRow[] = [
  { name: 'edge_padding_low', js: 'edgePaddingLow', kind: 'int64', required: false },
  { name: 'edge_padding_high', js: 'edgePaddingHigh', kind: 'int64', required: false },
  { name: 'interior_padding', js: 'interiorPadding', kind: 'int64', required: false },
];

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

/** What an operation holds in the core beside the elements of literals, about. */
const bytesOfOperation = 300;

/**
 * Calls a builder function.
 *
 * @throws HloomError `js.c4` for the wrong number of arguments or an unknown option, `js.c5` for an argument of the
 * wrong kind, `js.c2` and `js.c3` for objects that are disposed or of another builder, `js.c81` for what is no builder, and
 * the core's own errors, in JavaScript's names
 */
export function callBuilder(builder: BuilderBase, row: FunctionRow, args: readonly unknown[]): XlaOp {
  BuilderBase.checkReceiver(builder, row.js);
  const { host, handle, ballast } = builder[internal](row.js);
  const overload = chooseOverload(row, args);
  const encoder = new Encoder(builder, host, row.js);
  const encoded = encoder.encodeAll(overload, args);
  const call = { builder: handle, function: overload.name, overload: overload.overload, arguments: encoded };
  const all = (): ArgumentRow[] => [...overload.required, ...overload.optional];
  const answer = inWordsOf(row.js, all, () => host.call('builder.call', call));
  ballast.add(bytesOfOperation + encoder.literalBytes);
  for (const callee of encoder.callees) ballast.share(callee);
  const { shapes } = encoder;
  const shapeOf = (json: AnsweredShapeJson): Shape =>
    typeof json === 'number' ? (shapes.get(json) as Shape) : Shape.fromJson(json, 0, { shapes });
  const { op, shape, broadcast } = answer;
  const explain =
    broadcast &&
    explainer(shapeOf(broadcast.lhs), shapeOf(broadcast.rhs), broadcast.broadcast_dimensions.map(int64FromJson));
  return new XlaOp(internal, builder as XlaBuilder, op, shapeOf(shape), explain);
}

/** The overload whose required arguments these are, by their number and kinds. */
function chooseOverload(row: FunctionRow, args: readonly unknown[]): OverloadRow {
  const [only] = row.overloads;
  if (row.overloads.length === 1 && only !== undefined && countFits(only, args)) return only;
  const fitting = row.overloads.filter((overload) => countFits(overload, args));
  const exact = fitting.find((overload) => overload.required.every(({ kind }, index) => isOfKind(args[index], kind)));
  if (exact !== undefined) return exact;
  const nearest = nearestOverload(fitting.length > 0 ? fitting : row.overloads, args);
  // Its encoder knows best which argument is wrong.
  if (nearest !== undefined && (fitting.length > 0 || firstWrong(nearest, args) !== undefined)) return nearest;
  const forms = `call it as ${row.overloads.map((overload) => signature(row, overload)).join(', or as ')}`;
  if (nearest === undefined) {
    throw jsError('callArguments', `it cannot be called ${describeArguments(args)}`, { op: row.js, help: forms });
  }
  const [problem, help] = countProblem(nearest, args);
  throw jsError('callArguments', problem, {
    op: row.js,
    details: [`it was called ${describeArguments(args)}`, forms],
    help,
  });
}

/** The overload that most of these arguments fit, the first ones above all; of several, none where nothing tells. */
function nearestOverload(overloads: readonly OverloadRow[], args: readonly unknown[]): OverloadRow | undefined {
  const likely = (overload: OverloadRow): boolean[] =>
    overload.required.map(({ kind }, index) => isLike(args[index], kind));
  const fits = (overload: OverloadRow): number => {
    const all = likely(overload);
    const first = all.includes(false) ? all.indexOf(false) : all.length;
    return first + all.filter(Boolean).length / 100 - Math.abs(all.length - args.length) / 10_000;
  };
  const told = overloads.length === 1 || overloads.some((overload) => likely(overload).includes(true));
  return told ? [...overloads].sort((a, b) => fits(b) - fits(a))[0] : undefined;
}

/** The first of the arguments that is there and cannot be meant. */
function firstWrong(overload: OverloadRow, args: readonly unknown[]): ArgumentRow | undefined {
  return overload.required.find(({ kind }, index) => index < args.length && !isOfKind(args[index], kind));
}

/** Whether a value may have been meant for an argument of this kind: [1.5] for integers, 's32' for a type. */
function isLike(value: unknown, kind: ArgumentKind): boolean {
  if (isOfKind(value, kind)) return true;
  if (kind === 'type') return typeof value === 'string' && !/[[(]/.test(value);
  if (kind === 'int64' || kind === 'enum' || kind === 'padding') return typeof value === 'number' || isText(value);
  if (!kind.endsWith('[]') && kind !== 'padding_config') return false;
  return Array.isArray(value) && !(value[0] instanceof XlaOp && kind !== 'op[]');
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
      return Array.isArray(value) && value.every((entry) => isInt64s(entry, [2, 3]) || isOfKind(entry, 'record'));
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
      return isElementType(value);
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

/** Encodes the arguments of one call. Literals are copied in last: an error before costs no buffer. */
class Encoder {
  readonly #builder: BuilderBase;
  readonly #host: Host;
  readonly #op: string;
  /** Those of the operations among the arguments, by their ids: the answer need not repeat them. */
  readonly shapes = new Map<number, Shape>();
  /** What was encoded: the bytes of all literals, and the programs that are called. */
  literalBytes = 0;
  readonly callees: Ballast[] = [];

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
      const { leaves, ...value } = literalToWire(literal, this.#op);
      for (const { byteLength } of leaves) this.literalBytes += byteLength;
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
      case 'padding_config':
        if (!isOfKind(value, row.kind)) break;
        return (value as PaddingDimension[]).map((entry, i) => this.#paddingDimension(entry, `${row.js}[${i}]`));
      case 'padding':
      case 'int64_pair[]':
        if (typeof value === 'string' || !isOfKind(value, row.kind)) break;
        return (value as unknown[][]).map((entry, i) =>
          entry.map((number) => this.#integer(number, `${row.js}[${i}]`)),
        );
      case 'record':
        return this.#record(row, value);
      case 'record[]':
        return this.#array(row, value).map((entry, i) =>
          this.#record({ ...row, kind: 'record', js: `${row.js}[${i}]` }, entry),
        );
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
        throw this.#wrongKind(row, value);
      default:
    }
    if (!isOfKind(value, row.kind)) throw this.#wrongKind(row, value);
    return value;
  }

  #array(row: ArgumentRow, value: unknown): readonly unknown[] {
    if (Array.isArray(value)) return value;
    throw this.#wrongKind(row, value);
  }

  #integer(value: unknown, argument: string): string {
    const isInteger = typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
    if (isInteger) return String(value);
    const problem = integerProblem(value);
    if (problem === undefined) throw this.#wrongKind({ js: argument, kind: 'int64' }, value);
    throw jsError('argumentKind', `${argument} is ${problem[0]}`, { op: this.#op, help: problem[1] });
  }

  #shape(argument: string, value: unknown): unknown {
    if (value instanceof Shape) return value.toJson();
    if (isOfKind(value, 'shape')) return value;
    throw this.#wrongKind({ js: argument, kind: 'shape' }, value);
  }

  #record(row: ArgumentRow, value: unknown): Record<string, unknown> {
    const fields = row.fields ?? [];
    if (!isOfKind(value, 'record')) throw this.#wrongKind(row, value);
    const given = value as Readonly<Record<string, unknown>>;
    for (const key of Object.keys(given)) {
      if (fields.some(({ js }) => js === key)) continue;
      const names = fields.map(({ js }) => js);
      throw jsError('argumentKind', `${row.js} has no field ${quoted(key)}`, {
        op: this.#op,
        help: suggestion(key, names, `its fields are ${fieldNames(row)}`),
      });
    }
    const encoded: Record<string, unknown> = {};
    for (const field of fields) {
      const entry = given[field.js];
      if (entry === undefined && !field.required) continue;
      if (entry === undefined) throw this.#missingField(row, field);
      encoded[field.name] = this.#encode({ ...field, js: `${row.js}.${field.js}` }, entry);
    }
    return encoded;
  }

  #paddingDimension(dimension: PaddingDimension, argument: string): string[] {
    if (!isPlainObject(dimension)) return (dimension as Int64[]).map((number) => this.#integer(number, argument));
    const row = { name: '', js: argument, kind: 'record', fields: paddingFields } as const;
    const given = this.#record(row, dimension);
    return paddingFields.map(({ name }) => (given[name] as string | undefined) ?? '0');
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
    if (!(value instanceof XlaComputation)) throw this.#wrongKind({ js: argument, kind: 'computation' }, value);
    const { host, handle, ballast } = value[internal](this.#op);
    if (host === this.#host) {
      this.callees.push(ballast);
      return handle;
    }
    throw jsError('instanceLost', `${argument} is of a builder instance that was lost`, {
      op: this.#op,
      help: 'build the computation again',
    });
  }

  #toLiteral(row: ArgumentRow, value: unknown): Literal {
    if (value instanceof Literal) return value;
    if (isOfKind(value, 'literal')) return asCalled(this.#op, () => Literal.from(value as NestedArray));
    throw this.#wrongKind(row, value);
  }

  #wrongKind(row: Pick<ArgumentRow, 'js' | 'kind' | 'values' | 'fields'>, value: unknown): Error {
    return jsError('argumentKind', `${row.js} is ${describeArgument(value)}, not ${kindName(row)}`, {
      op: this.#op,
      help: kindHelp(row, value),
    });
  }

  #missingField(row: ArgumentRow, field: FieldRow): Error {
    return jsError('argumentKind', `${row.js}.${field.js} is missing: ${kindName(field)}`, {
      op: this.#op,
      help: `pass ${kindName(row)}; those without a value are []`,
    });
  }

  #unknownOption(overload: OverloadRow, key: string): Error {
    const known = overload.optional.map(({ js }) => js);
    return jsError('callArguments', `there is no option ${quoted(key)}`, {
      op: this.#op,
      help: known.length === 0 ? 'it takes none' : suggestion(key, known, `its options are ${known.join(', ')}`),
    });
  }
}
