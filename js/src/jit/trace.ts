/** Traces functions: calls them with operations for their arguments, and records what they do as a program. */

import { describeValue, isThenable } from '../base/describe.js';
import { HloomError, jsError, withFields } from '../base/errors.js';
import { isTypedArray } from '../base/typed-array.js';
import { scalarHelp } from '../builder/builder-help.js';
import { recordingIn } from '../builder/current-builder.js';
import { refuseIteration } from '../builder/refused-iteration.js';
import { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaComputation } from '../builder/xla-computation.js';
import { XlaOp } from '../builder/xla-op.js';
import type { TypedArray } from '../values/element-type.js';
import { Literal } from '../values/literal.js';
import type { Signature } from './signature.js';
import { flattenTree, isLevel, leaf, unflattenTree, type TreeForm } from './tree.js';

/** A function that was traced. */
export interface Traced {
  readonly computation: XlaComputation;
  /** The form of its result. The program gives a tuple of the leaves, or the value itself if the result is a leaf. */
  readonly form: TreeForm;
}

/** An error that was thrown while a function was traced. Its stack has the line in that function, and does not change. */
export class ThrownInTrace extends Error {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super('thrown while a function was traced');
    this.thrown = thrown;
  }
}

/**
 * Traces a function.
 *
 * @throws ThrownInTrace with what the function throws, or `js.c100` for a result that is not a tree of operations
 */
export function trace(f: (...args: never[]) => unknown, signature: Signature, name: string): Traced {
  refuseIteration();
  const builder = new XlaBuilder(identifier(name));
  try {
    const parameters = signature.shapes.map((shape, i) =>
      builder.parameter(i, shape, parameterName(signature.paths[i] as string)),
    );
    const args = signature.rebuild(parameters);
    const result: unknown = recordingIn(builder, () => {
      try {
        return f(...(args as never[]));
      } catch (thrown) {
        throw withNumberHelp(thrown);
      }
    });
    const operations: XlaOp[] = [];
    const form = flattenTree(checkedResult(result, name), (value, path) => take(value, path), 'result');
    function take(value: unknown, path: string): boolean {
      const operation = operationOf(value, builder);
      if (operation !== undefined) operations.push(operation);
      else if (!isLevel(value)) throw wrongResult(value, path, name);
      return operation !== undefined;
    }
    const root = form === leaf ? (operations[0] as XlaOp) : builder.tuple(operations);
    return { computation: builder.build(root), form };
  } catch (thrown) {
    throw new ThrownInTrace(thrown);
  } finally {
    builder.dispose();
  }
}

/** An error about two element types, with a help if one is that of a number. */
function withNumberHelp(thrown: unknown): unknown {
  if (!(thrown instanceof HloomError) || thrown.rule !== 'broadcast.c6') return thrown;
  return withFields(thrown, { help: thrown.help + scalarHelp(thrown.operands) });
}

/** Records a call of a traced function, and returns the tree of its result. */
export function callTraced({ computation, form }: Traced, leaves: readonly unknown[], builder: XlaBuilder): unknown {
  const operands = leaves.map((value) => operationOf(value, builder) as XlaOp);
  const result = builder.call(computation, operands);
  let next = 0;
  return form === leaf ? result : unflattenTree(form, () => builder.getTupleElement(result, next++));
}

/** An operation, or a value as a constant; undefined for other values. */
function operationOf(value: unknown, builder: XlaBuilder): XlaOp | undefined {
  if (value instanceof XlaOp) return value;
  if (isTypedArray(value)) return builder.constant(Literal.fromTypedArray(value as TypedArray, [value.length]));
  const isConstant = value instanceof Literal || ['number', 'boolean', 'bigint'].includes(typeof value);
  return isConstant ? builder.constant(value as Literal | number | boolean | bigint) : undefined;
}

function checkedResult(result: unknown, op: string): unknown {
  if (!isThenable(result)) return result;
  // Nobody waits for it.
  result.then(undefined, () => undefined);
  throw jsError('jitResult', 'the function is asynchronous: it returned a promise', {
    op,
    help:
      'jit calls the function once, to record its operations, and cannot wait: make it a plain function, and await what ' +
      'it needs before the call, as an argument',
  });
}

function wrongResult(value: unknown, path: string, op: string): Error {
  const help =
    value === undefined && path === 'result'
      ? 'return the operation that is the result: a function with braces, (x) => { ... }, needs a return'
      : 'return operations, nested in arrays and plain objects if there are several; numbers and literals become constants';
  return jsError(
    'jitResult',
    `the function returned ${path === 'result' ? '' : `${path}, which is `}${describeValue(value)}`,
    {
      op,
      help,
    },
  );
}

/** The name of a parameter: `arguments[0].w` is `arg0.w`. */
function parameterName(path: string): string {
  return identifier(path.replace(/^arguments\[(\d+)\]/, 'arg$1').replace(/\[(\d+)\]/g, '.$1'));
}

/** A name as HLO text takes it. */
function identifier(name: string): string {
  const cleaned = name.replace(/[^\w.-]+/g, '_').replace(/^[^A-Za-z_]+/, '');
  return cleaned === '' ? 'jit' : cleaned;
}
