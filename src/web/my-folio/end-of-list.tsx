import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

type EndOfListProps = {
  /** Changes with each page, null after the last one. */
  nextCursor: string | null
  isLoading: boolean
  hasFailed: boolean
  /** The same function at every render. */
  onMore: () => void
}

/** The next page is asked for well before its place comes into view. */
const rootMargin = '1200px 0px'

/** The end of a list so far: asks for more as it comes near, and says when that failed. */
export function EndOfList({ nextCursor, isLoading, hasFailed, onMore }: EndOfListProps) {
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = nextCursor !== null && !isLoading && !hasFailed

  // A new observer for each page: it reports at once when the end is still near.
  useEffect(() => {
    if (!isWaiting || !nextCursor || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onMore(),
      { rootMargin },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting, nextCursor, onMore])

  return (
    <div ref={end} className="grid justify-items-center">
      {isLoading && (
        <div className="py-6">
          <Spinner size="md" label="Loading products" />
        </div>
      )}
      {hasFailed && (
        <div role="alert" className="grid justify-items-center gap-2 py-6">
          <p className="text-small text-ink-2">Failed to load products</p>
          <Button size="sm" onClick={() => onMore()}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
