/** Ctrl+C and `kill`: the first signal asks for an end in order, the second one ends the process at once. */

import { exitCodes, type ExitCode } from './failure.js';

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

type Signal = keyof typeof codes;

const signals = Object.keys(codes) as Signal[];

/** What has not ended in order so soon after a signal ends without: a program that is being compiled, for example. */
const orderMs = 1000;

export class Interruption {
  readonly #controller = new AbortController();
  #exitCode: ExitCode | undefined;

  constructor() {
    this.#listen();
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the process ends with, once a signal came. */
  get exitCode(): ExitCode | undefined {
    return this.#exitCode;
  }

  /**
   * Does what lets nothing else have its turn in this thread, if it returns a promise, up to its first await. No handler
   * could run meanwhile, so signals do what they do to any process: they end it, with the same exit codes in a shell.
   *
   * @throws an AbortError (as a rejection) after a signal
   */
  async blocking<T>(work: () => T | Promise<T>): Promise<T> {
    // A signal that has come already is heard only in the next turn; it would be lost with its handler.
    await new Promise((resolve) => void setImmediate(resolve));
    this.signal.throwIfAborted();
    for (const signal of signals) process.off(signal, this.#interrupt);
    try {
      return work();
    } finally {
      this.#listen();
    }
  }

  #listen(): void {
    for (const signal of signals) process.on(signal, this.#interrupt);
  }

  readonly #interrupt = (signal: Signal): void => {
    const code = codes[signal];
    if (this.#exitCode !== undefined) process.exit(code);
    this.#exitCode = code;
    this.#controller.abort();
    setTimeout(() => process.exit(code), orderMs);
  };
}
