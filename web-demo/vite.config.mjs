// The page: `npx vite web-demo` serves the sources, `npm run build` builds them into build/web-demo.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

// What browsers ask for before they share memory between threads. Without them the page works with one thread.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The base is relative, so that the page can be served from any folder.
  base: './',
  resolve: { alias: { hloom: fromRoot('dist/index.browser.mjs') } },
  server: { headers, fs: { allow: [fromRoot('.')] } },
  preview: { headers },
  worker: { format: 'es' },
  // Nothing becomes a data: URL: the threads' Workers and the WebAssembly are files that name each other.
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
