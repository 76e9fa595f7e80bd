import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import type { LedgerPages } from './earnings-queries.ts'

type ShowMoreProps = {
  query: LedgerPages
  /** How many rows there are so far. */
  shown: number
}

/** Brings the next rows. The focus goes on to the first of them, since the button may be gone with the last page. */
export function ShowMore({ query, shown }: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query

  async function more() {
    const { isSuccess } = await fetchNextPage()
    if (!isSuccess) return
    requestAnimationFrame(() => {
      const buttons = place.current?.parentElement?.querySelectorAll<HTMLElement>('[data-why]')
      buttons?.[shown]?.focus({ preventScroll: true })
    })
  }

  return (
    <div ref={place} className="grid justify-items-center gap-2 pt-4 empty:hidden">
      {isFetchNextPageError && !isFetchingNextPage && (
        <p role="alert" className="text-small text-ink-2">
          Failed to load earnings history
        </p>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void more()}>
          {isFetchNextPageError ? 'Retry' : 'Show more'}
        </Button>
      )}
    </div>
  )
}
