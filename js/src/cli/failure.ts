/** The reasons why the command ends without a result, and their exit codes. docs/cli.md lists the codes. */

import { HloomError } from '../index.node.js';
import { signalExitCodes } from './signals.js';

export const exitCodes = {
  ok: 0,
  /** The program was refused, or failed while it ran. */
  program: 1,
  /** The command line is wrong: a command, an option, an argument. */
  usage: 2,
  /** A file cannot be read or written, or has the wrong contents. */
  file: 3,
  /** A limit stopped the run: instructions, time or memory. */
  limit: 4,
  /** An internal error of hloom. */
  internal: 5,
  /** Ctrl+C. */
  interrupted: signalExitCodes.SIGINT,
  /** SIGTERM, which `kill` and `timeout` send. */
  terminated: signalExitCodes.SIGTERM,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure that is reported in a sentence or two, without a stack. */
export class CliFailure extends Error {
  readonly exitCode: ExitCode;
  /** The fix; may be empty. */
  readonly help: string;

  constructor(exitCode: ExitCode, message: string, help = '') {
    super(message);
    this.exitCode = exitCode;
    this.help = help;
  }
}

/** The command line is wrong. */
export function usageFailure(message: string, help = ''): CliFailure {
  return new CliFailure(exitCodes.usage, message, help);
}

/** A file is missing, or has the wrong contents. */
export function fileFailure(message: string, help = ''): CliFailure {
  return new CliFailure(exitCodes.file, message, help);
}

/** The exit code of anything that was thrown. */
export function exitCodeOf(thrown: unknown): ExitCode {
  if (thrown instanceof CliFailure) return thrown.exitCode;
  if (!(thrown instanceof HloomError)) return exitCodes.internal;
  switch (thrown.code) {
    case 'RESOURCE_EXHAUSTED':
    case 'DEADLINE_EXCEEDED':
      return exitCodes.limit;
    case 'CANCELLED':
      return exitCodes.interrupted;
    case 'ABORTED':
      // With this rule, a function of --custom-calls threw; otherwise an instance was lost.
      return thrown.rule === 'custom_call.c5' ? exitCodes.program : exitCodes.internal;
    case 'INTERNAL':
      return exitCodes.internal;
    default:
      return exitCodes.program;
  }
}

/** The lines that are written to the standard error output. */
export function failureText(thrown: unknown): string {
  if (thrown instanceof CliFailure) {
    return thrown.help === '' ? thrown.message : `${thrown.message}\n  help: ${thrown.help}`;
  }
  if (thrown instanceof HloomError) return inOptions(thrown.message);
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return `a fault of hloom itself\n${text}\n  help: please report it, with the command line and the file`;
}

/** Calls and properties of JavaScript, with the options of the command line that replace them. */
const optionsFor: readonly (readonly [string | RegExp, string])[] = [
  ['read it with readNpy', 'call it .npy: --arg @FILE.npy'],
  ['a .npz file is read with readNpz', 'call it .npz: --arg @FILE.npz:NAME'],
  [/say which type it is, as in readNpy\(.*\)$/, 'save it as a type that numpy has'],
  [/\b([0-9]+)n\b/g, '$1'],
  ['limits.instructions', '--limit'],
  ['limits.milliseconds', '--limit-ms'],
  ['limits.rendezvousMilliseconds', '--wait-ms'],
  ['register it before the run; none is registered', 'give a module that exports it: --custom-calls MODULE'],
  ['register it before the run; there are', 'export it from the module of --custom-calls, which has'],
  // The name of the command, which precedes the text, replaces the operation.
  [/\] (?:explainElement|elementReach): /, '] --at: '],
  [', or an earlier round', ', or a smaller --round'],
  [/\b([0-9]+) (replica|partition)s? (?:was|were) asked for, the module has/, '--$2s $1 was given, and the module has'],
  [/leave (replicas|partitions) out, or ask for ([0-9]+)/, 'leave --$1 out, or write --$1 $2'],
  [
    /ask for at least 1 of each, and for ([0-9]+) devices altogether at most/,
    'there are $1 devices at most: replicas times partitions',
  ],
  [
    'run it on as many devices as it was written for',
    'run it on as many devices as it was written for, by hloom run with --replicas N and --partitions M',
  ],
  [
    // The first is for an infeed without more values, the second for a channel.
    /with executable\.infeed\([0-9]+, value\), before closeInfeed/,
    'each with an --infeed VALUE of hloom run',
  ],
  [
    /give as many values as the program takes, with (executable\.infeed\(.*\)), before closeInfeed/,
    'the command line feeds infeeds only, and no channels: in JavaScript, $1 feeds this one',
  ],
  [
    'run the program with executable.run, and feed it with executable.infeed',
    'hloom run does what it asks: --infeed VALUE gives a value to an infeed, and what comes out is printed',
  ],
];

/** Replaces calls and properties of JavaScript by options. */
export function inOptions(message: string): string {
  return optionsFor.reduce((text, [from, to]) => text.replace(from, to), message);
}

/** Reports an HloomError as a failure of another kind: of a file, or of the command line. */
export function asFailure(exitCode: ExitCode, thrown: unknown, before: string): unknown {
  if (!(thrown instanceof HloomError)) return thrown;
  const lines = [`${before}: ${thrown.headline}`, ...thrown.details.map((line) => `  ${line}`)];
  return new CliFailure(exitCode, inOptions(lines.join('\n')), inOptions(thrown.help));
}
