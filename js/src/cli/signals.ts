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
 * The messages from the thread of the command to the main thread: a run with a time limit begins; a user's function is
 * called; the run is over. The text is that of the error if the run exceeds its limit then, with 0 elapsed milliseconds.
 */
export type CommandMessage =
  | { readonly kind: 'run'; readonly milliseconds: number; readonly text: string }
  | { readonly kind: 'call'; readonly text: string }
  | { readonly kind: 'over' };

/** The exit code of the thread of the command if it awaits a promise that never settles. */
export const unsettledAwait = 13;
