// np.expr: formulas in Python's notation. Operators are compared with calls of np, and indices with plain loops.
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { currentBuilder, recordingIn } from '../../../js/src/builder/current-builder.js';
import { XlaBuilder } from '../../../js/src/builder/xla-builder.js';
import { functionAt, parametersOf } from '../../../js/src/np/formula-functions.js';
import { formulaOf } from '../../../js/src/np/formula.js';
import * as np from '../../../js/src/np/index.js';
import type { ElementType } from '../../../js/src/values/element-type.js';
import { Shape } from '../../../js/src/values/shape.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded, type Case } from './programs.js';

prepare();

const { expr } = np;

/** The template of a text, in which `$` is a hole. */
function template(text: string): TemplateStringsArray {
  const parts = text.split('$');
  return Object.assign(parts, { raw: parts });
}

/** A formula whose text is computed. */
const formula = (text: string, ...values: np.FormulaValue[]): XlaOp => expr(template(text), ...values);

/** The operands of a comparison of two programs. */
interface Operands {
  readonly x: XlaOp;
  readonly y: XlaOp;
  readonly w: XlaOp;
  readonly i: XlaOp;
  readonly j: XlaOp;
  readonly p: XlaOp;
  readonly q: XlaOp;
}

/** The text of a program with these parameters, or several results. */
function textOf(make: (operands: Operands) => unknown): string {
  const b = new XlaBuilder('formula');
  let number = 0;
  const parameter = (type: ElementType, ...sizes: number[]): XlaOp =>
    b.parameter(number, Shape.array(type, sizes), `p${number++}`);
  const operands = {
    x: parameter('F32', 2, 3),
    y: parameter('F32', 3),
    w: parameter('F32', 3, 3),
    i: parameter('S32', 2, 3),
    j: parameter('S32', 3),
    p: parameter('PRED', 2, 3),
    q: parameter('PRED', 3),
  };
  return b.build(recordingIn(b, () => make(operands)) as XlaOp).toHloText();
}

type Pair = readonly [formula: (o: Operands) => XlaOp, calls: (o: Operands) => unknown];

function checkSame(pairs: readonly Pair[]): void {
  expect(pairs.map(([one]) => textOf(one))).toEqual(pairs.map(([, other]) => textOf(other)));
}

/* prettier-ignore */
test('operators are the functions of np', () => {
  checkSame([
    [({ x, y }) => expr`${x} + ${y}`, ({ x, y }) => np.add(x, y)],
    [({ x, y }) => expr`${x} - ${y}`, ({ x, y }) => np.subtract(x, y)],
    [({ x, y }) => expr`${x} * ${y}`, ({ x, y }) => np.multiply(x, y)],
    [({ x, y }) => expr`${x} / ${y}`, ({ x, y }) => np.divide(x, y)],
    [({ i, j }) => expr`${i} // ${j}`, ({ i, j }) => np.floorDivide(i, j)],
    [({ i, j }) => expr`${i} % ${j}`, ({ i, j }) => np.remainder(i, j)],
    [({ x, w }) => expr`${x} @ ${w}`, ({ x, w }) => np.matmul(x, w)],
    [({ x, y }) => expr`${x} ** ${y}`, ({ x, y }) => np.power(x, y)],
    [({ x }) => expr`2 ** ${x}`, ({ x }) => np.power(2, x)],
    [({ x }) => expr`-${x}`, ({ x }) => np.negative(x)],
    [({ i }) => expr`~${i}`, ({ i }) => np.bitwiseNot(i)],
    [({ x, y }) => expr`+${x} + +${y}`, ({ x, y }) => np.add(x, y)],
    [({ i, j }) => expr`${i} & ${j}`, ({ i, j }) => np.bitwiseAnd(i, j)],
    [({ i, j }) => expr`${i} | ${j}`, ({ i, j }) => np.bitwiseOr(i, j)],
    [({ i, j }) => expr`${i} ^ ${j}`, ({ i, j }) => np.bitwiseXor(i, j)],
    [({ p, q }) => expr`${p} & ${q} | ~${p}`, ({ p, q }) => np.logicalOr(np.logicalAnd(p, q), np.logicalNot(p))],
    [({ p, q }) => expr`${p} ^ ${q}`, ({ p, q }) => np.logicalXor(p, q)],
    [({ i, j }) => expr`${i} << ${j}`, ({ i, j }) => np.leftShift(i, j)],
    [({ i, j }) => expr`${i} >> ${j}`, ({ i, j }) => np.rightShift(i, j)],
    [({ x, y }) => expr`${x} < ${y}`, ({ x, y }) => np.less(x, y)],
    [({ x, y }) => expr`${x} <= ${y}`, ({ x, y }) => np.lessEqual(x, y)],
    [({ x, y }) => expr`${x} > ${y}`, ({ x, y }) => np.greater(x, y)],
    [({ x, y }) => expr`${x} >= ${y}`, ({ x, y }) => np.greaterEqual(x, y)],
    [({ x, y }) => expr`${x} == ${y}`, ({ x, y }) => np.equal(x, y)],
    [({ x, y }) => expr`${x} != ${y}`, ({ x, y }) => np.notEqual(x, y)],
    [({ x }) => expr`${x}.T`, ({ x }) => np.transpose(x)],
    [({ x }) => expr`${x}.mT * ${x}.shape[-1] + ${x}.ndim - ${x}.size`,
      ({ x }) => np.subtract(np.add(np.multiply(np.matrixTranspose(x), 3), 2), 6)],
    [({ i }) => expr`${i} + ${5n} * ${i}`, ({ i }) => np.add(i, np.multiply(5n, i))],
  ]);
});

/* prettier-ignore */
test('precedence is that of Python', () => {
  const { add, divide, greater, less, matmul, multiply, negative, power, subtract } = np;
  checkSame([
    [({ x, y }) => expr`${x} + ${y} * ${x}`, ({ x, y }) => add(x, multiply(y, x))],
    [({ x, y }) => expr`(${x} + ${y}) * ${x}`, ({ x, y }) => multiply(add(x, y), x)],
    [({ x, y }) => expr`${x} - ${y} - ${x}`, ({ x, y }) => subtract(subtract(x, y), x)],
    [({ x, y }) => expr`${x} - (${y} - ${x})`, ({ x, y }) => subtract(x, subtract(y, x))],
    [({ x, y }) => expr`${x} / ${y} * ${x}`, ({ x, y }) => multiply(divide(x, y), x)],
    [({ x, w }) => expr`${x} @ ${w} * 2`, ({ x, w }) => multiply(matmul(x, w), 2)],
    [({ x, w }) => expr`2 * ${x} @ ${w}`, ({ x, w }) => matmul(multiply(2, x), w)],
    [({ x }) => expr`-${x} ** 2`, ({ x }) => negative(power(x, 2))],
    [({ x }) => expr`(-${x}) ** 2`, ({ x }) => power(negative(x), 2)],
    [({ x, y }) => expr`${x} ** -${y}`, ({ x, y }) => power(x, negative(y))],
    [({ x, y }) => expr`${x} ** ${y} ** ${x}`, ({ x, y }) => power(x, power(y, x))],
    [({ x, y }) => expr`${x} ** -${y} ** ${x} * 2`, ({ x, y }) => multiply(power(x, negative(power(y, x))), 2)],
    [({ x, y }) => expr`-${x} * ${y}`, ({ x, y }) => multiply(negative(x), y)],
    [({ x, y }) => expr`${x} * -${y}`, ({ x, y }) => multiply(x, negative(y))],
    [({ x }) => expr`--${x}`, ({ x }) => negative(negative(x))],
    [({ x }) => expr`-${x}.T[0]`, ({ x }) => negative(expr`(${x}.T)[0]`)],
    [({ x, y }) => expr`${x} + ${y} < ${x} * 2`, ({ x, y }) => less(add(x, y), multiply(x, 2))],
    [({ x, y }) => expr`(${x} > 0) & (${y} < 1)`, ({ x, y }) => np.bitwiseAnd(greater(x, 0), less(y, 1))],
    [({ i, j }) => expr`${i} | ${j} ^ ${i} & ${j} << ${i} + ${j}`,
      ({ i, j }) => np.bitwiseOr(i, np.bitwiseXor(j, np.bitwiseAnd(i, np.leftShift(j, add(i, j)))))],
    [({ i, j }) => expr`${i} & ${j} == ${i}`, ({ i, j }) => np.equal(np.bitwiseAnd(i, j), i)],
    [({ i, j }) => expr`~${i} >> ${j} << 1`, ({ i, j }) => np.leftShift(np.rightShift(np.bitwiseNot(i), j), 1)],
    [({ x }) => expr`
        ${x}
      * 2  `, ({ x }) => multiply(x, 2)],
  ]);
});

/* prettier-ignore */
test('functions and their arguments', () => {
  checkSame([
    [({ x, w, y }) => expr`tanh(${x} @ ${w} + ${y}) * 0.5`,
      ({ x, w, y }) => np.multiply(np.tanh(np.add(np.matmul(x, w), y)), 0.5)],
    [({ x }) => expr`sum(${x}, axis=-1, keepdims=True)`, ({ x }) => np.sum(x, { axis: -1, keepdims: true })],
    [({ x }) => expr`sum(${x}, -1, keepdims=True)`, ({ x }) => np.sum(x, { axis: -1, keepdims: true })],
    [({ x }) => expr`sum(${x}, (0, 1),)`, ({ x }) => np.sum(x, [0, 1])],
    [({ x }) => expr`sum(${x}, axis=None)`, ({ x }) => np.sum(x)],
    [({ x }) => expr`sum(${x}, ${[0, 1]})`, ({ x }) => np.sum(x, [0, 1])],
    [({ x }) => expr`expand_dims(${x}, axis=1)`, ({ x }) => np.expandDims(x, 1)],
    [({ x }) => expr`expandDims(${x}, (0, -1))`, ({ x }) => np.expandDims(x, [0, -1])],
    [({ x }) => expr`clip(${x}, max=1)`, ({ x }) => np.clip(x, undefined, 1)],
    [({ x }) => expr`clip(${x}, None, 1)`, ({ x }) => np.clip(x, undefined, 1)],
    [({ x }) => expr`reshape(${x}, shape=[3, -1])`, ({ x }) => np.reshape(x, [3, -1])],
    [({ x, y }) => expr`concatenate([${x}, ${x} * 2], axis=1) + stack((${y}, ${y}))[0, 0]`,
      ({ x, y }) => np.add(np.concatenate([x, np.multiply(x, 2)], 1), expr`${np.stack([y, y])}[0, 0]`)],
    [({ x }) => expr`where(${x} > 0, ${x}, -inf)`, ({ x }) => np.where(np.greater(x, 0), x, -Infinity)],
    [({ x }) => expr`linalg.norm(${x}, axis=-1)`, ({ x }) => np.linalg.norm(x, { axis: -1 })],
    [({ w }) => expr`linalg.eigh(${w}, UPLO='U')[0] * linalg.matrix_power(${w}, n=2)`,
      ({ w }) => np.multiply(np.linalg.eigh(w, 'U')[0], np.linalg.matrixPower(w, 2))],
    [({ x }) => expr`fft.rfft(${x}, n=4)`, ({ x }) => np.fft.rfft(x, 4)],
    [({ x, w }) => expr`einsum('ij,jk->ik', ${x}, ${w})`, ({ x, w }) => np.einsum('ij,jk->ik', x, w)],
    [({ x }) => expr`astype(${x}, 'int32') + astype(${x}, dtype=${'S32'})`,
      ({ x }) => np.add(np.astype(x, 'S32'), np.astype(x, 'S32'))],
    [({ x }) => expr`${x} * arange(1, 4, dtype='F32')`, ({ x }) => np.multiply(x, np.arange(1, 4, 'F32'))],
    [({ x }) => expr`${x} + full((2, 3), fill_value=1, dtype="F32")`, ({ x }) => np.add(x, np.full([2, 3], 1, 'F32'))],
    [({ y }) => expr`meshgrid(${y}, ${y}, indexing='ij')[1]`, ({ y }) => np.meshgrid(y, y, { indexing: 'ij' })[1]],
    [({ x }) => expr`linalg.svd(${x}, full_matrices=False)[-1]`, ({ x }) => np.linalg.svd(x, { fullMatrices: false })[2]],
    [({ x }) => expr`zeros(${x}.shape[::-1]) + ${x}.T`, ({ x }) => np.add(np.zeros([3, 2]), np.transpose(x))],
    [({ p, x }) => expr`(${p} == True) & (${x} > pi) | isclose(${x}, e, atol=1e-3)`,
      ({ p, x }) => np.bitwiseOr(
        np.bitwiseAnd(np.equal(p, true), np.greater(x, Math.PI)),
        np.isclose(x, Math.E, { atol: 1e-3 }),
      )],
  ]);
});

test('numbers are computed in JavaScript, as in Python', () => {
  const values: Record<string, number> = {
    '7 // 2': 3,
    '-7 // 2': -4,
    '7 // -2': -4,
    '7.5 // 2': 3,
    '-6 // 3': -2,
    '1 // 0.1': 9,
    '7 % 3': 1,
    '-7 % 3': 2,
    '7 % -3': -2,
    '-6 % 3': 0,
    '-1 // inf': -1,
    '7 / 2': 3.5,
    '2 ** 3': 8,
    '2 ** 3 ** 2': 512,
    '-2 ** 2': -4,
    '2 ** -1': 0.5,
    '0xff + 0b11 + 0o17': 273,
    '1_000 + 1e3 + .5 + 1.': 2001.5,
    '~5': -6,
    '1 << 40': 2 ** 40,
    '-5 >> 1': -3,
    '(2 ** 40 + 6) & 3 | 8 ^ 1': 11,
    '(1 < 2) + (2 == 2.0) + (1 != 1) + (1 >= 2)': 2,
    '-True + +True': 0,
    '(True & False) + (True ^ False)': 1,
    '$ + 1': 6,
  };
  for (const [text, value] of Object.entries(values)) {
    expect({ text, hlo: textOf(({ x }) => formula(`$ * (${text})`, x, 5)) }).toEqual({
      text,
      hlo: textOf(({ x }) => np.multiply(x, value)),
    });
  }
  // Truth values stay what they are.
  checkSame([[({ p }) => expr`${p} == (True & ~(1 > 2) != 0)`, ({ p }) => np.equal(p, true)]]);
});

/** The help of the error for an option that does not exist: it lists those that do. */
function helpForOption(call: (...args: unknown[]) => unknown, args: readonly unknown[]): string {
  try {
    call(...args, { zzzz: 1 });
  } catch (thrown) {
    return (thrown as { rule: string }).rule === 'js.c22' ? (thrown as { help: string }).help : '';
  }
  return '';
}

test('the table of parameters fits the functions', () => {
  const numbers: Record<string, unknown> = {
    n: 3,
    start: 1,
    stop: 2,
    step: 1,
    shape: 2,
    fillValue: 1,
    q: 0.5,
    arrays: [],
  };
  const listed: string[] = [];
  recorded(() => {
    const matrix = constant([[4, 1], [1, 3]]); // prettier-ignore
    for (const [prefix, space] of Object.entries({ '': np, 'linalg.': np.linalg, 'fft.': np.fft })) {
      for (const name of Object.keys(space).map((own) => prefix + own)) {
        const call = functionAt(name);
        if (call === undefined) continue;
        const { places, options, isOpen } = parametersOf(name);
        const count = places.length + Math.min(options.length, 1);
        // Functions of a rest parameter have the length 0.
        expect([name, count]).toEqual([name, isOpen || call.length === 0 ? count : call.length]);
        // Without a row of the table, the last argument would be the options.
        const before = options.length === 0 ? places.slice(1) : places;
        const help = helpForOption(
          call,
          before.map((place) => numbers[place] ?? matrix),
        );
        if (help === '') continue;
        // Functions that share code have the options of each other.
        const shared = { linspace: ', base', geomspace: ', base', median: ', method' }[name] ?? '';
        expect([name, help]).toEqual([name, `the options are ${options.join(', ')}${shared}`]);
        listed.push(name);
      }
    }
  });
  expect(listed.length).toBeGreaterThan(110);
});

const sizes = [4, 5, 3] as const;
const cube = (): XlaOp => constant(range(4).map((i) => range(5).map((j) => range(3).map((k) => 100 * i + 10 * j + k))));

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The indices of a slice in plain steps; a bound that is left out is null. */
function walk(start: number | null, stop: number | null, step: number, size: number): number[] {
  let at = start === null ? (step > 0 ? 0 : size - 1) : start < 0 ? start + size : start;
  while (at < 0 && step > 0) at++;
  while (at >= size && step < 0) at--;
  const end = stop === null ? (step > 0 ? size : -1) : stop < 0 ? Math.max(stop + size, -1) : stop;
  const indices: number[] = [];
  for (; step > 0 ? at < end : at > end; at += step) if (at >= 0 && at < size) indices.push(at);
  return indices;
}

/** The element at indices of some dimensions, in a nest of lists as deep as the items that keep a dimension. */
function picked(chosen: readonly (number | null | readonly number[])[], found: readonly number[] = []): unknown {
  const [first, ...rest] = chosen;
  if (first === undefined) return 100 * (found[0] ?? 0) + 10 * (found[1] ?? 0) + (found[2] ?? 0);
  if (first === null) return [picked(rest, found)];
  if (typeof first === 'number') return picked(rest, [...found, first]);
  return first.map((index) => picked(rest, [...found, index]));
}

test('indices of numbers and slices give what plain loops give', async () => {
  // A small generator, with the constants of Numerical Recipes.
  let state = 116;
  const below = (count: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const bound = (): number | null => (below(4) === 0 ? null : below(17) - 8);
  const text = (part: number | null): string => (part === null ? '' : String(part));
  const cases: Record<string, Case> = {};
  for (let round = 0; round < 60; round++) {
    const items: string[] = [];
    const chosen: (number | null | readonly number[])[] = [];
    // Some dimensions have no index: those of '...', which may be left out at the end.
    const from = below(4);
    const to = Math.min(3, from + below(3));
    for (let axis = 0; axis <= 3; axis++) {
      if (axis === from && (to < 3 || below(2) === 0)) items.push('...');
      const size = sizes[axis] ?? 0;
      if (axis === 3) break;
      if (axis >= from && axis < to) {
        chosen.push(range(size));
        continue;
      }
      if (below(5) === 0) {
        items.push('None');
        chosen.push(null);
      }
      if (below(3) === 0) {
        const index = below(2 * size) - size;
        items.push(String(index));
        chosen.push(index < 0 ? index + size : index);
      } else {
        const [start, stop, step] = [bound(), bound(), [null, 1, 2, 3, -1, -2, -7][below(7)] ?? null];
        items.push(`${text(start)}:${text(stop)}${step === null ? '' : `:${step}`}`);
        chosen.push(walk(start, stop, step ?? 1, size));
      }
    }
    if (items.length === 0) continue;
    const dimensions = chosen.flatMap((item) => (typeof item === 'number' ? [] : [item === null ? 1 : item.length]));
    const name = items.join(', ');
    cases[name] = [() => formula(`$[${name}]`, cube()), `f32[${dimensions.join(',')}]`, picked(chosen)];
  }
  expect(Object.keys(cases).length).toBeGreaterThan(40);
  await checkCases(cases);
});

test('operations as indices', async () => {
  const index = (value: number | number[] | number[][], type: ElementType = 'S32'): XlaOp => constant(value, type);
  const rows = (list: readonly number[]): number[][] => list.map((i) => range(3).map((k) => 100 * i + 10 + k));
  const b = (): XlaBuilder => currentBuilder('test');
  /* prettier-ignore */
  await checkCases({
    'one of S32': [() => expr`${cube()}[${index(2)}, 1]`, 'f32[3]', rows([2])[0]],
    'a negative one': [() => expr`${cube()}[${index(-1)}, 1]`, 'f32[3]', rows([3])[0]],
    'beyond the end': [() => expr`${cube()}[${index(9)}, 1]`, 'f32[3]', rows([3])[0]],
    'before the start': [() => expr`${cube()}[${index(-9)}, 1]`, 'f32[3]', rows([0])[0]],
    'one of U32': [() => expr`${cube()}[${index(4294967295, 'U32')}, 1]`, 'f32[3]', rows([3])[0]],
    'one of S64 and one of S32': [() => expr`${cube()}[${b().constant(-2n, 'S64')}, ${index(1)}]`, 'f32[3]', rows([2])[0]],
    'a computed one': [() => expr`${cube()}[${index(1)} + 1, ::2][..., 0]`, 'f32[3]', [200, 220, 240]],
    // 127 + 200 is no number of S8.
    'one of S8': [() => expr`arange(200)[${index(-1, 'S8')}] + 0`, 's32[]', 199],
    'two, apart': [() => expr`${cube()}[${index(1)}, :, ${index(-1)}]`, 'f32[5]', [102, 112, 122, 132, 142]],
    'an array': [() => expr`${cube()}[${index([2, -1, 9])}, 1]`, 'f32[3,3]', rows([2, 3, 3])],
    'an array of an inner dimension': [() => expr`${cube()}[1:3, ${index([1])}]`, 'f32[2,1,3]', rows([1, 2]).map((row) => [row])],
    'a matrix': [() => expr`${cube()}[:, 1, 0][${index([[0], [2]])}]`, 'f32[2,1]', [[10], [210]]],
    'an array after a new dimension': [() => expr`${cube()}[None, ${index([2])}, 1]`, 'f32[1,1,3]', [rows([2])]],
    'a list': [() => expr`${cube()}[[0, -1], 1]`, 'f32[2,3]', rows([0, 3])],
    'a list in a hole': [() => expr`${cube()}[${[0, -1]}, ${1}]`, 'f32[2,3]', rows([0, 3])],
    'no element': [() => expr`${cube()}[5:2, 0, ${index([0, 1])}]`, 'f32[0,2]', []],
  });
  // An array alone is np.take, and one number a dynamic slice.
  checkSame([
    [({ x, j }) => expr`${x}[:, ${j}]`, ({ x, j }) => np.take(x, j, 1)],
    [
      ({ x, j }) => expr`${x}[${expr`${j}[0]`}]`,
      ({ x, j }) => {
        const i = expr`${j}[0]`;
        const start = i.builder.select(np.less(i, 0), np.add(i, 2), i);
        return x.builder.reshape(x.builder.dynamicSlice(x, [start, 0], [1, 3]), [3]);
      },
    ],
    [({ x }) => expr`${x}[...]`, ({ x }) => x],
    [({ x }) => expr`${x}[:, 1:]`, ({ x }) => x.builder.slice(x, [0, 1], [2, 3])],
  ]);
});

/** The error of a formula: its headline, the details, and the help. */
async function refusal(make: (o: Operands) => unknown, rule = 'js.c116'): Promise<string> {
  const error = await expectError(() => textOf(make), { code: 'INVALID_ARGUMENT', rule });
  return error.message.replace(/^INVALID_ARGUMENT \[\S+\] /, '');
}

test('a text that is not a formula', async () => {
  const wrong: readonly (readonly [text: string, message: string])[] = [
    ['', "expected a value, found the end\n  \n  ^\n  help: complete the formula"],
    ['$ +', 'expected a value, found the end\n  ${0} +\n        ^'],
    ['$ + y', 'unknown name y\n  ${0} + y\n         ^\n  help: put a value of JavaScript into the formula as ${y}'],
    ['$ < 1 < 2', 'comparisons are not chained\n  ${0} < 1 < 2\n           ^\n  help: write (a < b) & (b < c)'],
    ['($ > 0) && $', 'expected a value, found &\n  (${0} > 0) && ${1}\n              ^\n  help: write (a < b) & (b < c)'],
    ['$ = 1', 'expected an operator or the end, found =\n  ${0} = 1\n       ^\n  help: write == to compare'],
    ['$ and $', 'expected an operator or the end, found and\n  ${0} and ${1}\n       ^\n  help: write (a < b) & (b < c)'],
    ['not $', 'not is not an operator of formulas\n  not ${0}\n  ^\n  help: write ~x, or logical_not(x)'],
    ['$$', 'expected an operator or the end, found ${1}\n  ${0}${1}\n      ^\n  help: write an operator between'],
    ['$ constructor', 'expected an operator or the end, found constructor\n  ${0} constructor\n       ^\n  help: write an operator'],
    ["astype($, 'f$')", "a text in quotes has no holes\n  astype(${0}, 'f${1}')\n               ^\n  help: pass the whole text"],
    ['2 $', 'expected an operator or the end, found ${0}'],
    ['($', "expected ',' or ')', found the end"],
    ['[$', "expected ',' or ']', found the end"],
    ['$)', 'expected an operator or the end, found )'],
    ['tanh($', "expected ',' or ')', found the end"],
    ['$[]', 'expected an index, found ]'],
    ['$[,]', 'expected a value, found ,'],
    ['$[1', "expected ',' or ']', found the end"],
    ['$[1:2:3:4]', "expected ',' or ']', found :\n  ${0}[1:2:3:4]\n            ^"],
    ['$[(0, 1)]', 'the index is a tuple\n  ${0}[(0, 1)]\n       ^\n  help: write x[0, 1] without parentheses'],
    ['$(1)', 'only a function of np is called'],
    ['$.sum()', 'unknown attribute sum\n  ${0}.sum()\n       ^\n  help: write the function: sum(x)'],
    ['$.dtype', 'unknown attribute dtype\n  ${0}.dtype\n       ^\n  help: the attributes are T, mT, shape, ndim, size'],
    ['$.', 'expected the name of an attribute'],
    ['1j * $', 'a number is not followed by letters'],
    ['9007199254740993 * $', '9007199254740993 is beyond 2^53'],
    ['tanh + 1', 'tanh is a function\n  tanh + 1\n  ^\n  help: call it: tanh(x)'],
    ['np.tanh($)', 'unknown name np\n  np.tanh(${0})\n  ^\n  help: write the names of np alone: tanh(x)'],
    ['nn.relu($)', 'unknown name nn\n  nn.relu(${0})\n  ^\n  help: call it in a hole: ${nn.relu(x)}'],
    ['absolute($)', 'unknown function absolute\n  absolute(${0})\n  ^\n  help: use abs(...)'],
    ['gelu($)', 'unknown function gelu\n  gelu(${0})\n  ^\n  help: put it into the formula as ${nn.gelu(...)}'],
    ['norm($)', 'unknown function norm\n  norm(${0})\n  ^\n  help: use linalg.norm(...)'],
    ['expand_dim($, 1)', 'unknown function expand_dim\n  expand_dim(${0}, 1)\n  ^\n  help: did you mean expand_dims?'],
    ['linalg.matrixPowr($, 1)', 'unknown function linalg.matrixPowr\n  linalg.matrixPowr(${0}, 1)\n  ^\n  help: did you mean linalg.matrixPower?'],
    ['constructor($)', 'unknown function constructor\n  constructor(${0})\n  ^\n  help: docs/np.md lists'],
    ['linalg.__proto__($)', 'unknown function linalg.__proto__'],
    ['sum($, 0, True)', 'sum takes 2 arguments without a name, not 3\n  sum(${0}, 0, True)\n  ^\n  help: name the others: keepdims=...'],
    ['tanh($, axis=1)', 'tanh has no argument with the name axis\n  tanh(${0}, axis=1)\n  ^\n  help: write the arguments without names'],
    ['sum($, axs=1)', 'sum has no argument with the name axs\n  sum(${0}, axs=1)\n  ^\n  help: it has a, axis, keepdims'],
    ['sum($, 0, axis=1)', 'sum has axis twice'],
    ['sum(axis=1, $)', 'an argument without a name follows one with a name\n  sum(axis=1, ${0})\n              ^'],
    ['$ ? 1 : 2', 'expected an operator or the end, found ?\n  ${0} ? 1 : 2\n       ^\n  help: write where(condition, x, y)'],
    ['$ \\\n + 1', 'expected an operator or the end, found \\'],
  ]; // prettier-ignore
  for (const [text, message] of wrong) {
    const got = await refusal(({ x }) => formula(text, x, x));
    expect({ text, got: got.slice(0, 'np.expr: '.length + message.length) }).toEqual({
      text,
      got: `np.expr: ${message}`,
    });
  }
  // The place is in a line of several, and in a long line.
  const lines = { rule: 'js.c116', code: 'INVALID_ARGUMENT' };
  const error = await expectError(() => formula('\n  1 +\n\t2 * * 3'), lines);
  expect(error).toMatchObject({ details: [' 2 * * 3', '     ^'], position: { line: 3, column: 6 } });
  const long = await expectError(() => formula(`${'1 + '.repeat(100)}* ${'+ 1'.repeat(100)}`), lines);
  const [line = '', caret = ''] = (long as { details?: string[] }).details ?? [];
  expect(line).toMatch(/^\.\.\. .{100} \.\.\.$/);
  expect(line[caret.indexOf('^')]).toBe('*');
});

test('values that a formula cannot have', async () => {
  const wrong: readonly (readonly [make: (o: Operands) => unknown, message: string])[] = [
    [({ x }) => expr`${x} + 1 / 0`, 'a number is divided by 0\n  ${0} + 1 / 0\n           ^'],
    [({ x }) => expr`${x} + 7 % 0`, 'a number is divided by 0'],
    [({ x }) => expr`${x} + 0 ** -1`, '0 has a negative exponent'],
    [({ x }) => expr`${x} + (-8) ** 0.5`, 'a negative number has a fraction as exponent'],
    [({ x }) => expr`${x} + (1.5 & 1)`, '1.5 is not an integer, and has no bits'],
    [({ x }) => expr`${x} + (1 << -1)`, 'the number of bits of a shift is -1'],
    [({ x }) => expr`${x} + 2 @ 3`, 'two numbers have no matrix product'],
    [() => expr`2 + 3`, 'the result is 5\n  2 + 3\n  ^\n  help: it has no operation; np.array(...) makes one of a number'],
    [({ x }) => expr`linalg.qr(${x})`, 'the result is an array of 2 elements\n  linalg.qr(${0})\n  ^\n  help: take one'],
    [({ x }) => expr`${x} * linalg.qr(${x})[2]`, 'index 2 is out of range for a list of 2 entries'],
    [({ x }) => expr`${x} * linalg.qr(${x})[0, 1]`, 'a list has one index, an integer or a slice'],
    [({ x }) => expr`${x}[2]`, 'index 2 is out of range for dimension 0 of f32[2,3], which has size 2\n  ${0}[2]\n      ^\n  help: the indices are 0 to 1, or -1 to -2'],
    [({ x }) => expr`${x}[..., -4]`, 'index -4 is out of range for dimension 1 of f32[2,3], which has size 3'],
    [({ x }) => expr`${x}[[0, 2]]`, 'index 2 is out of range for dimension 0'],
    [({ x }) => expr`${x}[0, 1, 2]`, 'f32[2,3] has 2 dimensions, and the index 3'],
    [({ x }) => expr`${x}[..., ...]`, "the index has '...' twice"],
    [({ x }) => expr`${x}[::0]`, 'the step of a slice is 0'],
    [({ x }) => expr`${x}[1.5]`, 'the index is 1.5'],
    [({ x }) => expr`${x}[True]`, 'the index is true'],
    [({ x }) => expr`${x}[1.5:]`, 'a part of a slice is 1.5'],
    [({ x, j }) => expr`${x}[${j}[0]:]`, 'a part of a slice is s32[]\n  ${0}[${1}[0]:]\n      ^\n  help: sizes do not depend on values in XLA: b.dynamicSlice'],
    [({ x }) => expr`${x}[${x} > 0]`, 'the index pred[2,3] is a mask\n  ${0}[${1} > 0]\n      ^\n  help: sizes do not depend on values in XLA: np.where(mask, x, 0)'],
    [({ x }) => expr`${x}[[True, False]]`, 'the index of truth values is a mask'],
    [({ x, y }) => expr`${x}[${y}]`, "the index is f32[3]\n  ${0}[${1}]\n      ^\n  help: convert it to integers: astype(i, 'S32')"],
    [({ i, j }) => expr`${i}[${j}, ${j}]`, 'the index has several arrays'],
    [({ x, j }) => expr`stack([${x}, ${x}])[0, :, ${j}]`, 'a slice separates an array of indices from another index'],
  ]; // prettier-ignore
  for (const [make, message] of wrong) {
    const got = await refusal(make);
    expect(got.slice(0, 'np.expr: '.length + message.length)).toEqual(`np.expr: ${message}`);
  }
  await expectError(() => (expr as (text: unknown) => XlaOp)('x + 1'), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c4',
    help: /write it before a template: np\.expr`/,
  });
});

test('errors of functions of np have the place of the call', async () => {
  expect(await refusal(({ x, i }) => expr`tanh(${x} + ${i} * 2)`, 'js.c94')).toContain(
    'np.add: f32[2,3] and s32[2,3] have different element types\n  tanh(${0} + ${1} * 2)\n            ^\n  help: convert',
  );
  expect(await refusal(({ i }) => expr`1 + mean(${i})`, 'js.c96')).toMatch(/^np\.mean: .*\n {2}1 \+ mean.*\n {6}\^\n/);
  expect(await refusal(() => expr`${1} + ${5n}`, 'js.c83')).toMatch(/^np\.add: .* both numbers\n/);
  expect(await refusal(({ x }) => expr`${x} + ${undefined}`, 'js.c5')).toMatch(/^np\.add: argument 1 is undefined/);
  expect(await refusal(({ x }) => expr`(${x}, 1).T`, 'js.c5')).toMatch(/^np\.transpose: /);
});

test('a template is parsed once, and long or deep ones have limits', async () => {
  const templates: TemplateStringsArray[] = [];
  const double = (x: XlaOp): XlaOp => {
    const tag = (strings: TemplateStringsArray, ...values: XlaOp[]): XlaOp => {
      templates.push(strings);
      return expr(strings, ...values);
    };
    return tag`${x} * 2`;
  };
  checkSame([[({ x, y }) => np.add(double(x), double(y)), ({ x, y }) => np.add(np.multiply(x, 2), np.multiply(y, 2))]]);
  const [first, second] = templates.map(formulaOf);
  expect(first).toBe(second);
  expect(first).toMatchObject({ text: '${0} * 2' });
  expect(formulaOf(template('$ * 2'))).not.toBe(first);
  // A chain is not deep.
  const ones = `1${' + 1'.repeat(9999)}`;
  checkSame([[({ x }) => formula(`$ * (${ones})`, x), ({ x }) => np.multiply(x, 10000)]]);
  for (const deep of [`${'('.repeat(300)}$`, `${'-'.repeat(300)}$`, `${'2 ** '.repeat(300)}$`]) {
    expect(await refusal(({ x }) => formula(deep, x))).toMatch(/^np\.expr: it is nested deeper than 256\n/);
  }
  checkSame([[({ x }) => formula(`${'('.repeat(250)}$${')'.repeat(250)}`, x), ({ x }) => x]]);
});
