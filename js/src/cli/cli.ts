/** The `hloom` command: what package.json names as its bin. */

import { exitCodes } from './failure.js';
import { processIo } from './io.js';
import { main } from './main.js';

/** The package's version; the build puts it here. */
declare const HLOOM_VERSION: string;

const interrupt = new AbortController();
process.once('SIGINT', () => {
  interrupt.abort();
  // Whoever presses it twice does not want to wait.
  process.once('SIGINT', () => process.exit(exitCodes.interrupted));
});
process.once('SIGTERM', () => {
  interrupt.abort();
});

const red = process.stderr.isTTY && process.env.NO_COLOR === undefined;
const tell = (text: string): void => {
  const [first = '', ...rest] = text.split('\n');
  process.stderr.write(`${[red ? `\x1b[31m${first}\x1b[0m` : first, ...rest].join('\n')}\n`);
};

process.exitCode = await main(process.argv.slice(2), processIo(interrupt.signal), HLOOM_VERSION, tell);
