import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export type ServiceWorkerOptions = {
  /** The built service worker; null where the app does not open offline: by a setting, and in development. */
  serviceWorker: string | null
}

/** The empty page that the worker keeps (src/web/worker/addresses.ts, which the server does not load). */
export const shellAddress = '/shell.html'

/** It may ask this site, and nothing else. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/**
 * What is sent where the app does not open offline: a worker that a browser has from before replaces itself with it,
 * which empties the site's caches and then goes (decision 136).
 */
export const farewell = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  await registration.unregister()
}
`

export const hashOf = (page: Buffer): string => createHash('sha256').update(page).digest('hex')

/**
 * Serves the service worker at the site's root, so that it may answer for every page. Browsers ask for it again at each
 * start of the app. The hash of the empty page that belongs to this build and these settings is written into it: one of
 * them changed makes another worker, and a page of another node's build is refused by it.
 */
export function registerServiceWorker(
  app: FastifyInstance,
  { serviceWorker }: ServiceWorkerOptions,
  renderShell: () => Promise<Buffer>,
): void {
  let script: string | undefined
  app.get('/sw.js', { schema: { hide: true } }, async (_request, reply) => {
    script ??= serviceWorker ? serviceWorker.replaceAll('SHELL_HASH', hashOf(await renderShell())) : farewell
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .send(script)
  })
}
