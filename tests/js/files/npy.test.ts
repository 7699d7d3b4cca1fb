// .npy and .npz: files that numpy wrote, files that numpy reads, and files that are none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  bf16,
  f32,
  f8e4m3fn,
  HloomError,
  Literal,
  readNpy,
  readNpz,
  Shape,
  writeNpy,
  writeNpz,
  type ElementType,
  type SerializedLiteral,
} from 'hloom';
import { elementInfo, elementTypes } from '../../../js/src/values/element-type.js';
import { expectError } from '../support/expect-error.js';

const folder = join(__dirname, '../../data/npy');
const file = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
const { arrays } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
  arrays: Record<string, SerializedLiteral>;
};

/** Bytes of a .npy file with this header and data, by hand. */
function npy(header: string, data: readonly number[] = [], version: readonly [number, number] = [1, 0]): Uint8Array {
  const text = new TextEncoder().encode(header);
  const size = version[0] === 1 ? 2 : 4;
  const length = Array.from({ length: size }, (_, byte) => (text.length >>> (8 * byte)) & 0xff);
  return new Uint8Array([0x93, ...new TextEncoder().encode('NUMPY'), ...version, ...length, ...text, ...data]);
}

describe('what numpy wrote', () => {
  test('the samples have every type of numpy that XLA has, in both byte orders', () => {
    const names = Object.keys(arrays);
    for (const type of ['pred', 's8', 'u8', 's16', 'u16', 's32', 'u32', 's64', 'u64', 'f16', 'f32', 'f64', 'c64']) {
      expect(names).toContain(type);
    }
    for (const type of ['s16', 'u16', 's32', 'u32', 's64', 'u64', 'f16', 'f32', 'f64', 'c64', 'c128']) {
      expect(names).toContain(`${type}_be`);
    }
  });

  test.each(['types.npz', 'types-compressed.npz'])('%s', async (name) => {
    const found = await readNpz(file(name));
    expect([...found.keys()]).toEqual(Object.keys(arrays));
    for (const [key, literal] of found) expect([key, literal.toJSON()]).toEqual([key, arrays[key]]);
  });

  test.each(['f32', 's64_be', 'fortran', 'scalar', 'empty'])('%s.npy', (name) => {
    expect(readNpy(file(`${name}.npy`)).toJSON()).toEqual(arrays[name]);
  });

  test('the values are what they should be, whoever wrote them down', () => {
    const f = readNpy(file('f32.npy')).toArray() as number[][];
    expect(f[0]).toEqual([Math.fround(0.1), -0, Infinity]);
    expect(f[1]).toEqual([-Infinity, NaN, 1.5]);
    expect(readNpy(file('s64_be.npy')).toArray()).toEqual([
      [-(2n ** 63n), 2n ** 63n - 1n, 0n],
      [1n, 3074457345618258602n, -1844674407370955162n],
    ]);
    const fortran = readNpy(file('fortran.npy'));
    expect(fortran.shape.toStringWithLayout()).toBe('s32[2,3,4]{0,1,2}');
    expect(fortran.toArray()).toEqual(
      [0, 1].map((i) => [0, 1, 2].map((j) => [0, 1, 2, 3].map((k) => 12 * i + 4 * j + k))),
    );
  });

  test('versions 2 and 3 of the header', () => {
    expect(readNpy(file('version-2.npy')).toJSON()).toEqual(arrays.f32);
    expect(readNpy(file('version-3.npy')).toJSON()).toEqual(arrays.f32);
  });

  test('what is written is the same file, byte for byte', async () => {
    for (const name of ['f32', 'fortran', 'scalar', 'empty']) {
      expect(writeNpy(readNpy(file(`${name}.npy`)))).toEqual(file(`${name}.npy`));
    }
    // The entries of an archive that is not compressed are whole files.
    const archive = Buffer.from(file('types.npz'));
    for (const [name, literal] of await readNpz(file('types.npz'))) {
      if (!name.endsWith('_be')) expect([name, archive.includes(Buffer.from(writeNpy(literal)))]).toEqual([name, true]);
    }
  });

  test('bytes without a type: two are BF16, of one the type must be said', async () => {
    expect(readNpy(file('void-2.npy')).toString()).toBe('bf16[3] {1, 2, -3}');
    expect(readNpy(file('void-1.npy'), { type: 'F8E4M3FN' }).toString()).toBe('f8e4m3fn[3] {1, 2, -3}');
    await expectError(() => readNpy(file('void-1.npy')), {
      code: 'UNIMPLEMENTED',
      rule: 'js.c41',
      message: /of that width are .*s4.*f8e5m2/,
      help: /readNpy\(bytes, { type: "F8E4M3FN" }\)/,
    });
    await expectError(() => readNpy(file('void-2.npy'), { type: 'F32' }), { code: 'UNIMPLEMENTED', rule: 'js.c41' });
  });

  test.each([
    ['structured.npy', /records/, /each field/],
    ['text.npy', /are text/, /save numbers/],
    ['object.npy', /Python objects/, /astype/],
    ['dates.npy', /dates/, /astype\("i8"\)/],
  ])('%s is refused with the way out', async (name, message, help) => {
    await expectError(() => readNpy(file(name)), { code: 'UNIMPLEMENTED', rule: 'js.c41', message, help });
  });
});

describe('headers', () => {
  test.each([
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }"],
    ['{"shape": (1L,), "fortran_order": False, "descr": "<f4"}\n'],
    ["  {  'descr' :u'=f4','fortran_order':True,'shape':[ 1 ]}  "],
  ])('%s', (header) => {
    expect(readNpy(npy(header, [0, 0, 0x80, 0x3f])).toArray()).toEqual([1]);
  });

  test('types of ml_dtypes by name', () => {
    const header = (descr: string): string => `{'descr': '${descr}', 'fortran_order': False, 'shape': (2,)}`;
    expect(readNpy(npy(header('bfloat16'), [0x80, 0x3f, 0x40, 0x40])).toString()).toBe('bf16[2] {1, 3}');
    expect(readNpy(npy(header('float8_e5m2'), [0x3c, 0x40])).toString()).toBe('f8e5m2[2] {1, 2}');
    expect(readNpy(npy(header('<f1'), [0x3c, 0x40])).toString()).toBe('f8e5m2[2] {1, 2}');
    expect(readNpy(npy(header('int4'), [0xff, 7])).toString()).toBe('s4[2] {-1, 7}');
    expect(readNpy(npy(header('float4_e2m1fn'), [2, 7])).toString()).toBe('f4e2m1fn[2] {1, 6}');
  });

  test('a long header has version 2', () => {
    const dimensions = Array<number>(30_000).fill(1);
    const bytes = writeNpy(Literal.fromTypedArray(new Float32Array([7]), Shape.array('F32', dimensions)));
    expect([...bytes.slice(6, 8)]).toEqual([2, 0]);
    expect(readNpy(bytes).data).toEqual(new Float32Array([7]));
  });

  test.each([
    ['{}', /no 'descr'/],
    ["{'descr': '<f4', 'fortran_order': 1, 'shape': ()}", /neither True nor False/],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", /not a tuple of sizes/],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': 3}", /not a tuple of sizes/],
    [
      "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
      /has the size 100000000000000000000/,
    ],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (9007199254740991, 9007199254740991)}", /cut off/],
    ['[1]', /not a dict/],
    ["{'descr': __import__('os')}", /value is missing at position 10/],
    [`{'descr': ${'('.repeat(100_000)}`, /more than 32 deep/],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", /text follows/],
    ['{1: 2}', /not a string/],
    ["{'descr': '<f4' 'x'}", /',' or '}'/],
  ])('%.60s is refused', async (header, message) => {
    await expectError(() => readNpy(npy(header, [], header.length > 60_000 ? [2, 0] : [1, 0])), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c40',
      message,
    });
  });

  test.each([
    [new Uint8Array(0), /is empty/],
    [new Uint8Array([0x93, 0x4e]), /ends after 2 bytes/],
    [new TextEncoder().encode('HloModule'), /does not start/],
    [new Uint8Array([0x50, 0x4b, 3, 4]), /ZIP archive/],
    [npy('{}', [], [4, 0]), /version 4.0/],
    [npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", [0, 0, 0]), /takes 4 bytes, 3 are there/],
    [
      npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", [0, 0, 0, 0, 0]),
      /: 1 byte follows the 4 of f32\[1\]/,
    ],
  ])('bytes that are no .npy file: %#', async (bytes, message) => {
    await expectError(() => readNpy(bytes), { code: 'INVALID_ARGUMENT', rule: 'js.c40', message });
  });

  test('truth values are 0 and 1, and small integers fit', async () => {
    const header = (descr: string): string => `{'descr': '${descr}', 'fortran_order': False, 'shape': (2,)}`;
    await expectError(() => readNpy(npy(header('|b1'), [1, 2])), { code: 'INVALID_ARGUMENT', rule: 'js.c10' });
    await expectError(() => readNpy(npy(header('int4'), [1, 8])), { code: 'INVALID_ARGUMENT', rule: 'js.c10' });
  });

  test('wrong calls', async () => {
    await expectError(() => readNpy('x' as never), { code: 'INVALID_ARGUMENT', rule: 'js.c5', help: /arrayBuffer/ });
    await expectError(() => readNpy(file('f32.npy'), { kind: 1 } as never), { code: /./, rule: 'js.c22' });
    await expectError(() => readNpy(file('f32.npy'), { type: 'float' } as never), { code: /./, rule: 'js.c22' });
    await expectError(() => writeNpy([1] as never), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
    await expectError(() => writeNpy(Literal.tuple(Literal.from(1))), { code: /./, rule: 'js.c25', help: /writeNpz/ });
    await expectError(() => readNpz(file('types.npz'), { name: ['x'] } as never), { code: /./, rule: 'js.c22' });
    await expectError(() => readNpz(file('types.npz'), { names: 'x' } as never), { code: /./, rule: 'js.c22' });
    await expectError(() => writeNpz(5 as never), { code: /./, rule: 'js.c5' });
    await expectError(() => writeNpz([['a', Literal.from(1)], ['a', Literal.from(2)]]), { code: /./, rule: 'js.c5' }); // prettier-ignore
    await expectError(() => writeNpz({ a: Literal.token() }), { code: /./, rule: 'js.c25' });
  });
});

/** Any literal of an array: type, sizes, layout, bits. */
const anyArray = fc
  .tuple(fc.constantFrom(...elementTypes), fc.array(fc.nat(4), { maxLength: 4 }))
  .chain(([type, dimensions]) => {
    const { bits, bytes, kind } = elementInfo(type);
    const count = dimensions.reduce((product, size) => product * size, 1);
    const order = fc.shuffledSubarray([...dimensions.keys()], { minLength: dimensions.length });
    const low = kind === 'signed' && bits < 8 ? -(2 ** (bits - 1)) : 0;
    const top = kind === 'pred' ? 1 : bits < 8 ? low + 2 ** bits - 1 : 255;
    const data = fc.array(fc.integer({ min: low, max: top }), { minLength: count * bytes, maxLength: count * bytes });
    return fc.tuple(order, data).map(([minorToMajor, values]) => {
      const { array } = elementInfo(type);
      const shape = Shape.array(type, dimensions, minorToMajor);
      return Literal.fromTypedArray(new array(new Uint8Array(values).buffer), shape);
    });
  });

const typeOf = (literal: Literal): { type: ElementType } => ({ type: literal.shape.type as ElementType });

describe('any array', () => {
  test('is the same when it is read back, in C or in Fortran order', () => {
    fc.assert(
      fc.property(anyArray, (literal) => {
        const again = readNpy(writeNpy(literal), typeOf(literal));
        const { rank, layout, dimensions } = literal.shape;
        const kept = literal.shape.hasDefaultLayout || layout?.minorToMajor.every((d, index) => d === index) === true;
        expect(again.shape.dimensions).toEqual(dimensions);
        expect(again.shape.hasDefaultLayout || kept).toBe(true);
        const back = rank === 0 ? again : again.relayout(layout?.minorToMajor ?? []);
        expect(back.equals(literal, { nanEqual: !kept })).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('goes through .npz, stored and deflated, under any name', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), anyArray), {
          maxLength: 4,
          selector: ([name]) => name,
        }),
        fc.boolean(),
        async (entries, compress) => {
          const types = Object.fromEntries(entries.map(([name, literal]) => [name, typeOf(literal).type]));
          const bytes = await writeNpz(entries, { compress });
          const again = await readNpz(bytes, { types: { ...types } });
          expect([...again.keys()]).toEqual(entries.map(([name]) => name));
          for (const [name, literal] of entries) {
            expect(writeNpy(again.get(name) as Literal)).toEqual(writeNpy(literal));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Reads bytes that may be wrong: all that may happen is an array or an HloomError. */
async function survives(read: () => unknown): Promise<'read' | 'refused'> {
  try {
    await read();
    return 'read';
  } catch (error) {
    if (error instanceof HloomError) return 'refused';
    throw error;
  }
}

describe('damaged files', () => {
  test('.npy: cut off anywhere', async () => {
    for (const name of ['f32.npy', 'fortran.npy', 'version-2.npy', 'version-3.npy', 'structured.npy', 'scalar.npy']) {
      const bytes = file(name);
      for (let length = 0; length < bytes.length; length++) {
        expect([name, length, await survives(() => readNpy(bytes.subarray(0, length)))]).toEqual([
          name,
          length,
          'refused',
        ]);
      }
    }
  });

  test('.npz: cut off anywhere', async () => {
    const arrays = { a: Literal.from([1, 2, 3]), b: Literal.from(Array<number>(200).fill(5)) };
    for (const compress of [false, true]) {
      const bytes = await writeNpz(arrays, { compress });
      for (let length = 0; length < bytes.length; length++) {
        expect([length, await survives(() => readNpz(bytes.subarray(0, length)))]).toEqual([length, 'refused']);
      }
    }
  });

  test('.npz: numpy’s own, cut off here and there', async () => {
    const bytes = file('types-compressed.npz');
    for (let length = 0; length < bytes.length; length += 7) {
      expect(await survives(() => readNpz(bytes.subarray(0, length)))).toBe('refused');
    }
  });

  test('any byte changed to anything', async () => {
    const npz = await writeNpz({ w: Literal.from([1, 2, 3]), v: Literal.from([4n]) }, { compress: true });
    const npys = [file('f32.npy'), file('structured.npy')];
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(255), fc.nat(), fc.nat(255), async (at, value, at2, value2) => {
        for (const [index, original] of [npz, ...npys].entries()) {
          const bytes = original.slice();
          bytes[at % bytes.length] = value;
          bytes[at2 % bytes.length] = value2;
          await survives(() => (index === 0 ? readNpz(bytes) : readNpy(bytes)));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a changed element of a .npz is told by the checksum', async () => {
    const bytes = await writeNpz({ w: Literal.from([1, 2, 3]) });
    const at = bytes.findIndex((_, index) => bytes[index] === 0x80 && bytes[index + 1] === 0x3f);
    bytes[at] = 0x81;
    await expectError(() => readNpz(bytes), { code: 'INVALID_ARGUMENT', rule: 'js.c42', message: /checksum/ });
  });
});

describe('.npz', () => {
  test('only the arrays that are asked for, by type where the file has none', async () => {
    const w = Literal.fromTypedArray(new Uint8Array([0x38, 0x40]), f8e4m3fn(2));
    const b = Literal.fromTypedArray(new Uint16Array([0x3f80]), bf16(1));
    const bytes = await writeNpz(new Map<string, Literal>([['w', w], ['b', b], ['x', Literal.from(1)]])); // prettier-ignore
    const found = await readNpz(bytes, { names: ['b', 'x'] });
    expect([...found].map(([name, literal]) => `${name}: ${literal.toString()}`)).toEqual([
      'b: bf16[1] {1}',
      'x: f32[] 1',
    ]);
    const all = await readNpz(bytes, { types: { w: 'F8E4M3FN' } });
    expect(all.get('w')?.equals(w)).toBe(true);
    await expectError(() => readNpz(bytes), { code: 'UNIMPLEMENTED', rule: 'js.c41', message: /at array "w"/ });
    await expectError(() => readNpz(bytes, { names: ['y'] }), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c43',
      help: /^it has "w", "b", "x"$/,
    });
  });

  test('names are shown with their beginning only', async () => {
    const name = 'a'.repeat(5000);
    const shown = new RegExp(`"a{60}\\.\\.\\."`);
    const tuple = Literal.tuple(Literal.from(1));
    const written = await expectError(() => writeNpz({ [name]: tuple }), { code: /./, rule: 'js.c25', message: shown });
    expect(written.message.length).toBeLessThan(500);
    const twice = [1, 2].map((value) => [name, Literal.from(value)] as const);
    await expectError(() => writeNpz(twice), { code: /./, rule: 'js.c5', message: shown });
    const bytes = await writeNpz({ [name]: Literal.from(1) });
    const missing = { code: /./, rule: 'js.c43', message: shown, help: shown };
    await expectError(() => readNpz(bytes, { names: ['a'.repeat(100)] }), missing);
    bytes[bytes.indexOf(0x93)] = 0;
    const damaged = await expectError(() => readNpz(bytes), { code: /./, message: /"a{60}\.\.\."/ });
    expect(damaged.message.length).toBeLessThan(500);
  });

  test('the same arrays give the same bytes, and an object will do', async () => {
    const arrays = { a: Literal.from([1, 2]), b: Literal.from([[true]]) };
    expect(await writeNpz(arrays)).toEqual(await writeNpz(Object.entries(arrays)));
    expect([...(await readNpz(await writeNpz({}))).keys()]).toEqual([]);
  });

  test('an archive with a comment after its end', async () => {
    const bytes = await writeNpz({ a: Literal.from([1, 2]) });
    const comment = new TextEncoder().encode('made by hand');
    const all = new Uint8Array([...bytes, ...comment]);
    new DataView(all.buffer).setUint16(bytes.length - 2, comment.length, true);
    expect((await readNpz(all)).get('a')?.toArray()).toEqual([1, 2]);
  });

  test('ZIP64: the end of the list and the sizes in 64 bits', async () => {
    const plain = await writeNpz({ a: Literal.from([1, 2]) });
    const end = plain.length - 22;
    const view = new DataView(plain.buffer);
    const start = view.getUint32(end + 16, true);
    const entry = plain.slice(start, end);
    // The entry with its sizes moved to an extra field.
    const extra = new Uint8Array(20);
    const extraView = new DataView(extra.buffer);
    extraView.setUint16(0, 1, true);
    extraView.setUint16(2, 16, true);
    const entryView = new DataView(entry.buffer);
    extraView.setBigUint64(4, BigInt(entryView.getUint32(24, true)), true);
    extraView.setBigUint64(12, BigInt(entryView.getUint32(20, true)), true);
    entryView.setUint32(20, 0xffffffff, true);
    entryView.setUint32(24, 0xffffffff, true);
    entryView.setUint16(30, extra.length, true);
    const tail = new Uint8Array(56 + 20 + 22);
    const tailView = new DataView(tail.buffer);
    tailView.setUint32(0, 0x06064b50, true);
    tailView.setBigUint64(32, 1n, true);
    tailView.setBigUint64(48, BigInt(start), true);
    tailView.setUint32(56, 0x07064b50, true);
    tailView.setBigUint64(64, BigInt(start + entry.length + extra.length), true);
    tailView.setUint32(76, 0x06054b50, true);
    tailView.setUint16(86, 0xffff, true);
    tailView.setUint32(92, 0xffffffff, true);
    const bytes = new Uint8Array([...plain.slice(0, start), ...entry, ...extra, ...tail]);
    expect((await readNpz(bytes)).get('a')?.toArray()).toEqual([1, 2]);
    for (let length = 0; length < bytes.length; length++) {
      expect(await survives(() => readNpz(bytes.subarray(0, length)))).toBe('refused');
    }
  });

  test('a bomb is refused before it is unpacked', async () => {
    const bytes = await writeNpz({ a: Literal.fromTypedArray(new Float32Array(1000), f32(1000)) }, { compress: true });
    const view = new DataView(bytes.buffer);
    const start = view.getUint32(bytes.length - 6, true);
    view.setUint32(start + 24, 0xfffffff0, true);
    await expectError(() => readNpz(bytes), { code: 'INVALID_ARGUMENT', rule: 'js.c42', message: /cannot have/ });
    view.setUint32(start + 24, 4000, true);
    await expectError(() => readNpz(bytes), { code: 'INVALID_ARGUMENT', rule: 'js.c42', message: /does not inflate/ });
  });

  test.each([
    [(view: DataView, entry: number) => view.setUint16(entry + 8, 1, true), /encrypted/],
    [(view: DataView, entry: number) => view.setUint16(entry + 10, 12, true), /method 12/],
    [(view: DataView, entry: number) => view.setUint32(entry + 42, 9, true), /not where its list says/],
    [(view: DataView, entry: number) => view.setUint32(entry, 9, true), /entry 0 of its list/],
    [(view: DataView, entry: number) => view.setUint32(entry + 20, 0x7fffffff, true), /more bytes than it has/],
  ])('what cannot be read is said: %#', async (change, message) => {
    const bytes = await writeNpz({ a: Literal.from(1) });
    const view = new DataView(bytes.buffer);
    change(view, view.getUint32(bytes.length - 6, true));
    await expectError(() => readNpz(bytes), { code: 'INVALID_ARGUMENT', rule: 'js.c42', message });
  });

  test('other files are told apart', async () => {
    await expectError(() => readNpz(file('f32.npy')), { code: /./, rule: 'js.c42', help: /readNpy/ });
    await expectError(() => readNpz(new Uint8Array(50)), { code: /./, rule: 'js.c42', message: /not a ZIP archive/ });
  });
});
