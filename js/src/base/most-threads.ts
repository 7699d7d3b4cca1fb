/** The most threads that a client may be asked for. */
export const mostThreads = 64;
