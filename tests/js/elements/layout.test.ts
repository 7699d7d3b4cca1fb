// The content of the layout lab: memory in order, the way through it, transposes, and the questions of
// its lesson.
import { HloomError, init, Shape } from 'hloom';
import { keyOf } from '../../../js/elements/model/axis.js';
import { Elements } from '../../../js/elements/model/values.js';
import { ask } from '../../../web-demo/src/layout/model/asked.js';
import { axesIn, blockOf } from '../../../web-demo/src/layout/model/block.js';
import { choicesOf, steps } from '../../../web-demo/src/layout/model/lesson.js';
import {
  countedLiteral,
  letter,
  maxValues,
  Naming,
  slotsOf,
  storedShape,
  type Slot,
} from '../../../web-demo/src/layout/model/memory.js';
import { backwards, ordersOf, reordered } from '../../../web-demo/src/layout/model/orders.js';
import { linesAlong, linesOf } from '../../../web-demo/src/layout/model/cache-lines.js';
import { hopsTo, tintsOf } from '../../../web-demo/src/layout/model/path.js';
import {
  defaults,
  fromHash,
  padded,
  partsOf,
  toHash,
  withParts,
  type Question,
} from '../../../web-demo/src/layout/model/question.js';
import { arcPath, movedTo } from '../../../web-demo/src/layout/model/strip.js';
import {
  movedCount,
  operandIndex,
  permuted,
  placesOf,
  programOf,
  resultSlots,
  runWays,
  transposeOf,
  ways,
} from '../../../web-demo/src/layout/model/transpose.js';
import { answerTranspose, openWays } from '../../../web-demo/src/layout/model/transpose-answer.js';
import { orderText, placeText, pointedText, remarks, sizeText } from '../../../web-demo/src/layout/text/en.js';
import { feedback } from '../../../web-demo/src/layout/text/lesson-en.js';

beforeAll(() => init());

const slots = (text: string): Slot[] => {
  const shape = Shape.parse(text).toStatic();
  return slotsOf(shape, axesIn(storedShape(shape).dimensions, 40));
};

/** Memory as one line of texts. */
function line(text: string, kind: Question['cells'] = 'letters'): string {
  const naming = new Naming(Shape.parse(text).toStatic(), kind);
  return slots(text)
    .map((slot) => (slot.kind === 'gap' ? `(${slot.count})` : naming.at(slot.index)))
    .join(' ');
}

test.each([
  ['f32[2,3]{1,0}', 'a b c d e f'],
  ['f32[2,3]{0,1}', 'a d b e c f'],
  ['f32[2,3]{0,1:PAD(3,5)ZERO_PAD}', 'a d 0 b e 0 c f 0 0 0 0 0 0 0'],
])('memory of %s is that of the text on layouts', (shape, memory) => {
  expect(line(shape)).toBe(memory);
});

test.each([
  ['f64[]', 'a'],
  ['s4[3]{0}', 'a b c'],
  ['f32[0,3]{1,0}', ''],
  ['f32[0,3]{1,0:PAD(1,3)ONE_PAD}', '1 1 1'],
  ['s8[2]{0:PAD(3)LOWEST_PAD}', 'a b -128'],
  ['u4[2]{0:PAD(3)HIGHEST_PAD}', 'a b 15'],
  ['f32[2]{0:PAD(3)LOWEST_PAD}', 'a b -∞'],
  ['f32[2]{0:PAD(3)UNKNOWN_PAD}', 'a b ?'],
  ['c64[1]{0:PAD(2)ONE_PAD}', 'a 1+0i'],
  ['f32[<=2,2]{0,1}', 'a c b d'],
  ['u8[2,100000]{1,0:PAD(2,100001)HIGHEST_PAD}', expect.stringMatching(/ \(99990\) 255 .* \(99990\) 255$/)],
  ['f32[100]{0}', `${Array.from({ length: 38 }, (_, i) => i).join(' ')} (61) 99`],
])('memory of %s', (shape, memory) => {
  expect(line(shape)).toEqual(memory);
});

test('cells say letters, indices or values', () => {
  expect(line('s32[2,3]{0,1}', 'values')).toBe('0 3 1 4 2 5');
  expect(line('s32[2,2]{0,1}', 'index')).toBe('00 10 01 11');
  expect(new Naming(Shape.parse('f32[2,11]'), 'index').at([1, 10])).toBe('1,10');
  expect([0, 25].map(letter)).toEqual(['a', 'z']);
  const many = new Naming(Shape.parse('s32[3,9]'), 'letters');
  expect([many.kind, many.at([2, 8]), many.letter([2, 8]), many.value([2, 8])]).toEqual(['index', '28', '', '26']);
});

const shapes = [
  'f32[]',
  'f32[7]{0}',
  'bf16[2,3]{0,1}',
  'c64[3,2]{1,0:PAD(3,4)ZERO_PAD}',
  's64[2,3,4]{0,2,1}',
  'pred[4,2,3]{1,0,2:PAD(4,3,3)ONE_PAD}',
  'u8[2,3,2,4]{1,3,2,0}',
  'f8e4m3fn[2,2,2,2]{0,1,2,3}',
  'f64[2,2,3,2,2]{4,0,3,1,2}',
  's2[2,1,2,1,3]{0,1,2,3,4:PAD(2,2,2,1,3)ZERO_PAD}',
  'f32[2000,300]{0,1}',
  'f16[30,40,50]{1,2,0}',
];

test.each(shapes)('each slot of %s is where the engine has it', (text) => {
  const shape = Shape.parse(text);
  const stored = storedShape(shape);
  let next = 0;
  for (const slot of slots(text)) {
    expect(slot.place).toBe(next);
    next += slot.kind === 'gap' ? slot.count : 1;
    if (slot.kind === 'gap') continue;
    expect(shape.linearIndexToMultidimensionalIndex(slot.place)).toEqual(slot.index);
    if (slot.kind === 'element') expect(shape.multidimensionalIndexToLinearIndex(slot.index)).toBe(slot.place);
    else expect(slot.index.some((i, d) => i >= shape.getDimension(d))).toBe(true);
    const hops = hopsTo(slot.index, shape.strides);
    expect(hops.at(-1)?.to ?? 0).toBe(slot.place);
  }
  expect(next).toBe(stored.elementCount);
  expect(stored.byteLength).toBe(shape.byteLength);
});

test.each(shapes)('the values in the cells of %s are those of the literal', (text) => {
  const shape = Shape.parse(text);
  const naming = new Naming(shape, 'values');
  if (storedShape(shape).elementCount > maxValues) {
    expect(naming.value(shape.dimensions.map(() => 0))).toBe('');
    return;
  }
  const elements = new Elements(countedLiteral(shape));
  for (const slot of slots(text)) {
    if (slot.kind === 'element') expect(naming.value(slot.index)).toBe(elements.at(slot.index));
  }
});

test.each(shapes)('the cells of %s have places of their own, and get darker along memory', (text) => {
  const shape = Shape.parse(text);
  for (const columns of [12, 24, 48]) {
    const axes = axesIn(storedShape(shape).dimensions, columns);
    const block = blockOf(axes, columns);
    const drawn = slotsOf(shape, axes).flatMap((slot) => (slot.kind === 'gap' ? [] : [block.at(slot.index)]));
    const front = drawn.flatMap((place) => (place?.depth === 0 ? [`${place.x},${place.y}`] : []));
    expect(drawn).not.toContain(undefined);
    expect(new Set(front).size).toBe(front.length);
    expect(block.ways.length).toBe(shape.rank);
    const slots = slotsOf(shape, axes).filter(({ kind }) => kind !== 'gap');
    const tints = tintsOf(slotsOf(shape, axes));
    const shares = slots.map(({ key }) => tints.get(key) ?? NaN);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0], shares.at(-1)]).toEqual(
      shares.length === 0 ? [undefined, undefined] : [0, shares.length > 1 ? 1 : 0],
    );
  }
});

test('cache lines are counted along each dimension, and drawn where they begin and end', () => {
  const along = (text: string): number[] => {
    const shape = Shape.parse(text);
    return shape.dimensions.map((_, dimension) => linesAlong(shape, dimension));
  };
  expect(along('f32[3,16]{1,0}')).toEqual([3, 1]);
  expect(along('f32[3,16]{0,1}')).toEqual([1, 3]);
  expect(along('f32[2,3]{1,0}')).toEqual([1, 1]);
  expect(along('f64[4,100]{1,0}')).toEqual([4, 13]);
  expect(along('f32[0,3]{1,0}')).toEqual([0, 1]);
  const shape = Shape.parse('f64[2,8]{1,0}');
  const drawn = slotsOf(shape, axesIn(storedShape(shape).dimensions, 40));
  expect(linesOf(drawn, 8)).toEqual([
    { line: 0, from: 0, to: 7 },
    { line: 1, from: 8, to: 15 },
  ]);
});

test('a third dimension lies beside the others where there is room, and else below', () => {
  const axes = axesIn([2, 3, 4], 30);
  expect(blockOf(axes, 30)).toMatchObject({ width: 8.5, height: 3, ways: ['panes right', 'down', 'right'] });
  expect(blockOf(axes, 6)).toMatchObject({ width: 4, height: 6.5, ways: ['panes down', 'down', 'right'] });
  expect(blockOf(axes, 30).at([1, 2, 3])).toEqual({ x: 7.5, y: 2, depth: 0 });
});

test('the address says a question, and gives it back', () => {
  const questions: Question[] = [
    defaults,
    { shape: 'f32[2,3]{0,1:PAD(3,5)ZERO_PAD}', transpose: '{1,0}', cells: 'index', path: false },
    { shape: 'f32[<=2,3]{1,0:T(8,128)D(D,D+~)}', transpose: '', cells: 'values', path: true },
    { shape: '&=#+% é{', transpose: '?', cells: 'letters', path: true },
  ];
  for (const question of questions) expect(fromHash(toHash(question))).toEqual(question);
  expect(toHash(questions[1] as Question)).toBe(
    '#shape=f32[2,3]{0,1:PAD(3,5)ZERO_PAD}&transpose={1,0}&cells=index&path=off',
  );
  expect(fromHash('#lesson')).toBeUndefined();
  expect(fromHash('#shape=f32[]&cells=nonsense')).toEqual({ ...defaults, shape: 'f32[]' });
});

test('controls write the text of a shape, legal or not', () => {
  const shape = Shape.parse('f32[2,3]{0,1}');
  expect(withParts(shape, partsOf(shape))).toBe('f32[2,3]{0,1}');
  expect(withParts(shape, padded(shape, 1, 5))).toBe('f32[2,3]{0,1:PAD(2,5)ZERO_PAD}');
  const wide = Shape.parse('f32[2,3]{0,1:PAD(2,5)ONE_PAD}');
  expect(withParts(wide, padded(wide, 0, 3))).toBe('f32[2,3]{0,1:PAD(3,5)ONE_PAD}');
  expect(withParts(wide, padded(wide, 1, 3))).toBe('f32[2,3]{0,1}');
  expect(withParts(shape, padded(shape, 0, 1))).toBe('f32[2,3]{0,1:PAD(1,3)ZERO_PAD}');
  expect(withParts(Shape.parse('f32[]'), partsOf(Shape.parse('f32[]')))).toBe('f32[]');
  expect(reordered([0, 1, 2, 3], 3, 1)).toEqual([0, 3, 1, 2]);
  expect(reordered([0, 1, 2], 0, 2)).toEqual([1, 2, 0]);
  expect(reordered([0, 1], 5, 0)).toEqual([0, 1]);
  expect(ordersOf([0, 1, 2])).toEqual([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]); // prettier-ignore
});

test.each([
  ['f32[2,3]{0,0}', 'js.c12'],
  ['f32[2,3]{1}', 'js.c12'],
  ['f32[2,3]{0,1:PAD(1,5)ZERO_PAD}', 'js.c30'],
  ['c64[2]{0:PAD(3)LOWEST_PAD}', 'js.c30'],
  ['(f32[2], s32[])', 'js.c25'],
  ['token[]', 'js.c25'],
  ['f32[2,', 'js.c21'],
  ['', 'js.c21'],
  ['f32[9007199254740991,9]', 'js.c62'],
])('%s is refused with %s', (text, rule) => {
  const asked = ask(text);
  if (asked.ok) throw new Error(`${text} is shown`);
  expect(asked.error).toBeInstanceOf(HloomError);
  expect(asked.error.rule).toBe(rule);
});

test('keys move over memory, past what is left out', () => {
  // Four columns; the slot 5 is a gap.
  const stops = [0, 1, 2, 3, 4, 6, 7, 8, 9];
  const moves = (at: number | undefined, ...keys: string[]): (number | undefined)[] =>
    keys.map((key) => movedTo(stops, 4, at, key));
  expect(moves(4, 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a')).toEqual([
    6,
    3,
    0,
    8,
    0,
    9,
    undefined,
  ]);
  expect(moves(undefined, 'ArrowRight')).toEqual([0]);
  expect(moves(0, 'ArrowLeft', 'ArrowUp')).toEqual([0, 0]);
  expect(moves(9, 'ArrowRight', 'ArrowDown')).toEqual([9, 9]);
  expect(moves(1, 'ArrowDown')).toEqual([4]);
});

test('a hop leaves and lands where its slots are', () => {
  const path = arcPath({ x: 10, y: 30 }, { x: 50, y: 30 }, 14, 'solid');
  expect(path.startsWith('M10.0 30.0')).toBe(true);
  expect(path.endsWith('L50.0 30.0')).toBe(true);
  expect(path).toContain('L30.0 16.0');
  expect(hopsTo([1, 0, 2], [6, 3, 1])).toEqual([
    { dimension: 0, index: 1, stride: 6, from: 0, to: 6 },
    { dimension: 2, index: 2, stride: 1, from: 6, to: 8 },
  ]);
});

test('sentences say what the engine counts', () => {
  const plain = Shape.parse('f32[2,3]{0,1}');
  const wide = Shape.parse('f32[2,3]{0,1:PAD(3,5)ZERO_PAD}');
  expect(placeText(plain, [1, 2])).toBe('[1,2] → 1*1 + 2*2 = 5');
  expect(pointedText(plain, new Naming(plain, 'letters'), [1, 2])).toEqual({
    code: '[1,2] → 1*1 + 2*2 = 5',
    rest: 'Byte 20, element f, value 5.',
  });
  expect(pointedText(wide, new Naming(wide, 'letters'), [2, 1])).toEqual({
    code: 'place 5, byte 20',
    rest: 'Padding: [2,1] is beyond dimension 0 of size 2; ZERO_PAD fills it with 0.',
  });
  expect(placeText(Shape.parse('f32[]'), [])).toBe('[] → 0');
  expect(sizeText(plain)).toBe('6 elements of 4 bytes each: 24 bytes.');
  expect(sizeText(wide)).toBe('6 elements in 15 places of 4 bytes each: 60 bytes, 36 of them padding.');
  expect(sizeText(Shape.parse('s8[1]'))).toBe('1 element: 1 byte.');
  expect(orderText(plain)).toMatch(/^Column-major, or “dim 0 is minor”/);
  expect(orderText(plain.withDefaultLayout())).toMatch(/^Row-major, or “dim 0 is major”/);
  expect(orderText(Shape.parse('f32[2,3,4]{0,2,1}'))).toBe(
    'Stepping along dimension 0 moves to the next element; stepping along dimension 1 jumps 8.',
  );
  const said = (text: string): string => remarks(Shape.parse(text)).join(' ');
  expect(said('s4[2]')).toContain('has 4 bits, and takes a whole byte');
  expect(said('f4e2m1fn[2]')).toContain('has 4 bits');
  expect(said('u1[2]')).toContain('has 1 bit,');
  expect(said('f32[<=4]')).toContain('bound');
  expect(said('f32[8,128]{1,0:T(8,128)}')).toContain('tiles');
  for (const usual of ['f32[2]', 'f8e4m3[2]', 's16[2]', 'u64[2]', 'pred[2]', 'bf16[2]']) expect(said(usual)).toBe('');
});

const transposes = [
  ['f32[2,3]{1,0}', [1, 0], 4],
  ['f32[2,3]{0,1}', [1, 0], 0],
  ['f32[3,3]{1,0}', [1, 0], 6],
  ['s32[2,3,4]{2,1,0}', [2, 1, 0], 22],
  ['s32[2,3,4]{2,1,0}', [0, 2, 1], 20],
  ['u8[2,3,2,4]{1,3,2,0}', [0, 2, 3, 1], 0],
  ['f32[1,5]{1,0}', [1, 0], 0],
  ['f64[]', [], 0],
  ['f32[0,3]{1,0}', [1, 0], 0],
  ['pred[2,2,2,2,2]{4,3,2,1,0}', [4, 3, 2, 1, 0], 24],
] as const;

test.each(transposes)('%s transposed with %j moves %i elements', async (text, permutation, moved) => {
  const operand = Shape.parse(text);
  const transpose = transposeOf(operand, permutation);
  const { plain, bitcast } = transpose;
  expect(plain.dimensions).toEqual(permuted(permutation, operand.dimensions));
  expect(plain.hasDefaultLayout).toBe(true);
  expect([movedCount(transpose, bitcast), movedCount(transpose, plain)]).toEqual([0, moved]);
  for (const slot of slotsOf(operand, axesIn(operand.dimensions, 40))) {
    if (slot.kind === 'gap') continue;
    expect(operandIndex(permutation, permuted(permutation, slot.index))).toEqual(slot.index);
    expect(placesOf(transpose, bitcast, slot.index)).toEqual({ before: slot.place, after: slot.place });
  }
  // Elements keep their names, whichever way they go.
  const keys = (shape: Shape): string[] =>
    resultSlots(transpose, shape, axesIn(operand.dimensions, 40)).map(({ key }) => key);
  const before = slotsOf(operand, axesIn(operand.dimensions, 40)).map(({ key }) => key);
  expect(keys(bitcast)).toEqual(before);
  expect(keys(plain).sort()).toEqual([...before].sort());

  const ran = await runWays(transpose, ways);
  expect(ran.sameValues).toBe(true);
  expect(ran.sameBytes.bitcast).toBe(true);
  // A few values repeat in memory, where pred counts 0, 1, 0, 1.
  if (operand.type !== 'PRED') expect(ran.sameBytes.transpose).toBe(moved === 0);
});

test('a transpose of padding is moved, and has no bitcast', async () => {
  const transpose = transposeOf(Shape.parse('f32[2,3]{0,1:PAD(3,5)ZERO_PAD}'), [1, 0]);
  expect(() => programOf(transpose, 'bitcast')).toThrow(expect.objectContaining({ rule: 'bitcast.c3' }));
  expect(await runWays(transpose, ['transpose'])).toEqual({
    sameBytes: { bitcast: undefined, transpose: false },
    sameValues: undefined,
  });
  expect(movedCount(transpose, transpose.plain)).toBe(4);
});

test('the answer says what moves, what is refused, and what is no permutation', () => {
  const plain = answerTranspose(Shape.parse('f32[2,3]'), '');
  expect(plain).toMatchObject({
    ok: true,
    moved: { bitcast: 0, transpose: 4 },
    refusals: { bitcast: undefined, transpose: undefined },
  });
  const wide = answerTranspose(Shape.parse('f32[2,3]{1,0:PAD(2,4)ONE_PAD}'), '{1,0}');
  if (!wide.ok) throw new Error('it is refused');
  expect(wide.refusals.bitcast?.rule).toBe('bitcast.c3');
  expect(openWays(wide)).toEqual(['transpose']);
  for (const text of ['{1,1}', '{0}', '?,0']) {
    expect(answerTranspose(Shape.parse('f32[2,3]'), text)).toMatchObject({
      ok: false,
      error: { rule: 'transpose.c1' },
    });
  }
  expect(answerTranspose(Shape.parse('f32[2,3]'), 'x')).toEqual({
    ok: false,
    error: expect.stringMatching(/^Not a list of dimension numbers/) as string,
  });
});

test('what is no permutation is refused by the engine', () => {
  const operand = Shape.parse('f32[2,3]');
  for (const permutation of [[1, 1], [0], [0, 1, 2], [-3, 0], []]) {
    expect(() => transposeOf(operand, permutation)).toThrow(expect.objectContaining({ rule: 'transpose.c1' }));
  }
  const big = Shape.parse('f32[1000,500]');
  const transpose = transposeOf(big, backwards(2));
  expect(movedCount(transpose, transpose.plain)).toBeUndefined();
});

test.each(steps.map((step) => [step.id, step] as const))('the question %s has one right answer', (id, step) => {
  const choices = choicesOf(step);
  const [right, ...others] = choices.filter(({ isRight }) => isRight);
  expect(others).toEqual([]);
  expect(right?.text).toBe({ order: 'd', columns: 'e', padding: 'padding', transpose: 'f32[3,2]{0,1}' }[id]);
  for (const choice of choices) {
    if (right === undefined) continue;
    const said = feedback(step, choice, right);
    if (step.kind === 'transpose') {
      expect(choice.moved).toBe(choice.isRight ? 0 : 4);
      expect(said).toContain(choice.isRight ? 'bitcast' : '4 elements would have to move');
      continue;
    }
    // The picture for an answer is a layout in which it would be right.
    if (choice.index !== undefined && choice.shape !== undefined && choice.text !== 'padding') {
      expect(choice.shape.multidimensionalIndexToLinearIndex(choice.index)).toBe(step.place);
    }
    if (!choice.isRight && choice.index !== undefined) {
      const place = Shape.parse(step.shape).multidimensionalIndexToLinearIndex(choice.index);
      expect(said).toContain(`${choice.text} is at place ${place}.`);
    }
  }
});

test('an answer that would be right in another layout hears so', () => {
  const columns = steps[1];
  if (columns === undefined) throw new Error('there is no second question');
  const choices = choicesOf(columns);
  const right = choices.find(({ isRight }) => isRight);
  const d = choices.find(({ text }) => text === 'd');
  if (right === undefined || d === undefined) throw new Error('an answer is missing');
  expect(feedback(columns, d, right)).toBe(
    'The engine puts e there: [1,1] → 1*1 + 1*2 = 3. d is at place 1. Your answer would be right for f32[2,3]{1,0}.',
  );
  expect(choices.map(({ text, shape }) => `${text} ${shape?.toStringWithLayout() ?? '-'}`)).toEqual([
    'a -',
    'b -',
    'c -',
    'd f32[2,3]{1,0}',
    'e f32[2,3]{0,1}',
    'f -',
  ]);
  expect(keyOf(right.index ?? [])).toBe('1,1');
});
