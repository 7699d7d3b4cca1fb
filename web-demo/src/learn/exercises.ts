/** Three exercises for each lesson, made at random. The last one is a trap. */

import { ask, cellTask, dimsTask, shapeOf, shapeTask, sizeTask, type Exercise, type TrapName } from './exercise.js';
import { Random } from './random.js';
import { alone, type StepId } from './steps.js';
import type { Task } from './task.js';

type Three = readonly [Exercise, Exercise, Exercise];
type Pair = readonly [0 | 1, 1 | 2];
type Maker = (random: Random) => Three;

const three = (first: Task, second: Task, trap: TrapName, task: Task): Three => [
  { task: first },
  { task: second },
  { task, trap },
];

const reading: Maker = (random) => {
  const [rows, columns] = random.sizes(2, 2, 4);
  const [high, wide] = random.sizes(2, 2, 4);
  const digits = (count: number): string => random.shuffled(Array.from({ length: count }, (_, i) => i + 1)).join(' ');
  const read = (sizes: readonly [number, number]): Task => {
    const cell = cellTask(random, alone(sizes, digits(sizes[0] * sizes[1])), sizes);
    return { ...cell, kind: 'read' };
  };
  const named = alone([high, wide], digits(high * wide));
  const options = random.shuffled([[high, wide], [wide, high], [high * wide]].map(shapeOf));
  return three(
    read([rows, columns]),
    { kind: 'name', question: named, options },
    'countedFromZero',
    read([columns, rows]),
  );
};

const purpose: Maker = (random) => {
  const [rows, columns] = random.sizes(2, 2, 4);
  const legal = ask([rows, columns], [columns], [1]);
  return three(
    cellTask(random, legal, [rows, columns]),
    shapeTask(random, legal, [[rows, columns], [columns], [columns, rows]]),
    'countedFromZero',
    cellTask(random, ask([columns, rows], [rows], [1]), [columns, rows]),
  );
};

const scalar: Maker = (random) => {
  const [a, b, c] = random.sizes(3, 2, 5);
  const value = { rhsValues: String(random.whole(2, 9)) };
  const vectorOfOne = shapeTask(random, ask([a, b], [1]), [[a, b], [1], []]);
  const placedScalar = shapeTask(random, ask([a, b], [], [0]), [[a, b], [a], []]);
  const trap = random.pick(['vectorOfOne', 'placedScalar'] as const);
  return three(
    cellTask(random, ask([a, b], [], [], value), [a, b]),
    shapeTask(random, ask([], [b, c]), [[b, c], [], [1, 1], [c, b]]),
    trap,
    trap === 'vectorOfOne' ? vectorOfOne : placedScalar,
  );
};

const dimensionOne: Maker = (random) => {
  const [rows, columns] = random.sizes(2, 2, 5);
  const size = random.whole(2, 4);
  return three(
    cellTask(random, ask([size, size], [size], [1]), [size, size]),
    dimsTask(ask([rows, columns], [columns]), [[], [0], [1]], [rows, columns]),
    'countedFromOne',
    shapeTask(random, ask([rows, columns], [columns], [2]), [
      [rows, columns],
      [columns, rows],
      [rows, columns, columns],
    ]),
  );
};

const dimensionZero: Maker = (random) => {
  const [rows, columns] = random.sizes(2, 2, 5);
  const size = random.whole(3, 4);
  const [row, column] = random.sizes(2, 0, size - 1);
  const dimension = random.whole(0, 1);
  const square = ask([size, size], [size], [], { lhsValues: zeros(size * size) });
  const value = String(100 * ((dimension === 0 ? row : column) + 1));
  return three(
    cellTask(random, ask([size, size], [size], [0]), [size, size]),
    { ...dimsTask(square, [[0], [1]], [size, size]), element: { index: [row, column], value } },
    'lowerRankFirst',
    shapeTask(random, ask([rows], [rows, columns], [0]), [[rows, columns], [rows], [rows, rows]]),
  );
};

const zeros = (count: number): string => Array<string>(count).fill('0').join(' ');

const nothingGuessed: Maker = (random) => {
  const [rows, columns] = random.sizes(2, 2, 5);
  const equalRanks = shapeTask(random, ask([rows, columns], [1, columns]), [
    [rows, columns],
    [1, columns],
  ]);
  const singleRow = shapeTask(random, ask([1, columns], [columns]), [[1, columns], [columns], [columns, columns]]);
  const trap = random.pick(['equalRanks', 'singleRow'] as const);
  return three(
    shapeTask(random, ask([rows, columns], [columns]), [[rows, columns], [columns]]),
    dimsTask(ask([rows, columns], [rows]), [[], [0], [1]], [rows, columns]),
    trap,
    trap === 'equalRanks' ? equalRanks : singleRow,
  );
};

const sizesMeet: Maker = (random) => {
  const [rows, columns] = random.sizes(2, 2, 5);
  const dimension = random.whole(0, 1);
  const vector = random.pick([rows, columns]);
  const legal = [rows, columns];
  const sizeOne = shapeTask(random, ask(legal, [1], [dimension]), [
    legal,
    dimension === 0 ? [1, columns] : [rows, 1],
    [1],
  ]);
  const otherSize = shapeTask(random, ask(legal, [rows], [1]), [legal, [rows, rows], [columns]]);
  const trap = random.pick(['sizeOne', 'otherSize'] as const);
  return three(
    shapeTask(random, ask(legal, [vector], [dimension]), [legal, [vector, vector], [columns, rows]]),
    sizeTask(ask(legal, ['?'], [random.whole(0, 1)])),
    trap,
    trap === 'sizeOne' ? sizeOne : otherSize,
  );
};

const cuboid: Maker = (random) => {
  const sizes = random.sizes(3, 2, 5);
  const [a, b, c] = sizes;
  const pairs: readonly [Pair, ...Pair[]] = [
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  const [first, second] = random.pick(pairs);
  const [small, other] = random.pick(pairs);
  const cube = [2, 2, 3] as const;
  const values = { lhsValues: zeros(12) };
  return three(
    dimsTask(ask(sizes, [sizes[first], sizes[second]]), pairs, sizes),
    cellTask(random, ask(cube, [cube[small], cube[other]], [small, other], values), cube),
    'swappedSizes',
    shapeTask(random, ask(sizes, [c, b], [1, 2]), [sizes, [a, c, b], [c, b]]),
  );
};

const formal: Maker = (random) => {
  const sizes = random.shuffled([2, 3, 4, 5]);
  const at = (dimension: number): number => sizes[dimension] ?? 1;
  const dimension = random.whole(0, 3);
  const pairs = [0, 1, 2].flatMap((first) =>
    [1, 2, 3].filter((second) => second > first).map((second) => [first, second]),
  );
  const [pair = [0, 1], ...others] = random.shuffled(pairs);
  const [turned = [0, 1]] = random.shuffled(pairs);
  const [t = 0, v = 1] = pair;
  const [low = 0, high = 1] = turned;
  return three(
    dimsTask(ask(sizes, [at(dimension)]), [[0], [1], [2], [3]], sizes),
    dimsTask(ask(sizes, [at(t), at(v)]), [pair, ...others.slice(0, 3)], sizes),
    'wrongOrder',
    dimsTask(ask(sizes, [at(high), at(low)]), [turned, [high, low], ...others.slice(0, 1)], sizes),
  );
};

const increasing: Maker = (random) => {
  const [a, n, b] = random.sizes(3, 2, 5);
  const order = random.pick([
    [1, 2],
    [2, 1],
  ]);
  const crossed = shapeTask(random, ask([n, n, n], [n, n], [2, 0]), [
    [n, n, n],
    [n, n],
  ]);
  const twice = shapeTask(random, ask([n, n, n], [n, n], [1, 1]), [
    [n, n, n],
    [n, n],
  ]);
  const trap = random.pick(['crossedInCube', 'twiceInCube'] as const);
  return three(
    shapeTask(random, ask([a, n, n, b], [n, n], order), [
      [a, n, n, b],
      [n, n, a, b],
      [a, b, n, n],
    ]),
    dimsTask(ask([a, n, n, b], [n, n]), [[1, 2], [2, 1], [1, 1], [1]], [a, n, n, b]),
    trap,
    trap === 'crossedInCube' ? crossed : twice,
  );
};

const degenerate: Maker = (random) => {
  const [a, b, c] = random.sizes(3, 2, 5);
  const multiple = shapeTask(random, ask([a, 2], [a, 4]), [
    [a, 4],
    [a, 2],
    [a, 8],
  ]);
  const zero = shapeTask(random, ask([1, b], [0, b]), [
    [1, b],
    [0, b],
  ]);
  const trap = random.pick(['multiple', 'zero'] as const);
  return three(
    shapeTask(random, ask([1, b, c], [a, b, 1]), [
      [a, b, c],
      [1, b, 1],
      [a + 1, b, c + 1],
    ]),
    sizeTask(ask([a, b, c], [a, '?', c])),
    trap,
    trap === 'multiple' ? multiple : zero,
  );
};

const outer: Maker = (random) => {
  const [rows, columns] = random.sizes(2, 2, 4);
  const twoVectors = shapeTask(random, ask([rows], [columns]), [[rows, columns], [columns, rows], [rows]]);
  const twoColumns = shapeTask(random, ask([rows, 1], [columns, 1]), [
    [rows, columns],
    [rows * columns, 1],
    [rows, 1],
  ]);
  const trap = random.pick(['twoVectors', 'twoColumns'] as const);
  return three(
    shapeTask(random, ask([1, columns], [rows, 1]), [
      [rows, columns],
      [columns, rows],
      [1, 1],
    ]),
    cellTask(random, ask([rows, 1], [1, columns]), [rows, columns]),
    trap,
    trap === 'twoVectors' ? twoVectors : twoColumns,
  );
};

const composition: Maker = (random) => {
  const [a, b, c] = random.sizes(3, 2, 5);
  const elsewhere = shapeTask(random, ask([a], [1, b], [1]), [
    [a, b],
    [1, a],
    [b, a],
  ]);
  const tooEarly = shapeTask(random, ask([1, c], [a, b, 1], [0, 1]), [
    [a, b, 1],
    [a, b, c],
    [a, c, 1],
  ]);
  const trap = random.pick(['composedElsewhere', 'composedTooEarly'] as const);
  return three(
    cellTask(random, ask([a], [1, b], [0]), [a, b]),
    shapeTask(random, ask([1, c], [a, b, 1], [1, 2]), [
      [a, b, c],
      [a, b, 1],
      [1, b, c],
    ]),
    trap,
    trap === 'composedElsewhere' ? elsewhere : tooEarly,
  );
};

const makers: Readonly<Record<StepId, Maker>> = {
  'reading-a-shape': reading,
  purpose,
  scalar,
  'dimension-1': dimensionOne,
  'dimension-0': dimensionZero,
  'nothing-is-guessed': nothingGuessed,
  'sizes-meet': sizesMeet,
  cuboid,
  'formal-definition': formal,
  'strictly-increasing': increasing,
  degenerate,
  outer,
  composition,
};

/** The exercises of a lesson: the same for the same seed. */
export function exercisesOf(step: StepId, seed: number): Three {
  return makers[step](new Random(seed, step));
}
