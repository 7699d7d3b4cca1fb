/**
 * The service worker. It keeps the whole site, so that it works without a network, and gives every response the headers
 * that browsers require for shared memory between threads, on any server.
 */

import { clientsClaim } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

/** The files of the site with their revisions; the build puts them here. */
declare const SITE_FILES: readonly { url: string; revision: string | null }[];

/** The parts of a service worker's events that are used here; the types for pages do not have them. */
interface FetchEventLike extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

function isolated(response: Response): Response {
  // The browser follows a redirection itself, and ignores its headers.
  if (response.type !== 'basic' && response.type !== 'default') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(isolation)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addPlugins([
  {
    // The page has just loaded most of these files. The ones without a hash are asked for again, and not sent again
    // unless they have changed; Workbox would reload them.
    requestWillFetch: ({ request }) =>
      Promise.resolve(request.cache === 'reload' ? new Request(request, { cache: 'no-cache' }) : request),
    handlerWillRespond: ({ response }) => Promise.resolve(isolated(response)),
  },
]);
cleanupOutdatedCaches();
// The query of an address selects a view of the same page.
precacheAndRoute([...SITE_FILES], { ignoreURLParametersMatching: [/.*/], directoryIndex: '' });

/** The large pages that were visited, for when there is no network. */
const visited = 'visited';

addEventListener('activate', () => void caches.delete(visited));

async function fromNetwork(request: Request): Promise<Response> {
  const isKept = /\/(playground|assets)\//.test(new URL(request.url).pathname);
  try {
    const response = await fetch(request);
    if (isKept && response.ok) await (await caches.open(visited)).put(request, response.clone());
    return isolated(response);
  } catch (thrown) {
    const known = isKept ? await caches.match(request, { cacheName: visited, ignoreSearch: true }) : undefined;
    if (known === undefined) throw thrown;
    return isolated(known);
  }
}

// Files that are not kept at once, such as the workbench, come from the network; kept files were answered before.
addEventListener('fetch', (event) => {
  const asked = event as FetchEventLike;
  const { method, url } = asked.request;
  if (method === 'GET' && new URL(url).origin === location.origin) asked.respondWith(fromNetwork(asked.request));
});

void (globalThis as unknown as { skipWaiting(): Promise<void> }).skipWaiting();
clientsClaim();
