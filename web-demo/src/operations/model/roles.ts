/** The roles of the dimensions of a product's operands: batch, contracted, or free. */

import type { LegalAnswer } from './answer.js';

const numbersIn = (text: string | undefined): number[] => (text?.match(/\d+/g) ?? []).map(Number);

/** For each parameter by its name a note on each dimension; empty for programs whose root is not a product. */
export function rolesOf({ graph, program }: LegalAnswer): ReadonlyMap<string, readonly string[]> {
  const root = graph.instructions.find(({ name }) => name === graph.root);
  const found = new Map<string, readonly string[]>();
  if (root?.opcode !== 'dot') return found;
  for (const [at, side] of ['lhs', 'rhs'].entries()) {
    const parameter = program.parameters.find(({ name }) => name === root.operands[at]);
    if (parameter === undefined) continue;
    const contracted = numbersIn(root.attributes[`${side}_contracting_dims`]);
    const batch = numbersIn(root.attributes[`${side}_batch_dims`]);
    const roleOf = (d: number): string =>
      contracted.includes(d) ? 'contracted' : batch.includes(d) ? 'batch' : 'free';
    found.set(
      parameter.name,
      parameter.shape.dimensions.map((_, d) => roleOf(d)),
    );
  }
  return found;
}
