/**
 * The types of values by element type and sizes: `Literal<'F32', [2, 3]>` is f32[2,3], and its `toArray()` gives
 * `[[number, number, number], [number, number, number]]` as far as TypeScript knows the sizes. Both parameters are `any`
 * where the source does not state them, so that a plain `Literal` goes wherever a precise one is asked for, and vice
 * versa.
 */

import type { ElementType, ElementTypeName, TypedArray, TypedArrayOf } from './element-type.js';
import type { Literal, LiteralValue, ItemValue } from './literal.js';
import type { NestedArray } from './nested.js';
import type { Shape, ShapeType } from './shape.js';
import type { DimensionSize } from './sizes.js';
import type { Complex, Scalar } from './values.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- the parameter of what is not known */

/** Returns true for the types any and unknown, which stand for what is not known. */
export type IsUnknown<T> = unknown extends T ? true : false;

/** The element type of a value, or any type that it may have. */
export type TypeOf<T> = IsUnknown<T> extends true ? ShapeType : T;

/** The sizes of a value. */
export type SizesOf<D> = IsUnknown<D> extends true ? readonly number[] : D;

/** The iterator over the parts of a value. An array has none: `[...literal.toArray()]` has its elements. */
export type IteratorOf<T, Part> =
  IsUnknown<T> extends true ? () => Iterator<Part> : T extends ElementType ? never : () => Iterator<Part>;

/** The typed array that holds the elements. */
export type DataOf<T> =
  IsUnknown<T> extends true ? TypedArray & AnyElements : T extends ElementType ? TypedArrayOf<T> : TypedArray;

/** A typed array of an unknown type: methods of the union of all of them would take no function. */
export interface AnyElements {
  [index: number]: any;
  [Symbol.iterator](): ArrayIterator<any>;
  every(test: ElementFunction): boolean;
  filter(test: ElementFunction): any;
  find(test: ElementFunction): any;
  findIndex(test: ElementFunction): number;
  forEach(action: ElementFunction): void;
  map(value: ElementFunction): any;
  reduce(combine: (before: any, element: any, index: number) => any, first?: any): any;
  some(test: ElementFunction): boolean;
}
type ElementFunction = (element: any, index: number) => any;

/** One element in JavaScript; any for an unknown element type, so that `toFixed` and `+` need no check. */
export type ElementOf<T> =
  IsUnknown<T> extends true
    ? any
    : T extends 'PRED'
      ? boolean
      : T extends 'S64' | 'U64'
        ? bigint
        : T extends 'C64' | 'C128'
          ? [re: number, im: number]
          : T extends ElementType
            ? number
            : ItemValue;

/** Arrays nested as deep as the rank; an array along a dimension of an unknown size has no length. */
type Nested<V, D> = D extends readonly [number, ...infer Rest] ? Nested<V, Rest>[] : V;

/**
 * The elements of an array of unknown rank: it can be used as one element, and as an array of such values. So
 * `literal.toArray().map((row) => row.map((x) => x.toFixed(2)))` compiles, where any would give `row` and `x` no type.
 */
export type NestedValue<E> = E & NestedValue<E>[];

/** The result of `toArray()`. An unknown element type counts as one of numbers: most are. */
export type ArrayOf<T, D> =
  IsUnknown<T> extends true
    ? IsUnknown<D> extends true
      ? NestedValue<number>
      : NestedOf<number, D>
    : T extends ElementType
      ? NestedOf<ElementOf<T>, D>
      : LiteralValue;

type NestedOf<E, D> =
  IsUnknown<D> extends true
    ? NestedValue<E>
    : D extends readonly number[]
      ? number extends D['length']
        ? NestedValue<E>
        : Nested<E, D>
      : NestedValue<E>;

/** XLA's name of an element type in any spelling. */
export type Spelled<N extends ElementTypeName> = N extends ElementType
  ? N
  : Uppercase<N> extends ElementType
    ? Uppercase<N>
    : N extends 'bool'
      ? 'PRED'
      : N extends 'bfloat16'
        ? 'BF16'
        : N extends `float${infer Bits}`
          ? `F${Bits}` & ElementType
          : N extends `int${infer Bits}`
            ? `S${Bits}` & ElementType
            : N extends `uint${infer Bits}`
              ? `U${Bits}` & ElementType
              : N extends `complex${infer Bits}`
                ? `C${Bits}` & ElementType
                : never;

/** The sizes that a shape has for the arguments of f32(2, 3); a bound has any size up to it. */
export type SizesFrom<A extends readonly DimensionSize[]> = {
  -readonly [I in keyof A]: A[I] extends number ? A[I] : number;
};

type ArrayTypes = {
  PRED: never;
  S8: Int8Array;
  S16: Int16Array;
  S32: Int32Array;
  S64: BigInt64Array;
  U8: Uint8Array;
  U16: Uint16Array;
  U32: Uint32Array;
  U64: BigUint64Array;
  F32: Float32Array;
  F64: Float64Array;
};
type TypeOfArray<A> = { [T in keyof ArrayTypes]: A extends ArrayTypes[T] ? T : never }[keyof ArrayTypes];

/** The element type that a value or nested arrays suggest: a number F32, a bigint S64, a boolean PRED. */
export type TypeOfNested<V> =
  IsUnknown<V> extends true
    ? any
    : NestedArray extends V
      ? any
      : V extends number
        ? 'F32'
        : V extends bigint
          ? 'S64'
          : V extends boolean
            ? 'PRED'
            : V extends Complex
              ? 'C64'
              : V extends ArrayBufferView
                ? TypeOfArray<V>
                : V extends readonly []
                  ? 'F32'
                  : V extends readonly (infer E)[]
                    ? TypeOfNested<E>
                    : any;

/** The sizes of nested arrays, of complex numbers those of the real ones without the last. */
export type SizesOfNested<V> =
  IsUnknown<V> extends true
    ? any
    : NestedArray extends V
      ? any
      : V extends Scalar | Complex
        ? []
        : V extends ArrayBufferView
          ? [number]
          : V extends readonly unknown[]
            ? V extends readonly []
              ? [0]
              : SizesOfNested<V[number]> extends infer Inner
                ? Inner extends readonly number[]
                  ? [V['length'], ...Inner]
                  : any
                : any
            : any;

/** Returns true for a union of several types. */
export type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

type IsRagged<V> = V extends readonly unknown[] ? IsUnion<OfNumbers<SizesOfNested<V[number]>>> : false;
/** The lists of sizes that are known, among several. */
type OfNumbers<D> = D extends readonly number[] ? (number extends D[number] ? never : D) : never;

/** Nested arrays, or an error where the arrays of one dimension have several lengths. */
export type Rectangular<V> =
  IsUnknown<V> extends true
    ? V
    : true extends IsRagged<V>
      ? { readonly error: 'the nested array is ragged: the arrays of one dimension must have one length' }
      : V;

/** The element type of the real and the imaginary part, and of the absolute value. */
export type PartOf<T> = IsUnknown<T> extends true ? any : T extends 'C64' ? 'F32' : T extends 'C128' ? 'F64' : T;

/** The sizes of a reshaped array: -1 stands for one that follows from the others. */
export type Reshaped<N extends readonly (number | bigint)[]> = {
  -readonly [I in keyof N]: N[I] extends -1 ? number : N[I] extends number ? N[I] : number;
};

/** True for a tuple of a known length, whose members `M` are known numbers. */
type IsKnown<D, M = D> =
  IsUnknown<D> extends true
    ? false
    : D extends readonly unknown[]
      ? number extends D['length']
        ? false
        : M extends readonly unknown[]
          ? number extends M[number]
            ? false
            : true
          : false
      : false;

/** The dimension that a number of a permutation names: from the end if it is negative. */
type SizeAt<D extends readonly unknown[], N> = `${N & number}` extends keyof D
  ? D[`${N & number}` & keyof D]
  : N extends number
    ? number
    : never;

/** The dimensions `D` in the order of a permutation. */
export type Permuted<D, P extends readonly (number | bigint)[]> =
  IsKnown<D, []> extends true
    ? IsKnown<P> extends true
      ? D extends readonly unknown[]
        ? { -readonly [I in keyof P]: SizeAt<D, P[I]> }
        : any
      : any
    : any;

/** Anything for a permutation of the dimensions `D` as far as they are known, and an error for another list. */
export type PermutationOf<D, P extends readonly unknown[]> =
  IsKnown<D, []> extends true
    ? IsKnown<P> extends true
      ? D extends { readonly length: P['length'] }
        ? IsDistinct<P> extends true
          ? unknown
          : WrongPermutation
        : WrongPermutation
      : unknown
    : unknown;
type WrongPermutation = { readonly error: 'the permutation must name each dimension of the operand once' };
type IsDistinct<P extends readonly unknown[]> = P extends readonly [infer First, ...infer Rest]
  ? First extends Rest[number]
    ? false
    : IsDistinct<Rest>
  : true;

/** The sizes of the result of an elementwise operation on two arrays of one rank, or on an array and a number. */
export type Broadcast<D, R> =
  IsUnknown<R> extends true
    ? any
    : R extends Scalar | Complex
      ? D
      : R extends { readonly shape: Shape<any, infer E> }
        ? BroadcastSizes<D, E>
        : any;

type BroadcastSizes<D, E> =
  IsUnknown<D> extends true
    ? any
    : IsUnknown<E> extends true
      ? any
      : E extends readonly []
        ? D
        : D extends readonly []
          ? E
          : D extends readonly number[]
            ? E extends readonly number[]
              ? D['length'] extends E['length']
                ? { -readonly [I in keyof D]: I extends keyof E ? (D[I] extends 1 ? E[I] : D[I]) : D[I] }
                : any
              : any
            : any;

/** Anything for the broadcastDimensions of two arrays as far as their ranks are known, and an error for a wrong number. */
export type BroadcastDimensionsOf<D, E, B extends readonly unknown[]> =
  IsKnown<D, []> extends true
    ? IsKnown<E, []> extends true
      ? number extends B['length']
        ? unknown
        : B['length'] extends LowerRank<D, E>
          ? unknown
          : { readonly error: 'broadcastDimensions must name one dimension for each of the lower-rank operand' }
      : unknown
    : unknown;
/** The lower of two ranks. Operands of the same rank may leave the list empty, too. */
type LowerRank<D, E> = D extends readonly unknown[]
  ? E extends readonly unknown[]
    ? D['length'] extends E['length']
      ? 0 | D['length']
      : D extends readonly [...Places<E>, ...unknown[]]
        ? E['length']
        : D['length']
    : never
  : never;
type Places<E extends readonly unknown[]> = { [I in keyof E]: unknown };

/** The literal that {@link Literal.from} makes of a value, and of an element type or a shape if there is one. */
export type LiteralFrom<V, N> =
  N extends Shape<infer T, infer D>
    ? Literal<T, D>
    : V extends Literal<infer T, infer D>
      ? Literal<T, D>
      : N extends ElementTypeName
        ? // In a complex type the last dimension may be that of the parts.
          Literal<Spelled<N>, Spelled<N> extends 'C64' | 'C128' ? any : SizesOfNested<V>>
        : V extends NestedArray
          ? Literal<TypeOfNested<V>, SizesOfNested<V>>
          : Literal;
