/** The values for the infeeds of a program, from `--infeed`, and the values of its outfeeds. */

import type { Executable, Feed, Literal, Shape } from '../index.node.js';
import { argumentValue } from './arguments.js';
import type { Given } from './command.js';
import { CliFailure, exitCodes, usageFailure } from './failure.js';
import type { Io } from './io.js';
import { optionOf } from './options.js';

/** The options of compile with which all values of `--infeed` have room before the run begins. */
export function feedOptions(given: Given): { readonly feedCapacity?: number } {
  const { length } = given.options.get('infeed') ?? [];
  return length === 0 ? {} : { feedCapacity: length };
}

/**
 * Gives each value to the device that it names, or to every device. The infeeds are then closed: if a program reads
 * more values, its run fails.
 *
 * @throws CliFailure exit code 2 for values that do not fit, and for devices that do not exist
 */
export async function feedProgram(executable: Executable, given: Given, devices: number): Promise<void> {
  const texts = given.options.get('infeed') ?? [];
  const shapes = executable.feeds.filter(({ goesIn, channel }) => goesIn && channel === 0).map(({ shape }) => shape);
  if (texts.length > 0 && shapes.length === 0) {
    throw usageFailure('--infeed gives a value, and the program has no infeed', 'leave it out');
  }
  for (const [i, text] of texts.entries()) {
    const { device, value } = addressed(text, devices);
    const literal = await feedValue(value, shapes, `infeed ${i}`);
    for (let each = 0; each < devices; each++) {
      if (device === undefined || device === each) await executable.infeed(each, literal);
    }
  }
  for (let device = 0; device < devices; device++) {
    for (const channel of channelsOf(executable, true)) executable.closeInfeed(device, { channel });
  }
}

/**
 * `1=[3, 4]` is for device 1 alone; no value begins so.
 *
 * @throws CliFailure exit code 2 for a device that does not exist
 */
function addressed(text: string, devices: number): { readonly device?: number; readonly value: string } {
  const [, number = '', value = ''] = /^\s*([0-9]+)=(.*)$/s.exec(text) ?? [];
  if (number === '') return { value: text };
  const device = Number(number);
  if (device < devices) return { device, value };
  const runsOn = devices === 1 ? 'the program runs on one device, 0' : `the devices are 0 to ${devices - 1}`;
  throw usageFailure(
    `--infeed ${JSON.stringify(text)} is for device ${number}, which does not exist`,
    `${runsOn}; without a number and =, a value is for every device`,
  );
}

/**
 * Refuses a program that takes values from its host.
 *
 * @param command - the command that was to use it
 * @throws CliFailure exit code 1
 */
export function checkTakesNothing({ feeds }: Executable, name: string, command: string): void {
  const feed = feeds.find(({ goesIn }) => goesIn);
  if (feed === undefined) return;
  const { channel, shape } = feed;
  const from = channel === 0 ? 'from an infeed' : `over channel ${channel}`;
  throw new CliFailure(
    exitCodes.program,
    `${name} takes ${shape.toString()} ${from} while it runs, and ${command} gives it none`,
    'hloom run FILE --infeed VALUE gives values to infeeds; make them parameters to measure the program',
  );
}

/** A value of one of these shapes: the first that it fits. */
async function feedValue(text: string, shapes: readonly Shape[], who: string): Promise<Literal> {
  let failure: unknown;
  for (const shape of shapes) {
    try {
      return await argumentValue(text, shape, who);
    } catch (thrown) {
      if (!(thrown instanceof CliFailure)) throw thrown;
      failure ??= thrown;
    }
  }
  throw failure;
}

/** Prints the values of each device's outfeeds as they arrive; done when the run has ended. */
export function printOutfeeds(executable: Executable, given: Given, devices: number, io: Io): Promise<void> {
  const json = optionOf(given, 'json') !== undefined;
  return takeOutfeeds(executable, (device, channel, value) => {
    const name = channel === 0 ? 'outfeed' : `channel ${channel}`;
    if (json) io.print(JSON.stringify({ device, channel: jsonOf(channel), value: value.toJSON() }));
    else io.print(`${devices === 1 ? '' : `device ${device} `}${name}: ${value.toString()}`);
  });
}

/** Reads all values of a run's outfeeds, so that its devices do not wait; done when the run has ended. */
export async function takeOutfeeds(
  executable: Executable,
  take: (device: number, channel: Feed['channel'], value: Literal) => void,
): Promise<void> {
  const channels = channelsOf(executable, false);
  const takeAll = async (device: number, channel: Feed['channel']): Promise<void> => {
    for await (const value of executable.outfeed(device, { channel })) take(device, channel, value);
  };
  const devices = Array.from({ length: executable.replicas * executable.partitions }, (_, device) => device);
  await Promise.all(channels.flatMap((channel) => devices.map((device) => takeAll(device, channel))));
}

function channelsOf({ feeds }: { readonly feeds: readonly Feed[] }, goesIn: boolean): Feed['channel'][] {
  return [...new Set(feeds.filter((feed) => feed.goesIn === goesIn).map(({ channel }) => channel))];
}

/** JSON has no form for a bigint. */
function jsonOf(channel: Feed['channel']): number | string {
  return typeof channel === 'bigint' ? String(channel) : channel;
}
