/** The stacks of errors, which begin at the line that called the package and not inside the package. */

import { captureStackTrace, HloomError } from './errors.js';
import { unawaited } from './unawaited.js';

/** A function or method that users call, or a class that they make objects of. */
export type Called = (abstract new (...args: never[]) => unknown) | ((...args: never[]) => unknown);

/** A method of the objects of a class, or of the class itself. */
export function methodOf(type: { readonly prototype: object }, name: string | symbol): Called {
  const holder = name in type.prototype ? type.prototype : type;
  return (holder as Readonly<Record<string | symbol, Called>>)[name] as Called;
}

/** The place of a call. Its stack becomes text only when it is read, so a call that succeeds costs next to nothing. */
interface CallSite {
  readonly stack?: unknown;
}

/**
 * Makes an asynchronous call, which may be done at once. An error that it rejects with was often created in another
 * turn, in which the caller is not on the stack any more; its stack is replaced by that of the call.
 *
 * @param method - what the user called
 */
export function called<T>(method: Called, call: () => T | Promise<T>): Promise<T> {
  let calling: T | Promise<T>;
  try {
    calling = call();
  } catch (thrown) {
    calling = new Promise<never>(() => {
      throw thrown;
    });
  }
  // Only a call that may still fail needs its place.
  if (!(calling instanceof Promise)) return unawaited(Promise.resolve(calling));
  const site: CallSite = captureStackTrace === undefined ? new Error() : {};
  captureStackTrace?.(site, method);
  const result = calling.catch((thrown: unknown) => {
    throw withFrames(thrown, framesOf(site));
  });
  return unawaited(result);
}

/**
 * Runs the function that the user called. The stack of an error that it throws begins at the user's line.
 *
 * @param method - what the user called
 */
export function calledNow<T>(method: Called, action: () => T): T {
  try {
    return action();
  } catch (thrown) {
    throw atCaller(thrown, method);
  }
}

/**
 * Makes the stack of an error of the package begin where a running function was called; other errors do not change.
 *
 * @param callers - the number of frames above that function that are the package's, too; engines that drop the frames
 * of tail calls, such as JavaScriptCore, do not have them
 */
export function atCaller(thrown: unknown, called: Called, callers = 0): unknown {
  if (!(thrown instanceof HloomError) || captureStackTrace === undefined) return thrown;
  const site: CallSite = {};
  captureStackTrace(site, called);
  const frames = framesOf(site);
  if (callers === 0 || !isOfV8(frames)) return withFrames(thrown, frames);
  // "\n    at add (dist:1:2)\n    at user (file:3:4)" has an empty line first.
  const kept = frames.split('\n').slice(1 + callers);
  return withFrames(thrown, kept.map((frame) => `\n${frame}`).join(''));
}

function isOfV8(frames: string): boolean {
  return frames.startsWith('\n    at ');
}

/**
 * The frames of a stack. V8 writes a headline and frames like "\n at run (file:1:2)", others frames alone, like
 * "run@file:1:2". Empty if the function is not running, or if the program disables stacks.
 */
function framesOf({ stack }: CallSite): string {
  if (typeof stack !== 'string') return '';
  const first = stack.indexOf('\n    at ');
  if (first >= 0) return stack.slice(first);
  return stack.includes('@') ? `\n${stack}` : '';
}

function withFrames(thrown: unknown, frames: string): unknown {
  if (!(thrown instanceof HloomError) || frames === '') return thrown;
  const stack = isOfV8(frames) ? `${thrown.name}: ${thrown.message}${frames}` : frames.slice(1);
  Object.defineProperty(thrown, 'stack', { value: stack, configurable: true, writable: true });
  return thrown;
}
