/** The languages of programs: text, and the bytes of StableHLO. */

import { decodeUtf8 } from './text-bytes.js';

// Comments, then a module, an alias, a function, the generic form of a module, or resources.
const mlir =
  /^\s*(?:\/\/[^\n]*\n\s*)*(?:module\s*(?:@|\{|attributes\b)|[#!][\w.]+\s*=|func\.func\b|"builtin\.module"|\{-#)/;

/** Returns whether a text is MLIR, such as StableHLO, and not HLO. */
export function isStableHloText(text: string): boolean {
  return mlir.test(text);
}

/** The first bytes of MLIR bytecode. */
const magic = [0x4d, 0x4c, 0xef, 0x52];

function isBytecodeAt(bytes: Uint8Array, offset: number): boolean {
  return magic.every((byte, i) => bytes[offset + i] === byte);
}

/** The first characters of bytes that may be text. */
const beginning = (bytes: Uint8Array): string => (bytes.length === 0 ? '' : decodeUtf8(bytes.slice(0, 1000)));

/** Returns whether bytes are HLO text, such as that of a file that was read without its encoding. */
export function isHloTextBytes(bytes: Uint8Array): boolean {
  return /^\s*(?:HloModule\s|ENTRY\s)/.test(beginning(bytes));
}

/**
 * Returns whether bytes are StableHLO: MLIR bytecode, such as a portable artifact, a file of jax.export, or text in
 * UTF-8. A file of jax.export is a flatbuffer: it begins with the offset of its root, and holds bytecode.
 */
export function isStableHloBytes(bytes: Uint8Array): boolean {
  if (isBytecodeAt(bytes, 0) || isStableHloText(beginning(bytes))) return true;
  if (bytes.length < 8) return false;
  const root = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (root < 4 || root >= bytes.length) return false;
  let at = bytes.indexOf(0x4d, 4);
  while (at >= 0 && !isBytecodeAt(bytes, at)) at = bytes.indexOf(0x4d, at + 1);
  return at >= 0;
}
