/** Arguments that are donated to a run. */

import { countText, describeValue } from '../../base/describe.js';
import { jsError } from '../../base/errors.js';
import type { RunPlan } from '../../instance/run-plan.js';
import type { Shape } from '../../values/shape.js';
import type { GatheredArrays } from './argument.js';
import type { DeviceArray } from './device-value.js';

export const donateHelp = 'use the numbers of the arguments in an array, as in { donate: [0] }';

/** The error for a number in `donate` that no argument has. */
function noSuchArgument(number: unknown, count: number, op: string): Error {
  return jsError('options', `donate names the argument ${describeValue(number)}`, {
    op,
    help: `${donateHelp}; the program takes ${countText(count, 'argument')}`,
  });
}

/**
 * Marks the arrays that are donated to a run.
 *
 * @param donate - the numbers of the arguments
 * @returns the arrays that belong to the run as soon as it has its arguments
 * @throws HloomError `js.c22` for a number that no argument has, `js.c73` for a value that is passed more than once
 */
export function markDonated(
  gathered: GatheredArrays,
  { parameters, arguments: arrays, firsts }: RunPlan,
  donate: readonly unknown[],
  op: string,
): readonly DeviceArray[] {
  const donated: DeviceArray[] = [];
  const uses = new Map<DeviceArray, number>();
  for (const array of gathered.devices) if (array !== undefined) uses.set(array, (uses.get(array) ?? 0) + 1);
  for (const number of new Set(donate)) {
    if (!Number.isInteger(number) || (number as number) < 0 || (number as number) >= parameters.length) {
      throw noSuchArgument(number, parameters.length, op);
    }
    const first = firsts[number as number] as number;
    const end = firsts[(number as number) + 1] ?? arrays.length;
    for (let place = first; place < end; place++) {
      const array = gathered.devices[place];
      if (array === undefined) continue;
      if (uses.get(array) !== 1) {
        throw jsError('donation', `argument ${number as number} is donated, and passed more than once`, {
          op,
          operands: [(parameters[number as number] as Shape).toString()],
        });
      }
      gathered.data[place] = { value: array.number, donated: true };
      donated.push(array);
    }
  }
  return donated;
}

/**
 * The numbers of donated arguments, which every device gives up, among the arguments of all devices.
 *
 * @throws HloomError `js.c22` for a number that no argument has
 */
export function donatedOnAll(
  donate: readonly unknown[],
  perDevice: number,
  devices: number,
  op: string,
): readonly number[] {
  const isOne = (number: unknown): boolean =>
    Number.isInteger(number) && (number as number) >= 0 && (number as number) < perDevice;
  const wrong = donate.findIndex((number) => !isOne(number));
  if (wrong >= 0) throw noSuchArgument(donate[wrong], perDevice, op);
  const numbers = donate as readonly number[];
  return Array.from({ length: devices }, (_, device) => numbers.map((number) => device * perDevice + number)).flat();
}
