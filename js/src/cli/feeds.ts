/** What goes into a program while it runs, by `--infeed`, and what comes out of it. */

import type { Executable, Feed, Literal, Shape } from '../index.node.js';
import { argumentValue } from './arguments.js';
import type { Given } from './command.js';
import { CliFailure, usageFailure } from './failure.js';
import type { Io } from './io.js';
import { optionOf } from './options.js';

/** The options of compile with which all values of `--infeed` have room before the run begins. */
export function feedOptions(given: Given): { readonly feedCapacity?: number } {
  const { length } = given.options.get('infeed') ?? [];
  return length === 0 ? {} : { feedCapacity: length };
}

/**
 * Gives the values to every device, which gets no others: where a program wants more, its run fails and says so.
 *
 * @throws CliFailure exit code 2 for values that do not fit
 */
export async function feedProgram(executable: Executable, given: Given, devices: number): Promise<void> {
  const texts = given.options.get('infeed') ?? [];
  const shapes = executable.feeds.filter(({ goesIn, channel }) => goesIn && channel === 0).map(({ shape }) => shape);
  if (texts.length > 0 && shapes.length === 0) {
    throw usageFailure('--infeed gives a value, and the program has no infeed', 'leave it out');
  }
  const values = await Promise.all(texts.map((text, i) => feedValue(text, shapes, `infeed ${i}`)));
  for (let device = 0; device < devices; device++) {
    for (const value of values) await executable.infeed(device, value);
    for (const channel of channelsOf(executable, true)) executable.closeInfeed(device, { channel });
  }
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
export async function printOutfeeds(executable: Executable, given: Given, devices: number, io: Io): Promise<void> {
  const json = optionOf(given, 'json') !== undefined;
  const print = async (device: number, channel: Feed['channel']): Promise<void> => {
    const name = channel === 0 ? 'outfeed' : `channel ${channel}`;
    for await (const value of executable.outfeed(device, { channel })) {
      if (json) io.print(JSON.stringify({ device, channel: jsonOf(channel), value: value.toJSON() }));
      else io.print(`${devices === 1 ? '' : `device ${device} `}${name}: ${value.toString()}`);
    }
  };
  const channels = channelsOf(executable, false);
  await Promise.all(
    channels.flatMap((channel) => Array.from({ length: devices }, (_, device) => print(device, channel))),
  );
}

function channelsOf({ feeds }: { readonly feeds: readonly Feed[] }, goesIn: boolean): Feed['channel'][] {
  return [...new Set(feeds.filter((feed) => feed.goesIn === goesIn).map(({ channel }) => channel))];
}

/** A bigint has no form of its own in JSON. */
function jsonOf(channel: Feed['channel']): number | string {
  return typeof channel === 'bigint' ? String(channel) : channel;
}
