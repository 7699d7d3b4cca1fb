/** The arguments of a call of a jit function: their trees, types and shapes, for which it is traced and compiled once. */

import { describeValue, isArray } from '../base/describe.js';
import { asCalled, jsError, withFirstHelp, withLocation } from '../base/errors.js';
import { isTypedArray } from '../base/typed-array.js';
import { XlaOp } from '../builder/xla-op.js';
import { DeviceValue } from '../engine/values/device-value.js';
import { elementInfo, elementTypeOfArray, type ElementType, type TypedArray } from '../values/element-type.js';
import { typeOfArray } from '../values/literal-data.js';
import { Literal } from '../values/literal.js';
import { isArrayShape, Shape } from '../values/shape.js';
import { flattenTree, isLevel, leaf, treeText, unflattenTree, type TreeForm } from './tree.js';

/** The positions of the arguments that are not traced, and of those that runs may overwrite. */
export interface Positions {
  readonly static: readonly number[];
  readonly donate: readonly number[];
}

/** A static argument. */
interface StaticArgument {
  readonly value: unknown;
  /** The same for equal values. */
  readonly text: string;
}

/** Arguments, taken apart. */
export interface FlatArguments {
  readonly signature: Signature;
  /** The leaves; arrays of numbers are literals. */
  readonly leaves: readonly unknown[];
  readonly hasOperation: boolean;
}

/** The forms that arguments may have beyond those of calls. */
export interface FlattenOptions {
  /** True if shapes stand for values. */
  readonly shapes?: boolean;
}

/**
 * Takes arguments apart.
 *
 * @param op - the function, for errors
 * @throws HloomError `js.c101` for leaves that are not values, `js.c9` for ragged arrays, `js.c22` for a position that
 * no argument has
 */
export function flattenArguments(
  args: readonly unknown[],
  positions: Positions,
  op: string,
  options: FlattenOptions = {},
): FlatArguments {
  checkPositions(args.length, positions, op);
  const leaves: unknown[] = [];
  const shapes: Shape[] = [];
  const paths: string[] = [];
  let hasOperation = false;
  const take = (value: unknown, path: string): boolean => {
    const given = isArray(value) ? numbersLiteral(value, path, op) : value;
    const shape = shapeOfLeaf(given, options);
    if (shape === undefined) {
      if (isLevel(value)) return false;
      throw wrongLeaf(value, path, op);
    }
    hasOperation ||= given instanceof XlaOp;
    leaves.push(given);
    shapes.push(shape);
    paths.push(path);
    return true;
  };
  const all = args.map((value, i) => {
    const path = `arguments[${i}]`;
    if (positions.static.includes(i)) return { value, text: staticText(value, path, op) };
    return flattenTree(value, take, path);
  });
  return { signature: new Signature(all, shapes, paths), leaves, hasOperation };
}

/** The signature of a call. */
export class Signature {
  /** The shapes of the leaves, in the default layout. */
  readonly shapes: readonly Shape[];
  /** The places of the leaves, such as `arguments[0].w`. */
  readonly paths: readonly string[];
  /** The same text for calls with the same signature: `({ b: f32[3], w: f32[2,3] }, f32[2])`. */
  readonly text: string;
  readonly #arguments: readonly (TreeForm | StaticArgument)[];
  readonly #leaves: readonly LeafMatcher[];

  constructor(all: readonly (TreeForm | StaticArgument)[], shapes: readonly Shape[], paths: readonly string[]) {
    this.#arguments = all;
    this.shapes = shapes.map((shape) => shape.withDefaultLayout());
    this.paths = paths;
    this.#leaves = this.shapes.map((shape) => new LeafMatcher(shape));
    let next = 0;
    const texts = all.map((argument) =>
      isStatic(argument) ? argument.text : treeText(argument, () => (this.shapes[next++] as Shape).toString()),
    );
    this.text = `(${texts.join(', ')})`;
  }

  /** The arguments with other leaves; static ones as they are. */
  rebuild(leaves: readonly unknown[]): unknown[] {
    let next = 0;
    return this.#arguments.map((argument) =>
      isStatic(argument) ? argument.value : unflattenTree(argument, () => leaves[next++]),
    );
  }

  /** The numbers of the leaves of some arguments. */
  leavesOf(positions: readonly number[]): number[] {
    const starts = positions.map((position) => `arguments[${position}]`);
    const isIn = (path: string): boolean =>
      starts.some((start) => path.startsWith(start) && !/^\w/.test(path.slice(start.length)));
    return this.paths.flatMap((path, i) => (isIn(path) ? [i] : []));
  }

  /**
   * The leaves of arguments that have this signature. It is quick, and may miss one: undefined means that the arguments
   * must be taken apart.
   */
  match(args: readonly unknown[]): unknown[] | undefined {
    const all = this.#arguments;
    if (args.length !== all.length) return undefined;
    const leaves: unknown[] = [];
    for (let i = 0; i < all.length; i++) {
      const argument = all[i] as TreeForm | StaticArgument;
      const matches = isStatic(argument) ? isSameStatic(args[i], argument) : this.#match(args[i], argument, leaves);
      if (!matches) return undefined;
    }
    return leaves;
  }

  #match(value: unknown, form: TreeForm, leaves: unknown[]): boolean {
    if (form === leaf) {
      if (!(this.#leaves[leaves.length] as LeafMatcher).matches(value)) return false;
      leaves.push(value);
      return true;
    }
    if (!isLevel(value)) return false;
    const { names, entries } = form;
    if (names === undefined) {
      // An array of numbers is a leaf.
      if (!isArray(value) || value.length !== entries.length || holdsOnlyNumbers(value)) return false;
      return entries.every((entry, i) => this.#match(value[i], entry, leaves));
    }
    if (isArray(value) || Object.keys(value).length !== names.length) return false;
    return names.every(
      (name, i) => Object.hasOwn(value, name) && this.#match(value[name], entries[i] as TreeForm, leaves),
    );
  }
}

function isStatic(argument: TreeForm | StaticArgument): argument is StaticArgument {
  return typeof argument === 'object' && 'text' in argument;
}

/** Tests quickly whether a value is a leaf of one shape. */
class LeafMatcher {
  readonly #shape: Shape;
  /** The shape of the last value: the values that a program leaves on the engine all have the same. */
  #seen: Shape;
  /** The prototype of typed arrays of this shape. */
  readonly #arrays: object | undefined;
  /** The type of a JavaScript value that is such a scalar. */
  readonly #scalar: string | undefined;

  constructor(shape: Shape) {
    this.#shape = shape;
    this.#seen = shape;
    if (!isArrayShape(shape)) return;
    const { array } = elementInfo(shape.type);
    const isNatural = shape.isStatic && shape.rank === 1 && elementTypeOfArray(new array(0)) === shape.type;
    this.#arrays = isNatural ? (array as unknown as { readonly prototype: object }).prototype : undefined;
    this.#scalar = shape.isScalar ? scalarTypes[shape.type] : undefined;
  }

  matches(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return typeof value === this.#scalar;
    if (value instanceof DeviceValue || value instanceof Literal) {
      const { shape } = value;
      if (shape !== this.#seen) {
        if (!isSameShape(shape, this.#shape)) return false;
        this.#seen = shape;
      }
      return true;
    }
    if (ArrayBuffer.isView(value)) {
      const isRight = this.#arrays !== undefined && Object.getPrototypeOf(value) === this.#arrays;
      return isRight && (value as TypedArray).length === this.#shape.dimensions[0];
    }
    return isArray(value) && this.#isArrayOfNumbers(value);
  }

  #isArrayOfNumbers(value: readonly unknown[]): boolean {
    const { type, dimensions } = this.#shape;
    if (type !== 'F32') return false;
    let current: unknown = value;
    for (const size of dimensions) {
      if (!isArray(current) || current.length !== size) return false;
      current = current[0];
    }
    return typeof current === 'number' && holdsOnlyNumbers(value);
  }
}

/** The element types of JavaScript's scalars. */
const scalarTypes: Partial<Record<ElementType, string>> = { F32: 'number', PRED: 'boolean', S64: 'bigint' };

function isSameShape(a: Shape, b: Shape): boolean {
  if (a.type !== b.type || a.rank !== b.rank) return false;
  if (a.isTuple) return a.toString() === b.toString();
  for (let d = 0; d < a.rank; d++) {
    if (a.dimensions[d] !== b.dimensions[d] || a.dynamicDimensions[d] !== b.dynamicDimensions[d]) return false;
  }
  return true;
}

/** The shape of a leaf; undefined for other values. */
function shapeOfLeaf(value: unknown, { shapes = false }: FlattenOptions): Shape | undefined {
  if (value instanceof Literal || value instanceof DeviceValue || value instanceof XlaOp) return value.shape;
  if (typeof value === 'number') return Shape.array('F32');
  if (typeof value === 'boolean') return Shape.array('PRED');
  if (typeof value === 'bigint') return Shape.array('S64');
  if (isTypedArray(value)) return Shape.array(typeOfArray(value, 'jit'), [value.length]);
  return shapes && value instanceof Shape ? value : undefined;
}

/**
 * An array of only numbers as a literal, which is one leaf; other arrays, which are levels, as they are.
 *
 * @throws HloomError `js.c9` if it is ragged
 */
function numbersLiteral(array: unknown[], path: string, op: string): unknown {
  if (!holdsOnlyNumbers(array)) return array;
  try {
    return asCalled(op, () => Literal.from(array as number[], 'F32'));
  } catch (thrown) {
    const help =
      'several arrays are the members of an object, { w, b }, or are literals, [Literal.from(w), Literal.from(b)]';
    throw withFirstHelp(withLocation(thrown, path), help);
  }
}

/** Returns whether nested arrays have numbers, and nothing else. */
function holdsOnlyNumbers(array: readonly unknown[], depth = 0): boolean {
  let found = false;
  for (let i = 0; i < array.length; i++) {
    const entry = array[i];
    if (typeof entry !== 'number') {
      // An array that contains itself is refused later. An empty one decides nothing.
      if (!isArray(entry) || depth > 255) return false;
      if (entry.length === 0) continue;
      if (!holdsOnlyNumbers(entry, depth + 1)) return false;
    }
    found = true;
  }
  return found;
}

function isSameStatic(value: unknown, { value: before, text }: StaticArgument): boolean {
  // An object may have changed.
  if (typeof value !== 'object' || value === null) return Object.is(value, before);
  return typeof before === 'object' && textOfStatic(value) === text;
}

let functions = 0;
const functionNumbers = new WeakMap<object, number>();

/** A number for each function. */
function numberOfFunction(f: object): number {
  let number = functionNumbers.get(f);
  if (number === undefined) functionNumbers.set(f, (number = functions++));
  return number;
}

/** Text that is the same for equal values: JSON, with what JSON cannot say. */
function textOfStatic(value: unknown): string {
  const replaced = (_: string, part: unknown): unknown => {
    if (typeof part === 'function') return { function: numberOfFunction(part) };
    if (typeof part === 'bigint') return { bigint: String(part) };
    if (typeof part === 'number' && (!Number.isFinite(part) || Object.is(part, -0))) {
      return { number: Object.is(part, -0) ? '-0' : String(part) };
    }
    if (typeof part === 'symbol') return { symbol: part.toString() };
    if (part instanceof XlaOp || part instanceof DeviceValue) throw new TypeError(describeValue(part));
    return part;
  };
  return `static ${JSON.stringify(value, replaced) ?? 'undefined'}`;
}

/** @throws HloomError `js.c101` for a value that is only known later, or that JSON refuses */
function staticText(value: unknown, path: string, op: string): string {
  const error = (headline: string, help: string): Error =>
    jsError('jitArgument', headline, { op, help, location: path });
  if (value instanceof XlaOp) {
    throw error(
      `${path} is static, and an operation was given: ${value.toString()}`,
      'a static argument is known when the function is traced, as a number is; take its position out of static',
    );
  }
  try {
    return textOfStatic(value);
  } catch (thrown) {
    throw error(
      `${path} is static, and cannot be compared as JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      'use plain values: numbers, texts, functions, and arrays and objects of these',
    );
  }
}

function checkPositions(count: number, positions: Positions, op: string): void {
  for (const name of ['static', 'donate'] as const) {
    const wrong = positions[name].find((position) => position >= count);
    if (wrong === undefined) continue;
    throw jsError('options', `${name} names argument ${wrong}, and the call has ${count}`, {
      op,
      help: `positions count from 0: ${name}: [0] is the first argument; pass an argument that has a default, too`,
    });
  }
}

function wrongLeaf(value: unknown, path: string, op: string): Error {
  return jsError('jitArgument', `${path} is ${describeValue(value)}`, { op, help: leafHelp(value, path) });
}

function leafHelp(value: unknown, path: string): string {
  const [, position = '', inside = ''] = /^arguments\[(\d+)\](.*)/s.exec(path) ?? [];
  if (value === undefined || value === null) return 'leave it out, or pass a value';
  if (value instanceof Promise) return 'await the promise, and pass what it gives';
  if (value instanceof Shape) return 'pass a value of this shape; lower(...) takes shapes';
  if (typeof value === 'string' && /^\w+\[[\d,<=]*\]/.test(value)) {
    return `a shape in lower(...) is an object: f32(2), or Shape.parse('${value}')`;
  }
  if (typeof value === 'string' || typeof value === 'function') {
    const option = `jit(f, { static: [${position}] })`;
    return inside === ''
      ? `only numbers can be traced: make the argument static, ${option}`
      : `only numbers can be traced: pass it as an argument of its own, which static names, as in ${option}`;
  }
  return 'pass a literal, a value on the engine, a typed array, a number, a boolean or a bigint, nested in arrays and plain objects';
}
