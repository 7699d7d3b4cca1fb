// The site: `npx vite web-demo` serves the sources, `npm run build` builds them into build/web-demo.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { docs } from './vite/docs.mjs';
import { frame } from './vite/frame.mjs';
import { opcodes } from './vite/opcodes.mjs';
import { operationPages } from './vite/operation-pages.mjs';
import { operations } from './vite/operations.mjs';
import { packageGroup } from './vite/package-group.mjs';
import { preloads } from './vite/preloads.mjs';
import { serviceWorker } from './vite/service-worker.mjs';
import { still } from './vite/still.mjs';

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Browsers require these headers before they share memory between threads. Without them the page works with one thread.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// The hash in a name has 16 hexadecimal digits, by which servers recognize files that never change. Vite's own hashes
// have 8 letters and digits, as words have.
const hashed = {
  hashCharacters: 'hex',
  entryFileNames: 'assets/[name]-[hash:16].js',
  chunkFileNames: 'assets/[name]-[hash:16].js',
  assetFileNames: 'assets/[name]-[hash:16][extname]',
};

const folders = ['', 'learn/', 'operations/', 'playground/', 'replicas/', 'layout/', 'embed/', 'workbench/'];
const pages = [...folders.map((path) => here(`${path}index.html`)), here('404.html')];

export default defineConfig({
  root: here('.'),
  // The base is relative, so that the site can be served from any folder.
  base: './',
  plugins: [operations(), operationPages(), opcodes(), frame(), preloads(), still(), docs(), serviceWorker()],
  resolve: { alias: { hloom: fromRoot('dist/index.browser.mjs') } },
  server: { headers, fs: { allow: [fromRoot('.')] } },
  preview: { headers },
  worker: { format: 'es', rollupOptions: { output: hashed } },
  build: {
    target: 'es2022',
    // Nothing becomes a data: URL: the threads' Workers and the WebAssembly are files that refer to each other by name.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: pages.filter((page) => existsSync(page)),
      // The package is a separate file, which stays when the site changes.
      output: { ...hashed, codeSplitting: { groups: [packageGroup] } },
    },
  },
});
