/** Whether a value is a promise, or what `await` takes for one. Reading what a user made may throw. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && typeof (value as Partial<PromiseLike<unknown>>).then === 'function';
}
