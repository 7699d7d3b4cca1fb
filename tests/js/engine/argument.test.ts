import { copiedArrays, gatherArguments } from '../../../js/src/engine/values/argument.js';
import { literalOfResult } from '../../../js/src/instance/results.js';
import { RunPlan } from '../../../js/src/instance/run-plan.js';
import type { TypedArray } from '../../../js/src/values/element-type.js';
import { Literal } from '../../../js/src/values/literal.js';
import type { ProgramShape } from '../../../js/src/builder/program-shape.js';
import { Shape } from '../../../js/src/values/shape.js';
import { f32, pred, s64, token, tuple, u8 } from '../../../js/src/values/shapes.js';
import { expectError } from '../support/expect-error.js';

function program(...parameters: Shape[]): ProgramShape {
  return { parameters, parameterNames: parameters.map((_, i) => `p${i}`), result: f32(), text: '(...) -> f32[]' };
}

/** The given arrays of an argument as a value of its shape. */
function give(shape: Shape, value: unknown): Literal {
  const plan = new RunPlan([shape], shape);
  const { data, sizes } = copiedArrays(gatherArguments([value], program(shape), plan, 'run', {} as never));
  const all = plan.arguments.map((array, i) => sizes[i] ?? array.shape.dimensions);
  return literalOfResult(plan, { data: data as TypedArray[], sizes: all });
}

test('every form of an argument', () => {
  const expected = Literal.from([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
  for (const value of [
    expected,
    [[1, 2, 3], [4, 5, 6]], // prettier-ignore
    new Float32Array([1, 2, 3, 4, 5, 6]),
    [new Float32Array([1, 2, 3]), [4, 5, 6]],
  ]) {
    expect(give(f32(2, 3), value).equals(expected)).toBe(true);
  }
  expect(give(f32(), 2).toArray()).toBe(2);
  expect(give(s64(), 2n).toArray()).toBe(2n);
  expect(give(s64(), 2).toArray()).toBe(2n);
  expect(give(pred(), true).toArray()).toBe(true);
  expect(give(f32(0), []).toArray()).toEqual([]);
  expect(give(f32(0, 3), []).toArray()).toEqual([]);
  expect(give(token(), null).shape.isToken).toBe(true);
  expect(give(tuple(f32(), tuple(u8(2))), [1, [[2, 3]]]).toArray()).toEqual([1, [[2, 3]]]);
  expect(give(tuple(f32()), [Literal.from(1)]).toArray()).toEqual([1]);
});

test('copies of arguments are not changed with them', () => {
  const array = new Float32Array([1, 2]);
  const literal = give(f32(2), array);
  array.fill(0);
  expect(literal.toArray()).toEqual([1, 2]);
});

test('values follow the layout of the parameter', () => {
  const columns = Shape.array('F32', [2, 3], [0, 1]);
  const nested = give(columns, [[1, 2, 3], [4, 5, 6]]); // prettier-ignore
  expect(nested.data).toEqual(new Float32Array([1, 4, 2, 5, 3, 6]));
  expect(give(columns, Literal.from([[1, 2, 3], [4, 5, 6]])).equals(nested)).toBe(true); // prettier-ignore
  // A typed array is taken to be in the parameter's order already.
  expect(give(columns, new Float32Array([1, 4, 2, 5, 3, 6])).equals(nested)).toBe(true);
  expect(give(tuple(columns), Literal.tuple(Literal.from([[1, 2, 3], [4, 5, 6]]))).elements[0]?.equals(nested)).toBe(true); // prettier-ignore
});

test.each([
  ['a wrong class of typed array', f32(2), new Float64Array(2), 'js.c7', /Float32Array, not a Float64Array/],
  ['a wrong number of elements', f32(2), new Float32Array(3), 'js.c8', /2 elements, the array 3/],
  ['wrong sizes', f32(2, 3), [[1, 2], [3, 4]], 'js.c8', /f32\[2,2\].*f32\[2,3\]/], // prettier-ignore
  ['a wrong rank', f32(2), 1, 'js.c8', /f32\[\].*f32\[2\]/],
  ['a ragged array', f32(2, 2), [[1, 2], [3]], 'js.c9', /\[1\]/], // prettier-ignore
  ['a value that does not fit', u8(2), [1, 300], 'js.c10', /300.*\[1\]|\[1\].*300/s],
  ['a fraction', u8(), 1.5, 'js.c10', /round/],
  ['a big number for s64', s64(), 2 ** 60, 'js.c10', /bigint/],
  ['no array for a tuple', tuple(f32()), 1, 'js.c23', /array of 1/],
  ['too few for a tuple', tuple(f32(), f32()), [1], 'js.c23', /2 values/],
  ['a literal of another shape', f32(2), Literal.from([1n, 2n]), 'js.c24', /s64\[2\].*f32\[2\]/],
  ['undefined', f32(), undefined, 'js.c28', /undefined/],
  ['a string', f32(), '1', 'js.c28', /"1"/],
])('refuses %s', async (_, shape, value, rule, message) => {
  const error = await expectError(() => give(shape, value), { code: 'INVALID_ARGUMENT', rule, message });
  expect(error.message).toContain('at argument 0 (parameter "p0")');
});

test.each([
  ['nested arrays', [1, [300]], 'js.c10'],
  ['a literal', Literal.tuple(Literal.from(1), Literal.tuple(Literal.from(3))), 'js.c24'],
  ['an array with a literal', [1, Literal.tuple(Literal.from(3))], 'js.c24'],
  ['an array of literals', [Literal.from(1), [Literal.from(3)]], 'js.c24'],
])('names the element of a tuple that is %s', async (_, value, rule) => {
  const error = await expectError(() => give(tuple(f32(), tuple(u8())), value), { code: 'INVALID_ARGUMENT', rule });
  expect(error.message).toContain('\n  at argument 0 (parameter "p0"), tuple element [1][0]');
});

test('counts arguments', async () => {
  const wanted = { code: 'INVALID_ARGUMENT', rule: 'js.c6', message: /2 arguments, not 1/ };
  await expectError(
    () => gatherArguments([1], program(f32(), f32()), new RunPlan([f32(), f32()], f32()), 'run', {} as never),
    wanted,
  );
  await expectError(() => gatherArguments([1], program(), new RunPlan([], f32()), 'run', {} as never), {
    code: 'INVALID_ARGUMENT',
    message: /no argument/,
  });
});
