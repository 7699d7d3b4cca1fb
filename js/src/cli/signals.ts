/** Ctrl+C and `kill`, in the messages between the two threads of the command. */

/**
 * The signals that the command handles, and the exit code after each: 128 and the number of the signal, as shells
 * count.
 */
export const signalExitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export type Signal = keyof typeof signalExitCodes;

/** The data that the main thread passes to the thread of the command. */
export interface CommandThreadData {
  /**
   * The exit code of the first signal, 0 before it. It is shared, so that a busy command, which has not received a
   * message, sees the signal too.
   */
  readonly interrupted: Int32Array;
}

/**
 * The messages from the thread of the command to the main thread: a run with a time limit begins, with the lines to
 * print if it exceeds the limit; a user's function is called; the run is over.
 */
export type CommandMessage =
  | { readonly kind: 'run'; readonly milliseconds: number; readonly headline: string; readonly help: string }
  | { readonly kind: 'call'; readonly place: string }
  | { readonly kind: 'over' };

/** The exit code of the thread of the command if it awaits a promise that never settles. */
export const unsettledAwait = 13;
