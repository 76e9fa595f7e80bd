import { useEffect, useState } from 'react'
import { addressSteps, pushParts, replaceParts, useAddressSteps } from '../../browser/address-parts.ts'
import { createStore, type Store, useStore } from '../../browser/store.ts'
import { type StorefrontTab, tabIn } from './tabs.ts'

/** What a storefront shows: a tab, and of its products those of a category and with a text. */
type Shown = { tab: StorefrontTab; category: string; q: string }

/** The query of a storefront's address, and the one of the server's HTML, which knows the tab alone. */
export type StorefrontAddress = { search: Store<string>; onServer: string }

/** That address; the same object as long as the page is shown, so that parts which are written keep their HTML. */
export function useStorefrontAddress(served: StorefrontTab): StorefrontAddress {
  useAddressSteps()
  const [address] = useState(() => {
    const onServer = `?tab=${served}`
    return {
      search: createStore(typeof window === 'undefined' ? onServer : window.location.search),
      onServer,
    }
  })
  useEffect(() => addressSteps.add(() => address.search.set(window.location.search)), [address])
  return address
}

/** What the address asks for, and a function to change it: without steps for Back while somebody types. */
export function useShown({ search, onServer }: StorefrontAddress) {
  const parts = new URLSearchParams(useStore(search, onServer))
  const shown: Shown = {
    tab: tabIn(parts.get('tab')),
    category: parts.get('category') ?? '',
    q: parts.get('q')?.trim() ?? '',
  }
  function show(change: Partial<Shown>, isTyping = false) {
    const { tab, category, q } = { ...shown, ...change }
    const write = isTyping ? replaceParts : pushParts
    write({ tab: tab === 'products' ? null : tab, category, q })
    search.set(window.location.search)
  }
  return { shown, show }
}
