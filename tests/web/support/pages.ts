// The pages of the built site.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { siteDirectory } from './site.js';

/** The pages that people find, by their paths. */
export const publicPages = ['', 'learn/', 'layout/', 'playground/', 'embed/'].filter((path) =>
  existsSync(join(siteDirectory, path, 'index.html')),
);

/** The pages that a first visit of any page keeps; the playground is kept once it is visited. */
export const keptPages = publicPages.filter((path) => path !== 'playground/');
