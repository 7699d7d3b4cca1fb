/**
 * This thread works for so many milliseconds before timers and messages have their turn: about a frame, so that an abort is
 * heard quickly, and long enough that the pause costs nothing.
 */
export const turnMs = 16;
