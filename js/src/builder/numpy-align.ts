import { BuilderBase } from './builder-base.js';
import { describeArgument, kindHelp } from './builder-help.js';
import { jsError } from '../base/errors.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaOp } from './xla-op.js';
import { opForm } from '../generated/kinds.js';

/**
 * The `broadcastDimensions` that align the last dimensions, as NumPy does.
 *
 * @returns nothing for equal ranks; else the last dimensions of the higher rank, as many as the lower rank has
 * @throws HloomError `js.c5` for what is no operation
 */
export function broadcastDimensions(lhs: XlaOp, rhs: XlaOp): number[] {
  return dimensionsFor(lhs, rhs, 'numpy.broadcastDimensions');
}

/**
 * Does the same for a function of this module, whose arguments are checked first.
 *
 * @param name - the function
 * @param tooMany - whether it was given more arguments than it takes
 * @throws HloomError `js.c5` for what is no builder or no operation, `js.c4` for too many arguments
 */
export function alignedDimensions(
  builder: XlaBuilder,
  lhs: XlaOp,
  rhs: XlaOp,
  name: string,
  tooMany: boolean,
): number[] {
  const op = `numpy.${name}`;
  const given: unknown = builder;
  if (!(given instanceof BuilderBase)) {
    throw jsError('argumentKind', `the first argument is ${describeArgument(given)}, not a builder`, {
      op,
      help: `pass the builder before the operands: ${op}(builder, lhs, rhs)`,
    });
  }
  const dimensions = dimensionsFor(lhs, rhs, op);
  if (!tooMany) return dimensions;
  throw jsError('callArguments', 'there are too many arguments', {
    op,
    help: `it chooses broadcastDimensions by itself; to give them, write builder.${name}(lhs, rhs, { broadcastDimensions })`,
  });
}

function dimensionsFor(lhs: XlaOp, rhs: XlaOp, op: string): number[] {
  for (const [name, operand] of Object.entries({ lhs, rhs })) {
    if (operand instanceof XlaOp) continue;
    throw jsError('argumentKind', `${name} is ${describeArgument(operand)}, not an operation`, {
      op,
      help: kindHelp(opForm, operand),
    });
  }
  const low = Math.min(lhs.shape.rank, rhs.shape.rank);
  const high = Math.max(lhs.shape.rank, rhs.shape.rank);
  return low === high ? [] : Array.from({ length: low }, (_, index) => high - low + index);
}
