/** The arguments and results of runs on several devices. */

import { countText, describeValue, isArray } from '../../base/describe.js';
import { jsError } from '../../base/errors.js';
import type { RunPlan } from '../../instance/run-plan.js';
import { literalOfResult, type ResultArrays } from '../../instance/results.js';
import type { Literal } from '../../values/literal.js';
import type { Shape } from '../../values/shape.js';
import type { ProgramShape } from '../../builder/program-shape.js';
import { toLiteral } from './argument.js';
import { DeviceValue } from './device-value.js';

/** The devices of an executable's runs: `replicas` copies of the program, each in `partitions` parts. */
export interface DeviceGrid {
  readonly replicas: number;
  readonly partitions: number;
}

/**
 * The arguments of all devices in a row.
 *
 * @param lists - the values of each device
 * @param shared - the first values, which all devices get
 * @param put - puts a large shared value on the engine, where all devices use it; undefined if each gets a copy
 * @throws HloomError `js.c91` for anything but a list for each device, `js.c6` for the wrong number of arguments
 */
export function deviceArguments(
  lists: unknown,
  shared: readonly unknown[],
  program: ProgramShape,
  devices: number,
  put: ((literal: Literal) => DeviceValue) | undefined,
  op: string,
): readonly unknown[] {
  const { parameters } = program;
  if (!isArray(lists) || lists.length !== devices) {
    const found = isArray(lists) ? countText(lists.length, 'list') : describeValue(lists);
    throw jsError('deviceLists', `the program runs on ${countText(devices, 'device')}, and was given ${found}`, { op });
  }
  for (const [device, list] of lists.entries()) {
    if (!isArray(list)) {
      throw jsError('deviceLists', `the arguments of device ${device} are ${describeValue(list)}`, { op });
    }
    const given = shared.length + list.length;
    if (given === parameters.length) continue;
    const and = shared.length === 0 ? '' : `, ${shared.length} of them shared`;
    throw jsError('argumentCount', `device ${device} has ${countText(given, 'argument')}${and}`, {
      op,
      details: [`the program is ${program.text}`],
      help: `give each device ${countText(parameters.length - Math.min(shared.length, parameters.length), 'argument')}`,
    });
  }
  const converted = sharedArguments(shared, program, put, op);
  return (lists as unknown[][]).flatMap((list) => [...converted, ...list]);
}

/** Values smaller than this are faster to send with each run than to put on the engine. */
const leastOnceBytes = 65_536;

/** The values that all devices get, each converted once; large ones are put on the engine once. */
function sharedArguments(
  shared: readonly unknown[],
  { parameters }: ProgramShape,
  put: ((literal: Literal) => DeviceValue) | undefined,
  op: string,
): readonly unknown[] {
  return shared.map((value, i) => {
    if (value instanceof DeviceValue) return value;
    const shape = parameters[i] as Shape;
    const literal = toLiteral(value, shape, op, `shared argument ${i}`);
    const isLarge = shape.isArray && shape.byteLength >= leastOnceBytes;
    return put === undefined || !isLarge ? literal : put(literal);
  });
}

/** The part of one device in a list for all devices. */
function ofDevice<T>(all: readonly T[], device: number, devices: number): readonly T[] {
  const each = all.length / devices;
  return all.slice(device * each, (device + 1) * each);
}

/** The literals of the results of all devices, which own these arrays from now on. */
export function literalsOfResults(plan: RunPlan, arrays: ResultArrays): Literal[] {
  const { devices } = plan;
  if (devices === 1) return [literalOfResult(plan, arrays)];
  const { data, sizes } = arrays;
  return Array.from({ length: devices }, (_, device) =>
    literalOfResult(plan, { data: ofDevice(data, device, devices), sizes: ofDevice(sizes, device, devices) }),
  );
}

/** The arrays that stay on the engine, for each device. */
export function splitByDevice<T>(arrays: readonly T[], devices: number): (readonly T[])[] {
  if (devices === 1) return [arrays];
  return Array.from({ length: devices }, (_, device) => ofDevice(arrays, device, devices));
}
