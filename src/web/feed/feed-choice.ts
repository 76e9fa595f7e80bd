import { useEffect, useState } from 'react'
import { rememberedChoice } from '../browser/remembered-choice.ts'
import { createStore, useStore } from '../browser/store.ts'
import { listingKeys } from '../session/head-keys.ts'
import { addressSteps, pushParts, replaceParts } from './feed-address.ts'

/** Everyone's products, or those of whom one follows (docs/product/feed.md#scope). */
export type FeedScope = 'public' | 'following'

/** What the feed shows: a scope, and a category's slug or null for all. */
export type FeedChoice = { scope: FeedScope; category: string | null }

type Categories = readonly { slug: string }[]

/** The scope that a new visit begins with. */
const rememberedScope = rememberedChoice<FeedScope>(listingKeys.scope, ['public', 'following'])

/** A choice in words, which compare by value: 'following books', 'public '. */
const written = ({ scope, category }: FeedChoice) => `${scope} ${category ?? ''}`

/** A category that is no more is none: all are shown. */
function read(words: string, categories: Categories): FeedChoice {
  const [scope, slug] = words.split(' ')
  return {
    scope: scope === 'following' ? scope : 'public',
    category: categories.find((category) => category.slug === slug)?.slug ?? null,
  }
}

/** By history entry: what is chosen later changes what is remembered, and not what is found there by Back. */
const scopes = new Map<string, string>()

/** What the address says, as in a link that was shared; of a scope that it does not name, what is remembered. */
function addressed(entry: string): string {
  const search = new URLSearchParams(window.location.search)
  const scope = search.get('scope') ?? scopes.get(entry) ?? rememberedScope.current()
  scopes.set(entry, scope)
  return `${scope} ${search.get('category') ?? ''}`
}

const serverChoice = written({ scope: 'public', category: null })

/**
 * What the feed under a history entry shows, and how to choose otherwise; the server's HTML always shows everything
 * of everyone. `isMade` once a choice was made since the page was opened.
 */
export function useFeedChoice(categories: Categories, entry = '') {
  const [shown] = useState(() => createStore(typeof window === 'undefined' ? serverChoice : addressed(entry)))
  const words = useStore(shown, serverChoice)
  const [isMade, setMade] = useState(false)
  useEffect(() => addressSteps.add(() => shown.set(addressed(entry))), [shown, entry])
  const choice = read(words, categories)
  function choose(change: Partial<FeedChoice>) {
    const next = { ...choice, ...change }
    setMade(true)
    if (change.scope) rememberedScope.choose(change.scope)
    if (written(next) === words) return
    // Back must find what is shown now, whatever is remembered then.
    replaceParts(choice)
    pushParts(next)
    shown.set(written(next))
  }
  return { choice, choose, isMade }
}

/** A choice as the feed's calls take it; what they do by themselves is left out. */
export const feedQuery = ({ scope, category }: FeedChoice) => ({
  ...(scope === 'following' && { scope }),
  ...(category && { category }),
})
