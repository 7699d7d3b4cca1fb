/** The whole command, from its words to an exit code. */

import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { bench } from './bench.js';
import { check } from './check.js';
import type { Command } from './command.js';
import { explain } from './explain.js';
import { exitCodeOf, exitCodes, failureText, usageFailure, type ExitCode } from './failure.js';
import { commandHelp, overview } from './help.js';
import type { Io } from './io.js';
import { parseWords } from './options.js';
import { print } from './print.js';
import { run } from './run.js';
import { serve } from './serve.js';
import { suggestion } from '../base/suggest.js';

export const commands: readonly Command[] = [run, print, check, bench, explain, serve];

/**
 * Runs the command of the given words.
 *
 * @param tell - writes a failure to the standard error output
 */
export async function main(
  words: readonly string[],
  io: Io,
  version: string,
  tell: (text: string) => void,
): Promise<ExitCode> {
  const [first = '', ...rest] = words;
  try {
    if (['--version', '-v', '-V', 'version'].includes(first)) {
      io.print(`hloom ${version}`);
      return exitCodes.ok;
    }
    if (['--help', '-h', 'help'].includes(first)) {
      io.print(rest[0] === undefined ? overview(commands) : commandHelp(commandOf(rest[0])));
      return exitCodes.ok;
    }
    if (first === '') {
      tell(overview(commands));
      return exitCodes.usage;
    }
    const command = commandOf(first);
    const given = parseWords(rest, command);
    if (given.options.has('help')) {
      io.print(commandHelp(command));
      return exitCodes.ok;
    }
    return await command.run(given, io);
  } catch (thrown) {
    if (io.signal.aborted) return exitCodes.interrupted;
    const name = commands.some((command) => command.name === first) ? `hloom ${first}` : 'hloom';
    tell(`${name}: ${failureText(thrown)}`);
    return exitCodeOf(thrown);
  }
}

function commandOf(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  if (name.startsWith('-') && name !== '-') {
    throw usageFailure(`${name} comes before the command`, 'write the command first, as in hloom run FILE --json');
  }
  if (extname(name) !== '' || existsSync(name)) {
    throw usageFailure(`${JSON.stringify(name)} is not a command`, `to run a file, write hloom run ${name}`);
  }
  const names = commands.map((candidate) => candidate.name);
  throw usageFailure(
    `unknown command ${JSON.stringify(name)}`,
    suggestion(name, names, `the commands are ${names.join(', ')}; hloom --help tells what they do`),
  );
}
