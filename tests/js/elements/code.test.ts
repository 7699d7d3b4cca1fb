// The code that the broadcast lab offers: HLO and JavaScript do what the picture shows; the others have its shapes.
import * as hloom from 'hloom';
import { answerAtOnce, isMistakes, withResult, type Answer } from '../../../js/elements/model/answer.js';
import { engine } from '../../../js/elements/model/computing.js';
import type { OperationName } from '../../../js/elements/model/operations.js';
import { defaults } from '../../../js/elements/model/question.js';
import { snippets } from '../../../web-demo/src/lab/code.js';
import { elementTypes } from '../../../js/src/values/element-type.js';
import { otherTypes, usualTypes } from '../../../web-demo/src/lab/types.js';
import { numpyText } from '../../../web-demo/src/lab/numpy-comparison.js';

beforeAll(() => hloom.init());

function ask(lhs: string, rhs: string, dims: string, op: OperationName = defaults.op): Answer {
  const answer = answerAtOnce({ ...defaults, lhs, rhs, dims, op });
  if (isMistakes(answer)) throw new Error(JSON.stringify(answer.fields));
  return answer;
}

const legal = [
  ['f32[2,3]', 'f32[3]', '{1}', 'add'],
  ['f32[3]', 'f32[3,3]', '{0}', 'sub'],
  ['s32[2,1]', 's32[1,3]', '', 'max'],
  ['f32[4]', 'f32[1,2]', '{0}', 'lt'],
  ['f64[1,2]', 'f64[4,3,1]', '{1,2}', 'pow'],
  ['pred[2]', 'pred[]', '', 'and'],
  ['f32[]', 'f32[]', '', 'complex'],
  ['u8[2,3,4]', 'u8[3,4]', '{1,2}', 'shiftRightLogical'],
  ['f32[<=4,3]', 'f32[3]', '{1}', 'mul'],
  ['f32[2,3]{0,1}', 'f32[3]', '{1}', 'sub'],
  ['s32[2,3]', 's32[2]', '{0}', 'mulhi'],
  ['f32[2,3]', 'f32[2]', '{0}', 'leTotalOrder'],
] as const;

test.each(legal)('%s, %s %s: %s', async (lhs, rhs, dims, op) => {
  const answer = ask(lhs, rhs, dims, op);
  const text = Object.fromEntries(snippets(answer).map((snippet) => [snippet.id, snippet.text]));
  const computation = hloom.parseHlo(text.hlo ?? '');
  expect(computation.toHloText().trimEnd()).toBe(text.hlo);

  // The JavaScript is run unchanged; only its import becomes an argument.
  const printed: string[] = [];
  const body = (text.js ?? '').replace(/^import \{(.*)\} from 'hloom';$/m, 'const {$1} = hloom;');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page offers this text to be run
  const run = new Function('hloom', 'console', `return (async () => {${body}})();`) as (
    api: typeof hloom,
    console: { log(line: string): void },
  ) => Promise<void>;
  await run(hloom, { log: (line) => printed.push(line) });
  expect(printed.join('').trimEnd()).toBe(text.hlo);

  const sizes = answer.explanation.result?.dimensions ?? [];
  const made = [...(text.cpp ?? '').matchAll(/MakeShape\(xla::(\w+), \{([^}]*)\}(?:, .*\{(.*)\})?\)/g)].map(
    ([, type, dims, dynamic]) => [type, dims, dynamic],
  );
  const operands = [answer.explanation.lhs, answer.explanation.rhs];
  expect(made).toEqual(
    operands
      .filter(({ hasDefaultLayout }) => hasDefaultLayout)
      .map(({ type, dimensions, isStatic, dynamicDimensions }) => [
        type,
        dimensions.join(', '),
        isStatic ? undefined : dynamicDimensions.join(', '),
      ]),
  );
  if (answer.result?.isDynamic === true) {
    expect(Object.keys(text)).toEqual(['js', 'hlo', 'cpp']);
    return;
  }
  const returned = /-> tensor<(.*?)> \{/.exec(text.stablehlo ?? '')?.[1] ?? '';
  if (text.stablehlo !== undefined) {
    expect(returned.split('x').slice(0, sizes.length).join('x')).toBe(sizes.join('x'));
  }
  for (const [, dims = '', from = '', to = ''] of (text.stablehlo ?? '').matchAll(
    /broadcast_in_dim %\w+, dims = \[(.*)\] : \(tensor<(.*)>\) -> tensor<(.*)>/g,
  )) {
    const [source, target] = [from, to].map((type) => type.split('x').slice(0, -1).map(Number));
    const places = dims === '' ? [] : dims.split(', ').map(Number);
    expect(target).toEqual(sizes);
    // A dimension of the operand has the size of the one below it, or 1.
    for (const [own, place] of places.entries()) expect([1, sizes[place]]).toContain(source?.[own]);
    expect(places.length).toBe(source?.length);
  }
  for (const [, shape = ''] of (text.jax ?? '').matchAll(/broadcast_in_dim\(\w+, \((.*?),?\), /g)) {
    expect(shape.split(',').map(Number)).toEqual(sizes);
  }
});

test('NumPy is given an operand that it aligns as XLA was told to', () => {
  const numpy = (answer: Answer): string => snippets(answer).find(({ id }) => id === 'numpy')?.text ?? '';
  expect(numpy(ask('f32[2,3]', 'f32[3]', '{1}'))).toContain('np.add(lhs, rhs)');
  expect(numpy(ask('f32[3,3]', 'f32[3]', '{0}'))).toContain('np.add(lhs, rhs.reshape(3, 1))');
  expect(numpy(ask('f32[2,3,4]', 'f32[2,4]', '{0,2}'))).toContain('np.add(lhs, rhs.reshape(2, 1, 4))');
  expect(numpy(ask('f32[4]', 'f32[1,2]', '{0}'))).toContain('np.add(lhs.reshape(4, 1), rhs)');
});

test('C++ has layouts and sizes that are known only when a program runs; who has not is left out', () => {
  const all = (...asked: Parameters<typeof ask>): Record<string, string> =>
    Object.fromEntries(snippets(ask(...asked)).map(({ id, text }) => [id, text]));
  expect(all('f32[2,3]{0,1}', 'f32[3]', '{1}').cpp).toContain('xla::ParseShape("f32[2,3]{0,1}").value()');
  const dynamic = all('f32[<=4,3]', 'f32[3]', '{1}');
  expect(Object.keys(dynamic)).toEqual(['js', 'hlo', 'cpp']);
  expect(dynamic.cpp).toContain('xla::ShapeUtil::MakeShape(xla::F32, {4, 3}, /*dynamic_dimensions=*/{true, false})');
  expect(Object.keys(all('s32[2]', 's32[2]', '', 'mulhi'))).toEqual(['js', 'hlo', 'cpp']);
});

test.each([
  ['s32[2]', 'pow', ['js', 'hlo', 'stablehlo', 'cpp', 'numpy']],
  ['f32[2]', 'pow', ['js', 'hlo', 'stablehlo', 'jax', 'cpp', 'numpy']],
  ['c64[2]', 'atan2', ['js', 'hlo', 'stablehlo', 'jax', 'cpp']],
  ['s1[2]', 'add', ['js', 'hlo', 'cpp']],
  ['u1[2]', 'lt', ['js', 'hlo', 'cpp']],
  ['s2[2]', 'add', ['js', 'hlo', 'stablehlo', 'jax', 'cpp']],
  ['f32[2,3]{1,0:PAD(3,5)ZERO_PAD}', 'add', ['js', 'hlo', 'stablehlo', 'jax', 'numpy']],
] as const)('%s has %s only where the library has it', (shape, op, notations) => {
  expect(snippets(ask(shape, shape, '', op)).map(({ id }) => id)).toEqual(notations);
});

test('every element type can be chosen, and its elements are computed', async () => {
  const chosen = [...usualTypes, ...otherTypes];
  expect([...chosen].sort()).toEqual([...elementTypes].sort());
  for (const type of chosen.map((name) => name.toLowerCase())) {
    const answer = ask(`${type}[2,2]`, `${type}[2]`, '{1}', 'eq');
    const { values } = await withResult(answer, new AbortController().signal);
    const cells = [0, 1].map((row) => values?.result?.at([row, 0]));
    expect([type, ...cells]).toEqual([
      type,
      ...[0, 1].map((row) => String(values?.lhs.at([row, 0]) === values?.rhs.at([0]))),
    ]);
  }
  (await engine()).dispose();
});

test.each([
  ['f32', 'complex', 'result = lhs + 1j * rhs'],
  ['u8', 'div', 'result = np.floor_divide(lhs, rhs)'],
  ['s32', 'div', 'result = np.floor_divide(lhs - np.fmod(lhs, rhs), rhs)'],
  ['f32', 'div', 'result = np.divide(lhs, rhs)'],
  ['s16', 'shiftRightLogical', 'result = np.right_shift(lhs.view(np.uint16), rhs.view(np.uint16)).view(np.int16)'],
  ['u8', 'shiftRightArithmetic', 'result = np.right_shift(lhs.view(np.int8), rhs.view(np.int8)).view(np.uint8)'],
  ['u8', 'shiftRightLogical', 'result = np.right_shift(lhs, rhs)'],
] as const)('NumPy does with %s what XLA does: %s', (type, op, code) => {
  const found = snippets(ask(`${type}[2]`, `${type}[2]`, '', op)).find(({ id }) => id === 'numpy');
  expect(found?.text.split('\n').at(-1)).toBe(code);
});

test('each notation has the type of the result, and is left out where it has no words', () => {
  const text = (type: string, op: typeof defaults.op, id: string): string | undefined =>
    snippets(ask(`${type}[2]`, `${type}[2]`, '', op)).find((snippet) => snippet.id === id)?.text;
  expect(text('f32', 'lt', 'stablehlo')).toContain(': (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>');
  expect(text('f32', 'lt', 'stablehlo')).toContain('stablehlo.compare LT, %lhs, %rhs : (');
  expect(text('f32', 'ltTotalOrder', 'stablehlo')).toContain('stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (');
  expect(text('s32', 'geTotalOrder', 'stablehlo')).toContain('stablehlo.compare GE, %lhs, %rhs : (');
  expect(text('f32', 'eqTotalOrder', 'cpp')).toContain('xla::EqTotalOrder(lhs, rhs)');
  expect([text('f32', 'neTotalOrder', 'jax'), text('f32', 'neTotalOrder', 'numpy')]).toEqual([undefined, undefined]);
  expect(text('f32', 'complex', 'stablehlo')).toContain('-> tensor<2xcomplex<f32>> {');
  expect(text('pred', 'add', 'jax')).toContain('lax.bitwise_or(lhs, rhs)');
  expect(text('bf16', 'add', 'numpy')).toBeUndefined();
});

test('an illegal operation has no code', () => {
  expect(snippets(ask('f32[2,3]', 'f32[3]', '{0}'))).toEqual([]);
  expect(snippets(ask('pred[2]', 'pred[2]', '', 'atan2'))).toEqual([]);
});

test.each([
  ['f32[2,3]', 'f32[3]', '{1}', 'In NumPy: allowed, result (2, 3). The same as in XLA.'],
  [
    'f32[2,3]',
    'f32[3]',
    '',
    'In NumPy: allowed, result (2, 3). NumPy always aligns the last dimensions, here {1}. XLA asks you to say so.',
  ],
  [
    'f32[2,3]',
    'f32[2]',
    '{0}',
    'In NumPy: an error: operands could not be broadcast together. NumPy always aligns the last dimensions, here {1}. XLA allows it, because you say where each dimension goes.',
  ],
  ['f32[2,1]', 'f32[1,3]', '', 'In NumPy: allowed, result (2, 3). The same as in XLA.'],
  ['f32[7,2,5]', 'f32[7,2,6]', '', 'In NumPy: an error: operands could not be broadcast together. The same as in XLA.'],
  [
    'f32[3,3]',
    'f32[3]',
    '{0}',
    'In NumPy: allowed, result (3, 3). The shape is the same, but the elements differ. NumPy always aligns the last dimensions, here {1}.',
  ],
  ['f32[2]', 'f32[]', '', 'In NumPy: allowed, result (2,). The same as in XLA.'],
  ['f32[3,1]', 'f32[1]', '{0}', 'In NumPy: allowed, result (3, 1). The same as in XLA.'],
  ['f32[1,3]', 'f32[3]', '{1}', 'In NumPy: allowed, result (1, 3). The same as in XLA.'],
  ['f32[0,3]', 'f32[1]', '{0}', 'In NumPy: allowed, result (0, 3). The same as in XLA.'],
  [
    'f32[3,1]',
    'f32[3]',
    '{0}',
    'In NumPy: allowed, result (3, 3). The shape differs. NumPy always aligns the last dimensions, here {1}.',
  ],
  ['f32[<=4,3]', 'f32[3]', '{1}', 'NumPy has no such arrays.'],
])('NumPy and %s + %s %s', (lhs, rhs, dims, text) => {
  expect(numpyText(ask(lhs, rhs, dims))).toBe(text);
});

test('NumPy is not said to do an operation that is refused', () => {
  expect(numpyText(ask('f32[2,3]', 'f32[3]', '{1}', 'and'))).toBe('In NumPy: (2, 3), if it has the operation.');
});
