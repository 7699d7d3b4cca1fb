// The random arguments of --seed: the distribution that docs/cli.md promises, in every element type.
import { randomLiteral } from '../../../js/src/cli/random.js';
import { elementInfo, elementTypes, type ElementType } from '../../../js/src/values/element-type.js';
import { Shape } from '../../../js/src/values/shape.js';

const drawn = (type: ElementType, seed = 1n): number[] =>
  (randomLiteral(Shape.array(type, [4000]), seed, 0).toArray() as unknown[]).flat().map(Number);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

test.each(elementTypes)('%s', (type) => {
  const { kind, min, max, encoded } = elementInfo(type);
  const values = drawn(type);
  expect(values).toHaveLength(kind === 'complex' ? 8000 : 4000);
  const seen = [...new Set(values)].sort((a, b) => a - b);
  if (type === 'F8E8M0FNU') {
    expect(seen).toEqual([-4, -3, -2, -1, 0, 1, 2, 3, 4].map((exponent) => 2 ** exponent));
  } else if (kind === 'float' || kind === 'complex') {
    expect(seen.every((value) => value >= -1 && value <= 1)).toBe(true);
    expect(Math.abs(mean(values))).toBeLessThan(0.05);
    // The variance of the uniform distribution on [-1, 1) is 1/3.
    expect(mean(values.map((value) => value ** 2))).toBeCloseTo(1 / 3, 1);
    if (!encoded) expect(seen.every((value) => Number.isInteger(value * 2 ** 23))).toBe(true);
  } else {
    const low = Math.max(-10, Number(min));
    const high = Math.min(kind === 'pred' ? 1 : 10, Number(max));
    expect(seen).toEqual(Array.from({ length: high - low + 1 }, (_, index) => low + index));
  }
});

test('seeds, parameters and arrays of a tuple differ; the same ones do not', () => {
  const shape = Shape.parse('(f32[8], f32[8])');
  const text = (seed: bigint, parameter: number): string => randomLiteral(shape, seed, parameter).toString();
  expect(text(5n, 0)).toBe(text(5n, 0));
  expect(new Set([text(5n, 0), text(6n, 0), text(5n, 1), text(2n ** 63n, 0)]).size).toBe(4);
  const { elements } = randomLiteral(shape, 5n, 0);
  expect(elements[0]?.equals(elements[1] as never)).toBe(false);
});

test('layouts change nothing, dynamic dimensions are as big as their bounds', () => {
  const value = randomLiteral(Shape.parse('s32[2,3]'), 1n, 0).toArray();
  expect(randomLiteral(Shape.parse('s32[2,3]{0,1}'), 1n, 0).toArray()).toEqual(value);
  expect(randomLiteral(Shape.parse('s32[<=2,3]'), 1n, 0).toArray()).toEqual(value);
});
