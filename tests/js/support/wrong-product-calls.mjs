/** Convolutions, products and reductions as JavaScript users get them wrong, and what they are told. */

/** A kernel and an input of two spatial dimensions, without features in common. */
const image = ({ b, f32 }) => b.parameter(3, f32(2, 4, 6, 6), 'image');
const kernel = ({ b, f32 }) => b.parameter(4, f32(4, 4, 3, 3), 'kernel');
const numbers = {
  inputBatchDimension: 0,
  inputFeatureDimension: 1,
  inputSpatialDimensions: [2, 3],
  kernelOutputFeatureDimension: 0,
  kernelInputFeatureDimension: 1,
  kernelSpatialDimensions: [2, 3],
  outputBatchDimension: 0,
  outputFeatureDimension: 1,
  outputSpatialDimensions: [2, 3],
};

/** Convolves with other dimension numbers. */
const withNumbers = (around, changed) =>
  around.b.convWithGeneralDimensions(image(around), kernel(around), [], 'SAME', { ...numbers, ...changed });

export const productCalls = [
  {
    call: ({ b, x }) => b.dot(x, x),
    says:
      'INVALID_ARGUMENT [dot.c10] dot: dimension 1 of lhs f32[2,3] (size 3) meets dimension 0 of rhs f32[2,3] (size 2)\n' +
      '  dot sums over dimension 1 of lhs and 0 of rhs\n',
    help: 'dotGeneral sums over others: with lhsContractingDimensions: [1] and rhsContractingDimensions: [1] over the 3 elements of both',
  },
  {
    call: (around) => around.b.conv(around.x, kernel(around), [1, 1], 'SAME'),
    says:
      'INVALID_ARGUMENT [conv_function.c1] conv: windowStrides has 2 entries, and there are 0 spatial dimensions: "bf_oi->bf"\n' +
      '  lhs is f32[2,3]\n',
    help: 'give one for each spatial dimension, or none at all',
  },
  {
    call: (around) => around.b.conv(around.v, kernel(around), [1, 1], 'SAME'),
    says: 'INVALID_ARGUMENT [convolution.c1] conv: lhs f32[3] has rank 1, the dimension numbers name 2 dimensions',
    help: 'an input has batch, features and the spatial dimensions; reshape adds dimensions of size 1',
  },
  {
    call: (around) => around.b.conv(around.b.tuple([around.x]), kernel(around), [1, 1], 'SAME'),
    says: 'INVALID_ARGUMENT [type.c2] conv: takes arrays, operand 0 is (f32[2,3])',
    help: 'take the array out of the tuple with getTupleElement',
  },
  {
    call: (around) => around.b.convWithGeneralPadding(image(around), kernel(around), [], [[-9, 1], [0, 0]]), // prettier-ignore
    says: 'INVALID_ARGUMENT [convolution.c7] convWithGeneralPadding: dimension 2 of f32[2,4,6,6] cannot be padded with low -9, high 1',
    help: 'low + high must be at least -6: the size is 6',
  },
  {
    call: (around) => withNumbers(around, { inputBatchDimension: -1 }),
    says: 'INVALID_ARGUMENT [dim_labels.c1] convWithGeneralDimensions: inputBatchDimension is -1',
    help: 'a convolution with 2 spatial dimensions numbers the dimensions of each array from 0 to 3',
  },
  {
    call: (around) => withNumbers(around, { kernelSpatialDimensions: [2, 1] }),
    says: 'INVALID_ARGUMENT [dim_labels.c1] convWithGeneralDimensions: kernelInputFeatureDimension and kernelSpatialDimensions[1] are both 1',
    help: 'give each dimension one meaning',
  },
  {
    call: ({ b, v, x }) =>
      b.batchDot(b.reshape(x, [1, 2, 3]), b.reshape(v, [1, 3, 1]), { preferredElementType: 'S32' }),
    says: 'INVALID_ARGUMENT [dot.c13] batchDot: the product of f32[1,2,3] and f32[1,3,1] cannot have elements of type s32',
    help: 'convert the result with convertElementType',
  },
  {
    call: ({ b, x, i }) =>
      b.raggedDot(x, b.reshape(x, [3, 2]), i, {
        dotDimensionNumbers: { lhsContractingDimensions: [1], rhsContractingDimensions: [0] },
        lhsRaggedDimensions: [0],
      }),
    says: 'INVALID_ARGUMENT [ragged_dot.c16] raggedDot: groupSizes is s32[2,3] for lhs f32[2,3], of which dimension 0 is divided into groups',
    help: 'groupSizes has the sizes [3]',
  },
  {
    call: ({ b, x, v }) => b.einsum(x, v, 'ab,bc->ac'),
    says: 'INVALID_ARGUMENT [einsum.c2] einsum: "bc" of einsumConfig="ab,bc->ac" has 2 labels, and its array f32[3] has 1 dimension',
    help: 'give each dimension of an array a label; "..." stands for any number of them',
  },
  {
    call: ({ b, x, big }) => b.einsum(x, big),
    says: 'INVALID_ARGUMENT [einsum.c2] einsum:',
  },
  {
    call: ({ b, x, big }) => b.einsum(x, `ab->${big}`),
    says: 'INVALID_ARGUMENT [shape.c6] einsum: the result has 10000000 labels, one for each of its dimensions',
    help: 'the rank of an array is at most 256',
  },
  {
    call: ({ b, Literal }) => b.prod(b.constantLiteral(Literal.from([0, -1], 'S1'))),
    says: 'INVALID_ARGUMENT [literal.c7] prod: s1 has no one',
    help: 'convertElementType gives the elements a wider type, such as S8, which has it',
  },
  {
    call: ({ b, x }) => b.sum(b.convertElementType(x, 'F8E8M0FNU')),
    says: 'INVALID_ARGUMENT [literal.c7] sum: f8e8m0fnu has no zero',
    help: 'convertElementType gives the elements another type, such as F32, which has it',
  },
];
