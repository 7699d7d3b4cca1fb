/** `hloom run`: runs a program and prints its result. */

import { Client, writeNpy, writeNpz, type Executable, type Literal, type RunOptions } from '../index.node.js';
import { programArguments } from './arguments.js';
import { sharedOptions, type Command, type Given } from './command.js';
import { registerCustomCalls } from './custom-calls.js';
import { CliFailure, exitCodes, usageFailure } from './failure.js';
import { writeOutput, type Io } from './io.js';
import { integerOf, limitsOf, optionOf, threadsOf } from './options.js';
import { loadProgram } from './program-file.js';
import { progressLine } from './progress.js';
import { TraceFile } from './trace-file.js';

export const run: Command = {
  name: 'run',
  summary: 'run a program and print its result',
  usage: 'FILE [--arg VALUE]... [--seed N] [--json] [--out FILE] [--trace FILE]',
  operands: { name: 'a program', min: 1, max: 1 },
  options: [
    sharedOptions.arg,
    sharedOptions.seed,
    sharedOptions.json,
    {
      name: 'out',
      value: 'FILE',
      doc: 'write the result to FILE.npy, or FILE.npz if it is a tuple, instead of printing it',
    },
    {
      name: 'trace',
      value: 'FILE',
      doc: 'write the value of every executed instruction to FILE, a line each; - is the standard output',
    },
    { name: 'trace-elements', value: 'N', doc: 'how many elements of each value the trace shows; 64 if not given' },
    sharedOptions.customCalls,
    sharedOptions.threads,
    sharedOptions.limit,
    sharedOptions.limitMs,
    { name: 'replicas', value: 'N', doc: 'how many devices run the program; only 1 in this version' },
    sharedOptions.from,
    sharedOptions.mixedPrecision,
    sharedOptions.elidedConstants,
  ],
  details: [
    'FILE is HLO text (.hlo, .txt), the bytes of an HloModuleProto (.pb), or - for the standard input.',
    'VALUE is nested arrays as in JSON, or a literal as XLA writes it: [[1, 2], [3, 4]], -inf, f32[2] {1, 2}.\nA complex number is [re, im], a tuple an array of its elements. 64-bit integers are exact.',
  ],
  examples: [
    ["hloom run add.hlo --arg '[[1, 2, 3], [4, 5, 6]]' --arg '[7, 8, 9]'", 'two arguments'],
    ['hloom run model.pb --arg @weights.npz:w --arg x=@input.npy --json', 'arrays that numpy saved'],
    ['hloom run add.hlo --seed 1 --trace trace.txt', 'random arguments; what each instruction computed'],
  ],
  async run(given, io) {
    checkReplicas(given);
    checkTogether(given);
    const out = outOf(given);
    const threads = threadsOf(given);
    const { computation, name } = await loadProgram(given, io);
    await registerCustomCalls(given);
    // The engine is in a Worker, so that this thread hears signals also when an instruction takes long.
    const client = await Client.create({ worker: true, threads });
    const executable = await client.compile(computation);
    const args = await programArguments(given, executable.programShape);
    const result = await execute(executable, args, given, io, name);
    if (out !== undefined) await writeResult(result, out, io);
    else io.print(optionOf(given, 'json') === undefined ? result.toString() : JSON.stringify(result.toJSON()));
    client.dispose();
    return exitCodes.ok;
  },
};

async function execute(
  executable: Executable,
  args: readonly Literal[],
  given: Given,
  io: Io,
  name: string,
): Promise<Literal> {
  const elements = integerOf(given, 'trace-elements', 0);
  const tracePath = optionOf(given, 'trace');
  const trace = tracePath === undefined ? undefined : new TraceFile(tracePath);
  const progress = progressLine(io, `running ${name}`);
  const options: RunOptions = {
    signal: io.signal,
    onProgress: progress.tell,
    ...limitsOf(given),
    ...(trace === undefined ? {} : { onTrace: (event) => trace.add(event) }),
    ...(elements === undefined ? {} : { traceElements: elements }),
  };
  try {
    return await executable.run(...args, options);
  } finally {
    progress.clear();
    trace?.close();
  }
}

function checkReplicas(given: Given): void {
  const replicas = integerOf(given, 'replicas', 1) ?? 1;
  if (replicas === 1) return;
  throw new CliFailure(
    exitCodes.program,
    `--replicas ${replicas}: this version of hloom runs a program on one device`,
    'leave the option out; a program without collectives computes the same on every device',
  );
}

/** Refuses options that would do nothing together: they are mistakes. */
function checkTogether({ options }: Given): void {
  if (options.has('out') && options.has('json')) {
    throw usageFailure('--out writes a file, and --json prints', 'give one of them');
  }
  if (options.has('trace-elements') && !options.has('trace')) {
    throw usageFailure('--trace-elements says what a trace shows, and there is none', 'add --trace FILE');
  }
}

function outOf(given: Given): string | undefined {
  const path = optionOf(given, 'out');
  if (path === undefined || /\.np[yz]$/i.test(path)) return path;
  throw usageFailure(`--out is ${JSON.stringify(path)}`, 'name a .npy file, or a .npz file for a tuple');
}

/** The elements of a tuple are called 0, 1, ..., those of a tuple in it 1.0, 1.1, ... */
async function writeResult(result: Literal, path: string, io: Io): Promise<void> {
  const arrays: [string, Literal][] = [];
  const visit = (literal: Literal, name: string): void => {
    if (literal.shape.isArray) arrays.push([name === '' ? '0' : name, literal]);
    literal.elements.forEach((element, index) => {
      visit(element, name === '' ? String(index) : `${name}.${index}`);
    });
  };
  visit(result, '');
  const archive = /\.npz$/i.test(path);
  if (!archive && !result.shape.isArray) {
    throw usageFailure(`the result is ${result.shape.toString()}, and a .npy file holds one array`, 'name a .npz file');
  }
  const file = archive ? await writeNpz(arrays) : writeNpy(result);
  io.signal.throwIfAborted();
  writeOutput(path, file);
}
