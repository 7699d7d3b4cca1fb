/** Text to UTF-8 and back, also in jsdom, which has neither TextEncoder nor TextDecoder. */

const encoder = typeof TextEncoder === 'undefined' ? undefined : new TextEncoder();
const decoder = typeof TextDecoder === 'undefined' ? undefined : new TextDecoder('utf-8', { ignoreBOM: true });

/** @param text - without lone surrogates */
export function encodeUtf8(text: string): Uint8Array {
  if (encoder !== undefined) return encoder.encode(text);
  const parts = encodeURIComponent(text).match(/%..|./g) ?? []; // 'é{' is ['%C3', '%A9', '%7B']
  return Uint8Array.from(parts, (part) => (part.length === 1 ? part.charCodeAt(0) : parseInt(part.slice(1), 16)));
}

/** @param bytes - not in shared memory, which browsers do not decode */
export function decodeUtf8(bytes: Uint8Array): string {
  if (decoder !== undefined) return decoder.decode(bytes);
  return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}
