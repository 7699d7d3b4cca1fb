// The exercises of the lessons, of thirty seeds, and the predictions. exercises.long.test.ts has those of a thousand seeds.
import { init, parseHlo } from 'hloom';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exercisesOf } from '../../../web-demo/src/learn/exercises.js';
import { stepIds, steps } from '../../../web-demo/src/learn/steps.js';
import { ruleTexts } from '../../../js/elements/text.js';
import { diagnose } from '../../../web-demo/src/learn/diagnosis.js';
import { illegal, judge, solve, type Task } from '../../../web-demo/src/learn/task.js';
import { layerLines, layerModule } from '../../../web-demo/src/learn/text/layer.js';
import { testExercises } from './exercises.js';

beforeAll(() => init());

testExercises(30, 5);

test('the same seed gives the same exercises, another one others', () => {
  expect(exercisesOf('outer', 7)).toEqual(exercisesOf('outer', 7));
  const different = new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(exercisesOf('cuboid', seed + 1))));
  expect(different.size).toBeGreaterThan(40);
});

test('the questions of the lessons have these answers', async () => {
  const solutions = await Promise.all(steps.map(async ({ id, task }) => [id, await solve(task)]));
  expect(Object.fromEntries(solutions)).toEqual({
    'reading-a-shape': '6',
    purpose: '15',
    scalar: 'f32[2,3]',
    'dimension-1': '27',
    'dimension-0': '{0}',
    'nothing-is-guessed': illegal,
    'sizes-meet': illegal,
    cuboid: '{1,2}',
    'formal-definition': '{1,3}',
    'strictly-increasing': illegal,
    degenerate: 'f32[7,2,5]',
    outer: 'f32[2,3]',
    composition: '9',
  });
});

test('every step is about a rule that there is', () => {
  const rules = readFileSync(join(__dirname, '../../../docs/rules.md'), 'utf8');
  expect(steps.map(({ id }) => id)).toEqual(stepIds);
  for (const { rule } of steps) if (rule !== undefined) expect(rules).toContain(`\`${rule}\``);
  for (const rule of Object.keys(ruleTexts)) expect(rules).toContain(`\`${rule}\``);
});

test('the right button is not always the first one', async () => {
  const chosen = steps.flatMap(({ task }) => ('options' in task ? [task] : []));
  const places = await Promise.all(chosen.map(async (task) => task.options.indexOf(await solve(task))));
  expect(places.filter((place) => place === 0).length).toBeLessThan(places.length / 2);
});

const taskOf = (id: string): Task => {
  const found = steps.find((step) => step.id === id);
  if (found === undefined) throw new Error(`there is no lesson ${id}`);
  return found.task;
};

test.each([
  ['reading-a-shape', '5', '5 is `lhs[1,1]`. Indices count from 0, so `[1,2]` is the second row and the third column.'],
  ['reading-a-shape', '9', '9 is not in lhs.'],
  ['purpose', '13', '13 is `result[1,1]`. Indices count from 0, so `[1,2]` is the second row and the third column.'],
  ['purpose', '6', '6 is `lhs[1,2]` itself: nothing was added to it.'],
  ['purpose', '9', '9 is `rhs[2]` itself: nothing was added to it.'],
  [
    'purpose',
    '14',
    '14 is `lhs[1,1]` + `rhs[2]`. Indices count from 0, so `[1,2]` is the second row and the third column.',
  ],
  ['purpose', '99', 'No number of lhs and number of rhs add up to 99.'],
  ['purpose', illegal, 'These shapes are accepted. There is a result.'],
  ['dimension-1', '29', 'You would get 29 with `broadcast_dimensions={0}`.'],
  ['scalar', 'f32[3,2]', 'In your shape, dimension 0 has size 3. There lhs has size 2, and rhs has none.'],
  ['scalar', 'f32[]', 'Your shape has 0 dimensions. The larger array has 2, and so has the result.'],
  ['dimension-0', '{1}', 'With `broadcast_dimensions={1}` the shape is right, but the numbers are not.'],
  ['nothing-is-guessed', 'f32[2,3]', 'The sizes are not the problem. Look at `broadcast_dimensions`.'],
  ['strictly-increasing', 'f32[2,3,3,5]', 'The sizes are not the problem. Look at `broadcast_dimensions`.'],
  ['sizes-meet', '11', 'You would get 11 with `broadcast_dimensions={1}`.'],
  ['sizes-meet', '99', 'Before you add, check that the sizes match on every dimension.'],
  [
    'cuboid',
    '{2,3}',
    'With `broadcast_dimensions={2,3}` it is an error. {2,3} names a dimension that lhs does not have: it has only dimensions 0 to 2.',
  ],
  [
    'cuboid',
    '{0,1}',
    'With `broadcast_dimensions={0,1}` it is an error. On dimension 0: 2 and 3 do not match. Sizes must be equal, or one of them must be 1. On dimension 1: 3 and 4 do not match. Sizes must be equal, or one of them must be 1.',
  ],
  ['degenerate', 'f32[1,2,5]', 'In your shape, dimension 0 has size 1. There lhs has size 1, and rhs has size 7.'],
])('a wrong answer is looked up: %s, %s', async (id, said, text) => {
  const task = taskOf(id);
  const judgment = await judge(task, said);
  expect(judgment.right).toBe(false);
  expect((await diagnose(task, said, judgment)).text).toBe(text);
});

test('the lines of HLO at the end are a module, which the engine reads', () => {
  const text = parseHlo(layerModule).toHloText();
  expect(layerLines).toHaveLength(5);
  for (const opcode of ['dot(', 'broadcast(', 'add(', 'maximum(']) expect(text).toContain(opcode);
});
