/** The effect of a transpose on memory: nothing, or a move for each element that gets another place. */

import { parseHlo, XlaBuilder, type Literal, type Shape, type XlaComputation } from 'hloom';
import { keyOf, type Axis } from '../../../../js/elements/model/axis.js';
import { engine } from '../../../../js/elements/model/computing.js';
import { countedLiteral, slotsOf, type Names, type Slot } from './memory.js';
import { listText } from './question.js';

/** Larger numbers of elements are not counted one by one. */
export const maxCounted = 2 ** 14;

/** A transpose of a shape, with the two layouts that its result can have. */
export interface Transpose {
  readonly operand: Shape;
  readonly permutation: readonly number[];
  /** The result in the layout in which its bytes are the operand's. */
  readonly bitcast: Shape;
  /** The result in the default layout. */
  readonly plain: Shape;
}

/**
 * The shape of the result is the engine's, which must have been started with `init()`.
 *
 * @param operand - a static array
 * @throws HloomError `transpose.c1` if `permutation` is not a permutation of the dimensions
 */
export function transposeOf(operand: Shape, permutation: readonly number[]): Transpose {
  const b = new XlaBuilder('transpose');
  try {
    const plain = b.transpose(b.parameter(0, operand, 'x'), [...permutation]).shape;
    return { operand, permutation, plain, bitcast: plain.withLayout(permutedLayout(operand, permutation)) };
  } finally {
    b.dispose();
  }
}

/**
 * Dimension i of the result is dimension `permutation[i]` of the operand: each keeps its rank in
 * memory.
 */
function permutedLayout({ layout, rank }: Shape, permutation: readonly number[]): readonly number[] {
  const { minorToMajor = Array.from({ length: rank }, (_, d) => d) } = layout ?? {};
  return minorToMajor.map((dimension) => permutation.indexOf(dimension));
}

/** Values along the operand's dimensions, in the order of the result's dimensions: sizes, axes, an index. */
export const permuted = <T>(permutation: readonly number[], along: readonly T[]): T[] =>
  permutation.flatMap((dimension) => along.slice(dimension, dimension + 1));

/** The index in the operand of an element of the result. */
export const operandIndex = (permutation: readonly number[], index: readonly number[]): number[] =>
  permutation.map((_, dimension) => index[permutation.indexOf(dimension)] ?? 0);

/** The places of an element before and after. */
export function placesOf(
  { operand, permutation }: Transpose,
  result: Shape,
  index: readonly number[],
): { readonly before: number; readonly after: number } {
  return {
    before: operand.multidimensionalIndexToLinearIndex(index),
    after: result.multidimensionalIndexToLinearIndex(permuted(permutation, index)),
  };
}

/** The texts in the cells of the result: each element keeps its name. */
export const resultNames = ({ permutation }: Transpose, result: Shape, operand: Names): Names => ({
  shape: result,
  at: (index) => operand.at(operandIndex(permutation, index)),
});

/** The slots of the result's memory, named by the operand's elements in them. */
export function resultSlots({ permutation }: Transpose, result: Shape, axes: readonly Axis[]): Slot[] {
  return slotsOf(result, permuted(permutation, axes)).map((slot) =>
    slot.kind === 'gap' ? slot : { ...slot, key: keyOf(operandIndex(permutation, slot.index)) },
  );
}

/** The number of elements that get another place; `undefined` if there are too many to check each. */
export function movedCount(transpose: Transpose, result: Shape): number | undefined {
  const { operand } = transpose;
  if (operand.elementCount > maxCounted) return undefined;
  const inOrder = operand.withDefaultLayout();
  let moved = 0;
  for (let number = 0; number < operand.elementCount; number++) {
    const { before, after } = placesOf(transpose, result, inOrder.linearIndexToMultidimensionalIndex(number));
    if (before !== after) moved++;
  }
  return moved;
}

/**
 * The two ways to a transpose: the operand's bytes read as the result, or moved into the default
 * layout.
 */
export const ways = ['bitcast', 'transpose'] as const;
export type Way = (typeof ways)[number];

/** The result of a way. */
export const resultOf = ({ bitcast, plain }: Transpose, way: Way): Shape => (way === 'bitcast' ? bitcast : plain);

/** The program of a way, as HLO text. */
export function programText({ operand, permutation, bitcast, plain }: Transpose, way: Way): string {
  const root =
    way === 'bitcast'
      ? `${bitcast.toStringWithLayout()} bitcast(x)`
      : `${plain.toStringWithLayout()} transpose(x), dimensions=${listText(permutation)}`;
  return [
    `HloModule ${way === 'bitcast' ? 'reads_as' : 'moves'}`,
    '',
    'ENTRY main {',
    `  x = ${operand.toStringWithLayout()} parameter(0)`,
    `  ROOT y = ${root}`,
    '}',
    '',
  ].join('\n');
}

/**
 * The program of a way.
 *
 * @throws HloomError if the engine refuses it, such as a bitcast of padding
 */
export const programOf = (transpose: Transpose, way: Way): XlaComputation => parseHlo(programText(transpose, way));

/** The outcome of running both ways in the engine on elements that count up. */
export interface Ran {
  /** True if the bytes of the result are the operand's, one for one; `undefined` for a way that is refused. */
  readonly sameBytes: Readonly<Record<Way, boolean | undefined>>;
  /** True if both results are the same array, apart from their layouts. */
  readonly sameValues: boolean | undefined;
}

/** Runs the requested ways. */
export async function runWays(transpose: Transpose, asked: readonly Way[]): Promise<Ran> {
  const operand = countedLiteral(transpose.operand);
  const results = await Promise.all(asked.map((way) => runWay(transpose, way, operand)));
  const bytes = operand.bytes();
  const sameBytes: Record<Way, boolean | undefined> = { bitcast: undefined, transpose: undefined };
  for (const [i, way] of asked.entries()) {
    const found = results[i]?.bytes();
    sameBytes[way] = found?.length === bytes.length && bytes.every((byte, at) => byte === found[at]);
  }
  const [first, second] = results.map((result) => result.relayout());
  return { sameBytes, sameValues: first && second && first.equals(second, { nanEqual: true }) };
}

async function runWay(transpose: Transpose, way: Way, operand: Literal): Promise<Literal> {
  const client = await engine();
  const program = programOf(transpose, way);
  const executable = await client.compile(program);
  try {
    return await executable.run(operand);
  } finally {
    executable.dispose();
    program.dispose();
  }
}
