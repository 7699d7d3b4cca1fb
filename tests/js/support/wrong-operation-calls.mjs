/**
 * Arguments that builder functions take, and operations refuse, as JavaScript users make them, and what they are told.
 *
 * They are JavaScript, and not TypeScript, which would refuse most of them by itself. `says` is how the message begins; where
 * it stops after the operation, the words belong to a test of their own.
 */
export const operationCalls = [
  {
    call: ({ b, x }) => b.reshape(x, [6], [0, 1]),
    says: 'INVALID_ARGUMENT [reshape_dimensions.c1] reshape: dimensions: [6] is not a permutation of the dimensions of f32[2,3]',
    help: 'its dimensions are 0..1',
  },
  {
    call: ({ b, x, s, sum }) => b.reduce(x, s, sum, [2]),
    says: 'INVALID_ARGUMENT [reduce.c4] reduce: dimensionsToReduce: [2] names dimension 2, which f32[2,3] does not have',
    help: 'its dimensions are 0..1',
  },
  {
    call: ({ b, x, s, sum }) => b.reduce(x, s, sum, [0, 0]),
    says: 'INVALID_ARGUMENT [reduce.c5] reduce: dimensionsToReduce: [0, 0] names dimension 0 twice',
    help: 'name each dimension once',
  },
  {
    call: ({ b, i, s, sum }) => b.reduce(i, s, sum, [0]),
    says: 'INVALID_ARGUMENT [reduce.c3] reduce: init value 0 is f32[] for the array s32[2,3]',
    help: 'it must be s32[]',
  },
  {
    call: ({ b, x, i }) => b.add(x, i),
    says: 'INVALID_ARGUMENT [broadcast.c6] add: f32[2,3] and s32[2,3] have different element types, F32 and S32',
    help: 'give both the type F32 or S32 with convertElementType',
  },
  {
    call: ({ b, x, v }) => b.add(x, v),
    says: 'INVALID_ARGUMENT [broadcast.c1] add: f32[2,3] and f32[3] cannot be broadcast together',
    help: 'broadcastDimensions: [1] would match f32[3] to dimension 1 of f32[2,3]',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcastDimensions: [0] }),
    says: 'INVALID_ARGUMENT [broadcast.c2] add: f32[2,3] and f32[3] cannot be broadcast together',
    help: 'broadcastDimensions: [0] needs a vector of 2 elements, or of 1',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcastDimensions: [1, 0] }),
    says: 'INVALID_ARGUMENT [broadcast.c7] add: f32[2,3] and f32[3] cannot be broadcast together',
    help: 'broadcastDimensions: [1] would match f32[3] to dimension 1 of f32[2,3]',
  },
  {
    call: ({ b, x, v }) => b.add(x, v, { broadcastDimensions: [7] }),
    says: 'INVALID_ARGUMENT [broadcast.c3] add: f32[2,3] and f32[3] cannot be broadcast together',
    help: 'broadcastDimensions: [1] would match f32[3] to dimension 1 of f32[2,3]',
  },
  {
    call: ({ b, s, sum }) => b.call(sum, [s]),
    says: 'INVALID_ARGUMENT [call.c1] call: the called computation takes 2 arguments, 1 is given',
    help: 'give a value for parameter 1, f32[], too',
  },
  {
    call: ({ b, x, sum }) => b.call(sum, [x, x]),
    says: 'INVALID_ARGUMENT [call.c1] call: the called computation has the wrong signature',
    help: 'build the called computation with these parameters and this result',
  },
  {
    call: ({ b, s, sum }) => b.while(sum, sum, s),
    says: 'INVALID_ARGUMENT [while.c1] while: the condition has the wrong signature',
    help: 'build the condition with these parameters and this result',
  },
  {
    call: ({ b, f32 }) => b.parameter(0, f32(2)),
    says: 'INVALID_ARGUMENT [parameter.c1] parameter: parameter 0 already exists',
    help: 'number the parameters 0, 1, 2 ..., each once',
  },
  {
    call: ({ b }) => b.parameter(3, 'float32[2]', 'x'),
    says: 'INVALID_ARGUMENT [shape.p1] parameter: "float32[2]" is not a shape',
    help: 'did you mean f32?',
  },
  {
    call: ({ b, f32 }) => b.parameter(-1, f32(2), 'y'),
    says: 'INVALID_ARGUMENT [parameter.c1] parameter: -1 is not a parameter number',
    help: 'number the parameters 0, 1, 2 ..., each once',
  },
  {
    call: ({ b }) => b.iota('F32', -1),
    says: 'INVALID_ARGUMENT [shape.c2] iota: dimension 0 of f32[-1] has the size -1',
    help: 'a size is 0 or more',
  },
  {
    call: ({ b, f32 }) => b.iota(f32(3), 1),
    says: 'INVALID_ARGUMENT [iota.c3] iota: f32[3] has no dimension 1',
    help: 'iotaDimension must be in 0..0',
  },
  {
    call: ({ b, s }) => b.broadcast(s, [2 ** 40, 2 ** 40]),
    says: 'INVALID_ARGUMENT [shape.c3] broadcast: f32[1099511627776,1099511627776] is too large: its size in bytes does not fit a 64-bit integer',
    help: 'the product of the sizes, times the bytes of an element, must be below 2^63',
  },
  {
    call: ({ b, v }) => b.broadcastInDim(v, [2, 3], [0]),
    says: 'INVALID_ARGUMENT [broadcast_in_dim.c4] broadcastInDim: f32[3] cannot be broadcast to the sizes [2, 3]',
    help: "the sizes must be equal, or the operand's 1",
  },
  {
    call: ({ b, x }) => b.broadcastInDim(x, [2, 3], [1, 0]),
    says: 'INVALID_ARGUMENT [broadcast_in_dim.c4] broadcastInDim: f32[2,3] cannot be broadcast to the sizes [2, 3]',
    help: "the sizes must be equal, or the operand's 1",
  },
  {
    call: ({ b, x }) => b.transpose(x, [0, 0]),
    says: 'INVALID_ARGUMENT [transpose.c1] transpose: f32[2,3] cannot be transposed with [0, 0]',
    help: 'name each of 0..1 once',
  },
  {
    call: ({ b, x }) => b.transpose(x, [1]),
    says: 'INVALID_ARGUMENT [transpose.c1] transpose: f32[2,3] cannot be transposed with [1]',
    help: 'name each of 0..1 once',
  },
  {
    call: ({ b, x }) => b.slice(x, [0], [1]),
    says: 'INVALID_ARGUMENT [slice.c1] slice: the slice of f32[2,3] has startIndices: [0], limitIndices: [1]',
    help: 'give 2 of each, one for each dimension; strides may be left out',
  },
  {
    call: ({ b, x }) => b.slice(x, [0, 0], [3, 3]),
    says: 'INVALID_ARGUMENT [slice.c3] slice: f32[2,3] has no slice [0:3:1] of dimension 0 (size 2)',
    help: 'the limit is the index after the last one: at most 2 here',
  },
  {
    call: ({ b, x }) => b.slice(x, [0, 0], [2, 3], { strides: [0, 1] }),
    says: 'INVALID_ARGUMENT [slice.c5] slice: f32[2,3] has no slice [0:2:0] of dimension 0 (size 2)',
    help: 'to go backwards, reverse the slice with rev',
  },
  {
    call: ({ b, x }) => b.sliceInDim(x, 0, 5, 1, 0),
    says: 'INVALID_ARGUMENT [slice.c3] sliceInDim: f32[2,3] has no slice [0:5:1] of dimension 0 (size 2)',
    help: 'the limit is the index after the last one: at most 2 here',
  },
  {
    call: ({ b, x }) => b.sliceInDim(x, 0, 1, 1, 2),
    says: 'INVALID_ARGUMENT [slice_in_dim.c1] sliceInDim: f32[2,3] has no dimension 2',
    help: 'its dimensions are 0..1',
  },
  {
    call: ({ b, x, s }) => b.pad(x, s, [[1, 1]]),
    says: 'INVALID_ARGUMENT [pad.c3] pad: the padding has 1 entry, the operand f32[2,3] has rank 2',
    help: 'give low, high and interior padding for each dimension; all 0 adds nothing',
  },
  {
    call: ({ b, x, s }) =>
      b.pad(x, s, [
        [0, 0],
        [0, 0, -1],
      ]),
    says: 'INVALID_ARGUMENT [pad.c4] pad: dimension 1 of f32[2,3] cannot be padded: low 0, high 0, interior -1',
    help: 'only edges may be negative; slice with a stride takes elements between others away',
  },
  {
    call: ({ b, x, v }) => b.concatInDim([x, v], 0),
    says: 'INVALID_ARGUMENT [concatenate.c3] concatInDim: f32[2,3] and f32[3] cannot be concatenated',
    help: 'reshape one of them: nothing is broadcast',
  },
  {
    call: ({ b, x }) => b.concatInDim([x, x], 2),
    says: 'INVALID_ARGUMENT [concatenate.c2] concatInDim: f32[2,3] has no dimension 2',
    help: 'use a dimension in 0..1',
  },
  {
    call: ({ b }) => b.concatInDim([], 0),
    says: 'INVALID_ARGUMENT [arity.c1] concatInDim: takes at least 1 operand, 0 were given',
    help: 'give at least 1 operand',
  },
  {
    call: ({ b, x }) => b.select(x, x, x),
    says: 'INVALID_ARGUMENT [select.c1] select: pred is f32[2,3], not PRED',
    help: 'compare the values to get a PRED, with ne for example',
  },
  {
    call: ({ b, x, i, s }) => b.select(b.gt(x, s), x, i),
    says: 'INVALID_ARGUMENT [elementwise.c2] select: f32[2,3] and s32[2,3] differ in their element types',
    help: 'convert one of them with convertElementType: types are never converted implicitly',
  },
  {
    call: ({ b, x, v }) => b.clamp(v, x, v),
    says: 'INVALID_ARGUMENT [clamp.c1] clamp: min is f32[3], the operand f32[2,3]',
    help: 'a bound is a scalar or has exactly the dimensions of the operand',
  },
  {
    call: ({ b, x }) => b.getTupleElement(x, 0),
    says: 'INVALID_ARGUMENT [get_tuple_element.c1] getTupleElement: f32[2,3] is not a tuple',
    help: 'use the value itself',
  },
  {
    call: ({ b, x }) => b.getTupleElement(b.tuple([x]), 1),
    says: 'INVALID_ARGUMENT [get_tuple_element.c2] getTupleElement: (f32[2,3]) has no element 1',
    help: 'the index must be in 0..0',
  },
  {
    call: ({ b, x, s, sum }) => b.conditional(s, x, sum, x, sum),
    says: 'INVALID_ARGUMENT [conditional.c1] conditional: chooses by f32[]',
    help: 'choose by a pred[] or by an s32[]',
  },
  {
    call: ({ b, x, s, sum }) => b.conditional(s, [sum], [x]),
    says: 'INVALID_ARGUMENT [conditional.c1] conditional: chooses by f32[]',
    help: 'choose by a pred[] or by an s32[]',
  },
  {
    call: ({ b, x, sum }) => b.map([x], sum, [0]),
    says: 'INVALID_ARGUMENT [map.c2] map: dimensions: [0] is not all dimensions of f32[2,3] in order',
    help: 'use dimensions: [0, 1]',
  },
  {
    call: ({ b, x, sum }) => b.map([x, x], sum, [0]),
    says: 'INVALID_ARGUMENT [map.c2] map: dimensions: [0] is not all dimensions of f32[2,3] in order',
    help: 'use dimensions: [0, 1]',
  },
  {
    call: ({ b, x, sum }) => b.sort([x], sum),
    says: 'INVALID_ARGUMENT [sort.c3] sort: the comparator returns f32[], and must return pred[]',
    help: 'build the comparator with these parameters and this result',
  },
  {
    call: ({ b, x, sum }) => b.sort([x], sum, { dimension: 5 }),
    says: 'INVALID_ARGUMENT [sort.c2] sort: f32[2,3] has no dimension 5 to sort along',
    help: 'name one of 0..1; the last one is 1',
  },
  {
    call: ({ b, x }) => b.topK(x, 5),
    says: 'INVALID_ARGUMENT [topk.c2] topK: k: 5, but dimension 1 of f32[2,3] has 3 elements',
    help: 'k is 0 up to 3',
  },
  {
    call: ({ b, x }) =>
      b.gather(x, x, { offsetDims: [1], collapsedSliceDims: [0], startIndexMap: [0], indexVectorDim: 1 }, [1, 3]),
    says: 'INVALID_ARGUMENT [gather.c24] gather: startIndices is f32[2,3]',
    help: 'indices are integers of any width: convert them with convertElementType',
  },
  {
    call: ({ b, x, i }) =>
      b.gather(x, i, { offsetDims: [5], collapsedSliceDims: [0], startIndexMap: [0], indexVectorDim: 1 }, [1, 3]),
    says: 'INVALID_ARGUMENT [gather.c3] gather: startIndexMap: [0] names 1 dimension, an index vector of s32[2,3] has 3 components',
    help: 'startIndexMap has the dimension of the operand for each component',
  },
  {
    call: ({ b, x, s }) => b.dynamicSlice(x, [s, s], [1, 1]),
    says: 'INVALID_ARGUMENT [dynamic_slice.c2] dynamicSlice: start index 0 is f32[]',
    help: 'start indices are integer scalars, such as s32[], all of one type',
  },
  {
    call: ({ b, x }) => b.dynamicSlice(x, [b.constant(0, 'S32')], [1, 1]),
    says: 'INVALID_ARGUMENT [dynamic_slice.c1] dynamicSlice: f32[2,3] has rank 2, 1 start index was given',
    help: 'give a scalar for each dimension, or one vector with an element for each',
  },
  {
    call: ({ b, x }) => b.dynamicSlice(x, [b.constant(0, 'S32'), b.constant(0, 'S32')], [1, 7]),
    says: 'INVALID_ARGUMENT [dynamic_slice.c4] dynamicSlice: sliceSizes: [1, 7] takes 7 of dimension 1 of f32[2,3]',
    help: 'a slice of it has a size in 0..3',
  },
  {
    call: ({ b, x, v }) => b.dynamicUpdateSlice(x, v, [b.constant(0, 'S32'), b.constant(0, 'S32')]),
    says: 'INVALID_ARGUMENT [dynamic_update_slice.c1] dynamicUpdateSlice: f32[2,3] cannot be updated with f32[3]',
    help: "give an update of the operand's rank and element type",
  },
  {
    call: ({ b, x }) => b.conv(x, x, [1], 'SAME'),
    says: 'INVALID_ARGUMENT [conv_function.c1] conv: windowStrides has 1 entry, and there are 0 spatial dimensions: "bf_oi->bf"',
    help: 'give one for each spatial dimension, or none at all',
  },
  {
    call: ({ b, x }) => b.convGeneralDilated(x, x, [], 'VALID', { dimensionNumbers: 'bf_ix->bf' }),
    says: `INVALID_ARGUMENT [dim_labels.p1] convGeneralDilated: dimensionNumbers is "bf_ix->bf": 'x' is not a label of the kernel`,
    help: 'its labels are i, o, the numbers of its spatial dimensions, and ? for others',
  },
  {
    call: ({ b, x }) => b.convGeneralDilated(x, x, [], 'VALID', { dimensionNumbers: 'bf_io->bf' }),
    says: 'INVALID_ARGUMENT [convolution.c10] convGeneralDilated: feature dimension 1 of lhs f32[2,3] (size 3) meets input feature dimension 0 of rhs f32[2,3] (size 2)',
    help: 'check the dimension numbers "bf_io->bf": f is the feature of lhs, i the input feature of rhs',
  },
  {
    call: ({ b, x }) => {
      const array = b.reshape(x, [1, 2, 3]);
      return b.convGeneralDilated(array, array, [1], 'SAME', { lhsDilation: [0] });
    },
    says: 'INVALID_ARGUMENT [convolution.c6] convGeneralDilated: lhsDilation of spatial dimension 0 is 0',
    help: 'a dilation of 1 puts no holes between neighbors, one of n puts n - 1',
  },
  {
    call: ({ b, x }) => b.conv(x, x, [], 'VALID', { batchGroupCount: 3 }),
    says: 'INVALID_ARGUMENT [convolution.c12] conv: batch dimension 0 of lhs f32[2,3] (size 2) is not divisible by batchGroupCount: 3',
    help: 'batchGroupCount must be a divisor of 2: 3 groups of 0 leave 2 over',
  },
  {
    call: ({ b, x, s, sum }) => b.reduceWindow(x, s, sum, [2], [1], 'SAME'),
    says: 'INVALID_ARGUMENT [reduce_window.c4] reduceWindow: the window has 1 dimension, f32[2,3] has rank 2',
    help: 'give a size for each dimension; 1 for those along which nothing is combined',
  },
  {
    call: ({ b, x, s, sum }) => b.reduceWindow(x, s, sum, [2, 0], [1, 1], 'VALID'),
    says: 'INVALID_ARGUMENT [reduce_window.c5] reduceWindow: the window along dimension 1 of f32[2,3] has size 0',
    help: 'give a size of at least 1: one of 1 looks at one element at a time',
  },
  {
    call: ({ b, x, s, sum }) => b.selectAndScatter(x, sum, [2, 2], [1, 1], 'VALID', x, s, sum),
    says: 'INVALID_ARGUMENT [select_and_scatter.c5] selectAndScatter: the source is f32[2,3], the window {size=2x2} has [1, 2] positions over f32[2,3]',
    help: 'give a value for each position: the source has the shape of reduceWindow of the operand with the same window',
  },
  {
    call: ({ b, x }) => b.setDimensionSize(x, b.constant(2, 'S32'), 2),
    says: 'INVALID_ARGUMENT [dimension_size.c1] setDimensionSize: f32[2,3] has no dimension 2',
    help: 'name one of 0..1',
  },
  {
    call: ({ b, x }) => b.getDimensionSize(x, 2),
    says: 'INVALID_ARGUMENT [dimension_size.c1] getDimensionSize: f32[2,3] has no dimension 2',
    help: 'name one of 0..1',
  },
  {
    call: ({ b, x }) => b.removeDynamicDimension(x, 5),
    says: 'INVALID_ARGUMENT [dimension_size.c1] removeDynamicDimension: f32[2,3] has no dimension 5',
    help: 'name one of 0..1',
  },
  {
    call: ({ b, x, f32 }) => b.customCall('', [x], f32(2)),
    says: 'INVALID_ARGUMENT [custom_call.c1] customCall: callTargetName is empty',
    help: 'give the name under which the function is registered',
  },
  {
    call: ({ b, x }) => b.exp(x, { resultAccuracy: { tolerance: { atol: -1 } } }),
    says: 'INVALID_ARGUMENT [result_accuracy.c1] exp: resultAccuracy: { tolerance: { atol: -1, rtol: 0, ulps: 0 } } is not a tolerance',
    help: 'give tolerances of 0 or more, or the mode HIGHEST',
  },
  {
    call: ({ b, i }) => b.exp(i),
    says: 'INVALID_ARGUMENT [type.c1] exp: is not defined for s32[2,3]',
    help: 'use a floating-point or complex type; convertElementType converts values',
  },
  {
    call: ({ b, x }) => b.not(x),
    says: 'INVALID_ARGUMENT [type.c1] not: is not defined for f32[2,3]',
    help: 'use PRED or an integer type; convertElementType converts values',
  },
  {
    call: ({ b, x }) => b.and(x, x),
    says: 'INVALID_ARGUMENT [type.c1] and: is not defined for f32[2,3]',
    help: 'use PRED or an integer type; convertElementType converts values',
  },
  {
    call: ({ b, x }) => b.reducePrecision(x, 0, 7),
    says: 'INVALID_ARGUMENT [reduce_precision.c1] reducePrecision: exponentBits is 0',
    help: 'one bit at least tells zero from infinity',
  },
  {
    call: ({ b, x }) => b.bitcastConvertType(x, 'F64'),
    says: 'INVALID_ARGUMENT [bitcast_convert.c4] bitcastConvertType: the bits of f32[2,3] cannot be taken as F64',
    help: 'reshape the operand so that its last dimension has the size 2',
  },
  {
    call: ({ b, x }) => b.bitcastConvertType(x, 'C64'),
    says: 'INVALID_ARGUMENT [bitcast_convert.c2] bitcastConvertType: the bits of f32[2,3] cannot be taken as C64',
    help: 'take the parts with real and imag, or put them together with complex',
  },
  {
    call: ({ b, x }) => b.collapse(x, [1, 0]),
    says: 'INVALID_ARGUMENT [collapse.c2] collapse: dimensions: [1, 0] are not consecutive',
    help: 'name neighbors in increasing order, such as [1, 2]; reshape with dimensions takes any order',
  },
  {
    call: ({ b, x }) => b.afterAll([x]),
    says: 'INVALID_ARGUMENT [after_all.b1] afterAll: joins tokens, operand 0 is f32[2,3]',
    help: 'pass the tokens of the operations to wait for, not their values',
  },
  {
    call: ({ b }) => b.infeed('f32[2]{0', {}),
    says: 'INVALID_ARGUMENT [shape.p1] infeed: "f32[2]{0" is not a shape',
    help: 'write shapes like f32[2,3], f32[2,3]{0,1}, (f32[2], s32[]) or token[]',
  },
  {
    call: ({ b, x, f32 }) => b.outfeed(x, f32(3)),
    says: 'INVALID_ARGUMENT [outfeed.c3] outfeed: shapeWithLayout is f32[3], the operand f32[2,3]',
    help: "give the operand's shape, with the layout in which it is to go out",
  },
  {
    call: ({ b, x }) => b.send(x, 0),
    says: 'INVALID_ARGUMENT [channel.b1] send: the channel is 0, of type DEVICE_TO_DEVICE',
    help: 'give a channel of 1 or more, of type DEVICE_TO_DEVICE',
  },
  {
    call: ({ b, x, i }) => b.complex(x, i),
    says: 'INVALID_ARGUMENT [broadcast.c6] complex: f32[2,3] and s32[2,3] have different element types, F32 and S32',
    help: 'give both the type F32 or S32 with convertElementType',
  },
  {
    call: ({ b, x, i }) => (b.build(b.add(x, b.convertElementType(i, 'F32'))), b.add(x, x)),
    says: 'FAILED_PRECONDITION [builder.c1] add: operation 1 of builder "w" went into a computation that is built',
    help: 'values pass from one computation to another as arguments of call, while ..., not directly',
  },
  {
    call: ({ XlaBuilder, np }) =>
      (() => {
        const b = new XlaBuilder('q');
        const x = b.constant([1, 2]),
          y = b.constant([[1, 2, 3]]);
        return np.add(x, y);
      })(),
    says: 'INVALID_ARGUMENT [js.c95] np.add: arrays of the sizes [2] and [1, 3] cannot be broadcast together',
    help: 'give one of them dimensions of size 1: np.expandDims(x, axis), or np.reshape',
  },
  {
    call: ({ XlaBuilder, np }) =>
      (() => {
        const b = new XlaBuilder('q');
        const x = b.tuple([]);
        return np.add(x, x);
      })(),
    says: 'INVALID_ARGUMENT [type.c2] np.add: () and () cannot be broadcast together',
    help: 'take the array out of the tuple with getTupleElement',
  },
  {
    call: ({ big, XlaBuilder }) => new XlaBuilder(big).build(),
    says: 'FAILED_PRECONDITION [builder.c2] build:',
  },
  {
    call: ({ big, XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder(big);
        return b.add(b.constant(1), b.constant(1n));
      })(),
    says: 'INVALID_ARGUMENT [broadcast.c6] add:',
  },
  {
    call: ({ big, XlaBuilder, f32 }) =>
      (() => {
        const b = new XlaBuilder('x');
        b.parameter(0, f32(), big);
        return b.parameter(0, f32(), big);
      })(),
    says: 'INVALID_ARGUMENT [parameter.c1] parameter:',
  },
  {
    call: ({ big, XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder('x');
        return b.parameter(0, 'f32[' + big, 'x');
      })(),
    says: 'INVALID_ARGUMENT [shape.p1] parameter:',
  },
  {
    call: ({ big, XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder('x');
        return b.parameter(0, big + '[2]', 'x');
      })(),
    says: 'INVALID_ARGUMENT [shape.p1] parameter:',
  },
  {
    call: ({ client, big, XlaBuilder, f32 }) =>
      (async () => {
        const b = new XlaBuilder('x');
        const e = await client.compile(b.build(b.customCall(big, [], f32())));
        return e.run();
      })(),
    says: 'FAILED_PRECONDITION [custom_call.c3]',
  },
  {
    call: ({ b, x, i }) => b.concatInDim([x, i], 0),
    says: 'INVALID_ARGUMENT [concatenate.c5] concatInDim: f32[2,3] and s32[2,3] cannot be concatenated',
    help: 'convert one of them with convertElementType: types are never converted implicitly',
  },
  {
    call: ({ b, x, s }) => b.clamp(b.constant(0, 'S32'), x, s),
    says: 'INVALID_ARGUMENT [elementwise.c2] clamp: min is s32[], the operand f32[2,3]',
    help: 'convert one of them with convertElementType: types are never converted implicitly',
  },
  {
    call: ({ b, x }) => b.transpose(x, [0, 1, 2]),
    says: 'INVALID_ARGUMENT [transpose.c1] transpose: f32[2,3] cannot be transposed with [0, 1, 2]',
    help: 'name each of 0..1 once',
  },
  {
    call: ({ b, x, i, sum }) =>
      b.scatter(x, i, x, sum, {
        updateWindowDims: [0, 9],
        insertedWindowDims: [0],
        scatterDimsToOperandDims: [0],
        indexVectorDim: 1,
      }),
    says: 'INVALID_ARGUMENT [scatter.c19] scatter: scatterDimsToOperandDims: [0] names 1 dimension, an index vector of s32[2,3] has 3 components',
    help: 'scatterDimsToOperandDims has the dimension of the operand for each component',
  },
  {
    call: ({ b, x }) => b.outfeed(b.tuple([x]), 'f32[2,3]'),
    says: 'INVALID_ARGUMENT [outfeed.c3] outfeed: shapeWithLayout is f32[2,3], the operand (f32[2,3])',
    help: "give the operand's shape, with the layout in which it is to go out",
  },
  {
    call: ({ b, x, i }) => b.stochasticConvertType(x, i, 'F16'),
    says: 'INVALID_ARGUMENT [stochastic_convert.c2] stochasticConvertType: random is s32[2,3], the operand f32[2,3]',
    help: 'use random bits of type U32',
  },
];
