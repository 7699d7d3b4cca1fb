// The functions of the package for the gallery: a module for each family, with only what that family needs, so that a page
// does not load all of `np`.
import { fileURLToPath } from 'node:url';

const inDist = (name) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));

/** The files of namespaces in the package. */
const files = {
  np: 'np.browser.mjs',
  'np.linalg': 'linalg.browser.mjs',
  'np.fft': 'fft.browser.mjs',
  nn: 'nn.browser.mjs',
  random: 'random.browser.mjs',
};

/**
 * `np.browser.mjs` is one module, and bundlers do not divide a module among files. Each family has a copy of it, of which
 * the build keeps what the family uses. The copies share all other files of the package.
 */
export const isCopy = (id) => /\/np\.browser\.mjs\?family=/.test(id);

/** The imports of a copy are those of the file. */
export const resolveCopy = (id, importer) =>
  isCopy(id) ? id : isCopy(importer ?? '') && id.startsWith('./') ? inDist(id) : undefined;

/** The functions of a family by their names on the page: `np.linalg.inv`. */
export function functionsModule(family, details) {
  const all = details.map(({ id }, i) => {
    const at = id.lastIndexOf('.');
    const namespace = id.slice(0, at);
    const from =
      { hloom: 'hloom', np: `${inDist(files.np)}?family=${family}` }[namespace] ?? inDist(files[namespace] ?? '');
    return {
      line: `import { ${id.slice(at + 1)} as f${i} } from ${JSON.stringify(from)};`,
      entry: `${JSON.stringify(id)}: f${i}`,
    };
  });
  const lines = all.map(({ line }) => line).join('\n');
  return `${lines}\nexport const functions = { ${all.map(({ entry }) => entry).join(', ')} };`;
}

/** All names, also those of other libraries, whose functions throw errors with the right name. */
export const namespaces = `import * as np from ${JSON.stringify(`${inDist(files.np)}?family=all`)};
import * as nn from ${JSON.stringify(inDist(files.nn))};
import * as random from ${JSON.stringify(inDist(files.random))};
export default { np, nn, random };`;
