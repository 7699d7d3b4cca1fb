// The package as a file of its own, which stays when the site changes: its index, and what the index itself imports. Its
// other files, such as the namespaces, are for the pages that use them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const index = fileURLToPath(new URL('../../dist/index.browser.mjs', import.meta.url));

let chunks;
/** The names of the files that the index imports. */
function importedByIndex() {
  chunks ??= new Set(readFileSync(index, 'utf8').match(/(?<=\bfrom"\.\/)chunk-\w+\.mjs/g));
  return chunks;
}

export const packageGroup = {
  name: 'hloom',
  test: (id) => id === index || importedByIndex().has(/\/dist\/(chunk-\w+\.mjs)$/.exec(id)?.[1]),
  includeDependenciesRecursively: false,
};
