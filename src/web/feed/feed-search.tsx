import { useId, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { QueryScope } from '../query-client.tsx'
import { SearchField } from '../search/search-field.tsx'
import { SearchResults } from '../search/search-results.tsx'
import { feedSearchKey, findFeedProducts, useProductSearch } from '../search/use-product-search.ts'
import { Button } from '../ui/button/button.tsx'
import { useApi } from '../use-api.ts'
import type { FeedChoice } from './feed-choice.ts'
import { forgetSearch, type StoredSearch, storedSearch, storeSearch } from './waiting-search.tsx'

type FeedSearchProps = {
  entry: string
  choice: FeedChoice
  onChoose: (change: Partial<FeedChoice>) => void
  reader: string | null
  /** The element that the results are rendered into. */
  container: HTMLElement | null
  cancel: 'beside' | 'inside'
  /** Called when results replace the list, and when the list is shown again. */
  onFinding: (isFinding: boolean) => void
  onClose: () => void
}

/** The feed's open search box, with its results instead of the list (docs/product/feed.md#search). */
export function FeedSearch(props: FeedSearchProps) {
  return (
    <QueryScope>
      <SearchOfFeed {...props} />
    </QueryScope>
  )
}

const nothing: Awaited<ReturnType<typeof findFeedProducts>> = {
  items: [],
  hasMore: false,
  beside: { tags: [], people: [], instead: null },
}

function SearchOfFeed({ choice, onChoose, reader, container, cancel, ...rest }: FeedSearchProps) {
  const api = useApi()
  const { text, type, close } = useStoredText(rest)
  const hasFeed = choice.scope === 'public' || reader !== null
  const search = useProductSearch({
    typed: text,
    onType: type,
    key: feedSearchKey(choice, reader),
    find: async (words, signal) => (hasFeed ? findFeedProducts(api, choice, words, signal) : nothing),
    from: '/feed',
    onClose: close,
  })
  const listId = useId()
  // A wider search than the present one; none when all products of everyone are searched.
  const wider = choice.category ? (
    <Button onClick={() => onChoose({ category: null })}>Search all categories</Button>
  ) : (
    choice.scope === 'following' && (
      <Button onClick={() => onChoose({ scope: 'public' })}>Search everyone’s items</Button>
    )
  )
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1 lg:w-80">
      <SearchField search={search} listId={listId} hasList={search.results.length > 0} cancel={cancel} />
      {container &&
        search.isAsked &&
        createPortal(<SearchResults search={search} listId={listId} look="page" wider={wider} />, container)}
    </search>
  )
}

type StoredTextOptions = Pick<FeedSearchProps, 'entry' | 'onFinding' | 'onClose'>

/**
 * The typed text, stored by history entry. Results begin at the top of the page; afterwards the list is at its former
 * scroll position.
 */
function useStoredText({ entry, onFinding, onClose }: StoredTextOptions) {
  const [{ text, listY }, set] = useState<StoredSearch>(() => storedSearch(entry) ?? { text: '', listY: 0 })
  const isFinding = text.trim() !== ''

  function type(value: string, isChosen: boolean) {
    const willFind = value.trim() !== ''
    const next = { text: value, listY: isFinding ? listY : window.scrollY }
    storeSearch(entry, next, isChosen)
    flushSync(() => {
      set(next)
      onFinding(willFind)
    })
    if (willFind !== isFinding) window.scrollTo(0, willFind ? 0 : listY)
  }

  function close() {
    forgetSearch(entry)
    flushSync(() => {
      onFinding(false)
      onClose()
    })
    if (isFinding) window.scrollTo(0, listY)
  }

  return { text, type, close }
}
