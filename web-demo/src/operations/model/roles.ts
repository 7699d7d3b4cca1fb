/** The roles of the dimensions of a product: batch, contracted, or free, and in the result those of an operand. */

import type { LegalAnswer } from './answer.js';

const numbersIn = (text: string | undefined): number[] => (text?.match(/\d+/g) ?? []).map(Number);

type Product = LegalAnswer['graph']['instructions'][number];

/** The product of parameters in a program, if it has one. */
function productIn({ graph, program }: Pick<LegalAnswer, 'graph' | 'program'>): Product | undefined {
  const names = new Set(program.parameters.map(({ name }) => name));
  return graph.instructions.find(({ opcode, operands }) => opcode === 'dot' && operands.every((one) => names.has(one)));
}

/** The dimensions of an operand or a result in a product that meet those of the others, in the order of their pairs. */
export interface Pairs {
  readonly contracted: readonly number[];
  readonly batch: readonly number[];
}

/** The paired dimensions of each parameter by its name, and of `result0`; without the result if it is not the product. */
export function pairsOf(answer: LegalAnswer): ReadonlyMap<string, Pairs> {
  const dot = productIn(answer);
  const found = new Map<string, Pairs>();
  if (dot === undefined) return found;
  for (const [at, side] of ['lhs', 'rhs'].entries()) {
    found.set(dot.operands[at] ?? '', {
      contracted: numbersIn(dot.attributes[`${side}_contracting_dims`]),
      batch: numbersIn(dot.attributes[`${side}_batch_dims`]),
    });
  }
  const batch = numbersIn(dot.attributes['lhs_batch_dims']).map((_, d) => d);
  if (rolesOf(answer).has('result0')) found.set('result0', { contracted: [], batch });
  return found;
}

/**
 * For each parameter by its name, and for `result0`, the role of each dimension; empty for programs without a product of
 * parameters. The result has no roles if the product is not the root of the program.
 */
export function rolesOf(answer: LegalAnswer): ReadonlyMap<string, readonly string[]> {
  const { graph, program, leaves } = answer;
  const parameterOf = (name: string | undefined): LegalAnswer['program']['parameters'][number] | undefined =>
    program.parameters.find((parameter) => parameter.name === name);
  const dot = productIn(answer);
  const found = new Map<string, readonly string[]>();
  if (dot === undefined) return found;
  const free: string[] = [];
  for (const [at, side] of ['lhs', 'rhs'].entries()) {
    const parameter = parameterOf(dot.operands[at]);
    const contracted = numbersIn(dot.attributes[`${side}_contracting_dims`]);
    const batch = numbersIn(dot.attributes[`${side}_batch_dims`]);
    const roles = (parameter?.shape.dimensions ?? []).map((_, d) =>
      contracted.includes(d) ? 'contracted' : batch.includes(d) ? 'batch' : 'free',
    );
    found.set(parameter?.name ?? '', roles);
    free.push(...roles.filter((role) => role === 'free').map(() => side));
  }
  const batches = numbersIn(dot.attributes['lhs_batch_dims']).map(() => 'batch');
  const ofResult = [...batches, ...free];
  if (dot.name === graph.root && leaves[0]?.shape.rank === ofResult.length) found.set('result0', ofResult);
  return found;
}
