/** The thread in which the `hloom` command runs; the main thread, in cli.ts, handles signals. */

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

// An empty NO_COLOR has no effect: https://no-color.org.
const red = process.stderr.isTTY && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb';
const tell = (text: string): void => {
  const [first = '', ...rest] = text.split('\n');
  process.stderr.write(`${[red ? `\x1b[31m${first}\x1b[0m` : first, ...rest].join('\n')}\n`);
};

const io = processIo(interruption, (thrown) => {
  tell(`hloom: ${failureText(thrown)}`);
});

// Nothing is left to do, and the promise that the command awaits never settles. Node.js would end this module with the
// same code, but newer versions print a warning about this file.
const endUnsettled = (): void => process.exit(unsettledAwait);
process.once('beforeExit', endUnsettled);

void main(process.argv.slice(2), io, HLOOM_VERSION, tell).then((code) => {
  process.off('beforeExit', endUnsettled);
  // A signal is the normal end of `hloom serve`.
  process.exitCode = code === exitCodes.interrupted ? (interruption.exitCode ?? code) : code;
  // A custom call that still runs would keep the process alive.
  if (code !== exitCodes.ok || interruption.exitCode !== undefined) process.exit();
});
