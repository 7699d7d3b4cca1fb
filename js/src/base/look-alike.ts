/**
 * Objects that look like those of the package and are none: Proxies of them, as reactive stores make, and what
 * `Object.create` made of them or of their prototypes. Neither has the private fields that the methods need. So the classes
 * tell their own objects by a private field, `#field in value`, and that is what `instanceof` asks of them.
 */

/**
 * The name of the class that a value only seems to be of; undefined for objects of that class, and for all others.
 *
 * It is asked where something is refused already: it runs whatever a Proxy has in the place of a property.
 */
export function lookAlikeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    const type: unknown = value.constructor;
    if (typeof type !== 'function') return undefined;
    // What has the prototype of typed arrays and no memory is none.
    if (value instanceof Object.getPrototypeOf(Uint8Array) && !ArrayBuffer.isView(value)) return type.name;
    if (value instanceof type) return undefined;
    // Only the classes of this package ask for more than a prototype.
    if (Object.create(type.prototype as object) instanceof type) return undefined;
    return type.name.replace(/^_+/, '');
  } catch {
    return undefined;
  }
}

/** Whether a value is a Proxy that was revoked: nothing can be done with it, and to ask what it is throws. */
export function isRevoked(value: unknown): boolean {
  try {
    Array.isArray(value);
    return false;
  } catch {
    return true;
  }
}

/** What to pass in the place of such a value. */
export function lookAlikeHelp(value: unknown): string | undefined {
  if (isRevoked(value)) return 'pass the object that the Proxy stood for';
  const name = lookAlikeOf(value);
  return name === undefined ? undefined : `pass the ${name} itself: ${howToGetIt('value')}`;
}

/** The help for a value that is refused: what to do about a Proxy, else what is to be done about all others. */
export function helpUnlessLookAlike(value: unknown, otherwise: string): string {
  return lookAlikeHelp(value) ?? otherwise;
}

/** How to get at what a store has wrapped. */
export function howToGetIt(variable: string): string {
  return `in Vue, toRaw(${variable}) gives it, and markRaw(${variable}) keeps it from being wrapped; in MobX, observable.ref does`;
}
