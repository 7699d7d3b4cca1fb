/**
 * `--limit-ms` where a function of `--custom-calls` computes without end: this thread, which would stop the run, is inside of it.
 * The main thread is told of the run, and ends the command in its place.
 */

import { parentPort } from 'node:worker_threads';
import { quoted } from '../base/describe.js';
import { renderError } from '../base/errors.js';
import { lateFields, longestTimerMs } from '../base/time-limit.js';
import type { CustomCallFunction, RunLimits } from '../index.node.js';
import type { Given } from './command.js';
import { inOptions } from './failure.js';
import type { CommandMessage } from './signals.js';

/** True if the main thread may end the functions of `--custom-calls`. */
export function hasDeadline(given: Given): boolean {
  return given.options.has('custom-calls') && given.options.has('limit-ms');
}

/** Runs a program, which the main thread ends where it is too late and this thread cannot. */
export async function inTime<T>(given: Given, limits: RunLimits | undefined, run: () => Promise<T>): Promise<T> {
  const milliseconds = Number(limits?.milliseconds ?? Infinity);
  // A timer cannot wait for longer, and the main thread's waits for a moment more.
  if (!hasDeadline(given) || milliseconds > longestTimerMs / 2) return run();
  // The main thread knows how much time passed, and where.
  const fields = { ...lateFields(milliseconds, 0, { location: '', instructions: 0 }), details: [] };
  const [headline = '', help = ''] = inOptions(renderError(fields)).split('\n');
  tell({ kind: 'run', milliseconds, headline, help });
  try {
    return await run();
  } finally {
    tell({ kind: 'over' });
  }
}

/** The function, which tells the main thread where the run is. */
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
