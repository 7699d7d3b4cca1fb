// Values of cases: from JSON to literals, and how a result is held to what is expected. Runs in Node and in pages.
import { Literal, Shape, type ElementType, type TypedArray } from 'hloom';
import type { CaseLiteral, CaseValue } from './case-schema.js';

type Scalar = number | string | boolean;

interface TypeRow {
  readonly array: new (length: number) => TypedArray;
  readonly bits?: { readonly array: typeof Uint32Array | typeof BigUint64Array; readonly negativeNan: number | bigint };
}

const types: Readonly<Record<ElementType, TypeRow>> = {
  F32: { array: Float32Array, bits: { array: Uint32Array, negativeNan: 0xffc00000 } },
  F64: { array: Float64Array, bits: { array: BigUint64Array, negativeNan: 0xfff8000000000000n } },
  S32: { array: Int32Array },
  S64: { array: BigInt64Array },
  U8: { array: Uint8Array },
  U32: { array: Uint32Array },
  PRED: { array: Uint8Array },
};

/** The literal that a case writes down. */
export function toLiteral({ shape, value }: CaseLiteral): Literal {
  return literalOf(Shape.parse(shape), value);
}

function literalOf(shape: Shape, value: CaseValue): Literal {
  if (shape.isToken()) return Literal.token();
  if (!shape.isArray()) {
    const values = value as CaseValue[];
    if (values.length !== shape.tupleShapes.length) throw new Error(`the case gives ${values.length} elements`);
    return Literal.tuple(...shape.tupleShapes.map((element, i) => literalOf(element, values[i] as CaseValue)));
  }
  const scalars = [value].flat(Infinity as 8) as Scalar[];
  const { array, bits } = types[shape.type];
  const data = new array(scalars.length);
  for (const [index, scalar] of scalars.entries()) {
    if (scalar === '-nan' && bits !== undefined) {
      // By its bits: a NaN that passes through a number may lose its sign.
      const view = new bits.array(data.buffer as ArrayBuffer);
      (view as { [index: number]: number | bigint })[index] = bits.negativeNan;
    } else {
      (data as { [index: number]: number | bigint })[index] = toNumber(scalar, shape.type);
    }
  }
  // Cases list elements in index order, whatever the layout.
  const literal = Literal.fromTypedArray(data, shape.withDefaultLayout());
  return shape.hasDefaultLayout() ? literal : literal.withLayout(shape.layout.minorToMajor);
}

function toNumber(scalar: Scalar, type: ElementType): number | bigint {
  if (type === 'S64') return BigInt(scalar);
  if (typeof scalar !== 'string') return Number(scalar);
  const special: Record<string, number> = { inf: Infinity, '-inf': -Infinity, nan: NaN, '+nan': NaN, '-0': -0 };
  const number = special[scalar] ?? Number(scalar);
  if (Number.isNaN(number) && !(scalar in special)) throw new Error(`the case has the value ${JSON.stringify(scalar)}`);
  return number;
}

/** How a literal differs from what a case expects; empty where it does not. */
export function difference(found: Literal, { shape, value }: CaseLiteral, ulps = 0): string {
  return differenceOf(found, Shape.parse(shape), value, ulps);
}

function differenceOf(found: Literal, shape: Shape, value: CaseValue, ulps: number): string {
  if (!found.shape.compatible(shape)) return `the shape is ${found.shape.toString()}, not ${shape.toString()}`;
  if (shape.isToken()) return '';
  if (!shape.isArray()) {
    const values = value as CaseValue[];
    const differences = found.elements.map((element, i) =>
      differenceOf(element, shape.tupleShapes[i] as Shape, values[i] as CaseValue, ulps),
    );
    const at = differences.findIndex((text) => text !== '');
    return at < 0 ? '' : `element ${at}: ${differences[at]}`;
  }
  const is = rowMajor(found);
  const wanted = rowMajor(literalOf(shape.withDefaultLayout(), value));
  const scalars = [value].flat(Infinity as 8) as Scalar[];
  for (const [i, scalar] of scalars.entries()) {
    const signed = scalar === '+nan' || scalar === '-nan';
    if (same(is[i], wanted[i], shape.type, ulps) && (!signed || isNegative(is, i) === (scalar === '-nan'))) continue;
    return `value ${i} is ${text(is[i])}, not ${text(scalar)}: ${found.toString()}`;
  }
  return '';
}

function rowMajor(literal: Literal): TypedArray {
  if (literal.shape.hasDefaultLayout()) return literal.data;
  return literal.withLayout(literal.shape.dimensions.map((_, i) => literal.shape.rank - 1 - i)).data;
}

/** Whether the sign bit is set, also of a NaN. Little-endian, as WebAssembly and all that it runs on. */
function isNegative(data: TypedArray, index: number): boolean {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return ((bytes[(index + 1) * data.BYTES_PER_ELEMENT - 1] ?? 0) & 0x80) !== 0;
}

/** One NaN is as good as another: the payload and, unless the case names it, the sign are the machine's. */
function same(a: unknown, b: unknown, type: string, ulps: number): boolean {
  if (Object.is(a, b)) return true;
  if (ulps === 0 || typeof a !== 'number' || typeof b !== 'number' || Number.isNaN(a) || Number.isNaN(b)) return false;
  const distance = ordinal(a, type) - ordinal(b, type);
  return (distance < 0n ? -distance : distance) <= BigInt(ulps);
}

/** The place of a float in the order of all floats of its type. */
function ordinal(value: number, type: string): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (type === 'F32') view.setFloat32(0, value);
  else view.setFloat64(0, value);
  const bits = type === 'F32' ? BigInt(view.getInt32(0)) : view.getBigInt64(0);
  const sign = type === 'F32' ? -(2n ** 31n) : -(2n ** 63n);
  return bits < 0n ? sign - bits : bits;
}

function text(value: unknown): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
