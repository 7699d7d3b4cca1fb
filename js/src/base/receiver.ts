/** Checks that the package made an object, and that a method is called on an object of its class. */

import { atCaller } from './call-stack.js';
import { articled, describeValue } from './describe.js';
import { jsError } from './errors.js';
import { howToGetIt, lookAlikeOf } from './look-alike.js';

/**
 * Checks, in a constructor that is not for users, that the package itself calls it.
 *
 * @param instead - how users get such an object
 * @throws HloomError `js.c80`
 */
export function checkMade(made: boolean, name: string, instead: string): void {
  if (made) return;
  const refused = jsError('construction', `new ${name}(...) is not for programs to call`, {
    op: name,
    help: `use ${instead}`,
  });
  // The constructor is the frame above.
  throw atCaller(refused, checkMade, 1);
}

/**
 * Checks the object on which a method was called: `const { run } = executable` loses it.
 *
 * @param there - whether it is an object of the class
 * @param object - the word of the help for an object of the class
 * @throws HloomError `js.c81`
 */
export function checkReceiver(there: boolean, receiver: unknown, object: string, method: string): void {
  if (there) return;
  const help = `write ${object}.${method}(...), or keep the method bound: ${object}.${method}.bind(${object})`;
  throw wrongReceiver('called', receiver, object, method, help);
}

/**
 * Checks the object on which a property that uses private fields was read.
 *
 * @throws HloomError `js.c81`
 */
export function checkOwner(there: boolean, owner: unknown, object: string, property: string): void {
  if (!there) throw wrongReceiver('read', owner, object, property, `read ${object}.${property}`);
}

function wrongReceiver(how: 'called' | 'read', receiver: unknown, object: string, op: string, help: string): Error {
  // In a script that is not strict, a function without a receiver gets the global object.
  const isNothing = receiver === undefined || receiver === globalThis;
  const name = isNothing ? undefined : lookAlikeOf(receiver);
  if (name !== undefined) {
    return jsError('receiver', `it was ${how} on ${describeValue(receiver)}, not on the ${name} itself`, {
      op,
      help: `use the ${name} itself: ${howToGetIt(object)}`,
    });
  }
  const on = isNothing ? 'nothing' : describeValue(receiver);
  return jsError('receiver', `it was ${how} on ${on}, not on ${articled(object)}`, { op, help });
}

/** A class with any constructor; all have the method that `instanceof` calls. */
interface CheckedClass {
  readonly prototype: object;
  [Symbol.hasInstance](value: unknown): boolean;
}

/**
 * Makes all methods of a class check their receiver, {@link checkReceiver}, before they do anything. Getters, which are
 * not detached from an object in practice, do not change; getters that read private fields check it themselves. The
 * stacks of errors begin where a method was called.
 *
 * @param makers - static methods, whose errors also begin at their call
 */
export function checkReceivers(type: CheckedClass, object: string, makers: readonly string[] = []): void {
  const { prototype } = type;
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (key === 'constructor' || !isMethod(property.value)) continue;
    wrap(prototype, key, property, (receiver) => {
      checkReceiver(type[Symbol.hasInstance](receiver), receiver, object, key);
    });
  }
  for (const key of makers) {
    wrap(type, key, Object.getOwnPropertyDescriptor(type, key) as PropertyDescriptor, () => undefined);
  }
}

type Method = (...args: unknown[]) => unknown;

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

function wrap(holder: object, key: string, property: PropertyDescriptor, check: (receiver: unknown) => void): void {
  const method = property.value as Method;
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    try {
      check(this);
      return Reflect.apply(method, this, args);
    } catch (thrown) {
      throw atCaller(thrown, wrapped);
    }
  };
  const { name, length } = method;
  Object.defineProperties(wrapped, { name: { value: name }, length: { value: length } });
  Object.defineProperty(holder, key, { ...property, value: wrapped });
}
