/**
 * Writes the service worker of a site that lies in a folder; `left` are the files that it does not
 * keep.
 */
export function writeServiceWorker(directory: string, left?: ReadonlySet<string>): Promise<void>;
