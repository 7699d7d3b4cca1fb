/** The sentences of the replica lab. */

import { Client, type CommunicationEvent } from 'hloom';
import type { Moment, Timeline } from '../model/timeline.js';

/** `0`, `0 and 1`, `0, 1 and 2`. */
export function listed(items: readonly (string | number)[]): string {
  if (items.length <= 1) return String(items[0] ?? '');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

export const bytesText = (bytes: number): string =>
  `${Number(bytes.toFixed(2)).toLocaleString('en')} byte${bytes === 1 ? '' : 's'}`;

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const devicesText = (devices: readonly number[]): string =>
  `${devices.length === 1 ? 'Device' : 'Devices'} ${listed(devices)}`;

const does = (devices: readonly number[], one: string, many: string): string => (devices.length === 1 ? one : many);

function eventsText(kind: CommunicationEvent['kind'], events: readonly CommunicationEvent[]): string {
  const [first] = events;
  if (first === undefined) return '';
  const devices = [...new Set(events.map(({ device }) => device))].sort((a, b) => a - b);
  const place = `${first.opcode} %${first.instruction}${first.round > 0 ? `, round ${first.round + 1}` : ''}`;
  if (kind === 'start') {
    const { bytes = 0 } = first;
    if (bytes === 0) return `${devicesText(devices)} ${does(devices, 'reaches', 'reach')} ${place}.`;
    return `${devicesText(devices)} ${does(devices, 'brings', 'bring')} ${bytesText(bytes)} to ${place}.`;
  }
  if (kind === 'wait') return `${devicesText(devices)} ${does(devices, 'waits', 'wait')} for others.`;
  if (kind === 'end') return `${devicesText(devices)} ${does(devices, 'goes', 'go')} on with the result of ${place}.`;
  const total = events.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  if (events.length === 1) return `${bytesText(total)} move from device ${first.from} to device ${first.to}.`;
  return `${bytesText(total)} move between devices: ${counted(events.length, 'transfer')}.`;
}

/** A moment of the trace in words. */
export function momentText({ events }: Moment): string {
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  return kinds
    .map((kind) =>
      eventsText(
        kind,
        events.filter((event) => event.kind === kind),
      ),
    )
    .join(' ');
}

export const texts = {
  before: 'Every device has its operands, and no byte has moved.',
  noEvents: 'No device communicates with another one: only the collectives of a program move data.',
  point: 'Point at a number to see where it comes from.',
  operands: 'operand',
  time: 'time → (hatched: waits)',
  results: 'result',
  starting: 'The devices start …',
  gathering: (bytes: string, transfers: string): string =>
    `Not counted: the page gathers the parts of the results to the whole arrays, which moves ${bytes} in ${transfers}.`,
  stale: 'Still showing the last program that ran.',
};

export const titles = {
  collectives: 'Collectives',
  deadlocks: 'Deadlocks',
  rings: 'Ring and tree',
  sharding: 'Sharding',
  program: 'Your program',
} as const;

export type Tab = keyof typeof titles;

/** The whole run in words. */
export function afterText({ arrows, bars }: Timeline): string {
  const stuck = bars.filter(({ isStuck }) => isStuck).map(({ device }) => device);
  const total = arrows.reduce((sum, { bytes }) => sum + bytes, 0);
  const moved =
    arrows.length === 0 ? 'No byte moved' : `${bytesText(total)} moved in ${counted(arrows.length, 'transfer')}`;
  if (stuck.length === 0) return arrows.length === 0 ? `${moved}.` : `${moved}. Press play to see when.`;
  const devices = [...new Set(stuck)].sort((a, b) => a - b);
  return `${moved}, and ${devicesText(devices).toLowerCase()} ${does(devices, 'waits', 'wait')} forever.`;
}

/** The Workers on which the devices ran. */
export function workersText(devices: number, workers: number): string {
  if (devices === 1) return 'One device ran on one Worker.';
  if (workers >= devices) return `${devices} devices ran on ${devices} Workers at the same time.`;
  if (workers > 1)
    return `${counted(devices, 'device')} ran on ${counted(Math.min(workers, devices), 'Worker')}, in turns.`;
  const { reason } = Client.platform();
  return `${counted(devices, 'device')} ran in one Worker, in turns${reason === null ? '' : `, because ${reason}`}. The results have the same bits.`;
}
