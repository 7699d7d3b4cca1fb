// Values of cases: from JSON to literals, and how a result is held to what is expected. Runs in Node and in pages.
import { isElementType, Literal, Shape, type ElementType, type TypedArray } from 'hloom';
import type { CaseLiteral, CaseValue } from './case-schema.js';

type Scalar = number | string | boolean;

const specials: Readonly<Record<string, number>> = { inf: Infinity, '-inf': -Infinity, nan: NaN, '+nan': NaN, '-nan': NaN, '-0': -0 }; // prettier-ignore

/** The types whose NaNs have a sign. */
const signedNans = ['F64', 'F32', 'F16', 'BF16', 'F8E5M2', 'F8E4M3', 'F8E3M4', 'F8E4M3FN'];

/** The literal that a case writes down. */
export function toLiteral({ shape, value, sizes }: CaseLiteral): Literal {
  return literalOf(Shape.parse(shape), value, sizes);
}

function literalOf(shape: Shape, value: CaseValue, sizes = liveSizes(shape, value)): Literal {
  if (shape.isToken) return Literal.token();
  if (!isElementType(shape.type)) {
    const values = value as CaseValue[];
    if (values.length !== shape.tupleShapes.length) throw new Error(`the case gives ${values.length} elements`);
    return Literal.tuple(...shape.tupleShapes.map((element, i) => literalOf(element, values[i] as CaseValue)));
  }
  // Complex numbers are given by their parts in turn, as their data are.
  const type = partOf(shape.type);
  const scalars = scalarsOf(value);
  const parts = Literal.from(
    scalars.map((scalar) => toNumber(scalar, type)),
    type,
  );
  checkExact(parts, scalars, type);
  const { data } = parts;
  for (const [index, scalar] of scalars.entries()) {
    // This NaN is made of its bits: one that passes through a number may lose its sign.
    if (scalar === '-nan' && signedNans.includes(type)) {
      const bytes = new Uint8Array(data.buffer);
      bytes[(index + 1) * data.BYTES_PER_ELEMENT - 1]! |= 0x80;
    }
  }
  // Cases list elements in index order, for any layout.
  return Literal.fromTypedArray(data, Shape.array(shape.type, sizes)).toBoundedDynamic(shape);
}

/** The sizes of a value, as far as its lists show them; below an empty one there is nothing along dynamic dimensions. */
function liveSizes(shape: Shape, value: CaseValue): readonly number[] {
  let part: CaseValue | undefined = value;
  return shape.dimensions.map((size, d) => {
    const list = Array.isArray(part) ? part : [];
    part = list[0];
    return shape.isDynamicDimension(d) ? list.length : size;
  });
}

function scalarsOf(value: CaseValue): Scalar[] {
  return [value].flat(Infinity as 8) as Scalar[];
}

/** The type of the parts of a complex type. */
function partOf(type: ElementType): ElementType {
  if (type === 'C64') return 'F32';
  return type === 'C128' ? 'F64' : type;
}

function isFloat(type: ElementType): boolean {
  return /^B?F/.test(type);
}

function toNumber(scalar: Scalar, type: ElementType): number | bigint | boolean {
  if (type === 'PRED') {
    if (typeof scalar === 'boolean') return scalar;
  } else if (!isFloat(type)) {
    if (typeof scalar !== 'boolean') return BigInt(scalar);
  } else if (typeof scalar === 'number') {
    return scalar;
  } else if (typeof scalar === 'string') {
    const number = specials[scalar] ?? Number(scalar);
    if (scalar in specials || (scalar !== '' && !Number.isNaN(number))) return number;
  }
  throw new Error(`the case has the value ${JSON.stringify(scalar)}`);
}

/** A case must not mean another value of a narrow format than it states. */
function checkExact(literal: Literal, scalars: readonly Scalar[], type: ElementType): void {
  if (!isFloat(type) || type === 'F32' || type === 'F64') return;
  const values = literal.toArray() as number[];
  const wrong = scalars.findIndex((scalar, i) => {
    const wanted = toNumber(scalar, type) as number;
    return wanted !== values[i] && !(Number.isNaN(wanted) && Number.isNaN(values[i]));
  });
  if (wrong >= 0) throw new Error(`${scalars[wrong]} is no ${type}`);
}

/** The difference of a literal from the expected value; empty if there is none. */
export function difference(found: Literal, { shape, value, sizes }: CaseLiteral, ulps = 0): string {
  return differenceOf(found, Shape.parse(shape), value, ulps, sizes);
}

/** The difference of an array's memory from the expected one, bit by bit; empty if there is none. */
export function storageDifference(found: Literal, storage: readonly CaseValue[]): string {
  const { type } = found.shape;
  const wanted = toLiteral({ shape: `${Shape.array(type as ElementType).toString().slice(0, -2)}[${storage.length}]`, value: [...storage] }); // prettier-ignore
  const [is, must] = [found.bytes(), wanted.bytes()];
  const at = must.findIndex((byte, i) => byte !== is[i]);
  if (at < 0 && is.length === must.length) return '';
  return `byte ${at} of ${must.length} in memory is wrong: ${is.join(' ')} (${is.length}), expected ${must.join(' ')}`;
}

function differenceOf(found: Literal, shape: Shape, value: CaseValue, ulps: number, sizes?: readonly number[]): string {
  if (!found.shape.equals(shape)) {
    return `the shape is ${found.shape.toStringWithLayout()}, not ${shape.toStringWithLayout()}`;
  }
  if (shape.isToken) return '';
  if (!isElementType(shape.type)) {
    const values = value as CaseValue[];
    const differences = found.elements.map((element, i) =>
      differenceOf(element, shape.tupleShapes[i] as Shape, values[i] as CaseValue, ulps),
    );
    const at = differences.findIndex((text) => text !== '');
    return at < 0 ? '' : `element ${at}: ${differences[at]}`;
  }
  const type = partOf(shape.type);
  const is = rowMajor(found);
  const wanted = literalOf(shape.withDefaultLayout(), value, sizes);
  if (String(found.dynamicSizes) !== String(wanted.dynamicSizes)) {
    return `the sizes are ${String(found.dynamicSizes)}, not ${String(wanted.dynamicSizes)}: ${found.toString()}`;
  }
  const numbers = [valuesOf(found), valuesOf(wanted)] as const;
  const wantedData = wanted.data;
  for (const [i, scalar] of scalarsOf(value).entries()) {
    const [a, b] = [numbers[0][i], numbers[1][i]];
    const same = isFloat(type)
      ? sameFloat(a as number, b as number, is, wantedData, i, type, ulps, scalar)
      : is[i] === wantedData[i];
    if (same) continue;
    return `value ${i} is ${text(a)}, not ${text(scalar)}: ${found.toString()}`;
  }
  return '';
}

/** The numbers in index order; of complex ones the parts. */
function valuesOf(literal: Literal): unknown[] {
  return [literal.toArray() as unknown].flat(Infinity as 8);
}

function rowMajor(literal: Literal): TypedArray {
  return literal.relayout(literal.shape.withDefaultLayout()).data;
}

/** One NaN is as good as another: the payload and, unless the case names it, the sign are the machine's. */
function sameFloat(
  is: number,
  wanted: number,
  isData: TypedArray,
  wantedData: TypedArray,
  index: number,
  type: ElementType,
  ulps: number,
  scalar: Scalar,
): boolean {
  if (Number.isNaN(is) || Number.isNaN(wanted)) {
    const signed = (scalar === '+nan' || scalar === '-nan') && signedNans.includes(type);
    const bits = bitsAt(isData, index);
    const negative = bits >> BigInt(8 * isData.BYTES_PER_ELEMENT - 1) !== 0n;
    return Number.isNaN(is) && Number.isNaN(wanted) && (!signed || negative === (scalar === '-nan'));
  }
  if (Object.is(is, wanted)) return true;
  if (ulps === 0 || wanted === 0 || !Number.isFinite(is) || !Number.isFinite(wanted)) return false;
  const distance = ordinal(isData, index, type) - ordinal(wantedData, index, type);
  return (distance < 0n ? -distance : distance) <= BigInt(ulps);
}

/** The place of a float in the order of all floats of its type. */
function ordinal(data: TypedArray, index: number, type: ElementType): bigint {
  const bits = bitsAt(data, index);
  if (type === 'F8E8M0FNU') return bits; // it has no sign
  const sign = type === 'F4E2M1FN' ? 8n : 1n << BigInt(8 * data.BYTES_PER_ELEMENT - 1);
  return bits >= sign ? sign - bits : bits;
}

/** The bits of an entry. Little-endian, as WebAssembly and all that it runs on. */
function bitsAt(data: TypedArray, index: number): bigint {
  const width = data.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(data.buffer, data.byteOffset + index * width, width);
  return bytes.reduceRight((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}

function text(value: unknown): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
