/** The roles of the dimensions of a product: batch, contracted, or free, and in the result those of an operand. */

import type { LegalAnswer } from './answer.js';

const numbersIn = (text: string | undefined): number[] => (text?.match(/\d+/g) ?? []).map(Number);

/**
 * For each parameter by its name, and for `result0`, the role of each dimension; empty for programs without a product of
 * parameters. The result has no roles if the product is not the root of the program.
 */
export function rolesOf({ graph, program, leaves }: LegalAnswer): ReadonlyMap<string, readonly string[]> {
  const parameterOf = (name: string | undefined): LegalAnswer['program']['parameters'][number] | undefined =>
    program.parameters.find((parameter) => parameter.name === name);
  const dot = graph.instructions.find(
    ({ opcode, operands }) => opcode === 'dot' && operands.every((name) => parameterOf(name) !== undefined),
  );
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
