/** The texts of the lessons. Another language is another file next to en.ts. */

import type { TrapName } from '../exercise.js';
import type { StepId } from '../steps.js';
import type { Task } from '../task.js';
import { en } from './en.js';

/** Text between backticks is code. */
export interface StepTexts {
  readonly title: string;
  /** The knowledge needed for the question. It does not give the answer away. */
  readonly idea: string;
  /** One sentence with the reason, under the engine's answer. */
  readonly why: string;
}

export interface Texts {
  readonly steps: Readonly<Record<StepId, StepTexts>>;
  /** The explanation of each trap, shown when it is solved. */
  readonly traps: Readonly<Record<TrapName, string>>;

  readonly site: string;
  readonly lessons: string;
  readonly allLessons: string;
  readonly count: (number: number, all: number) => string;
  readonly knots: Readonly<Record<'untied' | 'begun' | 'tied', string>>;
  readonly previous: string;
  readonly next: string;
  readonly complete: string;
  readonly loading: string;

  readonly predict: string;
  readonly prompts: {
    readonly shape: string;
    readonly cell: (index: string) => string;
    readonly dims: (wanted: string) => string;
    readonly dimsForCell: (index: string, value: string) => string;
    readonly size: string;
  };
  readonly withoutDimensions: string;
  /** The choice that there is no result, by the kind of task. */
  readonly refusals: Readonly<Record<Task['kind'], string>>;
  readonly value: string;
  readonly valueHint: string;
  readonly size: string;
  readonly sizeHint: string;
  readonly give: string;
  readonly leftOutOption: string;

  readonly yours: string;
  readonly notYet: string;
  readonly saidShape: (shape: string) => string;
  readonly saidCell: (index: string, value: string) => string;
  readonly saidDims: (dims: string, rhs: string) => string;
  readonly saidLeftOut: string;
  readonly saidSize: (shape: string) => string;
  readonly saidIllegal: Readonly<Record<Task['kind'], string>>;
  readonly empty: string;

  readonly shown: string;
  readonly asPredicted: string;
  readonly notAsPredicted: (said: string, truth: string) => string;
  readonly scenes: string;
  readonly why: string;
  readonly lowering: string;
  readonly openInLab: string;
  readonly numpy: string;
  readonly nothingIs: string;

  readonly exercises: string;
  readonly exerciseIntro: string;
  readonly exercise: (number: number) => string;
  readonly solved: string;
  readonly right: string;
  readonly wrong: string;
  readonly givenUp: string;
  readonly showAnswer: string;
  readonly engineAnswer: (answer: string) => string;
  readonly otherExercises: string;
  readonly set: (seed: number) => string;
  readonly setLink: string;
  readonly lessonDone: string;

  readonly table: {
    readonly caption: string;
    readonly vectors: string;
    readonly matrices: string;
    readonly row: (dims: string) => string;
  };
}

/** The texts that the page shows. */
export const texts: Texts = en;
