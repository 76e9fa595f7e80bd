import type { RegisteredRouter } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.tsx'
import { isAway, onReach } from '../browser/connection.ts'
import { shownFrom } from './shown.ts'

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
