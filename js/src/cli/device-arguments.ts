/** The arguments of the devices on which a program runs: `--arg` is for all of them, `--arg-each` for each. */

import { Literal, Shape, type ProgramShape } from '../index.node.js';
import { isArrayShape } from '../values/shape.js';
import { programArguments } from './arguments.js';
import type { Given } from './command.js';
import { usageFailure } from './failure.js';

/**
 * Makes the literals of the arguments of each device. Random ones are others on each device.
 *
 * @throws CliFailure what {@link programArguments} throws, and exit code 2 for parameters that are no arrays
 */
export async function deviceArguments(given: Given, program: ProgramShape, devices: number): Promise<Literal[][]> {
  const each = given.options.get('arg-each') ?? [];
  if (devices === 1 && each.length === 0) return [await programArguments(given, program)];
  const numbers = numbersOf(each, given.options.get('arg')?.length ?? 0, program);
  const stacked = new Map<number, Literal>();
  for (const [i, number] of numbers.entries()) {
    stacked.set(number, await stackedArgument(each[i] as string, number, program, devices));
  }
  const lists: Literal[][] = [];
  for (let device = 0; device < devices; device++) {
    lists.push(await argumentsOf(device, given, program, stacked));
  }
  return lists;
}

/** The numbers of the parameters that `--arg-each` gives: those named, or the first after those of `--arg`. */
function numbersOf(texts: readonly string[], before: number, { parameterNames, parameters }: ProgramShape): number[] {
  const numbers: number[] = [];
  let next = before;
  for (const text of texts) {
    const [, name = ''] = /^([A-Za-z_][\w.-]*)=/.exec(text) ?? [];
    const named = parameterNames.indexOf(name);
    const number = named < 0 ? next++ : named;
    if (number >= parameters.length) {
      throw usageFailure(
        `--arg-each ${JSON.stringify(text)} is one argument too many`,
        `the program takes ${parameters.length}`,
      );
    }
    numbers.push(number);
  }
  return numbers;
}

/** One array of the arguments of all devices. */
async function stackedArgument(text: string, number: number, program: ProgramShape, devices: number): Promise<Literal> {
  const shape = program.parameters[number] as Shape;
  if (!isArrayShape(shape) || !shape.isStatic) {
    throw usageFailure(
      `--arg-each gives parameter ${number}, which is ${shape.toString()}`,
      'it takes an array with an argument for each device, for a parameter that is an array of a fixed size',
    );
  }
  const all = Shape.array(shape.type, [devices, ...shape.dimensions]);
  const name = program.parameterNames[number] ?? '';
  const one = { parameters: [all], parameterNames: [name], text: `(${all.toString()})`, result: program.result };
  const [literal] = await programArguments({ operands: [], options: new Map([['arg', [text]]]) }, one);
  return literal as Literal;
}

async function argumentsOf(
  device: number,
  given: Given,
  program: ProgramShape,
  stacked: ReadonlyMap<number, Literal>,
): Promise<Literal[]> {
  const others = program.parameters.map((_, number) => number).filter((number) => !stacked.has(number));
  const rest = {
    ...program,
    parameters: others.map((number) => program.parameters[number] as Shape),
    parameterNames: others.map((number) => program.parameterNames[number] ?? ''),
  } as ProgramShape;
  const seed = given.options.get('seed')?.[0];
  const options = new Map(given.options);
  if (seed !== undefined && /^[0-9]{1,18}$/.test(seed)) options.set('seed', [String(BigInt(seed) + BigInt(device))]);
  const own = await programArguments({ ...given, options }, rest);
  const literals: Literal[] = [];
  for (const number of program.parameters.keys()) {
    const all = stacked.get(number);
    literals.push(
      all === undefined ? (own.shift() as Literal) : partOf(all, device, program.parameters[number] as Shape),
    );
  }
  return literals;
}

/** The part of a device, which lies in one piece, in row-major order. */
function partOf(all: Literal, device: number, shape: Shape): Literal {
  const { data } = all;
  const count = data.length / (all.shape.dimensions[0] as number);
  const part = data.slice(device * count, (device + 1) * count);
  return Literal.fromTypedArray(part, Shape.array(shape.type as never, shape.dimensions)).toBoundedDynamic(shape);
}
