/** Runs questions in the engine's Worker. One engine serves all elements of a page. */

import { Client, init, Literal, XlaBuilder, type Explanation, type XlaComputation } from 'hloom';
import type { OperationName } from './operations.js';

let starting: Promise<Client> | undefined;

/**
 * The engine, started when it is first needed. The builder is there before it, after `init()`. Pictures are small, so
 * one thread computes them, and the page and its Worker share the one WebAssembly module that is loaded.
 */
export function engine(): Promise<Client> {
  starting ??= init().then(() => Client.create({ threads: 1 }));
  return starting;
}

/**
 * The program: the operation on two parameters.
 *
 * @throws HloomError if the operation does not take these shapes or types
 */
export function buildProgram(
  { lhs, rhs, broadcastDimensions }: Pick<Explanation, 'lhs' | 'rhs' | 'broadcastDimensions'>,
  op: OperationName,
): XlaComputation {
  const b = new XlaBuilder(op);
  try {
    const options = { broadcastDimensions: [...broadcastDimensions] };
    return b.build(b[op](b.parameter(0, lhs, 'lhs'), b.parameter(1, rhs, 'rhs'), options));
  } finally {
    b.dispose();
  }
}

/** The time after which a page that is not drawn, such as one in a hidden tab, goes on. */
const longestFrame = 100;

/**
 * Waits until the browser has drawn what is changed now: a key's picture is on the screen sooner, and questions that are
 * given up by then are not computed. Node.js, where models are tested, draws nothing.
 */
export function painted(): Promise<void> {
  if (typeof requestAnimationFrame !== 'function') return Promise.resolve();
  return new Promise((resolve) => {
    // A timer in a frame fires after that frame is drawn.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestFrame);
  });
}

/**
 * Runs a program.
 *
 * @throws the signal's reason, HloomError
 */
export async function compute(
  program: XlaComputation,
  operands: readonly [Literal, Literal],
  signal: AbortSignal,
): Promise<Literal> {
  const executable = await (await engine()).compile(program);
  try {
    return await executable.run(...operands, { signal });
  } finally {
    executable.dispose();
  }
}
