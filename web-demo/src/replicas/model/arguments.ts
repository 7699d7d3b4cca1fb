/** The arguments of a program that the reader brings: counted, at random, or typed for all devices or for each. */

import { Literal, Shape, type Executable } from 'hloom';
import { randomNumbers } from './collectives.js';
import { literalOf } from './flows.js';

/** A page is not for gigabytes. */
const mostElements = 1 << 16;

function numbers(shape: Shape, value: (position: number) => number): Literal {
  if (shape.elementCount > mostElements) {
    throw new Error(
      `${shape.toString()} has ${shape.elementCount.toLocaleString('en')} elements. Type smaller arrays.`,
    );
  }
  const flat = Array.from({ length: shape.elementCount }, (_, position) => value(position));
  return literalOf(flat, shape.withDefaultLayout());
}

/** The argument of a shape: `count`, `random 7`, or JSON such as `[[1, 2], [3, 4]]`. */
function argument(shape: Shape, text: string, number: number): Literal {
  if (!shape.isArray)
    throw new Error(`Argument ${number} is ${shape.toString()}. The page has arguments that are arrays.`);
  if (text === '' || text === 'count') {
    return numbers(shape, (position) => (shape.type === 'PRED' ? position % 2 : position % 100));
  }
  const random = /^random\s*(\d*)$/.exec(text);
  if (random !== null) {
    const drawn = randomNumbers(Number(random[1]) + number, shape.elementCount);
    return numbers(shape, (position) => (shape.type === 'PRED' ? (drawn[position] ?? 0) % 2 : (drawn[position] ?? 0)));
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error(`Argument ${number} is neither count nor random nor a list such as [[1, 2], [3, 4]].`);
  }
  return Literal.from(parsed as number[], shape);
}

/**
 * The arguments of all devices: a line for each parameter. `each: [...]` has a value for each device.
 *
 * @throws Error for a text that is none of these, HloomError for values that do not fit
 */
export function argumentsOf(executable: Executable, text: string): Literal[][] {
  const lines = text.split('\n').map((line) => line.trim());
  const devices = executable.replicas * executable.partitions;
  const { parameters } = executable.programShape;
  const columns = parameters.map((shape, number) => {
    const line = lines[number] ?? '';
    const each = /^each\s*:\s*(.*)$/.exec(line)?.[1];
    if (each === undefined) {
      const one = argument(shape, line, number);
      return Array.from({ length: devices }, () => one);
    }
    const list = JSON.parse(each) as unknown[];
    if (list.length !== devices) throw new Error(`Argument ${number} needs ${devices} values, one for each device.`);
    return list.map((value) => Literal.from(value as number[], shape));
  });
  return Array.from({ length: devices }, (_, device) => columns.map((column) => column[device] as Literal));
}
