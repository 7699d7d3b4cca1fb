/**
 * `--limit-ms` for a function of `--custom-calls` that never returns: this thread, which would stop the run, is inside
 * the function. So the main thread knows the run, and ends the command instead.
 */

import { parentPort } from 'node:worker_threads';
import { quoted } from '../base/describe.js';
import { errorFromJson } from '../base/errors.js';
import { lateError, longestTimerMs } from '../base/time-limit.js';
import type { CustomCallFunction, RunLimits } from '../index.node.js';
import type { Given } from './command.js';
import { textInOptions } from './failure.js';
import type { CommandMessage } from './signals.js';

/** True if the main thread may end the functions of `--custom-calls`. */
export function hasDeadline(given: Given): boolean {
  return given.options.has('custom-calls') && given.options.has('limit-ms');
}

/** Runs a program, which the main thread ends at its time limit if this thread cannot. */
export async function inTime<T>(given: Given, limits: RunLimits | undefined, run: () => Promise<T>): Promise<T> {
  const milliseconds = Number(limits?.milliseconds ?? Infinity);
  // A timer cannot wait longer, and the main thread's timer waits a moment longer than this one.
  if (!hasDeadline(given) || milliseconds > longestTimerMs / 2) return run();
  // The main thread fills in the elapsed time and the place.
  const error = errorFromJson({ ...lateError(milliseconds, 0, { location: '', instructions: 0 }), details: [] });
  const [headline = '', help = ''] = textInOptions(error).split('\n');
  tell({ kind: 'run', milliseconds, headline, help });
  try {
    return await run();
  } finally {
    tell({ kind: 'over' });
  }
}

/** The function, which reports the place of the run to the main thread. */
export function watched(fn: CustomCallFunction): CustomCallFunction {
  return (operands, call) => {
    const on = call.device === 0 ? '' : ` on device ${call.device}`;
    tell({ kind: 'call', place: `custom call ${quoted(call.name)}${on}` });
    return fn(operands, call);
  };
}

function tell(message: CommandMessage): void {
  parentPort?.postMessage(message);
}
