/** Hundreds of methods that are not enumerable, for a prototype. */

type Methods = Iterable<readonly [name: string, method: (...args: never[]) => unknown]>;

/**
 * Adds methods between a prototype and the next one of its chain. They are in an object of their own, which has no
 * prototype yet while they are added: V8 then keeps the properties in a hash table from the start. In other objects it
 * copies the list of the properties for each new one, which takes 7 ms for 850 properties instead of 1.5.
 */
export function addManyMethods(prototype: object, methods: Methods): void {
  const holder = Object.create(null) as object;
  for (const [name, value] of methods) {
    Object.defineProperty(holder, name, { value, configurable: true, writable: true });
  }
  Object.setPrototypeOf(holder, Object.getPrototypeOf(prototype) as object);
  Object.setPrototypeOf(prototype, holder);
}
