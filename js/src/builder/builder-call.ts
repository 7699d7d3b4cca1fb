/** Calls of builder functions: from JavaScript arguments to the core's, by the rows of the function table. */

import type { Ballast } from './ballast.js';
import { BuilderBase } from './builder-base.js';
import { atCaller } from '../base/call-stack.js';
import {
  argumentHelp,
  argumentName,
  countProblem,
  describeArgument,
  describeArguments,
  fieldNames,
  integerProblem,
  kindHelp,
  kindName,
  placeHelp,
  signature,
  unknownOptionHelp,
} from './builder-help.js';
import { everyEntry, isArray, quoted } from '../base/describe.js';
import { spelledElementType } from '../values/element-type.js';
import { literalToWire } from '../instance/wire-literal.js';
import { inWordsOf } from './error-names.js';
import { asCalled, jsError } from '../base/errors.js';
import { ClosedRegion } from './closed-region.js';
import { explainer } from './explanation.js';
import { dimensionNumbers } from './dimension-numbers.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { internal } from '../base/internal.js';
import { alternativeMeant, alternativeOf, isLike, isOf, isOptions, type Form, type RecordForm } from './kinds.js';
import { Literal } from '../values/literal.js';
import type { NestedArray } from '../values/nested.js';
import { isNumberOperand, numberLiteral } from './number-operand.js';
import { isRegionArgument, recorderOf, regionHelp, regionOf, type RegionRow } from './region.js';
import { Shape } from '../values/shape.js';
import { suggestion } from '../base/suggest.js';
import type { Complex, Scalar } from '../values/values.js';
import { int64FromJson, type AnsweredShapeJson } from '../base/wire.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaComputation } from './xla-computation.js';
import { XlaOp } from './xla-op.js';

/** One argument of a builder function. */
export interface ArgumentRow {
  /** The core's name. */
  readonly name: string;
  /** The name in JavaScript. */
  readonly js: string;
  readonly kind: Form;
  /** For an operand that may be a number, or for a literal: the argument whose element type a number takes. */
  readonly typeOf?: string;
  /** For a computation that may be given as a function. */
  readonly region?: RegionRow;
}

/** One overload of a builder function. */
export interface OverloadRow {
  /** XLA's name of the function. */
  readonly name: string;
  readonly overload: number;
  readonly required: readonly ArgumentRow[];
  readonly optional: readonly ArgumentRow[];
}

/** A builder function: its name in JavaScript, the HLO operation that it is above all, and its overloads. */
export interface FunctionRow {
  readonly js: string;
  readonly operation?: string | undefined;
  readonly overloads: readonly OverloadRow[];
}

/** Gives all builder functions. */
export type FunctionTable = () => readonly FunctionRow[];

const noFunctions: FunctionTable = () => [];

/** The approximate number of bytes that an operation holds in the core, without the elements of literals. */
const bytesOfOperation = 300;

/**
 * Calls a builder function.
 *
 * @param table - the table in which errors look for functions that accept these arguments
 * @throws HloomError `js.c4` for the wrong number of arguments or an unknown option, `js.c5` for an argument of the
 * wrong kind, `js.c2` and `js.c3` for objects that are disposed or of another builder, `js.c81` for anything but a
 * builder, and the core's own errors, in JavaScript's names
 */
export function callBuilder(
  builder: BuilderBase,
  row: FunctionRow,
  args: readonly unknown[],
  table: FunctionTable = noFunctions,
): XlaOp {
  try {
    return addOperation(builder, row, args, table);
  } catch (thrown) {
    // The method of the builder, which calls this, belongs to the package, too.
    throw atCaller(thrown, callBuilder, 1);
  }
}

/**
 * Calls a builder function that returns a computation.
 *
 * @throws HloomError as {@link callBuilder}
 */
export function makeComputation(
  builder: BuilderBase,
  row: FunctionRow,
  args: readonly unknown[],
  table: FunctionTable = noFunctions,
): XlaComputation {
  try {
    const { core, call, inWords } = encodeCall(builder, row, args, table);
    return new XlaComputation(
      core,
      inWords(() => core.call('builder.make', call)),
    );
  } catch (thrown) {
    throw atCaller(thrown, makeComputation, 1);
  }
}

/** A call as the core takes it. */
function encodeCall(receiver: BuilderBase, row: FunctionRow, args: readonly unknown[], table: FunctionTable) {
  BuilderBase.checkReceiver(receiver, row.js);
  // A parameter belongs to the program, even if a region is open.
  const builder = row.js === 'parameter' ? receiver : recorderOf(receiver);
  const { core, handle, ballast } = builder[internal](row.js);
  const overload = chooseOverload(row, args);
  const encoder = new Encoder(builder, core, row, table);
  const encoded = encoder.encodeAll(overload, args);
  const call = { builder: handle, function: overload.name, overload: overload.overload, arguments: encoded };
  const inWords = <T>(ask: () => T): T => inWordsOf(row.js, ask);
  return { builder, core, call, encoder, ballast, inWords };
}

/** Adds the operation of a call. */
export function addOperation(
  receiver: BuilderBase,
  row: FunctionRow,
  args: readonly unknown[],
  table: FunctionTable,
): XlaOp {
  const { builder, core, call, encoder, ballast, inWords } = encodeCall(receiver, row, args, table);
  const answer = inWords(() => core.call('builder.call', call));
  // The program holds them now.
  for (const region of encoder.regions) region.dispose();
  ballast.add(bytesOfOperation * (1 + encoder.numbers) + encoder.literalBytes);
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
  const exact = fitting.find((overload) => overload.required.every((row, index) => fits(args[index], row)));
  if (exact !== undefined) return exact;
  const nearest = nearestOverload(fitting.length > 0 ? fitting : row.overloads, args);
  // The encoder of that overload finds the wrong argument.
  if (nearest !== undefined && (fitting.length > 0 || firstWrong(nearest, args) !== undefined)) return nearest;
  const forms = `call it as ${row.overloads.map((overload) => signature(row, overload)).join(', or as ')}`;
  if (nearest === undefined) {
    throw jsError('callArguments', `it cannot be called ${describeArguments(args)}`, { op: row.js, help: forms });
  }
  const [problem, usual] = countProblem(nearest, args);
  const help = args.length === 1 ? (ofOneArray[row.js] ?? usual) : usual;
  throw jsError('callArguments', problem, {
    op: row.js,
    details: [`it was called ${describeArguments(args)}`, forms],
    help,
  });
}

/** The help for functions of two operands that are called with one, as in NumPy. */
const ofOneArray: Readonly<Record<string, string>> = {
  max: 'the greatest element of one array is np.max(x) or x.reduceMax(); max compares two operands',
  min: 'the least element of one array is np.min(x) or x.reduceMin(); min compares two operands',
};

/**
 * The overload that fits most of these arguments, with priority for the first ones; undefined if several fit equally.
 */
function nearestOverload(overloads: readonly OverloadRow[], args: readonly unknown[]): OverloadRow | undefined {
  const likely = (overload: OverloadRow): boolean[] =>
    overload.required.map((row, index) => fits(args[index], row) || isLike(args[index], row.kind));
  const fitness = (overload: OverloadRow): number => {
    const all = likely(overload);
    const first = all.includes(false) ? all.indexOf(false) : all.length;
    return first + all.filter(Boolean).length / 100 - Math.abs(all.length - args.length) / 10_000;
  };
  const told = overloads.length === 1 || overloads.some((overload) => likely(overload).includes(true));
  return told ? [...overloads].sort((a, b) => fitness(b) - fitness(a))[0] : undefined;
}

/** The first given argument that cannot be meant for its parameter. */
function firstWrong(overload: OverloadRow, args: readonly unknown[]): ArgumentRow | undefined {
  return overload.required.find((row, index) => index < args.length && !fits(args[index], row));
}

/** Returns whether a value is of the kind of an argument, or a number where that may be one. */
function fits(value: unknown, { kind, typeOf, region }: ArgumentRow): boolean {
  if (isOf(value, kind)) return true;
  if (region !== undefined) return isRegionArgument(value, region);
  if (typeOf === undefined) return false;
  if (kind.type !== 'list') return isNumberOperand(value);
  return isArray(value) && everyEntry(value, (entry) => isNumberOperand(entry) || isOf(entry, kind.element));
}

function countFits(overload: OverloadRow, args: readonly unknown[]): boolean {
  const { length } = overload.required;
  return args.length === length || (args.length === length + 1 && isOptions(args[length]));
}

/** Arguments with a number for each dimension, where other libraries take one for all. */
const ofWindows: ReadonlySet<string> = /* @__PURE__ */ new Set(['kernelSize', 'stride', 'windowDimensions']);
const windowHelp = (value: number): string =>
  `write a number for each dimension: of images in NHWC, [1, ${value}, ${value}, 1]`;

/** Encodes the arguments of one call. Literals are copied in last, so that an error before that costs no buffer. */
class Encoder {
  readonly #builder: BuilderBase;
  readonly #core: CoreInstance;
  readonly #row: FunctionRow;
  readonly #table: FunctionTable;
  readonly #op: string;
  /** The shapes of the operations among the arguments, by their ids: the answer need not repeat them. */
  readonly shapes = new Map<number, Shape>();
  /** The encoded parts: the bytes of all literals, the number of numbers as operands, and the called programs. */
  literalBytes = 0;
  numbers = 0;
  readonly callees: Ballast[] = [];
  /** The regions of the call, which were made for it. */
  readonly regions: ClosedRegion[] = [];
  readonly #literals: { readonly literal: Literal; readonly place: object }[] = [];

  constructor(builder: BuilderBase, core: CoreInstance, row: FunctionRow, table: FunctionTable) {
    this.#builder = builder;
    this.#core = core;
    this.#row = row;
    this.#table = table;
    this.#op = row.js;
  }

  #id(value: unknown, argument: string): number {
    const id = this.#builder.idOf(value, this.#op, argument);
    this.shapes.set(id, (value as XlaOp).shape);
    return id;
  }

  encodeAll(overload: OverloadRow, args: readonly unknown[]): Record<string, unknown> {
    const encoded: Record<string, unknown> = {};
    const { required } = overload;
    const given = (name: string): unknown => args[required.findIndex((row) => row.name === name)];
    const encode = (row: ArgumentRow, value: unknown): void => {
      if (!fits(value, row)) this.#checkPlace(overload, row, value, args);
      const isOperand = row.typeOf !== undefined && row.kind.type === 'operation';
      if (isOperand && !(value instanceof XlaOp)) throw this.#wrongOperand(row, value);
      const { type } = row.kind;
      if (row.region !== undefined && !isOf(value, row.kind)) {
        const of = args[overload.required.findIndex(({ js }) => js === row.region?.of)];
        value = this.#region(row, row.region, value, of as XlaOp | readonly XlaOp[]);
      } else if (type === 'integer' || type === 'list' || type === 'record') {
        value = dimensionNumbers(overload, row, value, given);
      }
      encoded[row.name] = this.#encode(row.kind, row.js, value);
    };
    const later: (() => void)[] = [];
    for (let index = 0; index < required.length; index++) {
      const row = required[index] as ArgumentRow;
      const value = args[index];
      const beside = row.typeOf === undefined ? -1 : required.findIndex(({ js }) => js === row.typeOf);
      if (beside < 0) {
        encode(row, value);
      } else if (row.kind.type !== 'list' && isNumberOperand(value)) {
        later.push(() => {
          encoded[row.name] = this.#number(value, row, beside === index ? 'S32' : args[beside]);
        });
      } else if (row.kind.type === 'list' && isArray(value) && value.some(isNumberOperand)) {
        later.push(() => {
          const types = beside === index ? (value.find((entry) => entry instanceof XlaOp) ?? 'S32') : args[beside];
          encoded[row.name] = Array.from<unknown, unknown>(value, (entry, i) => {
            const entryRow = { ...row, js: `${row.js}[${i}]` };
            if (!isNumberOperand(entry)) return this.#id(entry, entryRow.js);
            return this.#number(entry, entryRow, isArray(types) ? types[i] : types);
          });
        });
      } else {
        encode(row, value);
      }
    }
    // All others are valid by now, and a number takes the type of one of them.
    for (const encodeNumbers of later) encodeNumbers();
    for (const [key, value] of Object.entries((args[required.length] ?? {}) as Record<string, unknown>)) {
      const row = overload.optional.find(({ js }) => js === key);
      if (row === undefined) throw this.#unknownOption(overload, key);
      if (value !== undefined) encode(row, value);
    }
    for (const { literal, place } of this.#literals) {
      const { leaves, ...value } = literalToWire(literal, this.#op);
      for (const { byteLength } of leaves) this.literalBytes += byteLength;
      Object.assign(place, value, { leaves: this.#core.copyAllIn(leaves) });
    }
    return encoded;
  }

  /** Encodes a value for the core; errors name it by `path`. */
  #encode(form: Form, path: string, value: unknown): unknown {
    switch (form.type) {
      case 'operation':
        return this.#id(value, path);
      case 'computation':
        return this.#computation(form, path, value);
      case 'integer':
        return this.#integer(form, path, value);
      case 'shape':
        if (value instanceof Shape) return value.toJson();
        break;
      case 'literal':
        return this.#literal(form, path, value);
      case 'type': {
        const type = spelledElementType(value);
        if (type !== undefined) return type;
        break;
      }
      case 'choice':
        if (typeof value === 'string' && form.choices.includes(value)) return value;
        throw this.#wrongKind(form, path, value);
      case 'list':
        if (!isArray(value)) break;
        // Unlike map(), this also visits the holes of an array.
        return Array.from<unknown, unknown>(value, (entry, i) => this.#encode(form.element, `${path}[${i}]`, entry));
      case 'tuple':
        if (!isArray(value) || value.length < form.least || value.length > form.parts.length) break;
        return form.parts.slice(0, value.length).map((part, i) => this.#encode(part, `${path}[${i}]`, value[i]));
      case 'record':
      case 'union':
        return this.#record(form, path, value);
      case 'either': {
        const part = alternativeOf(value, form) ?? alternativeMeant(value, form);
        if (part !== undefined) return this.#encode(part, path, value);
        break;
      }
      default:
    }
    if (!isOf(value, form)) throw this.#wrongKind(form, path, value);
    // JSON has no numbers for NaN and the infinities: the core reads their names.
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  }

  /** A number in the place of an operand. */
  #number(value: Scalar | Complex, row: ArgumentRow, beside: unknown): Record<string, unknown> {
    this.numbers += 1;
    return this.#placeOf(numberLiteral(value, row, beside, this.#op));
  }

  #integer(form: Form, path: string, value: unknown): string {
    const isInteger = typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
    if (isInteger) return String(value);
    const problem = integerProblem(value);
    if (problem === undefined) throw this.#wrongKind(form, path, value);
    throw jsError('argumentKind', `${path} is ${problem[0]}`, { op: this.#op, help: problem[1] });
  }

  #record(form: RecordForm, path: string, value: unknown): Record<string, unknown> {
    const { fields } = form;
    if (!isOptions(value) || value === undefined) throw this.#wrongKind(form, path, value);
    const given = value as Readonly<Record<string, unknown>>;
    for (const key of Object.keys(given)) {
      if (fields.some(({ js }) => js === key)) continue;
      const names = fields.map(({ js }) => js);
      throw jsError('argumentKind', `${path} has no field ${quoted(key)}`, {
        op: this.#op,
        help: suggestion(key, names, `its fields are ${fieldNames(form)}`),
      });
    }
    const encoded: Record<string, unknown> = {};
    for (const { name, js, kind, required } of fields) {
      const entry = given[js];
      if (entry !== undefined) encoded[name] = this.#encode(kind, `${path}.${js}`, entry);
      else if (required && form.type === 'record') throw this.#missingField(form, `${path}.${js}`, kind);
    }
    const one = Object.keys(encoded).length === 1;
    if (form.type === 'union' && !one) throw this.#wrongKind(form, path, value);
    return encoded;
  }

  /** A function or a name in the place of a computation; `operands` are encoded already. */
  #region(row: ArgumentRow, region: RegionRow, value: unknown, operands: XlaOp | readonly XlaOp[]): ClosedRegion {
    if (isRegionArgument(value, region)) {
      return regionOf(this.#builder as XlaBuilder, region, value, operands, this.#op, row.js);
    }
    throw jsError('argumentKind', `${row.js} is ${describeArgument(value)}, not ${kindName(row.kind)} or a function`, {
      op: this.#op,
      help: regionHelp(value, region) ?? kindHelp(row.kind, value),
    });
  }

  #computation(form: Form, path: string, value: unknown): unknown {
    if (!(value instanceof XlaComputation)) throw this.#wrongKind(form, path, value);
    const { core, handle, ballast } = value[internal](this.#op);
    if (core === this.#core) {
      this.callees.push(ballast);
      if (!(value instanceof ClosedRegion)) return handle;
      this.regions.push(value);
      return { computation: handle, captures: value.captures.map((op) => this.#builder.idOf(op, this.#op, path)) };
    }
    throw jsError('instanceLost', `${path} is of a builder instance that was lost`, {
      op: this.#op,
      help: 'build the computation again',
    });
  }

  /** An object whose encoded value is set when all arguments are valid. */
  #literal(form: Form, path: string, value: unknown): Record<string, unknown> {
    if (!isOf(value, form)) throw this.#wrongKind(form, path, value);
    return this.#placeOf(
      value instanceof Literal ? value : asCalled(this.#op, () => Literal.from(value as NestedArray)),
    );
  }

  #placeOf(literal: Literal): Record<string, unknown> {
    const place = {};
    this.#literals.push({ literal, place });
    return place;
  }

  #wrongKind(form: Form, path: string, value: unknown): Error {
    return jsError('argumentKind', `${path} is ${describeArgument(value)}, not ${kindName(form)}`, {
      op: this.#op,
      help: ofWindows.has(path) && typeof value === 'number' ? windowHelp(value) : kindHelp(form, value),
    });
  }

  #wrongOperand(row: ArgumentRow, value: unknown): Error {
    return jsError('argumentKind', `${row.js} is ${describeArgument(value)}, not ${argumentName(row)}`, {
      op: this.#op,
      help: argumentHelp(row, value),
    });
  }

  /** Refuses an argument that is in the place of another. */
  #checkPlace(overload: OverloadRow, row: ArgumentRow, value: unknown, args: readonly unknown[]): void {
    const help = placeHelp(this.#row.js, overload, row, args);
    if (help === undefined) return;
    throw jsError('argumentKind', `${row.js} is ${describeArgument(value)}, not ${argumentName(row)}`, {
      op: this.#op,
      help,
    });
  }

  #missingField(form: RecordForm, path: string, field: Form): Error {
    return jsError('argumentKind', `${path} is missing: ${kindName(field)}`, {
      op: this.#op,
      help: `pass ${kindName(form)}${field.type === 'list' ? '; those without a value are []' : ''}`,
    });
  }

  #unknownOption(overload: OverloadRow, key: string): Error {
    return jsError('callArguments', `unknown option ${quoted(key)}`, {
      op: this.#op,
      help: unknownOptionHelp(key, overload, this.#row, this.#table),
    });
  }
}
