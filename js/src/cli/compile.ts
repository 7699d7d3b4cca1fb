/** A program compiled for the devices that the command line asks for. */

import { HloomError, type Client, type Executable, type XlaComputation } from '../index.node.js';
import type { Given } from './command.js';
import { CliFailure, exitCodes, inOptions } from './failure.js';
import { feedOptions } from './feeds.js';
import { checkFits } from './fits.js';
import { devicesOf, type AskedDevices } from './options.js';

/**
 * Compiles a program for `--replicas` and `--partitions`, with room for the values of `--infeed`.
 *
 * @throws CliFailure exit code 2 for devices that were asked for and on which the program does not run, 4 for a program that
 * cannot fit; HloomError for what is wrong without them
 */
export async function compileFor(client: Client, computation: XlaComputation, given: Given): Promise<Executable> {
  const asked = devicesOf(given);
  // Large constants take long to compile. Only what is compiled tells how many devices the module states.
  checkFits(computation, (asked.replicas ?? 1) * (asked.partitions ?? 1));
  let executable: Executable;
  try {
    executable = await client.compile(computation, { ...asked, ...feedOptions(given) });
  } catch (thrown) {
    throw isOfOptions(thrown, asked) ? new CliFailure(exitCodes.usage, inOptions(thrown.message)) : thrown;
  }
  checkFits(computation, executable.replicas * executable.partitions);
  return executable;
}

/** Whether it is the options that are wrong: a module alone may ask for more devices than there can be, too. */
function isOfOptions(thrown: unknown, { replicas, partitions }: AskedDevices): thrown is HloomError {
  if (replicas === undefined && partitions === undefined) return false;
  return thrown instanceof HloomError && (thrown.rule === 'comm.c4' || thrown.rule === 'comm.c5');
}
