/** While, Conditional and Call with functions in the place of computations. */

import type { BuilderBase } from './builder-base.js';
import { everyEntry, isArray, isThenable } from '../base/describe.js';
import { recorderOf, recordRegion, resultOperation, wrongResult } from './region.js';
import { formOf, operationsOf, packed, treeOf, unpacked, type StateForm, type StatePlace } from './state-tree.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaComputation } from './xla-computation.js';
import type { XlaOp } from './xla-op.js';

type AnyFunction = (...args: unknown[]) => unknown;
/** Makes the call with computations in the place of functions. */
type PlainCall = (...args: unknown[]) => XlaOp;

const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function';

/** The form of a result, which is not a promise. */
function resultForm(value: unknown, place: StatePlace): StateForm {
  if (isThenable(value) || value === undefined) throw wrongResult(value, place.op, place.name, 'operations');
  return formOf(value, place);
}

export function whileOf(receiver: BuilderBase, args: readonly unknown[], call: PlainCall): unknown {
  const [condition, body, init] = args;
  if (args.length !== 3 || !(isFunction(condition) || isFunction(body))) return call(...args);
  const op = 'while';
  const builder = recorderOf(receiver);
  const place = { op, name: 'init' };
  const form = formOf(init, place);
  const first = packed(builder, form, operationsOf(builder, form, init, place));
  const region = (
    role: string,
    f: unknown,
    result: (b: XlaBuilder, value: unknown, state: readonly XlaOp[]) => XlaOp,
  ) =>
    isFunction(f)
      ? recordRegion(builder, role, [first.shape], (b, [parameter]) => {
          const state = unpacked(b, form, parameter as XlaOp);
          return result(b, f(treeOf(form, state)), state);
        })
      : f;
  const goesOn = region('condition', condition, (_, value) => resultOperation(value, op, 'condition'));
  const step = region('body', body, (b, value, state) => {
    if (isThenable(value) || value === undefined) throw wrongResult(value, op, 'body', 'the next state');
    return packed(b, form, operationsOf(b, form, value, { op, name: 'the next state' }, state));
  });
  return treeOf(form, unpacked(builder, form, call(goesOn, step, first)));
}

export function conditionalOf(receiver: BuilderBase, args: readonly unknown[], call: PlainCall): unknown {
  const [selector, second, third] = args;
  // (p, f, g), (i, [f, ...]), (i, [f, ...], [x, ...]) or (p, x, f, y, g)
  const [branches, operands] =
    args.length === 5
      ? [
          [third, args[4]],
          [second, args[3]],
        ]
      : isArray(second)
        ? [second, third ?? []]
        : [[second, third], []];
  // The first that is not a computation decides; an array of nothing but holes has none to look for.
  let first: unknown;
  everyEntry(branches, (entry) => {
    first = entry;
    return entry instanceof XlaComputation;
  });
  if (!isFunction(first) || !isArray(operands)) return call(...args);
  const op = 'conditional';
  const builder = recorderOf(receiver);
  const byPredicate = !isArray(second);
  let form: StateForm | undefined;
  let before: readonly XlaOp[] = [];
  const closed = branches.map((f, i) => {
    if (!isFunction(f)) return f;
    const name = byPredicate ? (i === 0 ? 'true_branch' : 'false_branch') : `branch_${i}`;
    const place = { op, name: `the result of branch ${i}` };
    if (i < operands.length) builder.idOf(operands[i], op, `operand of branch ${i}`);
    const shapes = i < operands.length ? [(operands[i] as XlaOp).shape] : [];
    return recordRegion(builder, name, shapes, (b, own) => {
      const value = f(...own);
      form ??= resultForm(value, place);
      const results = operationsOf(b, form, value, place, before);
      before = results;
      return packed(b, form, results);
    });
  });
  const result = call(selector, closed, operands);
  return treeOf(form as unknown as StateForm, unpacked(builder, form as unknown as StateForm, result));
}

export function callOf(receiver: BuilderBase, args: readonly unknown[], call: PlainCall): unknown {
  const [f, operands] = args;
  if (!isFunction(f) || args.length !== 2 || !isArray(operands)) return call(...args);
  const op = 'call';
  const builder = recorderOf(receiver);
  const place = { op, name: 'the result' };
  operands.forEach((operand, i) => builder.idOf(operand, op, `operands[${i}]`));
  const shapes = operands.map((operand) => (operand as XlaOp).shape);
  let form: StateForm = { type: 'leaf' };
  const region = recordRegion(builder, f.name || 'called', shapes, (b, own) => {
    const value = f(...own);
    form = resultForm(value, place);
    return packed(b, form, operationsOf(b, form, value, place));
  });
  return treeOf(form, unpacked(builder, form, call(region, operands)));
}
