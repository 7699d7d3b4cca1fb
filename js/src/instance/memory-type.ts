/** The type of the memory that the WebAssembly module imports. In the file, threads do not share it. */

// Numbers in the binary format of WebAssembly.
const importSection = 2;
const functionImport = 0;
const memoryImport = 2;
const hasMaximum = 1;
const isShared = 2;

/**
 * Changes a module's bytes so that threads share the memory that it imports. All else is the same for both: atomic
 * operations work in memory that is not shared, too.
 *
 * @param bytes - the module, or its beginning
 * @returns false if the import of the memory is not among the bytes
 */
export function shareMemory(bytes: Uint8Array): boolean {
  const at = flagsOfMemory(bytes);
  if (at === undefined || bytes[at] !== hasMaximum) return false;
  bytes[at] = hasMaximum | isShared;
  return true;
}

/** The place of the flags of the imported memory. The module imports functions, then its memory. */
function flagsOfMemory(bytes: Uint8Array): number | undefined {
  let at = 8; // after the magic number and the version
  const number = (): number => {
    let value = 0;
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value >>> 0;
  };
  const skip = (length: number): void => {
    at += length;
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const length = number();
    if (section === importSection) break;
    skip(length);
  }
  for (let imports = number(); imports > 0 && at < bytes.length; imports--) {
    skip(number()); // the name of the module
    skip(number()); // the name of the import
    const kind = bytes[at++];
    if (kind === memoryImport) return at < bytes.length ? at : undefined;
    if (kind !== functionImport) return undefined;
    number();
  }
  return undefined;
}
