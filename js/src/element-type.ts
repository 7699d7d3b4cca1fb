/**
 * The element types, in one table: the natural typed array of each, and the values it can hold. A new type is one
 * more row here (and, where no typed array holds its values as they are, one more `kind` in values.ts).
 */

/** How the values of an element type are written in JavaScript. */
export type ElementKind = 'float' | 'signed' | 'unsigned' | 'pred';

/** One row of the table. */
export interface ElementTypeInfo {
  /** The name in text, for example `f32`. */
  readonly text: string;
  readonly kind: ElementKind;
  /** Bytes of one element. */
  readonly bytes: number;
  /** The least and the greatest integer; only for the integer kinds. */
  readonly min?: bigint;
  readonly max?: bigint;
  /** Whether `toArray()` gives bigints. */
  readonly bigint: boolean;
  /** The class of the natural typed array. */
  readonly array: TypedArrayConstructor;
}

/** The typed arrays that are the natural ones of some element type. */
export type TypedArray = Float32Array | Float64Array | Int32Array | BigInt64Array | Uint8Array | Uint32Array;

/** A constructor of natural typed arrays. */
export interface TypedArrayConstructor {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): TypedArray;
  new (buffer: ArrayBuffer, byteOffset?: number, length?: number): TypedArray;
}

const table = {
  F32: { text: 'f32', kind: 'float', bytes: 4, bigint: false, array: Float32Array },
  F64: { text: 'f64', kind: 'float', bytes: 8, bigint: false, array: Float64Array },
  S32: {
    text: 's32',
    kind: 'signed',
    bytes: 4,
    bigint: false,
    array: Int32Array,
    min: -(2n ** 31n),
    max: 2n ** 31n - 1n,
  },
  S64: {
    text: 's64',
    kind: 'signed',
    bytes: 8,
    bigint: true,
    array: BigInt64Array,
    min: -(2n ** 63n),
    max: 2n ** 63n - 1n,
  },
  U8: { text: 'u8', kind: 'unsigned', bytes: 1, bigint: false, array: Uint8Array, min: 0n, max: 255n },
  U32: { text: 'u32', kind: 'unsigned', bytes: 4, bigint: false, array: Uint32Array, min: 0n, max: 2n ** 32n - 1n },
  PRED: { text: 'pred', kind: 'pred', bytes: 1, bigint: false, array: Uint8Array, min: 0n, max: 1n },
  // The next types go here: S4 S8 S16 U4 U16 U64 F16 BF16, the F8 family, C64 C128.
} as const satisfies Record<string, ElementTypeInfo>;

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

/** Whether a string names an element type. */
export function isElementType(name: unknown): name is ElementType {
  return typeof name === 'string' && Object.hasOwn(table, name);
}

/** The element type that is written `text` (for example `f32`), if there is one. */
export function elementTypeFromText(text: string): ElementType | undefined {
  return elementTypes.find((type) => table[type].text === text);
}

/** The element type whose natural typed array this is; a `Uint8Array` is U8, not PRED. */
export function elementTypeOfArray(array: ArrayBufferView): ElementType | undefined {
  const name = typedArrayName(array);
  return elementTypes.find((type) => table[type].array.name === name);
}

/**
 * The class name of a typed array by its tag and not by its prototype, so that arrays of another realm (an iframe, a
 * Jest sandbox) and Node's Buffer count as what they are.
 */
export function typedArrayName(array: ArrayBufferView): string {
  return Object.prototype.toString.call(array).slice('[object '.length, -1);
}

/** Whether a value is a typed array of any class. */
export function isTypedArray(value: unknown): value is ArrayBufferView & ArrayLike<number | bigint> {
  return ArrayBuffer.isView(value) && typedArrayName(value) !== 'DataView';
}
