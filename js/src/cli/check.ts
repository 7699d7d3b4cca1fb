/** `hloom check`: whether a program is valid. */

import { HloomError } from '../index.node.js';
import { sharedOptions, type Command } from './command.js';
import { exitCodeOf, exitCodes } from './failure.js';
import { optionOf } from './options.js';
import { loadProgram } from './program-file.js';
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
  ],
  examples: [['hloom check add.hlo', 'its signature, or the first error']],
  async run(given, io) {
    const json = optionOf(given, 'json') !== undefined;
    try {
      const { computation, name } = await loadProgram(given, io);
      const { computations } = computation.toJson();
      const instructions = computations.reduce((sum, { instructions: all }) => sum + all.length, 0);
      const { text } = computation.programShape;
      const parts = `${plural(computations.length, 'computation')}, ${plural(instructions, 'instruction')}`;
      if (json)
        io.print(JSON.stringify({ ok: true, signature: text, computations: computations.length, instructions }));
      else io.print(`${name} is valid: ${text}\n${parts}`);
      return exitCodes.ok;
    } catch (thrown) {
      if (!json || !(thrown instanceof HloomError)) throw thrown;
      const { code, rule, op, operands, headline, details, help, location, message } = thrown;
      const error = { code, rule, op, operands, headline, details, help, location, message };
      io.print(JSON.stringify({ ok: false, error }));
      return exitCodeOf(thrown);
    }
  },
};

function plural(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
