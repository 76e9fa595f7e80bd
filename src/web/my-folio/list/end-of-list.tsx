import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'

type EndOfOwnListProps = {
  query: Pick<
    UseInfiniteQueryResult,
    | 'fetchNextPage'
    | 'hasNextPage'
    | 'isFetching'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'dataUpdatedAt'
  >
  /** The name of what is listed, in lower case. */
  what?: string
}

/** The next page loads well before the end of the list is visible. */
const rootMargin = '1200px 0px'

/** The present end of a list: loads more as it comes near, and shows a failure. */
export function EndOfOwnList({ query, what = 'products' }: EndOfOwnListProps) {
  const { fetchNextPage, hasNextPage, isFetching, isFetchingNextPage, dataUpdatedAt } = query
  const end = useRef<HTMLDivElement>(null)
  const hasFailed = query.isFetchNextPageError && !isFetching
  const isWaiting = hasNextPage && !isFetching && !hasFailed

  // A new observer for each page: it reports at once when the end is still near.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of the answer is what makes it a new page
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void fetchNextPage(),
      { rootMargin },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting, dataUpdatedAt, fetchNextPage])

  return (
    <div ref={end} className="grid justify-items-center">
      {isFetchingNextPage && (
        <div className="py-6">
          <Spinner size="md" label={`Loading ${what}`} />
        </div>
      )}
      {hasFailed && (
        <div role="alert" className="grid justify-items-center gap-2 py-6">
          <p className="text-small text-ink-2">Failed to load {what}</p>
          <Button size="sm" onClick={() => void fetchNextPage()}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
