/** Time limits, for code that ends a run that its engine cannot end. */

import { countText } from './describe.js';
import type { internal } from './internal.js';
import type { ErrorJson } from './wire.js';

/** The maximum time that setTimeout can wait. */
export const longestTimerMs = 2 ** 31 - 1;

/** The place that a run has reached, for the errors of code that ends it from outside. */
export interface RunPlace {
  /** As in the core's errors: `%add.7 in computation "main"`. */
  readonly location: string;
  /** The number of instructions that began. */
  readonly instructions: number;
  /** A line for each device, for messages, if one waits for another or for the host; otherwise empty. */
  readonly devices: readonly string[];
}

/** A call of a user's function, which has the place of its run hidden in it. */
export interface PlacedCall {
  readonly [internal]: RunPlace;
}

/** The place of a run that has not reported one. */
export const startOfProgram: RunPlace = { location: 'the start of the program', instructions: 0, devices: [] };

/**
 * The core's error (limits.c4), whose text is the same.
 *
 * @param limit - in milliseconds
 * @param passed - the elapsed milliseconds
 * @param place - the place of the run, and the number of instructions that began
 */
export function lateError(limit: number, passed: number, { location, instructions }: RunPlace): ErrorJson {
  const time = countText(Math.floor(passed), 'millisecond');
  return {
    code: 'DEADLINE_EXCEEDED',
    rule: 'limits.c4',
    op: 'run',
    operands: [],
    headline: `the run exceeded its limit of ${countText(Math.ceil(limit), 'millisecond')}`,
    details: [`${time} passed, and ${countText(instructions, 'instruction')} began`],
    help: [
      'look for a ',
      ['function', 'While'],
      ' whose condition never becomes false, a custom call that does not answer, an infeed that gets no value or an ' +
        'outfeed that nobody empties; make the arrays smaller, or raise ',
      ['argument', 'limits.milliseconds'],
    ],
    location,
  };
}
