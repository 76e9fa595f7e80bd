import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import type { NewsGroup } from '../../shared/news/kinds.ts'
import { pagesOf, refresh } from '../api/query.ts'
import { queryClient } from '../api/query-client.tsx'
import { useAct } from '../api/use-act.ts'
import { useApi } from '../api/use-api.ts'
import { ShowMore } from '../earnings/ledger/show-more.tsx'
import { numberText } from '../format/count-text.ts'
import { EmptyState, ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { LoadingSkeleton, Skeleton } from '../ui/feedback/loading.tsx'
import { ChipBar } from '../ui/list/chip-bar.tsx'
import { type NewsItem, NewsRow } from './news-row.tsx'
import { showUnread, useUnreadInTitle, useUnreadNews } from './unread.ts'

const groups = [
  { value: null, label: 'All' },
  { value: 'money', label: 'Money' },
  { value: 'people', label: 'People' },
  { value: 'account', label: 'Account' },
] as const

/** What the person is told, of all kinds or of a group: new before earlier (docs/product/news.md#the-list). */
export function NewsList() {
  const [group, setGroup] = useState<NewsGroup | null>(null)
  return (
    <section aria-label="News" className="stack gap-5">
      <ChipBar<NewsGroup | null> label="Kind of news" items={groups} value={group} onChange={setGroup} />
      {/* Each group is a list of its own. */}
      <GroupOfNews key={group} group={group ?? undefined} />
    </section>
  )
}

const listCall = 'GET /api/v1/me/news'

function GroupOfNews({ group }: { group: NewsGroup | undefined }) {
  const api = useApi()
  const query = useInfiniteQuery(pagesOf(api, listCall, { query: { group } }))
  const { data, isError, isFetching, refetch } = query
  /** Opened since the list was loaded: such a row keeps its place until the next time. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const earlier = useRef<HTMLHeadingElement>(null)
  const [isAllRead, setAllRead] = useState(false)
  useUnreadInTitle(useUnreadNews())

  const unread = data?.pages[0]?.unread
  useEffect(() => {
    if (group === undefined && unread !== undefined) showUnread(api, unread)
  }, [api, group, unread])

  const items = withoutRepeats(data?.pages.flatMap((page) => page.items) ?? [])
  const fresh = items.filter((item) => !item.is_read)
  const rest = items.filter((item) => item.is_read)

  const marking = useAct({
    send: (api) => api('POST /api/v1/me/news/read', { body: { until: newest(items), group } }),
    after: async ({ unread }) => {
      showUnread(api, unread)
      await refresh(queryClient(), listCall)
      setAllRead(true)
    },
    failed: { title: 'Error', description: 'Your news could not be marked as read. Please try again.' },
  })

  // The button has gone by then.
  useEffect(() => {
    if (isAllRead) earlier.current?.focus({ preventScroll: true })
  }, [isAllRead])

  /** Nobody waits for it: a row that stays unread is shown as new again. */
  function open({ id, at, is_read }: NewsItem) {
    if (is_read || opened.has(id)) return
    setOpened(new Set([...opened, id]))
    api('POST /api/v1/me/news/read', { body: { until: at, ids: [id] } }, { keepalive: true })
      .then(({ unread }) => {
        showUnread(api, unread)
        return queryClient().invalidateQueries({
          predicate: ({ queryKey: [name] }) => name === listCall,
          refetchType: 'none',
        })
      })
      .catch(() => {})
  }

  if (!data && isError)
    return (
      <ErrorState message="Failed to load your news" retrying={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <NewsSkeleton />
  if (items.length === 0) return <NoNews group={group} />
  const left = fresh.filter(({ id }) => !opened.has(id)).length
  const count = (unread ?? 0) - (fresh.length - left)

  const rows = (some: NewsItem[]) =>
    some.map((item) => (
      <NewsRow
        key={item.id}
        item={item}
        isRead={item.is_read || opened.has(item.id)}
        onOpen={() => open(item)}
      />
    ))

  return (
    <div className="stack gap-8">
      <p role="status" className="sr-only">
        {isAllRead && fresh.length === 0 ? 'All news are read.' : ''}
      </p>
      {fresh.length > 0 && (
        <Part
          title={
            <>New {count > 0 && <span className="num font-[450] text-ink-3">({numberText(count)})</span>}</>
          }
          action={
            left > 0 && (
              <button
                type="button"
                className="link relative text-small after:absolute after:-inset-y-3 after:inset-x-0"
                aria-disabled={marking.isBusy}
                onClick={() => void marking.run()}
              >
                Mark all as read
              </button>
            )
          }
        >
          {rows(fresh)}
        </Part>
      )}
      {rest.length > 0 && (
        <Part title="Earlier" heading={earlier}>
          {rows(rest)}
        </Part>
      )}
      <ShowMore
        query={query}
        shown={items.length}
        focusable=".card-link"
        failed="Failed to load more of your news"
      />
    </div>
  )
}

/** Read meanwhile, a row moves down the list, so a later page may have it again. */
const withoutRepeats = (items: NewsItem[]): NewsItem[] => [
  ...new Map(items.map((one) => [one.id, one])).values(),
]

/** The newest of what the person has seen: what comes after it stays unread. */
const newest = (items: NewsItem[]): string =>
  items
    .map(({ at }) => at)
    .sort()
    .at(-1) ?? ''

type PartProps = {
  title: ReactNode
  action?: ReactNode
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

function Part({ title, action, heading, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="stack gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="t-heading outline-none">
          {title}
        </h2>
        {action}
      </div>
      <ul className="surface overflow-clip">{children}</ul>
    </section>
  )
}

const empty: Record<NewsGroup | 'all', string> = {
  all: 'When somebody follows you, an order is posted or a payout is sent, it will show here.',
  money: 'Orders, payouts and what is held will show here.',
  people: 'Who follows you and saves what you share will show here.',
  account: 'Changes of your sign-in and decisions about your account will show here.',
}

const NoNews = ({ group = 'all' }: { group?: NewsGroup | 'all' | undefined }) => (
  <EmptyState title="No news yet">{empty[group]}</EmptyState>
)

const NewsSkeleton = () => (
  <LoadingSkeleton label="Loading your news" className="stack gap-3">
    <Skeleton className="h-7 w-28 rounded-xs" />
    <span className="surface block overflow-clip">
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <span
          key={name}
          className="grid h-18 grid-cols-[48px_1fr] items-center gap-x-3 px-4 not-first:border-t"
        >
          <Skeleton className="size-12 rounded-full" />
          <span className="grid gap-1.5">
            <Skeleton className="h-3.5 w-3/5 rounded-xs" />
            <Skeleton className="h-3 w-16 rounded-xs" />
          </span>
        </span>
      ))}
    </span>
  </LoadingSkeleton>
)
