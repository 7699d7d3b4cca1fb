// The scripts of the built site: the files that each one needs, and their sizes.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { siteDirectory } from './site.js';

export const readBuilt = (path: string): string => readFileSync(join(siteDirectory, path), 'utf8');

/** The size of a file as it is downloaded. */
export const downloadSize = (path: string): number => gzipSync(readBuilt(path)).length;

/** Scripts, with all that they import at once, and the Workers that they start. */
export function withImports(paths: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    if (!path.endsWith('.js')) return;
    for (const [, imported, worker] of readBuilt(path).matchAll(
      /(?:from|import)\s*["'`](\.[^"'`]+\.js)["'`]|new URL\(\s*["'`]([^"'`]*worker[^"'`]*\.js)["'`]/g,
    )) {
      visit(posix.join(posix.dirname(path), imported ?? worker ?? ''));
    }
  };
  for (const path of paths) visit(path);
  return found;
}

/** The scripts and styles that a page names. */
export const namedScripts = (page: string): string[] =>
  [...readBuilt(page).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, name = '']) =>
    posix.join(posix.dirname(page), name),
  );

/** The scripts and styles that a page names, with all that the scripts need. */
export const loadedBy = (page: string): Set<string> => withImports(namedScripts(page));

/** The scripts that a script may load later: `import("./gather.js")`. */
export const importedLater = (path: string): string[] =>
  [...readBuilt(path).matchAll(/\bimport\(\s*["'`](\.[^"'`]+\.js)["'`]\s*\)/g)].map(([, name = '']) =>
    posix.join(posix.dirname(path), name),
  );
