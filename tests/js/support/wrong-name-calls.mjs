/**
 * Names and objects that a builder does not have, constants and roots, as JavaScript users make them, and what they are told.
 *
 * They are JavaScript, and not TypeScript, which would refuse most of them by itself. `says` is how the message begins; where
 * it stops after the operation, the words belong to a test of their own.
 */
export const nameCalls = [
  {
    call: ({ b, x }) => (({ add }) => add(x, x))(b),
    says: 'INVALID_ARGUMENT [js.c81] add: it was called on nothing, not on a builder',
    help: 'write builder.add(...), or keep the method bound: builder.add.bind(builder)',
  },
  {
    call: ({ b, x }) => (0, b.add)(x, x),
    says: 'INVALID_ARGUMENT [js.c81] add: it was called on nothing, not on a builder',
    help: 'write builder.add(...), or keep the method bound: builder.add.bind(builder)',
  },
  {
    call: ({ x, XlaBuilder }) => XlaBuilder.prototype.add(x, x),
    says: 'INVALID_ARGUMENT [js.c81] add: it was called on a Proxy or a look-alike of an XlaBuilder, not on the XlaBuilder itself',
    help: 'use the XlaBuilder itself: in Vue, toRaw(builder) gives it, and markRaw(builder) keeps it from being wrapped; in MobX, observable.ref does',
  },
  {
    call: ({ b, x }) => b.build.call({}, x),
    says: 'INVALID_ARGUMENT [js.c81] build: it was called on a plain object, not on a builder',
    help: 'write builder.build(...), or keep the method bound: builder.build.bind(builder)',
  },
  {
    call: ({ b }) => b.constant.call(undefined, 1),
    says: 'INVALID_ARGUMENT [js.c81] constant: it was called on nothing, not on a builder',
    help: 'write builder.constant(...), or keep the method bound: builder.constant.bind(builder)',
  },
  {
    call: ({ b, x }) => b.subtract(x, x),
    says: 'INVALID_ARGUMENT [js.c82] subtract: a builder has no method of this name',
    help: 'use sub(...)',
  },
  {
    call: ({ b, x }) => b.divide(x, x),
    says: 'INVALID_ARGUMENT [js.c82] divide: a builder has no method of this name',
    help: 'use div(...)',
  },
  {
    call: ({ b, x }) => b.multiply(x, x),
    says: 'INVALID_ARGUMENT [js.c82] multiply: a builder has no method of this name',
    help: 'use mul(...)',
  },
  {
    call: ({ b, x }) => b.concatenate([x, x], 0),
    says: 'INVALID_ARGUMENT [js.c82] concatenate: a builder has no method of this name',
    help: 'use concatInDim(...)',
  },
  {
    call: ({ b, x }) => b.matmul(x, x),
    says: 'INVALID_ARGUMENT [js.c82] matmul: a builder has no method of this name',
    help: 'write dot(x, y) for vectors and matrices, batchDot(x, y) for batches of matrices',
  },
  {
    call: ({ b, x }) => b.tensordot(x, x),
    says: 'INVALID_ARGUMENT [js.c82] tensordot: a builder has no method of this name',
    help: 'use dotGeneral(...)',
  },
  {
    call: ({ b, x }) => b.conv2d(x, x),
    says: 'INVALID_ARGUMENT [js.c82] conv2d: a builder has no method of this name',
    help: 'write conv(...) where features come before space, convWithGeneralDimensions(...) where they come last',
  },
  {
    call: ({ b, x }) => b.where(x, x, x),
    says: 'INVALID_ARGUMENT [js.c82] where: a builder has no method of this name',
    help: 'use select(...)',
  },
  {
    call: ({ b, x }) => b.astype(x, 'F32'),
    says: 'INVALID_ARGUMENT [js.c82] astype: a builder has no method of this name',
    help: 'use convertElementType(...)',
  },
  {
    call: ({ b, x }) => b.reduceSum(x),
    says: 'INVALID_ARGUMENT [js.c82] reduceSum: a builder has no method of this name',
    help: 'use sum(...)',
  },
  {
    call: ({ b, x }) => b.argmax(x),
    says: 'INVALID_ARGUMENT [js.c82] argmax: a builder has no method of this name',
    help: 'use argMax(...)',
  },
  {
    call: ({ b, x }) => b.log_sum_exp(x),
    says: 'INVALID_ARGUMENT [js.c82] log_sum_exp: a builder has no method of this name',
    help: 'use logSumExp(...)',
  },
  {
    call: ({ b, x }) => b.power(x, x),
    says: 'INVALID_ARGUMENT [js.c82] power: a builder has no method of this name',
    help: 'use pow(...)',
  },
  {
    call: ({ b, x }) => b.negate(x),
    says: 'INVALID_ARGUMENT [js.c82] negate: a builder has no method of this name',
    help: 'use neg(...)',
  },
  {
    call: ({ b }) => b.constant(),
    says: 'INVALID_ARGUMENT [js.c28] constant: undefined is not a value',
    help: 'pass numbers, bigints, booleans, { re, im }, or arrays or typed arrays of them',
  },
  {
    call: ({ b }) => b.constant('1'),
    says: 'INVALID_ARGUMENT [js.c28] constant: "1" is not a value',
    help: 'write the number itself, or convert the text: Number("1")',
  },
  {
    call: ({ b }) => b.constant(null),
    says: 'INVALID_ARGUMENT [js.c28] constant: null is not a value',
    help: 'pass numbers, bigints, booleans, { re, im }, or arrays or typed arrays of them',
  },
  {
    call: ({ b }) => b.constant([[1, 2], [3]]),
    says: 'INVALID_ARGUMENT [js.c9] constant: the array is ragged at [1]',
    help: 'give every array of one depth the same length',
  },
  {
    call: ({ b }) => b.constant([1, 'a']),
    says: 'INVALID_ARGUMENT [js.c28] constant: "a" is not a value (at [1])',
    help: 'pass numbers, bigints, booleans, { re, im }, or arrays or typed arrays of them',
  },
  {
    call: ({ b }) => b.constant(1.5, 'S32'),
    says: 'INVALID_ARGUMENT [js.c10] constant: 1.5 is not a value of s32',
    help: 'round it before, or use a float type',
  },
  {
    call: ({ b }) => b.constant(2n ** 70n),
    says: 'INVALID_ARGUMENT [js.c10] constant: 1180591620717411303424n is not a value of s64',
    help: 'no element type holds more: use a float type if rounding is meant',
  },
  {
    call: ({ b }) => b.constant(2 ** 53, 'S64'),
    says: 'INVALID_ARGUMENT [js.c10] constant: 9007199254740992 is not a value of s64',
    help: 'a number is exact up to 2^53 only: write the value as a bigint, as in 9007199254740993n',
  },
  {
    call: ({ b }) => b.constant(-1, 'U8'),
    says: 'INVALID_ARGUMENT [js.c10] constant: -1 is not a value of u8',
    help: 'use a wider element type, or a signed one',
  },
  {
    call: ({ b }) => b.constant(new DataView(new ArrayBuffer(4))),
    says: 'INVALID_ARGUMENT [js.c28] constant: a DataView is not a value',
    help: 'pass a typed array in the place of the DataView',
  },
  {
    call: ({ b }) => b.constant(new ArrayBuffer(4)),
    says: 'INVALID_ARGUMENT [js.c28] constant: an ArrayBuffer is not a value',
    help: 'pass a typed array on the buffer, new Float32Array(buffer)',
  },
  {
    call: ({ b }) => b.constant(new Map()),
    says: 'INVALID_ARGUMENT [js.c28] constant: a Map is not a value',
    help: 'make an array of the values: [...map.values()]',
  },
  {
    call: ({ b }) => b.constant(new Set([1])),
    says: 'INVALID_ARGUMENT [js.c28] constant: a Set is not a value',
    help: 'make an array of the values: [...set.values()]',
  },
  {
    call: ({ b, x, v }) => b.build(x, v),
    says: 'INVALID_ARGUMENT [js.c4] build: it takes the root alone, not 2 arguments',
    help: 'tuple(...) makes one root of several results; the name of a program is that of its builder',
  },
  {
    call: ({ b, x, v }) => b.build([x, v]),
    says: 'INVALID_ARGUMENT [js.c5] build: root is an array of 2 elements, not an operation',
    help: 'pass the operation itself, without an array around it; tuple(...) makes one of several',
  },
  {
    call: ({ b, x }) => b.build(x, { name: 'foo' }),
    says: 'INVALID_ARGUMENT [js.c4] build: it takes the root alone, not 2 arguments',
    help: 'tuple(...) makes one root of several results; the name of a program is that of its builder',
  },
  {
    call: ({ b, x, XlaBuilder }) => b.add(x, new XlaBuilder('other').constant(1)),
    says: 'FAILED_PRECONDITION [js.c3] add: rhs is an operation of the builder "other"',
    help: 'build the operand in this builder, or pass its value in as a parameter',
  },
  {
    call: ({ b, x }) => (b.dispose(), b.add(x, x)),
    says: 'FAILED_PRECONDITION [js.c2] add: the builder "w" was disposed',
    help: 'create a new one, or dispose it later',
  },
  {
    call: ({ b }) => (b.dispose(), b.build()),
    says: 'FAILED_PRECONDITION [js.c2] build: the builder "w" was disposed',
    help: 'create a new one, or dispose it later',
  },
  {
    call: ({ XlaOp }) => new XlaOp(),
    says: 'INVALID_ARGUMENT [js.c80] XlaOp: new XlaOp(...) is not for programs to call',
    help: 'use the methods of an XlaBuilder, which make operations',
  },
  {
    call: ({ b, XlaOp, f32 }) => new XlaOp(b, 1, f32()),
    says: 'INVALID_ARGUMENT [js.c80] XlaOp: new XlaOp(...) is not for programs to call',
    help: 'use the methods of an XlaBuilder, which make operations',
  },
  {
    call: ({ XlaBuilder }) => new XlaBuilder(),
    says: 'INVALID_ARGUMENT [js.c5] XlaBuilder: the name of a program is text, not undefined',
    help: 'name the program, as in new XlaBuilder("axis_demo")',
  },
  {
    call: ({ XlaBuilder }) => new XlaBuilder(5),
    says: 'INVALID_ARGUMENT [js.c5] XlaBuilder: the name of a program is text, not 5',
    help: 'name the program, as in new XlaBuilder("axis_demo")',
  },
  {
    call: ({ XlaBuilder }) => new XlaBuilder('a').build(),
    says: 'FAILED_PRECONDITION [builder.c2] build: builder "a" has no operation',
    help: 'add operations first; a builder is empty again after build()',
  },
  {
    call: ({ b, x }) => b.psum(x),
    says: 'INVALID_ARGUMENT [js.c82] psum: a builder has no method of this name',
    help: 'use crossReplicaSum(...)',
  },
  {
    call: ({ b, x, np }) => np.add(b, x, x),
    says: 'INVALID_ARGUMENT [js.c5] np.add: argument 0 is an XlaBuilder',
    help: 'np takes the builder of its operands: np.add(x, y)',
  },
  {
    call: ({ np }) => np.add([1], [2]),
    says: 'INVALID_ARGUMENT [js.c5] np.add: argument 0 is an array of 1 element, not an operation or a number',
    help: 'make it an operation first: np.array(...) in a traced function, or b.constant(...)',
  },
  {
    call: ({ big, XlaBuilder }) =>
      (() => {
        const b = new XlaBuilder(big);
        b.dispose();
        return b.build();
      })(),
    says: 'FAILED_PRECONDITION [js.c2] build:',
  },
  {
    call: ({ b, x }) => b.mod(x, x),
    says: 'INVALID_ARGUMENT [js.c82] mod: a builder has no method of this name',
    help: 'write rem(x, y), whose sign is that of x; elsewhere it is that of y',
  },
  {
    call: ({ b, x }) => b.remainder(x, x),
    says: 'INVALID_ARGUMENT [js.c82] remainder: a builder has no method of this name',
    help: 'use rem(...)',
  },
  {
    call: ({ np }) => np.mod(1, 2),
    says: 'INVALID_ARGUMENT [js.c82] np.mod: unknown function',
    help: 'use np.remainder(...)',
  },
  {
    call: ({ np }) => np.expand_dims(1, 2),
    says: 'INVALID_ARGUMENT [js.c82] np.expand_dims: unknown function',
    help: 'use np.expandDims(...)',
  },
  {
    call: ({ b, x }) => b.convert_element_type(x, 'F32'),
    says: 'INVALID_ARGUMENT [js.c82] convert_element_type: a builder has no method of this name',
    help: 'use convertElementType(...)',
  },
  {
    call: ({ b, x }) => b.ConvertElementType(x, 'F32'),
    says: 'INVALID_ARGUMENT [js.c82] ConvertElementType: a builder has no method of this name',
    help: 'use convertElementType(...)',
  },
  {
    call: ({ b, x }) => b.broadcast_in_dim(x, [2, 3], [0, 1]),
    says: 'INVALID_ARGUMENT [js.c82] broadcast_in_dim: a builder has no method of this name',
    help: 'use broadcastInDim(...)',
  },
  {
    call: ({ b }) => b.fori_loop(0, 1),
    says: 'INVALID_ARGUMENT [js.c82] fori_loop: a builder has no method of this name',
    help: 'write the function foriLoop(lower, upper, body, init)',
  },
  {
    call: ({ b }) => b.array([1]),
    says: 'INVALID_ARGUMENT [js.c82] array: a builder has no method of this name',
    help: 'write b.constant(value), or np.array(value)',
  },
];
