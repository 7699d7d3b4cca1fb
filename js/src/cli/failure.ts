/** The reasons why the command ends without a result, and their exit codes. docs/cli.md lists the codes. */

import { renderError, type HloomErrorFields } from '../base/errors.js';
import { internal } from '../base/internal.js';
import type { AdviceName } from '../base/message.js';
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
  if (thrown instanceof HloomError) return textInOptions(thrown);
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return `a fault of hloom itself\n${text}\n  help: please report it, with the command line and the file`;
}

/** The words of the command line in the place of advice of JavaScript, by name. */
const wordsOfAdvice: Readonly<Record<AdviceName, string>> = {
  read_npy: 'call it .npy: --arg @FILE.npy',
  read_npz: 'call it .npz: --arg @FILE.npz:NAME',
  say_type: 'save it as a type that numpy has',
  give_all: 'give as many values as the program takes, each with an --infeed VALUE of hloom run',
  give_to_channel: 'the command line feeds infeeds only, and no channels: in JavaScript,',
  before_close: ' feeds this one',
  run_and_feed: 'hloom run does what it asks: --infeed VALUE gives a value to an infeed, and what comes out is printed',
};

/** The same for names of arguments, and for advice of the core. */
const wordsOfOptions: Readonly<Record<string, string>> = {
  ...wordsOfAdvice,
  'limits.instructions': '--limit',
  'limits.milliseconds': '--limit-ms',
  'limits.rendezvousMilliseconds': '--wait-ms',
  register_first: 'give a module that exports it: --custom-calls MODULE',
  register_another: 'export it from the module of --custom-calls, which has',
  earlier_round: ', or a smaller --round',
  leave_replica: 'leave --replicas out, or write --replicas',
  leave_partition: 'leave --partitions out, or write --partitions',
  ask_for_each: 'there are',
  ask_for_all: ' at most: replicas times partitions',
  run_as_written: 'run it on as many devices as it was written for, by hloom run with --replicas N and --partitions M',
};

/** The methods that `hloom explain --at` calls. */
const methodsOfAt: readonly string[] = ['explainElement', 'elementReach'];

/**
 * The fields of an error, with options in the place of calls and properties of JavaScript.
 *
 * @param more - words that only this command knows
 */
function fieldsInOptions(error: HloomError, more: Readonly<Record<string, string>> = {}): HloomErrorFields {
  const words = new Map([...Object.entries(wordsOfOptions), ...Object.entries(more)]);
  const fields = error[internal](([kind, text, name = text]) => {
    if (kind === 'integer') return text;
    return kind === 'argument' || kind === 'advice' ? words.get(name) : undefined;
  }).toJSON();
  return methodsOfAt.includes(fields.op) ? { ...fields, op: '--at' } : fields;
}

/** The text of an error in the words of the command line. */
export function textInOptions(error: HloomError, more: Readonly<Record<string, string>> = {}): string {
  return renderError(fieldsInOptions(error, more));
}

/** An HloomError as a failure of another kind: of a file, or of the command line. */
export function failureOf(exitCode: ExitCode, error: HloomError, before: string): CliFailure {
  const { headline, details, help } = fieldsInOptions(error);
  return new CliFailure(exitCode, [`${before}: ${headline}`, ...details.map((line) => `  ${line}`)].join('\n'), help);
}

/** Does the same for an HloomError, and returns anything else that was thrown unchanged. */
export function asFailure(exitCode: ExitCode, thrown: unknown, before: string): unknown {
  return thrown instanceof HloomError ? failureOf(exitCode, thrown, before) : thrown;
}
