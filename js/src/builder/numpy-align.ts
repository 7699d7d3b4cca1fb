import { BuilderBase } from './builder-base.js';
import { calledNow } from '../base/call-stack.js';
import { argumentHelp, argumentName, describeArgument } from './builder-help.js';
import { jsError } from '../base/errors.js';
import { helpUnlessLookAlike } from '../base/look-alike.js';
import { isNumberOperand, type Operand } from './number-operand.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaOp } from './xla-op.js';
import { opForm } from '../generated/kinds.js';

/**
 * The `broadcastDimensions` that align the last dimensions, as NumPy does.
 *
 * @returns nothing for equal ranks; otherwise the last dimensions of the higher rank, as many as the lower rank has
 * @throws HloomError `js.c5` for anything but an operation
 */
export function broadcastDimensions(lhs: Operand, rhs: Operand): number[] {
  return calledNow(broadcastDimensions, () => dimensionsFor(lhs, rhs, 'numpy.broadcastDimensions'));
}

/**
 * Does the same for a function of this module, whose arguments are checked first.
 *
 * @param name - the function
 * @param tooMany - whether it was given more arguments than it takes
 * @throws HloomError `js.c5` for anything but a builder and operations, `js.c4` for too many arguments
 */
export function alignedDimensions(
  builder: XlaBuilder,
  lhs: Operand,
  rhs: Operand,
  name: string,
  tooMany: boolean,
): number[] {
  const op = `numpy.${name}`;
  const given: unknown = builder;
  if (!(given instanceof BuilderBase)) {
    throw jsError('argumentKind', `the first argument is ${describeArgument(given)}, not a builder`, {
      op,
      help: helpUnlessLookAlike(given, `pass the builder before the operands: ${op}(builder, lhs, rhs)`),
    });
  }
  const dimensions = dimensionsFor(lhs, rhs, op);
  if (!tooMany) return dimensions;
  throw jsError('callArguments', 'it has too many arguments', {
    op,
    help: `it chooses broadcastDimensions by itself; to give them, write builder.${name}(lhs, rhs, { broadcastDimensions })`,
  });
}

function dimensionsFor(lhs: Operand, rhs: Operand, op: string): number[] {
  const [low = 0, high = 0] = [rankOf(lhs, 'lhs', 'rhs', op), rankOf(rhs, 'rhs', 'lhs', op)].sort((a, b) => a - b);
  return low === high ? [] : Array.from({ length: low }, (_, index) => high - low + index);
}

/** The rank of an operand; a number is a scalar. */
function rankOf(operand: Operand, name: string, typeOf: string, op: string): number {
  if (operand instanceof XlaOp) return operand.shape.rank;
  if (isNumberOperand(operand)) return 0;
  const row = { name, js: name, kind: opForm, typeOf };
  throw jsError('argumentKind', `${name} is ${describeArgument(operand)}, not ${argumentName(row)}`, {
    op,
    help: argumentHelp(row, operand),
  });
}
