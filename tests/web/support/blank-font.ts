// A font whose every character is a blank of the same width, made here: with it a page is laid out
// alike on every machine, whichever fonts that has.

const unitsPerEm = 1000;
const advance = 560;
const [ascent, descent] = [900, -250];

/** Numbers as bytes, the highest first; a negative size means a signed number. */
function bytes(...fields: readonly (readonly [size: number, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [size]) => sum + Math.abs(size), 0));
  let at = 0;
  for (const [size, value] of fields) {
    if (size < 0) buffer.writeIntBE(value, at, -size);
    else buffer.writeUIntBE(value, at, size);
    at += Math.abs(size);
  }
  return buffer;
}

const u16 = (value: number) => [2, value] as const;
const i16 = (value: number) => [-2, value] as const;
const u32 = (value: number) => [4, value] as const;
const zeros = (count: number) => Array.from({ length: count }, () => u16(0));

/** Every character there is has glyph 1: a table of format 13. */
function characterMap(): Buffer {
  const header = [u16(0), u16(1), u16(3), u16(10), u32(12)];
  const group = [u32(0x20), u32(0x10ffff), u32(1)];
  return bytes(...header, u16(13), u16(0), u32(28), u32(0), u32(1), ...group);
}

function tables(): Record<string, Buffer> {
  const box = [i16(0), i16(descent), i16(advance), i16(ascent)];
  return {
    'OS/2': bytes(
      ...[u16(4), i16(advance), u16(400), u16(5), u16(0), ...zeros(11), ...zeros(5), ...zeros(8), u32(0x20202020)],
      ...[u16(0x40), u16(0x20), u16(0xffff), i16(ascent), i16(descent), i16(0), u16(ascent), u16(-descent)],
      ...[u32(1), u32(0), i16(500), i16(700), u16(0), u16(0x20), u16(1)],
    ),
    cmap: characterMap(),
    glyf: Buffer.alloc(4),
    head: bytes(
      ...[u32(0x10000), u32(0x10000), u32(0), u32(0x5f0f3cf5), u16(3), u16(unitsPerEm), u32(0), u32(0), u32(0), u32(0)],
      ...[...box, u16(0), u16(8), i16(2), i16(0), i16(0)],
    ),
    hhea: bytes(
      ...[u32(0x10000), i16(ascent), i16(descent), i16(0), u16(advance), i16(0), i16(0), i16(advance)],
      ...[i16(1), i16(0), i16(0), ...zeros(4), i16(0), u16(2)],
    ),
    hmtx: bytes(u16(advance), i16(0), u16(advance), i16(0)),
    loca: bytes(...zeros(3)),
    maxp: bytes(u32(0x10000), u16(2), ...zeros(4), u16(1), ...zeros(8)),
    name: bytes(u16(0), u16(0), u16(6)),
    post: bytes(u32(0x30000), u32(0), i16(-100), i16(50), u32(1), u32(0), u32(0), u32(0), u32(0)),
  };
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

const padded = (table: Buffer): Buffer => Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);

/** The font as a TrueType file. */
export function blankFont(): Buffer {
  const parts = Object.entries(tables());
  const count = parts.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const directory = [
    bytes(u32(0x10000), u16(count), u16(power * 16), u16(Math.log2(power)), u16((count - power) * 16)),
  ];
  let offset = 12 + 16 * count;
  for (const [tag, table] of parts) {
    directory.push(Buffer.from(tag, 'latin1'), bytes(u32(checksum(padded(table))), u32(offset), u32(table.length)));
    offset += padded(table).length;
  }
  return Buffer.concat([...directory, ...parts.map(([, table]) => padded(table))]);
}
