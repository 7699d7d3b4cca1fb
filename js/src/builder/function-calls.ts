/** Calls of the functions of `np`, `nn` and `random`: their builder, and what all of them refuse. */

import { BuilderBase } from './builder-base.js';
import { argumentHelp, argumentName, describeArgument, kindHelp } from './builder-help.js';
import { currentBuilder, recordingBuilder } from './current-builder.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaOp } from './xla-op.js';
import { atCaller, type Called } from '../base/call-stack.js';
import { countText, isArray } from '../base/describe.js';
import { HloomError, jsError, withFields } from '../base/errors.js';
import { opForm } from '../generated/kinds.js';

/** The arguments of a call: the object `arguments`, which adds nothing to the types of a function. */
export type Given = ArrayLike<unknown>;

/**
 * Runs a function of `np`. Its errors have its name, and their stacks begin at the line that called it.
 *
 * @param given - `arguments`, or nothing if the function takes any number of them
 * @throws HloomError `js.c4` if there are more than the function takes
 */
export function calledAs<T>(called: Called, op: string, given: Given, action: () => T): T {
  return calledWith(called, op, given, '', action);
}

/**
 * {@link calledAs} with the form of a call, for the error: `'x, { axis, keepdims }'`. Without it, arguments are `x`, or
 * `x1, x2`.
 *
 * @throws HloomError `js.c4` if there are more arguments than the function takes: `np.mean(x, -1, { keepdims: true })`
 * would otherwise ignore the last one
 */
export function calledWith<T>(called: Called, op: string, given: Given, form: string, action: () => T): T {
  try {
    if (given.length > called.length) checkSurplus(called.length, op, given, form);
    return action();
  } catch (thrown) {
    throw atCaller(thrown instanceof HloomError ? withFields(thrown, { op }) : thrown, called);
  }
}

/** @param declared - the number of parameters before the first that has a default */
function checkSurplus(declared: number, op: string, given: Given, form: string): void {
  // 'key, shape, { dtype }' has three places.
  const count = form === '' ? declared : form.replace(/\{.*/, '').split(',').length;
  if (given.length <= count || (count === 1 && isMapCall(given))) return;
  if (given[0] instanceof BuilderBase) throw notAnOperand(given[0], 'argument 0', true, op);
  const call = `${op}(${form || ['', 'x', 'x1, x2'][count]})`;
  const hasOptions = form.endsWith('}');
  const takes = `it takes ${countText(count, 'argument')}, not ${given.length}`;
  throw jsError('callArguments', hasOptions ? 'there are arguments after the options' : takes, {
    op,
    help: hasOptions ? `put all options into one object: ${call}` : `write ${call}`,
  });
}

/** Returns whether arguments are those of a callback of `map`: `[x, y].map(np.exp)` calls `np.exp(x, 0, [x, y])`. */
function isMapCall(given: Given): boolean {
  const all = given[2];
  return given.length === 3 && isArray(all) && all[given[1] as number] === given[0];
}

/** The builder that a function adds to: the innermost one that records, or else that of the first operation. */
export function builderAmong(operands: readonly unknown[], op: string): XlaBuilder {
  const first = operands.find((operand) => operand instanceof XlaOp);
  return recordingBuilder() ?? first?.builder ?? currentBuilder(op);
}

/** The error for anything but an operation, or a number where one may be. */
export function notAnOperand(value: unknown, name: string, orNumber: boolean, op: string): HloomError {
  const row = { name: 'x', js: 'x', kind: opForm, ...(orNumber ? { typeOf: 'x' } : {}) };
  const isBuilder = value instanceof BuilderBase;
  const help = isBuilder
    ? 'np takes the builder of its operands: np.add(x, y)'
    : isArray(value)
      ? 'make it an operation first: np.array(...) in a traced function, or b.constant(...)'
      : value === undefined
        ? "pass an operation; np.transpose(x) is NumPy's x.T, and np.take(x, 0, 0) its x[0]"
        : undefined;
  return jsError('argumentKind', `${name} is ${describeArgument(value)}, not ${argumentName(row)}`, {
    op,
    help: help ?? (orNumber ? argumentHelp(row, value) : kindHelp(opForm, value)),
  });
}
