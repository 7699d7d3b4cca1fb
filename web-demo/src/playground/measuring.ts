/** Times of programs, and what the machine of the reader does at best. */

import { Literal, type Shape } from 'hloom';
import { engine } from '../../../js/elements/model/computing.js';
import { literalOf, usualInput } from './model/inputs.js';
import type { Machine } from './model/roofline.js';

/** A run of the page ends after this time. */
export const limitMs = 20_000;

/** Runs a program for about this time, and at least five times. */
const measureMs = 30;

export const usualArgument = (shape: Shape, number: number): Literal => literalOf(usualInput, shape, number);

/** The time of a program in milliseconds, with its arguments on the engine. */
export async function timeOf(
  text: string,
  signal: AbortSignal,
  argument: (shape: Shape, number: number) => Literal,
): Promise<number> {
  const client = await engine();
  const executable = await client.compile(text);
  try {
    const { parameters } = executable.programShape;
    const values = parameters.map((shape, number) => client.toDevice(argument(shape, number)));
    const times: number[] = [];
    const end = performance.now() + measureMs;
    while (times.length < 5 || (performance.now() < end && times.length < 200)) {
      signal.throwIfAborted();
      const started = performance.now();
      const result = await executable.run(...values, { keep: true, limits: { milliseconds: limitMs } });
      times.push(performance.now() - started);
      result.dispose();
    }
    for (const value of values) value.dispose();
    // Whatever else the machine does only adds to a time.
    return Math.min(...times);
  } finally {
    executable.dispose();
  }
}

/** The time of a run that computes nothing. */
export const idleTime = (signal: AbortSignal): Promise<number> =>
  timeOf('HloModule idle\nENTRY idle {\n  ROOT nothing = s32[] parameter(0)\n}\n', signal, usualArgument);

/** The sides of the matrices of a product, and the elements of arrays that no cache of a usual machine holds. */
const [side, large] = [384, 2 ** 21];

/**
 * Measures the machine: the operations per second of a matrix product, whose operands stay in the cache, and the bytes
 * per second of a sum of large arrays.
 */
export async function measureMachine(signal: AbortSignal): Promise<Machine> {
  const idle = await idleTime(signal);
  const ones = ({ dimensions, elementCount }: Shape): Literal =>
    Literal.fromTypedArray(new Float32Array(elementCount).fill(1), dimensions);
  const time = async (body: string): Promise<number> => {
    const ms = await timeOf(`HloModule machine\nENTRY machine {\n  ${body}\n}\n`, signal, ones);
    return Math.max(1e-3, ms - idle) / 1000;
  };
  const matrix = `f32[${side},${side}]`;
  const product = await time(
    `a = ${matrix} parameter(0)\n  b = ${matrix} parameter(1)\n  ROOT c = ${matrix} dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}`,
  );
  const array = `f32[${large}]`;
  const sum = await time(`a = ${array} parameter(0)\n  b = ${array} parameter(1)\n  ROOT c = ${array} add(a, b)`);
  return { operations: (2 * side ** 3) / product, bytes: (3 * 4 * large) / sum };
}
