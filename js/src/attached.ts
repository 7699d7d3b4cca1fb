/** Arrays whose memory was given away. */

import { jsError } from './errors.js';

/**
 * Checks that an array still has its memory: what was transferred, to a Worker for example, has none, and reading it
 * throws where nobody expects it.
 *
 * @throws HloomError `js.c5`
 */
export function checkAttached(bytes: ArrayBufferView, op: string): void {
  if (!isDetached(bytes)) return;
  throw jsError('argumentKind', 'the memory of the bytes was transferred, and they are gone', {
    op,
    help: 'transfer a copy, bytes.slice(), and keep the bytes',
  });
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
