/** Questions about an element of a program, checked. */

import type { AmbientAbortSignal } from '../../base/ambient.js';
import { describeValue, isArray, isPlainObject, isText } from '../../base/describe.js';
import { jsError } from '../../base/errors.js';
import { checkKeys } from '../../base/options.js';
import type { ElementQuestionJson } from '../../base/wire.js';
import type { RunArgument } from '../values/argument.js';
import type { RunLimits } from './options.js';
import { checkStops } from './check-options.js';

/** Options of {@link Client.explainElement}. */
export interface ExplainElementOptions {
  /** The arguments of the program, as for {@link Executable.run}; left out for a program without parameters. */
  readonly arguments?: readonly RunArgument[];
  /** The position of the array in a result that is a tuple: `[1]` is its second part. */
  readonly tupleIndex?: readonly number[];
  /** The iteration of the innermost loop, from 0; by default the first one that executes the instruction. */
  readonly round?: number;
  readonly signal?: AmbientAbortSignal;
  readonly limits?: RunLimits;
}

/** Options of {@link Client.elementReach}. */
export interface ElementReachOptions extends ExplainElementOptions {
  /** The name of the instruction whose reached elements are returned; by default the root. */
  readonly to?: string;
}

const knownOptions = ['arguments', 'tupleIndex', 'round', 'signal', 'limits'];

/** @throws HloomError `js.c22` */
export function checkQuestion(
  instruction: unknown,
  index: unknown,
  options: unknown,
  op: 'explainElement' | 'elementReach',
): { readonly question: ElementQuestionJson; readonly options: ElementReachOptions } {
  if (!isText(instruction)) {
    throw jsError('options', `the instruction is ${describeValue(instruction)}`, {
      op,
      help: "use its name in the HLO text, as in 'add.3'",
    });
  }
  const reach = op === 'elementReach';
  if (!isPlainObject(options)) {
    throw jsError('options', `options is ${describeValue(options)}`, { op, help: 'use { arguments: [...] }' });
  }
  checkKeys(options, reach ? [...knownOptions, 'to'] : knownOptions, 'option', op);
  const { arguments: given, tupleIndex, round, to } = options as ElementReachOptions;
  if (given !== undefined && !isArray(given)) {
    throw jsError('options', `arguments is ${describeValue(given)}`, {
      op,
      help: 'use a list, one for each parameter',
    });
  }
  if (to !== undefined && !isText(to)) {
    throw jsError('options', `to is ${describeValue(to)}`, { op, help: 'use the name of an instruction' });
  }
  if (round !== undefined) checkRound(round, op);
  checkStops(options, op);
  const question: ElementQuestionJson = {
    instruction,
    index: checkIntegers(index, 'index', op),
    tuple_index: checkIntegers(tupleIndex ?? [], 'tupleIndex', op),
    ...(round === undefined ? {} : { round }),
    ...(reach ? { reach } : {}),
    ...(to === undefined ? {} : { to }),
  };
  return { question, options };
}

const isInteger = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function checkRound(round: unknown, op: string): void {
  if (isInteger(round)) return;
  throw jsError('options', `round is ${describeValue(round)}`, { op, help: 'use an integer from 0 on' });
}

function checkIntegers(value: unknown, name: string, op: string): readonly number[] {
  const wrong = isArray(value) ? value.findIndex((item) => !isInteger(item)) : 0;
  if (wrong < 0) return value as number[];
  const what = isArray(value)
    ? `entry ${wrong} of ${name} is ${describeValue(value[wrong])}`
    : `${name} is ${describeValue(value)}`;
  throw jsError('options', what, { op, help: 'use a list of integers from 0 on, as in [1, 2]' });
}
