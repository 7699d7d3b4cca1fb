// np: functions of each element, and of the elements of two arrays.
import * as np from '../../../js/src/np/index.js';
import { Shape } from '../../../js/src/values/shape.js';
import { XlaBuilder } from '../../../js/src/builder/xla-builder.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded, type Case } from './programs.js';

prepare();

const x = [-1.5, -0.5, 0, 0.5, 2.5];
const positive = [0.25, 0.5, 1, 2, 4];

const ofNumbers = (f: (x: XlaOp) => XlaOp, values: number[], expected: (x: number) => unknown, type = 'f32'): Case => [
  () => f(constant(values)),
  `${type}[${values.length}]`,
  values.map(expected),
];

test('functions of one array', async () => {
  await checkCases({
    abs: ofNumbers(np.abs, x, Math.abs),
    negative: ofNumbers(np.negative, x, (v) => -v),
    sign: ofNumbers(np.sign, x, Math.sign),
    'abs and sign of unsigned integers': [
      () => [np.abs(constant([0, 7], 'U8')), np.sign(constant([0, 7], 'U8'))],
      'u8[2], u8[2]',
      [
        [0, 7],
        [0, 1],
      ],
    ],
    exp: ofNumbers(np.exp, x, Math.exp),
    exp2: ofNumbers(np.exp2, x, (v) => 2 ** v),
    expm1: ofNumbers(np.expm1, x, Math.expm1),
    log: ofNumbers(np.log, positive, Math.log),
    log2: ofNumbers(np.log2, positive, Math.log2),
    log10: ofNumbers(np.log10, positive, Math.log10),
    log1p: ofNumbers(np.log1p, positive, Math.log1p),
    sqrt: ofNumbers(np.sqrt, positive, Math.sqrt),
    cbrt: ofNumbers(np.cbrt, x, Math.cbrt),
    square: ofNumbers(np.square, x, (v) => v * v),
    reciprocal: ofNumbers(np.reciprocal, positive, (v) => 1 / v),
    sin: ofNumbers(np.sin, x, Math.sin),
    cos: ofNumbers(np.cos, x, Math.cos),
    tan: ofNumbers(np.tan, x, Math.tan),
    arcsin: ofNumbers(np.arcsin, [-0.5, 0, 0.5], Math.asin),
    arccos: ofNumbers(np.arccos, [-0.5, 0, 0.5], Math.acos),
    arctan: ofNumbers(np.arctan, x, Math.atan),
    sinh: ofNumbers(np.sinh, x, Math.sinh),
    cosh: ofNumbers(np.cosh, x, Math.cosh),
    tanh: ofNumbers(np.tanh, x, Math.tanh),
    arcsinh: ofNumbers(np.arcsinh, x, Math.asinh),
    arccosh: ofNumbers(np.arccosh, [1, 2, 4], Math.acosh),
    arctanh: ofNumbers(np.arctanh, [-0.5, 0, 0.5], Math.atanh),
    floor: ofNumbers(np.floor, x, Math.floor),
    ceil: ofNumbers(np.ceil, x, Math.ceil),
    trunc: ofNumbers(np.trunc, x, Math.trunc),
    rint: [() => np.rint(constant(x)), 'f32[5]', [-2, 0, 0, 0, 2]],
    round: [() => np.round(constant([1.25, 2.675, -1.35]), 1), 'f32[3]', [1.2, 2.7, -1.4]],
    'round to tens': [() => np.round(constant([15, 25, 104]), { decimals: -1 }), 'f32[3]', [20, 20, 100]],
    'round of integers': [() => np.round(constant([1, 2], 'S32')), 's32[2]', [1, 2]],
    deg2rad: ofNumbers(np.deg2rad, x, (v) => (v * Math.PI) / 180),
    rad2deg: ofNumbers(np.rad2deg, x, (v) => (v * 180) / Math.PI),
    sinc: ofNumbers(np.sinc, x, (v) => (v === 0 ? 1 : Math.sin(Math.PI * v) / (Math.PI * v))),
    isnan: ofNumbers(np.isnan, [1, NaN, Infinity], (v) => Number.isNaN(v), 'pred'),
    isinf: ofNumbers(np.isinf, [1, NaN, -Infinity], (v) => Math.abs(v) === Infinity, 'pred'),
    'isinf of complex numbers': [() => np.isinf(constant([{ re: 1, im: Infinity }], 'C64')), 'pred[1]', [true]],
    isfinite: ofNumbers(np.isfinite, [1, NaN, Infinity], Number.isFinite, 'pred'),
    'isfinite of integers': [() => np.isfinite(constant([1], 'S32')), 'pred[1]', [true]],
    isposinf: ofNumbers(np.isposinf, [1, Infinity, -Infinity], (v) => v === Infinity, 'pred'),
    isneginf: ofNumbers(np.isneginf, [1, Infinity, -Infinity], (v) => v === -Infinity, 'pred'),
    signbit: ofNumbers(np.signbit, [1, -1, -0, 0], (v) => v < 0 || Object.is(v, -0), 'pred'),
    nanToNum: [
      () => np.nanToNum(constant([NaN, Infinity, -Infinity, 2]), { posinf: 9 }),
      'f32[4]',
      [0, 9, -3.4028234663852886e38, 2],
    ],
    logicalNot: [() => np.logicalNot(constant([0, 2], 'S32')), 'pred[2]', [true, false]],
    bitwiseNot: [() => np.bitwiseNot(constant([0, 5], 'S32')), 's32[2]', [-1, -6]],
    bitwiseCount: [() => np.bitwiseCount(constant([0, 7, 255], 'U8')), 'u8[3]', [0, 3, 8]],
    conj: [() => np.conj(constant([{ re: 1, im: 2 }], 'C64')), 'c64[1]', [[1, -2]]],
    real: [() => np.real(constant([{ re: 1, im: 2 }], 'C64')), 'f32[1]', [1]],
    imag: [() => np.imag(constant([1, 2])), 'f32[2]', [0, 0]],
    angle: [() => np.angle(constant([{ re: 0, im: 2 }], 'C64'), { deg: true }), 'f32[1]', [90]],
    astype: [() => np.astype(constant([1.9, -1.9]), 'S32'), 's32[2]', [1, -1]],
    'astype of complex numbers': [
      () => [
        np.astype(constant([{ re: 0, im: 1 }], 'C64'), 'PRED'),
        np.astype(constant([{ re: 2, im: 1 }], 'C64'), 'F32'),
      ],
      'pred[1], f32[1]',
      [[true], [2]],
    ],
    'astype to PRED': [() => np.astype(constant([0, 0.5]), 'PRED'), 'pred[2]', [false, true]],
    clip: [() => np.clip(constant(x), -1, 1), 'f32[5]', [-1, -0.5, 0, 0.5, 1]],
    'clip to one bound': [() => np.clip(constant(x), undefined, constant([0])), 'f32[5]', [-1.5, -0.5, 0, 0, 0]],
  });
});

const pairs = (f: (a: XlaOp, b: XlaOp) => XlaOp, expected: (a: number, b: number) => unknown, type = 'f32'): Case => {
  const [a, b] = [
    [7, -7, 7, -7, 3],
    [2, 2, -2, -2, 3],
  ] as [number[], number[]];
  return [() => f(constant(a), constant(b)), `${type}[5]`, a.map((value, index) => expected(value, b[index] ?? 0))];
};

test('functions of two arrays', async () => {
  const integers = (a: number[]): XlaOp => constant(a, 'S32');
  await checkCases({
    add: pairs(np.add, (a, b) => a + b),
    subtract: pairs(np.subtract, (a, b) => a - b),
    multiply: pairs(np.multiply, (a, b) => a * b),
    divide: pairs(np.divide, (a, b) => a / b),
    floorDivide: pairs(np.floorDivide, (a, b) => Math.floor(a / b)),
    remainder: pairs(np.remainder, (a, b) => a - b * Math.floor(a / b)),
    fmod: pairs(np.fmod, (a, b) => a % b),
    'divmod of integers': [
      () => np.divmod(integers([7, -7, 7, -7, 6]), integers([2, 2, -2, -2, -3])),
      's32[5], s32[5]',
      [
        [3, -4, -4, 3, -2],
        [1, 1, -1, -1, 0],
      ],
    ],
    'floorDivide of unsigned integers': [() => np.floorDivide(constant([7, 9], 'U8'), 2), 'u8[2]', [3, 4]],
    power: pairs(np.power, (a, b) => a ** b),
    maximum: pairs(np.maximum, Math.max),
    minimum: pairs(np.minimum, Math.min),
    fmax: [() => np.fmax(constant([NaN, 1, 2]), constant([5, NaN, 3])), 'f32[3]', [5, 1, 3]],
    fmin: [() => np.fmin(constant([NaN, 1, 2]), 3), 'f32[3]', [3, 1, 2]],
    hypot: pairs(np.hypot, Math.hypot),
    'hypot of great numbers': [
      () => np.hypot(constant([3e30, 0, Infinity]), constant([4e30, 0, NaN])),
      'f32[3]',
      [5e30, 0, Infinity],
    ],
    arctan2: pairs(np.arctan2, Math.atan2),
    logaddexp: pairs(np.logaddexp, (a, b) => Math.log(Math.exp(a) + Math.exp(b))),
    'logaddexp of infinities': [
      () => np.logaddexp(constant([-Infinity]), constant([-Infinity])),
      'f32[1]',
      [-Infinity],
    ],
    logaddexp2: pairs(np.logaddexp2, (a, b) => Math.log2(2 ** a + 2 ** b)),
    copysign: [() => np.copysign(constant([1, -1, 2]), constant([-0, 3, -4])), 'f32[3]', [-1, 1, -2]],
    nextafter: [() => np.nextafter(constant([1]), 2), 'f32[1]', [1 + 2 ** -23]],
    heaviside: [() => np.heaviside(constant([-1, 0, 2]), 0.5), 'f32[3]', [0, 0.5, 1]],
    equal: pairs(np.equal, (a, b) => a === b, 'pred'),
    notEqual: pairs(np.notEqual, (a, b) => a !== b, 'pred'),
    less: pairs(np.less, (a, b) => a < b, 'pred'),
    lessEqual: pairs(np.lessEqual, (a, b) => a <= b, 'pred'),
    greater: pairs(np.greater, (a, b) => a > b, 'pred'),
    greaterEqual: pairs(np.greaterEqual, (a, b) => a >= b, 'pred'),
    logicalAnd: [() => np.logicalAnd(constant([0, 2]), constant([true, true], 'PRED')), 'pred[2]', [false, true]],
    logicalOr: [() => np.logicalOr(constant([0, 2]), false), 'pred[2]', [false, true]],
    logicalXor: [() => np.logicalXor(constant([0, 2]), 5), 'pred[2]', [true, false]],
    bitwiseAnd: [() => np.bitwiseAnd(integers([12]), 10), 's32[1]', [8]],
    bitwiseOr: [() => np.bitwiseOr(integers([12]), 10), 's32[1]', [14]],
    bitwiseXor: [() => np.bitwiseXor(integers([12]), 10), 's32[1]', [6]],
    leftShift: [() => np.leftShift(integers([3]), 2), 's32[1]', [12]],
    rightShift: [() => np.rightShift(integers([-8]), 1), 's32[1]', [-4]],
    'rightShift of unsigned integers': [() => np.rightShift(constant([200], 'U8'), 1), 'u8[1]', [100]],
    isclose: [
      () => np.isclose(constant([1, 1, NaN, Infinity]), constant([1.000001, 1.1, NaN, Infinity]), { equalNan: true }),
      'pred[4]',
      [true, false, true, true],
    ],
    allclose: [() => np.allclose(constant([1, 2]), constant([1, 2.5]), { rtol: 0.5 }), 'pred[]', true],
    arrayEqual: [() => np.arrayEqual(constant([1, 2]), constant([1, 3])), 'pred[]', false],
    'arrayEqual of other sizes': [() => np.arrayEqual(constant([1, 2]), constant([1])), 'pred[]', false],
  });
});

test('shapes align at the last dimensions', async () => {
  const column = (): XlaOp => constant([[1], [2], [3]]);
  await checkCases({
    'a column and a row': [
      () => np.add(column(), constant([[10, 20]])),
      'f32[3,2]',
      [
        [11, 21],
        [12, 22],
        [13, 23],
      ],
    ],
    'a column and a vector': [
      () => np.subtract(constant([10, 20]), column()),
      'f32[3,2]',
      [
        [9, 19],
        [8, 18],
        [7, 17],
      ],
    ],
    'a number and a matrix': [() => np.subtract(1, column()), 'f32[3,1]', [[0], [-1], [-2]]],
    'a vector of size 1': [() => np.less(constant([2]), column()), 'pred[3,1]', [[false], [false], [true]]],
    broadcastTo: [() => np.broadcastTo(column(), [2, 3, 2]), 'f32[2,3,2]', [0, 1].map(() => [[1, 1], [2, 2], [3, 3]])], // prettier-ignore
    broadcastArrays: [
      () => np.broadcastArrays(constant([1, 2]), constant([[3], [4]], 'S32')),
      'f32[2,2], s32[2,2]',
      [
        [
          [1, 2],
          [1, 2],
        ],
        [
          [3, 3],
          [4, 4],
        ],
      ],
    ],
  });
  expect(np.broadcastShapes([3, 1], [1, 4], [4])).toEqual([3, 4]);
});

test('wrong operands', async () => {
  const b = new XlaBuilder('np');
  const f = b.parameter(0, Shape.parse('f32[2,3]'), 'f');
  const s = b.parameter(1, Shape.parse('s32[2,3]'), 's');
  const code = 'INVALID_ARGUMENT';
  await expectError(() => np.add(f, s), {
    code,
    rule: 'js.c94',
    message:
      /np\.add: f32\[2,3\] and s32\[2,3\] have different element types\n {2}help: convert one of them: np\.astype\(x, 'F32'\)/,
  });
  await expectError(() => np.add(f, b.constant([1, 2])), {
    code,
    rule: 'js.c95',
    message:
      /arrays of the sizes \[2, 3\] and \[2\] cannot be broadcast together\n {2}dimension -1 has the sizes 3 and 2/,
  });
  await expectError(() => np.divide(s, 2), { code, rule: 'js.c96', help: /np\.floorDivide divides integers/ });
  await expectError(() => np.sqrt(s), { code, rule: 'js.c96', help: /np\.astype\(x, 'F32'\)/ });
  await expectError(() => np.sqrt(2 as never), { code, rule: 'js.c5' });
  await expectError(() => np.abs(b.tuple([f])), { code, rule: 'js.c5', help: /getTupleElement/ });
  await expectError(() => np.nanToNum(f, { pos: 1 } as never), {
    code,
    rule: 'js.c22',
    message: /unknown option "pos"/,
  });
  await expectError(() => np.zeros([2]), { code: 'FAILED_PRECONDITION', rule: 'js.c93' });
  await expectError(() => np.broadcastTo(f, [3]), { code, rule: 'js.c95' });
  // Functions add to the builder that records, which does not have operations of another one.
  await expectError(() => recorded(() => np.add(f, 1)), { code: 'FAILED_PRECONDITION', rule: 'js.c3' });
});

test('errors have the name of the function and begin at the line that called it', async () => {
  const b = new XlaBuilder('np');
  const x = b.parameter(0, Shape.parse('pred[2]'), 'x');
  const error = await expectError(() => np.exp(x), { code: 'INVALID_ARGUMENT', message: /np\.exp: / });
  expect((error as unknown as Error).stack?.split('\n').find((line) => line.startsWith('    at '))).toContain(
    'elementwise.test.ts',
  );
});
