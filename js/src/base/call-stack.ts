/** The stacks of errors: they begin at the line that called the package, and not somewhere inside of it. */

import { HloomError } from './errors.js';

/** A function or method that users call, or a class that they make objects of. */
export type Called = (abstract new (...args: never[]) => unknown) | ((...args: never[]) => unknown);

/** A method of the objects of a class, or of the class itself. */
export function methodOf(type: { readonly prototype: object }, name: string | symbol): Called {
  const holder = name in type.prototype ? type.prototype : type;
  return (holder as Readonly<Record<string | symbol, Called>>)[name] as Called;
}

/** V8 has had captureStackTrace for long, other engines have it since 2025. */
const { captureStackTrace } = Error as { captureStackTrace?: (target: object, hide: unknown) => void };

/** The place of a call. Its stack is text only once it is read: a call that succeeds pays next to nothing. */
interface CallSite {
  readonly stack?: unknown;
}

/**
 * Makes an asynchronous call, which may be done at once. What it rejects with was often made in another turn, where nothing
 * of the caller is on the stack any more; its stack is replaced by that of the call.
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
  // Only what may still fail needs the place of its call.
  if (!(calling instanceof Promise)) return Promise.resolve(calling);
  const site: CallSite = captureStackTrace === undefined ? new Error() : {};
  captureStackTrace?.(site, method);
  return calling.catch((thrown: unknown) => {
    throw withFrames(thrown, framesOf(site));
  });
}

/**
 * Does what the user called. What it throws has a stack that begins at the user's line.
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
 * Makes the stack of an error begin where a function was called that is under way; other errors than the package's stay as
 * they are.
 *
 * @param callers - how many frames above that function are the package's, too: where engines drop the frames of functions
 * that end with a call, as JavaScriptCore does, they are not there
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
 * The frames of a stack. V8 writes a headline and frames like "\n    at run (file:1:2)", others frames alone, like
 * "run@file:1:2". There are none where the function is not under way, or the program asks for none.
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
