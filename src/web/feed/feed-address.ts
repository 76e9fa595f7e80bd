import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hearFirst } from '../browser/first-to-hear.ts'
import { createListeners } from '../browser/store.ts'

/** By their names; a part that is null is left out. */
type Parts = Record<string, string | null>

/** Told when the feed's address has become another one by Back, Forward or a link to the feed. */
export const addressSteps = createListeners()

/** What follows the path in the address, as it was last shown or heard of. */
let shown = ''

// Both go past the router, which has nothing to load for them: to it the page stays the same, and so does what is stored
// under its entry's key.

/** Shows what the feed is of in its address, as it changes while somebody types; what else stands there stays. */
export function replaceParts(parts: Parts): void {
  const url = addressWith(parts)
  History.prototype.replaceState.call(window.history, window.history.state, '', url)
  shown = url.search
}

/** Gives what was chosen a history entry of its own, so that Back leads to what was shown before. */
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

/** Tells {@link addressSteps}, while the feed is there. */
export function useAddressSteps(): void {
  const router = useRouter()
  useEffect(() => {
    const { pathname, search } = window.location
    shown = search
    function tellOfAnother() {
      const now = window.location
      if (now.pathname !== pathname || now.search === shown) return false
      shown = now.search
      addressSteps.notify()
      return true
    }
    const stopHearing = hearFirst((event) => {
      // Between entries of one page the router has nothing to do; of others it is told, and tells below.
      const isSamePage = event.state?.__TSR_key === router.latestLocation.state.__TSR_key
      if (isSamePage && tellOfAnother()) event.stopImmediatePropagation()
    })
    const stopFollowing = router.subscribe('onResolved', tellOfAnother)
    return () => {
      stopHearing()
      stopFollowing()
    }
  }, [router])
}
