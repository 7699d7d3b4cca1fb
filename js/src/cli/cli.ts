/** The `hloom` command: what package.json names as its bin. */

import { exitCodes, failureText } from './failure.js';
import { processIo } from './io.js';
import { main } from './main.js';

/** The package's version; the build puts it here. */
declare const HLOOM_VERSION: string;

const interrupt = new AbortController();
let terminated = false;
process.once('SIGINT', () => {
  interrupt.abort();
  // Whoever presses it twice does not want to wait.
  process.once('SIGINT', () => process.exit(exitCodes.interrupted));
});
process.once('SIGTERM', () => {
  terminated = true;
  interrupt.abort();
});

// An empty NO_COLOR says nothing: https://no-color.org.
const red = process.stderr.isTTY && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb';
const tell = (text: string): void => {
  const [first = '', ...rest] = text.split('\n');
  process.stderr.write(`${[red ? `\x1b[31m${first}\x1b[0m` : first, ...rest].join('\n')}\n`);
};

const io = processIo(interrupt.signal, (thrown) => {
  tell(`hloom: ${failureText(thrown)}`);
});
const code = await main(process.argv.slice(2), io, HLOOM_VERSION, tell);
process.exitCode = code === exitCodes.interrupted && terminated ? exitCodes.terminated : code;
