/** Errors of calls that go on for a while: their stacks name the line that made the call. */

import { HloomError } from './errors.js';

/** V8 has had captureStackTrace for long, other engines have it since 2025. */
const { captureStackTrace } = Error as { captureStackTrace?: (target: object, hide: unknown) => void };

/**
 * Makes an asynchronous call. What it rejects with was often made in another turn, where nothing of the caller is on the
 * stack any more; its stack is replaced by that of the call.
 */
export function called<T>(call: () => Promise<T>): Promise<T> {
  // Text is made of the frames only when they are read: a call that succeeds pays next to nothing.
  const site: { stack?: string } = captureStackTrace === undefined ? new Error() : {};
  captureStackTrace?.(site, called);
  return call().catch((thrown: unknown) => {
    throw withCallStack(thrown, site);
  });
}

function withCallStack(thrown: unknown, site: { readonly stack?: string }): unknown {
  if (!(thrown instanceof HloomError) || site.stack === undefined) return thrown;
  // V8 writes a headline and frames like "    at run (file:1:2)", others frames alone, like "run@file:1:2".
  const first = site.stack.indexOf('\n    at ');
  const frames = first < 0 ? site.stack : site.stack.slice(first);
  // The first frame is the method that was called, the second one the caller's own line.
  const [method = '', caller = method] = frames.trim().split('\n');
  if (caller === '' || thrown.stack?.includes(caller) === true) return thrown;
  const stack = first < 0 ? frames : `${thrown.name}: ${thrown.message}${frames}`;
  Object.defineProperty(thrown, 'stack', { value: stack, configurable: true, writable: true });
  return thrown;
}
