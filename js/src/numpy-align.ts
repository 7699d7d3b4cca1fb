import { describeValue } from './describe.js';
import { jsError } from './errors.js';
import { XlaOp } from './xla-op.js';

/**
 * The `broadcastDimensions` that align the last dimensions, as NumPy does.
 *
 * @returns none for equal ranks; else the last dimensions of the higher rank, as many as the lower rank has
 * @throws HloomError `js.c5` for what is no operation
 */
export function broadcastDimensions(lhs: XlaOp, rhs: XlaOp): number[] {
  for (const [name, op] of Object.entries({ lhs, rhs })) {
    if (op instanceof XlaOp) continue;
    throw jsError('argumentKind', `${name} is ${describeValue(op)}, not an operation`, {
      op: 'numpy',
      help: 'pass what a builder function returned; make constants of numbers with constant(...)',
    });
  }
  const low = Math.min(lhs.shape.rank, rhs.shape.rank);
  const high = Math.max(lhs.shape.rank, rhs.shape.rank);
  return low === high ? [] : Array.from({ length: low }, (_, index) => high - low + index);
}
