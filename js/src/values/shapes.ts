/**
 * Short names of the shapes: `f32(2, 3)` is `Shape.array('F32', [2, 3])`. A size written as `'<=10'` is the bound of a
 * dynamic dimension: `f32('<=10', 3)` is `f32[<=10,3]`.
 */

import { elementInfo, type ElementType } from './element-type.js';
import { atCaller, calledNow } from '../base/call-stack.js';
import { asCalled } from '../base/errors.js';
import { Shape } from './shape.js';
import type { DimensionSize } from './sizes.js';

function array(type: ElementType, dimensions: readonly DimensionSize[]): Shape {
  try {
    return asCalled(elementInfo(type).text, () => Shape.array(type, dimensions));
  } catch (thrown) {
    // The function with the short name, which calls this, belongs to the package, too.
    throw atCaller(thrown, array, 1);
  }
}

/** The shape `pred[...]`: truth values, one byte each. Throws `js.c11` for invalid sizes. */
export const pred = (...dimensions: DimensionSize[]): Shape => array('PRED', dimensions);
/** The shape `s1[...]`: the integers -1 and 0. Throws `js.c11` for invalid sizes. */
export const s1 = (...dimensions: DimensionSize[]): Shape => array('S1', dimensions);
/** The shape `s2[...]`: the integers from -2 to 1. Throws `js.c11` for invalid sizes. */
export const s2 = (...dimensions: DimensionSize[]): Shape => array('S2', dimensions);
/** The shape `s4[...]`: the integers from -8 to 7. Throws `js.c11` for invalid sizes. */
export const s4 = (...dimensions: DimensionSize[]): Shape => array('S4', dimensions);
/** The shape `s8[...]`: signed bytes. Throws `js.c11` for invalid sizes. */
export const s8 = (...dimensions: DimensionSize[]): Shape => array('S8', dimensions);
/** The shape `s16[...]`: signed 16-bit integers. Throws `js.c11` for invalid sizes. */
export const s16 = (...dimensions: DimensionSize[]): Shape => array('S16', dimensions);
/** The shape `s32[...]`: signed 32-bit integers. Throws `js.c11` for invalid sizes. */
export const s32 = (...dimensions: DimensionSize[]): Shape => array('S32', dimensions);
/** The shape `s64[...]`: signed 64-bit integers, bigints in JavaScript. Throws `js.c11` for invalid sizes. */
export const s64 = (...dimensions: DimensionSize[]): Shape => array('S64', dimensions);
/** The shape `u1[...]`: the integers 0 and 1. Throws `js.c11` for invalid sizes. */
export const u1 = (...dimensions: DimensionSize[]): Shape => array('U1', dimensions);
/** The shape `u2[...]`: the integers from 0 to 3. Throws `js.c11` for invalid sizes. */
export const u2 = (...dimensions: DimensionSize[]): Shape => array('U2', dimensions);
/** The shape `u4[...]`: the integers from 0 to 15. Throws `js.c11` for invalid sizes. */
export const u4 = (...dimensions: DimensionSize[]): Shape => array('U4', dimensions);
/** The shape `u8[...]`: unsigned bytes. Throws `js.c11` for invalid sizes. */
export const u8 = (...dimensions: DimensionSize[]): Shape => array('U8', dimensions);
/** The shape `u16[...]`: unsigned 16-bit integers. Throws `js.c11` for invalid sizes. */
export const u16 = (...dimensions: DimensionSize[]): Shape => array('U16', dimensions);
/** The shape `u32[...]`: unsigned 32-bit integers. Throws `js.c11` for invalid sizes. */
export const u32 = (...dimensions: DimensionSize[]): Shape => array('U32', dimensions);
/** The shape `u64[...]`: unsigned 64-bit integers, bigints in JavaScript. Throws `js.c11` for invalid sizes. */
export const u64 = (...dimensions: DimensionSize[]): Shape => array('U64', dimensions);
/** The shape `f16[...]`: IEEE half-precision floats. Throws `js.c11` for invalid sizes. */
export const f16 = (...dimensions: DimensionSize[]): Shape => array('F16', dimensions);
/** The shape `bf16[...]`: bfloat16: the range of f32 with 8 bits of precision. Throws `js.c11` for invalid sizes. */
export const bf16 = (...dimensions: DimensionSize[]): Shape => array('BF16', dimensions);
/** The shape `f32[...]`: 32-bit floats. Throws `js.c11` for invalid sizes. */
export const f32 = (...dimensions: DimensionSize[]): Shape => array('F32', dimensions);
/** The shape `f64[...]`: 64-bit floats. Throws `js.c11` for invalid sizes. */
export const f64 = (...dimensions: DimensionSize[]): Shape => array('F64', dimensions);
/** The shape `f8e5m2[...]`: 8-bit floats with infinities and NaNs, up to 57344. Throws `js.c11` for invalid sizes. */
export const f8e5m2 = (...dimensions: DimensionSize[]): Shape => array('F8E5M2', dimensions);
/** The shape `f8e4m3[...]`: 8-bit floats with infinities and NaNs, up to 240. Throws `js.c11` for invalid sizes. */
export const f8e4m3 = (...dimensions: DimensionSize[]): Shape => array('F8E4M3', dimensions);
/** The shape `f8e4m3fn[...]`: 8-bit floats without infinities, up to 448. Throws `js.c11` for invalid sizes. */
export const f8e4m3fn = (...dimensions: DimensionSize[]): Shape => array('F8E4M3FN', dimensions);
/**
 * The shape `f8e4m3b11fnuz[...]`: 8-bit floats without infinities and -0, up to 30. Throws `js.c11` for invalid sizes.
 */
export const f8e4m3b11fnuz = (...dimensions: DimensionSize[]): Shape => array('F8E4M3B11FNUZ', dimensions);
/** The shape `f8e3m4[...]`: 8-bit floats with infinities and NaNs, up to 15.5. Throws `js.c11` for invalid sizes. */
export const f8e3m4 = (...dimensions: DimensionSize[]): Shape => array('F8E3M4', dimensions);
/**
 * The shape `f8e5m2fnuz[...]`: 8-bit floats without infinities and -0, up to 57344. Throws `js.c11` for invalid sizes.
 */
export const f8e5m2fnuz = (...dimensions: DimensionSize[]): Shape => array('F8E5M2FNUZ', dimensions);
/**
 * The shape `f8e4m3fnuz[...]`: 8-bit floats without infinities and -0, up to 240. Throws `js.c11` for invalid sizes.
 */
export const f8e4m3fnuz = (...dimensions: DimensionSize[]): Shape => array('F8E4M3FNUZ', dimensions);
/**
 * The shape `f8e8m0fnu[...]`: powers of two from 2^-127 to 2^127, without a sign. Throws `js.c11` for invalid sizes.
 */
export const f8e8m0fnu = (...dimensions: DimensionSize[]): Shape => array('F8E8M0FNU', dimensions);
/**
 * The shape `f4e2m1fn[...]`: 4-bit floats: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives. Throws `js.c11` for invalid
 * sizes.
 */
export const f4e2m1fn = (...dimensions: DimensionSize[]): Shape => array('F4E2M1FN', dimensions);
/** The shape `c64[...]`: complex numbers of two f32. Throws `js.c11` for invalid sizes. */
export const c64 = (...dimensions: DimensionSize[]): Shape => array('C64', dimensions);
/** The shape `c128[...]`: complex numbers of two f64. Throws `js.c11` for invalid sizes. */
export const c128 = (...dimensions: DimensionSize[]): Shape => array('C128', dimensions);
/** The shape of a tuple of these elements. */
export const tuple = (...shapes: Shape[]): Shape => calledNow(tuple, () => Shape.tuple(shapes));
/** The shape of a token. */
export const token = (): Shape => Shape.token();
/** The shape of an opaque. */
export const opaque = (): Shape => Shape.opaque();
