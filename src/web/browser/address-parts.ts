import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hearFirst } from './first-to-hear.ts'
import { createListeners } from './store.ts'

/** Query parameters by name; one that is null is left out. */
type Parts = Record<string, string | null>

/** Notified when the page's address has changed by Back, Forward or a link to the same page. */
export const addressSteps = createListeners()

/** The query of the address, as it was last written or read here. */
let shown = ''

// Both functions bypass the router, which has nothing to load for them: for the router the page stays the same, and so
// does what is stored under the key of its history entry.

/** Writes query parameters into the address without a history entry, such as while somebody types; others stay. */
export function replaceParts(parts: Parts): void {
  const url = addressWith(parts)
  History.prototype.replaceState.call(window.history, window.history.state, '', url)
  shown = url.search
}

/**
 * Writes query parameters into the address in a history entry of their own, so that Back leads to what was shown
 * before.
 */
export function pushParts(parts: Parts): void {
  const url = addressWith(parts)
  History.prototype.pushState.call(window.history, window.history.state, '', url)
  shown = url.search
}

function addressWith(parts: Parts): URL {
  const url = new URL(window.location.href)
  for (const [name, value] of Object.entries(parts)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  return url
}

/** Notifies {@link addressSteps} while a page is mounted that uses these functions. */
export function useAddressSteps(): void {
  const router = useRouter()
  useEffect(() => {
    const { pathname, search } = window.location
    shown = search
    function notifyOfChange() {
      const now = window.location
      if (now.pathname !== pathname || now.search === shown) return false
      shown = now.search
      addressSteps.notify()
      return true
    }
    const stopHearing = hearFirst((event) => {
      // For a step between entries of one page the router has nothing to do; for other steps it runs, and notifies
      // below.
      const isSamePage = event.state?.__TSR_key === router.latestLocation.state.__TSR_key
      if (isSamePage && notifyOfChange()) event.stopImmediatePropagation()
    })
    const stopFollowing = router.subscribe('onResolved', notifyOfChange)
    return () => {
      stopHearing()
      stopFollowing()
    }
  }, [router])
}
