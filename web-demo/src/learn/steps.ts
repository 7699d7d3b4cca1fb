/** The lessons in their order: the question of each, and the scenes after it. */

import { dimensionText, type Question } from '../../../js/elements/model/question.js';
import { ask, shapeOf } from './exercise.js';
import type { Task } from './task.js';

export const stepIds = [
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
  /** The rule that the lesson is about. */
  readonly rule: `broadcast.c${number}`;
  /** The prediction to make. */
  readonly task: Task;
  /** The scenes after it; the first is that of the question. */
  readonly scenes: readonly [Question, ...Question[]];
  /** True if the scenes are chosen from the table of MxNxPxQ. */
  readonly hasTable?: boolean;
  /** True if the first scene is compared with NumPy. */
  readonly comparesNumpy?: boolean;
  /** True if the lowered operation is shown from the beginning. */
  readonly showsLowering?: boolean;
}

export const isStepId = (text: string): text is StepId => (stepIds as readonly string[]).includes(text);

const matrixValues = { lhsValues: '1 2 3 4 5 6', rhsValues: '7 8 9' };
const squareValues = { lhsValues: '0 0 0 10 10 10 20 20 20', rhsValues: '7 8 9' };

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
    id: 'purpose',
    rule: 'broadcast.c7',
    task: { kind: 'cell', question: ask([2, 3], [3], [1], matrixValues), index: [1, 2] },
    scenes: [ask([2, 3], [3], [1], matrixValues)],
  },
  {
    id: 'scalar',
    rule: 'broadcast.c1',
    task: {
      kind: 'shape',
      question: ask([2, 3], [], [], { ...matrixValues, rhsValues: '7' }),
      options: [[2, 3], [], [3, 4]].map(shapeOf),
    },
    scenes: [
      ask([2, 3], [], [], { ...matrixValues, rhsValues: '7' }),
      ask([], [4], [], { lhsValues: '7', rhsValues: '1 2 3 4' }),
      ask([], [], [], { lhsValues: '7', rhsValues: '1' }),
    ],
  },
  {
    id: 'dimension-1',
    rule: 'broadcast.c7',
    task: { kind: 'cell', question: onSquare(1), index: [2, 0] },
    scenes: [onSquare(1)],
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
    scenes: [onSquare(0), onSquare(1)],
  },
  {
    id: 'nothing-is-guessed',
    rule: 'broadcast.c1',
    task: { kind: 'shape', question: ask([2, 3], [3], [], matrixValues), options: [[2, 3], [3], [3, 3]].map(shapeOf) },
    scenes: [ask([2, 3], [3], [], matrixValues), ask([2, 3], [3], [1], matrixValues)],
    comparesNumpy: true,
  },
  {
    id: 'sizes-meet',
    rule: 'broadcast.c2',
    task: { kind: 'cell', question: ask([2, 3], [3], [0], matrixValues), index: [1, 0] },
    scenes: [
      ask([2, 3], [3], [0], matrixValues),
      ask([2, 3], [2], [0], { ...matrixValues, rhsValues: '7 8' }),
      ask([2, 3], [1], [0], { ...matrixValues, rhsValues: '7' }),
    ],
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
    scenes: [ask([2, 3, 4], [3, 4], [1, 2]), ask([2, 3, 4], [2, 4], [0, 2]), ask([2, 3, 4], [2, 3], [0, 1])],
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
    scenes: [onFormal([1, 3])],
    hasTable: true,
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
    scenes: [
      ask([2, 3, 3, 5], [3, 3], [2, 1]),
      ask([2, 3, 3, 5], [2, 3], [0, 1, 2]),
      ask([2, 3, 3, 5], [3, 3], [1, 2]),
    ],
  },
  {
    id: 'degenerate',
    rule: 'broadcast.c2',
    task: {
      kind: 'shape',
      question: ask([1, 2, 5], [7, 2, 5]),
      options: [
        [7, 2, 5],
        [1, 2, 5],
        [8, 2, 5],
      ].map(shapeOf),
    },
    scenes: [ask([1, 2, 5], [7, 2, 5]), ask([2, 1], [2, 3]), ask([7, 2, 5], [7, 1, 5]), ask([7, 2, 5], [7, 2, 6])],
  },
  {
    id: 'outer',
    rule: 'broadcast.c2',
    task: {
      kind: 'shape',
      question: ask([2, 1], [1, 3], [], { lhsValues: '10 20', rhsValues: '1 2 3' }),
      options: [
        [2, 3],
        [1, 1],
        [2, 1],
      ].map(shapeOf),
    },
    scenes: [ask([2, 1], [1, 3], [], { lhsValues: '10 20', rhsValues: '1 2 3' })],
  },
  {
    id: 'composition',
    rule: 'broadcast.c2',
    task: { kind: 'cell', question: composed, index: [2, 1] },
    scenes: [composed, ask([1, 2], [4, 3, 1], [1, 2])],
    showsLowering: true,
  },
];

export const steps: readonly Step[] = [...first, ...second];
