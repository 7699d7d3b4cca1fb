/** Compiles a program for the devices of the command line. */

import type { Accuracy } from '../base/wire.js';
import { HloomError, type Client, type Executable, type XlaComputation } from '../index.node.js';
import type { Given } from './command.js';
import { CliFailure, exitCodes, textInOptions } from './failure.js';
import { feedOptions } from './feeds.js';
import { checkFits } from './fits.js';
import { devicesOf, optionOf, type AskedDevices } from './options.js';

/**
 * Compiles a program for `--replicas` and `--partitions`, with room for the values of `--infeed`.
 *
 * @throws CliFailure exit code 2 for requested devices on which the program does not run, 4 for a program that cannot
 * fit; HloomError for other errors
 */
export async function compileFor(client: Client, computation: XlaComputation, given: Given): Promise<Executable> {
  const asked = devicesOf(given);
  // Large constants take long to compile, and the number of devices of the module is known only after that.
  checkFits(computation, (asked.replicas ?? 1) * (asked.partitions ?? 1));
  let executable: Executable;
  try {
    const accuracy = optionOf(given, 'accuracy') as Accuracy | undefined;
    executable = await client.compile(computation, {
      ...asked,
      ...feedOptions(given),
      ...(accuracy === undefined ? {} : { accuracy }),
    });
  } catch (thrown) {
    if (!isOfOptions(thrown, asked)) throw thrown;
    const { replicas = 1, partitions = 1 } = asked;
    const words = {
      asked_replica: `--replicas ${replicas} was given, and the module has`,
      asked_partition: `--partitions ${partitions} was given, and the module has`,
    };
    throw new CliFailure(exitCodes.usage, textInOptions(thrown, words));
  }
  checkFits(computation, executable.replicas * executable.partitions);
  return executable;
}

/** Returns whether the options are wrong: a module itself may also ask for too many devices. */
function isOfOptions(thrown: unknown, { replicas, partitions }: AskedDevices): thrown is HloomError {
  if (replicas === undefined && partitions === undefined) return false;
  return thrown instanceof HloomError && (thrown.rule === 'comm.c4' || thrown.rule === 'comm.c5');
}
