/**
 * The `hloom` command: what package.json names as its bin. This thread does nothing but hear signals, so that none is ever
 * missed; the command itself runs in a Worker, whatever it reads, computes or waits for.
 *
 * The first signal asks for an orderly end. A command that has not ended a second later, or gets a second signal, is
 * ended at once.
 */

import { Worker } from 'node:worker_threads';
import {
  signalExitCodes,
  unsettledAwait,
  type CommandMessage,
  type CommandThreadData,
  type Signal,
} from './signals.js';

/**
 * How long a command has to end in order after a signal. One that cannot, as it reads a program for example, is ended
 * then.
 */
const orderMs = 1000;

/** How soon a thread ends, unless it is inside a call of the system: it waits for another process, or for a reader. */
const threadMs = 300;

/** `exitCodes.file`: what is wrong is a file that was named. This thread loads nothing of the command itself. */
const unreadableFile = 3;

/** `exitCodes.limit`: a limit stopped the run. */
const pastLimit = 4;

/** The thread of the command ends a run that is too late by itself, unless it is inside of a function of the user's. */
const commandFirstMs = 250;

const signals = Object.keys(signalExitCodes) as Signal[];
const interrupted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
let first: Signal | undefined;
/** The exit code of the process, once the Worker is being ended. */
let endCode: number | undefined;

// This comes before the Worker, so that the command begins only when its signals are heard.
for (const signal of signals) process.on(signal, hear);

const worker = new Worker(new URL('cli-worker.mjs', import.meta.url), {
  argv: process.argv.slice(2),
  workerData: { interrupted } satisfies CommandThreadData,
  // It writes by itself. If this thread read what Node.js gives to it as its streams, then Node.js 22 and later would ask
  // the streams in their place for more, which they do not know.
  stdout: true,
  stderr: true,
});
worker.on('error', (thrown: unknown) => {
  // Nobody caught this in a module of --custom-calls. The Worker ends with code 1.
  console.error('Uncaught', thrown instanceof Error ? thrown.stack : thrown);
});
worker.on('exit', (code) => {
  if (endCode !== undefined) process.exit(endCode);
  if (code !== unsettledAwait) process.exit(code);
  console.error(
    'hloom: it waits for what never comes, a promise that nothing is left to settle\n' +
      '  help: look for an await in the module of --custom-calls, outside of its functions',
  );
  process.exit(unreadableFile);
});

let deadline: NodeJS.Timeout | undefined;
let place = '';

worker.on('message', (message: CommandMessage) => {
  if (message.kind === 'call') ({ place } = message);
  if (message.kind === 'over') clearTimeout(deadline);
  if (message.kind !== 'run') return;
  const started = performance.now();
  const { milliseconds, headline, help } = message;
  deadline = setTimeout(() => {
    if (first !== undefined) return;
    const passed = `${Math.floor(performance.now() - started)} milliseconds passed`;
    console.error(`hloom ${process.argv[2] ?? ''}: ${headline}\n  ${passed}\n${help}\n  at ${place}`);
    end('SIGTERM', pastLimit);
  }, milliseconds + commandFirstMs);
});

function hear(signal: Signal): void {
  if (first !== undefined) {
    end(first);
    return;
  }
  first = signal;
  Atomics.store(interrupted, 0, signalExitCodes[signal]);
  worker.postMessage('interrupted');
  setTimeout(end, orderMs, signal);
}

/**
 * Ends the Worker, and the process with it; a Worker that cannot be ended has the system end the process.
 *
 * @param signal - the one that ends it then
 */
function end(signal: Signal, code: number = signalExitCodes[signal]): void {
  if (endCode !== undefined) return;
  endCode = code;
  void worker.terminate();
  setTimeout(() => {
    for (const heard of signals) process.off(heard, hear);
    process.kill(process.pid, signal);
  }, threadMs);
}
