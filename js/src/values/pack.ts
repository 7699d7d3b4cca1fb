import { calledNow } from '../base/call-stack.js';
import { describeValue } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { checkNotDetached } from './detached.js';

/**
 * Packs codes into words, as `b.dequantize` takes them: the first code of each word goes into its highest bits. The
 * rest of the last word is 0.
 *
 *     packToUint32(new Uint8Array([1, 2, 3, 4, 5])); // 0x01020304, 0x05000000
 *
 * @throws HloomError `js.c5` for anything but a Uint8Array or Uint16Array
 */
export function packToUint32(codes: Uint8Array | Uint16Array): Uint32Array<ArrayBuffer> {
  return calledNow(packToUint32, () => {
    const op = 'packToUint32';
    const given: unknown = codes;
    if (!(given instanceof Uint8Array || given instanceof Uint16Array) || !ArrayBuffer.isView(given)) {
      throw jsError('argumentKind', `codes is ${describeValue(given)}, not a Uint8Array or a Uint16Array`, {
        op,
        help: 'pass the codes as bytes or as 16-bit words: new Uint8Array([1, 2, 3])',
      });
    }
    checkNotDetached(given, op);
    const perWord = 4 / given.BYTES_PER_ELEMENT;
    const bits = 8 * given.BYTES_PER_ELEMENT;
    const words = new Uint32Array(Math.ceil(given.length / perWord));
    for (let i = 0; i < given.length; i++) {
      const word = Math.floor(i / perWord);
      words[word] = (words[word] ?? 0) | ((given[i] ?? 0) << (bits * (perWord - 1 - (i % perWord))));
    }
    return words;
  });
}
