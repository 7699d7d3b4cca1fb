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
  '.txt': 'text/plain; charset=utf-8',
};

// Browsers hand out SharedArrayBuffer only to pages that are isolated from those of other origins.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The file that an address names in the directory; none that lies outside, not even through a link. */
async function findFile(directory, address) {
  try {
    const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    let file = resolve(directory, `.${sep}${path}`);
    if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
    file = await realpath(file);
    const { size } = await stat(file);
    return file.startsWith((await realpath(directory)) + sep) ? { file, size } : undefined;
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
    response.writeHead(405, headers).end();
  } else if (found === undefined) {
    response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('not found\n');
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
