// The paths that the scripts use.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A path inside the checkout. */
export const inRoot = (...parts) => join(root, ...parts);
