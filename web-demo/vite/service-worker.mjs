// The service worker: bundled from src/service-worker.ts, with the list of the site's files.
import * as esbuild from 'esbuild';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/service-worker.ts', import.meta.url));

/** A name with a hash in it changes with its content; any other file gets a revision. */
const isHashed = (url) => /-[\w-]{8}\.\w+$/.test(url);

function manifestOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && entry.name !== 'service-worker.js')
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const url = relative(directory, file).replaceAll('\\', '/');
      const revision = isHashed(url)
        ? null
        : createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
      return { url, revision };
    })
    .filter(({ url }) => !url.startsWith('workbench/'))
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

export function serviceWorker() {
  let directory = '';
  return {
    name: 'hloom-service-worker',
    apply: 'build',
    configResolved(config) {
      directory = config.build.outDir;
    },
    async closeBundle() {
      const { outputFiles } = await esbuild.build({
        entryPoints: [source],
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: 'es2022',
        define: { SITE_FILES: JSON.stringify(manifestOf(directory)), 'process.env.NODE_ENV': '"production"' },
      });
      writeFileSync(join(directory, 'service-worker.js'), outputFiles[0].contents);
    },
  };
}
