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
  /** Where the results go. */
  container: HTMLElement | null
  cancel: 'beside' | 'inside'
  /** Results take the list's place, or give it back. */
  onFinding: (isFinding: boolean) => void
  onClose: () => void
}

/** The feed's open search box, with its results in the list's place (docs/product/feed.md#search). */
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
  // What holds more than the feed that is searched; nothing does than all of everyone's.
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

/** What is typed. Results begin at the top of the page; afterwards the list is where it was. */
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
