// A static server for the page and the tests: `node scripts/serve.mjs [directory] [--port N] [--no-isolation]`.
//
// By default every answer carries the headers that make a page cross-origin isolated, which is what browsers ask for
// before they hand out SharedArrayBuffer. `--no-isolation` leaves them out.
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { inRoot } from './lib/paths.mjs';

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

const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The file that a URL names below the directory, or undefined. */
async function findFile(directory, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  let file = resolve(directory, `.${sep}${path}`);
  try {
    if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
    file = await realpath(file);
    const { size } = await stat(file);
    const base = await realpath(directory);
    return file.startsWith(base + sep) ? { file, size } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Serves a directory. `port` 0 takes a free one. `routes` maps further URL prefixes to directories (tests serve dist
 * beside their own pages).
 *
 * @returns {Promise<{url: string, port: number, close: () => Promise<void>}>}
 */
export async function serve({ directory, port = 0, host = '127.0.0.1', isolated = true, routes = {} }) {
  const server = createServer(async (request, response) => {
    const prefix = Object.keys(routes).find((route) => request.url.startsWith(route));
    const found = prefix
      ? await findFile(routes[prefix], `/${request.url.slice(prefix.length)}`)
      : await findFile(directory, request.url);
    const headers = { 'Cache-Control': 'no-cache', ...(isolated ? isolation : {}) };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, headers).end();
    } else if (!found) {
      response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('not found\n');
    } else {
      const type = mimeTypes[extname(found.file)] ?? 'application/octet-stream';
      response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': found.size });
      if (request.method === 'HEAD') response.end();
      else
        createReadStream(found.file)
          .on('error', () => response.destroy())
          .pipe(response);
    }
  });
  await new Promise((ready, failed) => server.once('error', failed).listen(port, host, ready));
  const actual = server.address().port;
  const close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://localhost:${actual}/`, port: actual, close };
}

/** Serves until the process is told to stop. */
export async function serveUntilStopped(options) {
  const server = await serve(options);
  console.log(`serving ${server.url}  (Ctrl+C stops)`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
}

if (process.argv[1] === inRoot('scripts/serve.mjs')) {
  const args = process.argv.slice(2);
  const portAt = args.indexOf('--port');
  const [, port] = portAt < 0 ? [] : args.splice(portAt, 2);
  const [directory = 'build/web-demo'] = args.filter((arg) => !arg.startsWith('--'));
  const isolated = !args.includes('--no-isolation');
  serveUntilStopped({ directory: resolve(inRoot(), directory), port: Number(port ?? 8080), isolated }).catch(
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
