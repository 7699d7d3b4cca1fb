/** The lessons in their order: the question of each, and its puzzle. */

import { dimensionText, type Question } from '../../../js/elements/model/question.js';
import { ask, shapeOf } from './exercise.js';
import type { Task } from './task.js';

export const stepIds = [
  'reading-a-shape',
  'purpose',
  'scalar',
  'dimension-1',
  'dimension-0',
  'nothing-is-guessed',
  'sizes-meet',
  'cuboid',
  'formal-definition',
  'strictly-increasing',
  'degenerate',
  'outer',
  'composition',
] as const;

export type StepId = (typeof stepIds)[number];

export interface Step {
  readonly id: StepId;
  /** The rule that the lesson is about, if it is one of broadcasting. */
  readonly rule?: `broadcast.c${number}`;
  /** The question. */
  readonly task: Task;
  /** The puzzle: the broadcast whose result is to be matched, and the part of it that is to be typed. */
  readonly puzzle: { readonly target: Question; readonly hole: 'rhs' | 'dims' };
  /** True if the answer is compared with NumPy. */
  readonly comparesNumpy?: boolean;
  /** True if the bytes that are not copied are counted. */
  readonly countsBytes?: boolean;
}

/** A puzzle whose result shows which shape of rhs, or which dimensions, made it. */
const puzzle = (hole: 'rhs' | 'dims', target: Question): Step['puzzle'] => ({ hole, target });

export const isStepId = (text: string): text is StepId => (stepIds as readonly string[]).includes(text);

const matrixValues = { lhsValues: '1 2 3 4 5 6', rhsValues: '7 8 9' };
const squareValues = { lhsValues: '0 0 0 10 10 10 20 20 20', rhsValues: '7 8 9' };

/** A question about one array: lhs, with these elements. */
export const alone = (sizes: readonly number[], lhsValues: string): Question =>
  ask(sizes, [], [], { lhsValues, rhsValues: '0' });

const onSquare = (dimension: number): Question => ask([3, 3], [3], [dimension], squareValues);

/** The sizes of M, N, P and Q. */
export const formalSizes = [2, 3, 4, 5] as const;

/** A vector or a matrix on these dimensions of MxNxPxQ, with the sizes that they have. */
export const onFormal = (dims: readonly number[]): Question =>
  ask(
    formalSizes,
    dims.map((dimension) => formalSizes[dimension] ?? 1),
    dims,
  );

const composed = ask([4], [1, 2], [0], { lhsValues: '1 2 3 4', rhsValues: '5 6' });

const without = (question: Question): Question => ({ ...question, dims: '' });
const lists = (...options: number[][]): string[] => options.map(dimensionText);

const first: readonly Step[] = [
  {
    id: 'reading-a-shape',
    task: { kind: 'read', question: alone([2, 3], '1 2 3 4 5 6'), index: [1, 2] },
    puzzle: puzzle('rhs', ask([], [3, 2], [], { lhsValues: '0' })),
  },
  {
    id: 'purpose',
    rule: 'broadcast.c7',
    task: { kind: 'cell', question: ask([2, 3], [3], [1], matrixValues), index: [1, 2] },
    puzzle: puzzle('dims', ask([3, 3], [3], [0], squareValues)),
    countsBytes: true,
  },
  {
    id: 'scalar',
    rule: 'broadcast.c1',
    task: {
      kind: 'shape',
      question: ask([2, 3], [], [], { ...matrixValues, rhsValues: '7' }),
      options: [[3, 2], [2, 3], []].map(shapeOf),
    },
    puzzle: puzzle('rhs', ask([2, 3], [], [], { ...matrixValues, rhsValues: '7' })),
  },
  {
    id: 'dimension-1',
    rule: 'broadcast.c7',
    task: { kind: 'cell', question: onSquare(1), index: [2, 0] },
    puzzle: puzzle('dims', onSquare(1)),
  },
  {
    id: 'dimension-0',
    rule: 'broadcast.c7',
    task: {
      kind: 'dims',
      question: without(onSquare(0)),
      options: lists([0], [1]),
      wanted: shapeOf([3, 3]),
      element: { index: [2, 0], value: '29' },
    },
    puzzle: puzzle('dims', onSquare(0)),
  },
  {
    id: 'nothing-is-guessed',
    rule: 'broadcast.c1',
    task: { kind: 'shape', question: ask([2, 3], [3], [], matrixValues), options: [[3], [2, 3], [3, 3]].map(shapeOf) },
    puzzle: puzzle('dims', ask([2, 3], [3], [1], matrixValues)),
    comparesNumpy: true,
  },
  {
    id: 'sizes-meet',
    rule: 'broadcast.c2',
    task: { kind: 'cell', question: ask([2, 3], [3], [0], matrixValues), index: [1, 0] },
    puzzle: puzzle('rhs', ask([2, 3], [2], [0])),
  },
];

const second: readonly Step[] = [
  {
    id: 'cuboid',
    rule: 'broadcast.c7',
    task: {
      kind: 'dims',
      question: ask([2, 3, 4], [3, 4]),
      options: lists([0, 1], [0, 2], [1, 2], [2, 3]),
      wanted: shapeOf([2, 3, 4]),
    },
    puzzle: puzzle('dims', ask([2, 2, 2], [2, 2], [0, 2])),
  },
  {
    id: 'formal-definition',
    rule: 'broadcast.c2',
    task: {
      kind: 'dims',
      question: without(onFormal([1, 3])),
      options: lists([0, 1], [0, 3], [1, 3], [2, 3]),
      wanted: shapeOf(formalSizes),
    },
    puzzle: puzzle('dims', ask([2, 2, 3], [2, 3], [1, 2])),
  },
  {
    id: 'strictly-increasing',
    rule: 'broadcast.c4',
    task: {
      kind: 'shape',
      question: ask([2, 3, 3, 5], [3, 3], [2, 1]),
      options: [
        [2, 3, 3, 5],
        [3, 3, 2, 5],
        [2, 5, 3, 3],
      ].map(shapeOf),
    },
    puzzle: puzzle('dims', ask([2, 2, 2], [2, 2], [1, 2])),
  },
  {
    id: 'degenerate',
    rule: 'broadcast.c2',
    task: {
      kind: 'shape',
      question: ask([1, 2, 5], [7, 2, 5]),
      options: [
        [1, 2, 5],
        [8, 2, 5],
        [7, 2, 5],
      ].map(shapeOf),
    },
    puzzle: puzzle('rhs', ask([3, 1], [3, 4])),
  },
  {
    id: 'outer',
    rule: 'broadcast.c2',
    task: {
      kind: 'shape',
      question: ask([2, 1], [1, 3], [], { lhsValues: '10 20', rhsValues: '1 2 3' }),
      options: [
        [1, 1],
        [2, 3],
        [2, 1],
      ].map(shapeOf),
    },
    puzzle: puzzle('rhs', ask([3, 1], [1, 2])),
  },
  {
    id: 'composition',
    rule: 'broadcast.c2',
    task: { kind: 'cell', question: composed, index: [2, 1] },
    puzzle: puzzle('dims', ask([2], [1, 2], [0])),
  },
];

export const steps: readonly Step[] = [...first, ...second];
