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
    return { file, size: found.size, time: found.mtimeMs };
  } catch {
    return undefined;
  }
}

/** True if a request accepts an encoding: `br` is in `gzip, br;q=0.9`, and not in `br;q=0`. */
function accepts(request, encoding) {
  const given = String(request.headers['accept-encoding'] ?? '').split(',');
  return given.some((one) => {
    const [name, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/**
 * The compressed forms of a file, which the build of the site puts beside it, the smallest first. A form that is older
 * than the file is out of date.
 */
async function compressedForms({ file, time }) {
  const forms = [];
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ]) {
    const form = await stat(file + ending).catch(() => undefined);
    if (form?.isFile() && form.mtimeMs >= time) forms.push({ file: file + ending, size: form.size, encoding });
  }
  return forms;
}

/** A name with a hash of 16 digits, such as `lab-0123456789abcdef.css`, changes with the content. */
const isHashed = (file) => /-[0-9a-f]{16}\.\w+$/.test(file);

async function send(request, response, found, headers, status = 200) {
  const compressed = await compressedForms(found);
  const form = compressed.find(({ encoding }) => accepts(request, encoding)) ?? found;
  const tag = `W/"${found.size.toString(36)}-${Math.round(found.time).toString(36)}"`;
  const all = {
    ...headers,
    'Cache-Control': isHashed(found.file) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
    ...(compressed.length > 0 ? { Vary: 'Accept-Encoding' } : {}),
  };
  if (status === 200 && request.headers['if-none-match'] === tag) {
    response.writeHead(304, all).end();
    return;
  }
  response.writeHead(status, {
    ...all,
    'Content-Type': mimeTypes[extname(found.file)] ?? 'application/octet-stream',
    'Content-Length': form.size,
    ...(form.encoding === undefined ? {} : { 'Content-Encoding': form.encoding }),
  });
  if (request.method === 'HEAD') response.end();
  else {
    createReadStream(form.file)
      .on('error', () => response.destroy())
      .pipe(response);
  }
}

/** A single file that has an address of its own. */
async function singleFile(files, address) {
  const file = files[address.split('?')[0]];
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return found?.isFile() ? { file, size: found.size, time: found.mtimeMs } : undefined;
}

async function answer({ directory, isolated, routes, files }, request, response) {
  const prefix = Object.keys(routes).find((route) => request.url.startsWith(route));
  const found =
    (await singleFile(files, request.url)) ??
    (prefix === undefined
      ? await findFile(directory, request.url)
      : await findFile(routes[prefix], `/${request.url.slice(prefix.length)}`));
  const headers = isolated ? isolation : {};
  const plain = { ...headers, 'Cache-Control': 'no-cache' };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...plain, Allow: 'GET, HEAD' }).end();
  } else if (found?.moved !== undefined) {
    response.writeHead(301, { ...plain, Location: found.moved }).end();
  } else if (found !== undefined) {
    await send(request, response, found, headers);
  } else {
    // A page of the site's own, for people; what scripts ask for in vain needs none.
    const isForPeople = String(request.headers.accept ?? '').includes('text/html');
    const page = isForPeople ? await findFile(directory, '/404.html') : undefined;
    if (page !== undefined) await send(request, response, page, headers, 404);
    else response.writeHead(404, { ...plain, 'Content-Type': 'text/plain' }).end('not found\n');
  }
}

export async function serve({ directory, port = 0, host = '127.0.0.1', isolated = true, routes = {}, files = {} }) {
  const server = createServer((request, response) => {
    void answer({ directory, isolated, routes, files }, request, response);
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
