/** How the thread of the command learns of the signals that the main thread hears. */

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
    // The port keeps nothing alive: a command that is done ends.
    parentPort?.unref();
  }

  /** The signal that the first Ctrl+C or `kill` aborts: when this thread has a turn, or earlier for whoever asks. */
  get signal(): AbortSignal {
    if (this.exitCode !== undefined) this.#controller.abort();
    return this.#controller.signal;
  }

  /** What the process ends with, once a signal came. */
  get exitCode(): ExitCode | undefined {
    const code = Atomics.load(this.#interrupted, 0);
    return code === 0 ? undefined : (code as ExitCode);
  }
}
