/** Ctrl+C and `kill`, as the two threads of the command tell each other of them. */

/** The signals that the command hears, and what it ends with after each: 128 and the number of the signal, as shells count. */
export const signalExitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export type Signal = keyof typeof signalExitCodes;

/** What the main thread gives to the thread of the command. */
export interface CommandThreadData {
  /**
   * The exit code of the first signal, 0 before one has come. It is shared, so that a command that has had no turn
   * since, and no message, knows of the signal too.
   */
  readonly interrupted: Int32Array;
}

/**
 * What the thread of the command tells the main thread: that a run begins which is to end in time, with the lines to print where
 * it does not; that it calls a function of the user's; and that the run is over.
 */
export type CommandMessage =
  | { readonly kind: 'run'; readonly milliseconds: number; readonly headline: string; readonly help: string }
  | { readonly kind: 'call'; readonly place: string }
  | { readonly kind: 'over' };

/** The code that the thread of the command ends with when it awaits what nothing is left to bring. */
export const unsettledAwait = 13;
