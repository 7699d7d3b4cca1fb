// Fields of protocol buffers, for bytes that the package itself would not write.

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

/** A field of a whole number. */
export function integer(field: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(field * 8), ...varint(value)]);
}

/** A field of bytes: a message made of these fields. */
export function part(field: number, fields: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(fields);
  return Buffer.concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
}

/** A field of text. */
export function text(field: number, value: string): Uint8Array {
  return part(field, [Buffer.from(value)]);
}
