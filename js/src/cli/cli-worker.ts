/** The thread in which the `hloom` command runs; the main thread, in cli.ts, hears signals. */

import { exitCodes, failureText } from './failure.js';
import { Interruption } from './interruption.js';
import { processIo } from './io.js';
import { main } from './main.js';
import { useProcessStreams } from './process-streams.js';
import { unsettledAwait } from './signals.js';

/** The package's version; the build puts it here. */
declare const HLOOM_VERSION: string;

useProcessStreams();
const interruption = new Interruption();

// An empty NO_COLOR says nothing: https://no-color.org.
const red = process.stderr.isTTY && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb';
const tell = (text: string): void => {
  const [first = '', ...rest] = text.split('\n');
  process.stderr.write(`${[red ? `\x1b[31m${first}\x1b[0m` : first, ...rest].join('\n')}\n`);
};

const io = processIo(interruption, (thrown) => {
  tell(`hloom: ${failureText(thrown)}`);
});

// Nothing is left to do, and what the command awaits will never come. Node.js ends a module that awaits it by the same
// code, but newer versions warn of that, in words about this file.
const endUnsettled = (): void => process.exit(unsettledAwait);
process.once('beforeExit', endUnsettled);

void main(process.argv.slice(2), io, HLOOM_VERSION, tell).then((code) => {
  process.off('beforeExit', endUnsettled);
  // A signal ends `hloom serve` well.
  process.exitCode = code === exitCodes.interrupted ? (interruption.exitCode ?? code) : code;
  // A custom call that goes on would keep the process alive.
  if (code !== exitCodes.ok || interruption.exitCode !== undefined) process.exit();
});
