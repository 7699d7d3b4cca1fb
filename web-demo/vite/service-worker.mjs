// The service worker: bundled from src/service-worker.ts, with the list of the site's files.
import * as esbuild from 'esbuild';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/service-worker.ts', import.meta.url));

/** A name that contains a hash changes with its content; any other file gets a revision. */
const isHashed = (url) => /-[0-9a-f]{16}\.\w+$/.test(url);

/**
 * Files that are not kept from the start: the workbench is only for developers of the site, the picture for links on
 * other sites, the documentation, the gallery of operations and the playground are large, and only the replica lab loads
 * its scripts and those of threads.
 */
const isApart = (url) =>
  /^(workbench|docs|operations|playground|replicas)\/|^404\.html$|^link-picture\.png$|^assets\/(hloom\.web\.worker|playground-|operations-|404-)|\.(map|br|gz)$/.test(
    url,
  );

function manifestOf(directory, left) {
  return (
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'service-worker.js')
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const url = relative(directory, file).replaceAll('\\', '/');
        const revision = isHashed(url)
          ? null
          : createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
        return { url, revision };
      })
      .filter(({ url }) => !isApart(url) && !left.has(url))
      // A page is kept at the address that people visit, where the browser has it already.
      .map(({ url, revision }) => ({ url: url.replace(/(^|\/)index\.html$/, '$1') || './', revision }))
      .sort((a, b) => (a.url < b.url ? -1 : 1))
  );
}

/** The scripts and styles of a page, with all of their dependencies. */
function filesOf(chunk, bundle, found = new Set()) {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
    if (bundle[name]?.type === 'chunk') filesOf(bundle[name], bundle, found);
  }
  return found;
}

/** The files that only pages outside of the cache need. */
function leftOut(bundle, root) {
  const entries = Object.values(bundle).filter(({ type, isEntry }) => type === 'chunk' && isEntry);
  const apart = entries.filter(({ facadeModuleId }) => isApart(relative(root, facadeModuleId ?? '')));
  const files = (chunks) => new Set(chunks.flatMap((chunk) => [...filesOf(chunk, bundle)]));
  const kept = files(entries.filter((chunk) => !apart.includes(chunk)));
  return new Set([...files(apart)].filter((name) => !kept.has(name)));
}

/** Writes the service worker of a site in a folder; `left` are the files that it does not keep. */
export async function writeServiceWorker(directory, left = new Set()) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { SITE_FILES: JSON.stringify(manifestOf(directory, left)), 'process.env.NODE_ENV': '"production"' },
  });
  writeFileSync(join(directory, 'service-worker.js'), outputFiles[0].contents);
}

export function serviceWorker() {
  let config;
  let left;
  return {
    name: 'hloom-service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle(_, bundle) {
      left = leftOut(bundle, config.root);
    },
    closeBundle: () => writeServiceWorker(config.build.outDir, left),
  };
}
