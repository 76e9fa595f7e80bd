import type { RegisteredRouter } from '@tanstack/react-router'
import { hourMs } from '../../shared/time.ts'
import type { Read } from '../api/query.ts'
import { isAway } from '../browser/connection.ts'
import { toldAddressKey } from '../browser/kept-cache.ts'
import { inBrowser } from '../browser/storage.ts'
import { knownSession } from '../session/session.ts'
import { keepPicture, keptAt } from './keeper.ts'
import { followWorker } from './worker.ts'

/** One's own collection is asked for ahead where what is kept of it is older than this. */
const aheadAfterMs = hourMs
const ahead = [
  'GET /api/v1/me',
  'GET /api/v1/me/categories',
  'GET /api/v1/me/products',
] as const satisfies Read[]

/**
 * Makes the installed app ready to open without a network, once the page is at rest: registers the service worker, and
 * as soon as it answers for the page keeps what the server drew on it, one's own collection, and own pictures.
 */
export async function startOffline(router: RegisteredRouter): Promise<void> {
  whenControlled()
    .then(() => keepShown(router))
    // What could not be asked for now is kept when it is seen next.
    .catch(() => {})
  await followWorker()
  await messagesKept(router).catch(() => {})
}

/** Only where the browser was added to those that get messages: others load nothing of it. */
async function messagesKept(router: RegisteredRouter): Promise<void> {
  if (!inBrowser.read(toldAddressKey) || (await knownSession()).status !== 'signed_in') return
  const { renewPush } = await import('../account/notifications/push-calls.ts')
  await renewPush(router.options.context.api)
}

async function whenControlled(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
}

async function keepShown(router: RegisteredRouter): Promise<void> {
  keepPictures()
  const { status } = await knownSession()
  if (isAway() || status !== 'signed_in') return
  await keepPage(router)
  await keepCollection(router)
}

/** The server drew the page that was opened, so the app has asked for none of its data: it asks now, and keeps them. */
async function keepPage(router: RegisteredRouter): Promise<void> {
  const { matches } = router.state
  const drawn = matches.filter(({ ssr, loaderData }) => ssr !== false && loaderData !== undefined)
  for (const { routeId, params, loaderDeps: deps } of drawn) {
    const loader = router.routesById[routeId].options.loader as unknown as
      | ((asked: object) => unknown)
      | undefined
    await loader?.({ params, deps, context: router.options.context })
  }
}

async function keepCollection(router: RegisteredRouter): Promise<void> {
  const { api } = router.options.context
  for (const name of ahead) {
    const at = await keptAt(name)
    if (at === null || Date.now() - at > aheadAfterMs) await api(name)
  }
}

/** Pictures of the site's own storage, once they are shown: of Amazon's none is stored anywhere. */
function keepPictures(): void {
  const look = (picture: EventTarget | null) => {
    if (!(picture instanceof HTMLImageElement) || !picture.complete) return
    const { origin, pathname } = new URL(picture.currentSrc, window.location.href)
    if (origin !== window.location.origin || !pathname.startsWith('/storage/')) return
    keepPicture(picture.currentSrc).catch(() => {})
  }
  for (const picture of document.images) look(picture)
  document.addEventListener('load', ({ target }) => look(target), true)
}
