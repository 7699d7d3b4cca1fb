/** The maximum number of threads of a client. */
export const mostThreads = 64;
