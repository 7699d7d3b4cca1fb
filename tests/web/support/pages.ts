// The pages of the built site.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { siteDirectory } from './site.js';

/** The pages that people find, by their paths. */
export const publicPages = ['', 'learn/', 'operations/', 'playground/', 'replicas/', 'layout/', 'embed/'].filter(
  (path) => existsSync(join(siteDirectory, path, 'index.html')),
);

/** Large pages, which are kept once they are visited. */
const apart = new Set(['operations/', 'playground/', 'replicas/']);

/** The pages that a first visit of any page keeps. */
export const keptPages = publicPages.filter((path) => !apart.has(path));
