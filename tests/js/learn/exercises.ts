// The exercises of the lessons: the engine accepts the answers of a plain model.
import { Shape } from 'hloom';
import { placements, type Question } from '../../../js/elements/model/question.js';
import { traps, type Exercise, type TrapName } from '../../../web-demo/src/learn/exercise.js';
import { exercisesOf } from '../../../web-demo/src/learn/exercises.js';
import { stepIds, type StepId } from '../../../web-demo/src/learn/steps.js';
import { illegal, judge, questionOf, solve, type Task } from '../../../web-demo/src/learn/task.js';
import { texts } from '../../../web-demo/src/learn/text/en.js';

const sizesOf = (text: string): number[] => [...Shape.parse(text).dimensions];

/** The plain model: the sizes of the result, or `illegal`. It asks no engine. */
function model({ lhs, rhs, dims }: Question): number[] | typeof illegal {
  const [left, right] = [sizesOf(lhs), sizesOf(rhs)];
  const [low, high] = left.length < right.length ? [left, right] : [right, left];
  const places = placements(dims).map((place) => place ?? -1);
  if (low.length === 0 && places.length === 0) return high;
  const given = low.length === high.length && places.length === 0 ? low.map((_, d) => d) : places;
  if (given.length !== low.length) return illegal;
  if (given.some((place, d) => place < 0 || place >= high.length || (d > 0 && place <= (given[d - 1] ?? -1))))
    return illegal;
  if (low.length === high.length && given.some((place, d) => place !== d)) return illegal;
  const result = [...high];
  for (const [d, place] of given.entries()) {
    const [a = 0, b = 0] = [low[d], high[place]];
    if (a !== b && a !== 1 && b !== 1) return illegal;
    result[place] = b === 1 ? a : b;
  }
  return result;
}

const shapeText = (sizes: number[] | typeof illegal): string =>
  sizes === illegal ? illegal : `f32[${sizes.join(',')}]`;

/** Every answer that is right by the model; for a cell, whether there is one. */
function rightByModel(task: Task): string[] {
  const outcome = (said: string): string => shapeText(model(questionOf(task, said)));
  switch (task.kind) {
    case 'shape':
      return [outcome('')];
    case 'name':
      return [task.question.lhs];
    case 'read':
      return ['a value'];
    case 'cell':
      return [outcome('') === illegal ? illegal : 'a value'];
    case 'dims': {
      const found = task.options.filter((option) => outcome(option) === task.wanted);
      return found.length === 0 ? [illegal] : found;
    }
    case 'size': {
      const found = Array.from({ length: 10 }, (_, size) => String(size)).filter((size) => outcome(size) !== illegal);
      return found.length === 0 ? [illegal] : found;
    }
  }
}

interface Found {
  readonly seed: number;
  readonly exercise: Exercise;
  readonly place: number;
}

/** The exercises of the first seeds. An exercise that several seeds give, in another order, appears once. */
function exercisesOfSeeds(step: StepId, seeds: number): Found[] {
  const found = new Map<string, Found>();
  for (let seed = 1; seed <= seeds; seed++) {
    for (const [place, exercise] of exercisesOf(step, seed).entries()) {
      const { task } = exercise;
      const name = JSON.stringify([place, 'options' in task ? { ...task, options: [...task.options].sort() } : task]);
      if (!found.has(name)) found.set(name, { seed, exercise, place });
    }
  }
  return [...found.values()];
}

/** Adds the tests of so many seeds, for which init() must have ended; of each lesson, so many exercises are run. */
export function testExercises(seeds: number, runs: number): void {
  const all = (step: StepId): Found[] => exercisesOfSeeds(step, seeds);

  test.each(stepIds)('%s: what the engine takes for right is what the model says', async (step) => {
    const wrong: string[] = [];
    for (const { seed, exercise } of all(step)) {
      const { task } = exercise;
      if (task.kind === 'cell' || task.kind === 'read' || (task.kind === 'dims' && task.element !== undefined))
        continue;
      const expected = rightByModel(task);
      const choices = task.kind === 'size' ? ['0', '1', '2', '3', '4', '5', '6'] : task.options;
      for (const choice of [...choices, illegal]) {
        const { right } = await judge(task, choice);
        if (right !== expected.includes(choice)) wrong.push(`seed ${seed}: ${choice} of ${JSON.stringify(task)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each(stepIds)('%s: there is one right choice, and a shape, a list or a cell to choose', (step) => {
    for (const { exercise } of all(step)) {
      const { task } = exercise;
      if (task.kind === 'shape' || task.kind === 'dims' || task.kind === 'name') {
        expect(task.options.length).toBeGreaterThanOrEqual(2);
        expect(new Set(task.options).size).toBe(task.options.length);
        expect(task.options).not.toContain(illegal);
      }
      if (task.kind === 'shape') {
        const [right = ''] = rightByModel(task);
        expect([...task.options, illegal]).toContain(right);
      }
      if (task.kind === 'dims' && task.element === undefined) expect(rightByModel(task)).toHaveLength(1);
      if (task.kind === 'read') expect(task.index.every((i, d) => i < (sizesOf(task.question.lhs)[d] ?? 0))).toBe(true);
      if (task.kind === 'cell') {
        const sizes = model(task.question);
        expect(sizes).not.toBe(illegal);
        expect(task.index.map((i, d) => i >= 0 && i < Number(sizes[d]))).toEqual(task.index.map(() => true));
      }
    }
  });

  test.each(stepIds)('%s: the last exercise is a trap, and the others are none', (step) => {
    for (const { exercise, place } of all(step)) {
      const { task, trap } = exercise;
      expect(trap !== undefined).toBe(place === 2);
      if (trap === undefined) continue;
      expect(rightByModel(task)).toEqual([
        traps[trap] === 'illegal' ? illegal : expect.not.stringMatching(/^illegal$/),
      ]);
    }
  });

  test('every trap is set by some seed, and has its text', () => {
    const found = new Set(stepIds.flatMap((step) => all(step).map(({ exercise }) => exercise.trap)));
    found.delete(undefined);
    expect([...found].sort()).toEqual(Object.keys(traps).sort());
    for (const trap of Object.keys(traps) as TrapName[]) expect(texts.traps[trap]).toMatch(/\.$/);
  });

  // Here programs run; fewer seeds are enough, since nothing but the values depends on the run.
  test.each(stepIds)(
    '%s: the values asked for are those of a run, and what solves an exercise is right',
    async (step) => {
      for (const { exercise } of all(step).slice(0, runs)) {
        const { task } = exercise;
        const solution = await solve(task);
        const { right, answer } = await judge(task, solution);
        expect([right, JSON.stringify(task)]).toEqual([true, JSON.stringify(task)]);
        if (task.kind === 'read') expect(answer.values?.lhs.at(task.index)).toBe(solution);
        if (task.kind === 'cell') {
          expect(answer.values?.result?.at(task.index)).toBe(solution);
          expect((await judge(task, String(Number(solution) + 1))).right).toBe(false);
          expect((await judge(task, illegal)).right).toBe(false);
          expect((await judge(task, '')).right).toBe(false);
        }
        if (task.kind === 'dims' && task.element !== undefined) {
          const rights = await Promise.all(task.options.map(async (option) => (await judge(task, option)).right));
          expect(rights.filter(Boolean)).toHaveLength(1);
        }
      }
    },
  );
}
