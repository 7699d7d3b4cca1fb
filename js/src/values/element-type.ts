/**
 * The element types, in one table: the storage of an element, and the values that it can hold. A new type is one more
 * row here (and, for a floating-point format of 4 to 16 bits, one in number-format.ts).
 */

import { jsError, type HloomError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { typedArrayName } from '../base/typed-array.js';

/** The JavaScript form of the values of an element type. */
export type ElementKind = 'float' | 'complex' | 'signed' | 'unsigned' | 'pred';

/** One row of the table. */
export interface ElementTypeInfo {
  /** The name in text, for example `f32`. */
  readonly text: string;
  readonly kind: ElementKind;
  /** The number of significant bits; elements of fewer than 8 bits take a whole byte each. */
  readonly bits: number;
  /** Bytes of one element in memory. */
  readonly bytes: number;
  /** The number of entries of the typed array for one element: complex types have two, the real part first. */
  readonly entries: 1 | 2;
  /** The least and the greatest integer; only for the integer kinds and PRED. */
  readonly min?: bigint;
  readonly max?: bigint;
  /** True if `toArray()` gives bigints. */
  readonly bigint: boolean;
  /** True if the entries of the typed array are bit patterns, and not numbers: F16, BF16, F8*, F4*. */
  readonly encoded: boolean;
  /** The class of the natural typed array. */
  readonly array: TypedArrayConstructor;
}

/** The typed arrays that are the natural ones of some element type. */
export type TypedArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** A constructor of natural typed arrays. */
export interface TypedArrayConstructor<T extends TypedArray = TypedArray> {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBuffer, byteOffset?: number, length?: number): T;
}

interface Row<T extends TypedArray> extends ElementTypeInfo {
  readonly array: TypedArrayConstructor<T>;
}

const common = { entries: 1, bigint: false, encoded: false } as const;

function row<T extends TypedArray>(
  text: string,
  kind: ElementKind,
  bits: number,
  array: TypedArrayConstructor<T>,
  more: Partial<ElementTypeInfo> = {},
): Row<T> {
  return { ...common, text, kind, bits, bytes: Math.ceil(bits / 8), ...more, array };
}

function signed<T extends TypedArray>(bits: number, array: TypedArrayConstructor<T>): Row<T> {
  const half = 2n ** BigInt(bits - 1);
  return row(`s${bits}`, 'signed', bits, array, { bigint: bits === 64, min: -half, max: half - 1n });
}

function unsigned<T extends TypedArray>(bits: number, array: TypedArrayConstructor<T>): Row<T> {
  return row(`u${bits}`, 'unsigned', bits, array, { bigint: bits === 64, min: 0n, max: 2n ** BigInt(bits) - 1n });
}

function encoded<T extends TypedArray>(text: string, bits: number, array: TypedArrayConstructor<T>): Row<T> {
  return row(text, 'float', bits, array, { encoded: true });
}

/* The order is that of the core's table. */
const table = /* @__PURE__ */ (() => ({
  PRED: row('pred', 'pred', 8, Uint8Array, { min: 0n, max: 1n }),
  S1: signed(1, Int8Array),
  S2: signed(2, Int8Array),
  S4: signed(4, Int8Array),
  S8: signed(8, Int8Array),
  S16: signed(16, Int16Array),
  S32: signed(32, Int32Array),
  S64: signed(64, BigInt64Array),
  U1: unsigned(1, Uint8Array),
  U2: unsigned(2, Uint8Array),
  U4: unsigned(4, Uint8Array),
  U8: unsigned(8, Uint8Array),
  U16: unsigned(16, Uint16Array),
  U32: unsigned(32, Uint32Array),
  U64: unsigned(64, BigUint64Array),
  F16: encoded('f16', 16, Uint16Array),
  BF16: encoded('bf16', 16, Uint16Array),
  F32: row('f32', 'float', 32, Float32Array),
  F64: row('f64', 'float', 64, Float64Array),
  F8E5M2: encoded('f8e5m2', 8, Uint8Array),
  F8E4M3: encoded('f8e4m3', 8, Uint8Array),
  F8E4M3FN: encoded('f8e4m3fn', 8, Uint8Array),
  F8E4M3B11FNUZ: encoded('f8e4m3b11fnuz', 8, Uint8Array),
  F8E3M4: encoded('f8e3m4', 8, Uint8Array),
  F8E5M2FNUZ: encoded('f8e5m2fnuz', 8, Uint8Array),
  F8E4M3FNUZ: encoded('f8e4m3fnuz', 8, Uint8Array),
  F8E8M0FNU: encoded('f8e8m0fnu', 8, Uint8Array),
  F4E2M1FN: encoded('f4e2m1fn', 4, Uint8Array),
  C64: row('c64', 'complex', 64, Float32Array, { entries: 2 }),
  C128: row('c128', 'complex', 128, Float64Array, { entries: 2 }),
}))();

/** The element types of arrays: XLA's PrimitiveType names. */
export type ElementType = keyof typeof table;

/** The natural typed array of an element type. */
export type TypedArrayOf<T extends ElementType> = InstanceType<(typeof table)[T]['array']>;

/** Every element type, in the order of the table. */
export const elementTypes: readonly ElementType[] = Object.freeze(Object.keys(table) as ElementType[]);

/** The row of an element type. */
export function elementInfo(type: ElementType): ElementTypeInfo {
  return table[type];
}

/** Returns whether a string names an element type. */
export function isElementType(name: unknown): name is ElementType {
  return typeof name === 'string' && Object.hasOwn(table, name);
}

/** The spellings of element types that functions take: XLA's, in either case, and those of NumPy and JAX. */
export type ElementTypeName =
  | ElementType
  | Lowercase<ElementType>
  | 'bool'
  | 'bfloat16'
  | `float${16 | 32 | 64}`
  | `int${2 | 4 | 8 | 16 | 32 | 64}`
  | `uint${2 | 4 | 8 | 16 | 32 | 64}`
  | `complex${64 | 128}`;

/** The first letters of the names of NumPy and JAX whose digits are those of XLA's names. */
const families: Readonly<Record<string, string>> = { bfloat: 'BF', complex: 'C', float: 'F', int: 'S', uint: 'U' };

/**
 * The element type of a name in any of the spellings, if it is one.
 *
 * @throws HloomError `js.c11` for `np.float32` and its kin, which are functions that refuse a call
 */
export function spelledElementType(name: unknown): ElementType | undefined {
  if (typeof name === 'function' && Object.hasOwn(name, internal)) throw notText(name as never);
  if (typeof name !== 'string') return undefined;
  if (isElementType(name)) return name;
  if (name === 'bool') return 'PRED';
  const [, letters = '', digits = ''] = /^([a-z]+)([0-9]+)$/.exec(name) ?? [];
  const family = families[letters];
  const own = family === undefined ? name.toUpperCase() : `${family}${digits}`;
  return name === name.toLowerCase() && isElementType(own) ? own : undefined;
}

function notText({ [internal]: own }: { readonly [internal]: { name: string; type: ElementType } }): HloomError {
  return jsError('shape', `${own.name} is not an element type`, {
    help: `element types are texts: write '${own.type}'`,
  });
}

/** Options whose `dtype` has XLA's name. */
export type WithElementType<T> = 'dtype' extends keyof T
  ? Omit<T, 'dtype'> & { readonly dtype?: ElementType | undefined }
  : T;

/** The same options with XLA's name as `dtype`; a value that names no element type stays. */
export function withElementType<T extends object>(options: T): WithElementType<T> {
  const dtype = spelledElementType((options as { readonly dtype?: unknown }).dtype);
  return dtype === undefined ? options : { ...options, dtype };
}

/** The element type that is written `text` (for example `f32`), if there is one. */
export function elementTypeFromText(text: string): ElementType | undefined {
  return elementTypes.find((type) => table[type].text === text);
}

/** Returns the type of the parts of a complex type; any other type is returned unchanged. */
export function partType(type: ElementType): ElementType {
  if (type === 'C64') return 'F32';
  return type === 'C128' ? 'F64' : type;
}

/**
 * The element type of each class of array: if several types share a class, the one whose values the array holds
 * directly.
 */
const typesOfArrays: Readonly<Record<string, ElementType>> = {
  Int8Array: 'S8',
  Uint8Array: 'U8',
  Int16Array: 'S16',
  Uint16Array: 'U16',
  Int32Array: 'S32',
  Uint32Array: 'U32',
  BigInt64Array: 'S64',
  BigUint64Array: 'U64',
  Float16Array: 'F16',
  Float32Array: 'F32',
  Float64Array: 'F64',
};

/** The element type whose values a typed array holds: a `Uint8Array` is U8 and neither PRED nor F8E5M2. */
export function elementTypeOfArray(array: ArrayBufferView): ElementType | undefined {
  const name = typedArrayName(array);
  return Object.hasOwn(typesOfArrays, name) ? typesOfArrays[name] : undefined;
}
