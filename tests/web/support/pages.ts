// The pages of the built site.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the site is built. */
export const siteFolder = join(__dirname, '../../../build/web-demo');

/** The pages that people find, by their paths. */
export const publicPages = ['', 'learn/', 'layout/', 'embed/'].filter((path) =>
  existsSync(join(siteFolder, path, 'index.html')),
);
