/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core'
import { enable as enablePreload } from 'workbox-navigation-preload'
import { addPlugins, PrecacheFallbackPlugin, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { keptCache } from '../browser/kept-cache.ts'
import './push.ts'
import { isPage, patienceSeconds, shellAddress } from './addresses.ts'
import { isExpectedShell } from './expected-shell.ts'

/**
 * The service worker (docs/product/offline.md#whose-browser): it holds the scripts and styles of one build with an
 * empty page that belongs to them, and gives that page where the network gives none. What the app shows in it is kept
 * by the app itself (src/web/offline), which knows whose it is. All else goes to the network, worker or not.
 */
declare const self: ServiceWorkerGlobalScope
/** The build's files, written in by scripts/vite/service-worker.ts. */
declare const __PRECACHED__: { url: string; revision: string | null }[]

/** What the empty page of this build hashes to: the server writes it in when it sends this file. */
const shellHash = 'SHELL_HASH'

// A page that does not belong to these scripts fails the installation: the worker from before stays, and the browser
// tries again later. So nothing is mixed while nodes of two releases answer.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => {
      if (!response.ok) return null
      const isShell = new URL(request.url).pathname === shellAddress
      return !isShell || (await isExpectedShell(response.clone(), shellHash)) ? response : null
    },
  },
])
precacheAndRoute([...__PRECACHED__, { url: shellAddress, revision: shellHash }], {
  cleanURLs: false,
  directoryIndex: '',
})

// The request for a page leaves beside the start of the worker, which therefore costs it nothing.
enablePreload()
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: patienceSeconds,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: shellAddress })],
    }),
    { allowlist: [isPage] },
  ),
)

// Pictures of one's own that the app has kept; online they do not come through here.
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.destination === 'image' && !self.navigator.onLine,
  new NetworkOnly({
    plugins: [{ handlerDidError: ({ request }) => caches.match(request, { cacheName: keptCache }) }],
  }),
)

// Another version waits until no page of this one is open, or until somebody wants it (src/web/offline/updates.ts).
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
clientsClaim()
