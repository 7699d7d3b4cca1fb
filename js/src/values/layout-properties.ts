/**
 * The properties of a layout other than the order of the dimensions and their padding: how other machines tile an
 * array, and where they store it.
 */

import { describeValue, isArray, isPlainObject } from '../base/describe.js';
import { elementInfo, isElementType, type ElementType } from './element-type.js';
import { jsError } from '../base/errors.js';
import { int64FromJson, type LayoutJson } from '../base/wire.js';

/** A dimension that is split at some indices, the parts in different memories. */
export interface LayoutSplit {
  readonly dimension: number;
  readonly indices: readonly number[];
}

/**
 * The properties of XLA's layouts for other machines. They change neither values nor hloom's memory; they are kept so
 * that text and bytes do not change. Each exists only if it is set.
 */
export interface LayoutProperties {
  /** The sizes of each tile, `T(8,128)(2,1)`; `'*'` merges a dimension into the next one. */
  readonly tiles?: readonly (readonly (number | '*')[])[];
  /** The end is padded to a multiple of this number of elements, `L(1024)`. */
  readonly tailPaddingAlignment?: number;
  /** The unsigned type of indices, `#(u32)`. */
  readonly indexType?: ElementType;
  /** The unsigned type of pointers, `*(u32)`. */
  readonly pointerType?: ElementType;
  /** The number of bits of an element, if it differs from that of the type, `E(4)`. */
  readonly elementSizeInBits?: number;
  /** The number of a memory other than the first, `S(1)`. */
  readonly memorySpace?: number;
  /** `SC(0:512)`: dimension 0 is split at 512. */
  readonly splits?: readonly LayoutSplit[];
  /** The number of bytes before the array that hold its live sizes, `M(1024)`. */
  readonly dynamicShapeMetadataPrefixBytes?: number;
}

/** The numeric properties: their names here, on the wire and in text, and their defaults. */
const numbers = {
  tailPaddingAlignment: { json: 'tail_padding_alignment', text: 'L', none: 1 },
  elementSizeInBits: { json: 'element_size_in_bits', text: 'E', none: 0 },
  memorySpace: { json: 'memory_space', text: 'S', none: 0 },
  dynamicShapeMetadataPrefixBytes: { json: 'dynamic_shape_metadata_prefix_bytes', text: 'M', none: 0 },
} as const;
type NumberName = keyof typeof numbers;
const numberNames = Object.keys(numbers) as NumberName[];
/** The types among them. */
const types = {
  indexType: { json: 'index_type', text: '#' },
  pointerType: { json: 'pointer_type', text: '*' },
} as const;
type TypeName = keyof typeof types;
const typeNames = Object.keys(types) as TypeName[];

/**
 * The properties that are set, checked and frozen.
 *
 * @throws HloomError `js.c35` for what is none
 */
export function propertiesOf(layout: LayoutProperties, op: string): LayoutProperties {
  const found: Record<string, unknown> = {};
  const refuse = (name: string, value: unknown): Error =>
    jsError('layoutProperties', `${name} of a layout cannot be ${describeValue(value)}`, { op });
  const list = <T>(name: string, value: unknown, entryOf: (entry: unknown, name: string) => T): readonly T[] => {
    if (!isArray(value)) throw refuse(name, value);
    return Object.freeze(Array.from(value, (entry, i) => entryOf(entry, `${name}[${i}]`)));
  };
  const count = (value: unknown, name: string): number => {
    if (isCount(value)) return value;
    throw refuse(name, value);
  };
  const { tiles = [], splits = [] } = layout;
  const tileSize = (size: unknown, name: string): number | '*' => (size === '*' ? size : count(size, name));
  const readTiles = list('tiles', tiles, (tile, name) => list(name, tile, tileSize));
  if (readTiles.length > 0) found['tiles'] = readTiles;
  for (const name of typeNames) {
    const type = layout[name];
    if (type === undefined) continue;
    if (!isElementType(type) || elementInfo(type).kind !== 'unsigned') throw refuse(name, type);
    found[name] = type;
  }
  for (const name of numberNames) {
    const number = count(layout[name] ?? numbers[name].none, name);
    if (number !== numbers[name].none) found[name] = number;
  }
  const readSplits = list('splits', splits, (split, name) => {
    if (!isPlainObject(split)) throw refuse(name, split);
    const dimension = count(split['dimension'], `${name}.dimension`);
    return Object.freeze({ dimension, indices: list(`${name}.indices`, split['indices'], count) });
  });
  if (readSplits.length > 0) found['splits'] = readSplits;
  return found;
}

/** The text of the properties as XLA writes them, in its order: `T(8,128)S(1)`. */
export function propertiesText(layout: LayoutProperties): string {
  const { tiles = [], splits = [] } = layout;
  const number = (name: NumberName): string =>
    layout[name] === undefined ? '' : `${numbers[name].text}(${layout[name]})`;
  const type = (name: TypeName): string =>
    layout[name] === undefined ? '' : `${types[name].text}(${elementInfo(layout[name]).text})`;
  return [
    tiles.length === 0 ? '' : `T${tiles.map((tile) => `(${tile.join(',')})`).join('')}`,
    number('tailPaddingAlignment'),
    type('indexType'),
    type('pointerType'),
    number('elementSizeInBits'),
    number('memorySpace'),
    splits.length === 0 ? '' : `SC${splits.map((s) => `(${s.dimension}:${s.indices.join(',')})`).join('')}`,
    number('dynamicShapeMetadataPrefixBytes'),
  ].join('');
}

/** The properties in the form that the core speaks. */
export function propertiesToJson(layout: LayoutProperties): Partial<LayoutJson> {
  const json: Record<string, unknown> = {};
  if (layout.tiles !== undefined) json['tiles'] = layout.tiles.map((tile) => tile.map(String));
  for (const name of numberNames) {
    if (layout[name] !== undefined) json[numbers[name].json] = String(layout[name]);
  }
  for (const name of typeNames) {
    if (layout[name] !== undefined) json[types[name].json] = layout[name];
  }
  if (layout.splits !== undefined) {
    json['splits'] = layout.splits.map(({ dimension, indices }) => ({
      dimension: String(dimension),
      indices: indices.map(String),
    }));
  }
  return json;
}

/** The properties from the form that the core speaks; they must still be checked. */
export function propertiesFromJson(json: LayoutJson): LayoutProperties {
  const found: Record<string, unknown> = {};
  if (json.tiles !== undefined) {
    found['tiles'] = json.tiles.map((tile) => tile.map((size) => (size === '*' ? size : int64FromJson(size))));
  }
  for (const name of numberNames) {
    const number = json[numbers[name].json];
    if (number !== undefined) found[name] = int64FromJson(number);
  }
  for (const name of typeNames) {
    const type = json[types[name].json];
    if (type !== undefined) found[name] = type;
  }
  if (json.splits !== undefined) {
    found['splits'] = json.splits.map(({ dimension, indices }) => ({
      dimension: int64FromJson(dimension),
      indices: indices.map(int64FromJson),
    }));
  }
  return found;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
