/** Checks that objects were made by the package, and that methods are called on their objects. */

import { describeValue } from './describe.js';
import { jsError } from './errors.js';

/**
 * Checks in a constructor that is not for users that the package itself calls it.
 *
 * @param instead - how such an object is made
 * @throws HloomError `js.c80`
 */
export function checkMade(made: boolean, name: string, instead: string): void {
  if (made) return;
  throw jsError('construction', `new ${name}(...) is not for programs to call`, { op: name, help: `use ${instead}` });
}

/**
 * Checks the object that a method was called on: `const { run } = executable` loses it.
 *
 * @param there - whether it is an object of the class
 * @param object - what the help calls an object of the class
 * @throws HloomError `js.c81`
 */
export function checkReceiver(there: boolean, receiver: unknown, object: string, method: string): void {
  if (there) return;
  // A function of a script that is not strict gets the global object where it is called on nothing.
  const on = receiver === undefined || receiver === globalThis ? 'nothing' : describeValue(receiver);
  throw jsError('receiver', `it was called on ${on}, not on ${articled(object)}`, {
    op: method,
    help: `write ${object}.${method}(...), or keep the method bound: ${object}.${method}.bind(${object})`,
  });
}

/**
 * Makes all methods of a class check their receiver, {@link checkReceiver}, before they do anything. Getters, which
 * nobody takes off an object, stay as they are.
 */
export function checkReceivers({ prototype }: { readonly prototype: object }, object: string): void {
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const method: unknown = property.value;
    if (key === 'constructor' || typeof method !== 'function') continue;
    const checked = function (this: unknown, ...args: unknown[]): unknown {
      checkReceiver(Object.prototype.isPrototypeOf.call(prototype, this as object), this, object, key);
      return Reflect.apply(method, this, args);
    };
    const { name, length } = method;
    Object.defineProperties(checked, { name: { value: name }, length: { value: length } });
    Object.defineProperty(prototype, key, { ...property, value: checked });
  }
}

function articled(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
