import { useCallback, useEffect, useMemo, useState } from 'react'
import { listingKeys } from '../boot/head-keys.ts'
import { addressSteps, pushParts, replaceParts } from '../browser/address-parts.ts'
import { rememberedChoice } from '../browser/remembered-choice.ts'
import { createStore, useStore } from '../browser/store.ts'

/** Everyone's products, or those of the people the reader follows (docs/product/feed.md#scope). */
export type FeedScope = 'public' | 'following'

/** What the feed shows: a scope, and a category's slug or null for all. */
export type FeedChoice = { scope: FeedScope; category: string | null }

type Categories = readonly { slug: string }[]

/** The scope that a new visit begins with. */
const rememberedScope = rememberedChoice<FeedScope>(listingKeys.scope, ['public', 'following'])

/** A choice as a string, which compares by value: 'following books', 'public '. */
const written = ({ scope, category }: FeedChoice) => `${scope} ${category ?? ''}`

/** Parses such a string; a category that no longer exists is read as none: all are shown. */
function read(words: string, categories: Categories): FeedChoice {
  const [scope, slug] = words.split(' ')
  return {
    scope: scope === 'following' ? scope : 'public',
    category: categories.find((category) => category.slug === slug)?.slug ?? null,
  }
}

/** The scope by history entry: a later choice changes the remembered scope, but not what Back finds. */
const scopes = new Map<string, string>()

/** The choice in the address, as in a shared link; where it names no scope, the remembered one. */
function addressed(entry: string): string {
  const search = new URLSearchParams(window.location.search)
  const scope = search.get('scope') ?? scopes.get(entry) ?? rememberedScope.current()
  scopes.set(entry, scope)
  return `${scope} ${search.get('category') ?? ''}`
}

const serverChoice = written({ scope: 'public', category: null })

/**
 * The choice that the feed under a history entry shows, and a function to change it; the server's HTML always shows
 * everyone's products of all categories. `isMade` is true after a choice since the page was opened.
 */
export function useFeedChoice(categories: Categories, entry = '') {
  const [shown] = useState(() => createStore(typeof window === 'undefined' ? serverChoice : addressed(entry)))
  const words = useStore(shown, serverChoice)
  const [isMade, setMade] = useState(false)
  useEffect(() => addressSteps.add(() => shown.set(addressed(entry))), [shown, entry])
  const choice = useMemo(() => read(words, categories), [words, categories])
  const choose = useCallback(
    (change: Partial<FeedChoice>) => {
      const next = { ...choice, ...change }
      setMade(true)
      if (change.scope) rememberedScope.choose(change.scope)
      if (written(next) === written(choice)) return
      // Back must find what is shown now, whatever scope is remembered by then.
      replaceParts(choice)
      pushParts(next)
      shown.set(written(next))
    },
    [choice, shown],
  )
  return { choice, choose, isMade }
}

/** A choice as the query of the feed's calls; defaults are left out. */
export const feedQuery = ({ scope, category }: FeedChoice) => ({
  ...(scope === 'following' && { scope }),
  ...(category && { category }),
})
