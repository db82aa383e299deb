// The service worker: the app, the engine and SQLite come from a cache that is filled while it is installed; large files that the app
// works without follow later. A new version waits until every page has agreed to reload (see ../updates.ts): it never takes over by
// itself, so that no page ever meets files of another version. What is not on the lists goes to the network, and a missing file is a
// 404 there: nothing is answered with the page in its place.
import { addRoute, cleanupOutdatedCaches, getCacheKeyForURL, precache } from 'workbox-precaching';
import { LaterFiles } from './later-files.ts';
import type { KeptFile, PageMessage } from '../messages.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build (scripts/service-worker.mjs). */
declare const __PRECACHED__: readonly { url: string; revision: string | null }[];
declare const __LATER__: readonly KeptFile[];

const later = new LaterFiles(__LATER__, self.registration.scope);

// Before workbox' own listener, since the first to answer wins.
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && later.has(event.request.url)) event.respondWith(later.respond(event.request));
});

precache([...__PRECACHED__]);
// `?nexus=name` opens another memory in the same page. No names without ".html": every address has one file.
addRoute({ directoryIndex: 'index.html', cleanURLs: false, ignoreURLParametersMatching: [/^nexus$/] });
cleanupOutdatedCaches();

self.addEventListener('activate', (event) => {
  event.waitUntil(later.forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  const port = event.ports[0];
  switch (message.type) {
    case 'take-over':
      event.waitUntil(self.skipWaiting());
      break;
    case 'knows':
      port?.postMessage(getCacheKeyForURL(message.url) !== undefined);
      break;
    case 'keep-later':
      event.waitUntil(later.keep((progress) => port?.postMessage(progress)));
      break;
    case 'kept':
      event.waitUntil(later.progress().then((progress) => port?.postMessage(progress)));
      break;
  }
});
