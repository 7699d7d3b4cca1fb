/** `hloom check`: whether a program is valid. */

import { HloomError, type ProgramShape } from '../index.node.js';
import { sharedOptions, type Command } from './command.js';
import { exitCodeOf, exitCodes, failureText, type ExitCode } from './failure.js';
import type { Io } from './io.js';
import { optionOf } from './options.js';
import { loadPrograms, type Program } from './program-file.js';
import { countText } from './progress.js';

export const check: Command = {
  name: 'check',
  summary: 'say whether a program is valid, and what is wrong with it',
  usage: 'FILE [--json]',
  operands: { name: 'a program', min: 1, max: 1 },
  options: [sharedOptions.json, sharedOptions.from, sharedOptions.mixedPrecision, sharedOptions.elidedConstants],
  details: [
    'FILE is HLO text (.hlo, .txt), the bytes of an HloModuleProto (.pb), or - for the standard input.',
    'Every instruction is held to the rules of its operation. A program that breaks one ends the command with exit code 1.',
    'Of a text that lines "// -----" part, as in XLA\'s tests, each module is checked; with --json each has a line.',
  ],
  examples: [['hloom check add.hlo', 'its signature, or the first error']],
  async run(given, io) {
    const json = optionOf(given, 'json') !== undefined;
    const programs = await loadPrograms(given, io);
    let exit: ExitCode = exitCodes.ok;
    for (const [index, load] of programs.entries()) {
      io.signal.throwIfAborted();
      const heading = programs.length > 1 && !json ? `module ${index + 1} of ${programs.length}: ` : '';
      const own = checkOne(load, heading, json, io);
      if (exit === exitCodes.ok) exit = own;
    }
    return exit;
  },
};

/** Says of a program whether it is valid. One that is not throws, unless there are others, or JSON is wanted. */
function checkOne(load: () => Program, heading: string, json: boolean, io: Io): ExitCode {
  try {
    const { computation, name } = load();
    const { computations } = computation.toJson();
    const instructions = computations.reduce((sum, { instructions: all }) => sum + all.length, 0);
    const { text } = computation.programShape;
    const parts = `${plural(computations.length, 'computation')}, ${plural(instructions, 'instruction')}`;
    if (json) io.print(JSON.stringify({ ok: true, signature: text, computations: computations.length, instructions }));
    else io.print(`${heading}${name} is valid: ${signatureText(computation.programShape, io.outIsTerminal)}\n${parts}`);
    return exitCodes.ok;
  } catch (thrown) {
    if (!(thrown instanceof HloomError) || (!json && heading === '')) throw thrown;
    if (json) {
      const { code, rule, op, operands, headline, details, help, location, message } = thrown;
      const error = { code, rule, op, operands, headline, details, help, location, message };
      io.print(JSON.stringify({ ok: false, error }));
    } else {
      io.print(`${heading}${failureText(thrown)}`);
    }
    return exitCodeOf(thrown);
  }
}

/** A signature of more characters has a parameter on each line. */
const oneLine = 200;
/** The lines of a signature that a terminal shows, from the begin and the end. */
const [firstShown, lastShown] = [16, 4];

/** The signature, on one line where it fits; a terminal gets the middle of a long one elided. */
function signatureText({ text, parameters, parameterNames, result }: ProgramShape, elide: boolean): string {
  if (text.length <= oneLine) return text;
  const lines = parameters.map((shape, index) => `  ${parameterNames[index] ?? ''}: ${shape.toString()},`);
  const results = result.isTuple ? result.tupleShapes.map((shape) => `  ${shape.toString()},`) : [];
  const shown = (elide ? elided(lines, 'parameters') : lines).join('\n');
  if (results.length < 2) return `(\n${shown}\n) -> ${result.toString()}`;
  return `(\n${shown}\n) -> (\n${(elide ? elided(results, 'results') : results).join('\n')}\n)`;
}

function elided(lines: readonly string[], noun: string): readonly string[] {
  const left = lines.length - firstShown - lastShown;
  if (left < 2) return lines;
  return [...lines.slice(0, firstShown), `  ... ${countText(left)} more ${noun} ...`, ...lines.slice(-lastShown)];
}

function plural(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
