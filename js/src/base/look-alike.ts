/**
 * Objects that only look like objects of the package: Proxies of them, which reactive stores create, and results of
 * `Object.create` with them or their prototypes. Neither has the private fields that the methods need. So the classes
 * recognize their own objects by a private field, `#field in value`, and `instanceof` uses this test.
 */

/**
 * The name of the class that a value only seems to be of; undefined for objects of that class, and for all others.
 *
 * Call it only for values that are already refused: it runs the traps of a Proxy.
 */
export function lookAlikeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    const type: unknown = value.constructor;
    if (typeof type !== 'function') return undefined;
    // An object with the prototype of typed arrays but without memory is not a typed array.
    if (value instanceof Object.getPrototypeOf(Uint8Array) && !ArrayBuffer.isView(value)) return type.name;
    if (value instanceof type) return undefined;
    // Only the classes of this package ask for more than a prototype.
    if (Object.create(type.prototype as object) instanceof type) return undefined;
    return type.name.replace(/^_+/, '');
  } catch {
    return undefined;
  }
}

/** Returns whether a value is a revoked Proxy: every operation on it throws. */
export function isRevoked(value: unknown): boolean {
  try {
    Array.isArray(value);
    return false;
  } catch {
    return true;
  }
}

/** The help: what to pass instead of such a value. */
export function lookAlikeHelp(value: unknown): string | undefined {
  if (isRevoked(value)) return 'pass the object that the Proxy stood for';
  const name = lookAlikeOf(value);
  return name === undefined ? undefined : `pass the ${name} itself: ${howToGetIt('value')}`;
}

/** The help for a refused value: the fix for a Proxy, otherwise the general one. */
export function helpUnlessLookAlike(value: unknown, otherwise: string): string {
  return lookAlikeHelp(value) ?? otherwise;
}

/** The way to the object that a store has wrapped. */
export function howToGetIt(variable: string): string {
  return `in Vue, toRaw(${variable}) gives it, and markRaw(${variable}) keeps it from being wrapped; in MobX, observable.ref does`;
}
