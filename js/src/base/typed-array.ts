/** Typed arrays of any realm. */

/**
 * The class name of a typed array, by its tag and not by its prototype, so that arrays of another realm (an iframe, a
 * Jest sandbox) and Node's Buffer are recognized.
 */
export function typedArrayName(array: ArrayBufferView): string {
  return Object.prototype.toString.call(array).slice('[object '.length, -1);
}

/** Returns whether a value is a typed array of any class. */
export function isTypedArray(value: unknown): value is ArrayBufferView & ArrayLike<number | bigint> {
  return ArrayBuffer.isView(value) && typedArrayName(value) !== 'DataView';
}

/** Copies arrays of bytes into one, in their order. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    all.set(part, position);
    position += part.length;
  }
  return all;
}
