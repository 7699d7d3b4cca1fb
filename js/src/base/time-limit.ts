/** Time limits, for code that ends a run that its engine cannot end. */

import { countText } from './describe.js';
import type { ErrorJson } from './wire.js';

/** The maximum time that setTimeout can wait. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * The core's error (limits.c4), whose text is the same.
 *
 * @param limit - in milliseconds
 * @param passed - the elapsed milliseconds
 * @param place - the place of the run, and the number of instructions that began
 */
export function lateError(
  limit: number,
  passed: number,
  { location, instructions }: { readonly location: string; readonly instructions: number },
): ErrorJson {
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
