// The server of `hloom serve` and `npm start`: compressed forms of files, what browsers may keep, and lost links.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { serve, type Server } from '../../../js/src/cli/static-server.mjs';

const text = 'one array, and another. '.repeat(200);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hloom-served-'));
  const write = (name: string, data: string | Uint8Array): void => writeFileSync(join(folder, name), data);
  for (const name of ['page.html', 'lab-0123456789abcdef.css', 'old.html']) {
    write(name, text);
    write(`${name}.br`, brotliCompressSync(text));
    write(`${name}.gz`, gzipSync(text));
  }
  // The compressed forms were made before the file was changed.
  for (const ending of ['br', 'gz']) utimesSync(join(folder, `old.html.${ending}`), 1, 1);
  write('hloom-elements.mjs', text);
  write('404.html', '<p>lost</p>');
  write('a program.hlo', text);
  server = await serve({ directory: folder, files: { '/served/a%20program.hlo': join(folder, 'a program.hlo') } });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** A request without the headers that fetch adds. */
const request = (path: string, headers: Record<string, string> = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    get(server.url + path, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
      });
    }).on('error', reject);
  });

const plain = (body: Buffer): string => body.toString();

test.each([
  ['gzip, deflate, br, zstd', 'br', (body: Buffer) => brotliDecompressSync(body).toString()],
  ['br;q=0.5', 'br', (body: Buffer) => brotliDecompressSync(body).toString()],
  ['GZIP, br;q=0', 'gzip', (body: Buffer) => gunzipSync(body).toString()],
  ['gzip;q=0.0, br; q=0', undefined, plain],
  ['', undefined, plain],
  ['bro', undefined, plain],
])('a request that accepts %j gets %s', async (accepted, encoding, decode) => {
  const { status, headers, body } = await request('page.html', { 'Accept-Encoding': accepted });
  expect(status).toBe(200);
  expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'text/html; charset=utf-8' });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['content-length']).toBe(String(body.length));
  expect(decode(body)).toBe(text);
});

test('a compressed form that is older than its file is not served', async () => {
  const { headers, body } = await request('old.html', { 'Accept-Encoding': 'br, gzip' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toBeUndefined();
  expect(plain(body)).toBe(text);
});

test.each([
  ['lab-0123456789abcdef.css', 'public, max-age=31536000, immutable'],
  ['hloom-elements.mjs', 'no-cache'],
  ['page.html', 'no-cache'],
])('%s is kept as %s', async (name, policy) => {
  expect((await request(name)).headers['cache-control']).toBe(policy);
});

test('what a browser has is not sent again until it changes', async () => {
  const { headers } = await request('page.html', { 'Accept-Encoding': 'br' });
  const tag = String(headers.etag);
  const again = await request('page.html', { 'Accept-Encoding': 'br', 'If-None-Match': tag });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
  expect((await request('page.html', { 'If-None-Match': 'W/"another"' })).status).toBe(200);
});

test('a person at a lost link gets the page for it, and a script a short answer', async () => {
  const shown = await request('lost', { Accept: 'text/html,*/*' });
  expect([shown.status, plain(shown.body)]).toEqual([404, '<p>lost</p>']);
  const told = await request('lost', { Accept: '*/*' });
  expect([told.status, plain(told.body)]).toEqual([404, 'not found\n']);
});

test('a single file has an address of its own, and its folder has none', async () => {
  const { status, headers, body } = await request('served/a%20program.hlo');
  expect([status, headers['content-type'], plain(body)]).toEqual([200, 'text/plain; charset=utf-8', text]);
  expect((await request('served/page.html')).status).toBe(404);
  expect((await request('served/')).status).toBe(404);
});
