/** Checks that a program fits in memory, before its arguments are made. */

import type { Shape, XlaComputation } from '../index.node.js';
import { internal } from '../base/internal.js';
import { elementInfo, isElementType } from '../values/element-type.js';
import { CliFailure, exitCodes } from './failure.js';
import { countText, sizeText } from './progress.js';

/** WebAssembly addresses memory with 32 bits. */
const addressableBytes = 2 ** 32;

/**
 * Refuses a program whose arguments, constants and result alone take more than WebAssembly can address. Each device has
 * its own arguments and result; all share the program.
 *
 * @throws CliFailure exit code 4
 */
export function checkFits(computation: XlaComputation, devices: number): void {
  const { parameters, result } = computation.programShape;
  const given = devices * parameters.reduce((sum, shape) => sum + byteSize(shape), 0);
  const held = computation[internal]('checkFits').ballast.bytes;
  const made = devices * byteSize(result);
  if (given + held + made <= addressableBytes) return;
  const on = devices === 1 ? '' : ` on ${countText(devices)} devices`;
  throw new CliFailure(
    exitCodes.limit,
    `the program cannot fit${on}: its arguments take ${sizeText(given)}, its constants and instructions ` +
      `${sizeText(held)}, and its result ${sizeText(made)}; WebAssembly addresses ${sizeText(addressableBytes)}`,
    'run a smaller program, or a part of it; hloom check reads it without its arguments',
  );
}

/** The bytes of the arrays of a shape, dynamic dimensions counted with their bounds. */
function byteSize(shape: Shape): number {
  if (shape.isTuple) return shape.tupleShapes.reduce((sum, element) => sum + byteSize(element), 0);
  if (!isElementType(shape.type)) return 0;
  const { array, entries } = elementInfo(shape.type);
  return shape.dimensions.reduce((product, size) => product * size, entries * array.BYTES_PER_ELEMENT);
}
