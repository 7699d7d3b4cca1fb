/** The elements of the operands: counted, at random, or typed; and the text of an element in a cell. */

import { isElementType, Literal, Shape } from 'hloom';
import type { SideName } from './scene.js';

/** Of larger arrays, only the elements that are drawn are computed: a page is not for gigabytes. */
export const maxElements = 2 ** 18;

/** The ways to choose elements that have a name; any other text is a literal. */
export const valueKinds = ['count', 'random'] as const;

/** The number at which counting starts again, for types that cannot hold more, or not exactly. */
const moduli: Readonly<Record<string, number>> = {
  PRED: 2,
  S1: 1,
  S2: 2,
  S4: 8,
  S8: 100,
  U1: 2,
  U2: 4,
  U4: 16,
  U8: 200,
  BF16: 100,
  F4E2M1FN: 5,
  F8E5M2: 8,
  F8E5M2FNUZ: 8,
  F8E4M3: 16,
  F8E4M3FN: 16,
  F8E4M3B11FNUZ: 16,
  F8E4M3FNUZ: 16,
  F8E3M4: 16,
  F8E8M0FNU: 5,
};

/**
 * The left operand counts 0, 1, 2 ...; the right one in hundreds from 100, so that a sum shows its two parts; in tens
 * or in ones if a type cannot hold more.
 */
function counting(name: SideName, type: string): { readonly start: number; readonly step: number } {
  if (name === 'lhs') return { start: 0, step: 1 };
  const modulus = moduli[type] ?? Infinity;
  const step = modulus === Infinity ? 100 : modulus >= 100 ? 10 : 1;
  return { start: step, step };
}

/**
 * The elements that a text describes: `count`, `random` or `random 7` with a seed, or a list such as `1, 2, 3` in
 * row-major order.
 *
 * @throws Error for a list that does not fit, HloomError for numbers that the type does not hold
 */
export function operandValues(name: SideName, shape: Shape, text: string): Literal {
  const plain = shape.withDefaultLayout();
  const count = plain.elementCount;
  const random = /^random(?:\s+(\d{1,9}))?$/.exec(text.trim());
  if (random !== null) return counted(plain, randomNumbers(count, Number(random[1] ?? 1), name));
  if (text.trim() !== 'count') return typed(plain, text);
  const { start, step } = counting(name, plain.type);
  return counted(
    plain,
    Array.from({ length: count }, (_, i) => start + step * i),
  );
}

/**
 * The elements at these indices of an array that is too large to be computed: each has the value that it has there if
 * elements are counted. Of `f32[1000]` with the indices 0, 1 and 999, the left operand has 0, 1 and 999.
 */
export function drawnValues(
  name: SideName,
  shape: Shape,
  drawn: readonly (readonly number[])[],
  text: string,
): Literal {
  const { type, dimensions } = shape;
  if (!isElementType(type)) throw new TypeError(`${shape.toString()} has no elements to choose`);
  const part = Shape.array(
    type,
    drawn.map(({ length }) => length),
  );
  if (text.trim() !== 'count') return operandValues(name, part, text);
  const { start, step } = counting(name, type);
  const positions = drawn.reduce<number[]>(
    (outer, shown, d) => outer.flatMap((position) => shown.map((i) => position * (dimensions[d] ?? 1) + i)),
    [0],
  );
  return counted(
    part,
    positions.map((position) => start + step * position),
  );
}

const words: ReadonlyMap<string, number> = new Map([
  ['inf', Infinity],
  ['-inf', -Infinity],
  ['nan', NaN],
  ['true', 1],
  ['false', 0],
]);

/** The typed elements in row-major order, with any separators. */
function typed(shape: Shape, text: string): Literal {
  const tokens = text.split(/[\s,[\]{}()]+/).filter((token) => token !== '');
  if (tokens.length !== shape.elementCount) {
    const needed = `${shape.elementCount} ${shape.elementCount === 1 ? 'element' : 'elements'}`;
    throw new Error(`${shape.toString()} has ${needed}, and ${tokens.length} are given`);
  }
  return fromElements(
    shape,
    tokens.map((token) => elementOf(shape.type, token)),
  );
}

type Complex = Readonly<Record<'re' | 'im', number>>;

/** One element that was typed; integers of 64 bits are exact. */
function elementOf(type: string, token: string): number | bigint | Complex {
  if (type.startsWith('C')) return complexOf(token);
  return /^[SU]64$/.test(type) && /^-?\d+$/.test(token) ? BigInt(token) : numberOf(token);
}

function numberOf(token: string): number {
  const value = words.get(token.toLowerCase()) ?? Number(token);
  if (Number.isNaN(value) && token.toLowerCase() !== 'nan') throw new Error(`"${token}" is not a number`);
  return value;
}

/** `1+2i`, `-2i`, `i`, or a real number. */
function complexOf(token: string): Complex {
  const parts = /^(|.*[^e])([+\u2212-]|^)([^+\u2212-]*(?:e[+-]?\d+)?)[ij]$/i.exec(token);
  if (parts === null) return { re: numberOf(token), im: 0 };
  const [, re = '', sign = '', im = ''] = parts;
  const size = im === '' ? 1 : numberOf(im);
  return { re: re === '' ? 0 : numberOf(re), im: sign === '' || sign === '+' ? size : -size };
}

function counted(shape: Shape, numbers: readonly number[]): Literal {
  const modulus = moduli[shape.type] ?? Infinity;
  const isComplex = shape.type.startsWith('C');
  return fromElements(
    shape,
    numbers.map((number) => {
      if (isComplex) return { re: number, im: 0 };
      // This type holds only powers of two.
      return shape.type === 'F8E8M0FNU' ? 2 ** (number % modulus) : number % modulus;
    }),
  );
}

function fromElements(shape: Shape, elements: readonly (number | bigint | Complex)[]): Literal {
  const { type } = shape;
  if (!isElementType(type)) throw new TypeError(`${shape.toString()} has no elements to choose`);
  return Literal.fromTypedArray(Literal.from([...elements], type).data, shape);
}

/** Whole numbers from 0 to 9, the same for the same seed: Marsaglia's xorshift with 32 bits. */
function randomNumbers(count: number, seed: number, name: SideName): number[] {
  let state = (seed * 2654435761 + (name === 'lhs' ? 1 : 0x9e3779b9)) >>> 0 || 1;
  return Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % 10;
  });
}

/** The elements of a literal by their index, for any layout. */
export class Elements {
  readonly literal: Literal;
  /** If the literal has only the drawn elements of a larger array: the indices that it has, by dimension. */
  readonly drawn: readonly (readonly number[])[] | undefined;
  readonly #flat: ArrayLike<unknown>;

  constructor(literal: Literal, drawn?: readonly (readonly number[])[]) {
    this.literal = literal;
    this.drawn = drawn;
    this.#flat = rowMajor(literal);
  }

  get shape(): Shape {
    return this.literal.shape;
  }

  /** The element as text, in full. */
  at(index: readonly number[]): string {
    const { drawn } = this;
    const own = drawn === undefined ? index : drawn.map((shown, d) => shown.indexOf(index[d] ?? 0));
    if (own.includes(-1)) return '';
    const position = this.shape.dimensions.reduce((sum, size, d) => sum * size + (own[d] ?? 0), 0);
    const value = this.#flat[position];
    return this.shape.type === 'PRED' ? String(Boolean(value)) : valueText(value);
  }
}

function rowMajor(literal: Literal): ArrayLike<unknown> {
  const { shape } = literal;
  const decoded = /^(F4|F8|F16|BF16|C)/.test(shape.type);
  if (shape.hasDefaultLayout && !decoded) return literal.data;
  // Typed by hand: the type of a recursive array flattened without end has no end either.
  const nested = [literal.toArray()] as unknown[];
  const flat = nested.flat(Infinity);
  if (!shape.type.startsWith('C')) return flat;
  const pairs = flat as number[];
  return typeof pairs[0] === 'number'
    ? Array.from({ length: pairs.length / 2 }, (_, i) => ({ re: pairs[2 * i], im: pairs[2 * i + 1] }))
    : flat;
}

function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const { re, im } = value as { re: number; im: number };
    return `${number(re)}${im < 0 || Object.is(im, -0) ? '−' : '+'}${number(Math.abs(im))}i`;
  }
  return typeof value === 'number' ? number(value) : String(value);
}

function number(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The number of characters that fit in a cell of the usual size. */
const mostInCell = 5;
/** A complex number: its real part, and the sign of the other one, which no exponent has before it. */
const complexParts = /^(.*[^e])([+−]).*i$/;

/** The text of an element for a cell: at most so many characters, with fewer digits if they do not fit. */
export function cellText(text: string, most = mostInCell): string {
  if (text === 'true') return 'T';
  if (text === 'false') return 'F';
  if (text.length <= most) return text;
  const [, real, sign] = complexParts.exec(text) ?? [];
  if (real === undefined) return fitted(text, most) ?? (text.startsWith('-') ? '-…' : '…');
  const short = fitted(real, most - 2);
  return short === undefined ? `${fitted(real, most - 1) ?? ''}…` : `${short}${sign}…`;
}

/** A number with as many digits as fit; `undefined` if there is too little room. */
function fitted(text: string, most: number): string | undefined {
  if (text.length <= most) return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return value < 0 ? '-∞' : '∞';
  for (let digits = 4; digits > 0; digits--) {
    const plain = String(Number(value.toPrecision(digits))).replace(/^(-?)0\./, '$1.');
    const exponential = value.toExponential(digits - 1);
    const short = [plain, exponential].map((form) => form.replace('e+', 'e')).find((form) => form.length <= most);
    if (short !== undefined) return short;
  }
  return undefined;
}
