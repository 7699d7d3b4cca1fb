// The download size of the site itself for the front page, without the package and its WebAssembly.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { siteDirectory } from './support/site.js';

const read = (path: string): string => readFileSync(join(siteDirectory, path), 'utf8');

/** The scripts and styles that a page loads at once, with all that the scripts import. */
function loadedBy(page: string): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    if (!path.endsWith('.js')) return;
    for (const [, name = ''] of read(path).matchAll(/(?:from|import)\s*["'](\.[^"']+\.js)["']/g)) {
      visit(posix.join(posix.dirname(path), name));
    }
  };
  for (const [, name = ''] of read(page).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) {
    visit(posix.join(posix.dirname(page), name));
  }
  return [...found];
}

test('the front page has at most 120 KB of scripts and styles of its own, compressed', () => {
  const files = loadedBy('index.html');
  const ofPackage = files.filter((path) => /^assets\/hloom-[\w-]+\.js$/.test(path));
  expect(ofPackage).toHaveLength(1);
  expect(read(ofPackage[0] ?? '')).toContain('the builder instance is not loaded yet');
  const own = files.filter((path) => !ofPackage.includes(path));
  expect(own.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  expect(own.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(0);
  // It is the site that is counted here, so that nothing of the package may hide in it.
  for (const path of own) expect(read(path)).not.toContain('the builder instance is not loaded yet');
  const bytes = own.reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
  expect(bytes).toBeLessThan(120_000);
});
