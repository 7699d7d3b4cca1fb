/**
 * How long this thread works before timers and messages have their turn: about a frame, so that an abort is heard
 * quickly, and long enough that the pause costs nothing.
 */
export const turnMs = 16;
