/** The arguments of the devices on which a program runs: `--arg` is for all devices, `--arg-each` for each. */

import { Literal, Shape, type ProgramShape } from '../index.node.js';
import { isArrayShape } from '../values/shape.js';
import { argumentValue, assigned, literalsOf, nameOf, seedOf } from './arguments.js';
import type { Given } from './command.js';
import { usageFailure } from './failure.js';
import type { Io } from './io.js';
import { countText } from './progress.js';

/**
 * Makes the literals of the arguments of each device. Both options take the parameters in the order in which they are
 * given. Random ones are others on each device.
 *
 * @throws CliFailure exit code 2 for too many or too few arguments, for arguments that do not fit, and if `--arg-each`
 * is not an array, 3 for files
 */
export async function deviceArguments(
  given: Given,
  program: ProgramShape,
  devices: number,
  io: Io,
  defaultSeed?: bigint,
): Promise<Literal[][]> {
  const options = given.sequence.filter(([name]) => name === 'arg' || name === 'arg-each');
  const places = assigned(
    options.map(([, text]) => text),
    program,
  );
  const values = new Map<number, string>();
  const stacked = new Map<number, Literal>();
  for (const [i, { index, value }] of places.entries()) {
    if (options[i]?.[0] === 'arg') values.set(index, value);
    else stacked.set(index, await stackedArgument(value, index, program, devices));
  }
  const seed = seedOf(given) ?? defaultSeed;
  const total = devices * program.parameters.length;
  const lists: Literal[][] = [];
  try {
    for (let device = 0; device < devices; device++) {
      const own = new Map<number, Literal>();
      for (const [index, all] of stacked) own.set(index, partOf(all, device, program.parameters[index] as Shape));
      const before = (index: number) => tellRandom(io, device * program.parameters.length + index + 1, total);
      lists.push(
        await literalsOf(values, own, program, seed === undefined ? undefined : seed + BigInt(device), before),
      );
    }
  } finally {
    io.showProgress('');
  }
  return lists;
}

/** Shows which random argument is made next. Handles signals, which wait while a large one is made. */
async function tellRandom(io: Io, number: number, total: number): Promise<void> {
  io.showProgress(`making random arguments: ${countText(number)} of ${countText(total)}`);
  await new Promise(setImmediate);
  io.signal.throwIfAborted();
}

/** One array of the arguments of all devices. */
function stackedArgument(text: string, index: number, program: ProgramShape, devices: number): Promise<Literal> {
  const shape = program.parameters[index] as Shape;
  if (!isArrayShape(shape) || !shape.isStatic) {
    throw usageFailure(
      `--arg-each gives ${nameOf(program, index)}, which is ${shape.toString()}`,
      'it takes an array with an argument for each device, for a parameter that is an array of a fixed size',
    );
  }
  const stacked = Shape.array(shape.type, [devices, ...shape.dimensions]);
  const each = devices === 1 ? 'the one device' : `each of ${devices} devices`;
  return argumentValue(text, stacked, `${nameOf(program, index)}, for ${each}`);
}

/** The part of a device, which is contiguous in row-major order. */
function partOf(all: Literal, device: number, shape: Shape): Literal {
  const { data } = all;
  const count = data.length / (all.shape.dimensions[0] as number);
  const part = data.slice(device * count, (device + 1) * count);
  return Literal.fromTypedArray(part, Shape.array(shape.type as never, shape.dimensions)).toBoundedDynamic(shape);
}
