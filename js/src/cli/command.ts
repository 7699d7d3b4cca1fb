/** The definition of a subcommand; parsing and help follow from it. */

import { accuracies } from '../base/wire.js';
import type { Io } from './io.js';
import type { ExitCode } from './failure.js';

/** An option, `--name VALUE` or `--name`. */
export interface OptionSpec {
  readonly name: string;
  /** The placeholder of the value in the help; left out for options without a value. */
  readonly value?: string;
  readonly repeats?: boolean;
  /** The possible values, if they are words. */
  readonly choices?: readonly string[];
  readonly doc: string;
}

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** The arguments after the name, as in `FILE [--arg VALUE]...`. */
  readonly usage: string;
  /** The name of the operands in errors, and their number. */
  readonly operands: { readonly name: string; readonly min: number; readonly max: number };
  readonly options: readonly OptionSpec[];
  /** Options that it does not have but that users may try: what to do instead. */
  readonly withoutOptions?: Readonly<Record<string, string>>;
  /** Paragraphs of the help, each already broken into lines. */
  readonly details: readonly string[];
  /** Command lines, each with its effect. */
  readonly examples: readonly (readonly [string, string])[];
  run(given: Given, io: Io): Promise<ExitCode>;
}

/** The parsed command line. */
export interface Given {
  readonly operands: readonly string[];
  /** The values of each given option; `['']` for an option without a value. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** The options with their values, in their order. */
  readonly sequence: readonly (readonly [name: string, value: string])[];
}

/** The options that several commands have. */
export const sharedOptions = {
  from: {
    name: 'from',
    value: 'FORMAT',
    choices: ['hlo', 'stablehlo', 'proto'],
    doc: 'the form of FILE, if its name does not show it: hlo or stablehlo (text), or proto (bytes)',
  },
  json: { name: 'json', doc: 'print JSON, for programs' },
  arg: {
    name: 'arg',
    value: 'VALUE',
    repeats: true,
    doc: 'the next argument: a value, @FILE.npy, @FILE.npz:NAME or @FILE.json; NAME=VALUE for a parameter by its name',
  },
  seed: {
    name: 'seed',
    value: 'N',
    doc: 'random values for the arguments that are not given; the same N gives the same values everywhere',
  },
  customCalls: {
    name: 'custom-calls',
    value: 'MODULE',
    doc: 'a JavaScript module whose exported functions are called by the custom calls of their names',
  },
  mixedPrecision: {
    name: 'allow-mixed-precision',
    doc: 'insert the converts that XLA implies for mixed floating-point types: add(bf16[2] x, f32[2] y)',
  },
  argumentShapes: {
    name: 'argument-shapes',
    value: 'SHAPES',
    doc: "the shapes of all arguments, for StableHLO that leaves sizes open: 'f32[2,3], f32[3]'",
  },
  elidedConstants: {
    name: 'elided-constants',
    value: 'HOW',
    choices: ['zeros'],
    doc: 'read constants that were printed as {...} as zeros; without it they are refused',
  },
  threads: {
    name: 'threads',
    value: 'N',
    doc: 'the number of threads that compute, from 1 to 64; 1 by default, which starts faster. The result is the same',
  },
  argEach: {
    name: 'arg-each',
    value: 'VALUE',
    repeats: true,
    doc: 'the next argument, a different one for each device: an array of them; or name=VALUE',
  },
  limit: { name: 'limit', value: 'N', doc: 'stop after N instructions, with exit code 4' },
  replicas: {
    name: 'replicas',
    value: 'N',
    doc: 'the number of replicas of the program, each on its own device; by default, the number in the module',
  },
  partitions: {
    name: 'partitions',
    value: 'M',
    doc: 'the number of partitions of each replica, each on its own device',
  },
  accuracy: {
    name: 'accuracy',
    value: 'HOW',
    choices: accuracies,
    doc: 'highest computes functions such as exp and atan2 by slower code that rounds f32 once',
  },
  waitMs: {
    name: 'wait-ms',
    value: 'N',
    doc: 'stop if a device waits longer than N milliseconds for others, with exit code 4',
  },
  limitMs: { name: 'limit-ms', value: 'N', doc: 'stop after N milliseconds, with exit code 4' },
} as const satisfies Record<string, OptionSpec>;
