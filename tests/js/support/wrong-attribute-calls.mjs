/**
 * More arguments that builder functions cannot take, as JavaScript users make them, and what they are told.
 *
 * They are JavaScript, and not TypeScript, which would refuse most of them by itself. `says` is how the message begins; where
 * it stops after the operation, the words belong to a test of their own.
 */
export const attributeCalls = [
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
    help: 'write a number for each dimension: of images in NHWC, [1, 2, 2, 1]',
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
    says: 'INVALID_ARGUMENT [js.c4] customCall: unknown option "sideEffect"',
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
    call: ({ b, x }) => b.convGeneralDilated(x, x, [], 'VALID', { dimensionNumbers: 7 }),
    says: "INVALID_ARGUMENT [js.c5] convGeneralDilated: dimensionNumbers is 7, not the labels of a convolution's dimensions",
    help: "pass labels such as 'b01f_01io->b01f', or an object with XLA's dimension numbers",
  },
  {
    call: ({ b, x }) => b.convGeneralDilated(x, x, [], 'VALID', { dimensionNumbers: { inputBatch: 0 } }),
    says: 'INVALID_ARGUMENT [js.c5] convGeneralDilated: dimensionNumbers has no field "inputBatch"',
    help: 'did you mean inputBatchDimension?',
  },
  {
    call: ({ b, x }) => b.conv(x, x, 1, 'VALID'),
    says: 'INVALID_ARGUMENT [js.c5] conv: windowStrides is 1, not an array of integers',
    help: 'put it into an array: [1]',
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
    says: 'INVALID_ARGUMENT [js.c109] while: condition returned true, not an operation',
    help: 'return an operation',
  },
  {
    call: ({ b, x }) => b.sort([x], (a, c) => a < c),
    says: 'INVALID_ARGUMENT [js.c84]',
  },
  {
    call: ({ b, x }) => b.customCall('f', [x], 'f32[2]', { schedule: 'LATE' }),
    says: 'INVALID_ARGUMENT [js.c5] customCall: schedule is "LATE", not one of SCHEDULE_NONE, SCHEDULE_LATEST, SCHEDULE_EARLIEST',
    help: 'pass one of SCHEDULE_NONE, SCHEDULE_LATEST, SCHEDULE_EARLIEST',
  },
];
