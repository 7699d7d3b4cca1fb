/**
 * The service worker. It keeps the lab, the lessons and their like, and every other page that was visited, so that they
 * work without a network. It gives every response the headers that browsers require for shared memory between threads,
 * on any server.
 */

import { clientsClaim } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

/** The files of the site with their revisions; the build puts them here. */
declare const SITE_FILES: readonly { url: string; revision: string | null }[];

/** The part of a service worker's events that is used here; the types for pages do not have it. */
interface ActivateEventLike extends Event {
  waitUntil(done: Promise<unknown>): void;
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

// Pages that are not kept from the start, such as the documentation, come from the network, and are kept once they were
// visited. A new version of the site begins without them, because they may be of the old one.
const visited = 'visited';
registerRoute(
  ({ sameOrigin }) => sameOrigin,
  new NetworkFirst({
    cacheName: visited,
    matchOptions: { ignoreSearch: true },
    plugins: [
      {
        handlerWillRespond: ({ response }) => Promise.resolve(isolated(response)),
        // The gallery shows each of its operations, and was visited if one of them was.
        handlerDidError: ({ request }) => {
          const [, gallery, id] = /^(.*\/operations\/)([\w.-]+)\/$/.exec(request.url) ?? [];
          return Promise.resolve(id === undefined ? undefined : Response.redirect(`${gallery}#op=${id}`));
        },
      },
    ],
  }),
);
addEventListener('activate', (event) => {
  (event as ActivateEventLike).waitUntil(caches.delete(visited));
});

void (globalThis as unknown as { skipWaiting(): Promise<void> }).skipWaiting();
clientsClaim();
