/**
 * Arguments that builder functions cannot take, as JavaScript users make them, and what they are told.
 *
 * They are JavaScript, and not TypeScript, which would refuse most of them by itself. `says` is how the message begins; where
 * it stops after the operation, the words belong to a test of their own.
 */
export const argumentCalls = [
  {
    call: ({ b, x }) => b.reshape(x, [1.5, 4]),
    says: 'INVALID_ARGUMENT [js.c5] reshape: newSizes[0] is 1.5, not an integer',
    help: 'pass a whole number',
  },
  {
    call: ({ b, x }) => b.reshape(x, 6),
    says: 'INVALID_ARGUMENT [js.c5] reshape: newSizes is 6, not an array of integers',
    help: 'put it into an array: [6]',
  },
  {
    call: ({ b, x }) => b.reshape(x, 2, 3),
    says: 'INVALID_ARGUMENT [js.c5] reshape: dimensions is 2, not an array of integers',
    help: 'put the numbers into one array: [2, 3]',
  },
  {
    call: ({ b, x }) => b.reshape(x, [2 ** 53]),
    says: 'INVALID_ARGUMENT [js.c5] reshape: newSizes[0] is 9007199254740992, too big for a number: numbers are exact only below 2^53',
    help: 'write integers beyond as bigints, as in 9007199254740992n',
  },
  {
    call: ({ b, x }) => b.reshape(x, [2n ** 63n]),
    says: 'INVALID_ARGUMENT [js.c5] reshape: newSizes[0] is 9223372036854775808n, beyond 64 bits',
    help: 'integers are from -(2n ** 63n) to 2n ** 63n - 1n',
  },
  {
    call: ({ b, x }) => b.reshape(x),
    says: 'INVALID_ARGUMENT [js.c4] reshape: the argument newSizes is missing: an array of integers',
    help: 'pass an array such as [0, 1]',
  },
  {
    call: ({ b }) => b.reshape([1, 2], [2]),
    says: 'INVALID_ARGUMENT [js.c5] reshape: operand is an array of 2 elements, not an operation',
    help: 'make an operation of the value with constant(...)',
  },
  {
    call: ({ b, x }) => b.reshape(x, ['6']),
    says: 'INVALID_ARGUMENT [js.c5] reshape: newSizes[0] is "6", not an integer',
    help: 'pass the number itself: 6',
  },
  {
    call: ({ b, x, s }) => b.reduce(x, s, 3, 1),
    says: 'INVALID_ARGUMENT [js.c5] reduce: computation is 3, not a computation',
    help: 'pass what builder.build() returned',
  },
  {
    call: ({ b, x }) => b.conv(x, x, [1, 1], 'SAME', { dimensionNumbers: {} }),
    says: 'INVALID_ARGUMENT [js.c4] conv: unknown option "dimensionNumbers"',
    help: 'call convGeneral, convGeneralDilated, convWithGeneralDimensions, dynamicConvForward, dynamicConvInputGrad or dynamicConvKernelGrad, which take dimensionNumbers',
  },
  {
    call: ({ b, x }) => b.slice(x, [0, 0], [2, 3], { dimno: 1 }),
    says: 'INVALID_ARGUMENT [js.c4] slice: unknown option "dimno"',
    help: 'call sliceInDim, which takes dimno',
  },
  {
    call: ({ b, x }) => b.conv(x, x, [1, 1], 'SAME', { featureGroups: 2 }),
    says: 'INVALID_ARGUMENT [js.c4] conv: unknown option "featureGroups"',
    help: 'its options are featureGroupCount, batchGroupCount, precisionConfig, preferredElementType',
  },
  {
    call: ({ b, x }) => b.tanh(x, { keepDims: true }),
    says: 'INVALID_ARGUMENT [js.c4] tanh: unknown option "keepDims"',
  },
  {
    call: ({ b, x, s, sum }) => b.reduce(x, s, sum, 1),
    says: 'INVALID_ARGUMENT [js.c5] reduce: dimensionsToReduce is 1, not an array of integers',
    help: 'put it into an array: [1]',
  },
  {
    call: ({ b, x, sum }) => b.reduce(x, '0', sum, [1]),
    says: 'INVALID_ARGUMENT [js.c5] reduce: initValue is "0", not an operation or a number',
    help: 'pass the number itself: 0',
  },
  {
    call: ({ b, x, s, sum }) => b.reduce(x, s, sum),
    says: 'INVALID_ARGUMENT [js.c4] reduce: the argument dimensionsToReduce is missing: an array of integers',
    help: 'pass an array such as [0, 1]',
  },
  {
    call: ({ b, x, s }) => b.reduce(x, s, 'sum', [1]),
    says: 'INVALID_ARGUMENT [js.c5] reduce: computation is "sum", not a computation or a function',
    help: "did you mean 'add'?",
  },
  {
    call: ({ b, x, s }) => b.reduce(x, s, 'first', [1]),
    says: 'INVALID_ARGUMENT [js.c5] reduce: computation is "first", not a computation or a function',
    help: "the names are 'add', 'mul', 'max', 'min', 'and', 'or', 'xor'; pass a function (accumulator, value) => ... for others",
  },
  {
    call: ({ b, x, s }) => b.reduce(x, s, 2, [1]),
    says: 'INVALID_ARGUMENT [js.c5] reduce: computation is 2, not a computation or a function',
    help: 'pass what builder.build() returned',
  },
  {
    call: ({ b, x, s }) => b.reduce(x, s, (a, c) => a + c, [1]),
    says: 'INVALID_ARGUMENT [js.c84]',
  },
  {
    call: ({ b, x, s, sum }) => b.reduce([x, x], s, sum, [0]),
    says: 'INVALID_ARGUMENT [js.c5] reduce: initValues is an operation of shape f32[], not an array of operations',
    help: 'put it into an array: [x]',
  },
  {
    call: ({ b, x, s }) => b.reduceAll(x, s),
    says: 'INVALID_ARGUMENT [js.c4] reduceAll: the argument computation is missing: a computation',
    help: 'pass what builder.build() returned',
  },
  {
    call: ({ b, x }) => b.add(x),
    says: 'INVALID_ARGUMENT [js.c4] add: the argument rhs is missing: an operation or a number',
    help: 'pass what a builder function returned, or a number',
  },
  {
    call: ({ b, x }) => b.add(x, [1]),
    says: 'INVALID_ARGUMENT [js.c5] add: rhs is an array of 1 element, not an operation or a number',
    help: 'make an operation of the value with constant(...)',
  },
  {
    call: ({ b, i }) => b.mul(i, 2.5),
    says: 'INVALID_ARGUMENT [js.c10] mul: 2.5 is not a value of s32',
    help: "round the number, or convert lhs first: convertElementType(lhs, 'F32')",
  },
  {
    call: ({ b }) => b.add(300, b.constant([1], 'U8')),
    says: 'INVALID_ARGUMENT [js.c10] add: 300 is not a value of u8',
    help: "convert rhs first: convertElementType(rhs, 'U16')",
  },
  {
    call: ({ b }) => b.max(b.constant(1, 'U32'), -1),
    says: 'INVALID_ARGUMENT [js.c10] max: -1 is not a value of u32',
    help: "convert lhs first: convertElementType(lhs, 'S8')",
  },
  {
    call: ({ b }) => b.max(b.constant(1, 'S64'), 2 ** 60),
    says: 'INVALID_ARGUMENT [js.c10] max: 1152921504606847000 is not a value of s64',
    help: 'a number is exact up to 2^53 only: write the value as a bigint, as in 9007199254740993n',
  },
  {
    call: ({ b }) => b.max(b.constant(1, 'S64'), 2n ** 63n),
    says: 'INVALID_ARGUMENT [js.c10] max: 9223372036854775808n is not a value of s64',
    help: 'no element type holds more: use a float type if rounding is meant',
  },
  {
    call: ({ b, i }) => b.add(i, true),
    says: 'INVALID_ARGUMENT [js.c10] add: true is not a value of s32',
    help: 'write 1 or 0',
  },
  {
    call: ({ b, x }) => b.mul(x, { re: 0, im: 1 }),
    says: 'INVALID_ARGUMENT [js.c10] mul: a complex number is not a value of f32',
    help: "convert lhs first: convertElementType(lhs, 'C64')",
  },
  {
    call: ({ b }) => b.add(1, 2),
    says: 'INVALID_ARGUMENT [js.c83] add: lhs and rhs are both numbers',
    help: 'one of them must be an operation: make one with constant(...)',
  },
  {
    call: ({ b, x }) => b.select(b.gt(x, 0), 1, 0),
    says: 'INVALID_ARGUMENT [js.c83] select: onTrue and onFalse are both numbers',
    help: 'one of them must be an operation: make one with constant(...)',
  },
  {
    call: ({ b, x }) => b.add(b.tuple([x]), 1),
    says: 'INVALID_ARGUMENT [js.c83] add: rhs is a number, and lhs is (f32[2,3]), which is not an array',
    help: 'getTupleElement takes an array out of a tuple',
  },
  {
    call: ({ b }) => b.full('token[]', 1),
    says: 'INVALID_ARGUMENT [js.c83] full: value is a number, and shape is token[], which is not an array',
    help: 'numbers go with arrays only',
  },
  {
    call: ({ b }) => b.clamp(0, 1, 2),
    says: 'INVALID_ARGUMENT [js.c5] clamp: operand is 1, not an operation',
    help: 'make an operation of the value with constant(...)',
  },
  {
    call: ({ b, s32 }) => b.full(s32(2), 0.5),
    says: 'INVALID_ARGUMENT [js.c10] full: 0.5 is not a value of s32',
    help: 'round the number, or give the shape the element type F32',
  },
  {
    call: ({ b }) => b.full('f32[2', 1),
    says: 'INVALID_ARGUMENT [js.c21] full: ',
  },
  {
    call: ({ b, x }) => b.sum(x, 1n),
    says: 'INVALID_ARGUMENT [js.c5] sum: dimensions is 1n, not an array of integers',
    help: 'put it into an array: [1n]',
  },
  {
    call: ({ b, x }) => b.sum(x, 1.5),
    says: 'INVALID_ARGUMENT [js.c5] sum: dimensions is 1.5, not an array of integers',
    help: 'pass an array such as [0, 1]',
  },
  {
    call: ({ b, x }) => b.sum(x, { axis: 1 }),
    says: 'INVALID_ARGUMENT [js.c4] sum: unknown option "axis"',
    help: 'pass dimensions before the options: sum(operand: XlaOp, dimensions: number[], { keepDims })',
  },
  {
    call: ({ b, x }) => b.argMax(x, { axis: 1 }),
    says: 'INVALID_ARGUMENT [js.c4] argMax: unknown option "axis"',
    help: 'pass axis before the options: argMax(input: XlaOp, axis: number, { outputType, keepDims })',
  },
  {
    call: ({ b, i }) => b.mean(i),
    says: 'INVALID_ARGUMENT [type.c1] mean: is not defined for s32[2,3]',
    help: 'convertElementType to F32 or F64 first: the result is not an integer',
  },
  {
    call: ({ b, x }) => b.any(x),
    says: 'INVALID_ARGUMENT [type.c1] any: is not defined for f32[2,3]',
    help: 'compare numbers first: ne with 0',
  },
  {
    call: ({ b, x }) => b.argMax(x, [0]),
    says: 'INVALID_ARGUMENT [js.c5] argMax: axis is an array of 1 element, not an integer',
    help: 'pass an integer such as 1',
  },
  {
    call: ({ b, x }) => b.argMax(x, 0, { outputType: 'F32' }),
    says: "INVALID_ARGUMENT [arg_max.c3] argMax: outputType: 'F32' cannot hold the indices 0 to 1",
    help: 'use S32',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, [1]),
    says: 'INVALID_ARGUMENT [js.c4] add: the options are an array of 1 element, not an object',
    help: 'write an option with its name: { broadcastDimensions: ... }',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcast_dimensions: [1] }),
    says: 'INVALID_ARGUMENT [js.c4] add: unknown option "broadcast_dimensions"',
    help: 'did you mean broadcastDimensions?',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcastDimension: [1] }),
    says: 'INVALID_ARGUMENT [js.c4] add: unknown option "broadcastDimension"',
    help: 'did you mean broadcastDimensions?',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcastDimensions: 1 }),
    says: 'INVALID_ARGUMENT [js.c5] add: broadcastDimensions is 1, not an array of integers',
    help: 'put it into an array: [1]',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcastDimensions: [1.5] }),
    says: 'INVALID_ARGUMENT [js.c5] add: broadcastDimensions[0] is 1.5, not an integer',
    help: 'pass a whole number',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcastDimensions: ['1'] }),
    says: 'INVALID_ARGUMENT [js.c5] add: broadcastDimensions[0] is "1", not an integer',
    help: 'pass the number itself: 1',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, 1),
    says: 'INVALID_ARGUMENT [js.c4] add: the options are 1, not an object',
    help: 'write an option with its name: { broadcastDimensions: ... }',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, null),
    says: 'INVALID_ARGUMENT [js.c4] add: the options are null, not an object',
    help: 'write an option with its name: { broadcastDimensions: ... }',
  },
  {
    call: ({ b, x }) => b.add(x, x, x),
    says: 'INVALID_ARGUMENT [js.c4] add: it takes 2 arguments and an object with options, not 3',
    help: 'leave out what comes after them; for more operands, call it again with its result',
  },
  {
    call: ({ b }) => b.add(),
    says: 'INVALID_ARGUMENT [js.c4] add: the argument lhs is missing: an operation or a number',
    help: 'pass what a builder function returned, or a number',
  },
  {
    call: ({ b, x }) => b.add(undefined, x),
    says: 'INVALID_ARGUMENT [js.c5] add: lhs is undefined, not an operation or a number',
    help: 'pass what a builder function returned, or a number',
  },
  {
    call: ({ b, f32 }) => b.add(f32(2), f32(2)),
    says: 'INVALID_ARGUMENT [js.c5] add: lhs is a shape, not an operation or a number',
    help: 'parameter(number, shape, name) makes an operation of a shape',
  },
  {
    call: ({ b, x }) => b.add(x, Promise.resolve(x)),
    says: 'INVALID_ARGUMENT [js.c5] add: rhs is a Promise, not an operation or a number',
    help: 'await the promise, and pass what it gives',
  },
  {
    call: ({ b, x, sum }) => b.add(x, sum),
    says: 'INVALID_ARGUMENT [js.c5] add: rhs is a computation, not an operation or a number',
    help: 'call(...) makes an operation of a computation and its arguments',
  },
  {
    call: ({ b, sum }) => b.call(sum),
    says: 'INVALID_ARGUMENT [js.c4] call: the argument operands is missing: an array of operations',
    help: 'pass an array of what builder functions returned',
  },
  {
    call: ({ b, s, sum }) => b.call(sum, s, s),
    says: 'INVALID_ARGUMENT [js.c5] call: operands is an operation of shape f32[], not an array of operations',
    help: 'put it into an array: [x]',
  },
  {
    call: ({ b, f32 }) => b.parameter('x', f32(2)),
    says: 'INVALID_ARGUMENT [js.c5] parameter: parameterNumber is "x", not an integer',
    help: 'pass an integer such as 1',
  },
  {
    call: ({ b }) => b.parameter(3, [2, 3], 'x'),
    says: 'INVALID_ARGUMENT [js.c5] parameter: shape is an array of 2 elements, not a shape',
    help: 'sizes alone are not a shape: give the element type too, as in f32(2, 3)',
  },
  {
    call: ({ b }) => b.parameter(3, 'f32', 'x'),
    says: 'INVALID_ARGUMENT [js.c5] parameter: shape is "f32", not a shape',
    help: "write the sizes too: 'f32[2,3]', or 'f32[]' for a scalar",
  },
  {
    call: ({ b }) => b.parameter(3, 'F32', 'x'),
    says: 'INVALID_ARGUMENT [js.c5] parameter: shape is "F32", not a shape',
    help: "write the sizes too: 'f32[2,3]', or 'f32[]' for a scalar",
  },
  {
    call: ({ b, f32 }) => b.parameter(3, f32, 'x'),
    says: 'INVALID_ARGUMENT [js.c5] parameter: shape is the function f32, not a shape',
    help: 'call the function to make a shape, as in f32(2, 3), or f32() for a scalar',
  },
  {
    call: ({ b, f32 }) => b.parameter(3, f32(2), 5),
    says: 'INVALID_ARGUMENT [js.c5] parameter: name is 5, not a string',
    help: 'pass a string',
  },
  {
    call: ({ b, f32 }) => b.parameter(2 ** 53, f32(2), 'y'),
    says: 'INVALID_ARGUMENT [js.c5] parameter: parameterNumber is 9007199254740992, too big for a number: numbers are exact only below 2^53',
    help: 'write integers beyond as bigints, as in 9007199254740992n',
  },
  {
    call: ({ b, f32 }) => b.parameter(1.5, f32(2), 'y'),
    says: 'INVALID_ARGUMENT [js.c5] parameter: parameterNumber is 1.5, not an integer',
    help: 'pass a whole number',
  },
  {
    call: ({ b, x }) => b.convertElementType(x, 'F33'),
    says: 'INVALID_ARGUMENT [js.c5] convertElementType: newElementType is "F33", not the name of an element type',
    help: 'did you mean F32?',
  },
  {
    call: ({ b, x, s32 }) => b.convertElementType(x, s32()),
    says: 'INVALID_ARGUMENT [js.c5] convertElementType: newElementType is a shape, not the name of an element type',
    help: "did you mean 'S32'?",
  },
  {
    call: ({ b, x }) => b.convertElementType(x),
    says: 'INVALID_ARGUMENT [js.c4] convertElementType: the argument newElementType is missing: the name of an element type',
    help: 'use the name of an element type, such as F32, S64 or PRED',
  },
  {
    call: ({ b }) => b.iota('F32', '5'),
    says: 'INVALID_ARGUMENT [js.c5] iota: size is "5", not an integer',
    help: 'pass the number itself: 5',
  },
  {
    call: ({ b }) => b.iota(5),
    says: 'INVALID_ARGUMENT [js.c4] iota: it cannot be called with (5)',
    help: 'call it as iota(shape: Shape, iotaDimension: number), or as iota(type: ElementType, size: number)',
  },
  {
    call: ({ b }) => b.iota('F32', 2 ** 60),
    says: 'INVALID_ARGUMENT [js.c5] iota: size is 1152921504606847000, too big for a number: numbers are exact only below 2^53',
    help: 'write integers beyond as bigints, as in 1152921504606846976n',
  },
  {
    call: ({ b, s }) => b.broadcast(s, 3),
    says: 'INVALID_ARGUMENT [js.c5] broadcast: broadcastSizes is 3, not an array of integers',
    help: 'put it into an array: [3]',
  },
  {
    call: ({ b, v }) => b.broadcastInDim(v, [2, 3], 1),
    says: 'INVALID_ARGUMENT [js.c5] broadcastInDim: broadcastDimensions is 1, not an array of integers',
    help: 'put it into an array: [1]',
  },
  {
    call: ({ b, v }) => b.broadcastInDim(v, [2, 3]),
    says: 'INVALID_ARGUMENT [js.c4] broadcastInDim: the argument broadcastDimensions is missing: an array of integers',
    help: 'pass an array such as [0, 1]',
  },
  {
    call: ({ b, x }) => b.slice(x, [0, 0], [2, 3], [1, 1]),
    says: 'INVALID_ARGUMENT [js.c4] slice: the options are an array of 2 elements, not an object',
    help: 'write an option with its name: { strides: ... }',
  },
  {
    call: ({ b, x }) => b.slice(x, [0, 0], [2, 3], { stride: [1, 1] }),
    says: 'INVALID_ARGUMENT [js.c4] slice: unknown option "stride"',
    help: 'did you mean strides?',
  },
  {
    call: ({ b, x }) => b.sliceInDim(x, 0, 1),
    says: 'INVALID_ARGUMENT [js.c4] sliceInDim: the argument stride is missing: an integer',
    help: 'pass an integer such as 1',
  },
  {
    call: ({ b, x, s }) => b.pad(x, s, [1, 1]),
    says: 'INVALID_ARGUMENT [js.c5] pad: paddingConfig[0] is 1, not the padding of a dimension',
    help: 'pass a padding such as [0, 2, 1] or { edgePaddingLow: 1 }',
  },
  {
    call: ({ b, x, s }) => b.pad(x, s, { low: [1, 1], high: [0, 0] }),
    says: 'INVALID_ARGUMENT [js.c5] pad: paddingConfig is a plain object, not an array with a padding for each dimension',
    help: 'pass an array such as [[1, 0], [0, 2, 1]], or [{ edgePaddingLow: 1 }, { edgePaddingHigh: 2, interiorPadding: 1 }]',
  },
  {
    call: ({ b, x, s }) =>
      b.pad(x, s, [
        [0, 0],
        [0, 1.5],
      ]),
    says: 'INVALID_ARGUMENT [js.c5] pad: paddingConfig[1][1] is 1.5, not an integer',
    help: 'pass a whole number',
  },
  {
    call: ({ b, x, s }) => b.pad(x, s, [[0, 0], [1]]),
    says: 'INVALID_ARGUMENT [js.c5] pad: paddingConfig[1] is an array of 1 element, not two or three integers',
    help: 'pass integers such as [1, 0] or [0, 2, 1]',
  },
];
