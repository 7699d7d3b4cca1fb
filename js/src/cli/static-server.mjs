// Files over HTTP, with the headers that give a page SharedArrayBuffer. It is what `hloom serve` runs, and in a checkout
// `npm start` and the tests: JavaScript, and nothing but Node's own modules, because `npm start` needs it before anything
// is built or installed.
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const mimeTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.cjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.hlo': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
};

// Browsers hand out SharedArrayBuffer only to pages that are isolated from those of other origins.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * The file that an address names in the directory; none that lies outside, not even through a link. A folder's page is
 * at the address that ends in a slash, or what the page links to would be looked for beside the folder.
 */
async function findFile(directory, address) {
  try {
    const { pathname, search } = new URL(address, 'http://localhost');
    const path = decodeURIComponent(pathname);
    const named = resolve(directory, `.${sep}${path}`);
    const isFolder = (await stat(named)).isDirectory();
    const file = await realpath(isFolder ? join(named, 'index.html') : named);
    const found = await stat(file);
    const root = await realpath(directory);
    // Reading a pipe, for example, might never end.
    if (!found.isFile() || !file.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    if (isFolder !== path.endsWith('/'))
      return isFolder ? { moved: `${pathname.replace(/^\/+/, '/')}/${search}` } : undefined;
    return { file, size: found.size };
  } catch {
    return undefined;
  }
}

async function answer({ directory, isolated, routes }, request, response) {
  const prefix = Object.keys(routes).find((route) => request.url.startsWith(route));
  const found =
    prefix === undefined
      ? await findFile(directory, request.url)
      : await findFile(routes[prefix], `/${request.url.slice(prefix.length)}`);
  const headers = { 'Cache-Control': 'no-cache', ...(isolated ? isolation : {}) };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
  } else if (found === undefined) {
    response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('not found\n');
  } else if (found.moved !== undefined) {
    response.writeHead(301, { ...headers, Location: found.moved }).end();
  } else {
    const type = mimeTypes[extname(found.file)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': found.size });
    if (request.method === 'HEAD') response.end();
    else {
      createReadStream(found.file)
        .on('error', () => response.destroy())
        .pipe(response);
    }
  }
}

export async function serve({ directory, port = 0, host = '127.0.0.1', isolated = true, routes = {} }) {
  const server = createServer((request, response) => {
    void answer({ directory, isolated, routes }, request, response);
  });
  await new Promise((ready, failed) => {
    server.once('error', failed).listen(port, host, ready);
  });
  const { port: actual } = server.address();
  const close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://localhost:${actual}/`, port: actual, close };
}
