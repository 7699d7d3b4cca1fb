/**
 * The `hloom` command, the bin of package.json. This thread only handles signals, so that none is ever missed; the
 * command itself runs in a Worker.
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
 * The time that a command has for an orderly end after a signal. A command that cannot end in time, for example because
 * it parses a program, is ended then.
 */
const orderMs = 1000;

/** The time in which a thread ends, unless it is inside a system call and waits for another process or for a reader. */
const threadMs = 300;

/** `exitCodes.file`: a named file is wrong. This thread does not load any code of the command itself. */
const unreadableFile = 3;

/** `exitCodes.limit`: a limit stopped the run. */
const pastLimit = 4;

/** The thread of the command itself ends a run at its time limit, unless it is inside a user's function. */
const commandFirstMs = 250;

const signals = Object.keys(signalExitCodes) as Signal[];
const interrupted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
let first: Signal | undefined;
/** The exit code of the process, once the Worker is being ended. */
let endCode: number | undefined;

// This comes before the Worker, so that the command begins only when its signals are handled.
for (const signal of signals) process.on(signal, hear);

const worker = new Worker(new URL('cli-worker.mjs', import.meta.url), {
  argv: process.argv.slice(2),
  workerData: { interrupted } satisfies CommandThreadData,
  // The Worker writes by itself. If this thread read the streams that Node.js creates for the Worker, Node.js 22 and
  // later would call methods that their replacements do not have.
  stdout: true,
  stderr: true,
});
worker.on('error', (thrown: unknown) => {
  // An uncaught error in a module of --custom-calls. The Worker ends with code 1.
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
/** The error if the run under way exceeds its limit now. */
let late = '';

worker.on('message', (message: CommandMessage) => {
  if (message.kind === 'over') {
    clearTimeout(deadline);
    return;
  }
  late = message.text;
  if (message.kind !== 'run') return;
  const started = performance.now();
  deadline = setTimeout(() => {
    if (first !== undefined) return;
    const passed = `\n  ${Math.floor(performance.now() - started)} milliseconds passed`;
    console.error(`hloom ${process.argv[2] ?? ''}: ${late.replace('\n  0 milliseconds passed', passed)}`);
    end('SIGTERM', pastLimit);
  }, message.milliseconds + commandFirstMs);
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
