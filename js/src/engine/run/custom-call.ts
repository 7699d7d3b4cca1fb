/** The functions of custom calls. They do not belong to a client: every run in this thread finds them. */

import type { AmbientAbortSignal } from '../../base/ambient.js';
import type { RunArgument } from '../values/argument.js';
import { calledNow } from '../../base/call-stack.js';
import { describeValue, quoted } from '../../base/describe.js';
import { jsError } from '../../base/errors.js';
import type { Literal } from '../../values/literal.js';
import type { Shape } from '../../values/shape.js';

/** The properties of the call, which a function gets in addition to its operands. */
export interface CustomCall {
  /** The name that the program calls. */
  readonly name: string;
  /** A string from the program: `opaque` of `XlaBuilder.customCall`; may be empty. */
  readonly opaque: string;
  /** The number of the device that calls; 0 if there is only one. */
  readonly device: number;
  /** The shape that the result must have. */
  readonly shape: Shape;
  /** Aborted when the run ends before the function does: its result is then ignored. */
  readonly signal: AmbientAbortSignal;
}

/**
 * The result of a function: a {@link Literal} of the requested shape, in any layout, or any value that can be an
 * argument of a run: the typed array of the element type, a number, nested arrays, for a tuple an array of such values.
 * Nothing if the result has no values, for example if it is an empty tuple.
 */
export type CustomCallResult = RunArgument | undefined | void;

/**
 * A function behind custom calls.
 *
 * @param operands - the values, in the layouts that the call wants; they are the function's own
 */
export type CustomCallFunction = (
  operands: Literal[],
  call: CustomCall,
) => CustomCallResult | Promise<CustomCallResult>;

const functions = new Map<string, CustomCallFunction>();

/**
 * Registers the function that custom calls of this name call; it replaces an earlier function of the name. A run looks
 * it up when it executes the call. The function always runs in this thread, even if the engine lives in a Worker.
 *
 * @param fn - may be asynchronous where programs run with `executable.run`
 * @returns a function that removes the registered function, unless another one has its name by then
 * @throws HloomError `js.c32` for anything but a name and a function
 */
export function registerCustomCall(name: string, fn: CustomCallFunction): () => void {
  calledNow(registerCustomCall, () => {
    check(name, fn);
  });
  functions.set(name, fn);
  return () => {
    if (functions.get(name) === fn) functions.delete(name);
  };
}

/** The function of that name. */
export function customCallNamed(name: string): CustomCallFunction | undefined {
  return functions.get(name);
}

/** All names, sorted. */
export function customCallNames(): string[] {
  return [...functions.keys()].sort();
}

function check(name: unknown, fn: unknown): void {
  const op = 'registerCustomCall';
  if (typeof name !== 'string' || name === '') {
    throw jsError('customCall', `the name is ${describeValue(name)}`, {
      op,
      help: 'give the name that the program calls, callTargetName of customCall, as a string',
    });
  }
  if (typeof fn !== 'function') {
    throw jsError('customCall', `${quoted(name)} is registered with ${describeValue(fn)}`, {
      op,
      help: 'give a function of the operands: (operands, call) => literal',
    });
  }
}
