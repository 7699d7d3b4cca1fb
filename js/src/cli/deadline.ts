/**
 * `--limit-ms` for a function of `--custom-calls` that never returns: this thread, which would stop the run, is inside
 * the function. So the main thread knows the run, and ends the command instead, with the same error.
 */

import { parentPort } from 'node:worker_threads';
import { errorFromJson, withDevices } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { lateError, longestTimerMs, startOfProgram, type PlacedCall, type RunPlace } from '../base/time-limit.js';
import type { CustomCallFunction, RunLimits } from '../index.node.js';
import type { Given } from './command.js';
import { textInOptions } from './failure.js';
import type { CommandMessage } from './signals.js';

/** The limit of the run under way. */
let limit = Infinity;

/** True if the main thread may end the functions of `--custom-calls`. */
export function hasDeadline(given: Given): boolean {
  return given.options.has('custom-calls') && given.options.has('limit-ms');
}

/** Runs a program, which the main thread ends at its time limit if this thread cannot. */
export async function inTime<T>(given: Given, limits: RunLimits | undefined, run: () => Promise<T>): Promise<T> {
  const milliseconds = Number(limits?.milliseconds ?? Infinity);
  // A timer cannot wait longer, and the main thread's timer waits a moment longer than this one.
  if (!hasDeadline(given) || milliseconds > longestTimerMs / 2) return run();
  limit = milliseconds;
  tell({ kind: 'run', milliseconds, text: lateText(startOfProgram) });
  try {
    return await run();
  } finally {
    tell({ kind: 'over' });
  }
}

/** The function, which reports the place of the run to the main thread. */
export function watched(fn: CustomCallFunction): CustomCallFunction {
  return (operands, call) => {
    if (limit < Infinity) tell({ kind: 'call', text: lateText((call as unknown as PlacedCall)[internal]) });
    return fn(operands, call);
  };
}

/** The text of the error; the main thread fills in the elapsed time. */
function lateText(place: RunPlace): string {
  const error = errorFromJson(lateError(limit, 0, place));
  return textInOptions(place.devices.length === 0 ? error : withDevices(error, place.devices));
}

function tell(message: CommandMessage): void {
  parentPort?.postMessage(message);
}
