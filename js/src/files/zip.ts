/**
 * ZIP archives, as far as `.npz` needs them: entries stored or deflated, ZIP64 read, no encryption. Everything is
 * checked against the existing bytes before memory is allocated.
 */

import { quoted } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { advice } from '../base/message.js';
import { joinedBytes } from '../base/typed-array.js';
import { currentPlatform } from '../instance/platform.js';

/** An entry, found but not read. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** The offset of its local header. */
  readonly offset: number;
  readonly encrypted: boolean;
}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator: 0x07064b50 };
const stored = 0;
const deflated = 8;
/** The maximum expansion of a byte by deflate. */
const maxRatio = 1032;
const maxComment = 0xffff;
const inZip64 = 0xffffffff;

/**
 * The entries of an archive, in its order.
 *
 * @throws HloomError `js.c42`
 */
export function zipEntries(file: Uint8Array, op: string): ZipEntry[] {
  const reader = new Reader(file, op);
  const { count, offset } = directoryOf(reader);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let position = offset;
  let total = 0;
  for (let index = 0; index < count; index++) {
    if (reader.u32(position) !== signatures.central) throw damaged(`entry ${index} of its list is missing`, op);
    const nameLength = reader.u16(position + 28);
    const extraLength = reader.u16(position + 30);
    const entry = {
      name: reader.text(position + 46, nameLength),
      encrypted: (reader.u16(position + 8) & 1) !== 0,
      method: reader.u16(position + 10),
      crc: reader.u32(position + 16),
      ...sizesOf(reader, position, position + 46 + nameLength, extraLength),
    };
    if (names.has(entry.name)) throw damaged(`it has ${quoted(entry.name)} twice`, op);
    names.add(entry.name);
    total += entry.compressedSize;
    // Overlapping entries could expand a small file to a huge size.
    if (total > file.length) throw damaged('its entries take more bytes than it has', op);
    entries.push(entry);
    position += 46 + nameLength + extraLength + reader.u16(position + 32);
  }
  return entries;
}

/**
 * The bytes of one entry, checked.
 *
 * @throws HloomError `js.c42`
 */
export async function zipBytes(file: Uint8Array, entry: ZipEntry, op: string): Promise<Uint8Array> {
  const reader = new Reader(file, op);
  const { name, method, size, compressedSize, offset } = entry;
  const shown = quoted(name);
  if (entry.encrypted) throw damaged(`${shown} is encrypted`, op);
  if (reader.u32(offset) !== signatures.local) throw damaged(`${shown} is not where its list says`, op);
  const start = offset + 30 + reader.u16(offset + 26) + reader.u16(offset + 28);
  const packed = reader.slice(start, compressedSize);
  let bytes: Uint8Array;
  if (method === stored) {
    bytes = packed;
  } else if (method === deflated) {
    if (size > maxRatio * compressedSize + 64) throw damaged(`${shown} cannot have ${size} bytes`, op);
    bytes = await inflate(packed, size, shown, op);
  } else {
    throw damaged(`${shown} is compressed by method ${method}, and only 0 (stored) and 8 (deflated) can be read`, op);
  }
  if (bytes.length !== size) throw damaged(`${shown} has ${bytes.length} bytes instead of ${size}`, op);
  if (crc32(bytes) !== entry.crc) throw damaged(`the bytes of ${shown} do not fit their checksum`, op);
  return bytes;
}

/** One entry to be written. */
export interface ZipInput {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * An archive of these entries. The same entries give the same bytes: all are of the first of January 1980.
 *
 * @throws HloomError `js.c13` from 4 GiB on
 */
export async function zipArchive(
  inputs: readonly ZipInput[],
  compress: boolean,
  op: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of inputs) {
    const nameBytes = new TextEncoder().encode(name);
    const packed = compress ? await currentPlatform().deflateRaw(bytes) : bytes;
    const fields = {
      crc: crc32(bytes),
      method: compress ? deflated : stored,
      packed: packed.length,
      size: bytes.length,
    };
    const local = header(signatures.local, 30, nameBytes, 4, fields);
    const central = header(signatures.central, 46, nameBytes, 6, fields);
    // Version 2.0, and the offset of the entry.
    new DataView(central.buffer).setUint16(4, 20, true);
    new DataView(central.buffer).setUint32(42, offset, true);
    directory.push(central);
    parts.push(local, packed);
    offset += local.length + packed.length;
    if (offset > inZip64 - 2 ** 20) {
      throw jsError('tooBig', 'the archive would have more than 4 GiB', { op, help: 'write several smaller files' });
    }
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, signatures.end, true);
  end.setUint16(8, inputs.length, true);
  end.setUint16(10, inputs.length, true);
  end.setUint32(12, length, true);
  end.setUint32(16, offset, true);
  return joinedBytes([...parts, ...directory, new Uint8Array(end.buffer)]);
}

/** The fields that a local header and an entry of the directory share begin at `at`. */
function header(
  signature: number,
  size: number,
  name: Uint8Array,
  at: number,
  fields: { crc: number; method: number; packed: number; size: number },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, 0x0800, true); // names are UTF-8
  view.setUint16(at + 4, fields.method, true);
  view.setUint16(at + 8, 0x21, true); // 1980-01-01
  view.setUint32(at + 10, fields.crc, true);
  view.setUint32(at + 14, fields.packed, true);
  view.setUint32(at + 18, fields.size, true);
  view.setUint16(at + 22, name.length, true);
  bytes.set(name, size);
  return bytes;
}

/** Reads numbers, never past the end. */
class Reader {
  readonly file: Uint8Array;
  readonly op: string;
  readonly #view: DataView;

  constructor(file: Uint8Array, op: string) {
    this.file = file;
    this.op = op;
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  u16(at: number): number {
    this.#check(at, 2);
    return this.#view.getUint16(at, true);
  }

  u32(at: number): number {
    this.#check(at, 4);
    return this.#view.getUint32(at, true);
  }

  u64(at: number): number {
    return this.u32(at + 4) * 2 ** 32 + this.u32(at);
  }

  slice(at: number, length: number): Uint8Array {
    this.#check(at, length);
    return this.file.subarray(at, at + length);
  }

  text(at: number, length: number): string {
    return new TextDecoder().decode(this.slice(at, length));
  }

  #check(at: number, length: number): void {
    if (at >= 0 && at + length <= this.file.length) return;
    throw damaged('it is cut off', this.op);
  }
}

/** The number of entries, and the start of their list. */
function directoryOf(reader: Reader): { count: number; offset: number } {
  const { file, op } = reader;
  const first = Math.max(0, file.length - 22 - maxComment);
  for (let end = file.length - 22; end >= first; end--) {
    if (reader.u32(end) !== signatures.end) continue;
    const count = reader.u16(end + 10);
    const offset = reader.u32(end + 16);
    if (count !== 0xffff && offset !== inZip64) return { count, offset };
    if (end < 20 || reader.u32(end - 20) !== signatures.locator) return { count, offset };
    const end64 = reader.u64(end - 12);
    if (reader.u32(end64) !== signatures.end64) throw damaged('the end of its list is missing', op);
    return { count: reader.u64(end64 + 32), offset: reader.u64(end64 + 48) };
  }
  if (file.length >= 4 && reader.u32(0) === signatures.local) throw damaged('it is cut off', op);
  if (file.length >= 6 && file[0] === 0x93 && reader.text(1, 5) === 'NUMPY') {
    throw jsError('npzFormat', 'the file is a single array, a .npy file', {
      op,
      help: [advice('read_npy', 'read it with readNpy')],
    });
  }
  throw jsError('npzFormat', 'the file is not a ZIP archive', { op });
}

/** Sizes and offset of an entry; if they do not fit in 32 bits, they are in an extra field. */
function sizesOf(
  reader: Reader,
  central: number,
  extra: number,
  extraLength: number,
): { size: number; compressedSize: number; offset: number } {
  let at = extra;
  const end = extra + extraLength;
  while (at + 4 <= end && reader.u16(at) !== 1) at += 4 + reader.u16(at + 2);
  at += 4;
  const wide = (value: number): number => {
    if (value !== inZip64 || at + 8 > end) return value;
    at += 8;
    return reader.u64(at - 8);
  };
  const size = wide(reader.u32(central + 24));
  const compressedSize = wide(reader.u32(central + 20));
  return { size, compressedSize, offset: wide(reader.u32(central + 42)) };
}

async function inflate(packed: Uint8Array, size: number, shown: string, op: string): Promise<Uint8Array> {
  try {
    return await currentPlatform().inflateRaw(packed, size);
  } catch (thrown) {
    throw jsError('npzFormat', `the archive is damaged: ${shown} does not inflate to ${size} bytes`, {
      op,
      cause: thrown,
    });
  }
}

function damaged(what: string, op: string): Error {
  return jsError('npzFormat', `the archive is damaged: ${what}`, { op });
}

/** The checksum of ZIP archives. */
function crc32(bytes: Uint8Array): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (let index = 0; index < bytes.length; index++) {
    crc = (crcTable[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

let crcTable: Uint32Array | undefined;
