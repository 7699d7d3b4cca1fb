/** Files over HTTP, with the headers that give a page SharedArrayBuffer. */

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};

const headers = {
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Serves a folder to this machine; port 0 takes a free one. */
export function serveFolder(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    void findFile(folder, request.url ?? '/').then((found) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, headers).end();
      } else if (found === undefined) {
        response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('not found\n');
      } else {
        const type = types[extname(found.file)] ?? 'application/octet-stream';
        response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': found.size });
        if (request.method === 'HEAD') response.end();
        else {
          createReadStream(found.file)
            .on('error', () => response.destroy())
            .pipe(response);
        }
      }
    });
  });
  return new Promise((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      ready(server);
    });
  });
}

/** The file that an address names in the folder; none that lies outside, not even through a link. */
async function findFile(folder: string, address: string): Promise<{ file: string; size: number } | undefined> {
  try {
    const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    let file = resolve(folder, `.${sep}${path}`);
    if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
    file = await realpath(file);
    const { size } = await stat(file);
    return file.startsWith((await realpath(folder)) + sep) ? { file, size } : undefined;
  } catch {
    return undefined;
  }
}
