/** Watch expressions: `%dot.3[0, :]`, `w{1}[2:4]`, `x[::2]`. */

import { indexAt, countOf, placeOf, type ArrayValue } from './value.js';

export interface Watch {
  readonly text: string;
  readonly instruction: string;
  readonly path: readonly number[];
  /** For each dimension an index, or a slice as in NumPy; left out for the whole value. */
  readonly parts: readonly Part[] | undefined;
}

interface Slice {
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Not 0; below 0 the slice goes backwards. */
  readonly stride: number;
}

type Part = number | Slice;

/** A parsed watch expression, or the reason why the text is not one. */
export type ParsedWatch =
  { readonly ok: true; readonly watch: Watch } | { readonly ok: false; readonly reason: string };

const form = /^\s*%?([\w.-]+)\s*(?:\{([\d,\s]*)\})?\s*(?:\[([^\]]*)\])?\s*$/;

export function parseWatch(text: string): ParsedWatch {
  const found = form.exec(text);
  if (found === null)
    return { ok: false, reason: 'A watch is a name with indices, such as %dot.3[0, :]. It has no arithmetic.' };
  const [, instruction = '', tuple, indices] = found;
  const path = tuple === undefined || tuple.trim() === '' ? [] : tuple.split(',').map(Number);
  if (indices === undefined) return { ok: true, watch: { text, instruction, path, parts: undefined } };
  const parts: Part[] = [];
  for (const part of indices.trim() === '' ? [] : indices.split(',')) {
    const slice = /^\s*(-?\d+)?\s*:\s*(-?\d+)?\s*(?::\s*(-?\d+)?\s*)?$/.exec(part);
    const index = /^\s*(-?\d+)\s*$/.exec(part);
    if (index !== null) parts.push(Number(index[1]));
    else if (slice !== null) parts.push({ start: bound(slice[1]), end: bound(slice[2]), stride: bound(slice[3]) ?? 1 });
    else return { ok: false, reason: `${JSON.stringify(part.trim())} is neither an index nor a slice such as 0:2.` };
  }
  if (parts.some((part) => typeof part !== 'number' && part.stride === 0))
    return { ok: false, reason: 'A stride is not 0: write 2 for every second element, or -1 to go backwards.' };
  return { ok: true, watch: { text, instruction, path, parts } };
}

const bound = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** The watched part of a value, or the reason why it has no such part. */
export type Watched =
  { readonly ok: true; readonly array: ArrayValue } | { readonly ok: false; readonly reason: string };

/** Takes the watched elements out of an array. A dimension with an index goes, as in NumPy. */
export function watched({ parts, path, instruction }: Watch, arrays: readonly ArrayValue[]): Watched {
  const array = arrays.find((one) => one.path.join() === path.join()) ?? (path.length === 0 ? arrays[0] : undefined);
  if (array === undefined) return { ok: false, reason: `%${instruction} has no part {${path.join()}}.` };
  if (parts === undefined) return { ok: true, array };
  const { dimensions } = array;
  if (parts.length > dimensions.length) {
    return { ok: false, reason: `${array.shape} has ${dimensions.length} dimensions, not ${parts.length}.` };
  }
  const ranges = dimensions.map((size, dimension) => rangeOf(parts[dimension] ?? allOf, size));
  const outside = ranges.findIndex((range) => range === undefined);
  if (outside >= 0) {
    return { ok: false, reason: `Dimension ${outside} of ${array.shape} has size ${dimensions[outside] ?? 0}.` };
  }
  const sizes = ranges.map((range) => range?.size ?? 0);
  const texts = Array.from({ length: countOf(sizes) }, (_, place) => {
    const index = indexAt(sizes, place).map((at, dimension) => {
      const { start = 0, stride = 1 } = ranges[dimension] ?? {};
      return start + at * stride;
    });
    return array.texts[placeOf(dimensions, index)] ?? '…';
  });
  const kept = sizes.filter((_, dimension) => typeof parts[dimension] !== 'number');
  const shape = `${array.type}[${kept.join()}]`;
  return { ok: true, array: { path, shape, type: array.type, dimensions: kept, texts, omitted: 0 } };
}

const allOf: Slice = { start: undefined, end: undefined, stride: 1 };

interface Range {
  readonly start: number;
  readonly size: number;
  readonly stride: number;
}

/** As Python's slice.indices: of 5 elements, 1:4:2 takes 1 and 3, and ::-2 takes 4, 2 and 0. */
function rangeOf(part: Part, size: number): Range | undefined {
  const fromEnd = (index: number): number => (index < 0 ? index + size : index);
  if (typeof part === 'number') {
    const start = fromEnd(part);
    return start >= 0 && start < size ? { start, size: 1, stride: 1 } : undefined;
  }
  const { stride } = part;
  // Backwards, the place before the first element ends the slice.
  const [least, most] = stride > 0 ? [0, size] : [-1, size - 1];
  const within = (index: number | undefined, open: number): number =>
    index === undefined ? open : Math.min(most, Math.max(least, fromEnd(index)));
  const start = within(part.start, stride > 0 ? least : most);
  const end = within(part.end, stride > 0 ? most : least);
  return { start, size: Math.max(0, Math.ceil((end - start) / stride)), stride };
}
