/** A server on this machine, each with an origin of its own, that can be as right or as wrong as a test needs it. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export interface Site {
  readonly origin: string;
  /** Texts by path; they come before the files of the folder. */
  readonly pages: Map<string, string>;
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** Paths that are answered without those headers. */
  readonly bare: Set<string>;
  /** The answer, as HTML, for unknown addresses; left out, 404. */
  startPage: string | undefined;
  close(): Promise<void>;
}

/** Serves a folder. */
export async function serveSite(folder: string): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const headers = site.bare.has(pathname) ? {} : site.headers;
    const text = site.pages.get(pathname);
    const content = text === undefined ? readFile(join(folder, pathname)) : Promise.resolve(text);
    content.then(
      (bytes) => response.writeHead(200, { ...headers, 'Content-Type': types[extname(pathname)] }).end(bytes),
      () => {
        const { startPage } = site;
        const status = startPage === undefined ? 404 : 200;
        response.writeHead(status, { ...headers, 'Content-Type': 'text/html' }).end(startPage ?? 'not found');
      },
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const site: Site = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: new Map(),
    headers: {},
    bare: new Set(),
    startPage: undefined,
    close: () =>
      new Promise((closed) => {
        server.close(() => { closed(); }); // prettier-ignore
        server.closeAllConnections();
      }),
  };
  return site;
}
