/**
 * The values of a trace. The engine writes them as text, `(s32[] 2, f32[2] {1, nan})`; here they become arrays whose
 * elements keep that text.
 */

/** An array in a value: the value itself, or a part of a tuple. */
export interface ArrayValue {
  /** The position in the tuple; empty for a value that is an array. */
  readonly path: readonly number[];
  /** Without layout: `f32[2,3]`. */
  readonly shape: string;
  readonly type: string;
  readonly dimensions: readonly number[];
  /** The elements as the engine writes them, in row-major order. */
  readonly texts: readonly string[];
  /** The number of elements that the text leaves out. */
  readonly omitted: number;
}

const shapeAt = /([a-z][a-z0-9]*)\[([^\]]*)\](?:\{[^}]*\})?\s*/y;
const omission = /\.\.\.\s*(\d+) more elements?/;

/** The arrays of a value's text. Tokens and values that are not there yet have none. */
export function arraysOf(text: string): readonly ArrayValue[] {
  const arrays: ArrayValue[] = [];
  // The position in each tuple that is open.
  const open: number[] = [];
  let at = 0;
  while (at < text.length) {
    shapeAt.lastIndex = at;
    const shape = shapeAt.exec(text);
    if (shape !== null) {
      const body = bodyAt(text, shapeAt.lastIndex);
      // A token is not a value.
      if (shape[1] !== 'token') arrays.push(arrayOf(shape, body, open));
      at = shapeAt.lastIndex + body.length;
      continue;
    }
    const character = text[at];
    if (character === '(') open.push(0);
    else if (character === ')') open.pop();
    else if (character === ',' && open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) + 1;
    at++;
  }
  return arrays;
}

/** The text of an array's elements: in braces, a complex number, or a single word. */
function bodyAt(text: string, start: number): string {
  const opener = text[start];
  if (opener !== '{' && opener !== '(') return /^[^,)]*/.exec(text.slice(start, start + 400))?.[0] ?? '';
  const closer = opener === '{' ? '}' : ')';
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === opener) depth++;
    else if (text[at] === closer && --depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

function arrayOf([, type = '', sizes = '']: RegExpExecArray, body: string, path: readonly number[]): ArrayValue {
  const dimensions = sizes === '' ? [] : sizes.split(',').map((size) => Number(size.replace('<=', '')));
  const omitted = Number(omission.exec(body)?.[1] ?? 0);
  const listed = omitted > 0 ? body.replace(omission, '') : body;
  const texts = listed.match(/\([^)]*\)|[^\s{},()]+/g) ?? [];
  return { path: [...path], shape: `${type}[${sizes}]`, type, dimensions, texts, omitted };
}

/** The element as a number: of a complex one the real part, of a PRED 0 or 1. */
export function numberOf(text: string): number {
  if (text === 'true') return 1;
  if (text === 'false') return 0;
  const plain = text.startsWith('(') ? (text.slice(1).split(',')[0] ?? '') : text;
  if (plain === 'inf') return Infinity;
  if (plain === '-inf') return -Infinity;
  return Number(plain.trim());
}

export const isNonFinite = (text: string): boolean => /nan|inf/.test(text);

export const countOf = (dimensions: readonly number[]): number =>
  dimensions.reduce((product, size) => product * size, 1);

/** [2, 3] at place 4 is [1, 1]. */
export function indexAt(dimensions: readonly number[], place: number): number[] {
  const index = dimensions.map(() => 0);
  let rest = place;
  for (let dimension = dimensions.length - 1; dimension >= 0; dimension--) {
    const size = dimensions[dimension] ?? 1;
    index[dimension] = rest % size;
    rest = Math.floor(rest / size);
  }
  return index;
}

export const placeOf = (dimensions: readonly number[], index: readonly number[]): number =>
  dimensions.reduce((place, size, dimension) => place * size + (index[dimension] ?? 0), 0);

export interface Statistics {
  readonly count: number;
  readonly least: number;
  readonly greatest: number;
  readonly mean: number;
  readonly nans: number;
  readonly infinities: number;
  /** The number of finite elements in each of equally wide intervals from the least to the greatest. */
  readonly histogram: readonly number[];
}

const intervals = 24;

export function statisticsOf({ texts }: ArrayValue): Statistics {
  let [least, greatest, sum, nans, infinities] = [Infinity, -Infinity, 0, 0, 0];
  const numbers = texts.map(numberOf);
  for (const number of numbers) {
    if (Number.isNaN(number)) nans++;
    else if (!Number.isFinite(number)) infinities++;
    else {
      least = Math.min(least, number);
      greatest = Math.max(greatest, number);
      sum += number;
    }
  }
  const finite = numbers.length - nans - infinities;
  const histogram = new Array<number>(least < greatest ? intervals : finite > 0 ? 1 : 0).fill(0);
  for (const number of numbers) {
    if (!Number.isFinite(number)) continue;
    const share = least < greatest ? (number - least) / (greatest - least) : 0;
    const interval = Math.min(histogram.length - 1, Math.floor(share * histogram.length));
    histogram[interval] = (histogram[interval] ?? 0) + 1;
  }
  return { count: numbers.length, least, greatest, mean: finite > 0 ? sum / finite : NaN, nans, infinities, histogram };
}

/** The program whose only value is the array: the engine reads it back exactly. Left-out elements cannot be read. */
export const programOf = ({ shape, texts, dimensions }: ArrayValue): string =>
  `HloModule value\nENTRY main {\n  ROOT value = ${shape} constant(${nested(texts, dimensions)})\n}\n`;

/** `{ { 1, 2 }, { 3, 4 } }`, from the innermost dimension outwards. */
function nested(texts: readonly string[], dimensions: readonly number[]): string {
  if (dimensions.length === 0) return texts[0] ?? '';
  let parts: readonly string[] = texts;
  for (let dimension = dimensions.length - 1; dimension >= 0; dimension--) {
    const size = dimensions[dimension] ?? 1;
    const groups = countOf(dimensions.slice(0, dimension));
    const below = parts;
    parts = Array.from(
      { length: groups },
      (_, group) => `{${below.slice(group * size, (group + 1) * size).join(', ')}}`,
    );
  }
  return parts[0] ?? '{}';
}
