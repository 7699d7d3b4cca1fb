// The questions of the broadcast lab: its texts, its threads, its values and its fixes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainBroadcast, init, Shape } from 'hloom';
import { answerAtOnce, isMistakes } from '../../../js/elements/model/answer.js';
import { fixesOf, reshaped, resized, retyped } from '../../../js/elements/model/fixes.js';
import { applied, operationNames, operations, type OperationName } from '../../../js/elements/model/operations.js';
import {
  defaults,
  dimensionText,
  fromHash,
  parse,
  placements,
  toHash,
  withChange,
} from '../../../js/elements/model/question.js';
import { cellText, Elements, operandValues } from '../../../js/elements/model/values.js';
import { tied, wiresOf, withShape } from '../../../js/elements/model/wiring.js';

import type { BuilderRow } from '../support/case-schema.js';

const opsFile = join(__dirname, '../../../build/ops.json');

beforeAll(() => init());

const ask = (lhs: string, rhs: string, dims = '') => ({ ...defaults, lhs, rhs, dims });
const explain = ({ lhs, rhs, dims }: { lhs: string; rhs: string; dims: string }) =>
  explainBroadcast(lhs, rhs, (dims.match(/\d+/g) ?? []).map(Number));

test('the address says a question, and gives it back', () => {
  const questions = [
    ask('f32[2,3]', 'f32[3]', '{1}'),
    ask('f32[<=4,3]', 'f32[3]{0}', '{?}'),
    { ...ask('s32[2]', 's32[]'), op: 'max' as const, lhsValues: 'random 7', rhsValues: '{1, -2}' },
    { ...ask('f32[2', '&=#+% é', '{'), lhsValues: 'count' },
  ];
  for (const question of questions) expect(fromHash(toHash(question))).toEqual(question);
  expect(toHash(ask('f32[2,3]', 'f32[3]', '{1}'))).toBe('#lhs=f32[2,3]&rhs=f32[3]&dims={1}');
  expect(fromHash('#why-title')).toBeUndefined();
  expect(fromHash('#lhs=f32[]&rhs=f32[]&op=constructor')?.op).toBe('add');
});

test('texts that are no shape or no list are told apart', () => {
  const parsed = parse(ask('f32[2,', 'g7[2]', '{1,x}'));
  expect(parsed.ok).toBe(false);
  expect(Object.keys(parsed.ok ? {} : parsed.errors)).toEqual(['lhs', 'rhs', 'dims']);
  expect(['{1}', '(1)', '[1]', ' 1 ', '1,?', ''].map(placements)).toEqual([[1], [1], [1], [1], [1, undefined], []]);
  expect([dimensionText([1, undefined]), dimensionText([undefined]), dimensionText([])]).toEqual(['{1,?}', '', '']);
});

test.each([
  ['f32[2,3]', 'f32[3]', '{1}', ['kept', 'kept', 'kept']],
  ['f32[2,3]', 'f32[3]', '{0}', ['broken', 'kept', 'broken']],
  ['f32[2,3]', 'f32[3]', '', ['kept', 'kept', 'loose']],
  ['f32[2,1]', 'f32[1,3]', '', ['kept', 'stretched', 'stretched', 'kept']],
  ['f32[4]', 'f32[1,2]', '{0}', ['kept', 'stretched', 'kept']],
  ['f32[2,3,3,5]', 'f32[3,3]', '{2,1}', ['kept', 'kept', 'kept', 'kept', 'broken', 'broken']],
  ['f32[2,3]', 'f32[]', '', ['kept', 'kept']],
])('the threads of %s + %s %s', (lhs, rhs, dims, states) => {
  const question = ask(lhs, rhs, dims);
  expect(wiresOf(question, explain(question)).map(({ state }) => state)).toEqual(states);
});

test('threads are tied, untied, and kept where a size changes', () => {
  const question = ask('f32[2,3,4]', 'f32[3,4]', '{1,2}');
  expect(tied(question, 2, 0, 0).dims).toBe('{0,2}');
  expect(tied(question, 2, 1, undefined).dims).toBe('{1,?}');
  expect(tied(ask('f32[2,3]', 'f32[3]'), 1, 0, 1).dims).toBe('{1}');
  const [matrix, cuboid] = [Shape.parse('f32[3,5]'), Shape.parse('f32[2,3,4]')];
  expect(withShape(question, 'rhs', matrix, cuboid)).toMatchObject({ rhs: 'f32[3,5]', dims: '{1,2}' });
  expect(withShape(question, 'rhs', Shape.parse('f32[3]'), cuboid).dims).toBe('{1}');
  expect(withShape(question, 'rhs', Shape.parse('f32[1,2,3]'), cuboid).dims).toBe('');
});

test.each([
  [ask('f32[2,3]', 'f32[3]', '{0}'), 'Move rhs to dimension 1'],
  [ask('f32[2,3]', 'f32[3]'), 'Move rhs to dimension 1'],
  [ask('f32[3]', 'f32[3,3]'), 'Move lhs to dimension 0'],
  [ask('f32[7,2,5]', 'f32[7,2,6]'), 'Change rhs to f32[7,2,5]'],
  [ask('f32[2,3,3,5]', 'f32[3,3]', '{2,1}'), 'Move rhs to dimensions 1 and 2'],
  [ask('f32[2,3]', 's32[3]', '{1}'), 'Change rhs to f32'],
  [ask('f32[2,3]', 'f32[2,3]', '{1,0}'), 'Leave broadcast_dimensions out'],
  [ask('f32[2,3]', 's32[3]'), 'Change rhs to f32[2,3]'],
  [ask('f32[2,3]', 'f32[3,2]'), 'Change rhs to f32[2,3]'],
  [ask('f32[2,3]', '(f32[2,3])'), 'Change rhs to f32[2,3]'],
  [ask('f32[2,3]', 'f32[3]', '{1,2,3}'), 'Move rhs to dimension 1'],
  [{ ...ask('pred[2,3]', 'pred[3]', '{1}'), op: 'atan2' as const }, 'Change both to f32'],
  [{ ...ask('f32[2,3]', 'f32[3]', '{1}'), op: 'and' as const }, 'Change both to s32'],
  [{ ...ask('f32[2,3]', 'f32[3,2]'), lhsValues: '1 2 3 4 5 6', rhsValues: '1 2 3 4 5 6' }, 'Change rhs to f32[2,3]'],
  [{ ...ask('f32[4]', 'f32[3]'), lhsValues: '1 2 3 4', rhsValues: '1 2 3' }, 'Change rhs to f32[4]'],
  [{ ...ask('f32[2,3]', 's32[2,3]'), op: 'shiftLeft' as const }, 'Change lhs to s32'],
])('the fixes of %j make it legal', (question, first) => {
  const fixes = fixesOf(question, explain(question));
  expect(fixes[0]?.label).toBe(first);
  expect(new Set(fixes.map(({ label }) => label)).size).toBe(fixes.length);
  for (const { question: fixed } of fixes) {
    const answer = answerAtOnce(fixed);
    expect(isMistakes(answer) ? answer.fields : answer.error).toBeUndefined();
  }
});

test('a legal question has no fixes', () => {
  const question = ask('f32[2,3]', 'f32[3]', '{1}');
  expect(fixesOf(question, explain(question))).toEqual([]);
});

test('every function of the builder that broadcasts two operands is offered', () => {
  const { builders } = JSON.parse(readFileSync(opsFile, 'utf8')) as { builders: BuilderRow[] };
  const binary = builders.filter(
    (row) => row.arguments.map(({ name }) => name).join(' ') === 'lhs rhs broadcast_dimensions',
  );
  expect(binary.map(({ js }) => js).sort()).toEqual([...operationNames].sort());
  expect(binary.map(({ js, name }) => [js, name])).toEqual(
    binary.map(({ js }) => [js, operations[js as OperationName].cpp]),
  );
});

test('every operation that is offered is a function of the builder and of HLO', () => {
  for (const op of operationNames) {
    const types = { complex: 'f32', and: 's32', or: 's32', xor: 's32' } as Partial<Record<string, string>>;
    const type = types[op] ?? (op === 'mulhi' || op.startsWith('shift') ? 's32' : 'f32');
    const answer = answerAtOnce({ ...ask(`${type}[2]`, `${type}[2]`), op });
    if (isMistakes(answer)) throw new Error('the question is well formed');
    expect(answer.hlo).toContain(` ${operations[op].hlo}(`);
  }
  expect([applied('add', 'a', 'b'), applied('max', 'a', 'b')]).toEqual(['a + b', 'max(a, b)']);
});

test('an operation that a type does not have is refused by the builder', () => {
  const answer = answerAtOnce({ ...ask('pred[2]', 'pred[2]'), op: 'atan2' });
  expect(isMistakes(answer) ? undefined : answer.error?.code).toBe('INVALID_ARGUMENT');
  expect(isMistakes(answer) ? undefined : answer.explanation.ok).toBe(true);
});

test('elements are counted, at random, or typed', () => {
  const all = (text: string, shape = 's32[2,2]', name: 'lhs' | 'rhs' = 'lhs'): string[] => {
    const elements = new Elements(operandValues(name, Shape.parse(shape), text));
    return [0, 1, 2, 3].map((i) => elements.at([i >> 1, i & 1]));
  };
  expect(all('count')).toEqual(['0', '1', '2', '3']);
  expect(all('count', 's32[2,2]', 'rhs')).toEqual(['100', '200', '300', '400']);
  expect(all('count', 'pred[2,2]')).toEqual(['false', 'true', 'false', 'true']);
  expect(all('count', 's8[2,2]', 'rhs')).toEqual(['10', '20', '30', '40']);
  expect(all('count', 'pred[2,2]', 'rhs')).toEqual(['true', 'false', 'true', 'false']);
  expect(all('count', 'f8e4m3fn[2,2]', 'rhs')).toEqual(['1', '2', '3', '4']);
  expect(all('count', 'f8e8m0fnu[2,2]')).toEqual(['1', '2', '4', '8']);
  expect(all('{{1,-2},{3,4}}')).toEqual(['1', '-2', '3', '4']);
  expect(all('1.5 inf -inf nan', 'f16[2,2]')).toEqual(['1.5', 'Infinity', '-Infinity', 'NaN']);
  expect(all('1 2 3 4', 'c64[2,2]')).toEqual(['1+0i', '2+0i', '3+0i', '4+0i']);
  expect(all('1+2i -1.5-2e-3j i -2e+1i', 'c128[2,2]')).toEqual(['1+2i', '-1.5−0.002i', '0+1i', '0−20i']);
  expect(all('9007199254740993 -9223372036854775808 0 1e3', 's64[2,2]')).toEqual([
    '9007199254740993',
    '-9223372036854775808',
    '0',
    '1000',
  ]);
  expect(all('1,2,3,4', 'f32[2,2]{0,1}')).toEqual(['1', '2', '3', '4']);
  expect(all('random 7')).toEqual(all('random 7'));
  expect(all('random 7')).not.toEqual(all('random 8'));
  expect(all('random 7').every((text) => /^\d$/.test(text))).toBe(true);
});

test.each([
  ['1,2,3', 's32[2,2]', 's32[2,2] has 4 elements, and 3 are given'],
  ['1,2,3,x', 's32[2,2]', '"x" is not a number'],
  ['1,2,3,constructor', 's32[2,2]', '"constructor" is not a number'],
  ['1,2,3,18446744073709551616', 'u64[2,2]', '18446744073709551616'],
  ['1,2,3,400', 's8[2,2]', '400'],
  ['1 2 3 1+xi', 'c64[2,2]', '"x" is not a number'],
])('elements that do not fit: %s for %s', (text, shape, message) => {
  expect(() => operandValues('lhs', Shape.parse(shape), text)).toThrow(message);
  const answer = answerAtOnce({ ...ask(shape, shape), rhsValues: text });
  if (isMistakes(answer)) throw new Error('the shapes are well formed');
  expect(Object.keys(answer.misfits ?? {})).toEqual(['rhsValues']);
  expect(answer.misfits?.rhsValues).toContain(message);
  // The shapes are answered all the same, and the operand counts.
  expect(answer.explanation.ok).toBe(true);
  expect(answer.values?.rhs.literal.equals(operandValues('rhs', Shape.parse(shape), 'count'))).toBe(true);
});

test('typed elements stay while a size changes, and are there again where they fit', () => {
  const typed = { ...ask('s32[2,3]', 's32[3]', '{1}'), lhsValues: '9 8 7 6 5 4', rhsValues: '7 -8 9' };
  const [wide, narrow] = ['s32[4]', 's32[3]'].map((text) =>
    withShape(typed, 'rhs', Shape.parse(text), Shape.parse('s32[2,3]')),
  );
  const elements = (question: typeof typed | undefined): string[] => {
    const answer = answerAtOnce(question ?? typed);
    if (isMistakes(answer)) throw new Error('the shapes are well formed');
    const { rhs } = answer.explanation;
    return [
      answer.misfits?.rhsValues ?? '',
      ...Array.from({ length: rhs.elementCount }, (_, i) => answer.values?.rhs.at([i]) ?? ''),
    ];
  };
  expect(elements(wide)).toEqual(['s32[4] has 4 elements, and 3 are given.', '100', '200', '300', '400']);
  expect(elements(narrow)).toEqual(['', '7', '-8', '9']);
  // Six elements fit a matrix and its transpose.
  const turned = answerAtOnce({ ...typed, lhs: 's32[3,2]', dims: '{0}' });
  expect(isMistakes(turned) ? 'mistakes' : turned.values?.lhs.at([2, 1])).toBe('4');
});

test('a change in a picture that is older than what is typed leaves that alone', () => {
  const drawn = ask('f32[2,3]', 'f32[3]', '{1}');
  const typing = { ...drawn, lhs: 'f32[2,', rhsValues: '1 2' };
  expect(withChange(typing, drawn, { ...drawn, dims: '{0}' })).toEqual({ ...typing, dims: '{0}' });
  expect(withChange(typing, drawn, { ...drawn, lhs: 'f32[4,3]', dims: '' })).toEqual({
    ...typing,
    lhs: 'f32[4,3]',
    dims: '',
  });
});

test('numbers of 64 bits are typed to their last digit', () => {
  const at = (shape: string, text: string): string =>
    new Elements(operandValues('lhs', Shape.parse(shape), text)).at([0]);
  expect(at('s64[1]', '-9007199254740993')).toBe('-9007199254740993');
  expect(at('u64[1]', '18446744073709551615')).toBe('18446744073709551615');
});

test.each([
  ['s8[9]', '10,20,30,40,50,60,70,80,90'],
  ['f8e4m3b11fnuz[3]', '1,2,3'],
  ['f8e8m0fnu[3]', '2,4,8'],
  ['bf16[3]', '10,20,30'],
])('the right operand counts as far as its type can: %s', (text, counted) => {
  const shape = Shape.parse(text);
  const elements = new Elements(operandValues('rhs', shape, 'count'));
  expect(Array.from({ length: shape.elementCount }, (_, i) => elements.at([i])).join(',')).toBe(counted);
});

test.each([
  ['add', 'f32', 'f32[2,3]'],
  ['lt', 'f32', 'pred[2,3]'],
  ['complex', 'f64', 'c128[2,3]'],
  ['and', 'f32', undefined],
] as const)('the result of %s of %s', (op, type, result) => {
  const answer = answerAtOnce({ ...ask(`${type}[2,3]`, `${type}[3]`, '{1}'), op });
  expect(isMistakes(answer) ? 'mistakes' : answer.result?.toString()).toBe(result);
});

test.each([
  [ask('f32[2,3]', 'f32[3]', '{?,1}'), { dims: 'There is nothing to tie at the ?. Leave it out.' }],
  [ask('f32[2,3]', 'f32[2,3]', '{0,?,1}'), { dims: 'There is nothing to tie at the ?. Leave it out.' }],
  [ask('opaque[]', 'f32[]'), { lhs: 'opaque[] is not an array. Write the shape of one, as in f32[2,3].' }],
  [
    ask('f32[]', 'f32[9007199254740991,9007199254740991]'),
    {
      rhs:
        'f32[9007199254740991,9007199254740991] is too large: its size in bytes does not fit a 64-bit integer. ' +
        'The product of the sizes, times the bytes of an element, must be below 2^63.',
    },
  ],
  [ask('F32[2]', 'f32[]'), { lhs: '"F32" is not an element type, at position 0 of "F32[2]". Did you mean f32?' }],
])('what is wrong with the texts of %j', (question, fields) => {
  const answer = answerAtOnce(question);
  expect(isMistakes(answer) ? answer.fields : {}).toEqual(fields);
});

test('dynamic dimensions stay dynamic where others change', () => {
  const shape = Shape.parse('f32[<=4,3]');
  expect(resized(shape, 1, 5).toString()).toBe('f32[<=4,5]');
  expect(reshaped(shape, [4, 3, 2]).toString()).toBe('f32[<=4,3,2]');
  expect(retyped(shape, 'S32').toString()).toBe('s32[<=4,3]');
});

test('a cell has room for five characters', () => {
  const texts = ['12345', '0.333333343', '-0.333333343', '123456', '1e-7', '3.4028234663852886e38', 'Infinity', 'true'];
  expect(texts.map((text) => cellText(text))).toEqual(['12345', '.3333', '-.333', '1.2e5', '1e-7', '3e38', '∞', 'T']);
  const complex = ['1−2i', '100+0i', '2.037035976334486e+90+0i', '0.0049+1e+90i', 'Infinity−1i', 'NaN+12i'];
  expect(complex.map((text) => cellText(text))).toEqual(['1−2i', '100+…', '2e90…', '.005…', '∞−…', 'NaN+…']);
});
