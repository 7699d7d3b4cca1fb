/** The declarations of each function in C++, which are its overloads, by its name. */
export function cppSignatures(): Map<string, string[]>;
