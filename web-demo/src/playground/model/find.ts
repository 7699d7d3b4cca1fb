/** Instructions by their names. */

import type { InstructionGraph, ProgramGraph } from 'hloom';

const indices = new WeakMap<ProgramGraph, ReadonlyMap<string, InstructionGraph>>();

/** The instruction of a name, which is unique in a program. */
export function findInstruction(
  graph: ProgramGraph | undefined,
  name: string | undefined,
): InstructionGraph | undefined {
  if (graph === undefined || name === undefined) return undefined;
  let index = indices.get(graph);
  if (index === undefined) {
    index = new Map(graph.computations.flatMap(({ instructions }) => instructions.map((one) => [one.name, one])));
    indices.set(graph, index);
  }
  return index.get(name);
}
