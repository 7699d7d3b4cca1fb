// The exercises of the lessons, of thirty seeds, and the predictions. exercises.long.test.ts has those of a thousand seeds.
import { init } from 'hloom';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exercisesOf } from '../../../web-demo/src/learn/exercises.js';
import { stepIds, steps } from '../../../web-demo/src/learn/steps.js';
import { illegal, leftOut, questionOf, solve } from '../../../web-demo/src/learn/task.js';
import { testExercises } from './exercises.js';

beforeAll(() => init());

testExercises(30, 5);

test('the same seed gives the same exercises, another one others', () => {
  expect(exercisesOf('outer', 7)).toEqual(exercisesOf('outer', 7));
  const different = new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(exercisesOf('cuboid', seed + 1))));
  expect(different.size).toBeGreaterThan(40);
});

test('the predictions have these answers, and the first scene is what was asked about', async () => {
  const solutions = await Promise.all(steps.map(async ({ id, task }) => [id, await solve(task)]));
  expect(Object.fromEntries(solutions)).toEqual({
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
  for (const { task, scenes } of steps) {
    const said = await solve(task);
    expect(questionOf(task, said === leftOut ? '' : said)).toEqual(scenes[0]);
  }
});

test('every step is about a rule that there is', () => {
  const rules = readFileSync(join(__dirname, '../../../docs/rules.md'), 'utf8');
  expect(steps.map(({ id }) => id)).toEqual(stepIds);
  for (const { rule } of steps) expect(rules).toContain(`\`${rule}\``);
});
