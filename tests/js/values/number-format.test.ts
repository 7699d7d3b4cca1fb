// The narrow formats against a table written apart: what each pattern means, spelled by its fields, and for rounding the
// neighbors of every midpoint.
import type { ElementType } from '../../../js/src/values/element-type.js';
import { narrowDecoder, narrowEncoder } from '../../../js/src/values/number-format.js';

type Overflow = 'inf' | 'nan' | 'largest';

/**
 * The fields as strings of binary digits, the bias, the patterns that are not finite numbers, and the result beyond the
 * largest number.
 */
const formats: [ElementType, exponent: number, mantissa: number, bias: number, nan: RegExp, overflow: Overflow][] = [
  ['F16', 5, 10, 15, /^.11111(?!0{10})/, 'inf'],
  ['BF16', 8, 7, 127, /^.1{8}(?!0{7})/, 'inf'],
  ['F8E5M2', 5, 2, 15, /^.11111(?!00)/, 'inf'],
  ['F8E4M3', 4, 3, 7, /^.1111(?!000)/, 'inf'],
  ['F8E3M4', 3, 4, 3, /^.111(?!0000)/, 'inf'],
  ['F8E4M3FN', 4, 3, 7, /^.1111111$/, 'nan'],
  ['F8E4M3B11FNUZ', 4, 3, 11, /^10000000$/, 'nan'],
  ['F8E4M3FNUZ', 4, 3, 8, /^10000000$/, 'nan'],
  ['F8E5M2FNUZ', 5, 2, 16, /^10000000$/, 'nan'],
  ['F4E2M1FN', 2, 1, 1, /^$/, 'largest'],
];

describe.each(formats)('%s', (type, exponentBits, mantissaBits, bias, nan, overflow) => {
  const width = 1 + exponentBits + mantissaBits;
  const decode = narrowDecoder(type);
  const encode = narrowEncoder(type);
  const infinite = new RegExp(`^.1{${exponentBits}}0{${mantissaBits}}$`);

  function meaning(bits: number): number {
    const digits = bits.toString(2).padStart(width, '0');
    if (nan.test(digits)) return NaN;
    const sign = digits.startsWith('1') ? -1 : 1;
    if (overflow === 'inf' && infinite.test(digits)) return sign * Infinity;
    const exponent = parseInt(digits.slice(1, 1 + exponentBits), 2);
    const fraction = parseInt(digits.slice(1 + exponentBits), 2) / 2 ** mantissaBits;
    return sign * (exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias));
  }

  const patterns = Array.from({ length: 2 ** width }, (_, bits) => bits);

  test('every pattern means what its fields say, and numbers come back to it', () => {
    const wrong = patterns.filter((bits) => {
      const value = decode(bits);
      if (!Object.is(value, meaning(bits))) return true;
      return Number.isNaN(value) ? !Number.isNaN(decode(encode(value))) : encode(value) !== bits;
    });
    expect(wrong).toEqual([]);
  });

  test('midpoints go to the even pattern, what is beside them to the nearer one', () => {
    const positive = patterns.filter((bits) => bits < 2 ** (width - 1) && Number.isFinite(meaning(bits)));
    const signOf = (bits: number): number => (bits === 0 && type.endsWith('FNUZ') ? 0 : bits + 2 ** (width - 1));
    const wrong = positive.slice(0, -1).filter((bits) => {
      const middle = (meaning(bits) + meaning(bits + 1)) / 2;
      const even = bits % 2 === 0 ? bits : bits + 1;
      const [below, above] = [middle * (1 - 2 ** -50), middle * (1 + 2 ** -50)];
      if (encode(middle) !== even || encode(below) !== bits || encode(above) !== bits + 1) return true;
      return encode(-middle) !== signOf(even) || encode(-below) !== signOf(bits) || encode(-above) !== signOf(bits + 1);
    });
    expect(wrong).toEqual([]);
  });

  test('past the largest value', () => {
    const finite = patterns.map(meaning).filter(Number.isFinite);
    const largest = Math.max(...finite);
    const step = largest - Math.max(...finite.filter((value) => value < largest));
    const past = { inf: Infinity, nan: NaN, largest }[overflow];
    expect(decode(encode(largest + step / 4))).toBe(largest);
    for (const value of [largest + step, 1e300, Number.MAX_VALUE, Infinity]) {
      expect(decode(encode(value))).toBe(past);
      expect(decode(encode(-value))).toBe(-past);
    }
    expect(Math.abs(decode(encode(5e-324)))).toBe(0);
  });
});

test('F8E8M0FNU holds powers of two; halves go up, and what has no logarithm is NaN', () => {
  const decode = narrowDecoder('F8E8M0FNU');
  const encode = narrowEncoder('F8E8M0FNU');
  for (let bits = 0; bits < 255; bits++) {
    const value = 2 ** (bits - 127);
    // Between the two least values everything goes up.
    expect([decode(bits), encode(value), encode(value * 1.4999)]).toEqual([value, bits, Math.max(bits, 1)]);
    expect(encode(value * 1.5)).toBe(bits === 254 ? 255 : bits + 1);
  }
  expect(decode(255)).toBeNaN();
  for (const value of [0, -0, -1, NaN, Infinity, -Infinity, 1e300]) expect(encode(value)).toBe(255);
  for (const value of [5e-324, 2 ** -128, 2 ** -127 * (1 - 2 ** -53), 2 ** -127]) expect(encode(value)).toBe(0);
  for (const value of [2 ** -127 * (1 + 2 ** -52), 2 ** -126 * (1 - 2 ** -53)]) expect(encode(value)).toBe(1);
});
