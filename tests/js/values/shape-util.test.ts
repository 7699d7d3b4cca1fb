// The functions of ShapeUtil, LayoutUtil and IndexUtil in C++: kinds, dimension numbers, indices and strides of shapes;
// shapes as plain objects; and how deep tuples may nest, which is one number here and in the core.
import { deepStrictEqual } from 'node:assert';
import { Client, f32, init, Literal, opaque, parseHlo, pred, s4, s64, Shape, token, tuple, XlaBuilder } from 'hloom';
import type { ShapeLike } from 'hloom';
import * as fc from 'fast-check';
import { expectError } from '../support/expect-error.js';

const code = 'INVALID_ARGUMENT';
const padded = Shape.parse('f32[2,3]{0,1:PAD(3,5)ZERO_PAD}');
const dynamic = f32('<=10', 3);

beforeAll(() => init());

test('kinds are properties', () => {
  const kinds = (shape: Shape): string[] =>
    (
      ['isArray', 'isScalar', 'isTuple', 'isToken', 'isOpaque', 'isStatic', 'isDynamic', 'hasDefaultLayout', 'hasPadding'] as const
    ).filter((kind) => {
      expect(typeof shape[kind]).toBe('boolean');
      return shape[kind];
    }); // prettier-ignore
  expect(kinds(f32())).toEqual(['isArray', 'isScalar', 'isStatic', 'hasDefaultLayout']);
  expect(kinds(f32(1))).toEqual(['isArray', 'isStatic', 'hasDefaultLayout']);
  expect(kinds(dynamic)).toEqual(['isArray', 'isDynamic', 'hasDefaultLayout']);
  expect(kinds(padded)).toEqual(['isArray', 'isStatic', 'hasPadding']);
  expect(kinds(tuple())).toEqual(['isTuple', 'isStatic', 'hasDefaultLayout']);
  expect(kinds(tuple(tuple(dynamic), padded))).toEqual(['isTuple', 'isDynamic', 'hasPadding']);
  expect(kinds(token())).toEqual(['isToken', 'isStatic', 'hasDefaultLayout']);
  expect(kinds(opaque())).toEqual(['isOpaque', 'isStatic', 'hasDefaultLayout']);
});

test('the true rank counts the dimensions of more than one element', () => {
  const ranks = [f32(), f32(1), f32(1, 2, 1, 3), f32(0, 2), f32('<=1', '<=2'), tuple(f32(2, 2))];
  expect(ranks.map(({ trueRank }) => trueRank)).toEqual([0, 0, 2, 1, 1, 0]);
});

test('dimension numbers count from the end when they are negative', async () => {
  const shape = f32(2, 3, 5);
  expect([0, 1, 2, -1, -2, -3].map((d) => shape.getDimension(d))).toEqual([2, 3, 5, 5, 3, 2]);
  expect([0, 1, 2, -1, -2, -3].map((d) => shape.getDimensionNumber(d))).toEqual([0, 1, 2, 2, 1, 0]);
  expect([dynamic.getDimension(-2), dynamic.isDynamicDimension(-2), dynamic.isDynamicDimension(-1)]).toEqual([10, true, false]); // prettier-ignore
  for (const wrong of [3, -4, 0.5, NaN, '1', 1n, undefined, Symbol('s')]) {
    for (const ask of ['getDimension', 'getDimensionNumber', 'isDynamicDimension'] as const) {
      await expectError(() => shape[ask](wrong as number), {
        code,
        rule: 'js.c61',
        message: new RegExp(`Shape.${ask}: f32\\[2,3,5\\] has no dimension`),
        help: /3 dimensions, numbered from 0, or from -1/,
      });
    }
  }
  for (const shape of [f32(), tuple(f32(2))]) {
    await expectError(() => shape.getDimension(0), { code, rule: 'js.c61', help: /it has none/ });
    await expectError(() => shape.getDimension(-1), { code, rule: 'js.c61' });
  }
});

describe('indices and strides', () => {
  // The example of the document: a [2 x 3] array in the memory of [3 x 5], a d 0 b e 0 c f 0 ...
  test('with layout and padding', () => {
    expect(padded.multidimensionalIndexToLinearIndex([1, 2])).toBe(7);
    expect(padded.linearIndexToMultidimensionalIndex(7)).toEqual([1, 2]);
    expect(padded.linearIndexToMultidimensionalIndex(2)).toEqual([2, 0]);
    expect(padded.linearIndexToMultidimensionalIndex(14)).toEqual([2, 4]);
    expect([padded.strides, padded.byteStrides]).toEqual([[1, 3], [4, 12]]); // prettier-ignore
    expect(f32(2, 3).multidimensionalIndexToLinearIndex([1, 2])).toBe(5);
    expect([f32(2, 3).strides, f32(2, 3).byteStrides]).toEqual([[3, 1], [12, 4]]); // prettier-ignore
    expect(f32().multidimensionalIndexToLinearIndex([])).toBe(0);
    expect(f32().linearIndexToMultidimensionalIndex(0)).toEqual([]);
    expect([s64(2, 3).byteStrides, pred(2, 3).byteStrides, s4(2, 3).byteStrides]).toEqual([[24, 8], [3, 1], [3, 1]]); // prettier-ignore
    expect(Shape.parse('c128[2,3]{0,1}').byteStrides).toEqual([16, 32]);
    expect([dynamic.strides, tuple(f32(2)).strides, token().byteStrides]).toEqual([[3, 1], [], []]);
  });

  test('are where the elements are, in any shape; there and back again', () => {
    const shapes = fc.array(fc.nat({ max: 3 }), { maxLength: 4 }).chain((sizes) =>
      fc.record({
        sizes: fc.constant(sizes),
        order: fc.shuffledSubarray([...sizes.keys()], { minLength: sizes.length }),
        more: fc.tuple(...sizes.map(() => fc.nat({ max: 2 }))),
        pads: fc.boolean(),
      }),
    );
    const property = fc.property(shapes, ({ sizes, order, more, pads }) => {
      const paddedDimensions = sizes.map((size, d) => size + (more[d] ?? 0));
      const padding = pads && sizes.length > 0 ? ({ paddedDimensions, paddingValue: 'ONE_PAD' } as const) : {};
      const shape = Shape.array('S32', sizes, { minorToMajor: order, ...padding });
      const count = shape.elementCount;
      const numbers = Int32Array.from({ length: count }, (_, i) => i + 2);
      const literal = Literal.fromTypedArray(numbers, Shape.array('S32', sizes)).relayout(shape.layout ?? []);
      const memory = new Int32Array(literal.bytes().buffer);
      const used = new Set<number>();
      for (let i = 0; i < count; i++) {
        const index = Shape.array('S32', sizes).linearIndexToMultidimensionalIndex(i);
        const place = shape.multidimensionalIndexToLinearIndex(index);
        expect(memory[place]).toBe(i + 2);
        expect(shape.linearIndexToMultidimensionalIndex(place)).toEqual(index);
        expect(index.reduce((sum, at, d) => sum + at * (shape.byteStrides[d] ?? 0), 0)).toBe(4 * place);
        used.add(place);
      }
      for (const [place, value] of memory.entries()) {
        const index = shape.linearIndexToMultidimensionalIndex(place);
        const isPadding = index.some((at, d) => at >= (sizes[d] ?? 0));
        expect([value === 1, used.has(place)]).toEqual([isPadding, !isPadding]);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('what is no index', async () => {
    const range = { code: 'OUT_OF_RANGE', rule: 'js.c62' };
    const shape = f32(2, 3);
    for (const [index, message] of [
      [[1], /an array of 1 element is not an index of f32\[2,3\].*2 dimensions/s],
      [[1, 3], /\{1,3\} is not an index.*dimension 1 is indexed by 0 to 2, not by 3/s],
      [[-1, 0], /dimension 0 .*not by -1/],
      [[0.5, 0], /not by 0.5/],
      [['1', 0], /not by "1"/],
      [[1n, 0], /not by 1n/],
      [[Symbol('s'), 0], /Symbol\(s\)/],
      [[undefined, 0], /undefined/],
      [3, /3 is not an index/],
      [undefined, /undefined is not an index/],
    ] as const) {
      await expectError(() => shape.multidimensionalIndexToLinearIndex(index as never), { ...range, message });
    }
    for (const place of [6, -1, 0.5, NaN, '1', 2n, undefined]) {
      const message = /f32\[2,3\] has no place .* in memory\n.*0 to 5/;
      await expectError(() => shape.linearIndexToMultidimensionalIndex(place as number), { ...range, message });
    }
    await expectError(() => f32(2, 0).multidimensionalIndexToLinearIndex([0, 0]), { ...range, message: /no element/ });
    await expectError(() => f32(2, 0).linearIndexToMultidimensionalIndex(0), { ...range, message: /no elements/ });
    await expectError(() => f32(2 ** 40, 2 ** 40).multidimensionalIndexToLinearIndex([2 ** 39, 1]), { ...range, message: /2\^53/ }); // prettier-ignore
    for (const shape of [tuple(f32(2)), token()]) {
      await expectError(() => shape.multidimensionalIndexToLinearIndex([]), { code, rule: 'js.c25' });
      await expectError(() => shape.linearIndexToMultidimensionalIndex(0), { code, rule: 'js.c25' });
    }
  });
});

describe('shapes as objects', () => {
  const shapes = [
    f32(),
    f32(2, 3),
    f32(3, 2),
    f32(2, 3).withLayout([0, 1]),
    f32(6),
    s64(2, 3),
    dynamic,
    f32('<=10', '<=3'),
    f32(10, 3),
    padded,
    Shape.parse('f32[2,3]{0,1:PAD(3,5)ONE_PAD}'),
    Shape.parse('f32[2,3]{0,1:T(8,128)(2,*)S(1)SC(0:1)}'),
    tuple(),
    tuple(f32()),
    tuple(tuple(f32(2, 3)), dynamic, token(), opaque()),
    tuple(tuple(f32(3, 2)), dynamic, token(), opaque()),
    token(),
    opaque(),
  ];

  test('are deeply equal exactly when they are equal', () => {
    for (const [i, a] of shapes.entries()) {
      for (const [j, b] of shapes.entries()) {
        const again = Shape.parse(b.toStringWithLayout());
        expect(a.equals(again)).toBe(i === j);
        if (i === j) {
          expect(a).toStrictEqual(again);
          deepStrictEqual(a, again);
        } else {
          expect(a).not.toEqual(again);
          expect(() => {
            deepStrictEqual(a, again);
          }).toThrow();
        }
      }
    }
  });

  test('are read from clones, JSON, text and themselves', () => {
    for (const shape of shapes) {
      const clone = structuredClone(shape) as ShapeLike;
      expect(clone).not.toBeInstanceOf(Shape);
      expect(Shape.from(clone)).toStrictEqual(shape);
      deepStrictEqual(Shape.from(clone), shape);
      expect(Shape.from(JSON.parse(JSON.stringify(shape)) as ShapeLike)).toStrictEqual(shape);
      expect(Shape.from(shape.toStringWithLayout())).toStrictEqual(shape);
      expect(Shape.from(shape)).toBe(shape);
    }
    expect(Shape.from({ type: 'F32', dimensions: [2] })).toEqual(f32(2));
    expect(Shape.from({ type: 'TUPLE' })).toEqual(tuple());
  });

  test.each<[unknown, string]>([
    [null, 'js.c11'],
    [undefined, 'js.c11'],
    [3, 'js.c11'],
    [[2, 3], 'js.c11'],
    [{}, 'js.c11'],
    ['f32[', 'js.c21'],
    [{ type: 'f32' }, 'js.c11'],
    [{ type: 'F32', dimensions: 3 }, 'js.c11'],
    [{ type: 'F32', dimensions: [-1] }, 'js.c11'],
    [{ type: 'F32', dimensions: [Symbol('s')] }, 'js.c11'],
    [{ type: 'F32', dimensions: ['2'] }, 'js.c11'],
    [{ type: 'F32', dimensions: [2], dynamicDimensions: [true, false] }, 'js.c11'],
    [{ type: 'F32', dimensions: [2], dynamicDimensions: [1] }, 'js.c11'],
    [{ type: 'F32', dimensions: [2], dynamicDimensions: 'no' }, 'js.c11'],
    [{ type: 'F32', dimensions: [2], layout: null }, 'js.c12'],
    [{ type: 'F32', dimensions: [2], layout: { minorToMajor: [1] } }, 'js.c12'],
    [{ type: 'F32', dimensions: [2], layout: { minorToMajor: [0], paddingValue: 'ONE_PAD' } }, 'js.c30'],
    [{ type: 'F32', dimensions: [2], layout: { minorToMajor: [0], memorySpace: -1 } }, 'js.c35'],
    [{ type: 'TUPLE', tupleShapes: 1 }, 'js.c11'],
    [{ type: 'TUPLE', tupleShapes: [1] }, 'js.c11'],
  ])('%p is none', async (value, rule) => {
    await expectError(() => Shape.from(value as never), { code, rule });
  });
});

describe('tuples', () => {
  /** The text of a tuple that is nested so deep. */
  const nested = (depth: number): string => '('.repeat(depth) + ')'.repeat(depth);

  /** Returns whether a value is refused for its depth. */
  function isRefused(action: () => unknown): boolean {
    try {
      action();
      return false;
    } catch (thrown) {
      const { rule } = thrown as { rule?: string };
      if (rule === 'js.c20' || rule === 'shape.c4') return true;
      throw thrown;
    }
  }

  /** An object of so many tuples, each in the next one. */
  function objectOf(depth: number): ShapeLike {
    let shape: ShapeLike = { type: 'TUPLE', tupleShapes: [] };
    for (let i = 1; i < depth; i++) shape = { type: 'TUPLE', tupleShapes: [shape] };
    return shape;
  }

  test.each<[string, (depth: number) => unknown]>([
    ['the text of a shape', (depth) => Shape.parse(nested(depth))],
    ['an object', (depth) => Shape.from(objectOf(depth))],
    ['tuple()', (depth) => Array.from({ length: depth - 1 }).reduce<Shape>((inner) => tuple(inner), tuple())],
    ['Literal.tuple()', (depth) => Array.from({ length: depth - 1 }).reduce<Literal>((inner) => Literal.tuple(inner), Literal.tuple())], // prettier-ignore
    [
      'a program’s text',
      (depth) => parseHlo(`HloModule m\nENTRY main {\n  ROOT x = ${nested(depth)} parameter(0)\n}\n`),
    ],
    ['b.parameter() of a text', (depth) => new XlaBuilder('main').parameter(0, nested(depth), 'x')],
    ['b.tuple()', (depth) => {
      const b = new XlaBuilder('main');
      let x = b.tuple([]);
      for (let i = 1; i < depth; i++) x = b.tuple([x]);
      return b.build(x);
    }], // prettier-ignore
  ])('nest 64 deep, no deeper: %s', (_, make) => {
    expect([1, 63, 64, 65, 66, 300].map((depth) => isRefused(() => make(depth)))).toEqual([false, false, false, true, true, true]); // prettier-ignore
  });

  test('of the greatest depth run', async () => {
    const shape = Shape.parse(nested(64).replace('()', '(f32[2])'));
    const client = await Client.create();
    const b = new XlaBuilder('main');
    const executable = await client.compile(b.build(b.parameter(0, shape, 'x')));
    let value = Literal.tuple(Literal.from([1, 2]));
    while (!value.shape.equals(shape)) value = Literal.tuple(value);
    expect(await executable.run(value)).toEqual(value);
    expect(Literal.from(structuredClone(value) as never)).toEqual(value);
    client.dispose();
  });

  test('of a billion parts are refused before they are made', async () => {
    const thirty = (inner: Shape): Shape => Array.from({ length: 30 }).reduce<Shape>((x) => tuple(x, x), inner);
    const limit = { code: 'RESOURCE_EXHAUSTED', rule: 'js.c90' };
    await expectError(() => thirty(f32(2)), limit);
    let object: ShapeLike = { type: 'F32' };
    for (let i = 0; i < 30; i++) object = { type: 'TUPLE', tupleShapes: [object, object] };
    await expectError(() => Shape.from(object), limit);
    await expectError(() => Literal.from({ shape: object, elements: [] }), limit);
    expect(Shape.tuple(new Array<Shape>(2 ** 21 - 1).fill(f32())).tupleShapes).toHaveLength(2 ** 21 - 1);
    await expectError(() => Shape.tuple(new Array<Shape>(2 ** 21).fill(f32())), limit);
  });
});
