import type { RegisteredRouter } from '@tanstack/react-router'
import { prepareToasts } from '../ui/feedback/toast.ts'
import { showConnection } from './connection-notice.tsx'
import { loadSkeletons } from './default-pages.tsx'
import { loadAddDialog } from './use-add-dialog.tsx'

type Router = RegisteredRouter

/** In the order in which people are likely to need them. */
const forAll = ['/feed', '/l/$ref', '/$username'] as const
const forMembers = ['/_app/my-folio/', '/_app/earnings/', '/_app/profile/'] as const

/** Resolves when the browser is idle. Safari has no such event: there it resolves after a moment. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, 200)
  })

/** Loads one part after another, each with its dependencies. A part that fails is loaded when it is needed. */
export async function bringParts(router: Router, isMember: boolean): Promise<void> {
  showConnection()
  const page = (id: keyof Router['routesById']) => async () => router.loadRouteChunk(router.routesById[id])
  const parts: (() => Promise<unknown>)[] = [loadSkeletons]
  if (isMember)
    parts.unshift(async () => (await import('../offline/refresh-on-return.ts')).refreshOnReturn(router))
  if (opensOffline(router, isMember))
    parts.push(async () => (await import('../offline/start-offline.ts')).startOffline(router))
  if (!savesData()) {
    parts.push(...forAll.map(page))
    if (isMember) parts.push(async () => prepareToasts(), loadAddDialog, ...forMembers.map(page))
  }
  for (const bring of parts) {
    await idle()
    await bring().catch(() => {})
  }
}

/**
 * The service worker is for those who come back: the installed app, and people who are signed in. Built pages alone
 * have one, and browsers on secure origins (docs/product/offline.md#whose-browser).
 */
function opensOffline({ options }: Router, isMember: boolean): boolean {
  if (!import.meta.env.PROD || !options.context.opensOffline || !('serviceWorker' in navigator)) return false
  return (isMember && !savesData()) || matchMedia('(display-mode: standalone)').matches
}

/** Browsers that ask to save data load nothing ahead. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
