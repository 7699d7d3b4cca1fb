/** Errors for a result that is used before it is there: `const y = f(x); y.toArray()`. */

import { captureStackTrace, jsError } from './errors.js';

/** Members of literals, executables and clients, some by their names in other libraries. */
const members =
  'arraySync compile data dataSync elements item numpy run runSync shape toArray toDevice toLiteral tolist';

/**
 * The prototype of the promises of the package. They are promises as any other, but refuse these members, of which
 * `data` and `shape` would otherwise be undefined in silence.
 */
const prototype = /* @__PURE__ */ (() => {
  const made = Object.create(Promise.prototype) as object;
  for (const member of members.split(' ')) {
    const get = (): never => {
      const error = jsError('unawaited', `the call returned a promise, which has no ${member}`, {
        op: member,
        help: `await the promise first: const y = await f(x), then y.${member}`,
      });
      captureStackTrace?.(error, get);
      throw error;
    };
    Object.defineProperty(made, member, { get, configurable: true });
  }
  const toPrimitive = (hint: string): string => {
    if (hint === 'string') return '[object Promise]';
    const error = jsError('unawaited', 'the call returned a promise, which is not a number', {
      op: 'operator',
      help: 'await the promise first: const y = await f(x)',
    });
    captureStackTrace?.(error, toPrimitive);
    throw error;
  };
  return Object.defineProperty(made, Symbol.toPrimitive, { value: toPrimitive, configurable: true });
})();

/** Makes a promise refuse the members of its result, unless a library replaced the class of promises, as Zone.js does. */
export function unawaited<T>(promise: Promise<T>): Promise<T> {
  if (Object.getPrototypeOf(promise) !== Promise.prototype) return promise;
  return Object.setPrototypeOf(promise, prototype) as Promise<T>;
}
