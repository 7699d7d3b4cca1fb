/** The builder that records while a function is traced: functions without an operand, such as `np.zeros`, use it. */

import { jsError } from '../base/errors.js';
import type { XlaBuilder } from './xla-builder.js';

const recording: XlaBuilder[] = [];

/** Calls a function, during which `builder` is the current one. The function is synchronous. */
export function recordingIn<T>(builder: XlaBuilder, f: () => T): T {
  recording.push(builder);
  try {
    return f();
  } finally {
    recording.pop();
  }
}

/** The innermost builder that records; undefined if no function is being traced. */
export function recordingBuilder(): XlaBuilder | undefined {
  return recording.at(-1);
}

/**
 * The innermost builder that records.
 *
 * @param op - the function that needs one, for the error
 * @throws HloomError `js.c93` if no function is being traced
 */
export function currentBuilder(op: string): XlaBuilder {
  const builder = recording.at(-1);
  if (builder !== undefined) return builder;
  throw jsError('noProgram', 'no program is being recorded', {
    op,
    help: 'call it in a function that jit traces, or give it an operation',
  });
}
