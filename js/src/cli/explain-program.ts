/** `hloom explain FILE --at ELEMENT`: the origin of an element of a program, and the elements that it affects. */

import { Client, type Executable, type ElementExplanation, type ElementReach } from '../index.node.js';
import type { Given } from './command.js';
import { registerCustomCalls } from './custom-calls.js';
import { inTime } from './deadline.js';
import { deviceArguments } from './device-arguments.js';
import { CliFailure, exitCodes, usageFailure, type ExitCode } from './failure.js';
import { checkFits } from './fits.js';
import type { Io } from './io.js';
import { integerOf, limitsOf, optionOf } from './options.js';
import { loadProgram } from './program-file.js';

export async function explainProgram(given: Given, io: Io): Promise<ExitCode> {
  if (given.operands.length !== 1) {
    throw usageFailure(`--at explains one program, and ${given.operands.length} were named`, 'name one file');
  }
  const { instruction, tupleIndex, index } = elementOf(optionOf(given, 'at') ?? '');
  const round = integerOf(given, 'round', 0);
  const limits = limitsOf(given);
  const { computation, name } = await loadProgram(given, io);
  checkFits(computation, 1);
  await registerCustomCalls(given);
  const client = await Client.create({ worker: true });
  const executable = await client.compile(computation);
  checkOneDevice(executable, name);
  const [args = []] = await deviceArguments(given, executable.programShape, 1, io);
  const options = {
    arguments: args,
    tupleIndex,
    signal: io.signal,
    ...limits,
    ...(round === undefined ? {} : { round }),
  };
  const ask = (): Promise<ElementExplanation | ElementReach> =>
    optionOf(given, 'reach') === undefined
      ? client.explainElement(executable, instruction, index, options)
      : client.elementReach(executable, instruction, index, options);
  const answer = await inTime(given, limits.limits, ask);
  if (optionOf(given, 'json') !== undefined) io.print(JSON.stringify(answer));
  else io.print([...('arithmetic' in answer ? [answer.arithmetic] : []), ...answer.sentences].join('\n'));
  client.dispose();
  return exitCodes.ok;
}

/** Refuses a program for several devices: explanations are for a run on one device. */
function checkOneDevice({ replicas, partitions }: Executable, name: string): void {
  if (replicas * partitions === 1) return;
  const said = [
    ...(replicas === 1 ? [] : [`replica_count=${replicas}`]),
    ...(partitions === 1 ? [] : [`num_partitions=${partitions}`]),
  ].join(', ');
  throw new CliFailure(
    exitCodes.program,
    `${name} runs on ${replicas * partitions} devices (${said}), and an element is explained on one`,
    `${onSeveral}; without ${said}, it is explained as it runs on one device`,
  );
}

/** The alternatives to an explanation. */
export const onSeveral =
  'hloom run FILE --trace - shows the value of every instruction on each device, and --comm-trace what moves between them';

interface ElementName {
  readonly instruction: string;
  readonly tupleIndex: readonly number[];
  readonly index: readonly number[];
}

/** `add.3[1,2]`, `sort.5{1}[0]`; a scalar is its name alone. */
function elementOf(text: string): ElementName {
  const match = /^\s*%?([\w.-]+)\s*(?:\{([0-9,\s]*)\})?\s*(?:\[([0-9,\s]*)\])?\s*$/.exec(text);
  if (match === null) {
    throw usageFailure(
      `--at is ${JSON.stringify(text)}`,
      "name an instruction and the index of an element, in quotes: --at 'add.3[1,2]'",
    );
  }
  const [, instruction = '', tupleIndex = '', index = ''] = match;
  return { instruction, tupleIndex: integers(tupleIndex), index: integers(index) };
}

function integers(text: string): number[] {
  return text.trim() === '' ? [] : text.split(',').map(Number);
}
