/** Passes signals from the main thread to the thread of the command. */

import { parentPort, workerData } from 'node:worker_threads';
import type { ExitCode } from './failure.js';
import type { CommandThreadData } from './signals.js';

export class Interruption {
  readonly #controller = new AbortController();
  readonly #interrupted = (workerData as CommandThreadData).interrupted;

  constructor() {
    parentPort?.on('message', () => {
      this.#controller.abort();
    });
    // The port does not keep the process alive: a command that is done ends.
    parentPort?.unref();
  }

  /**
   * The AbortSignal that the first Ctrl+C or `kill` aborts: when this thread handles messages, or earlier when it is
   * read.
   */
  get signal(): AbortSignal {
    if (this.exitCode !== undefined) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The exit code of the process after a signal. */
  get exitCode(): ExitCode | undefined {
    const code = Atomics.load(this.#interrupted, 0);
    return code === 0 ? undefined : (code as ExitCode);
  }
}
