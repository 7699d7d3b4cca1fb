/**
 * The floating-point formats of 4, 8 and 16 bits: the meaning of their bits, and rounding to them. The core rounds the
 * same way: to the nearest value, ties to the even pattern, gradual underflow.
 */

import type { ElementType } from './element-type.js';

/** The special values of a format, which decide the result for a value that is too large. */
type Specials =
  /** Infinity, then NaN, where the exponent is all ones. */
  | 'ieee'
  /** No infinity; all ones but the sign is NaN. */
  | 'fn'
  /** No infinity and no -0: its pattern is the one NaN. */
  | 'fnuz'
  /** Nothing: values too large become the largest. */
  | 'finite'
  /** There is no sign and no mantissa: the numbers are the powers of two from 2^-127, and all ones are NaN. */
  | 'exponent';

interface Format {
  readonly exponentBits: number;
  readonly mantissaBits: number;
  readonly bias: number;
  readonly specials: Specials;
}

const formats: Partial<Record<ElementType, Format>> = {
  F16: { exponentBits: 5, mantissaBits: 10, bias: 15, specials: 'ieee' },
  BF16: { exponentBits: 8, mantissaBits: 7, bias: 127, specials: 'ieee' },
  F8E5M2: { exponentBits: 5, mantissaBits: 2, bias: 15, specials: 'ieee' },
  F8E4M3: { exponentBits: 4, mantissaBits: 3, bias: 7, specials: 'ieee' },
  F8E3M4: { exponentBits: 3, mantissaBits: 4, bias: 3, specials: 'ieee' },
  F8E4M3FN: { exponentBits: 4, mantissaBits: 3, bias: 7, specials: 'fn' },
  F8E4M3B11FNUZ: { exponentBits: 4, mantissaBits: 3, bias: 11, specials: 'fnuz' },
  F8E4M3FNUZ: { exponentBits: 4, mantissaBits: 3, bias: 8, specials: 'fnuz' },
  F8E5M2FNUZ: { exponentBits: 5, mantissaBits: 2, bias: 16, specials: 'fnuz' },
  F8E8M0FNU: { exponentBits: 8, mantissaBits: 0, bias: 127, specials: 'exponent' },
  F4E2M1FN: { exponentBits: 2, mantissaBits: 1, bias: 1, specials: 'finite' },
};

/** A function that rounds numbers into a format and gives the bits. NaN becomes the positive quiet one. */
export function narrowEncoder(type: ElementType): (value: number) => number {
  const format = formatOf(type);
  if (format.specials === 'exponent') return encodeExponent;
  const { mantissaBits, bias, specials } = format;
  const sign = signBit(format);
  const largest = largestFinite(format);
  const leastExponent = 1 - bias;
  return (value) => {
    if (value !== value) return nanBits(format);
    const negative = value < 0 || Object.is(value, -0);
    const magnitude = Math.abs(value);
    const exponent = Math.max(exponentOf(magnitude), leastExponent);
    // The number is counted in units of the last place, which is exact, as it scales by a power of two. One rounding
    // follows. If it carries into the next binade, so does the pattern, as does the step from the subnormals to the
    // normals.
    const steps = roundToEven(magnitude * 2 ** (mantissaBits - exponent));
    const bits = (exponent - leastExponent) * 2 ** mantissaBits + steps;
    if (bits > largest) {
      if (specials === 'finite') return negative ? sign + largest : largest;
      if (specials === 'fnuz') return sign;
      return (negative ? sign : 0) + largest + 1;
    }
    return negative && !(bits === 0 && specials === 'fnuz') ? sign + bits : bits;
  };
}

/** Returns a function that converts bits to the number that they represent, exactly. */
export function narrowDecoder(type: ElementType): (bits: number) => number {
  let values = decoded.get(type);
  if (values === undefined) {
    const format = formatOf(type);
    values = Float32Array.from({ length: patterns(format) }, (_, bits) => decode(format, bits));
    decoded.set(type, values);
  }
  const found = values;
  return (bits) => found[bits] ?? NaN;
}

/** The bits of the positive quiet NaN; -0 of F4E2M1FN, which has none. */
export function narrowNan(type: ElementType): number {
  return nanBits(formatOf(type));
}

/** The bits of the least or the greatest value of a format, which is an infinity if the format has one. */
export function narrowExtreme(type: ElementType, least: boolean): number {
  const format = formatOf(type);
  if (format.specials === 'exponent') return least ? 0 : 0xfe;
  const greatest = largestFinite(format) + (format.specials === 'ieee' ? 1 : 0);
  return least ? signBit(format) + greatest : greatest;
}

/** The values of all bit patterns of a format. The table makes big arrays fast, and is created on first use. */
const decoded = new Map<ElementType, Float32Array>();

function formatOf(type: ElementType): Format {
  const format = formats[type];
  if (format === undefined) throw new TypeError(`${type} is not a narrow format`);
  return format;
}

function signBit({ exponentBits, mantissaBits }: Format): number {
  return 2 ** (exponentBits + mantissaBits);
}

function patterns(format: Format): number {
  return format.specials === 'exponent' ? 256 : 2 * signBit(format);
}

function largestFinite(format: Format): number {
  const all = signBit(format) - 1;
  if (format.specials === 'ieee') return all - 2 ** format.mantissaBits;
  return format.specials === 'fn' ? all - 1 : all;
}

function nanBits(format: Format): number {
  switch (format.specials) {
    case 'ieee':
      return largestFinite(format) + 1 + 2 ** (format.mantissaBits - 1);
    case 'fn':
      return signBit(format) - 1;
    case 'exponent':
      return 0xff;
    case 'fnuz':
    case 'finite':
      return signBit(format);
  }
}

function decode(format: Format, bits: number): number {
  const { mantissaBits, bias, specials } = format;
  if (specials === 'exponent') return bits === 0xff ? NaN : 2 ** (bits - bias);
  const sign = signBit(format);
  if (specials === 'fnuz' && bits === sign) return NaN;
  const magnitude = bits % sign;
  const largest = largestFinite(format);
  const factor = bits >= sign ? -1 : 1;
  if (magnitude > largest) return specials === 'ieee' && magnitude === largest + 1 ? factor * Infinity : NaN;
  const exponent = Math.floor(magnitude / 2 ** mantissaBits);
  const mantissa = (magnitude % 2 ** mantissaBits) + (exponent === 0 ? 0 : 2 ** mantissaBits);
  return factor * mantissa * 2 ** (Math.max(exponent, 1) - bias - mantissaBits);
}

/**
 * Rounds to a power of two. Halves (1.5 times a power) go up, and so does everything between the two least powers, as
 * in XLA. Numbers without a logarithm become NaN.
 */
function encodeExponent(value: number): number {
  if (!(value > 0) || value === Infinity) return 0xff;
  if (value > 2 ** -127 && value < 2 ** -126) return 1;
  // Everything below the normal doubles is far below 2^-127, the least value.
  const exponent = exponentOf(value);
  const rounded = exponent + (value >= 1.5 * 2 ** exponent ? 1 : 0);
  return rounded > 127 ? 0xff : Math.max(rounded + 127, 0);
}

/** Rounds a number from 0 to 2^51 to the nearest integer, ties to even; larger ones and infinity stay large. */
function roundToEven(value: number): number {
  return value < 2 ** 51 ? value + 2 ** 52 - 2 ** 52 : value;
}

const scratch = new Float64Array(1);
const scratchWords = new Uint32Array(scratch.buffer);

/** The exponent of a normal double; -1023 for smaller ones, 1024 for infinity. */
function exponentOf(magnitude: number): number {
  scratch[0] = magnitude;
  return (((scratchWords[1] ?? 0) >>> 20) & 0x7ff) - 1023;
}
