/**
 * Wrong calls around shapes and literals, as JavaScript users make them, and what they are told.
 *
 * They are JavaScript, and not TypeScript, which would refuse most of them by itself. `says` is how the message begins; where
 * it stops after the operation, the words belong to a test of their own.
 */
export const valueCalls = [
  {
    call: ({ Shape }) => new Shape(),
    says: 'INVALID_ARGUMENT [js.c80] Shape: new Shape(...) is not for programs to call',
    help: 'use f32(2, 3) and the like, tuple(...), Shape.array or Shape.parse',
  },
  {
    call: ({ Shape }) => new Shape('F32', [2, 3]),
    says: 'INVALID_ARGUMENT [js.c80] Shape: new Shape(...) is not for programs to call',
    help: 'use f32(2, 3) and the like, tuple(...), Shape.array or Shape.parse',
  },
  {
    call: ({ Literal }) => new Literal(),
    says: 'INVALID_ARGUMENT [js.c80] Literal: new Literal(...) is not for programs to call',
    help: 'use Literal.from, fromTypedArray or tuple',
  },
  {
    call: ({ Literal }) => new Literal([1, 2]),
    says: 'INVALID_ARGUMENT [js.c80] Literal: new Literal(...) is not for programs to call',
    help: 'use Literal.from, fromTypedArray or tuple',
  },
  {
    call: ({ f32, Literal }) => new Literal(f32(2), [1, 2]),
    says: 'INVALID_ARGUMENT [js.c80] Literal: new Literal(...) is not for programs to call',
    help: 'use Literal.from, fromTypedArray or tuple',
  },
  {
    call: ({ Shape }) => Shape.array('F32', 2),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', 2, 3),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array([2, 3], 'F32'),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array(),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', [1.5]),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', [2 ** 53]),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', [2n]),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', ['2']),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', [-1]),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', [2], [1]),
    says: 'INVALID_ARGUMENT [js.c12] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', [2], 'row-major'),
    says: 'INVALID_ARGUMENT [js.c12] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', [2], { minorToMajor: 0 }),
    says: 'INVALID_ARGUMENT [js.c12] Shape.array:',
  },
  {
    call: ({ Shape }) => Shape.array('F32', [2], { minor_to_major: [0] }),
    says: 'INVALID_ARGUMENT [js.c12] Shape.array:',
  },
  {
    call: ({ f32 }) => f32([2, 3]),
    says: 'INVALID_ARGUMENT [js.c11] f32: the size of dimension 0 is an array of 2 elements',
    help: 'write the sizes one by one, as in f32(2, 3), or f32(...sizes)',
  },
  {
    call: ({ f32 }) => f32('2', 3),
    says: 'INVALID_ARGUMENT [js.c11] f32: the size of dimension 0 is "2"',
    help: 'write the number itself, without quotes',
  },
  {
    call: ({ f32 }) => f32(null),
    says: 'INVALID_ARGUMENT [js.c11] f32: the size of dimension 0 is null',
    help: 'use non-negative integers as sizes, as in f32(2, 3)',
  },
  {
    call: ({ f32 }) => f32('<=ten'),
    says: 'INVALID_ARGUMENT [js.c11] f32: the size of dimension 0 is "<=ten"',
    help: "write the bound of a dynamic dimension as in f32('<=10', 3)",
  },
  {
    call: ({ f32 }) => f32('<10'),
    says: 'INVALID_ARGUMENT [js.c11] f32: the size of dimension 0 is "<10"',
    help: "write the bound of a dynamic dimension as in f32('<=10', 3)",
  },
  {
    call: ({ f32 }) => f32(2, undefined),
    says: 'INVALID_ARGUMENT [js.c11] f32: the size of dimension 1 is undefined',
    help: 'use non-negative integers as sizes, as in f32(2, 3)',
  },
  {
    call: ({ f32 }) => f32(NaN),
    says: 'INVALID_ARGUMENT [js.c11] f32: the size of dimension 0 is NaN',
    help: 'use non-negative integers as sizes, as in f32(2, 3)',
  },
  {
    call: ({ f32 }) => f32(Infinity),
    says: 'INVALID_ARGUMENT [js.c11] f32: the size of dimension 0 is Infinity',
    help: 'use non-negative integers as sizes, as in f32(2, 3)',
  },
  {
    call: ({ tuple }) => tuple(1),
    says: 'INVALID_ARGUMENT [js.c11] Shape.tuple: element 0 of the tuple is 1, not a shape',
    help: 'use shapes as the elements, as in tuple(f32(2), s32())',
  },
  {
    call: ({ f32, s32, tuple }) => tuple([f32(2), s32()]),
    says: 'INVALID_ARGUMENT [js.c11] Shape.tuple: element 0 of the tuple is an array of 2 elements, not a shape',
    help: 'use shapes as the elements, as in tuple(f32(2), s32())',
  },
  {
    call: ({ tuple }) => tuple('f32[2]'),
    says: 'INVALID_ARGUMENT [js.c11] Shape.tuple: element 0 of the tuple is "f32[2]", not a shape',
    help: 'use shapes as the elements, as in tuple(f32(2), s32())',
  },
  {
    call: ({ Shape, f32 }) => Shape.tuple(f32(2)),
    says: 'INVALID_ARGUMENT [js.c11] Shape.tuple:',
  },
  {
    call: ({ Shape }) => Shape.tuple(),
    says: 'INVALID_ARGUMENT [js.c11] Shape.tuple:',
  },
  {
    call: ({ Shape }) => Shape.tuple([1]),
    says: 'INVALID_ARGUMENT [js.c11] Shape.tuple:',
  },
  {
    call: ({ Shape }) => Shape.parse('F32[2]'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('f32'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('float32[2]'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('i32[2]'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('f32[2'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('f32(2)'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('[2,3]'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('f32[2,3]{0}'),
    says: 'INVALID_ARGUMENT [js.c12] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('f32[2.5]'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('f32[-1]'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('f32[9007199254740993]'),
    says: 'INVALID_ARGUMENT [js.c11] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('tensor<2x3xf32>'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse(5),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse(),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape, f32 }) => Shape.parse(f32(2)),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ big, Shape }) => Shape.parse(big),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ big, Shape }) => Shape.array(big),
    says: 'INVALID_ARGUMENT [js.c11] Shape.array:',
  },
  {
    call: ({ f32 }) => f32(2, 3).withLayout([0]),
    says: 'INVALID_ARGUMENT [js.c12] Shape.withLayout:',
  },
  {
    call: ({ f32 }) => f32(2, 3).withLayout('{0,1}'),
    says: 'INVALID_ARGUMENT [js.c12] Shape.withLayout:',
  },
  {
    call: ({ f32 }) => f32(2, 3).withLayout([0, 2]),
    says: 'INVALID_ARGUMENT [js.c12] Shape.withLayout:',
  },
  {
    call: ({ f32, tuple }) => tuple(f32(2)).withLayout([0]),
    says: 'INVALID_ARGUMENT [js.c25] Shape.withLayout:',
  },
  {
    call: ({ f32 }) => f32(2, 3).isDynamicDimension(2),
    says: 'INVALID_ARGUMENT [js.c61] Shape.isDynamicDimension:',
  },
  {
    call: ({ f32 }) => f32(2, 3).isDynamicDimension(),
    says: 'INVALID_ARGUMENT [js.c61] Shape.isDynamicDimension:',
  },
  {
    call: ({ f32 }) => f32(2, 3).equals(),
    says: 'INVALID_ARGUMENT [js.c5] Shape.equals: the other shape is undefined',
    help: 'pass a Shape, such as f32(2, 3)',
  },
  {
    call: ({ f32 }) => f32(2, 3).equals('f32[2,3]'),
    says: 'INVALID_ARGUMENT [js.c5] Shape.equals: the other shape is "f32[2,3]"',
    help: 'read the text with Shape.parse',
  },
  {
    call: ({ f32 }) => f32(2, 3).compatible([2, 3]),
    says: 'INVALID_ARGUMENT [js.c5] Shape.compatible: the other shape is an array of 2 elements',
    help: 'pass a Shape, such as f32(2, 3)',
  },
  {
    call: ({ Shape }) => Shape.prototype.toString(),
    says: 'INVALID_ARGUMENT [js.c81] toString:',
  },
  {
    call: ({ f32 }) => (({ toString }) => toString())(f32(2)),
    says: 'INVALID_ARGUMENT [js.c81] toString: it was called on nothing, not on a shape',
    help: 'write shape.toString(...), or keep the method bound: shape.toString.bind(shape)',
  },
  {
    call: ({ Literal }) => Literal.from(),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from('abc'),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from(null),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([1, [2]]),
    says: 'INVALID_ARGUMENT [js.c9] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2], [2]),
    says: 'INVALID_ARGUMENT [js.c11] Literal.from:',
  },
  {
    call: ({ s32, Literal }) => Literal.from([1, 2], s32(3)),
    says: 'INVALID_ARGUMENT [js.c8] Literal.from:',
  },
  {
    call: ({ f32, tuple, Literal }) => Literal.from([1, 2], tuple(f32(2))),
    says: 'INVALID_ARGUMENT [js.c25] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2.5], 'S32'),
    says: 'INVALID_ARGUMENT [js.c10] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([256], 'U8'),
    says: 'INVALID_ARGUMENT [js.c10] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([true], 'F32'),
    says: 'INVALID_ARGUMENT [js.c10] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([2n ** 60n + 1n], 'F32'),
    says: 'INVALID_ARGUMENT [js.c10] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([2 ** 53], 'S64'),
    says: 'INVALID_ARGUMENT [js.c10] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([2n ** 63n]),
    says: 'INVALID_ARGUMENT [js.c10] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from(['1']),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([NaN], 'S32'),
    says: 'INVALID_ARGUMENT [js.c10] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from({ length: 2 }),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from({ 0: 1, length: 1 }),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from(new Map([[1, 2]])),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ f32, Literal }) =>
      Literal.from(
        [
          [1, 2],
          [3, 4],
        ],
        f32(4),
      ),
    says: 'INVALID_ARGUMENT [js.c8] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from(Symbol('x')),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from(() => 1),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2], 5),
    says: 'INVALID_ARGUMENT [js.c11] Literal.from:',
  },
  {
    call: ({ f32, Literal }) => Literal.fromTypedArray([1, 2], f32(2)),
    says: 'INVALID_ARGUMENT [js.c7] Literal.fromTypedArray:',
  },
  {
    call: ({ f32, Literal }) => Literal.fromTypedArray(new Float64Array(2), f32(2)),
    says: 'INVALID_ARGUMENT [js.c7] Literal.fromTypedArray:',
  },
  {
    call: ({ f32, Literal }) => Literal.fromTypedArray(new Float32Array(3), f32(2)),
    says: 'INVALID_ARGUMENT [js.c8] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) => Literal.fromTypedArray(new Float32Array(2)),
    says: 'INVALID_ARGUMENT [js.c11] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) => Literal.fromTypedArray(new Float32Array(2), 2),
    says: 'INVALID_ARGUMENT [js.c11] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) => Literal.fromTypedArray(new Float32Array(2), 'F32'),
    says: 'INVALID_ARGUMENT [js.c11] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) => Literal.fromTypedArray(new Float32Array(2), 'f32[2]'),
    says: 'INVALID_ARGUMENT [js.c11] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) => Literal.fromTypedArray(new Float32Array(2), [3]),
    says: 'INVALID_ARGUMENT [js.c8] Literal.fromTypedArray:',
  },
  {
    call: ({ f32, Literal }) => Literal.fromTypedArray(new ArrayBuffer(8), f32(2)),
    says: 'INVALID_ARGUMENT [js.c7] Literal.fromTypedArray:',
  },
  {
    call: ({ f32, Literal }) => Literal.fromTypedArray(new DataView(new ArrayBuffer(8)), f32(2)),
    says: 'INVALID_ARGUMENT [js.c7] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) => Literal.fromTypedArray(new Uint8ClampedArray(2), [2]),
    says: 'INVALID_ARGUMENT [js.c7] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) => Literal.fromTypedArray(),
    says: 'INVALID_ARGUMENT [js.c7] Literal.fromTypedArray:',
  },
  {
    call: ({ f32, Literal }) =>
      ((a) => (structuredClone(a, { transfer: [a.buffer] }), Literal.fromTypedArray(a, f32(2))))(new Float32Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) =>
      ((a) => (structuredClone(a, { transfer: [a.buffer] }), Literal.fromTypedArray(a, [2])))(new Float32Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] Literal.fromTypedArray:',
  },
  {
    call: ({ Literal }) =>
      ((a) => (structuredClone(a, { transfer: [a.buffer] }), Literal.from(a)))(new Float32Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] Literal.from:',
  },
  {
    call: ({ Literal }) =>
      ((a) => (structuredClone(a, { transfer: [a.buffer] }), Literal.from([a, [1, 2]])))(new Float32Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.tuple(1, 2),
    says: 'INVALID_ARGUMENT [js.c28] Literal.tuple: element 0 of the tuple is 1, not a Literal',
    help: 'make each element with Literal.from',
  },
  {
    call: ({ Literal }) => Literal.tuple([Literal.from(1)]),
    says: 'INVALID_ARGUMENT [js.c28] Literal.tuple:',
  },
  {
    call: ({ Literal }) => Literal.fromJSON(),
    says: 'INVALID_ARGUMENT [js.c28] Literal.fromJSON:',
  },
  {
    call: ({ Literal }) => Literal.fromJSON({}),
    says: 'INVALID_ARGUMENT [js.c28] Literal.fromJSON:',
  },
  {
    call: ({ Literal }) => Literal.fromJSON('{"shape":"f32[2]"}'),
    says: 'INVALID_ARGUMENT [js.c28] Literal.fromJSON:',
  },
  {
    call: ({ Literal }) => Literal.fromJSON({ shape: 'f32[2]', data: 5 }),
    says: 'INVALID_ARGUMENT [js.c28] Literal.fromJSON:',
  },
  {
    call: ({ Literal }) => Literal.fromJSON({ shape: 5, data: 'x' }),
    says: 'INVALID_ARGUMENT [js.c28] Literal.fromJSON:',
  },
  {
    call: ({ Literal }) => Literal.fromJSON({ shape: 'f32[2]', data: '!!!!' }),
    says: 'INVALID_ARGUMENT [js.c28] Literal.fromJSON:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).equals(1),
    says: 'INVALID_ARGUMENT [js.c5] Literal.equals:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).equals(),
    says: 'INVALID_ARGUMENT [js.c5] Literal.equals:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).equals([1, 2]),
    says: 'INVALID_ARGUMENT [js.c5] Literal.equals:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).equals(Literal.from([1, 2]), 1),
    says: 'INVALID_ARGUMENT [js.c22] Literal.equals:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).equals(Literal.from([1, 2]), { nan: true }),
    says: 'INVALID_ARGUMENT [js.c22] Literal.equals:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).relayout([1]),
    says: 'INVALID_ARGUMENT [js.c12] Literal.relayout:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).relayout('x'),
    says: 'INVALID_ARGUMENT [js.c12] Literal.relayout:',
  },
  {
    call: ({ f32, Literal }) => Literal.from([1, 2]).relayout(f32(3)),
    says: 'INVALID_ARGUMENT [js.c24] Literal.relayout:',
  },
  {
    call: ({ Literal }) => Literal.tuple().relayout([0]),
    says: 'INVALID_ARGUMENT [js.c25] Literal.relayout:',
  },
  {
    call: ({ Literal }) => Literal.tuple().data,
    says: 'INVALID_ARGUMENT [js.c25] Literal.data: a tuple has no data of its own',
    help: 'read .elements of a tuple; a token has no value',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).toFloat16Array(),
    says: 'INVALID_ARGUMENT [js.c7] Literal.toFloat16Array:',
  },
  {
    call: ({ f32, Literal }) => Literal.from([1, 2]).toBoundedDynamic(f32(2, 2)),
    says: 'INVALID_ARGUMENT [js.c24] Literal.toBoundedDynamic:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).toBoundedDynamic(),
    says: 'INVALID_ARGUMENT [js.c5] Literal.toBoundedDynamic:',
  },
  {
    call: ({ Literal }) => Literal.from([1, 2]).toBoundedDynamic('f32[<=4]'),
    says: 'INVALID_ARGUMENT [js.c5] Literal.toBoundedDynamic:',
  },
  {
    call: ({ Literal }) => (({ toArray }) => toArray())(Literal.from([1, 2])),
    says: 'INVALID_ARGUMENT [js.c81] toArray:',
  },
  {
    call: ({ big, Literal }) => Literal.from(big),
    says: 'INVALID_ARGUMENT [js.c28] Literal.from:',
  },
  {
    call: ({ Literal }) => Literal.from([10n ** 1000000n], 'S32'),
    says: 'INVALID_ARGUMENT [js.c10] Literal.from:',
  },
  {
    call: ({ f32 }) => f32(2, 3).withLayout({}),
    says: 'INVALID_ARGUMENT [js.c12] Shape.withLayout:',
  },
  {
    call: ({ Shape }) => Shape.parse('float8_e4m3fn[2]'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('F32'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('s32'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('bool[2]'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('(F32[2], s32[])'),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
  {
    call: ({ Shape }) => Shape.parse('f32[2,3]{0,1:T('),
    says: 'INVALID_ARGUMENT [js.c21] Shape.parse:',
  },
];
