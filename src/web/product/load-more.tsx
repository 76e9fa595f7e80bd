import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import type { CardPages, CardPagesState } from './cards/card-pages.ts'

type LoadMoreProps = { pages: CardPages; state: CardPagesState }

/** The next page is asked for well before its place comes into view. */
const rootMargin = '1200px 0px'

/** The end of a list so far: loads more as it comes near, and says when that failed. */
export function LoadMore({ pages, state }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const { cursor, status } = state
  const isWaiting = status === 'idle' && cursor !== null

  // A new observer for each page: it reports at once when the end is still near.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is what makes it a new page
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && void pages.more(),
      { rootMargin },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [pages, isWaiting, cursor])

  return (
    <div ref={end} className="grid justify-items-center">
      {status === 'loading' && (
        <div className="py-6">
          <Spinner size="md" label="Loading products" />
        </div>
      )}
      {status === 'failed' && (
        <div role="alert" className="grid justify-items-center gap-2 py-6">
          <p className="text-small text-ink-2">Failed to load products</p>
          <Button size="sm" onClick={() => void pages.more()}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
