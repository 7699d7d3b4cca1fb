/** Arrays whose memory was given away. */

import { typedArrayName } from '../base/typed-array.js';
import { jsError } from '../base/errors.js';

/**
 * Checks that an array still has its memory: what was transferred, to a Worker for example, has none, and reading it
 * throws where nobody expects it, or finds nothing.
 *
 * @throws HloomError `js.c5`
 */
export function checkAttached(bytes: ArrayBufferView, op: string): void {
  if (!isDetached(bytes)) return;
  throw jsError(
    'argumentKind',
    `the memory of the ${typedArrayName(bytes)} was transferred, and its elements are gone`,
    {
      op,
      help: 'transfer a copy, array.slice(), and keep the array',
    },
  );
}

/** Whether the memory of an array was transferred. */
export function isDetached(array: ArrayBufferView): boolean {
  if (array.byteLength > 0) return false;
  try {
    new Uint8Array(array.buffer);
    return false;
  } catch {
    return true;
  }
}
