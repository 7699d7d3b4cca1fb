/** Arrays whose memory was transferred. */

import { isTypedArray, typedArrayName } from '../base/typed-array.js';
import { jsError } from '../base/errors.js';

/**
 * Checks that an array still has its memory: an array that was transferred, for example to a Worker, has none, and
 * neither has an array beyond the end of a shrunk buffer. Reading it would throw unexpectedly, or return nothing.
 *
 * @throws HloomError `js.c5`
 */
export function checkNotDetached(bytes: ArrayBufferView, op: string): void {
  if (!isDetached(bytes)) return;
  const name = typedArrayName(bytes);
  const [happened, help] = isTransferred(bytes.buffer)
    ? [`the memory of the ${name} was transferred`, 'transfer a copy, array.slice(), and keep the array']
    : [`the buffer of the ${name} was made smaller`, 'pass an array within the buffer as it is now'];
  throw jsError('argumentKind', `${happened}, and its elements are gone`, { op, help });
}

/** Returns whether an array has no memory any more; an empty array still has memory. */
export function isDetached(array: ArrayBufferView): boolean {
  try {
    if (array.byteLength > 0) return false;
    // A DataView has thrown by now. A typed array only reports that it is empty, but its methods throw.
    if (isTypedArray(array)) Uint8Array.prototype.keys.call(array as unknown as Uint8Array);
    return false;
  } catch {
    return true;
  }
}

function isTransferred(buffer: ArrayBufferLike): boolean {
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}
