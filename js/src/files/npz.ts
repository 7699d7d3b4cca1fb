/** `.npz`: several arrays in a ZIP archive, each a `.npy` file, as `numpy.savez` and `numpy.savez_compressed` write it. */

import { checkNotDetached } from '../values/detached.js';
import { called } from '../base/call-stack.js';
import { describeValue, isArray, isPlainObject, isText, quoted } from '../base/describe.js';
import { isElementType, type ElementType } from '../values/element-type.js';
import { jsError, withLocation } from '../base/errors.js';
import { isRevoked } from '../base/look-alike.js';
import { Literal } from '../values/literal.js';
import { asBytes, readNpy, writeNpy } from './npy.js';
import { zipArchive, zipBytes, zipEntries, type ZipEntry } from './zip.js';

/** Options of {@link readNpz}. */
export interface NpzReadOptions {
  /** The names of the arrays to read; all of them when left out. */
  readonly names?: readonly string[];
  /** By name, the element type of a file that cannot name it: see {@link NpyReadOptions}. */
  readonly types?: Readonly<Record<string, ElementType>>;
}

/** Options of {@link writeNpz}. */
export interface NpzWriteOptions {
  /** Deflates the arrays. False by default. */
  readonly compress?: boolean;
}

const suffix = '.npy';
/** A ZIP archive without ZIP64 counts no further. */
const maxArrays = 0xfffe;

/**
 * Reads the bytes of a `.npz` file: arrays by their names, in the order of the file. Entries that are not `.npy` files
 * are skipped.
 *
 * @throws HloomError (as a rejection) `js.c42` for anything but such an archive, `js.c43` for a name that it does not
 * have, and what {@link readNpy} throws, with the array's name as the location
 */
export function readNpz(bytes: Uint8Array, options: NpzReadOptions = {}): Promise<Map<string, Literal>> {
  return called(readNpz, async () => {
    const op = 'readNpz';
    const file = asBytes(bytes, op);
    const { names, types } = checkReadOptions(options, op);
    const entries = arrayEntries(file, op);
    checkNames(
      names ?? [],
      entries.map(({ name }) => name),
      op,
    );
    const arrays = new Map<string, Literal>();
    for (const { name, entry } of entries) {
      if (names !== undefined && !names.includes(name)) continue;
      const data = await zipBytes(file, entry, op);
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      try {
        arrays.set(name, readNpy(data, type === undefined ? {} : { type }));
      } catch (thrown) {
        throw withLocation(thrown, `array ${quoted(name)}`);
      }
    }
    return arrays;
  });
}

/** The names of the arrays of a `.npz` file that {@link readNpz} reads, in the order of the file. */
export function npzNames(bytes: Uint8Array): string[] {
  return arrayEntries(bytes, 'readNpz').map(({ name }) => name);
}

function arrayEntries(file: Uint8Array, op: string): { readonly name: string; readonly entry: ZipEntry }[] {
  const entries = zipEntries(file, op).filter(({ name }) => name.endsWith(suffix));
  return entries.map((entry) => ({ name: entry.name.slice(0, -suffix.length), entry }));
}

/**
 * The bytes of a `.npz` file of these arrays. The same arrays give the same bytes.
 *
 * @param arrays - literals by name: an object, or entries such as a Map
 * @throws HloomError (as a rejection) `js.c5` for anything but literals and names, `js.c25` for tuples and tokens,
 * `js.c13` from 4 GiB on
 */
export function writeNpz(
  arrays: Readonly<Record<string, Literal>> | Iterable<readonly [string, Literal]>,
  options: NpzWriteOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return called(writeNpz, async () => {
    const op = 'writeNpz';
    const compress = checkWriteOptions(options, op);
    const inputs = entriesOf(arrays, op).map(([name, literal]) => {
      try {
        return { name: `${name}${suffix}`, bytes: writeNpy(literal) };
      } catch (thrown) {
        throw withLocation(thrown, `array ${quoted(name)}`);
      }
    });
    return zipArchive(inputs, compress, op);
  });
}

function entriesOf(arrays: unknown, op: string): (readonly [string, Literal])[] {
  if (ArrayBuffer.isView(arrays)) checkNotDetached(arrays, op);
  const isObject = typeof arrays === 'object' && arrays !== null && !isRevoked(arrays);
  const iterable = isObject && Symbol.iterator in arrays;
  if (!iterable && !isPlainObject(arrays)) {
    throw jsError('argumentKind', `the arrays are ${describeValue(arrays)}`, {
      op,
      help: 'pass an object of literals, as in { weights: literal }, or a Map',
    });
  }
  const entries = (iterable ? [...(arrays as Iterable<unknown>)] : Object.entries(arrays)) as [string, Literal][];
  const names = new Set<string>();
  for (const entry of entries as unknown[]) {
    const name: unknown = isArray(entry) ? entry[0] : entry;
    if (!isArray(entry) || !isText(name))
      throw jsError('argumentKind', `the name of an array is ${describeValue(name)}`, {
        op,
        help: 'pass an object of literals with their names, as in { weights: literal }, or a Map',
      });
    if (names.has(name)) throw jsError('argumentKind', `two arrays are called ${quoted(name)}`, { op });
    names.add(name);
  }
  if (entries.length <= maxArrays) return entries;
  throw jsError('tooBig', `${entries.length} arrays are too many for one archive`, {
    op,
    help: `write at most ${maxArrays} to a file`,
  });
}

function checkNames(wanted: readonly string[], there: readonly string[], op: string): void {
  const missing = wanted.find((name) => !there.includes(name));
  if (missing === undefined) return;
  const list = there.slice(0, 20).map(quoted);
  const more = there.length > list.length ? ` and ${there.length - list.length} more` : '';
  throw jsError('npzEntry', `the file has no array ${quoted(missing)}`, {
    op,
    help: there.length === 0 ? 'the file has no arrays at all' : `it has ${list.join(', ')}${more}`,
  });
}

function checkReadOptions(options: unknown, op: string): Required<Pick<NpzReadOptions, 'types'>> & NpzReadOptions {
  const { names, types } = checkKeys(options, ['names', 'types'], op);
  if (names !== undefined && !(isArray(names) && names.every(isText))) {
    throw jsError('options', `names is ${describeValue(names)}`, { op, help: 'use an array of names' });
  }
  if (types !== undefined && !(isPlainObject(types) && Object.values(types).every(isElementType))) {
    throw jsError('options', 'types is not an object of element types', {
      op,
      help: 'use { types: { w: "F8E4M3FN" } }',
    });
  }
  return {
    types: (types ?? {}) as Record<string, ElementType>,
    ...(names === undefined ? {} : { names: names }),
  };
}

function checkWriteOptions(options: unknown, op: string): boolean {
  const { compress } = checkKeys(options, ['compress'], op);
  if (compress === undefined || typeof compress === 'boolean') return compress === true;
  throw jsError('options', `compress is ${describeValue(compress)}`, { op, help: 'use true or false' });
}

function checkKeys(options: unknown, known: readonly string[], op: string): Record<string, unknown> {
  if (!isPlainObject(options)) throw jsError('options', `the options are ${describeValue(options)}`, { op });
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown === undefined) return options;
  throw jsError('options', `unknown option ${quoted(unknown)}`, {
    op,
    help: `the options are ${known.join(', ')}`,
  });
}
