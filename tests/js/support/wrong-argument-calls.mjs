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
    help: 'put it into an array: [2]',
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
    call: ({ b, x, s, sum }) => b.reduce(x, s, sum, 1),
    says: 'INVALID_ARGUMENT [js.c5] reduce: dimensionsToReduce is 1, not an array of integers',
    help: 'put it into an array: [1]',
  },
  {
    call: ({ b, x, sum }) => b.reduce(x, 0, sum, [1]),
    says: 'INVALID_ARGUMENT [js.c5] reduce: initValue is 0, not an operation',
    help: 'make an operation of the value with constant(...)',
  },
  {
    call: ({ b, x, s, sum }) => b.reduce(x, s, sum),
    says: 'INVALID_ARGUMENT [js.c4] reduce: the argument dimensionsToReduce is missing: an array of integers',
    help: 'pass an array such as [0, 1]',
  },
  {
    call: ({ b, x, s }) => b.reduce(x, s, 'add', [1]),
    says: 'INVALID_ARGUMENT [js.c5] reduce: computation is "add", not a computation',
    help: 'pass what builder.build() returned',
  },
  {
    call: ({ b, x, s }) => b.reduce(x, s, (a, c) => a + c, [1]),
    says: 'INVALID_ARGUMENT [js.c5] reduce: computation is a function, not a computation',
    help: 'build the computation with an XlaBuilder of its own: operations record a program, they do not call functions',
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
    says: 'INVALID_ARGUMENT [js.c4] add: the argument rhs is missing: an operation',
    help: 'pass what a builder function returned; make constants of numbers with constant(...)',
  },
  {
    call: ({ b, x }) => b.add(x, 1),
    says: 'INVALID_ARGUMENT [js.c5] add: rhs is 1, not an operation',
    help: 'make an operation of the value with constant(...)',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, [1]),
    says: 'INVALID_ARGUMENT [js.c4] add: the options are an array of 1 element, not an object',
    help: 'write an option with its name: { broadcastDimensions: ... }',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcast_dimensions: [1] }),
    says: 'INVALID_ARGUMENT [js.c4] add: there is no option "broadcast_dimensions"',
    help: 'did you mean broadcastDimensions?',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcastDimension: [1] }),
    says: 'INVALID_ARGUMENT [js.c4] add: there is no option "broadcastDimension"',
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
    says: 'INVALID_ARGUMENT [js.c4] add: the argument lhs is missing: an operation',
    help: 'pass what a builder function returned; make constants of numbers with constant(...)',
  },
  {
    call: ({ b, x }) => b.add(undefined, x),
    says: 'INVALID_ARGUMENT [js.c5] add: lhs is undefined, not an operation',
    help: 'pass what a builder function returned; make constants of numbers with constant(...)',
  },
  {
    call: ({ b, f32 }) => b.add(f32(2), f32(2)),
    says: 'INVALID_ARGUMENT [js.c5] add: lhs is a shape, not an operation',
    help: 'parameter(number, shape, name) makes an operation of a shape',
  },
  {
    call: ({ b, x }) => b.add(x, Promise.resolve(x)),
    says: 'INVALID_ARGUMENT [js.c5] add: rhs is a Promise, not an operation',
    help: 'await the promise, and pass what it gives',
  },
  {
    call: ({ b, x, sum }) => b.add(x, sum),
    says: 'INVALID_ARGUMENT [js.c5] add: rhs is a computation, not an operation',
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
    help: 'sizes alone are no shape: give the element type too, as in f32(2, 3)',
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
    call: ({ b, x }) => b.convertElementType(x, 's32'),
    says: 'INVALID_ARGUMENT [js.c5] convertElementType: newElementType is "s32", not the name of an element type',
    help: "did you mean 'S32'?",
  },
  {
    call: ({ b, x }) => b.convertElementType(x, 'int32'),
    says: 'INVALID_ARGUMENT [js.c5] convertElementType: newElementType is "int32", not the name of an element type',
    help: "did you mean 'S32'?",
  },
  {
    call: ({ b, x }) => b.convertElementType(x, 'f32'),
    says: 'INVALID_ARGUMENT [js.c5] convertElementType: newElementType is "f32", not the name of an element type',
    help: "did you mean 'F32'?",
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
    call: ({ b }) => b.iota('f32', 5),
    says: 'INVALID_ARGUMENT [js.c5] iota: type is "f32", not the name of an element type',
    help: "did you mean 'F32'?",
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
    says: 'INVALID_ARGUMENT [js.c4] slice: there is no option "stride"',
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
  {
    call: ({ b, x, s }) => b.pad(x, s, [[0, 0], { edgePaddingHigh: 0.5 }]),
    says: 'INVALID_ARGUMENT [js.c5] pad: paddingConfig[1].edgePaddingHigh is 0.5, not an integer',
    help: 'pass a whole number',
  },
  {
    call: ({ b, x, s }) => b.pad(x, s, [[0, 0], { low: 1 }]),
    says: 'INVALID_ARGUMENT [js.c5] pad: paddingConfig[1] has no field "low"',
    help: 'its fields are edgePaddingLow, edgePaddingHigh, interiorPadding',
  },
  {
    call: ({ b, x }) => b.transpose(x, new Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] transpose: permutation[0] is undefined, not an integer',
    help: 'pass an integer such as 1',
  },
  {
    call: ({ b, x, i }) => b.dynamicReshape(x, [i, i], [2, 3], [true, 1]),
    says: 'INVALID_ARGUMENT [js.c5] dynamicReshape: dimsAreDynamic[1] is 1, not a truth value',
    help: 'pass true or false',
  },
  {
    call: ({ b, x, s, sum }) =>
      b.reduceWindow(
        x,
        s,
        sum,
        [2, 2],
        [1, 1],
        [
          [0, 1],
          [0, '1'],
        ],
      ),
    says: 'INVALID_ARGUMENT [js.c5] reduceWindow: padding[1][1] is "1", not an integer',
    help: 'pass the number itself: 1',
  },
  {
    call: ({ b, x, s, sum }) =>
      b.reduceWindow(
        x,
        s,
        sum,
        [2, 2],
        [1, 1],
        [
          [0, 1],
          [0, 1, 2],
        ],
      ),
    says: 'INVALID_ARGUMENT [js.c5] reduceWindow: padding[1] is an array of 3 elements, not a pair of integers',
    help: 'pass a pair such as [1, 0]',
  },
  {
    call: ({ b, x, f32 }) =>
      b.customCall('foo', [x], f32(2), { outputOperandAliasing: [{ operand: 0, operandIndex: [0, 'x'] }] }),
    says: 'INVALID_ARGUMENT [js.c5] customCall: outputOperandAliasing[0].operandIndex[1] is "x", not an integer',
    help: 'pass an integer such as 1',
  },
  {
    call: ({ b, x, f32 }) => b.customCall('foo', [x], f32(2), { outputOperandAliasing: [{ outputIndex: [0] }] }),
    says: 'INVALID_ARGUMENT [js.c5] customCall: outputOperandAliasing[0].operand is missing: an integer',
    help: 'pass an object with outputIndex, operand, operandIndex',
  },
  {
    call: ({ b, x }) => b.exp(x, { resultAccuracy: { mode: 'HIGH' } }),
    says: 'INVALID_ARGUMENT [js.c5] exp: resultAccuracy.mode is "HIGH", not one of DEFAULT, HIGHEST',
    help: 'did you mean HIGHEST?',
  },
  {
    call: ({ b, x }) => b.exp(x, { resultAccuracy: { tolerance: { atol: 'small' } } }),
    says: 'INVALID_ARGUMENT [js.c5] exp: resultAccuracy.tolerance.atol is "small", not a number',
    help: 'pass a number such as 1e-3',
  },
  {
    call: ({ b, x }) => b.exp(x, { resultAccuracy: { mode: 'HIGHEST', tolerance: { atol: 1 } } }),
    says: 'INVALID_ARGUMENT [js.c5] exp: resultAccuracy is a plain object, not a mode or a tolerance',
    help: "pass { mode: 'HIGHEST' }, or { tolerance: { atol, rtol, ulps } } with some of these numbers",
  },
  {
    call: ({ b, x }) => b.concatInDim(x, x, 0),
    says: 'INVALID_ARGUMENT [js.c5] concatInDim: operands is an operation of shape f32[2,3], not an array of operations',
    help: 'put it into an array: [x]',
  },
  {
    call: ({ b, x }) => b.concatInDim([x, x]),
    says: 'INVALID_ARGUMENT [js.c4] concatInDim: the argument dimension is missing: an integer',
    help: 'pass an integer such as 1',
  },
  {
    call: ({ b, x }) => b.compare(x, x, '<'),
    says: 'INVALID_ARGUMENT [js.c5] compare: direction is "<", not one of EQ, NE, GE, GT, LE, LT',
    help: "did you mean 'LT'?",
  },
  {
    call: ({ b, x }) => b.compare(x, x, 'lt'),
    says: 'INVALID_ARGUMENT [js.c5] compare: direction is "lt", not one of EQ, NE, GE, GT, LE, LT',
    help: 'did you mean LT?',
  },
  {
    call: ({ b, x }) => b.compare(x, x),
    says: 'INVALID_ARGUMENT [js.c4] compare: the argument direction is missing: one of EQ, NE, GE, GT, LE, LT',
    help: 'pass one of EQ, NE, GE, GT, LE, LT',
  },
  {
    call: ({ b, x }) => b.compare(x, x, 'LT', { compareType: 'foo' }),
    says: 'INVALID_ARGUMENT [js.c5] compare: compareType is "foo", not one of DEFAULT, FLOAT, TOTALORDER, SIGNED, UNSIGNED',
    help: 'pass one of DEFAULT, FLOAT, TOTALORDER, SIGNED, UNSIGNED',
  },
  {
    call: ({ b }) => b.tuple(),
    says: 'INVALID_ARGUMENT [js.c4] tuple: the argument elements is missing: an array of operations',
    help: 'pass an array of what builder functions returned',
  },
  {
    call: ({ b, x }) => b.getTupleElement(b.tuple([x]), '0'),
    says: 'INVALID_ARGUMENT [js.c5] getTupleElement: index is "0", not an integer',
    help: 'pass the number itself: 0',
  },
  {
    call: ({ b, s }) => b.conditional(s),
    says: 'INVALID_ARGUMENT [js.c4] conditional: the argument branchComputations is missing: an array of computations',
    help: 'pass an array of what builder.build() returned',
  },
  {
    call: ({ b, x, sum }) => b.sort([x], sum, 1),
    says: 'INVALID_ARGUMENT [js.c4] sort: the options are 1, not an object',
    help: 'write an option with its name: { dimension: ... }; there are dimension, isStable',
  },
  {
    call: ({ b, x }) => b.topK(x, 2, true),
    says: 'INVALID_ARGUMENT [js.c4] topK: the options are true, not an object',
    help: 'write an option with its name: { largest: ... }',
  },
  {
    call: ({ b, x, i }) => b.gather(x, i, { offsetDims: [1] }, [1, 3]),
    says: 'INVALID_ARGUMENT [js.c5] gather: dimensionNumbers.collapsedSliceDims is missing: an array of integers',
    help: 'pass an object with offsetDims, collapsedSliceDims, startIndexMap, operandBatchingDims, startIndicesBatchingDims, indexVectorDim; those without a value are []',
  },
  {
    call: ({ b, x, i }) =>
      b.gather(x, i, { offset_dims: [1], collapsedSliceDims: [0], startIndexMap: [0], indexVectorDim: 1 }, [1, 3]),
    says: 'INVALID_ARGUMENT [js.c5] gather: dimensionNumbers has no field "offset_dims"',
    help: 'did you mean offsetDims?',
  },
  {
    call: ({ b, x, i }) => b.gather(x, i, [0], [1, 3]),
    says: 'INVALID_ARGUMENT [js.c5] gather: dimensionNumbers is an array of 1 element, not an object with offsetDims, collapsedSliceDims, startIndexMap, operandBatchingDims, startIndicesBatchingDims, indexVectorDim',
    help: 'pass an object with offsetDims, collapsedSliceDims, startIndexMap, operandBatchingDims, startIndicesBatchingDims, indexVectorDim',
  },
  {
    call: ({ b, x, i, sum }) => b.scatter(x, i, x, sum, { updateWindowDims: [1] }),
    says: 'INVALID_ARGUMENT [js.c5] scatter: dimensionNumbers.insertedWindowDims is missing: an array of integers',
    help: 'pass an object with updateWindowDims, insertedWindowDims, scatterDimsToOperandDims, inputBatchingDims, scatterIndicesBatchingDims, indexVectorDim; those without a value are []',
  },
  {
    call: ({ b, x, s, sum }) => b.reduceWindow(x, s, sum, [2, 2], [1, 1], 'same'),
    says: "INVALID_ARGUMENT [js.c5] reduceWindow: padding is \"same\", not 'SAME', 'VALID' or an array with a pair for each dimension",
    help: 'did you mean SAME?',
  },
  {
    call: ({ b, x, s, sum }) => b.reduceWindow(x, s, sum, [2, 2], [1, 1]),
    says: "INVALID_ARGUMENT [js.c4] reduceWindow: the argument padding is missing: 'SAME', 'VALID' or an array with a pair for each dimension",
    help: "pass 'SAME', 'VALID' or pairs such as [[1, 0]]",
  },
  {
    call: ({ b, x, s, sum }) => b.reduceWindow(x, s, sum, 2, 1, 'VALID'),
    says: 'INVALID_ARGUMENT [js.c5] reduceWindow: windowDimensions is 2, not an array of integers',
    help: 'put it into an array: [2]',
  },
  {
    call: ({ b, x, f32 }) => b.customCall(x, 'foo', f32(2)),
    says: 'INVALID_ARGUMENT [js.c5] customCall: callTargetName is an operation of shape f32[2,3], not a string',
    help: 'pass a string',
  },
  {
    call: ({ b, x }) => b.customCall('foo', [x]),
    says: 'INVALID_ARGUMENT [js.c4] customCall: the argument shape is missing: a shape',
    help: "pass a shape such as f32(2, 3), or its text 'f32[2,3]'",
  },
  {
    call: ({ b, x, f32 }) => b.customCall('foo', [x], f32(2), { sideEffect: true }),
    says: 'INVALID_ARGUMENT [js.c4] customCall: there is no option "sideEffect"',
    help: 'did you mean hasSideEffect?',
  },
  {
    call: ({ b, x, f32 }) => b.customCall('foo', [x], f32(2), { outputOperandAliasing: {} }),
    says: 'INVALID_ARGUMENT [js.c5] customCall: outputOperandAliasing is a plain object, not an array of objects',
    help: 'pass an array of objects with their fields',
  },
  {
    call: ({ b, x }) => b.exp(x, { resultAccuracy: 'HIGHEST' }),
    says: 'INVALID_ARGUMENT [js.c5] exp: resultAccuracy is "HIGHEST", not a mode or a tolerance',
    help: "pass { mode: 'HIGHEST' }, or { tolerance: { atol, rtol, ulps } } with some of these numbers",
  },
  {
    call: ({ b, x }) => b.exp(x, { resultAccuracy: { mode: 'FAST' } }),
    says: 'INVALID_ARGUMENT [js.c5] exp: resultAccuracy.mode is "FAST", not one of DEFAULT, HIGHEST',
    help: 'pass one of DEFAULT, HIGHEST',
  },
  {
    call: ({ b, x }) => b.exp([x]),
    says: 'INVALID_ARGUMENT [js.c5] exp: operand is an array of 1 element, not an operation',
    help: 'pass the operation itself, without an array around it; tuple(...) makes one of several',
  },
  {
    call: ({ b, x }) => b.rev(x, 0),
    says: 'INVALID_ARGUMENT [js.c5] rev: dimensions is 0, not an array of integers',
    help: 'put it into an array: [0]',
  },
  {
    call: ({ b, x }) => b.real(x, x, x, x),
    says: 'INVALID_ARGUMENT [js.c4] real: it takes 1 argument, not 4',
    help: 'leave out what comes after them',
  },
  {
    call: ({ XlaBuilder }) =>
      ((a) => (structuredClone(a, { transfer: [a.buffer] }), new XlaBuilder('d').constant(a)))(new Float32Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] constant:',
  },
  {
    call: ({ client, XlaBuilder }) => client.compile(new XlaBuilder('x')),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile: the program is an XlaBuilder',
    help: 'build the program first: client.compile(builder.build())',
  },
  {
    call: ({ big, XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder('x');
        return b.add(b.constant(1), b.constant(1), { [big]: 1 });
      })(),
    says: 'INVALID_ARGUMENT [js.c4] add:',
  },
  {
    call: ({ big, XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder('x');
        return b.compare(b.constant(1), b.constant(1), big);
      })(),
    says: 'INVALID_ARGUMENT [js.c5] compare:',
  },
  {
    call: ({ big, XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder('x');
        return b.convertElementType(b.constant(1), big.toUpperCase());
      })(),
    says: 'INVALID_ARGUMENT [js.c5] convertElementType:',
  },
  {
    call: ({ XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder('x');
        return b.reshape(b.constant(1), [2n ** 100000n]);
      })(),
    says: 'INVALID_ARGUMENT [js.c5] reshape: newSizes[0] is a bigint of more than 77 digits, beyond 64 bits',
    help: 'integers are from -(2n ** 63n) to 2n ** 63n - 1n',
  },
  {
    call: ({ big, XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder('x');
        return b.gather(b.constant(1), b.constant(1), { [big]: 1 }, [1]);
      })(),
    says: 'INVALID_ARGUMENT [js.c5] gather:',
  },
  {
    call: ({ client, big, XlaBuilder, f32 }) =>
      (async () => {
        const b = new XlaBuilder('x');
        const e = await client.compile(b.build(b.parameter(0, f32(2), big)));
        return e.run('x');
      })(),
    says: 'INVALID_ARGUMENT [js.c28] run:',
  },
  {
    call: ({ b, x }) => b.add(x, x, 5, 6),
    says: 'INVALID_ARGUMENT [js.c4] add: it takes 2 arguments and an object with options, not 4',
    help: 'leave out what comes after them',
  },
  {
    call: ({ b, x }) => b.exp(x, x),
    says: 'INVALID_ARGUMENT [js.c4] exp: it takes 1 argument and an object with options, not 2',
    help: 'leave out what comes after them',
  },
  {
    call: ({ b, x }) => b.convertElementType(x, 'double'),
    says: 'INVALID_ARGUMENT [js.c5] convertElementType: newElementType is "double", not the name of an element type',
    help: "did you mean 'F64'?",
  },
  {
    call: ({ b, x, f32 }) => b.reshape(f32(6), x, x),
    says: 'INVALID_ARGUMENT [js.c5] reshape: operand is a shape, not an operation',
    help: 'parameter(number, shape, name) makes an operation of a shape',
  },
  {
    call: ({ b }) => b.parameter(0),
    says: 'INVALID_ARGUMENT [js.c4] parameter: the argument shape is missing: a shape',
    help: "pass a shape such as f32(2, 3), or its text 'f32[2,3]'",
  },
  {
    call: ({ b, x }) => b.dynamicSlice(x, 0, [1, 1]),
    says: 'INVALID_ARGUMENT [js.c5] dynamicSlice: startIndices is 0, not an array of operations',
    help: 'pass an array of what builder functions returned',
  },
  {
    call: ({ b, x }) =>
      b.while(
        () => true,
        () => x,
        x,
      ),
    says: 'INVALID_ARGUMENT [js.c5] while: condition is a function, not a computation',
    help: 'build the computation with an XlaBuilder of its own: operations record a program, they do not call functions',
  },
  {
    call: ({ b, x }) => b.sort([x], (a, c) => a < c),
    says: 'INVALID_ARGUMENT [js.c5] sort: comparator is a function, not a computation',
    help: 'build the computation with an XlaBuilder of its own: operations record a program, they do not call functions',
  },
  {
    call: ({ b, x }) => b.customCall('f', [x], 'f32[2]', { schedule: 'LATE' }),
    says: 'INVALID_ARGUMENT [js.c5] customCall: schedule is "LATE", not one of SCHEDULE_NONE, SCHEDULE_LATEST, SCHEDULE_EARLIEST',
    help: 'pass one of SCHEDULE_NONE, SCHEDULE_LATEST, SCHEDULE_EARLIEST',
  },
];
