/** What goes into a program while it runs, by `--infeed`, and what comes out of it. */

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
 * Gives each value to the device that it names, or else to every one. They get no others: where a program wants more, its
 * run fails and says so.
 *
 * @throws CliFailure exit code 2 for values that do not fit, and for devices that there are not
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
 * @throws CliFailure exit code 2 for a device that there is not
 */
function addressed(text: string, devices: number): { readonly device?: number; readonly value: string } {
  const [, number = '', value = ''] = /^\s*([0-9]+)=(.*)$/s.exec(text) ?? [];
  if (number === '') return { value: text };
  const device = Number(number);
  if (device < devices) return { device, value };
  const runsOn = devices === 1 ? 'the program runs on one device, 0' : `the devices are 0 to ${devices - 1}`;
  throw usageFailure(
    `--infeed ${JSON.stringify(text)} is for device ${number}, which is not there`,
    `${runsOn}; without a number and =, a value is for every device`,
  );
}

/**
 * Refuses a program that takes values from its host.
 *
 * @param command - what it was to be used for
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

/** Prints what comes out of each device, as it comes; done when the run has ended. */
export function printOutfeeds(executable: Executable, given: Given, devices: number, io: Io): Promise<void> {
  const json = optionOf(given, 'json') !== undefined;
  return takeOutfeeds(executable, (device, channel, value) => {
    const name = channel === 0 ? 'outfeed' : `channel ${channel}`;
    if (json) io.print(JSON.stringify({ device, channel: jsonOf(channel), value: value.toJSON() }));
    else io.print(`${devices === 1 ? '' : `device ${device} `}${name}: ${value.toString()}`);
  });
}

/** Takes everything that comes out of a run, whose devices would wait otherwise; done when the run has ended. */
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

/** A bigint has no form of its own in JSON. */
function jsonOf(channel: Feed['channel']): number | string {
  return typeof channel === 'bigint' ? String(channel) : channel;
}
