/** Puts compressed forms beside the files of a directory; `kept` keeps those of known contents. */
export function compressSite(directory: string, kept: string): Promise<void>;
