/** The arguments of a program: from `--arg` and `--seed` to literals. */

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { elementInfo, isElementType, type ElementType } from '../values/element-type.js';
import {
  HloomError,
  Literal,
  readNpy,
  readNpz,
  type ProgramShape,
  type SerializedLiteral,
  type Shape,
} from '../index.node.js';
import type { Given } from './command.js';
import { asFailure, exitCodes, fileFailure, usageFailure } from './failure.js';
import { readInput } from './io.js';
import { optionOf } from './options.js';
import { randomLiteral } from './random.js';
import { quoted } from '../base/describe.js';
import { suggestion } from '../base/suggest.js';
import { npzNames } from '../files/npz.js';
import { parseValue, sample, wrongShape } from './value.js';

/**
 * Makes a literal for each parameter that has none yet: from its text, or else from random numbers.
 *
 * @param beforeRandom - called with the number of a parameter before its random numbers are made
 * @throws CliFailure exit code 2 for too few arguments and for arguments that do not fit, 3 for files
 */
export async function literalsOf(
  values: ReadonlyMap<number, string>,
  made: ReadonlyMap<number, Literal>,
  program: ProgramShape,
  seed: bigint | undefined,
  beforeRandom: (index: number) => Promise<void>,
): Promise<Literal[]> {
  const literals: Literal[] = [];
  for (const [index, shape] of program.parameters.entries()) {
    const [literal, text] = [made.get(index), values.get(index)];
    if (literal !== undefined) literals.push(literal);
    else if (text !== undefined) literals.push(await argumentValue(text, shape, nameOf(program, index)));
    else if (seed !== undefined) {
      await beforeRandom(index);
      literals.push(randomLiteral(shape, seed, index));
    } else throw missing(program, new Set([...values.keys(), ...made.keys()]));
  }
  return literals;
}

/** @throws CliFailure exit code 2 for anything but a seed */
export function seedOf(given: Given): bigint | undefined {
  const text = optionOf(given, 'seed');
  if (text === undefined || /^[0-9]{1,19}$/.test(text)) return text === undefined ? undefined : BigInt(text);
  throw usageFailure(
    `--seed is ${JSON.stringify(text)}`,
    'use a whole number from 0 on, of up to 19 digits, as in --seed 1',
  );
}

/** The text of an argument, without the name in front of it, and the parameter that it is for. */
export interface Assigned {
  readonly index: number;
  readonly value: string;
}

/**
 * The parameter of each argument, by its name, or otherwise the next parameter without an argument.
 *
 * @throws CliFailure exit code 2 for names that no parameter has, for too many and for a parameter that is given twice
 */
export function assigned(texts: readonly string[], program: ProgramShape): Assigned[] {
  const { parameters, parameterNames } = program;
  const found = new Map<number, string>();
  let next = 0;
  for (const text of texts) {
    const [, name = '', value = ''] = /^([A-Za-z_][\w.-]*)=(.*)$/s.exec(text) ?? [];
    const named = parameterNames.indexOf(name);
    if (name !== '' && named < 0) {
      throw usageFailure(
        `the program has no parameter "${name}"`,
        suggestion(name, parameterNames, parametersText(parameterNames)),
      );
    }
    if (named < 0) while (found.has(next)) next++;
    const index = named < 0 ? next : named;
    if (index >= parameters.length) {
      const takes = parameters.length === 0 ? 'no arguments' : countOf(parameters.length);
      throw usageFailure(
        `the program takes ${takes}, and ${wereGiven(texts.length)}`,
        `its signature is ${program.text}; an array is one argument: --arg '[1, 2, 3]'`,
      );
    }
    if (found.has(index)) throw usageFailure(`${nameOf(program, index)} is given twice`, 'give it once');
    found.set(index, named < 0 ? text : value);
  }
  return [...found].map(([index, value]) => ({ index, value }));
}

const shownNames = 12;
const shownArrays = 20;

function parametersText(names: readonly string[]): string {
  if (names.length === 0) return 'it has no parameters at all';
  const more = names.length > shownNames ? `, ... ${names.length - shownNames} more` : '';
  return `its parameters are ${names
    .slice(0, shownNames)
    .map((name) => JSON.stringify(name))
    .join(', ')}${more}`;
}

function missing(program: ProgramShape, given: ReadonlySet<number>): Error {
  const { parameters, text } = program;
  const count = given.size;
  const first = parameters.findIndex((_, index) => !given.has(index));
  const shape = parameters[first] as Shape;
  return usageFailure(
    `the program takes ${countOf(parameters.length)}, and ${wereGiven(count)}\n  its signature is ${text}`,
    `give ${nameOf(program, first)}, as in --arg '${sample(shape)}', or --seed 1 for random values`,
  );
}

/**
 * A value as `--arg` takes it: as text, or from a file.
 *
 * @param who - what it is, for errors
 * @throws CliFailure exit code 2 for a value that does not fit, 3 for files
 */
export async function argumentValue(text: string, shape: Shape, who: string): Promise<Literal> {
  if (text.startsWith('@')) {
    const literal = await fromFile(text.slice(1), shape, who);
    try {
      return literal.toBoundedDynamic(shape);
    } catch (thrown) {
      if (!(thrown instanceof HloomError)) throw thrown;
      throw wrongShape(`${who}, from ${text.slice(1)},`, literal.shape.toString(), shape);
    }
  }
  if (/\.(npy|npz|json)(:.*)?$/i.test(text) && existsSync(text.replace(/:[^:]*$/, ''))) {
    throw usageFailure(`${who} is ${JSON.stringify(text)}, which is no value`, `to read a file, write --arg @${text}`);
  }
  return parseValue(text, shape, who);
}

async function fromFile(place: string, shape: Shape, who: string): Promise<Literal> {
  const [, archive, name] = /^(.*\.npz)(?::(.*))?$/is.exec(place) ?? [];
  if (archive !== undefined) return fromArchive(archive, name, shape);
  if (/\.npy$/i.test(place)) {
    return reading(place, () => readNpy(readInput(place), rawTypeOf(shape)));
  }
  if (/\.json$/i.test(place)) return fromJson(place, shape, who);
  readInput(place);
  throw fileFailure(
    `${JSON.stringify(place)} is no .npy, .npz or .json file by its name`,
    'save the array with numpy.save, and name the file .npy',
  );
}

async function fromArchive(path: string, name: string | undefined, shape: Shape): Promise<Literal> {
  const bytes = readInput(path);
  if (name === undefined || name === '') {
    const names = await namesIn(path, bytes);
    const shown = names.slice(0, shownArrays).map(quoted).join(', ');
    throw usageFailure(
      `${basename(path)} is an archive of arrays, and no name says which is meant`,
      names.length === 0 ? 'it has no arrays at all' : `it has ${shown}: write --arg @${path}:${names[0]}`,
    );
  }
  const type = rawTypeOf(shape).type;
  return reading(path, async () => {
    const arrays = await readNpz(bytes, { names: [name], ...(type === undefined ? {} : { types: { [name]: type } }) });
    return arrays.get(name) as Literal;
  });
}

async function namesIn(path: string, bytes: Uint8Array): Promise<string[]> {
  // Only checks the archive.
  await reading(path, () => readNpz(bytes, { names: [] }));
  return npzNames(bytes);
}

/** Reads a file with the output of `hloom run --json`, or with a value in the form of `--arg`. */
function fromJson(path: string, shape: Shape, who: string): Literal {
  const text = new TextDecoder().decode(readInput(path)).trim();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw fileFailure(
      `${path} is not JSON: ${(thrown as Error).message}`,
      'write nested arrays, or what hloom run --json prints',
    );
  }
  if (typeof json !== 'object' || json === null || !('shape' in json))
    return parseValue(text, shape, `${who}, from ${path}`);
  try {
    return Literal.fromJSON(json as SerializedLiteral);
  } catch (thrown) {
    throw asFailure(exitCodes.file, thrown, path);
  }
}

/** The type of elements that a .npy file cannot name. */
function rawTypeOf(shape: Shape): { type?: ElementType } {
  if (!isElementType(shape.type)) return {};
  const { bits, encoded } = elementInfo(shape.type);
  return bits < 8 || (encoded && shape.type !== 'F16') ? { type: shape.type } : {};
}

async function reading<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    throw asFailure(exitCodes.file, thrown, path);
  }
}

export function nameOf({ parameterNames }: ProgramShape, index: number): string {
  const name = parameterNames[index] ?? '';
  return name === '' ? `argument ${index}` : `argument ${index} (${name})`;
}

function wereGiven(count: number): string {
  if (count === 0) return 'none was given';
  return `${count} ${count === 1 ? 'was' : 'were'} given`;
}

function countOf(count: number): string {
  return `${count} argument${count === 1 ? '' : 's'}`;
}
