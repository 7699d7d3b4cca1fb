/** Reads operands and options from the words of a command line. */

import type { RunLimits } from '../index.node.js';
import type { Command, Given, OptionSpec } from './command.js';
import { usageFailure } from './failure.js';
import { mostThreads } from '../base/most-threads.js';
import { suggestion } from '../base/suggest.js';

/** The options that every command has in addition to its own. */
export const helpOption: OptionSpec = { name: 'help', doc: 'show this help' };

/**
 * Reads the words after the command's name. `--name VALUE` and `--name=VALUE` are the same; after `--` there are only
 * operands.
 *
 * @throws CliFailure for unknown options, missing values, too many or too few operands
 */
export function parseWords(words: readonly string[], command: Command): Given {
  const operands: string[] = [];
  const options = new Map<string, string[]>();
  const sequence: [string, string][] = [];
  const rest = [...words];
  let onlyOperands = false;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (onlyOperands || word === '-' || !word.startsWith('-')) {
      operands.push(word);
    } else if (word === '--') {
      onlyOperands = true;
    } else {
      const [, name = '', given] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
      const spec = specOf(word === '-h' ? 'help' : name, word, command);
      const value = valueOf(spec, given, rest, command);
      const values = options.get(spec.name) ?? [];
      if (values.length > 0 && spec.repeats !== true)
        throw usageFailure(`--${spec.name} is given twice`, 'give it once');
      options.set(spec.name, [...values, value]);
      sequence.push([spec.name, value]);
    }
  }
  if (!options.has('help')) checkOperands(operands, command);
  return { operands, options, sequence };
}

/** The value of an option that has one; undefined if it is not given. */
export function optionOf(given: Given, name: string): string | undefined {
  return given.options.get(name)?.[0];
}

/** A whole number of an option, from `min` on, up to `max`. */
export function integerOf(given: Given, name: string, min: number, max = Infinity): number | undefined {
  const text = optionOf(given, name);
  if (text === undefined) return undefined;
  const value = /^[0-9]+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const range = max === Infinity ? `from ${min} on, as in --${name} 100` : `from ${min} to ${max}`;
  throw usageFailure(`--${name} is ${JSON.stringify(text)}`, `use a whole number ${range}`);
}

/** The number of threads that compute. */
export function threadsOf(given: Given): number {
  return integerOf(given, 'threads', 1, mostThreads) ?? 1;
}

/** The limits of a run, each an option. */
export function limitsOf(given: Given): { readonly limits: RunLimits } {
  const instructions = integerOf(given, 'limit', 0) ?? Infinity;
  const milliseconds = integerOf(given, 'limit-ms', 0) ?? Infinity;
  return { limits: { instructions, milliseconds, rendezvousMilliseconds: integerOf(given, 'wait-ms', 0) ?? Infinity } };
}

/** The maximum number of devices of a run, replicas times partitions. */
const mostDevices = 1024;

/** The requested devices; empty for those of the module. */
export interface AskedDevices {
  readonly replicas?: number;
  readonly partitions?: number;
}

/** @throws CliFailure exit code 2 for too many devices */
export function devicesOf(given: Given): AskedDevices {
  const replicas = integerOf(given, 'replicas', 1, mostDevices);
  const partitions = integerOf(given, 'partitions', 1, mostDevices);
  const devices = (replicas ?? 1) * (partitions ?? 1);
  if (devices > mostDevices) {
    throw usageFailure(
      `--replicas ${replicas} and --partitions ${partitions} make ${devices} devices`,
      `there are ${mostDevices} devices at most: replicas times partitions`,
    );
  }
  return { ...(replicas === undefined ? {} : { replicas }), ...(partitions === undefined ? {} : { partitions }) };
}

function specOf(name: string, word: string, command: Command): OptionSpec {
  const all = [...command.options, helpOption];
  const spec = all.find((option) => option.name === name);
  if (spec !== undefined) return spec;
  const elsewhere = command.withoutOptions?.[name];
  if (elsewhere !== undefined) throw usageFailure(`it has no option --${name}`, elsewhere);
  const names = all.map((option) => option.name);
  const help = suggestion(name, names, '');
  throw usageFailure(
    `it has no option ${word.split('=')[0] ?? word}`,
    help === '' ? `it has ${names.map((option) => `--${option}`).join(', ')}` : help.replace('mean ', 'mean --'),
  );
}

function valueOf(spec: OptionSpec, given: string | undefined, rest: string[], command: Command): string {
  if (spec.value === undefined) {
    if (given === undefined) return '';
    throw usageFailure(`--${spec.name} takes no value`, `write --${spec.name} alone`);
  }
  const value = given ?? rest.shift();
  if (value === undefined) throw usageFailure(`the value of --${spec.name} is missing`, spec.doc);
  if (given === undefined && command.options.some(({ name }) => value === `--${name}`)) {
    throw usageFailure(
      `the value of --${spec.name} is missing: ${value} comes after it`,
      `if ${value} is the value, write --${spec.name}=${value}`,
    );
  }
  if (spec.choices === undefined || spec.choices.includes(value)) return value;
  const otherwise = `use ${spec.choices.join(', ')}`;
  throw usageFailure(`--${spec.name} cannot be ${JSON.stringify(value)}`, suggestion(value, spec.choices, otherwise));
}

function checkOperands(
  operands: readonly string[],
  { name, operands: { name: what, min, max }, usage, options }: Command,
): void {
  const help = `write hloom ${name} ${usage}`;
  const takesValues = options.some((option) => option.name === 'arg');
  if (operands.length < min) throw usageFailure(`it needs ${what}`, help);
  if (operands.length <= max) return;
  const extra = JSON.stringify(operands[max]);
  const one = max === 1 ? 'one operand' : `${max} operands`;
  throw usageFailure(
    max === 0 ? `it takes no operands, and ${extra} is one` : `it takes ${one}, and ${extra} is more`,
    takesValues
      ? "values of the program follow --arg, and write one with blanks in quotes: --arg '[1, 2, 3]'"
      : `${help}; write a word with blanks in quotes`,
  );
}
