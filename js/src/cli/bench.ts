/** `hloom bench`: measures the time of a program. */

import { Client, type RunOptions } from '../index.node.js';
import { compileFor } from './compile.js';
import { deviceArguments } from './device-arguments.js';
import { sharedOptions, type Command } from './command.js';
import { registerCustomCalls } from './custom-calls.js';
import { inTime } from './deadline.js';
import { exitCodes } from './failure.js';
import { checkTakesNothing, takeOutfeeds } from './feeds.js';
import { devicesOf, integerOf, limitsOf, optionOf, threadsOf } from './options.js';
import { loadProgram } from './program-file.js';
import { countText } from './progress.js';

/** The time for which it runs without --runs; it runs at least three times. */
const budgetMs = 1000;
const leastRuns = 3;
const mostRuns = 10_000;

export const bench: Command = {
  name: 'bench',
  summary: 'measure how long a program takes',
  usage: 'FILE [--arg VALUE]... [--seed N] [--runs N] [--replicas N] [--json]',
  operands: { name: 'a program', min: 1, max: 1 },
  options: [
    sharedOptions.arg,
    { ...sharedOptions.seed, doc: `${sharedOptions.seed.doc}; 0 if not given` },
    { name: 'runs', value: 'N', doc: 'how often it is run; if not given, for about a second' },
    sharedOptions.customCalls,
    sharedOptions.threads,
    sharedOptions.limit,
    sharedOptions.limitMs,
    sharedOptions.argEach,
    sharedOptions.replicas,
    sharedOptions.partitions,
    sharedOptions.accuracy,
    sharedOptions.waitMs,
    sharedOptions.json,
    sharedOptions.from,
    sharedOptions.mixedPrecision,
    sharedOptions.elidedConstants,
    sharedOptions.argumentShapes,
  ],
  details: [
    'The program is run once before anything is measured. Times include copying the arguments to the computing\nthread and the result back. The first run and the others differ: judge by the median.',
    'A program for several devices runs on all of them, and a run ends when the last one has ended. Values of outfeeds\nare discarded.',
  ],
  withoutOptions: {
    infeed: 'bench gives a program no values while it runs: hloom run does, with --infeed VALUE',
  },
  examples: [['hloom bench model.pb --arg @weights.npz:w --runs 20', 'the other arguments are random']],
  async run(given, io) {
    const runs = integerOf(given, 'runs', 1);
    const limits = limitsOf(given);
    const threads = threadsOf(given);
    devicesOf(given);
    const { computation, name } = await loadProgram(given, io);
    await registerCustomCalls(given);
    // The engine is in a Worker, so that this thread handles signals even during long instructions.
    const client = await Client.create({ worker: true, threads });
    const before = performance.now();
    const executable = await compileFor(client, computation, given);
    const compileMs = performance.now() - before;
    checkTakesNothing(executable, name, 'bench');
    const { replicas, partitions } = executable;
    const args = await deviceArguments(given, executable.programShape, replicas * partitions, io, 0n);
    let instructions = 0;
    const options: RunOptions = {
      signal: io.signal,
      onProgress: (progress) => (instructions = progress.instructions),
      ...limits,
    };
    const times: number[] = [];
    const once = async (): Promise<void> => {
      const started = performance.now();
      const taken = takeOutfeeds(executable, () => undefined);
      const ran = inTime(given, options.limits, () => executable.runReplicated(args, options)).then(() => {
        times.push(performance.now() - started);
      });
      await Promise.all([ran, taken]);
    };
    await once();
    const [firstMs = 0] = times.splice(0);
    const started = performance.now();
    let shown = started;
    const enough = (): boolean =>
      times.length >= (runs ?? leastRuns) &&
      (runs !== undefined || times.length >= mostRuns || performance.now() - started > budgetMs);
    while (!enough()) {
      await once();
      // The line is not shown after every run, because writing to a terminal takes time, too.
      if (performance.now() - shown < 200) continue;
      shown = performance.now();
      io.showProgress(`measuring ${name}: ${countText(times.length)} runs`);
    }
    io.showProgress('');
    client.dispose();
    const report = {
      compileMs,
      firstMs,
      ...summary(times),
      runs: times.length,
      instructions,
      threads: client.platform.threads,
      replicas,
      partitions,
    };
    io.print(optionOf(given, 'json') === undefined ? reportText(name, report) : JSON.stringify(report));
    return exitCodes.ok;
  },
};

interface Summary {
  readonly minMs: number;
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly maxMs: number;
}

function summary(times: readonly number[]): Summary {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { minMs: at(0), medianMs: at(0.5), p90Ms: at(0.9), maxMs: at(1) };
}

function reportText(name: string, report: Summary & Record<string, number>): string {
  const { compileMs, firstMs, minMs, medianMs, p90Ms, maxMs, runs, instructions, threads } = report;
  const devices = (report['replicas'] ?? 1) * (report['partitions'] ?? 1);
  const on = devices === 1 ? '' : ` on ${devices} devices`;
  const line = (what: string, ms: number): string => `${what.padEnd(12)}${msText(ms).padStart(12)}`;
  return [
    `${name}: ${countText(instructions ?? 0)} instructions per run${on}${threads === 1 ? '' : `, ${threads} threads`}`,
    line('compile', compileMs ?? 0),
    line('first run', firstMs ?? 0),
    `${line('median', medianMs)}   of ${countText(runs ?? 0)} ${runs === 1 ? 'run' : 'runs'}`,
    line('fastest', minMs),
    line('90 of 100', p90Ms),
    line('slowest', maxMs),
  ].join('\n');
}

function msText(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 1 ? `${ms.toFixed(2)} ms` : `${(ms * 1000).toFixed(1)} us`;
}
