/** Elements that depend on nothing but their place, in words: the number of their row, of their column. */

import type { Graph } from './program.js';

type Instruction = Graph['instructions'][number];

const comparisons: Readonly<Record<string, string>> = {
  EQ: 'equals',
  NE: 'differs from',
  GE: 'is at least',
  GT: 'is greater than',
  LE: 'is at most',
  LT: 'is less than',
};
const signs: Readonly<Record<string, string>> = { add: 'plus', subtract: 'minus', multiply: 'times' };

const numbersIn = (text: string | undefined): number[] => (text?.match(/\d+/g) ?? []).map(Number);
const rankOf = ({ shape }: Instruction): number => numbersIn(/\[([^\]]*)\]/.exec(shape)?.[1]).length;

/** A dimension of an array: the last two are its rows and columns. */
export function dimensionName(dimension: number, rank: number): string {
  if (rank < 2) return 'index';
  return dimension === rank - 1 ? 'column' : dimension === rank - 2 ? 'row' : `index of dimension ${dimension}`;
}

/**
 * The value of an instruction at a place, in words: of a count along a dimension, a constant, or a sum of these.
 *
 * @param dimensions - for each dimension of the instruction, that of the result
 */
function termOf(graph: Graph, name: string, dimensions: readonly number[], at: readonly number[]): string | undefined {
  const found = graph.instructions.find((one) => one.name === name);
  if (found === undefined) return undefined;
  const { opcode, operands, attributes } = found;
  const [a, b] = operands;
  if (opcode === 'iota') {
    const dimension = dimensions[Number(attributes['iota_dimension'] ?? 0)];
    return dimension === undefined ? undefined : `${dimensionName(dimension, at.length)} ${at[dimension]}`;
  }
  if (opcode === 'constant') return rankOf(found) === 0 ? attributes['literal'] : undefined;
  if (a === undefined) return undefined;
  if (opcode === 'convert' || opcode === 'copy') return termOf(graph, a, dimensions, at);
  if (opcode === 'broadcast') {
    const own = numbersIn(attributes['dimensions']).flatMap((d) => dimensions[d] ?? []);
    return termOf(graph, a, own, at);
  }
  const sign = opcode === 'compare' ? comparisons[attributes['direction'] ?? ''] : signs[opcode];
  if (sign === undefined || b === undefined) return undefined;
  const [lhs, rhs] = [termOf(graph, a, dimensions, at), termOf(graph, b, dimensions, at)];
  if (lhs === undefined || rhs === undefined) return undefined;
  return rhs === '0' && (opcode === 'add' || opcode === 'subtract') ? lhs : `${lhs} ${sign} ${rhs}`;
}

/** The sentence on an element of the result that no element of an operand reaches. */
export function placeText(graph: Graph, index: readonly number[]): string {
  if (!graph.instructions.some(({ opcode }) => opcode === 'iota')) return 'It is computed from constants.';
  const all = index.map((_, dimension) => dimension);
  const term = termOf(graph, graph.root, all, index);
  const isComparison = Object.values(comparisons).filter((words) => term?.includes(` ${words} `)).length === 1;
  if (term !== undefined && isComparison) return `It tests that ${term}.`;
  const place = index.map((at, d) => `${dimensionName(d, index.length)} ${at}`);
  const words = place.length < 2 ? place.join('') : `${place.slice(0, -1).join(', ')} and ${place.at(-1)}`;
  return `It depends only on its place, ${words}.`;
}
