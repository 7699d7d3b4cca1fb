/** `hloom explain FILE --at ELEMENT`: where an element of a program comes from, and what it reaches. */

import { Client, type ElementExplanation, type ElementReach } from '../index.node.js';
import { programArguments } from './arguments.js';
import type { Given } from './command.js';
import { registerCustomCalls } from './custom-calls.js';
import { exitCodes, usageFailure, type ExitCode } from './failure.js';
import type { Io } from './io.js';
import { integerOf, limitsOf, optionOf } from './options.js';
import { loadProgram } from './program-file.js';

export async function explainProgram(given: Given, io: Io): Promise<ExitCode> {
  if (given.operands.length !== 1) {
    throw usageFailure(`--at explains one program, and ${given.operands.length} were named`, 'name one file');
  }
  const { instruction, tupleIndex, index } = elementOf(optionOf(given, 'at') ?? '');
  const round = integerOf(given, 'round', 0);
  const { computation } = await loadProgram(given, io);
  await registerCustomCalls(given);
  const client = await Client.create({ worker: true });
  const executable = await client.compile(computation);
  const options = {
    arguments: await programArguments(given, executable.programShape),
    tupleIndex,
    signal: io.signal,
    ...limitsOf(given),
    ...(round === undefined ? {} : { round }),
  };
  const answer: ElementExplanation | ElementReach =
    optionOf(given, 'reach') === undefined
      ? await client.explainElement(executable, instruction, index, options)
      : await client.elementReach(executable, instruction, index, options);
  if (optionOf(given, 'json') !== undefined) io.print(JSON.stringify(answer));
  else io.print([...('arithmetic' in answer ? [answer.arithmetic] : []), ...answer.sentences].join('\n'));
  client.dispose();
  return exitCodes.ok;
}

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
