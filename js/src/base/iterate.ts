/**
 * Makes an object iterable. The property is its own and not the class's, so that JavaScript, and libraries that compare
 * objects, see that other objects of the class are not iterable.
 */
export function iterateBy<T extends object>(object: T, elements: (object: T) => Iterator<unknown>): void {
  Object.defineProperty(object, Symbol.iterator, { value: () => elements(object) });
}
