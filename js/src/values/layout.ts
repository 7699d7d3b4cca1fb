/** Layouts: the order of an array's dimensions in memory, their padding, and properties of other machines. */

import { articled, countText, describeList, describeValue, isArray } from '../base/describe.js';
import { elementInfo, type ElementType } from './element-type.js';
import { jsError } from '../base/errors.js';
import { isRevoked } from '../base/look-alike.js';
import {
  propertiesFromJson,
  propertiesOf,
  propertiesText,
  propertiesToJson,
  type LayoutProperties,
} from './layout-properties.js';
import { int64FromJson, type LayoutJson } from '../base/wire.js';

/** The names of XLA's enumeration, by their numbers. */
const paddingNames = ['INVALID_PAD', 'ZERO_PAD', 'ONE_PAD', 'LOWEST_PAD', 'HIGHEST_PAD', 'UNKNOWN_PAD'] as const;

/**
 * The value of the padding: 0; 1; the least or the greatest value of the type, which is an infinity if the type has
 * one; or anything (zero bytes in hloom). `INVALID_PAD` means no padding.
 */
export type PaddingValue = (typeof paddingNames)[number];

/** The layout of an array in memory. */
export interface Layout extends LayoutProperties {
  /** The dimension numbers from the fastest to the slowest varying. Row-major is `[rank-1, ..., 0]`. */
  readonly minorToMajor: readonly number[];
  /** The size in memory of each dimension, with the padding at its high end. Set only if there is padding. */
  readonly paddedDimensions?: readonly number[];
  /** The value of the padding. Set only if there is padding; `UNKNOWN_PAD` by default. */
  readonly paddingValue?: PaddingValue;
}

/** A layout, or only its `minorToMajor`. */
export type LayoutLike = Layout | readonly number[];

/** Returns whether a name is one of the padding values, `INVALID_PAD` included. */
export function isPaddingValue(name: unknown): name is PaddingValue {
  return (paddingNames as readonly unknown[]).includes(name);
}

/** The row-major layout. */
export function defaultLayout(rank: number): Layout {
  return freeze(Array.from({ length: rank }, (_, index) => rank - 1 - index));
}

/** Returns true if a layout is row-major without other properties, such as padding or tiles. */
export function isDefaultLayout(layout: Layout): boolean {
  const { minorToMajor } = layout;
  const isRowMajor = minorToMajor.every((dimension, place) => dimension === minorToMajor.length - 1 - place);
  return isRowMajor && Object.keys(layout).length === 1;
}

/**
 * The layout, judged and frozen.
 *
 * @param sizes - those of the array, for dynamic dimensions the bounds
 * @throws HloomError `js.c12` for anything but an order of the dimensions, `js.c30` for padding that does not fit,
 * `js.c35` for other invalid properties
 */
export function layoutOf(type: ElementType, sizes: readonly number[], layout: LayoutLike): Layout {
  const fields = fieldsOf(layout);
  const { minorToMajor: order, paddedDimensions = [] } = fields;
  const isPadded = !isArray(paddedDimensions) || paddedDimensions.length > 0;
  const { paddingValue = isPadded ? 'UNKNOWN_PAD' : 'INVALID_PAD' } = fields;
  const rank = sizes.length;
  const isPermutation =
    isArray(order) && order.length === rank && new Set(order).size === rank && order.every((d) => isIndex(d, rank));
  if (!isPermutation) {
    const problem = isArray(order)
      ? `minorToMajor: ${describeList(order)} does not order the ${countText(rank, 'dimension')} of the shape`
      : isReadable(layout)
        ? `minorToMajor of the layout is ${describeValue(order)}, not an array`
        : `the layout is ${describeValue(layout)}, not an array or an object`;
    throw jsError('layout', problem, {
      op: elementInfo(type).text,
      ...(rank === 0
        ? {}
        : { help: `the default, row-major order is minorToMajor: [${defaultLayout(rank).minorToMajor.join(', ')}]` }),
    });
  }
  checkPadding(type, sizes, paddedDimensions, paddingValue);
  return freeze(order, paddedDimensions, paddingValue, propertiesOf(fields, elementInfo(type).text));
}

/** The layout without its padding. */
export function withoutPadding(layout: Layout): Layout {
  if (layout.paddedDimensions === undefined) return layout;
  return freeze(layout.minorToMajor, [], undefined, propertiesOf(layout, 'layout'));
}

/**
 * The text of a layout as XLA writes it, `{1,0}`, `{1,0:T(8,128)}`; with padding, for which XLA has no text,
 * `{0,1:PAD(3,5)ZERO_PAD}`.
 */
export function layoutText(layout: Layout): string {
  const { minorToMajor, paddedDimensions, paddingValue = 'INVALID_PAD' } = layout;
  const padding = paddedDimensions === undefined ? '' : `PAD(${paddedDimensions.join(',')})${paddingValue}`;
  const parts = [padding, propertiesText(layout)].filter((part) => part !== '');
  return `{${minorToMajor.join(',')}${parts.length === 0 ? '' : ':'}${parts.join(' ')}}`;
}

/** The layout in the form that the core speaks. */
export function layoutToJson(layout: Layout): LayoutJson {
  const { minorToMajor, paddedDimensions, paddingValue } = layout;
  const order = { minor_to_major: minorToMajor.map(String), ...propertiesToJson(layout) };
  if (paddedDimensions === undefined || paddingValue === undefined) return order;
  return { ...order, padded_dimensions: paddedDimensions.map(String), padding_value: paddingValue };
}

/** The layout from the form that the core speaks; it must still be checked with its shape. */
export function layoutFromJson(json: LayoutJson): Layout {
  return {
    minorToMajor: json.minor_to_major.map(int64FromJson),
    paddedDimensions: (json.padded_dimensions ?? []).map(int64FromJson),
    ...(json.padding_value !== undefined && { paddingValue: json.padding_value as PaddingValue }),
    ...propertiesFromJson(json),
  };
}

function freeze(
  order: readonly number[],
  padded: readonly number[] = [],
  value?: PaddingValue,
  properties: LayoutProperties = {},
): Layout {
  const minorToMajor = Object.freeze([...order]);
  if (padded.length === 0 || value === undefined) return Object.freeze({ minorToMajor, ...properties });
  const paddedDimensions = Object.freeze([...padded]);
  return Object.freeze({ minorToMajor, paddedDimensions, paddingValue: value, ...properties });
}

/** This is not `in`, which also accepts text, and converts other values to text. */
function isIndex(dimension: unknown, rank: number): boolean {
  return Number.isInteger(dimension) && (dimension as number) >= 0 && (dimension as number) < rank;
}

function fieldsOf(layout: unknown): Partial<Layout> {
  if (isArray(layout)) return { minorToMajor: layout as number[] };
  return isReadable(layout) ? layout : {};
}

function isReadable(layout: unknown): layout is object {
  return typeof layout === 'object' && layout !== null && !isRevoked(layout);
}

function checkPadding(
  type: ElementType,
  sizes: readonly number[],
  padded: readonly number[],
  value: PaddingValue,
): void {
  const { text } = elementInfo(type);
  const refuse = (headline: string, help?: string): Error =>
    jsError('padding', headline, { op: text, ...(help === undefined ? {} : { help }) });
  const names = paddingNames.slice(1).join(', ');
  if (!isPaddingValue(value)) throw refuse(`${describeValue(value)} is not a padding value`, `it is one of ${names}`);
  if (!isArray(padded)) throw refuse(`the padded sizes are ${describeValue(padded)}, not an array`);
  if (padded.length === 0) {
    if (value === 'INVALID_PAD') return;
    throw refuse(`the padding value ${value} is given without padded sizes`, 'give paddedDimensions too, or neither');
  }
  if (value === 'INVALID_PAD') {
    throw refuse(
      `paddedDimensions: ${describeList(padded)} is given with INVALID_PAD, the value of no padding`,
      `paddingValue is one of ${names}; left out, it is UNKNOWN_PAD`,
    );
  }
  if (padded.length !== sizes.length) {
    throw refuse(
      `paddedDimensions: ${describeList(padded)} does not have a size for each of ${countText(sizes.length, 'dimension')}`,
    );
  }
  for (const [dimension, size] of sizes.entries()) {
    const room: unknown = padded[dimension];
    if (Number.isSafeInteger(room) && (room as number) >= size) continue;
    throw refuse(
      `dimension ${dimension} of size ${size} cannot be padded to ${describeValue(room)}`,
      'a padded size is an integer, and at least the size itself',
    );
  }
  if (hasPaddingValue(type, value)) return;
  throw refuse(
    `${articled(text)} cannot be padded with ${value}: the type has no such value`,
    'complex types have no least and no greatest value, f8e8m0fnu has no zero, s1 no one',
  );
}

function hasPaddingValue(type: ElementType, value: PaddingValue): boolean {
  if (value === 'ZERO_PAD') return type !== 'F8E8M0FNU';
  if (value === 'ONE_PAD') return type !== 'S1';
  return value === 'UNKNOWN_PAD' || elementInfo(type).kind !== 'complex';
}
