import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

export const benchRoot = fileURLToPath(new URL('..', import.meta.url));
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
export const inBench = (...parts) => join(benchRoot, ...parts);
export const inProject = (...parts) => join(projectRoot, ...parts);
