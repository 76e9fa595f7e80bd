import { useState } from 'react'
import { rememberedChoice } from '../browser/remembered-choice.ts'
import { inTab } from '../browser/storage.ts'
import { createListeners, useStore } from '../browser/store.ts'
import { listingKeys } from '../session/head-keys.ts'
import { addressParts } from './feed-address.ts'

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

/** By history entry, so that the back button finds scope and category again. */
const choices = new Map<string, string>()
const listeners = createListeners()

/** What the address says, as in a link that was shared; null where it says nothing. */
function addressed(): string | null {
  const search = new URLSearchParams(window.location.search)
  if (!search.has('scope') && !search.has('category')) return null
  return `${search.get('scope') ?? 'public'} ${search.get('category') ?? ''}`
}

function choiceOf(entry: string): string {
  const known = choices.get(entry)
  if (known !== undefined) return known
  // One that is kept is from before the page was loaded again.
  const words =
    addressed() ??
    inTab.read(listingKeys.feedChoice + entry) ??
    written({ scope: rememberedScope.current(), category: null })
  choices.set(entry, words)
  return words
}

function store(entry: string, words: string) {
  choices.set(entry, words)
  inTab.write(listingKeys.feedChoice + entry, words)
  listeners.notify()
}

const serverChoice = written({ scope: 'public', category: null })

/**
 * What the feed under a history entry shows, and how to choose otherwise; the server's HTML always shows everything
 * of everyone. `isMade` once a choice was made since the page was opened.
 */
export function useFeedChoice(categories: Categories, entry = '') {
  const words = useStore({ get: () => choiceOf(entry), subscribe: listeners.add }, serverChoice)
  const [isMade, setMade] = useState(false)
  const choice = read(words, categories)
  function choose(change: Partial<FeedChoice>) {
    setMade(true)
    if (change.scope) rememberedScope.choose(change.scope)
    const next = { ...choice, ...change }
    store(entry, written(next))
    addressParts({ scope: next.scope === 'following' ? next.scope : null, category: next.category })
  }
  return { choice, choose, isMade }
}

/** A choice as the feed's calls take it; what they do by themselves is left out. */
export const feedQuery = ({ scope, category }: FeedChoice) => ({
  ...(scope === 'following' && { scope }),
  ...(category && { category }),
})
