/**
 * Short names of the shapes: `f32(2, 3)` is `Shape.array('F32', [2, 3])`. A size written as `'<=10'` is the bound of a
 * dynamic dimension: `f32('<=10', 3)` is `f32[<=10,3]`.
 */

import { elementInfo, type ElementType } from './element-type.js';
import { atCaller, calledNow } from '../base/call-stack.js';
import { asCalled } from '../base/errors.js';
import { Shape } from './shape.js';
import type { DimensionSize } from './sizes.js';
import type { SizesFrom } from './typed.js';

function array<T extends ElementType, A extends readonly DimensionSize[]>(type: T, dimensions: A) {
  try {
    return asCalled(elementInfo(type).text, () => Shape.array(type, dimensions)) as unknown as Shape<T, SizesFrom<A>>;
  } catch (thrown) {
    // The function with the short name, which calls this, belongs to the package, too.
    throw atCaller(thrown, array, 1);
  }
}

/** The shape `pred[...]`: truth values, one byte each. Throws `js.c11` for invalid sizes. */
export const pred = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'PRED', SizesFrom<A>> =>
  array('PRED', dimensions);
/** The shape `s1[...]`: the integers -1 and 0. Throws `js.c11` for invalid sizes. */
export const s1 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'S1', SizesFrom<A>> =>
  array('S1', dimensions);
/** The shape `s2[...]`: the integers from -2 to 1. Throws `js.c11` for invalid sizes. */
export const s2 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'S2', SizesFrom<A>> =>
  array('S2', dimensions);
/** The shape `s4[...]`: the integers from -8 to 7. Throws `js.c11` for invalid sizes. */
export const s4 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'S4', SizesFrom<A>> =>
  array('S4', dimensions);
/** The shape `s8[...]`: signed bytes. Throws `js.c11` for invalid sizes. */
export const s8 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'S8', SizesFrom<A>> =>
  array('S8', dimensions);
/** The shape `s16[...]`: signed 16-bit integers. Throws `js.c11` for invalid sizes. */
export const s16 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'S16', SizesFrom<A>> =>
  array('S16', dimensions);
/** The shape `s32[...]`: signed 32-bit integers. Throws `js.c11` for invalid sizes. */
export const s32 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'S32', SizesFrom<A>> =>
  array('S32', dimensions);
/** The shape `s64[...]`: signed 64-bit integers, bigints in JavaScript. Throws `js.c11` for invalid sizes. */
export const s64 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'S64', SizesFrom<A>> =>
  array('S64', dimensions);
/** The shape `u1[...]`: the integers 0 and 1. Throws `js.c11` for invalid sizes. */
export const u1 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'U1', SizesFrom<A>> =>
  array('U1', dimensions);
/** The shape `u2[...]`: the integers from 0 to 3. Throws `js.c11` for invalid sizes. */
export const u2 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'U2', SizesFrom<A>> =>
  array('U2', dimensions);
/** The shape `u4[...]`: the integers from 0 to 15. Throws `js.c11` for invalid sizes. */
export const u4 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'U4', SizesFrom<A>> =>
  array('U4', dimensions);
/** The shape `u8[...]`: unsigned bytes. Throws `js.c11` for invalid sizes. */
export const u8 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'U8', SizesFrom<A>> =>
  array('U8', dimensions);
/** The shape `u16[...]`: unsigned 16-bit integers. Throws `js.c11` for invalid sizes. */
export const u16 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'U16', SizesFrom<A>> =>
  array('U16', dimensions);
/** The shape `u32[...]`: unsigned 32-bit integers. Throws `js.c11` for invalid sizes. */
export const u32 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'U32', SizesFrom<A>> =>
  array('U32', dimensions);
/** The shape `u64[...]`: unsigned 64-bit integers, bigints in JavaScript. Throws `js.c11` for invalid sizes. */
export const u64 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'U64', SizesFrom<A>> =>
  array('U64', dimensions);
/** The shape `f16[...]`: IEEE half-precision floats. Throws `js.c11` for invalid sizes. */
export const f16 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'F16', SizesFrom<A>> =>
  array('F16', dimensions);
/** The shape `bf16[...]`: bfloat16: the range of f32 with 8 bits of precision. Throws `js.c11` for invalid sizes. */
export const bf16 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'BF16', SizesFrom<A>> =>
  array('BF16', dimensions);
/** The shape `f32[...]`: 32-bit floats. Throws `js.c11` for invalid sizes. */
export const f32 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'F32', SizesFrom<A>> =>
  array('F32', dimensions);
/** The shape `f64[...]`: 64-bit floats. Throws `js.c11` for invalid sizes. */
export const f64 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'F64', SizesFrom<A>> =>
  array('F64', dimensions);
/** The shape `f8e5m2[...]`: 8-bit floats with infinities and NaNs, up to 57344. Throws `js.c11` for invalid sizes. */
export const f8e5m2 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'F8E5M2', SizesFrom<A>> =>
  array('F8E5M2', dimensions);
/** The shape `f8e4m3[...]`: 8-bit floats with infinities and NaNs, up to 240. Throws `js.c11` for invalid sizes. */
export const f8e4m3 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'F8E4M3', SizesFrom<A>> =>
  array('F8E4M3', dimensions);
/** The shape `f8e4m3fn[...]`: 8-bit floats without infinities, up to 448. Throws `js.c11` for invalid sizes. */
export const f8e4m3fn = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'F8E4M3FN', SizesFrom<A>> =>
  array('F8E4M3FN', dimensions);
/**
 * The shape `f8e4m3b11fnuz[...]`: 8-bit floats without infinities and -0, up to 30. Throws `js.c11` for invalid sizes.
 */
export const f8e4m3b11fnuz = <const A extends readonly DimensionSize[]>(
  ...dimensions: A
): Shape<'F8E4M3B11FNUZ', SizesFrom<A>> => array('F8E4M3B11FNUZ', dimensions);
/** The shape `f8e3m4[...]`: 8-bit floats with infinities and NaNs, up to 15.5. Throws `js.c11` for invalid sizes. */
export const f8e3m4 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'F8E3M4', SizesFrom<A>> =>
  array('F8E3M4', dimensions);
/**
 * The shape `f8e5m2fnuz[...]`: 8-bit floats without infinities and -0, up to 57344. Throws `js.c11` for invalid sizes.
 */
export const f8e5m2fnuz = <const A extends readonly DimensionSize[]>(
  ...dimensions: A
): Shape<'F8E5M2FNUZ', SizesFrom<A>> => array('F8E5M2FNUZ', dimensions);
/**
 * The shape `f8e4m3fnuz[...]`: 8-bit floats without infinities and -0, up to 240. Throws `js.c11` for invalid sizes.
 */
export const f8e4m3fnuz = <const A extends readonly DimensionSize[]>(
  ...dimensions: A
): Shape<'F8E4M3FNUZ', SizesFrom<A>> => array('F8E4M3FNUZ', dimensions);
/**
 * The shape `f8e8m0fnu[...]`: powers of two from 2^-127 to 2^127, without a sign. Throws `js.c11` for invalid sizes.
 */
export const f8e8m0fnu = <const A extends readonly DimensionSize[]>(
  ...dimensions: A
): Shape<'F8E8M0FNU', SizesFrom<A>> => array('F8E8M0FNU', dimensions);
/**
 * The shape `f4e2m1fn[...]`: 4-bit floats: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives. Throws `js.c11` for invalid
 * sizes.
 */
export const f4e2m1fn = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'F4E2M1FN', SizesFrom<A>> =>
  array('F4E2M1FN', dimensions);
/** The shape `c64[...]`: complex numbers of two f32. Throws `js.c11` for invalid sizes. */
export const c64 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'C64', SizesFrom<A>> =>
  array('C64', dimensions);
/** The shape `c128[...]`: complex numbers of two f64. Throws `js.c11` for invalid sizes. */
export const c128 = <const A extends readonly DimensionSize[]>(...dimensions: A): Shape<'C128', SizesFrom<A>> =>
  array('C128', dimensions);
/** The shape of a tuple of these elements. */
export const tuple = (...shapes: Shape[]): Shape => calledNow(tuple, () => Shape.tuple(shapes));
/** The shape of a token. */
export const token = (): Shape => Shape.token();
/** The shape of an opaque. */
export const opaque = (): Shape => Shape.opaque();
