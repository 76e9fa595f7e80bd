import { useCallback, useEffect } from 'react'
import type { AnswerOf, Api } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import { createStore, useStore } from '../browser/store.ts'
import { ListCard } from '../lists/list-card.tsx'
import { useCardPages } from '../product/cards/card-pages.ts'
import { ProductGrid } from '../product/cards/product-grid.tsx'
import { ProductListing } from '../product/cards/product-listing.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { feedQuery } from './feed-choice.ts'
import { type FeedListProps, LateNewPosts, Wider } from './feed-list.tsx'
import { NoItems } from './feed-states.tsx'

type Visit = NonNullable<AnswerOf<'GET /api/v1/feed'>['visit']>

/** What is new on the feed, as its first page has said it last. It outlives the list, as its pages do. */
const visits = createStore<{ reader: string; visit: Visit } | null>(null)

type FollowingListProps = Omit<FeedListProps, 'first'> & { reader: string }

/** Products of followed people, new before seen, under their new lists (docs/product/feed.md#what-is-new). */
export function FollowingList({ choice, view, reader, isChosen, onChoose, among }: FollowingListProps) {
  const api = useApi()
  const { scope, category } = choice
  const load = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const query = { ...feedQuery(choice), ...(cursor && { cursor }) }
      const page = await api('GET /api/v1/feed', { query }, { signal })
      if (page.visit) visits.set({ reader, visit: page.visit })
      return page
    },
    [api, choice, reader],
  )
  const { pages, state, top, renewAtTop } = useCardPages({
    name: `feed ${scope} ${category} ${reader}`,
    load,
    reload: isChosen,
  })
  const stored = useStore(visits, null)
  const visit = stored?.reader === reader ? stored.visit : undefined
  const isLoaded = state.cursor !== undefined
  useSeen(api, isLoaded && !category ? visit : undefined)

  const { items } = state
  const since = visit?.since
  const isNew = (item: (typeof items)[number]) => Boolean(since && item.created_at > since)
  const firstSeen = items.findIndex((item) => !isNew(item))
  // The line comes with the first product that was there before.
  const isParted = firstSeen > 0
  const listing = { view, width: 'beside', from: '/feed' } as const
  return (
    <div ref={top}>
      {isLoaded && (
        <LateNewPosts choice={choice} pages={pages} state={state} list={top} renewAtTop={renewAtTop} />
      )}
      {isLoaded && !category && visit && <NewLists lists={visit.lists} />}
      {isParted && (
        <>
          <ProductGrid items={items.slice(0, firstSeen)} {...listing} />
          <NewMark />
        </>
      )}
      <ProductListing
        pages={pages}
        state={isParted ? { ...state, items: items.slice(firstSeen) } : state}
        {...listing}
        among={among}
        empty={<NoItems scope={scope} wider={<Wider choice={choice} onChoose={onChoose} />} />}
      />
    </div>
  )
}

/** Moves the reader's last visit forward, on every device, once they have the page before them. */
function useSeen(api: Api, visit: Visit | undefined): void {
  const until = visit?.until
  useEffect(() => {
    if (!until) return
    const leaving = new AbortController()
    const note = () => {
      if (document.hidden) return
      leaving.abort()
      // Nobody waits for it: what stays new is shown as new again.
      api('POST /api/v1/me/following/visit', { body: { until } }, { keepalive: true }).catch(() => {})
    }
    document.addEventListener('visibilitychange', note, { signal: leaving.signal })
    note()
    return () => leaving.abort()
  }, [api, until])
}

/** Lists that followed people have made public since; nothing for none. */
function NewLists({ lists }: Pick<Visit, 'lists'>) {
  if (lists.length === 0) return null
  return (
    <section aria-label="New lists" className="stack gap-2 pb-5">
      <h2 className="t-sub">New lists</h2>
      <ul className="fading-row -mx-gutter grid auto-cols-[9.5rem] grid-flow-col gap-3 px-gutter py-1 lg:mx-0 lg:auto-cols-[minmax(0,11rem)] lg:px-0.5">
        {lists.map((list) => (
          <li key={list.id}>
            <ListCard list={list} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The line between what is new to the reader and what was there at their last visit. */
const NewMark = () => (
  <p className="flex items-center gap-3 py-6 text-caption font-medium text-ink-2 before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
    <span className="inline-flex items-center gap-1">
      <Icon name="chevronUp" size={14} />
      New since your last visit
    </span>
  </p>
)
