import type { RegisteredRouter } from '@tanstack/react-router'
import { hourMs } from '../../shared/time.ts'
import type { Read } from '../api/query.ts'
import { queryClient } from '../api/query-client.tsx'
import { isAway, onReach } from '../browser/connection.ts'
import { keepPicture, keptAt } from './keeper.ts'
import { shownFrom } from './shown.ts'

/** One's own collection is asked for ahead where what is kept of it is older than this. */
const aheadAfterMs = hourMs
const ahead = ['GET /api/v1/me', 'GET /api/v1/me/categories', 'GET /api/v1/me/products'] as const satisfies Read[]

/**
 * Makes the installed app ready to open without a network, for the signed-in person, once the page is at rest: keeps
 * what the server drew on it, one's own collection, and own pictures.
 */
export async function keepForOffline(router: RegisteredRouter): Promise<void> {
  keepPictures()
  if (isAway()) return
  await keepPage(router)
  await keepCollection(router)
}

/** The server drew the page that was opened, so the app has asked for none of its data: it asks now, and keeps them. */
async function keepPage(router: RegisteredRouter): Promise<void> {
  const { matches } = router.state
  const drawn = matches.filter(({ ssr, loaderData }) => ssr !== false && loaderData !== undefined)
  for (const { routeId, params, loaderDeps: deps } of drawn) {
    const loader = router.routesById[routeId].options.loader as unknown as ((asked: object) => unknown) | undefined
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

/** Asks again for what is shown of kept answers as soon as the server answers; another page's begin anew. */
export function refreshOnReturn(router: RegisteredRouter): void {
  router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && shownFrom.set(null))
  const refresh = () => {
    if (isAway() || shownFrom.get() === null) return
    shownFrom.set(null)
    void queryClient().invalidateQueries()
    void router.invalidate()
  }
  onReach(refresh)
  // It may have answered before this file was there.
  refresh()
}
