import { useEffect, useState } from 'react'
import { addressSteps, pushParts, replaceParts, useAddressSteps } from '../../browser/address-parts.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { type StorefrontTab, tabIn } from './tabs.ts'

/** What a storefront shows: a tab, and of its products those of a category and with a text. */
export type Shown = { tab: StorefrontTab; category: string; q: string }

/**
 * What the address asks for, and a function to change it; the server's HTML, which is the same for everyone, knows the
 * tab alone. While somebody types the address changes without steps of its own for Back.
 */
export function useShown(served: StorefrontTab) {
  useAddressSteps()
  const onServer = `?tab=${served}`
  const [search] = useState(() =>
    createStore(typeof window === 'undefined' ? onServer : window.location.search),
  )
  useEffect(() => addressSteps.add(() => search.set(window.location.search)), [search])
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
