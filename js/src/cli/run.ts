/** `hloom run`: runs a program and prints its result. */

import {
  Client,
  writeNpy,
  writeNpz,
  type Executable,
  type Literal,
  type RunOptions,
  type Shape,
} from '../index.node.js';
import { compileFor } from './compile.js';
import { feedProgram, printOutfeeds } from './feeds.js';
import { deviceArguments } from './device-arguments.js';
import { CommTrace } from './comm-trace.js';
import { sharedOptions, type Command, type Given } from './command.js';
import { registerCustomCalls } from './custom-calls.js';
import { inTime } from './deadline.js';
import { exitCodes, usageFailure } from './failure.js';
import { checkOutput, writeOutput, type Io } from './io.js';
import { devicesOf, integerOf, limitsOf, optionOf, threadsOf } from './options.js';
import { loadProgram } from './program-file.js';
import { progressLine } from './progress.js';
import { TraceFile } from './trace-file.js';

export const run: Command = {
  name: 'run',
  summary: 'run a program and print its result',
  usage: 'FILE [--arg VALUE]... [--seed N] [--replicas N] [--json] [--out FILE] [--trace FILE]',
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
      doc: 'write a line with the value of every executed instruction to FILE; - is the standard output',
    },
    { name: 'trace-elements', value: 'N', doc: 'how many elements of each value the trace shows; 64 if not given' },
    {
      name: 'comm-trace',
      value: 'FILE',
      doc: 'write the communication between devices, with times, to FILE, for chrome://tracing and Perfetto; - is the standard output',
    },
    sharedOptions.customCalls,
    sharedOptions.threads,
    sharedOptions.limit,
    sharedOptions.limitMs,
    sharedOptions.argEach,
    {
      name: 'infeed',
      value: 'VALUE',
      repeats: true,
      doc: 'the next value that an infeed takes, on every device, or on device D alone: D=VALUE; a program that wants more fails',
    },
    sharedOptions.replicas,
    sharedOptions.partitions,
    sharedOptions.accuracy,
    sharedOptions.waitMs,
    sharedOptions.from,
    sharedOptions.mixedPrecision,
    sharedOptions.elidedConstants,
    sharedOptions.argumentShapes,
  ],
  details: [
    'FILE is HLO text (.hlo, .txt), StableHLO (.mlir, .mlirbc), an HloModuleProto (.pb), or - for the standard input.',
    'VALUE is nested arrays as in JSON, or a literal as XLA writes it: [[1, 2], [3, 4]], -inf, f32[2] {1, 2}.\nA complex number is [re, im], a tuple an array of its elements. 64-bit integers are exact.',
  ],
  examples: [
    ["hloom run add.hlo --arg '[[1, 2, 3], [4, 5, 6]]' --arg '[7, 8, 9]'", 'two arguments'],
    ['hloom run model.pb --arg @weights.npz:w --arg x=@input.npy --json', 'arrays that numpy saved'],
    ['hloom run add.hlo --seed 1 --trace trace.txt', 'random arguments; the value of each instruction'],
    ["hloom run mean.hlo --replicas 2 --arg-each '[[1, 2], [3, 4]]'", 'on two devices, an argument for each'],
  ],
  async run(given, io) {
    checkTogether(given);
    const out = outOf(given);
    const threads = threadsOf(given);
    devicesOf(given);
    const options = { ...limitsOf(given), ...elementsOf(given) };
    for (const name of fileOptions) checkOutput(optionOf(given, name) ?? '-');
    const { computation, name } = await loadProgram(given, io);
    await registerCustomCalls(given);
    // The engine is in a Worker, so that this thread handles signals even during long instructions.
    const client = await Client.create({ worker: true, threads });
    const executable = await compileFor(client, computation, given);
    const devices = executable.replicas * executable.partitions;
    if (out !== undefined) checkHolds(out, executable.programShape.result, devices);
    const args = await deviceArguments(given, executable.programShape, devices, io);
    await feedProgram(executable, given, devices);
    const printed = printOutfeeds(executable, given, devices, io);
    const [results] = await Promise.all([execute(executable, args, given, io, name, options), printed]);
    if (out !== undefined) await writeResult(results, out, io);
    else io.print(resultText(results, optionOf(given, 'json') !== undefined));
    client.dispose();
    return exitCodes.ok;
  },
};

async function execute(
  executable: Executable,
  args: readonly (readonly Literal[])[],
  given: Given,
  io: Io,
  name: string,
  limits: RunOptions,
): Promise<readonly Literal[]> {
  const tracePath = optionOf(given, 'trace');
  const trace = tracePath === undefined ? undefined : new TraceFile(tracePath);
  const commPath = optionOf(given, 'comm-trace');
  const communication = commPath === undefined ? undefined : new CommTrace(commPath);
  const progress = progressLine(io, `running ${name}`);
  const options: RunOptions = {
    signal: io.signal,
    onProgress: progress.tell,
    ...limits,
    ...(trace === undefined ? {} : { onTrace: (event) => trace.add(event) }),
    ...(communication === undefined ? {} : { onCommunication: (event) => communication.add(event) }),
  };
  try {
    return await inTime(given, options.limits, () => executable.runReplicated(args, options));
  } finally {
    progress.clear();
    trace?.close();
    communication?.write(args.length);
  }
}

/** The results of all devices, as text or as JSON; the result itself if there is only one device. */
function resultText(results: readonly Literal[], json: boolean): string {
  const [first] = results as [Literal];
  if (results.length === 1) return json ? JSON.stringify(first.toJSON()) : first.toString();
  if (json) return JSON.stringify(results.map((result) => result.toJSON()));
  return results.map((result, device) => `device ${device}: ${result.toString()}`).join('\n');
}

/** The options that name a file that the run writes. */
const fileOptions = ['out', 'trace', 'comm-trace'] as const;

function elementsOf(given: Given): { readonly traceElements?: number } {
  const elements = integerOf(given, 'trace-elements', 0);
  return elements === undefined ? {} : { traceElements: elements };
}

/** Refuses combinations of options that have no effect together, or undo each other. */
function checkTogether(given: Given): void {
  const { options } = given;
  const paths = fileOptions.map((name) => optionOf(given, name)).filter((path) => path !== undefined);
  const twice = paths.find((path, i) => path !== '-' && paths.indexOf(path) !== i);
  if (twice !== undefined) throw usageFailure(`two options write ${JSON.stringify(twice)}`, 'name a file for each');
  if (options.has('out') && options.has('json')) {
    throw usageFailure('--out writes a file, and --json prints', 'give one of them');
  }
  if (options.has('trace-elements') && !options.has('trace')) {
    throw usageFailure('--trace-elements needs a trace', 'add --trace FILE');
  }
}

function outOf(given: Given): string | undefined {
  const path = optionOf(given, 'out');
  if (path === undefined || /\.np[yz]$/i.test(path)) return path;
  throw usageFailure(`--out is ${JSON.stringify(path)}`, 'name a .npy file, or a .npz file for a tuple');
}

function isArchive(path: string): boolean {
  return /\.npz$/i.test(path);
}

/** Refuses a file for one array if there are more, before the run. */
function checkHolds(path: string, result: Shape, devices: number): void {
  if (isArchive(path) || (devices === 1 && result.isArray)) return;
  const what = devices > 1 ? `the run has ${devices} results` : `the result is ${result.toString()}`;
  throw usageFailure(`${what}, and a .npy file holds one array`, 'name a .npz file');
}

/**
 * The elements of a tuple are called 0, 1, ..., and those of a nested tuple 1.0, 1.1, ...; with several devices, the
 * number of the device comes first: device0, or device0.1.
 */
async function writeResult(results: readonly Literal[], path: string, io: Io): Promise<void> {
  const arrays: [string, Literal][] = [];
  const visit = (literal: Literal, name: string): void => {
    if (literal.shape.isArray) arrays.push([name === '' ? '0' : name, literal]);
    literal.elements.forEach((element, index) => {
      visit(element, name === '' ? String(index) : `${name}.${index}`);
    });
  };
  const [result] = results as [Literal];
  if (results.length === 1) visit(result, '');
  else for (const [device, own] of results.entries()) visit(own, `device${device}`);
  const file = isArchive(path) ? await writeNpz(arrays) : writeNpy(result);
  io.signal.throwIfAborted();
  writeOutput(path, file);
}
