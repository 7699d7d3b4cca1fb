/** The state of a loop after each of its rounds, from the trace of its body. */

import type { TraceEvent, XlaComputation } from 'hloom';
import type { Graph } from './program.js';

export interface LoopSteps {
  /** The state before the first round, and after each one, as text. */
  readonly states: readonly string[];
  /** The number of rounds; more than there are states if not all are kept. */
  readonly rounds: number;
}

/** The most states that are kept. */
const most = 40;

export interface LoopListener {
  readonly listen: (event: TraceEvent) => void;
  readonly found: () => LoopSteps;
}

/** `f32[] 3` as `3`, and `(s32[] 1, f32[] 3)` as `(1, 3)`. */
const plain = (value: string): string => value.replaceAll(/\b[a-z]\w*\[[^\]]*\](?:\{[^}]*\})?\s*/g, '');

/**
 * Returns the listener to the trace of a program whose root is a loop, or a part of its state; `undefined` for another
 * program.
 */
export function stepsOf(computation: XlaComputation, graph: Graph): LoopListener | undefined {
  const found = (name = ''): Graph['instructions'][number] | undefined =>
    graph.instructions.find((one) => one.name === name);
  const root = found(graph.root);
  const loop = root?.opcode === 'get-tuple-element' ? found(root.operands[0]) : root;
  if (loop?.opcode !== 'while') return undefined;
  const name = loop.calls.find(({ region }) => region === 'body')?.computation;
  const body = computation.toJson().computations.find((one) => one.name === name);
  const states: string[] = [];
  let rounds = 0;
  return {
    listen: ({ computation: where, instruction, value }) => {
      if (where !== body?.name) return;
      // The first round begins with the state from outside.
      if (states.length === 0 && instruction === body.parameters[0]) states.push(plain(value));
      if (instruction !== body.root) return;
      rounds++;
      if (states.length <= most) states.push(plain(value));
    },
    found: () => ({ states, rounds }),
  };
}
