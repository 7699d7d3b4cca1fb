/** The types of jit functions. */

import type { XlaOp } from '../builder/xla-op.js';
import type { DeviceValue } from '../engine/values/device-value.js';
import type { TypedArray } from '../values/element-type.js';
import type { Float16ArrayLike, Literal } from '../values/literal.js';
import type { IsUnknown, SizesOfNested, TypeOfNested } from '../values/typed.js';
import type { Scalar } from '../values/values.js';

/** Nested arrays of numbers: one leaf of the type F32. */
export type NumberArray = readonly (number | NumberArray)[];

/**
 * A value for an operation: a number is F32, a boolean PRED, a bigint S64; a typed array has rank 1, and a regular
 * nested array of only numbers is F32.
 */
export type JitValue = Literal | DeviceValue | TypedArray | Float16ArrayLike | Scalar | NumberArray;

// Parameters without a type have the type any, as in jit((x, y) => np.add(x, y)): IsUnknown, because conditional types of it
// would be unions.

/** An argument of a jit function, for a parameter of its function: a value for each operation, in the same tree. */
export type JitArgument<T, Value = JitValue> =
  IsUnknown<T> extends true
    ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a parameter without a type
      any
    : T extends XlaOp
      ? Value
      : T extends (...args: never[]) => unknown
        ? T
        : T extends object
          ? { readonly [Name in keyof T]: JitArgument<T[Name], Value> }
          : T;

/** The result of a jit function: the tree that its function returns, with a value for each operation. */
export type JitResult<R, Value> =
  IsUnknown<R> extends true
    ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the function returns what TypeScript does not know
      any
    : R extends XlaOp<infer T, infer D>
      ? Typed<Value, T, D>
      : R extends Literal<infer T, infer D>
        ? Typed<Value, T, D>
        : R extends TypedArray | Scalar
          ? Typed<Value, TypeOfNested<R>, SizesOfNested<R>>
          : { -readonly [Name in keyof R]: JitResult<R[Name], Value> };

/** A value of a known element type and sizes. */
type Typed<Value, T, D> = Value extends Literal
  ? Literal<T, D>
  : Value extends XlaOp
    ? XlaOp<T, D>
    : Value extends DeviceValue
      ? DeviceValue<T, D>
      : Value;

/** The arguments for parameters of a function. */
export type JitArguments<A extends readonly unknown[], Value = JitValue> = {
  readonly [Index in keyof A]: JitArgument<A[Index], Value>;
};
