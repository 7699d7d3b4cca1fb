// The values of --arg: what hloom prints goes in again, in every type, and no text does harm.
import fc from 'fast-check';
import { CliFailure } from '../../../js/src/cli/failure.js';
import { parseValue, sample } from '../../../js/src/cli/value.js';
import { elementInfo, elementTypes } from '../../../js/src/values/element-type.js';
import { Literal } from '../../../js/src/values/literal.js';
import { Shape } from '../../../js/src/values/shape.js';

/** Any array of up to some hundred elements, of any bits. */
const anyArray = fc
  .tuple(fc.constantFrom(...elementTypes), fc.array(fc.nat(4), { maxLength: 4 }))
  .chain(([type, dimensions]) => {
    const { array, bits, bytes, kind } = elementInfo(type);
    const count = dimensions.reduce((product, size) => product * size, 1);
    const low = kind === 'signed' && bits < 8 ? -(2 ** (bits - 1)) : 0;
    const top = kind === 'pred' ? 1 : bits < 8 ? low + 2 ** bits - 1 : 255;
    const data = fc.array(fc.integer({ min: low, max: top }), { minLength: count * bytes, maxLength: count * bytes });
    return data.map((values) => {
      const shape = Shape.array(type, dimensions);
      return Literal.fromTypedArray(new array(new Uint8Array(values).buffer), shape);
    });
  });

const jsonOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`;
  return Object.is(value, -0) ? '-0' : String(value);
};

test('values of dynamic shapes, as they are printed and as lists', () => {
  const shape = Shape.parse('f32[<=3,2]');
  for (const text of ['f32[<=3,2](2,2) { { 1, 2 }, { 3, 4 } }', 'f32[<=3,2] {{1, 2}, {3, 4}}', '[[1, 2], [3, 4]]']) {
    const value = parseValue(text, shape, 'it');
    expect([text, value.toArray(), value.shape.compatible(shape) || value.shape.toString()]).toEqual([
      text,
      [
        [1, 2],
        [3, 4],
      ],
      true,
    ]);
  }
});

test('integers are exact however they are written', () => {
  const s64 = (text: string): unknown => parseValue(text, Shape.parse('s64[]'), 'it').toArray();
  expect(s64('1e18')).toBe(1_000_000_000_000_000_000n);
  expect(s64('9007199254740993.0')).toBe(9007199254740993n);
  expect(s64('-9.223372036854775808e18')).toBe(-9223372036854775808n);
  expect(s64('120e-1')).toBe(12n);
  expect(s64('+7')).toBe(7n);
  for (const text of ['1e19', '9223372036854775808', '1.5', '125e-1']) {
    expect(() => s64(text)).toThrow(/^it: [0-9.]+ is not a value of s64\n/);
  }
  expect(() => s64('1e999')).toThrow(CliFailure);
  expect(() => s64('7n')).toThrow('it: "7n" is not a number');
  let caught: unknown;
  try {
    parseValue('256', Shape.parse('u8[]'), 'it');
  } catch (thrown) {
    caught = thrown;
  }
  expect(caught).toMatchObject({
    message: 'it: 256 is not a value of u8\n  the value is 256\n  u8 holds the integers from 0 to 255',
    help: 'it is u8[]: write 1',
  });
});

test('what toString prints, and what toArray gives as JSON', () => {
  fc.assert(
    fc.property(anyArray, (literal) => {
      const { shape } = literal;
      for (const text of [literal.toString(), jsonOf(literal.toArray())]) {
        expect([text, parseValue(text, shape, 'it').equals(literal, { nanEqual: true })]).toEqual([text, true]);
      }
    }),
    { numRuns: 400 },
  );
});

test('what a help text suggests is a value', () => {
  fc.assert(
    fc.property(anyArray, ({ shape }) => {
      if (shape.elementCount > 12) return;
      expect(parseValue(sample(shape), shape, 'it').shape.toString()).toBe(shape.toString());
    }),
  );
  const tuple = Shape.parse('(f32[2], (pred[], c64[]), s4[1,1])');
  expect(sample(tuple)).toBe('[[1, 2], [true, [1, 0]], [[1]]]');
  expect(parseValue(sample(tuple), tuple, 'it').toArray()).toEqual([[1, 2], [true, [1, 0]], [[1]]]);
});

test('tuples as XLA writes them, with shapes inside', () => {
  const shape = Shape.parse('(f32[], s32[2], (pred[1]))');
  for (const text of ['(f32[] 1, s32[2] {2, 3}, (pred[1] {1}))', '[1, [2, 3], [[true]]]', '(1, {2, 3}, ({true}))']) {
    expect(parseValue(text, shape, 'it').toArray()).toEqual([1, [2, 3], [[true]]]);
  }
});

test('dynamic dimensions take as many elements as are given', () => {
  const literal = parseValue('[1, 2]', Shape.parse('f32[<=4]'), 'it');
  expect([literal.shape.toString(), literal.dynamicSizes]).toEqual(['f32[<=4]', [2]]);
  expect(() => parseValue('[1, 2, 3, 4, 5]', Shape.parse('f32[<=4]'), 'it')).toThrow(CliFailure);
});

test('any text is a value or is refused', () => {
  const shapes = ['f32[]', 's64[2]', 'pred[1,2]', 'c64[1]', '(f32[2], s32[])', 'f8e4m3fn[0]', 'token[]'].map((text) =>
    Shape.parse(text),
  );
  const pieces = fc.constantFrom('[', ']', '{', '}', '(', ')', ',', ' ', '1', '-', '.5', 'e9', 'nan', 'f32[2]', '"', '/*', '*/', 'true', '9'.repeat(30), '\n'); // prettier-ignore
  const text = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...shapes), (input, shape) => {
      try {
        parseValue(input, shape, 'it');
      } catch (error) {
        expect(error).toBeInstanceOf(CliFailure);
      }
    }),
    { numRuns: 5000 },
  );
  expect(() => parseValue('['.repeat(100_000), Shape.parse('f32[2]'), 'it')).toThrow(/more than 255 deep/);
});
